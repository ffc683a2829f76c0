-- A large file that is sent in chunks. Its version moves with each chunk, so
-- that whoever joins them notices that one has changed meanwhile.
CREATE TABLE chunked_uploads (
    id         TEXT   PRIMARY KEY,
    user_id    BIGINT REFERENCES users (id) ON DELETE SET NULL,
    version    BIGINT NOT NULL DEFAULT 1,
    filename   TEXT   NOT NULL,
    size       BIGINT NOT NULL, -- bytes of the whole
    chunk_size BIGINT NOT NULL, -- bytes of each chunk but the last
    upload_id  TEXT   NOT NULL DEFAULT '', -- what it became, once it is complete
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX chunked_uploads_by_user ON chunked_uploads (user_id);
CREATE INDEX chunked_uploads_by_expiry ON chunked_uploads (expires_at);

-- The chunks that have arrived.
CREATE TABLE chunks (
    chunked_upload_id TEXT   NOT NULL REFERENCES chunked_uploads (id),
    number            BIGINT NOT NULL, -- from 0
    blob_key          TEXT   NOT NULL REFERENCES blobs (key),
    size              BIGINT NOT NULL,
    PRIMARY KEY (chunked_upload_id, number)
);
CREATE INDEX chunks_by_blob ON chunks (blob_key);

-- The answers to requests that named an Idempotency-Key. What was asked is kept
-- as hashes only, and the answer sealed: some answers hold a secret once.
CREATE TABLE answers (
    scope      TEXT   PRIMARY KEY, -- SHA-256 of the user, method, path and key
    request    TEXT   NOT NULL,    -- SHA-256 of what was asked
    answer     BLOB   NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX answers_by_time ON answers (created_at);

CREATE TABLE shares (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    version        BIGINT  NOT NULL DEFAULT 1,
    token          TEXT    NOT NULL UNIQUE, -- in the clear, so that the owner can copy the link again
    title          TEXT    NOT NULL,
    password_hash  TEXT    NOT NULL,        -- '' for none
    expires_at     BIGINT,
    allow_download BOOLEAN NOT NULL,
    allow_picks    BOOLEAN NOT NULL,
    created_at     BIGINT  NOT NULL,
    updated_at     BIGINT  NOT NULL
);

CREATE TABLE share_photos (
    share_id BIGINT NOT NULL REFERENCES shares (id) ON DELETE CASCADE,
    photo_id BIGINT NOT NULL REFERENCES photos (id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    PRIMARY KEY (share_id, photo_id)
);
CREATE INDEX share_photos_by_photo ON share_photos (photo_id);

-- Who picks photos of a share, told apart by the hash of a secret in their browser.
CREATE TABLE share_visitors (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    share_id   BIGINT NOT NULL REFERENCES shares (id) ON DELETE CASCADE,
    key        TEXT   NOT NULL,
    name       TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    UNIQUE (share_id, key)
);

-- A pick outlives that its photo leaves the share, and shows again when it is back.
CREATE TABLE share_picks (
    visitor_id BIGINT NOT NULL REFERENCES share_visitors (id) ON DELETE CASCADE,
    photo_id   BIGINT NOT NULL REFERENCES photos (id) ON DELETE CASCADE,
    picked_at  BIGINT NOT NULL,
    PRIMARY KEY (visitor_id, photo_id)
);
CREATE INDEX share_picks_by_photo ON share_picks (photo_id);

-- One text for both engines. "INTEGER PRIMARY KEY AUTOINCREMENT" and "BLOB" are
-- rewritten for PostgreSQL; all else is common. Times are microseconds UTC.

CREATE TABLE users (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    version       BIGINT  NOT NULL DEFAULT 1,
    username      TEXT    NOT NULL,
    username_key  TEXT    NOT NULL UNIQUE, -- case folded
    email         TEXT    NOT NULL,
    email_key     TEXT    NOT NULL UNIQUE, -- case folded
    password_hash TEXT    NOT NULL,
    role          TEXT    NOT NULL,
    display_name  TEXT    NOT NULL DEFAULT '',
    avatar_url    TEXT    NOT NULL DEFAULT '',
    is_active     BOOLEAN NOT NULL DEFAULT TRUE,
    created_at    BIGINT  NOT NULL,
    updated_at    BIGINT  NOT NULL,
    last_login_at BIGINT
);

CREATE TABLE sessions (
    id               TEXT   PRIMARY KEY,
    user_id          BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    ip_address       TEXT   NOT NULL,
    user_agent       TEXT   NOT NULL,
    created_at       BIGINT NOT NULL,
    last_seen_at     BIGINT NOT NULL,
    expires_at       BIGINT NOT NULL,
    ended_at         BIGINT,
    refresh_current  TEXT   NOT NULL,
    refresh_previous TEXT   NOT NULL DEFAULT '',
    refresh_rotated  BIGINT NOT NULL
);
CREATE INDEX sessions_by_user ON sessions (user_id, created_at);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- A blob is a stored file. It is reserved before its bytes are put in place and
-- marked as leaving before they are removed, so that taking an existing blob
-- and collecting it meet in this row.
CREATE TABLE blobs (
    key        TEXT    PRIMARY KEY,
    size       BIGINT  NOT NULL,
    touched_at BIGINT  NOT NULL,
    stored     BOOLEAN NOT NULL DEFAULT FALSE,
    in_use     BOOLEAN NOT NULL DEFAULT FALSE, -- found to be, and nothing let go of it since
    leaving    BOOLEAN NOT NULL DEFAULT FALSE
);
CREATE INDEX blobs_to_review ON blobs (touched_at) WHERE NOT in_use AND NOT leaving;
CREATE INDEX blobs_leaving ON blobs (touched_at, key) WHERE leaving;

CREATE TABLE uploads (
    id                TEXT    PRIMARY KEY,
    user_id           BIGINT  REFERENCES users (id) ON DELETE SET NULL,
    sha256            TEXT    NOT NULL,
    blob_key          TEXT    NOT NULL REFERENCES blobs (key),
    original_filename TEXT    NOT NULL,
    size              BIGINT  NOT NULL,
    mime_type         TEXT    NOT NULL,
    status            TEXT    NOT NULL,
    steps             TEXT    NOT NULL,
    progress          BIGINT  NOT NULL DEFAULT 0,
    exif_extracted    BOOLEAN NOT NULL DEFAULT FALSE,
    error             TEXT    NOT NULL DEFAULT '',
    duplicate_of      TEXT    NOT NULL DEFAULT '',
    details           TEXT    NOT NULL DEFAULT '{}',
    width             BIGINT  NOT NULL DEFAULT 0,
    height            BIGINT  NOT NULL DEFAULT 0,
    thumbhash         BLOB,
    dominant_color    TEXT    NOT NULL DEFAULT '',
    perceptual_hash   BIGINT  NOT NULL DEFAULT 0,
    created_at        BIGINT  NOT NULL,
    updated_at        BIGINT  NOT NULL,
    started_at        BIGINT
);
CREATE INDEX uploads_by_content ON uploads (sha256, user_id);
CREATE INDEX uploads_by_blob ON uploads (blob_key);
CREATE INDEX uploads_by_age ON uploads (created_at);

CREATE TABLE renditions (
    upload_id TEXT   NOT NULL REFERENCES uploads (id) ON DELETE CASCADE,
    name      TEXT   NOT NULL,
    blob_key  TEXT   NOT NULL REFERENCES blobs (key),
    key       TEXT   NOT NULL, -- SHA-256 of the bytes, the public name
    mime_type TEXT   NOT NULL,
    width     BIGINT NOT NULL,
    height    BIGINT NOT NULL,
    size      BIGINT NOT NULL,
    recipe    TEXT   NOT NULL, -- the settings it was made with
    PRIMARY KEY (upload_id, name)
);
CREATE INDEX renditions_by_key ON renditions (key);
CREATE INDEX renditions_by_blob ON renditions (blob_key);

CREATE TABLE photos (
    id               INTEGER PRIMARY KEY AUTOINCREMENT,
    version          BIGINT  NOT NULL DEFAULT 1,
    title            TEXT    NOT NULL,
    title_key        BLOB    NOT NULL, -- collation key made by the program
    description      TEXT    NOT NULL DEFAULT '',
    slug             TEXT    NOT NULL,
    status           TEXT    NOT NULL,
    visibility       TEXT    NOT NULL,
    taken_at         BIGINT,
    taken_offset     BIGINT  NOT NULL DEFAULT 0, -- seconds east of UTC
    taken_month      BIGINT,                     -- local, 202605
    created_at       BIGINT  NOT NULL,
    updated_at       BIGINT  NOT NULL,
    published_at     BIGINT,
    deleted_at       BIGINT,
    created_by       BIGINT  REFERENCES users (id) ON DELETE SET NULL,
    view_count       BIGINT  NOT NULL DEFAULT 0,
    like_count       BIGINT  NOT NULL DEFAULT 0,
    download_count   BIGINT  NOT NULL DEFAULT 0,
    sort_order       BIGINT  NOT NULL DEFAULT 0,
    upload_id        TEXT    REFERENCES uploads (id),
    formats_ready    BOOLEAN NOT NULL DEFAULT FALSE,
    camera           TEXT,
    lens             TEXT,
    iso              BIGINT,
    aperture         TEXT,
    shutter_speed    TEXT,
    focal_length     TEXT,
    location_name    TEXT,
    latitude         DOUBLE PRECISION,
    longitude        DOUBLE PRECISION,
    country          TEXT,
    city             TEXT,
    location_private BOOLEAN NOT NULL DEFAULT FALSE, -- read from the picture
    awaits_taken_at  BOOLEAN NOT NULL DEFAULT FALSE, -- to be read from the picture,
    awaits_location  BOOLEAN NOT NULL DEFAULT FALSE, -- which is not looked into yet
    metadata         TEXT    NOT NULL DEFAULT '{}',
    -- The one visibility predicate. Everything public asks this column.
    is_public        BOOLEAN GENERATED ALWAYS AS (
        status = 'published' AND visibility = 'public' AND formats_ready AND deleted_at IS NULL
    ) STORED
);
CREATE UNIQUE INDEX photos_slug ON photos (slug) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX photos_upload ON photos (upload_id) WHERE deleted_at IS NULL;
CREATE INDEX photos_any_upload ON photos (upload_id);
CREATE INDEX photos_public_created ON photos (created_at, id) WHERE is_public;
CREATE INDEX photos_public_taken ON photos (taken_at, id) WHERE is_public;
CREATE INDEX photos_public_title ON photos (title_key, id) WHERE is_public;
CREATE INDEX photos_public_month ON photos (taken_month, created_at, id) WHERE is_public;
CREATE INDEX photos_all_created ON photos (created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX photos_all_taken ON photos (taken_at, id) WHERE deleted_at IS NULL;
CREATE INDEX photos_all_title ON photos (title_key, id) WHERE deleted_at IS NULL;
CREATE INDEX photos_all_month ON photos (taken_month, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX photos_status_created ON photos (status, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX photos_status_taken ON photos (status, taken_at, id) WHERE deleted_at IS NULL;
CREATE INDEX photos_status_title ON photos (status, title_key, id) WHERE deleted_at IS NULL;
CREATE INDEX photos_deleted ON photos (deleted_at, id) WHERE deleted_at IS NOT NULL;
CREATE INDEX photos_public_views ON photos (view_count, id) WHERE is_public;

CREATE TABLE categories (
    id                        INTEGER PRIMARY KEY AUTOINCREMENT,
    version                   BIGINT  NOT NULL DEFAULT 1,
    name                      TEXT    NOT NULL,
    slug                      TEXT    NOT NULL UNIQUE,
    description               TEXT    NOT NULL DEFAULT '',
    parent_id                 BIGINT  REFERENCES categories (id),
    level                     BIGINT  NOT NULL,
    path                      TEXT    NOT NULL,
    cover_photo_id            BIGINT  REFERENCES photos (id) ON DELETE SET NULL,
    color                     TEXT    NOT NULL,
    icon                      TEXT    NOT NULL DEFAULT '',
    sort_order                BIGINT  NOT NULL DEFAULT 0,
    is_active                 BOOLEAN NOT NULL DEFAULT TRUE,
    is_featured               BOOLEAN NOT NULL DEFAULT FALSE,
    is_visible                BOOLEAN NOT NULL DEFAULT TRUE, -- active, as is everything above it
    seo_title                 TEXT    NOT NULL DEFAULT '',
    seo_description           TEXT    NOT NULL DEFAULT '',
    photo_count               BIGINT  NOT NULL DEFAULT 0, -- here and below, not deleted
    direct_photo_count        BIGINT  NOT NULL DEFAULT 0,
    public_photo_count        BIGINT  NOT NULL DEFAULT 0,
    public_direct_photo_count BIGINT  NOT NULL DEFAULT 0,
    created_at                BIGINT  NOT NULL,
    updated_at                BIGINT  NOT NULL
);
CREATE INDEX categories_by_parent ON categories (parent_id, sort_order, id);
CREATE INDEX categories_by_cover ON categories (cover_photo_id);

CREATE TABLE photo_categories (
    photo_id    BIGINT  NOT NULL REFERENCES photos (id) ON DELETE CASCADE,
    category_id BIGINT  NOT NULL REFERENCES categories (id) ON DELETE CASCADE,
    is_primary  BOOLEAN NOT NULL DEFAULT FALSE,
    position    BIGINT  NOT NULL,
    PRIMARY KEY (photo_id, category_id)
);
CREATE INDEX photo_categories_by_category ON photo_categories (category_id, photo_id);

CREATE TABLE tags (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    version      BIGINT  NOT NULL DEFAULT 1,
    name         TEXT    NOT NULL,
    name_key     TEXT    NOT NULL UNIQUE, -- case folded
    slug         TEXT    NOT NULL UNIQUE,
    description  TEXT    NOT NULL DEFAULT '',
    color        TEXT    NOT NULL,
    icon         TEXT    NOT NULL DEFAULT '',
    tag_group    TEXT    NOT NULL,
    is_active    BOOLEAN NOT NULL DEFAULT TRUE,
    is_featured  BOOLEAN NOT NULL DEFAULT FALSE,
    usage_count  BIGINT  NOT NULL DEFAULT 0, -- photos not deleted
    public_count BIGINT  NOT NULL DEFAULT 0,
    trend_score  DOUBLE PRECISION NOT NULL DEFAULT 0, -- as of trend_at
    trend_at     BIGINT  NOT NULL DEFAULT 0,
    created_at   BIGINT  NOT NULL,
    updated_at   BIGINT  NOT NULL,
    last_used_at BIGINT
);
CREATE INDEX tags_by_usage ON tags (usage_count, id);
CREATE INDEX tags_by_public_usage ON tags (public_count, id);

CREATE TABLE photo_tags (
    photo_id   BIGINT NOT NULL REFERENCES photos (id) ON DELETE CASCADE,
    tag_id     BIGINT NOT NULL REFERENCES tags (id) ON DELETE CASCADE,
    position   BIGINT NOT NULL,
    confidence DOUBLE PRECISION NOT NULL DEFAULT 1,
    source     TEXT   NOT NULL DEFAULT 'manual',
    created_at BIGINT NOT NULL,
    PRIMARY KEY (photo_id, tag_id)
);
CREATE INDEX photo_tags_by_tag ON photo_tags (tag_id, photo_id);

-- The photos of a tag (kind 1), and of a category and all below it (kind 2),
-- with their sort keys: a page of either is one index range, whatever the size
-- of the library. Deleted photos are in no feed.
CREATE TABLE feeds (
    kind       SMALLINT NOT NULL,
    owner_id   BIGINT   NOT NULL,
    photo_id   BIGINT   NOT NULL REFERENCES photos (id) ON DELETE CASCADE,
    is_public  BOOLEAN  NOT NULL,
    status     TEXT     NOT NULL,
    created_at BIGINT   NOT NULL,
    taken_at   BIGINT,
    title_key  BLOB     NOT NULL,
    direct     BOOLEAN  NOT NULL, -- in this very category, not one below it
    PRIMARY KEY (kind, owner_id, photo_id)
);
CREATE INDEX feeds_by_photo ON feeds (photo_id);
CREATE INDEX feeds_public_created ON feeds (kind, owner_id, created_at, photo_id) WHERE is_public;
CREATE INDEX feeds_public_taken ON feeds (kind, owner_id, taken_at, photo_id) WHERE is_public;
CREATE INDEX feeds_public_title ON feeds (kind, owner_id, title_key, photo_id) WHERE is_public;
CREATE INDEX feeds_all_created ON feeds (kind, owner_id, created_at, photo_id);

-- How many photos fall into each stretch of time, so that totals are read and
-- deep pages are found without walking the photos. Axis 0 holds the total, 1
-- counts by created_at (UTC), 2 by taken_at (UTC), 3 by the local month of
-- taking. Level 0 is the whole axis or its undated photos, 1 a month (202605),
-- 2 a day (20260531), 3 a minute (202605312359).
CREATE TABLE calendar (
    axis        SMALLINT NOT NULL,
    level       SMALLINT NOT NULL,
    bucket      BIGINT   NOT NULL,
    n_public    BIGINT   NOT NULL DEFAULT 0,
    n_published BIGINT   NOT NULL DEFAULT 0,
    n_draft     BIGINT   NOT NULL DEFAULT 0,
    n_archived  BIGINT   NOT NULL DEFAULT 0,
    PRIMARY KEY (axis, level, bucket)
);

-- As what each photo stands in the calendar and the search index. A change of a
-- photo moves them by the difference to its row here. Deleted photos have none.
CREATE TABLE photo_counted (
    photo_id      BIGINT  PRIMARY KEY REFERENCES photos (id) ON DELETE CASCADE,
    status        TEXT    NOT NULL,
    is_public     BOOLEAN NOT NULL,
    created_at    BIGINT  NOT NULL,
    taken_at      BIGINT,
    taken_month   BIGINT,
    search_digest BIGINT  NOT NULL
);

-- Who saw which photo in which hour (a keyed hash, gone after a day), and how
-- often photos were seen on a day.
CREATE TABLE photo_visits (
    photo_id BIGINT NOT NULL REFERENCES photos (id) ON DELETE CASCADE,
    hour     BIGINT NOT NULL,
    visitor  BLOB   NOT NULL,
    PRIMARY KEY (photo_id, hour, visitor)
);
CREATE INDEX photo_visits_by_hour ON photo_visits (hour);
CREATE TABLE daily_views (
    day   BIGINT PRIMARY KEY, -- 20260531
    views BIGINT NOT NULL
);

CREATE TABLE timeline_events (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    version     BIGINT NOT NULL DEFAULT 1,
    title       TEXT   NOT NULL,
    description TEXT   NOT NULL DEFAULT '',
    date        BIGINT NOT NULL, -- 20260531
    type        TEXT   NOT NULL,
    created_at  BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL
);
CREATE INDEX timeline_events_by_date ON timeline_events (date, id);
CREATE TABLE timeline_event_photos (
    event_id BIGINT NOT NULL REFERENCES timeline_events (id) ON DELETE CASCADE,
    photo_id BIGINT NOT NULL REFERENCES photos (id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    PRIMARY KEY (event_id, photo_id)
);
CREATE INDEX timeline_event_photos_by_photo ON timeline_event_photos (photo_id);

CREATE TABLE settings (
    key        TEXT   PRIMARY KEY,
    value      TEXT   NOT NULL, -- JSON
    updated_at BIGINT NOT NULL
);

CREATE TABLE webhooks (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    version    BIGINT  NOT NULL DEFAULT 1,
    url        TEXT    NOT NULL,
    events     TEXT    NOT NULL, -- JSON
    secret     BLOB    NOT NULL, -- encrypted
    is_active  BOOLEAN NOT NULL,
    created_at BIGINT  NOT NULL,
    updated_at BIGINT  NOT NULL
);

-- The outbox: written in the transaction of the change an event tells of.
CREATE TABLE events (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    type       TEXT   NOT NULL,
    subject    BIGINT NOT NULL,
    data       TEXT   NOT NULL, -- JSON
    created_at BIGINT NOT NULL
);
CREATE INDEX events_by_age ON events (created_at);

CREATE TABLE audit_log (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    at          BIGINT NOT NULL,
    user_id     BIGINT,
    ip_address  TEXT   NOT NULL DEFAULT '',
    request_id  TEXT   NOT NULL DEFAULT '',
    action      TEXT   NOT NULL,
    object_type TEXT   NOT NULL DEFAULT '',
    object_id   TEXT   NOT NULL DEFAULT '',
    detail      TEXT   NOT NULL DEFAULT '{}'
);

CREATE TABLE jobs (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    kind         TEXT   NOT NULL,
    payload      TEXT   NOT NULL, -- JSON
    unique_key   TEXT,
    state        TEXT   NOT NULL,
    priority     BIGINT NOT NULL DEFAULT 0,
    attempt      BIGINT NOT NULL DEFAULT 0,
    max_attempts BIGINT NOT NULL,
    run_at       BIGINT NOT NULL,
    lease_until  BIGINT,
    lease_token  TEXT   NOT NULL DEFAULT '',
    interrupted  BIGINT NOT NULL DEFAULT 0, -- how often its worker vanished
    last_error   TEXT   NOT NULL DEFAULT '',
    created_at   BIGINT NOT NULL
);
-- Of the jobs with one key, one waits and one runs.
CREATE UNIQUE INDEX jobs_unique ON jobs (unique_key) WHERE state = 'ready';
CREATE UNIQUE INDEX jobs_unique_running ON jobs (unique_key) WHERE state = 'running';
CREATE INDEX jobs_ready ON jobs (kind, priority, run_at, id) WHERE state = 'ready';
CREATE INDEX jobs_leases ON jobs (lease_until) WHERE state = 'running';
CREATE INDEX jobs_dead ON jobs (created_at) WHERE state = 'dead';

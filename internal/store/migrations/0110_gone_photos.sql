-- The slugs of photos that were published and are deleted: their pages say so
-- for good, also when nothing else is left of them.
CREATE TABLE gone_photos (
    slug    TEXT   PRIMARY KEY,
    gone_at BIGINT NOT NULL
);

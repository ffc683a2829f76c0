-- The slugs that things had while the public could see them: what was linked by
-- them is found by them still, until something else gets them.
CREATE TABLE former_photo_slugs (
    slug     TEXT   PRIMARY KEY,
    owner_id BIGINT NOT NULL REFERENCES photos (id) ON DELETE CASCADE
);
CREATE INDEX former_photo_slugs_by_owner ON former_photo_slugs (owner_id);
CREATE TABLE former_category_slugs (
    slug     TEXT   PRIMARY KEY,
    owner_id BIGINT NOT NULL REFERENCES categories (id) ON DELETE CASCADE
);
CREATE INDEX former_category_slugs_by_owner ON former_category_slugs (owner_id);
CREATE TABLE former_tag_slugs (
    slug     TEXT   PRIMARY KEY,
    owner_id BIGINT NOT NULL REFERENCES tags (id) ON DELETE CASCADE
);
CREATE INDEX former_tag_slugs_by_owner ON former_tag_slugs (owner_id);

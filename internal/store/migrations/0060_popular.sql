-- The most viewed of the published photos, also of those that the public does
-- not see yet. The status is in front: with it in the condition of the index
-- alone, SQLite rather reads all published photos by another index of statuses.
DROP INDEX photos_public_views;
CREATE INDEX photos_status_views ON photos (status, view_count, id) WHERE deleted_at IS NULL;

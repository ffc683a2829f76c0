-- The most viewed of the published photos, also of those that the public does
-- not see yet.
DROP INDEX photos_public_views;
CREATE INDEX photos_published_views ON photos (view_count, id) WHERE status = 'published' AND deleted_at IS NULL;

-- A month's photos in the order of their capture on the local wall clock.
CREATE INDEX photos_public_local ON photos (taken_month, (taken_at + taken_offset * 1000000), id) WHERE is_public;
CREATE INDEX photos_all_local ON photos (taken_month, (taken_at + taken_offset * 1000000), id) WHERE deleted_at IS NULL;

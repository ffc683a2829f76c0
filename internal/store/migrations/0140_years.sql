-- The photos of a year, and of a month of every year, of capture on the local wall
-- clock, in the order of creation.
CREATE INDEX photos_public_year ON photos ((taken_month / 100), created_at, id) WHERE is_public;
CREATE INDEX photos_all_year ON photos ((taken_month / 100), created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX photos_public_month_of_year ON photos ((taken_month % 100), created_at, id) WHERE is_public;
CREATE INDEX photos_all_month_of_year ON photos ((taken_month % 100), created_at, id) WHERE deleted_at IS NULL;

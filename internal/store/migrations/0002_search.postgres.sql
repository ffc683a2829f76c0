-- The program makes the terms itself, so both engines match the same photos.
-- Weight A is what all are shown, B what is hidden from the public.
CREATE TABLE photo_search (
    photo_id BIGINT   PRIMARY KEY REFERENCES photos (id) ON DELETE CASCADE,
    terms    TSVECTOR NOT NULL
);
CREATE INDEX photo_search_terms ON photo_search USING gin (terms);

-- Words by the part of the photo that has them: A in the title, B in the tags, C
-- in the description, D in the place. Terms without a weight are marks, which say
-- what else a photo is found by: that it is public, its tags and its categories.
TRUNCATE photo_search;

-- What a search must know of each photo that it finds.
CREATE TABLE photo_cards (
    photo_id     BIGINT PRIMARY KEY REFERENCES photos (id) ON DELETE CASCADE,
    card         TEXT   NOT NULL, -- what it is counted by
    taken_day    BIGINT,          -- local, 20260531
    camera       TEXT   NOT NULL, -- folded, as are the others
    lens         TEXT   NOT NULL,
    place        TEXT   NOT NULL,
    hidden_place TEXT   NOT NULL
);

-- The program brings these up to date when it starts; 0 is the digest of none.
UPDATE photo_counted SET search_digest = 0;
CREATE INDEX photo_counted_stale ON photo_counted (photo_id) WHERE search_digest = 0;

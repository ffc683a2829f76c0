-- Words by the part of the photo that has them. The program makes the terms
-- itself, of letters and digits beyond ASCII or folded. Marks say what else a
-- photo is found by: that it is public, its tags and its categories.
DROP TABLE photo_search;
CREATE VIRTUAL TABLE photo_search USING fts5 (
    title, tags, description, place, marks,
    content = '', contentless_delete = 1, detail = column, prefix = '1 2 3', tokenize = 'ascii'
);

-- What a search must know of each photo that it finds.
CREATE TABLE photo_cards (
    photo_id     INTEGER PRIMARY KEY REFERENCES photos (id) ON DELETE CASCADE,
    card         TEXT    NOT NULL, -- what it is counted by
    taken_day    BIGINT,           -- local, 20260531
    camera       TEXT    NOT NULL, -- folded, as are the others
    lens         TEXT    NOT NULL,
    place        TEXT    NOT NULL,
    hidden_place TEXT    NOT NULL
);

-- The program brings these up to date when it starts; 0 is the digest of none.
UPDATE photo_counted SET search_digest = 0;
CREATE INDEX photo_counted_stale ON photo_counted (photo_id) WHERE search_digest = 0;

-- Who likes which photo: a keyed hash that is another one for each photo, so
-- that it does not tell what else somebody likes. And how many of the likes that
-- stand were given on a day.
CREATE TABLE photo_likes (
    photo_id BIGINT NOT NULL REFERENCES photos (id) ON DELETE CASCADE,
    visitor  BLOB   NOT NULL,
    day      BIGINT NOT NULL, -- 20260531
    PRIMARY KEY (photo_id, visitor)
);
CREATE TABLE daily_likes (
    day   BIGINT PRIMARY KEY, -- 20260531
    likes BIGINT NOT NULL
);

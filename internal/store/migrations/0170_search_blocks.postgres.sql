-- Which photos have a term, as a set of bits for every 1,024 of them: photo 5000
-- is bit 904 of block 4. A search is counted, and a page of it found, here: what
-- the index of photo_search finds must each be looked up in the table, since it
-- does not know which versions of a row are deleted.
CREATE TABLE search_blocks (
    term   TEXT COLLATE "C" NOT NULL,
    block  BIGINT           NOT NULL,
    photos BIT(1024)        NOT NULL,
    PRIMARY KEY (term, block)
) WITH (fillfactor = 70);

-- Triggers keep it in line with photo_search, whatever takes rows away there. A
-- change flips the bits of the terms that a photo got or lost.
CREATE FUNCTION flip_search_blocks() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO search_blocks AS kept (term, block, photos)
    SELECT term, photo_id / 1024, bit_or(set_bit(0::BIT(1024), (photo_id % 1024)::INT, 1))
    FROM changed, unnest(tsvector_to_array(terms)) AS term
    GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (term, block) DO UPDATE SET photos = kept.photos # excluded.photos;
    RETURN NULL;
END $$;
CREATE FUNCTION flip_changed_search_blocks() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO search_blocks AS kept (term, block, photos)
    SELECT term, photo_id / 1024, bit_or(set_bit(0::BIT(1024), (photo_id % 1024)::INT, 1))
    FROM (
        SELECT photo_id, term FROM (TABLE before UNION ALL TABLE after) AS versions, unnest(tsvector_to_array(terms)) AS term
        GROUP BY 1, 2 HAVING COUNT(*) = 1
    ) AS changed
    GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (term, block) DO UPDATE SET photos = kept.photos # excluded.photos;
    RETURN NULL;
END $$;
CREATE TRIGGER search_blocks_added AFTER INSERT ON photo_search
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION flip_search_blocks();
CREATE TRIGGER search_blocks_removed AFTER DELETE ON photo_search
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION flip_search_blocks();
CREATE TRIGGER search_blocks_changed AFTER UPDATE ON photo_search
    REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION flip_changed_search_blocks();

INSERT INTO search_blocks (term, block, photos)
SELECT term, photo_id / 1024, bit_or(set_bit(0::BIT(1024), (photo_id % 1024)::INT, 1))
FROM photo_search, unnest(tsvector_to_array(terms)) AS term
GROUP BY 1, 2 ORDER BY 1, 2;

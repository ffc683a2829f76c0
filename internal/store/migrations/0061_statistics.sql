-- What the files of each family (originals, derived, chunks) and type take. A
-- file is counted while its bytes are in place: from stored to its row's end.
ALTER TABLE blobs ADD COLUMN mime_type TEXT NOT NULL DEFAULT ''; -- '' when nobody said
UPDATE blobs SET mime_type = COALESCE(
    (SELECT MIN(u.mime_type) FROM uploads u WHERE u.blob_key = blobs.key),
    (SELECT MIN(r.mime_type) FROM renditions r WHERE r.blob_key = blobs.key), '');
CREATE TABLE stored_files (
    family    TEXT   NOT NULL,
    mime_type TEXT   NOT NULL,
    files     BIGINT NOT NULL,
    bytes     BIGINT NOT NULL,
    PRIMARY KEY (family, mime_type)
);
INSERT INTO stored_files (family, mime_type, files, bytes)
SELECT CASE WHEN key LIKE 'originals/%' THEN 'originals' WHEN key LIKE 'chunks/%' THEN 'chunks' ELSE 'derived' END AS family,
    mime_type, COUNT(*), SUM(size)
FROM blobs WHERE stored GROUP BY family, mime_type;
CREATE INDEX blobs_reserved ON blobs (size) WHERE NOT stored;

-- How many photos of each year of creation (UTC) there are with a tag (kind 1),
-- directly in a category (2), of a camera (3) and of a lens (4). Those in the
-- trash do not count.
CREATE TABLE yearly_photos (
    kind     SMALLINT NOT NULL,
    owner_id BIGINT   NOT NULL, -- 0 for cameras and lenses
    name     TEXT     NOT NULL, -- '' for tags and categories
    year     BIGINT   NOT NULL,
    photos   BIGINT   NOT NULL,
    PRIMARY KEY (kind, owner_id, name, year)
);
ALTER TABLE photo_counted ADD COLUMN camera TEXT NOT NULL DEFAULT '';
ALTER TABLE photo_counted ADD COLUMN lens TEXT NOT NULL DEFAULT '';
UPDATE photo_counted SET
    camera = COALESCE((SELECT p.camera FROM photos p WHERE p.id = photo_counted.photo_id), ''),
    lens = COALESCE((SELECT p.lens FROM photos p WHERE p.id = photo_counted.photo_id), '');
WITH RECURSIVE years (year, begins, ends) AS (
    SELECT CAST(1970 AS BIGINT), CAST(0 AS BIGINT), CAST(31536000000000 AS BIGINT)
    UNION ALL
    SELECT year + 1, ends, ends + CASE WHEN (year + 1) % 4 = 0 THEN 31622400000000 ELSE 31536000000000 END
    FROM years WHERE year < 2099
)
INSERT INTO yearly_photos (kind, owner_id, name, year, photos)
SELECT f.kind, f.owner_id, '', years.year, COUNT(*)
FROM feeds f JOIN years ON f.created_at >= years.begins AND f.created_at < years.ends
WHERE f.direct GROUP BY f.kind, f.owner_id, years.year
UNION ALL
SELECT 3, 0, c.camera, years.year, COUNT(*)
FROM photo_counted c JOIN years ON c.created_at >= years.begins AND c.created_at < years.ends
WHERE c.camera <> '' GROUP BY c.camera, years.year
UNION ALL
SELECT 4, 0, c.lens, years.year, COUNT(*)
FROM photo_counted c JOIN years ON c.created_at >= years.begins AND c.created_at < years.ends
WHERE c.lens <> '' GROUP BY c.lens, years.year;

-- How often each tag came to photos that still have it, by the day (days = 1)
-- and by 32 days: number is that of the stretch since 1970, UTC. And when each
-- photo got the tag, which moves these, the trend and the last use by as much as
-- the photo counted.
ALTER TABLE feeds ADD COLUMN used_at BIGINT NOT NULL DEFAULT 0; -- of tags
UPDATE feeds SET used_at = COALESCE((
    SELECT pt.created_at FROM photo_tags pt WHERE pt.photo_id = feeds.photo_id AND pt.tag_id = feeds.owner_id), created_at)
WHERE kind = 1;
CREATE INDEX feeds_tag_used ON feeds (owner_id, is_public, used_at) WHERE kind = 1;

CREATE TABLE tag_uses (
    tag_id      BIGINT   NOT NULL REFERENCES tags (id) ON DELETE CASCADE,
    days        SMALLINT NOT NULL,
    number      BIGINT   NOT NULL,
    uses        BIGINT   NOT NULL,
    public_uses BIGINT   NOT NULL,
    PRIMARY KEY (tag_id, days, number)
);
INSERT INTO tag_uses (tag_id, days, number, uses, public_uses)
SELECT f.owner_id, spans.days, f.used_at / (spans.days * 86400000000), COUNT(*), SUM(CASE WHEN f.is_public THEN 1 ELSE 0 END)
FROM feeds f CROSS JOIN (SELECT 1 AS days UNION ALL SELECT 32) spans
WHERE f.kind = 1 GROUP BY 1, 2, 3;

-- The last uses, and the trends as of then: 2 to the power of minus the weeks
-- since each use, the whole weeks by a shift, the part of one by the series of
-- the exponential function.
UPDATE tags SET
    last_used_at = (SELECT MAX(used_at) FROM feeds WHERE kind = 1 AND owner_id = tags.id),
    public_last_used_at = (SELECT MAX(used_at) FROM feeds WHERE kind = 1 AND owner_id = tags.id AND is_public);
UPDATE tags SET trend_at = COALESCE(last_used_at, 0), public_trend_at = COALESCE(public_last_used_at, 0);
UPDATE tags SET trend_score = COALESCE((
    SELECT SUM((1 - x * (1 - x / 2 * (1 - x / 3 * (1 - x / 4 * (1 - x / 5 * (1 - x / 6 * (1 - x / 7 * (1 - x / 8 * (1 - x / 9)))))))))
        / (CAST(1 AS BIGINT) << weeks))
    FROM (
        SELECT CAST((tags.trend_at - used_at) / 604800000000 AS INTEGER) AS weeks,
            CAST((tags.trend_at - used_at) % 604800000000 AS DOUBLE PRECISION) * 0.693147180559945 / 604800000000 AS x
        FROM feeds WHERE kind = 1 AND owner_id = tags.id AND used_at > tags.trend_at - 60 * 604800000000
    ) ages), 0);
UPDATE tags SET public_trend_score = COALESCE((
    SELECT SUM((1 - x * (1 - x / 2 * (1 - x / 3 * (1 - x / 4 * (1 - x / 5 * (1 - x / 6 * (1 - x / 7 * (1 - x / 8 * (1 - x / 9)))))))))
        / (CAST(1 AS BIGINT) << weeks))
    FROM (
        SELECT CAST((tags.public_trend_at - used_at) / 604800000000 AS INTEGER) AS weeks,
            CAST((tags.public_trend_at - used_at) % 604800000000 AS DOUBLE PRECISION) * 0.693147180559945 / 604800000000 AS x
        FROM feeds WHERE kind = 1 AND owner_id = tags.id AND used_at > tags.public_trend_at - 60 * 604800000000 AND is_public
    ) ages), 0);

-- What the public sees of the use of a tag comes from public photos alone: when
-- a photo last appeared with it, and how often photos did, each time halved every
-- seven days.
ALTER TABLE tags ADD COLUMN public_trend_score DOUBLE PRECISION NOT NULL DEFAULT 0; -- as of public_trend_at
ALTER TABLE tags ADD COLUMN public_trend_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE tags ADD COLUMN public_last_used_at BIGINT;
UPDATE tags SET
    public_trend_score = trend_score * public_count / usage_count,
    public_trend_at = trend_at,
    public_last_used_at = (
        SELECT MAX(pt.created_at) FROM photo_tags pt JOIN photos p ON p.id = pt.photo_id
        WHERE pt.tag_id = tags.id AND p.is_public)
WHERE public_count > 0;

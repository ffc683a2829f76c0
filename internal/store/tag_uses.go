package store

import (
	"context"
	"fmt"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store/rows"
	"github.com/vitrine-photos/vitrine/internal/store/sqltext"
	"github.com/vitrine-photos/vitrine/internal/store/trend"
)

// addTagUses moves the counts, the trends and the last uses of tags. The counters
// of their photos have moved already.
func (tx *Tx) addTagUses(ctx context.Context, changes *trend.Changes) error {
	var values [][]any
	for _, span := range changes.Spans() {
		n := changes.Count(span)
		values = append(values, []any{span.Tag, span.Days, span.Number, n.All, n.Public})
	}
	if err := execRows(ctx, tx, `
		INSERT INTO tag_uses (tag_id, days, number, uses, public_uses) VALUES @rows
		ON CONFLICT (tag_id, days, number) DO UPDATE SET
			uses = tag_uses.uses + excluded.uses, public_uses = tag_uses.public_uses + excluded.public_uses`, values); err != nil {
		return err
	}
	lastUsed := func(public string) string {
		return fmt.Sprintf("(SELECT MAX(used_at) FROM feeds WHERE kind = %d AND owner_id = t.id AND is_public = %s)", feedTag, public)
	}
	tags, err := rows.In(ctx, tx.src, changes.Tags(), scanTagUse, `
		SELECT t.id, t.usage_count, t.public_count, t.trend_score, t.trend_at, t.public_trend_score, t.public_trend_at,
			`+lastUsed("TRUE")+", "+lastUsed("FALSE")+" FROM tags t WHERE t.id IN (@ids)")
	if err != nil {
		return err
	}
	for _, tag := range tags {
		if err := tx.setTagUse(ctx, tag.id, tag.movedBy(changes.Score(tag.id), tx.Now), tag.seen, laterOf(tag.seen, tag.hidden)); err != nil {
			return err
		}
	}
	return nil
}

// tagUse is how much a tag is used.
type tagUse struct {
	id           int64
	uses         trend.Count
	score        trend.Score
	at, publicAt int64  // as of when the scores are
	seen, hidden *int64 // when the public last saw it come to a photo, and when not
}

func scanTagUse(r rows.Row) (t tagUse, err error) {
	err = r.Scan(&t.id, &t.uses.All, &t.uses.Public, &t.score.All, &t.at, &t.score.Public, &t.publicAt, &t.seen, &t.hidden)
	return t, err
}

// movedBy returns the score as of now. What is left of no uses is nothing, and
// not what was lost in adding up.
func (t tagUse) movedBy(by trend.Score, now time.Time) (score trend.Score) {
	if t.uses.All > 0 {
		score.All = max(0, trend.Decayed(t.score.All, now.Sub(fromMicros(t.at)))+by.All)
	}
	if t.uses.Public > 0 {
		score.Public = max(0, trend.Decayed(t.score.Public, now.Sub(fromMicros(t.publicAt)))+by.Public)
	}
	return score
}

func laterOf(a, b *int64) *int64 {
	if a == nil || b != nil && *b > *a {
		return b
	}
	return a
}

func (tx *Tx) setTagUse(ctx context.Context, id int64, score trend.Score, seen, used *int64) error {
	_, err := tx.exec(ctx, `
		UPDATE tags SET trend_score = $1, public_trend_score = $2, trend_at = $3, public_trend_at = $3,
			last_used_at = $4, public_last_used_at = $5
		WHERE id = $6`, score.All, score.Public, micros(tx.Now), used, seen, id)
	return err
}

// TrendingTags returns the tags that photos of an audience got since the day of
// that time began (UTC) and still have, those first whose trend is highest now.
func (r reader) TrendingTags(ctx context.Context, audience vitrine.Audience, since, now time.Time, limit int) ([]vitrine.TrendingTag, error) {
	day := trend.DayOf(since)
	var c sqltext.Conditions
	c.Add(shownTags(audience))
	c.Add(tagLastUsed(audience)+" >= ?", micros(trend.StartOf(day)))
	tags, err := r.tagsByTrend(ctx, c, audience, now, vitrine.Descending, window{0, limit})
	if err != nil {
		return nil, err
	}
	uses, err := r.usesSince(ctx, tags, audience, day)
	trending := make([]vitrine.TrendingTag, len(tags))
	for i, t := range tags {
		trending[i] = vitrine.TrendingTag{Tag: t, PeriodUsage: uses[t.ID]}
	}
	return trending, err
}

// usesSince counts the uses of tags from a day on.
func (r reader) usesSince(ctx context.Context, tags []*vitrine.Tag, audience vitrine.Audience, day int64) (map[int64]int, error) {
	ids := make([]int64, len(tags))
	for i, t := range tags {
		ids[i] = t.ID
	}
	column := "uses"
	if audience == vitrine.AudiencePublic {
		column = "public_uses"
	}
	first, last, long := trend.Since(day)
	uses := map[int64]int{}
	_, err := rows.In(ctx, r.src, ids, func(r rows.Row) (n int, err error) {
		var id int64
		err = r.Scan(&id, &n)
		uses[id] = n
		return n, err
	}, fmt.Sprintf(`
		SELECT tag_id, CAST(SUM(%s) AS BIGINT) FROM tag_uses WHERE tag_id IN (@ids)
			AND (days = %d AND number BETWEEN %d AND %d OR days = %d AND number > %d) GROUP BY tag_id`,
		column, trend.Day, first, last, trend.Long, long))
	return uses, err
}

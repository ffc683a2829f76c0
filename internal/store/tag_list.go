package store

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store/rows"
	"github.com/vitrine-photos/vitrine/internal/store/spelling"
	"github.com/vitrine-photos/vitrine/internal/store/sqltext"
	"github.com/vitrine-photos/vitrine/internal/store/trend"
)

// TagPage returns one page of the tags that a filter selects, as they are at a
// moment. Its cost does not depend on the photos.
func (r reader) TagPage(ctx context.Context, f vitrine.TagFilter, now time.Time) (page vitrine.TagPage, err error) {
	if page.Groups, err = r.tagGroups(ctx, f.Audience); err != nil {
		return page, err
	}
	for group, n := range page.Groups {
		if f.Group == "" || f.Group == group {
			page.Total += n
		}
	}
	var c sqltext.Conditions
	c.Add(shownTags(f.Audience))
	if f.Group != "" {
		c.Add("t.tag_group = ?", string(f.Group))
	}
	if key := vitrine.FoldName(f.Search); key != "" {
		c.Add(`t.name_key LIKE ? ESCAPE '\'`, sqltext.Containing(key))
		if page.Total, err = rows.Value[int](ctx, r.src, "SELECT COUNT(*) FROM tags t"+c.Where(), c.Args...); err != nil {
			return page, err
		}
	}
	if f.SortBy == vitrine.TagsByTrend {
		page.Tags, err = r.tagsByTrend(ctx, c, f.Audience, now, f.SortOrder, windowOf(f.Page))
		return page, err
	}
	query := "SELECT " + tagColumns(f.Audience) + " FROM tags t" + c.Where() +
		" ORDER BY " + r.tagKey(f) + " " + direction(f.SortOrder) + ", t.id LIMIT " + c.Arg(f.Page.Limit) + " OFFSET " + c.Arg(f.Page.Offset())
	page.Tags, err = rows.All(ctx, r.src, scanTag(now), query, c.Args...)
	return page, err
}

func (r reader) tagKey(f vitrine.TagFilter) string {
	switch f.SortBy {
	case vitrine.TagsByName:
		return r.d.byteOrder("t.name_key")
	case vitrine.TagsByAge:
		return "t.created_at"
	}
	return tagCounter(f.Audience)
}

func (r reader) tagGroups(ctx context.Context, audience vitrine.Audience) (map[vitrine.TagGroup]int, error) {
	groups := map[vitrine.TagGroup]int{}
	_, err := rows.All(ctx, r.src, func(r rows.Row) (n int, err error) {
		var group vitrine.TagGroup
		err = r.Scan(&group, &n)
		groups[group] = n
		return n, err
	}, "SELECT t.tag_group, COUNT(*) FROM tags t WHERE "+shownTags(audience)+" GROUP BY t.tag_group")
	return groups, err
}

// tagTrend is a tag with its trend at the moment that is asked for.
type tagTrend struct {
	id    int64
	score float64
}

// tagsByTrend sorts here: SQLite knows no powers.
func (r reader) tagsByTrend(ctx context.Context, c sqltext.Conditions, audience vitrine.Audience, now time.Time, order vitrine.SortOrder, w window) ([]*vitrine.Tag, error) {
	trends, err := rows.All(ctx, r.src, func(r rows.Row) (t tagTrend, err error) {
		var at int64
		err = r.Scan(&t.id, &t.score, &at)
		t.score = trend.Decayed(t.score, now.Sub(fromMicros(at)))
		return t, err
	}, "SELECT t.id, "+tagTrendColumns(audience)+" FROM tags t"+c.Where(), c.Args...)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(trends, func(a, b tagTrend) int {
		if order == vitrine.Ascending {
			return cmp.Or(cmp.Compare(a.score, b.score), cmp.Compare(a.id, b.id))
		}
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.id, b.id))
	})
	from := min(w.offset, len(trends))
	var ids []int64
	for _, t := range trends[from:min(from+w.limit, len(trends))] {
		ids = append(ids, t.id)
	}
	return r.tagsByID(ctx, ids, audience, now)
}

// tagsByID returns tags in the order of their ids' list.
func (r reader) tagsByID(ctx context.Context, ids []int64, audience vitrine.Audience, now time.Time) ([]*vitrine.Tag, error) {
	tags, err := rows.In(ctx, r.src, ids, scanTag(now), "SELECT "+tagColumns(audience)+" FROM tags t WHERE t.id IN (@ids)")
	slices.SortFunc(tags, func(a, b *vitrine.Tag) int {
		return slices.Index(ids, a.ID) - slices.Index(ids, b.ID)
	})
	return tags, err
}

// SuggestTags returns the tags that a text may mean: those that begin with it,
// then those that hold it, then those that are spelt alike; the closest first,
// of equals the most used.
func (r reader) SuggestTags(ctx context.Context, text string, audience vitrine.Audience, now time.Time, limit int) ([]vitrine.SuggestedTag, error) {
	key := vitrine.FoldName(text)
	if key == "" {
		return nil, nil
	}
	inside := sqltext.Containing(key)
	prefix := strings.TrimPrefix(inside, "%")
	holding, err := rows.All(ctx, r.src, scanTag(now), "SELECT "+tagColumns(audience)+" FROM tags t WHERE "+shownTags(audience)+
		` AND t.name_key LIKE $1 ESCAPE '\'
		ORDER BY CASE WHEN t.name_key LIKE $2 ESCAPE '\' THEN 0 ELSE 1 END, LENGTH(t.name_key), `+tagCounter(audience)+" DESC, t.id LIMIT $3",
		inside, prefix, limit)
	if err != nil {
		return nil, err
	}
	var suggested []vitrine.SuggestedTag
	for _, t := range holding {
		suggested = append(suggested, vitrine.SuggestedTag{Tag: t, Score: spelling.Score(key, vitrine.FoldName(t.Name))})
	}
	if len(suggested) == limit {
		return suggested, nil
	}
	similar, err := r.similarTags(ctx, key, audience, now)
	suggested = append(suggested, similar...)
	return suggested[:min(limit, len(suggested))], err
}

const (
	// maxMisspelt is how many letters may be wrong, and one in three at most.
	maxMisspelt = 2
	// maxCompared bounds how many tags are compared letter by letter: the most
	// used of about the right length.
	maxCompared = 2000
)

func (r reader) similarTags(ctx context.Context, key string, audience vitrine.Audience, now time.Time) ([]vitrine.SuggestedTag, error) {
	length := utf8.RuneCountInString(key)
	wrong := min(maxMisspelt, length/3)
	if wrong == 0 {
		return nil, nil
	}
	candidates, err := rows.All(ctx, r.src, scanTag(now), "SELECT "+tagColumns(audience)+" FROM tags t WHERE "+shownTags(audience)+
		" AND LENGTH(t.name_key) BETWEEN $1 AND $2 ORDER BY "+tagCounter(audience)+" DESC, t.id LIMIT $3",
		length-wrong, length+wrong, maxCompared)
	if err != nil {
		return nil, err
	}
	var similar []vitrine.SuggestedTag
	for _, t := range candidates {
		name := vitrine.FoldName(t.Name)
		if !strings.Contains(name, key) && spelling.Distance(key, name) <= wrong {
			similar = append(similar, vitrine.SuggestedTag{Tag: t, Score: spelling.Score(key, name)})
		}
	}
	slices.SortStableFunc(similar, func(a, b vitrine.SuggestedTag) int { return cmp.Compare(b.Score, a.Score) })
	return similar, nil
}

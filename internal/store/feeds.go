package store

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"github.com/vitrine-photos/vitrine/internal/store/calendar"
	"github.com/vitrine-photos/vitrine/internal/store/rows"
	"github.com/vitrine-photos/vitrine/internal/store/sqltext"
)

// The kinds of feeds.
const (
	feedTag      = calendar.KindTag
	feedCategory = calendar.KindCategory // with all below it
)

// feedKey names the feed of a tag or a category.
type feedKey struct {
	kind  int
	owner int64
}

// feedPlace names an entry of a feed.
type feedPlace struct {
	feedKey
	photoID int64
}

// feedEntry is a photo in a feed, with its sort keys.
type feedEntry struct {
	feedPlace
	public    bool
	status    string
	createdAt int64
	takenAt   *int64
	titleKey  []byte
	direct    bool
}

func (e feedEntry) equal(other feedEntry) bool {
	return e.public == other.public && e.status == other.status && e.direct == other.direct &&
		bytes.Equal(e.titleKey, other.titleKey) && equalTimes(e.takenAt, other.takenAt)
}

func equalTimes(a, b *int64) bool {
	return (a == nil) == (b == nil) && (a == nil || *a == *b)
}

func scanFeedEntry(r rows.Row) (e feedEntry, err error) {
	err = r.Scan(&e.photoID, &e.kind, &e.owner, &e.public, &e.status, &e.createdAt, &e.takenAt, &e.titleKey, &e.direct)
	return e, err
}

// entries returns a photo's places in the feeds.
func (s *standing) entries() []feedEntry {
	var entries []feedEntry
	put := func(key feedKey, direct bool) {
		entries = append(entries, feedEntry{feedPlace{key, s.id}, s.public, s.status, s.createdAt, s.takenAt, s.titleKey, direct})
	}
	for _, id := range s.tags {
		put(feedKey{feedTag, id}, true)
	}
	for _, c := range s.categories {
		put(feedKey{feedCategory, c.id}, c.direct)
	}
	return entries
}

// feedChange collects what must be done to the entries of photos.
type feedChange struct {
	gone   map[feedKey][]int64 // photos
	put    []feedEntry         // new or different
	counts map[feedKey]feedCounts
	years  calendar.YearlyChanges
}

// feedCounts are the counters that a tag or category keeps of its feed. A tag
// has the first two alone.
type feedCounts struct{ all, public, direct, publicDirect int }

func (c *feedCounts) add(e feedEntry, n int) {
	c.all += n
	if e.public {
		c.public += n
	}
	if e.direct {
		c.direct += n
	}
	if e.direct && e.public {
		c.publicDirect += n
	}
}

// refreshFeeds puts photos into the feeds where they belong, and takes them out
// of the others.
func (tx *Tx) refreshFeeds(ctx context.Context, ids []int64, now map[int64]*standing) error {
	present, err := rows.In(ctx, tx.src, ids, scanFeedEntry, `
		SELECT photo_id, kind, owner_id, is_public, status, created_at, taken_at, title_key, direct FROM feeds
		WHERE photo_id IN (@ids)`)
	if err != nil {
		return err
	}
	var wanted []feedEntry
	for _, id := range ids {
		if s := now[id]; s != nil {
			wanted = append(wanted, s.entries()...)
		}
	}
	change := compareFeeds(present, wanted)
	if err := tx.removeFromFeeds(ctx, change.gone); err != nil {
		return err
	}
	if err := tx.putIntoFeeds(ctx, change.put); err != nil {
		return err
	}
	if err := tx.addYearly(ctx, change.years); err != nil {
		return err
	}
	return tx.addFeedCounts(ctx, change.counts)
}

func compareFeeds(present, wanted []feedEntry) feedChange {
	change := feedChange{gone: map[feedKey][]int64{}, counts: map[feedKey]feedCounts{}, years: calendar.YearlyChanges{}}
	count := func(e feedEntry, n int) {
		c := change.counts[e.feedKey]
		c.add(e, n)
		change.counts[e.feedKey] = c
		if e.direct {
			change.years[calendar.Yearly{Kind: e.kind, Owner: e.owner, Year: fromMicros(e.createdAt).Year()}] += n
		}
	}
	before := make(map[feedPlace]feedEntry, len(present))
	for _, old := range present {
		before[old.feedPlace] = old
	}
	for _, next := range wanted {
		old, known := before[next.feedPlace]
		delete(before, next.feedPlace)
		if known && next.equal(old) {
			continue
		}
		change.put = append(change.put, next)
		count(next, +1)
		if known {
			count(old, -1)
		}
	}
	for _, old := range before {
		change.gone[old.feedKey] = append(change.gone[old.feedKey], old.photoID)
		count(old, -1)
	}
	return change
}

func (tx *Tx) removeFromFeeds(ctx context.Context, gone map[feedKey][]int64) error {
	for key, photos := range gone {
		query := fmt.Sprintf("DELETE FROM feeds WHERE kind = %d AND owner_id = %d AND photo_id IN (@ids)", key.kind, key.owner)
		if err := execIn(ctx, tx, query, photos); err != nil {
			return err
		}
	}
	return nil
}

func (tx *Tx) putIntoFeeds(ctx context.Context, put []feedEntry) error {
	values := make([][]any, len(put))
	for i, e := range put {
		values[i] = []any{e.kind, e.owner, e.photoID, e.public, e.status, e.createdAt, e.takenAt, e.titleKey, e.direct}
	}
	return execRows(ctx, tx, `
		INSERT INTO feeds (kind, owner_id, photo_id, is_public, status, created_at, taken_at, title_key, direct) VALUES @rows
		ON CONFLICT (kind, owner_id, photo_id) DO UPDATE SET
			is_public = excluded.is_public, status = excluded.status, taken_at = excluded.taken_at,
			title_key = excluded.title_key, direct = excluded.direct`, values)
}

// addFeedCounts moves the counters of tags and categories. Those that move
// alike, as most do, take one statement.
func (tx *Tx) addFeedCounts(ctx context.Context, counts map[feedKey]feedCounts) error {
	type move struct {
		kind int
		by   feedCounts
	}
	owners := map[move][]int64{}
	for key, by := range counts {
		if by != (feedCounts{}) {
			owners[move{key.kind, by}] = append(owners[move{key.kind, by}], key.owner)
		}
	}
	for m, ids := range owners {
		slices.Sort(ids)
		if err := tx.moveCounts(ctx, m.kind, m.by, ids); err != nil {
			return err
		}
		if m.kind == feedTag && m.by.public > 0 {
			if err := tx.countPublicUses(ctx, ids, m.by.public); err != nil {
				return err
			}
		}
	}
	return nil
}

func (tx *Tx) moveCounts(ctx context.Context, kind int, by feedCounts, ids []int64) error {
	list, args := sqltext.InList(1, ids)
	set, topic := fmt.Sprintf("tags SET usage_count = usage_count + %d, public_count = public_count + %d", by.all, by.public), TopicTags
	if kind == feedCategory {
		set, topic = fmt.Sprintf(`categories SET photo_count = photo_count + %d, public_photo_count = public_photo_count + %d,
			direct_photo_count = direct_photo_count + %d, public_direct_photo_count = public_direct_photo_count + %d`,
			by.all, by.public, by.direct, by.publicDirect), TopicCategories
	}
	tx.changed(topic)
	_, err := tx.exec(ctx, "UPDATE "+set+" WHERE id IN ("+list+")", args...)
	return err
}

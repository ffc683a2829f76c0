package store

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
)

// The kinds of feeds.
const (
	feedTag      = 1
	feedCategory = 2 // with all below it
)

// feedKey names the feed of a tag or a category.
type feedKey struct {
	kind  int
	owner int64
}

// feedEntry is a photo in a feed, with its sort keys.
type feedEntry struct {
	feedKey
	public   bool
	status   string
	takenAt  *int64
	titleKey []byte
	direct   bool
}

func (e feedEntry) equal(other feedEntry) bool {
	return e.public == other.public && e.status == other.status && e.direct == other.direct &&
		bytes.Equal(e.titleKey, other.titleKey) && equalTimes(e.takenAt, other.takenAt)
}

func equalTimes(a, b *int64) bool {
	return (a == nil) == (b == nil) && (a == nil || *a == *b)
}

func scanFeedEntry(r row) (e feedEntry, err error) {
	err = r.Scan(&e.kind, &e.owner, &e.public, &e.status, &e.takenAt, &e.titleKey, &e.direct)
	return e, err
}

// entries returns a photo's places in the feeds; a nil standing has none.
func (s *standing) entries() map[feedKey]feedEntry {
	entries := map[feedKey]feedEntry{}
	if s == nil {
		return entries
	}
	put := func(key feedKey, direct bool) {
		entries[key] = feedEntry{key, s.public, s.status, s.takenAt, s.titleKey, direct}
	}
	for _, id := range s.tags {
		put(feedKey{feedTag, id}, true)
	}
	for _, c := range s.categories {
		put(feedKey{feedCategory, c.id}, c.direct)
	}
	return entries
}

// feedChange collects what must be done to a photo's entries.
type feedChange struct {
	gone   []feedEntry
	put    []feedEntry // new or different
	counts map[feedKey]feedCounts
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

// refreshFeeds puts a photo into the feeds where it belongs, and takes it out
// of the others.
func (tx *Tx) refreshFeeds(ctx context.Context, id int64, now *standing) error {
	present, err := selectAll(ctx, tx.reader, scanFeedEntry, `
		SELECT kind, owner_id, is_public, status, taken_at, title_key, direct FROM feeds
		WHERE photo_id = $1 ORDER BY kind, owner_id`, id)
	if err != nil {
		return err
	}
	change := compareFeeds(present, now.entries())
	if err := tx.removeFromFeeds(ctx, id, change.gone); err != nil {
		return err
	}
	if len(change.put) > 0 {
		if err := tx.putIntoFeeds(ctx, id, now.createdAt, change.put); err != nil {
			return err
		}
	}
	return tx.addFeedCounts(ctx, change.counts)
}

func compareFeeds(present []feedEntry, wanted map[feedKey]feedEntry) feedChange {
	change := feedChange{counts: map[feedKey]feedCounts{}}
	count := func(e feedEntry, n int) {
		c := change.counts[e.feedKey]
		c.add(e, n)
		change.counts[e.feedKey] = c
	}
	for _, old := range present {
		next, stays := wanted[old.feedKey]
		delete(wanted, old.feedKey)
		switch {
		case !stays:
			change.gone = append(change.gone, old)
			count(old, -1)
		case !next.equal(old):
			change.put = append(change.put, next)
			count(old, -1)
			count(next, +1)
		}
	}
	for _, next := range wanted {
		change.put = append(change.put, next)
		count(next, +1)
	}
	return change
}

func (tx *Tx) removeFromFeeds(ctx context.Context, id int64, gone []feedEntry) error {
	byKind := map[int][]int64{}
	for _, e := range gone {
		byKind[e.kind] = append(byKind[e.kind], e.owner)
	}
	for kind, owners := range byKind {
		list, args := inList(3, owners)
		_, err := tx.exec(ctx, "DELETE FROM feeds WHERE photo_id = $1 AND kind = $2 AND owner_id IN ("+list+")",
			append([]any{id, kind}, args...)...)
		if err != nil {
			return err
		}
	}
	return nil
}

func (tx *Tx) putIntoFeeds(ctx context.Context, id, createdAt int64, put []feedEntry) error {
	for batch := range slices.Chunk(put, 100) { // PostgreSQL takes 65,535 parameters, SQLite half of it
		var rows []string
		var args []any
		for _, e := range batch {
			rows = append(rows, "("+placeholders(len(args)+1, 9)+")")
			args = append(args, e.kind, e.owner, id, e.public, e.status, createdAt, e.takenAt, e.titleKey, e.direct)
		}
		_, err := tx.exec(ctx, `
			INSERT INTO feeds (kind, owner_id, photo_id, is_public, status, created_at, taken_at, title_key, direct)
			VALUES `+strings.Join(rows, ", ")+`
			ON CONFLICT (kind, owner_id, photo_id) DO UPDATE SET
				is_public = excluded.is_public, status = excluded.status, taken_at = excluded.taken_at,
				title_key = excluded.title_key, direct = excluded.direct`, args...)
		if err != nil {
			return err
		}
	}
	return nil
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
	}
	return nil
}

func (tx *Tx) moveCounts(ctx context.Context, kind int, by feedCounts, ids []int64) error {
	list, args := inList(1, ids)
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

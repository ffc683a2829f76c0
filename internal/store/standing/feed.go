package standing

import (
	"bytes"
	"time"

	"github.com/vitrine-photos/vitrine/internal/store/calendar"
	"github.com/vitrine-photos/vitrine/internal/store/rows"
	"github.com/vitrine-photos/vitrine/internal/store/trend"
)

// Feed names the list of a tag's photos, or of those of a category and all below
// it.
type Feed struct {
	Kind  int // calendar.KindTag or calendar.KindCategory
	Owner int64
}

// FeedEntry is a photo in a feed, with its sort keys.
type FeedEntry struct {
	feedPlace
	public    bool
	status    string
	createdAt int64
	takenAt   *int64
	titleKey  []byte
	direct    bool
	usedAt    int64 // when the photo got the tag; 0 for a category
}

// feedPlace names an entry of a feed.
type feedPlace struct {
	Feed
	photoID int64
}

func (e FeedEntry) equal(other FeedEntry) bool {
	return e.public == other.public && e.status == other.status && e.direct == other.direct && e.usedAt == other.usedAt &&
		bytes.Equal(e.titleKey, other.titleKey) && equalTimes(e.takenAt, other.takenAt)
}

// FeedColumns are the columns of the table feeds that ScanFeedEntry reads and
// Row fills in.
const FeedColumns = "photo_id, kind, owner_id, is_public, status, created_at, taken_at, title_key, direct, used_at"

// ScanFeedEntry reads a row of FeedColumns.
func ScanFeedEntry(r rows.Row) (e FeedEntry, err error) {
	err = r.Scan(&e.photoID, &e.Kind, &e.Owner, &e.public, &e.status, &e.createdAt, &e.takenAt, &e.titleKey, &e.direct, &e.usedAt)
	return e, err
}

// Row returns the values of FeedColumns.
func (e FeedEntry) Row() []any {
	return []any{e.photoID, e.Kind, e.Owner, e.public, e.status, e.createdAt, e.takenAt, e.titleKey, e.direct, e.usedAt}
}

// FeedEntries returns the photo's places in the feeds.
func (p *Photo) FeedEntries() []FeedEntry {
	var entries []FeedEntry
	put := func(feed Feed, direct bool, usedAt int64) {
		entries = append(entries, FeedEntry{feedPlace{feed, p.ID}, p.Public, p.Status, p.CreatedAt, p.TakenAt, p.titleKey, direct, usedAt})
	}
	for _, t := range p.tags {
		put(Feed{calendar.KindTag, t.id}, true, t.usedAt)
	}
	for _, m := range p.categories {
		put(Feed{calendar.KindCategory, m.category}, m.direct, 0)
	}
	return entries
}

// FeedChange is what must be done to the feeds, and what follows from it.
type FeedChange struct {
	Gone   map[Feed][]int64 // photos
	Put    []FeedEntry      // new or different
	Counts map[Feed]FeedCounts
	Years  calendar.YearlyChanges
	Uses   *trend.Changes
}

// FeedCounts are the counters that a tag or category keeps of its feed. A tag
// has the first two alone.
type FeedCounts struct{ All, Public, Direct, PublicDirect int }

func (c *FeedCounts) add(e FeedEntry, n int) {
	c.All += n
	if e.public {
		c.Public += n
	}
	if e.direct {
		c.Direct += n
	}
	if e.direct && e.public {
		c.PublicDirect += n
	}
}

// CompareFeeds returns the change, as of a moment, from the entries that are there
// to those that should be.
func CompareFeeds(present, wanted []FeedEntry, now time.Time) FeedChange {
	change := FeedChange{
		Gone: map[Feed][]int64{}, Counts: map[Feed]FeedCounts{}, Years: calendar.YearlyChanges{}, Uses: trend.NewChanges(now),
	}
	before := make(map[feedPlace]FeedEntry, len(present))
	for _, old := range present {
		before[old.feedPlace] = old
	}
	for _, next := range wanted {
		old, known := before[next.feedPlace]
		delete(before, next.feedPlace)
		if known && next.equal(old) {
			continue
		}
		change.Put = append(change.Put, next)
		change.count(next, +1)
		if known {
			change.count(old, -1)
		}
	}
	for _, old := range before {
		change.Gone[old.Feed] = append(change.Gone[old.Feed], old.photoID)
		change.count(old, -1)
	}
	return change
}

func (c *FeedChange) count(e FeedEntry, n int) {
	counts := c.Counts[e.Feed]
	counts.add(e, n)
	c.Counts[e.Feed] = counts
	if e.direct {
		c.Years[calendar.Yearly{Kind: e.Kind, Owner: e.Owner, Year: fromMicros(e.createdAt).Year()}] += n
	}
	if e.Kind == calendar.KindTag {
		c.Uses.Add(e.Owner, fromMicros(e.usedAt), e.public, n)
	}
}

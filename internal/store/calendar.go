package store

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/vitrine-photos/vitrine"
)

// The calendar counts photos by stretches of time. An axis says by which time,
// a level how long the stretches are.
const (
	axisTotal   = 0
	axisCreated = 1 // by created_at, UTC: months, days, minutes
	axisTaken   = 2 // by taken_at, UTC: months, days; undated photos at levelWhole
	axisMonth   = 3 // by the month of capture on the local wall clock

	levelWhole  = 0
	levelMonth  = 1 // 202605
	levelDay    = 2 // 20260531
	levelMinute = 3 // 202605312359
)

func monthOf(t time.Time) int64 { return int64(t.Year())*100 + int64(t.Month()) }
func dayOf(t time.Time) int64   { return monthOf(t)*100 + int64(t.Day()) }
func minuteOf(t time.Time) int64 {
	return dayOf(t)*10000 + int64(t.Hour())*100 + int64(t.Minute())
}

// stretch returns the time that a bucket begins and the one that it ends before.
func stretch(level int, bucket int64) (from, to time.Time) {
	n := int(bucket)
	switch level {
	case levelMonth:
		from = time.Date(n/100, time.Month(n%100), 1, 0, 0, 0, 0, time.UTC)
		return from, from.AddDate(0, 1, 0)
	case levelDay:
		from = time.Date(n/10000, time.Month(n/100%100), n%100, 0, 0, 0, 0, time.UTC)
		return from, from.AddDate(0, 0, 1)
	default:
		from, _ = stretch(levelDay, bucket/10000)
		from = from.Add(time.Duration(n/100%100)*time.Hour + time.Duration(n%100)*time.Minute)
		return from, from.Add(time.Minute)
	}
}

// bucket names a row of the calendar.
type bucket struct {
	axis, level int
	at          int64
}

func (b bucket) compare(c bucket) int {
	return cmp.Or(cmp.Compare(b.axis, c.axis), cmp.Compare(b.level, c.level), cmp.Compare(b.at, c.at))
}

// buckets returns where a photo is counted.
func (s *counted) buckets() []bucket {
	created := fromMicros(s.createdAt)
	all := []bucket{
		{axisTotal, levelWhole, 0},
		{axisCreated, levelMonth, monthOf(created)},
		{axisCreated, levelDay, dayOf(created)},
		{axisCreated, levelMinute, minuteOf(created)},
	}
	if s.takenAt == nil || s.takenMonth == nil {
		return append(all, bucket{axisTaken, levelWhole, 0})
	}
	taken := fromMicros(*s.takenAt)
	return append(all,
		bucket{axisTaken, levelMonth, monthOf(taken)},
		bucket{axisTaken, levelDay, dayOf(taken)},
		bucket{axisMonth, levelMonth, *s.takenMonth})
}

// tally counts photos as the columns of the calendar do.
type tally struct{ public, published, draft, archived int }

func (t *tally) add(s *counted, n int) {
	if s.public {
		t.public += n
	}
	switch vitrine.PhotoStatus(s.status) {
	case vitrine.PhotoPublished:
		t.published += n
	case vitrine.PhotoDraft:
		t.draft += n
	case vitrine.PhotoArchived:
		t.archived += n
	}
}

// refreshCalendar counts photos that were before, as far as they were, as they
// are now, as far as they are.
func (tx *Tx) refreshCalendar(ctx context.Context, ids []int64, before map[int64]*counted, now map[int64]*standing) error {
	changes := map[bucket]tally{}
	count := func(c *counted, n int) {
		for _, b := range c.buckets() {
			t := changes[b]
			t.add(c, n)
			changes[b] = t
		}
	}
	for _, id := range ids {
		if was := before[id]; was != nil {
			count(was, -1)
		}
		if is := now[id]; is != nil {
			count(&is.counted, +1)
		}
	}
	var rows [][]any
	for _, b := range sortedBuckets(changes) {
		t := changes[b]
		rows = append(rows, []any{b.axis, b.level, b.at, t.public, t.published, t.draft, t.archived})
	}
	return execRows(ctx, tx, `
		INSERT INTO calendar (axis, level, bucket, n_public, n_published, n_draft, n_archived) VALUES @rows
		ON CONFLICT (axis, level, bucket) DO UPDATE SET
			n_public = calendar.n_public + excluded.n_public,
			n_published = calendar.n_published + excluded.n_published,
			n_draft = calendar.n_draft + excluded.n_draft,
			n_archived = calendar.n_archived + excluded.n_archived`, rows)
}

// sortedBuckets leaves out what does not change. The order is the same in every
// transaction, so that none waits for another in a circle.
func sortedBuckets(changes map[bucket]tally) []bucket {
	var sorted []bucket
	for b, t := range changes {
		if t != (tally{}) {
			sorted = append(sorted, b)
		}
	}
	slices.SortFunc(sorted, bucket.compare)
	return sorted
}

// calendarColumn returns what to add up of the calendar for the photos of an
// audience, all or of one status.
func calendarColumn(audience vitrine.Audience, status vitrine.PhotoStatus) string {
	switch {
	case audience == vitrine.AudiencePublic && (status == "" || status == vitrine.PhotoPublished):
		return "n_public"
	case audience == vitrine.AudiencePublic:
		return "0"
	case status == "":
		return "(n_published + n_draft + n_archived)"
	}
	return "n_" + string(status)
}

// bucketCount is how many photos a stretch of time has.
type bucketCount struct {
	at int64
	n  int
}

func names(counts []bucketCount) []int64 {
	all := make([]int64, len(counts))
	for i, c := range counts {
		all[i] = c.at
	}
	return all
}

func scanBucketCount(r row) (b bucketCount, err error) {
	err = r.Scan(&b.at, &b.n)
	return b, err
}

// bucketCounts returns the stretches from one to another, both included, that
// have photos, in their order or the opposite.
func (r reader) bucketCounts(ctx context.Context, axis, level int, from, to int64, column string, order vitrine.SortOrder) ([]bucketCount, error) {
	query := fmt.Sprintf(`
		SELECT bucket, %s FROM calendar
		WHERE axis = %d AND level = %d AND bucket BETWEEN $1 AND $2 AND %s > 0
		ORDER BY bucket %s`, column, axis, level, column, direction(order))
	return selectAll(ctx, r, scanBucketCount, query, from, to)
}

// place is where the photo after a number of others is found: in a stretch of
// time, after the given number of photos in it.
type place struct {
	from, to time.Time // the photo is in here, from included
	skip     int
	found    bool // there are so many photos
	total    int  // photos on the whole axis, if not found
}

// seek finds the place of the photo with the given offset, by reading the counts
// of months, then of the days of one month, then of the minutes of one day.
func (r reader) seek(ctx context.Context, axis int, column string, order vitrine.SortOrder, offset int) (place, error) {
	levels := []int{levelMonth, levelDay, levelMinute}
	if axis == axisTaken {
		levels = levels[:2]
	}
	at := place{skip: offset}
	from, to := int64(0), int64(math.MaxInt64)
	for _, level := range levels {
		counts, err := r.bucketCounts(ctx, axis, level, from, to, column, order)
		if err != nil {
			return place{}, err
		}
		i := 0
		for i < len(counts) && at.skip >= counts[i].n {
			at.skip -= counts[i].n
			i++
		}
		if i == len(counts) {
			// Beyond the last photo. Below the first level: the counts moved
			// between two queries, and the wider stretch must do.
			at.total = offset - at.skip
			return at, nil
		}
		at.found = true
		at.from, at.to = stretch(level, counts[i].at)
		from, to = within(level, counts[i].at)
	}
	return at, nil
}

// within returns the first and last names that buckets inside one may have at
// the next level.
func within(level int, bucket int64) (from, to int64) {
	if level == levelMonth {
		return bucket * 100, bucket*100 + 99
	}
	return bucket * 10000, bucket*10000 + 9999
}

package store

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store/calendar"
	"github.com/vitrine-photos/vitrine/internal/store/rows"
	"github.com/vitrine-photos/vitrine/internal/store/standing"
)

// refreshCalendar counts photos that were before, as far as they were, as they
// are now, as far as they are.
func (tx *Tx) refreshCalendar(ctx context.Context, ids []int64, before map[int64]*standing.Counted, now map[int64]*standing.Photo) error {
	changes := calendar.Changes{}
	for _, id := range ids {
		if was := before[id]; was != nil {
			changes.Add(was.Dated(), -1)
		}
		if is := now[id]; is != nil {
			changes.Add(is.Dated(), +1)
		}
	}
	var values [][]any
	for _, b := range changes.Buckets() {
		t := changes[b]
		values = append(values, []any{b.Axis, b.Level, b.At, t.Public, t.Published, t.Draft, t.Archived})
	}
	return execRows(ctx, tx, `
		INSERT INTO calendar (axis, level, bucket, n_public, n_published, n_draft, n_archived) VALUES @rows
		ON CONFLICT (axis, level, bucket) DO UPDATE SET
			n_public = calendar.n_public + excluded.n_public,
			n_published = calendar.n_published + excluded.n_published,
			n_draft = calendar.n_draft + excluded.n_draft,
			n_archived = calendar.n_archived + excluded.n_archived`, values)
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

func scanBucketCount(r rows.Row) (b bucketCount, err error) {
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
	return rows.All(ctx, r.src, scanBucketCount, query, from, to)
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
	levels := []int{calendar.LevelMonth, calendar.LevelDay, calendar.LevelMinute}
	if axis == calendar.AxisTaken {
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
		at.from, at.to = calendar.Stretch(level, counts[i].at)
		from, to = calendar.Within(level, counts[i].at)
	}
	return at, nil
}

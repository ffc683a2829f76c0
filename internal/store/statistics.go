package store

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store/calendar"
	"github.com/vitrine-photos/vitrine/internal/store/rows"
)

// Totals are counts of everything there is.
type Totals struct {
	Photos, Categories, Tags int
	Views                    int64 // ever, also of photos that are gone
}

// Totals counts photos, in the trash or not categories, tags and views.
func (r reader) Totals(ctx context.Context) (Totals, error) {
	return rows.One(ctx, r.src, func(r rows.Row) (t Totals, err error) {
		err = r.Scan(&t.Photos, &t.Categories, &t.Tags, &t.Views)
		return t, err
	}, fmt.Sprintf(`
		SELECT CAST(COALESCE((SELECT SUM(%s) FROM calendar WHERE axis = %d), 0) AS BIGINT),
			(SELECT COUNT(*) FROM categories), (SELECT COUNT(*) FROM tags),
			CAST(COALESCE((SELECT SUM(views) FROM daily_views), 0) AS BIGINT)`,
		calendarColumn(vitrine.AudienceEditor, ""), calendar.AxisTotal))
}

// PopularPhotos returns the published photos that were looked at most, as far as
// an audience sees them. Of equals the newer ones come first.
func (r reader) PopularPhotos(ctx context.Context, audience vitrine.Audience, limit int) ([]vitrine.PopularPhoto, error) {
	scan := func(r rows.Row) (p vitrine.PopularPhoto, err error) {
		err = r.Scan(&p.ID, &p.Title, &p.ViewCount, &p.LikeCount)
		return p, err
	}
	return rows.All(ctx, r.src, scan, `
		SELECT p.id, p.title, p.view_count, p.like_count FROM photos p
		WHERE p.status = 'published' AND p.deleted_at IS NULL AND `+visible(audience)+`
		ORDER BY p.view_count DESC, p.id DESC LIMIT $1`, limit)
}

// PopularTags returns the tags that are on most photos, the used ones alone.
func (r reader) PopularTags(ctx context.Context, limit int) ([]vitrine.GroupCount, error) {
	return rows.All(ctx, r.src, scanGroupCount, `
		SELECT name, usage_count FROM tags WHERE usage_count > 0 ORDER BY usage_count DESC, id DESC LIMIT $1`, limit)
}

// PopularCategories returns the categories that most photos are directly in,
// without empty ones.
func (r reader) PopularCategories(ctx context.Context, limit int) ([]vitrine.GroupCount, error) {
	return rows.All(ctx, r.src, scanGroupCount, `
		SELECT name, direct_photo_count FROM categories WHERE direct_photo_count > 0
		ORDER BY direct_photo_count DESC, id LIMIT $1`, limit)
}

// DayCount is a count of a day, or of the month that begins with it.
type DayCount struct {
	Day   time.Time // UTC, midnight
	Count int
}

// PhotosByDay counts photos by the day of their creation, UTC, from one day to
// another, both included. Days without photos are left out.
func (r reader) PhotosByDay(ctx context.Context, from, to time.Time) ([]DayCount, error) {
	counts, err := r.bucketCounts(ctx, calendar.AxisCreated, calendar.LevelDay, calendar.DayOf(from), calendar.DayOf(to), calendarColumn(vitrine.AudienceEditor, ""), vitrine.Ascending)
	return dayCounts(calendar.LevelDay, counts), err
}

// PhotosByMonth is PhotosByDay for all months, which are named by their first day.
func (r reader) PhotosByMonth(ctx context.Context) ([]DayCount, error) {
	counts, err := r.bucketCounts(ctx, calendar.AxisCreated, calendar.LevelMonth, 0, math.MaxInt64, calendarColumn(vitrine.AudienceEditor, ""), vitrine.Ascending)
	return dayCounts(calendar.LevelMonth, counts), err
}

func dayCounts(level int, counts []bucketCount) []DayCount {
	days := make([]DayCount, len(counts))
	for i, c := range counts {
		day, _ := calendar.Stretch(level, c.at)
		days[i] = DayCount{day, c.n}
	}
	return days
}

// ViewsByDay counts views by day, UTC, from one day to another, both included.
// Days without views are left out.
func (r reader) ViewsByDay(ctx context.Context, from, to time.Time) ([]DayCount, error) {
	counts, err := rows.All(ctx, r.src, scanBucketCount,
		"SELECT day, views FROM daily_views WHERE day BETWEEN $1 AND $2 ORDER BY day", calendar.DayOf(from), calendar.DayOf(to))
	return dayCounts(calendar.LevelDay, counts), err
}

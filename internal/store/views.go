package store

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/vitrine-photos/vitrine/internal/store/calendar"
	"github.com/vitrine-photos/vitrine/internal/store/rows"
	"github.com/vitrine-photos/vitrine/internal/store/sqltext"
)

// Visit is that someone saw a photo in an hour.
type Visit struct {
	PhotoID int64
	Hour    int64  // hours since 1970, UTC
	Visitor []byte // tells visitors apart without telling who they are
}

func (v Visit) day() int64 { return calendar.DayOf(time.Unix(v.Hour*3600, 0).UTC()) }

// visitBatch bounds the rows of one statement.
const visitBatch = 200

// CountViews adds to the view counts of photos, once for each visitor and hour
// however often it is told, and returns how many views were new. Visits to
// photos that no longer exist are passed over.
func (tx *Tx) CountViews(ctx context.Context, visits []Visit) (int, error) {
	photos, days, total := map[int64]int{}, map[int64]int{}, 0
	for batch := range slices.Chunk(visits, visitBatch) {
		fresh, err := tx.insertVisits(ctx, batch)
		if err != nil {
			return 0, err
		}
		for _, v := range fresh {
			photos[v.PhotoID]++
			days[v.day()]++
			total++
		}
	}
	if err := tx.addToPhotos(ctx, "view_count", photos); err != nil {
		return 0, err
	}
	for _, day := range sorted(days) {
		_, err := tx.exec(ctx, `
			INSERT INTO daily_views (day, views) VALUES ($1, $2)
			ON CONFLICT (day) DO UPDATE SET views = daily_views.views + excluded.views`, day, days[day])
		if err != nil {
			return 0, err
		}
	}
	return total, nil
}

// insertVisits returns the visits that were not known.
func (tx *Tx) insertVisits(ctx context.Context, visits []Visit) ([]Visit, error) {
	ids := map[int64]bool{}
	for _, v := range visits {
		ids[v.PhotoID] = true
	}
	existing, err := rows.In(ctx, tx.src, keys(ids), rows.ScanValue[int64], "SELECT id FROM photos WHERE id IN (@ids)")
	if err != nil {
		return nil, err
	}
	var fresh [][]any
	for _, v := range visits {
		if slices.Contains(existing, v.PhotoID) {
			fresh = append(fresh, []any{v.PhotoID, v.Hour, v.Visitor})
		}
	}
	if len(fresh) == 0 {
		return nil, nil
	}
	list, args := sqltext.Tuples(fresh)
	return rows.All(ctx, tx.src, func(r rows.Row) (v Visit, err error) {
		err = r.Scan(&v.PhotoID, &v.Hour)
		return v, err
	}, "INSERT INTO photo_visits (photo_id, hour, visitor) VALUES "+list+
		" ON CONFLICT (photo_id, hour, visitor) DO NOTHING RETURNING photo_id, hour", args...)
}

// CountDownloads adds to the download counts of photos.
func (tx *Tx) CountDownloads(ctx context.Context, photos map[int64]int) error {
	return tx.addToPhotos(ctx, "download_count", photos)
}

// addToPhotos adds to a counter of photos. Those that grow alike take one
// statement.
func (tx *Tx) addToPhotos(ctx context.Context, column string, photos map[int64]int) error {
	if len(photos) == 0 {
		return nil
	}
	tx.changed(TopicCounters)
	alike := map[int][]int64{}
	for _, id := range sorted(photos) {
		alike[photos[id]] = append(alike[photos[id]], id)
	}
	for n, ids := range alike {
		for batch := range slices.Chunk(ids, sqltext.MaxBatch) {
			list, args := sqltext.InList(1, batch)
			query := fmt.Sprintf("UPDATE photos SET %s = %s + %d WHERE id IN (%s)", column, column, n, list)
			if _, err := tx.exec(ctx, query, args...); err != nil {
				return err
			}
		}
	}
	return nil
}

// ForgetVisits removes who saw what before an hour. The counts stay.
func (tx *Tx) ForgetVisits(ctx context.Context, hour int64) error {
	_, err := tx.exec(ctx, "DELETE FROM photo_visits WHERE hour < $1", hour)
	return err
}

func sorted[T any](m map[int64]T) []int64 {
	ids := keys(m)
	slices.Sort(ids)
	return ids
}

package store

import (
	"context"
	"slices"

	"github.com/vitrine-photos/vitrine/internal/store/rows"
	"github.com/vitrine-photos/vitrine/internal/store/sqltext"
	"github.com/vitrine-photos/vitrine/internal/store/standing"
)

// RefreshPhoto is RefreshPhotos for one.
func (tx *Tx) RefreshPhoto(ctx context.Context, id int64) error {
	return tx.RefreshPhotos(ctx, []int64{id})
}

// RefreshPhotos brings everything that is kept for speed in line with photos:
// the calendar, the feeds, the counters of their tags and categories, and the
// search index. Each moves by the difference between what a photo was counted as
// and what it is now, so calling it twice changes nothing. Every operation on
// photos ends with it; for many it is to be called once, since a hundred take
// little more statements than one.
func (tx *Tx) RefreshPhotos(ctx context.Context, ids []int64) error {
	tx.changed(TopicPhotos)
	for batch := range slices.Chunk(slices.Compact(slices.Sorted(slices.Values(ids))), sqltext.MaxBatch) {
		if err := tx.refreshBatch(ctx, batch); err != nil {
			return err
		}
	}
	return nil
}

func (tx *Tx) refreshBatch(ctx context.Context, ids []int64) error {
	before, err := tx.countedAs(ctx, ids)
	if err != nil {
		return err
	}
	now, err := standing.Of(ctx, tx.src, ids)
	if err != nil {
		return err
	}
	if err := tx.refreshCalendar(ctx, ids, before, now); err != nil {
		return err
	}
	if err := tx.refreshGear(ctx, ids, before, now); err != nil {
		return err
	}
	if err := tx.refreshFeeds(ctx, ids, now); err != nil {
		return err
	}
	if err := tx.refreshSearch(ctx, ids, before, now); err != nil {
		return err
	}
	return tx.countAs(ctx, ids, before, now)
}

// countedAs returns what RefreshPhotos found the last time, where it found the
// photo.
func (tx *Tx) countedAs(ctx context.Context, ids []int64) (map[int64]*standing.Counted, error) {
	before := make(map[int64]*standing.Counted, len(ids))
	_, err := rows.In(ctx, tx.src, ids, func(r rows.Row) (id int64, err error) {
		c := &standing.Counted{}
		err = r.Scan(&id, &c.Status, &c.Public, &c.CreatedAt, &c.TakenAt, &c.TakenMonth, &c.Camera, &c.Lens, &c.SearchDigest)
		before[id] = c
		return id, err
	}, `SELECT photo_id, status, is_public, created_at, taken_at, taken_month, camera, lens, search_digest
		FROM photo_counted WHERE photo_id IN (@ids)`)
	return before, err
}

func (tx *Tx) countAs(ctx context.Context, ids []int64, before map[int64]*standing.Counted, now map[int64]*standing.Photo) error {
	var gone []int64
	var values [][]any
	for _, id := range ids {
		was, is := before[id], now[id]
		switch {
		case is == nil:
			gone = append(gone, id)
		case was == nil || !was.Equal(&is.Counted):
			values = append(values, []any{id, is.Status, is.Public, is.CreatedAt, is.TakenAt, is.TakenMonth, is.Camera, is.Lens, is.SearchDigest})
		}
	}
	if err := execIn(ctx, tx, "DELETE FROM photo_counted WHERE photo_id IN (@ids)", gone); err != nil {
		return err
	}
	return execRows(ctx, tx, `
		INSERT INTO photo_counted (photo_id, status, is_public, created_at, taken_at, taken_month, camera, lens, search_digest) VALUES @rows
		ON CONFLICT (photo_id) DO UPDATE SET status = excluded.status, is_public = excluded.is_public,
			taken_at = excluded.taken_at, taken_month = excluded.taken_month,
			camera = excluded.camera, lens = excluded.lens, search_digest = excluded.search_digest`, values)
}

func (tx *Tx) refreshSearch(ctx context.Context, ids []int64, before map[int64]*standing.Counted, now map[int64]*standing.Photo) error {
	var gone []int64
	var fresh []*standing.Photo
	for _, id := range ids {
		was, is := before[id], now[id]
		if was != nil && is != nil && was.SearchDigest == is.SearchDigest {
			continue
		}
		if is != nil {
			fresh = append(fresh, is)
		} else {
			gone = append(gone, id)
		}
	}
	remove, put := tx.d.searchChange()
	if err := execIn(ctx, tx, remove, gone); err != nil {
		return err
	}
	if err := execIn(ctx, tx, "DELETE FROM photo_cards WHERE photo_id IN (@ids)", gone); err != nil {
		return err
	}
	index, cards := make([][]any, len(fresh)), make([][]any, len(fresh))
	for i, s := range fresh {
		index[i] = append([]any{s.ID}, tx.d.searchRow(s.SearchEntry())...)
		cards[i] = s.CardRow()
	}
	if err := execRows(ctx, tx, put, index); err != nil {
		return err
	}
	return execRows(ctx, tx, `
		INSERT INTO photo_cards (photo_id, card, taken_day, camera, lens, place, hidden_place) VALUES @rows
		ON CONFLICT (photo_id) DO UPDATE SET card = excluded.card, taken_day = excluded.taken_day, camera = excluded.camera,
			lens = excluded.lens, place = excluded.place, hidden_place = excluded.hidden_place`, cards)
}

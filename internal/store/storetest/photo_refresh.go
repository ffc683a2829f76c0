package storetest

import (
	"context"
	"maps"
	"slices"

	"pgregory.net/rapid"

	"github.com/vitrine-photos/vitrine/internal/store"
)

// changeMany changes several photos and deletes others in one transaction, and
// has all of them counted anew at once: with some that did not change, one twice,
// and one that does not exist.
func (w *world) changeMany(rt *rapid.T) {
	all := slices.Sorted(maps.Keys(w.photos))
	if len(all) == 0 {
		rt.Skip()
	}
	next := map[int64]*model{}
	for _, id := range rapid.SliceOfNDistinct(rapid.SampledFrom(all), 1, min(4, len(all)), rapid.ID).Draw(rt, "photos") {
		next[id] = nil // to be deleted
		if rapid.IntRange(0, 3).Draw(rt, "stays") > 0 {
			next[id] = w.redraw(rt, id)
		}
	}
	w.update(func(ctx context.Context, tx *store.Tx) error {
		for id, m := range next {
			if err := writeModel(ctx, tx, id, m); err != nil {
				return err
			}
		}
		return tx.RefreshPhotos(ctx, append(slices.Clone(all), all[0], all[len(all)-1]+1000))
	})
	for id, m := range next {
		if m == nil {
			w.deleted[id] = w.photos[id]
			delete(w.photos, id)
		} else {
			w.photos[id] = m
		}
	}
}

// redraw draws what a photo shall become. Its file stays.
func (w *world) redraw(rt *rapid.T, id int64) *model {
	m := w.draw(rt)
	p := *w.photo(id)
	p.Title, p.Status, p.TakenAt, p.TakenOffset, p.Location = m.Title, m.Status, m.TakenAt, m.TakenOffset, m.Location
	m.Photo, m.complete, m.processing = p, w.photos[id].complete, w.photos[id].processing
	m.tag(w.photos[id], stored(w.clock.Now()))
	return m
}

func writeModel(ctx context.Context, tx *store.Tx, id int64, m *model) error {
	if m == nil {
		return tx.TrashPhoto(ctx, id)
	}
	photo := m.Photo
	if err := tx.UpdatePhoto(ctx, &photo); err != nil {
		return err
	}
	if err := tx.SetPhotoCategories(ctx, id, refs(m.categories)); err != nil {
		return err
	}
	return tx.SetPhotoTags(ctx, id, m.tags)
}

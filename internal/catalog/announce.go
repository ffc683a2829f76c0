package catalog

import (
	"context"
	"slices"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// announceBatch is how many photos are looked at together.
const announceBatch = 100

// announceEach brings everything that is counted by photos up to date, and
// announces each as it is then.
func announceEach(ctx context.Context, tx *store.Tx, event vitrine.EventType, photos []*vitrine.Photo) error {
	ids := make([]int64, len(photos))
	for i, photo := range photos {
		ids[i] = photo.ID
	}
	if err := tx.RefreshPhotos(ctx, ids); err != nil {
		return err
	}
	return announcePhotos(ctx, tx, event, ids)
}

// announcePhotos emits an event of each of the photos, as they are now.
func announcePhotos(ctx context.Context, tx *store.Tx, event vitrine.EventType, ids []int64) error {
	if event == vitrine.PhotoDeleted {
		return announceGone(ctx, tx, ids)
	}
	for batch := range slices.Chunk(ids, announceBatch) {
		photos, err := tx.PhotosByID(ctx, batch, vitrine.AudienceEditor)
		if err != nil {
			return err
		}
		for _, photo := range photos {
			if err := tx.Emit(ctx, event, photo.ID, vitrine.NewPhotoEvent(photo)); err != nil {
				return err
			}
		}
	}
	return nil
}

func announceGone(ctx context.Context, tx *store.Tx, ids []int64) error {
	for _, id := range ids {
		if err := tx.Emit(ctx, vitrine.PhotoDeleted, id, vitrine.DeletionEvent{ID: id}); err != nil {
			return err
		}
	}
	return nil
}

// announceBelow emits category.updated for all that is below a path.
func announceBelow(ctx context.Context, tx *store.Tx, path string) error {
	below, err := tx.Descendants(ctx, path)
	if err != nil {
		return err
	}
	for _, category := range below {
		if err := tx.Emit(ctx, vitrine.CategoryUpdated, category.ID, vitrine.NewCategoryEvent(category)); err != nil {
			return err
		}
	}
	return nil
}

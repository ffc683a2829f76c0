package ingest

import (
	"context"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// announce lets the photo that has the upload show its renditions and take its
// details, and says so to subscribers.
func announce(ctx context.Context, tx *store.Tx, uploadID string) error {
	ids, err := tx.SetFormatsReady(ctx, uploadID)
	if err != nil {
		return err
	}
	photos, err := tx.PhotosByID(ctx, ids, vitrine.AudienceEditor)
	if err != nil {
		return err
	}
	return each(photos, func(p *vitrine.Photo) error {
		return tx.Emit(ctx, vitrine.PhotoUpdated, p.ID, vitrine.NewPhotoEvent(p))
	})
}

package ingest

import (
	"context"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// photoEvent is what the event photo.updated tells of the photo.
type photoEvent struct {
	ID        int64               `json:"id"`
	Title     string              `json:"title"`
	Status    vitrine.PhotoStatus `json:"status"`
	CreatedAt time.Time           `json:"created_at"`
}

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
		return tx.Emit(ctx, vitrine.PhotoUpdated, p.ID, photoEvent{p.ID, p.Title, p.Status, p.CreatedAt})
	})
}

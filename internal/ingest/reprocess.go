package ingest

import (
	"context"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// Reprocess has the named renditions of an upload made again, or all that make a
// set complete if none is named; without force only those that are missing or
// were made with other settings. Until the new set is committed the old one
// serves. It needs photo.update.
//
// The errors are CodeValidation for an unknown name, CodeNotFound, and
// CodeConflict while the upload is being processed.
func (g *Ingest) Reprocess(ctx context.Context, actor vitrine.Actor, id string, formats []string, force bool) (Status, error) {
	if err := actor.Require(vitrine.PhotoUpdate); err != nil {
		return Status{}, err
	}
	wanted, err := renditionNames(formats)
	if err != nil {
		return Status{}, err
	}
	order := deriveOrder{UploadID: id, Names: wanted, Force: force}
	var u *vitrine.Upload
	err = g.DB.Update(ctx, func(tx *store.Tx) error {
		if err := reprocess(ctx, tx, actor, order); err != nil {
			return err
		}
		u, err = tx.Upload(ctx, id) // as a reader sees it once this is committed
		return err
	})
	if err != nil {
		return Status{}, err
	}
	return g.statusOf(ctx, u)
}

// reprocess puts an upload to work again that is not in work.
func reprocess(ctx context.Context, tx *store.Tx, actor vitrine.Actor, order deriveOrder) error {
	u, err := tx.Upload(ctx, order.UploadID)
	if err != nil {
		return err
	}
	if u.Status == vitrine.UploadUploaded || u.Status == vitrine.UploadProcessing {
		return vitrine.Conflict("upload_processing", "The upload is being processed.", map[string]any{"status": u.Status})
	}
	steps := stepsToMake(order.Names)
	if err := tx.UpdateUploadProgress(ctx, u.ID, vitrine.UploadProcessing, steps, percent(steps)); err != nil {
		return err
	}
	if err := tx.Enqueue(ctx, order.job()); err != nil {
		return err
	}
	detail := map[string]any{"formats": order.Names, "force": order.Force}
	return tx.Audit(ctx, store.EntryOf(actor, "upload.reprocess", "upload", u.ID).With(detail))
}

// Delete removes an upload with its renditions; their files go once the
// janitor's grace is over. One's own needs photo.create, another's photo.delete.
// An upload that a photo uses is a CodeConflict error.
func (g *Ingest) Delete(ctx context.Context, actor vitrine.Actor, id string) error {
	if !actor.Can(vitrine.PhotoDelete) {
		if err := actor.Require(vitrine.PhotoCreate); err != nil {
			return err
		}
	}
	return g.DB.Update(ctx, func(tx *store.Tx) error {
		u, err := tx.Upload(ctx, id)
		if err != nil {
			return err
		}
		if u.UserID != actor.UserID && !actor.Can(vitrine.PhotoDelete) {
			return vitrine.Forbidden(vitrine.PhotoDelete, actor.Role)
		}
		if err := tx.DeleteUpload(ctx, id); err != nil {
			return err
		}
		return tx.Audit(ctx, store.EntryOf(actor, "upload.delete", "upload", id).With(uploadDetail(u)))
	})
}

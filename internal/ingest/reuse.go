package ingest

import (
	"context"
	"errors"
	"slices"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// reuse completes an upload with what was derived from an earlier upload of the
// same bytes, if that is whole and was made with the same recipes. It reports
// whether it did.
func (r *run) reuse(ctx context.Context) (bool, error) {
	if r.upload.DuplicateOf == "" || r.order.Force || r.order.Extra || len(r.wanted) == 0 {
		return false, nil
	}
	var reused bool
	err := r.ingest.DB.Update(ctx, func(tx *store.Tx) (err error) {
		reused, err = r.reuseIn(ctx, tx)
		return err
	})
	if errors.Is(err, store.ErrBlobLeaving) || vitrine.ErrorCode(err) == vitrine.CodeNotFound {
		return false, nil // the earlier one is being removed
	}
	return reused, err
}

func (r *run) reuseIn(ctx context.Context, tx *store.Tx) (bool, error) {
	earlier, err := tx.Upload(ctx, r.upload.DuplicateOf)
	if err != nil || !earlier.EXIFExtracted {
		return false, err
	}
	renditions, err := tx.Renditions(ctx, []string{earlier.ID})
	if err != nil {
		return false, err
	}
	made := r.suitable(renditions[earlier.ID])
	if len(made) < len(r.wanted) {
		return false, nil
	}
	for _, m := range made {
		if err := tx.ReserveBlob(ctx, m.BlobKey, m.Size); err != nil {
			return false, err
		}
	}
	if err := tx.SetUploadDetails(ctx, r.upload.ID, earlier.Details, true); err != nil {
		return false, err
	}
	return true, r.completeIn(ctx, tx, earlier.Picture, made)
}

// suitable returns those of the renditions that are wanted, made as wanted.
func (r *run) suitable(present []vitrine.Rendition) []store.NewRendition {
	var made []store.NewRendition
	for _, rendition := range present {
		recipe := recipeOf(outputFor(rendition.Name, r.settings))
		if slices.Contains(r.wanted, rendition.Name) && rendition.Recipe == recipe {
			made = append(made, store.NewRendition{Rendition: rendition, BlobKey: blobKey(derived, rendition.Key)})
		}
	}
	return made
}

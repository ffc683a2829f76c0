package ingest

import (
	"context"
	"slices"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// reprocessChunk is how many uploads one transaction puts to work again.
const reprocessChunk = 50

// ReprocessPhotos has the renditions of many photos made that are missing or were
// made with other settings. It needs photo.update. Each photo stands alone: one
// that does not exist, has no file or is in work is among the failed ones. If ctx
// ends, what was ordered stays.
func (g *Ingest) ReprocessPhotos(ctx context.Context, actor vitrine.Actor, in vitrine.BatchInput) (vitrine.BatchResult, error) {
	if err := actor.Require(vitrine.PhotoUpdate); err != nil {
		return vitrine.BatchResult{}, err
	}
	var faults vitrine.Faults
	in.Validate(&faults)
	if err := faults.Err(); err != nil {
		return vitrine.BatchResult{}, err
	}
	result := vitrine.BatchResult{Requested: len(in.PhotoIDs.Value)}
	for ids := range slices.Chunk(in.PhotoIDs.Value, reprocessChunk) {
		var part vitrine.BatchResult
		err := g.DB.Update(ctx, func(tx *store.Tx) (err error) {
			part, err = reprocessEach(ctx, tx, actor, ids)
			return err
		})
		if err != nil {
			return result, err
		}
		for _, failure := range part.Failed {
			failure.Index = slices.Index(in.PhotoIDs.Value, failure.ID)
			result.Failed = append(result.Failed, failure)
		}
		result.Succeeded = append(result.Succeeded, part.Succeeded...)
	}
	return result, nil
}

func reprocessEach(ctx context.Context, tx *store.Tx, actor vitrine.Actor, ids []int64) (result vitrine.BatchResult, err error) {
	photos, err := tx.PhotosByID(ctx, ids, vitrine.AudienceEditor)
	if err != nil {
		return result, err
	}
	uploads := map[int64]string{}
	for _, photo := range photos {
		uploads[photo.ID] = photo.UploadID
	}
	for _, id := range ids {
		upload, known := uploads[id]
		switch {
		case !known:
			err = vitrine.NotFound("photo", id)
		case upload == "":
			err = vitrine.Conflict("no_file", "The photo has no file.", nil)
		default:
			err = tx.Attempt(ctx, func() error {
				return reprocess(ctx, tx, actor, deriveOrder{UploadID: upload, Names: vitrine.RenditionNames()})
			})
		}
		switch code := vitrine.ErrorCode(err); {
		case err == nil:
			result.Succeeded = append(result.Succeeded, id)
		case code == vitrine.CodeInternal || code == vitrine.CodeUnavailable:
			return result, err
		default:
			result.Failed = append(result.Failed, vitrine.BatchFailure{ID: id, Err: err})
		}
	}
	return result, nil
}

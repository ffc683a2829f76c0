package catalog

import (
	"context"
	"errors"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// fallbackSlug is the slug of a photo whose title has no letter and no digit.
const fallbackSlug = "photo"

// CreatePhoto creates a photo. It needs photo.create, and tag.create for tags
// that do not exist. Faults of fields are CodeValidation errors; a file or
// category that does not exist is CodeUnprocessable; a slug that is taken or a
// file that another photo shows is CodeConflict.
func (c *Catalog) CreatePhoto(ctx context.Context, actor vitrine.Actor, in vitrine.PhotoInput) (*vitrine.Photo, error) {
	if err := actor.Require(vitrine.PhotoCreate); err != nil {
		return nil, err
	}
	var faults vitrine.Faults
	in.ValidateNew(&faults)
	if err := faults.Err(); err != nil {
		return nil, err
	}
	settings, err := c.Settings(ctx)
	if err != nil {
		return nil, err
	}
	return c.writePhoto(ctx, vitrine.PhotoCreated, func(tx *store.Tx) (int64, error) {
		photo := newPhoto(actor, in, settings, tx.Now)
		if in.FileID.Present() {
			if _, err := claimFile(ctx, tx, actor, photo, in.FileID.Value); err != nil {
				return unchanged, err
			}
		}
		if err := tx.InsertPhoto(ctx, photo, in.Slug.Present()); err != nil {
			return unchanged, err
		}
		return photo.ID, setLinks(ctx, tx, actor, photo.ID, in)
	})
}

// newPhoto fills in what is not sent with its default.
func newPhoto(actor vitrine.Actor, in vitrine.PhotoInput, settings vitrine.Settings, now time.Time) *vitrine.Photo {
	status := vitrine.PhotoDraft
	if settings.Upload.AutoPublish && in.FileID.Present() {
		status = vitrine.PhotoPublished
	}
	photo := &vitrine.Photo{
		CreatedBy:  actor.UserID,
		Slug:       vitrine.MakeSlug(in.Title.Value, fallbackSlug),
		Visibility: vitrine.VisibilityPublic,
		Metadata:   map[string]string{},
		// What is not said is taken from the picture.
		AwaitsTakenAt:  !in.TakenAt.Set,
		AwaitsLocation: !in.Location.Set,
	}
	in.Status = vitrine.Some(in.Status.Or(status))
	applyFields(photo, in, now)
	return photo
}

// claimFile makes the photo show an upload, and takes from it what the photo
// awaits. Editors may take anyone's uploads, others their own.
func claimFile(ctx context.Context, tx *store.Tx, actor vitrine.Actor, photo *vitrine.Photo, fileID string) (*vitrine.Upload, error) {
	upload, err := tx.Upload(ctx, fileID)
	switch {
	case vitrine.ErrorCode(err) == vitrine.CodeNotFound:
		return nil, noSuchFile()
	case err != nil:
		return nil, err
	case upload.UserID != actor.UserID && !actor.Can(vitrine.PhotoUpdate):
		return nil, noSuchFile()
	case upload.Status == vitrine.UploadFailed:
		return nil, vitrine.Unprocessable("file_id", vitrine.FaultInvalidValue, "names a file of which no pictures could be made: %s", upload.Error)
	}
	photo.UploadID = fileID
	photo.TakeDetails(upload)
	return upload, nil
}

func noSuchFile() error {
	return vitrine.Unprocessable("file_id", vitrine.FaultNotFound, "names no upload")
}

// setLinks sorts a photo into categories and gives it tags, where the input
// says which. The faults of both are reported together.
func setLinks(ctx context.Context, tx *store.Tx, actor vitrine.Actor, id int64, in vitrine.PhotoInput) error {
	var categories error
	if in.Categories.Set {
		categories = tx.SetPhotoCategories(ctx, id, in.Categories.Value)
		if _, ok := errors.AsType[*vitrine.Error](categories); categories != nil && !ok {
			return categories
		}
	}
	if in.Tags.Set {
		mayCreate := func() error { return actor.Require(vitrine.TagCreate) }
		if err := tx.SetPhotoTags(ctx, id, in.Tags.Value, mayCreate); err != nil {
			return err
		}
	}
	return categories
}

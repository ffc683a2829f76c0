package catalog

import (
	"context"
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
		photo, err := insertPhoto(ctx, tx, actor, in, settings)
		if err != nil {
			return unchanged, err
		}
		return photo.ID, nil
	})
}

// insertPhoto adds the photo of an input that is valid.
func insertPhoto(ctx context.Context, tx *store.Tx, actor vitrine.Actor, in vitrine.PhotoInput, settings vitrine.Settings) (*vitrine.Photo, error) {
	if err := mayTag(ctx, tx, actor, in.Tags.Value); err != nil {
		return nil, err
	}
	var faults vitrine.Faults
	upload, err := findReferences(ctx, tx, actor, in, &faults)
	if err == nil {
		err = faults.Unprocessable()
	}
	if err != nil {
		return nil, err
	}
	photo := newPhoto(actor, in, settings, tx.Now)
	if upload != nil {
		showFile(photo, upload)
	}
	if err := tx.InsertPhoto(ctx, photo, in.Slug.Present()); err != nil {
		return nil, err
	}
	if err := setLinks(ctx, tx, photo.ID, in); err != nil {
		return nil, err
	}
	return photo, tx.Audit(ctx, store.EntryOf(actor, "photo.create", "photo", photo.ID).With(photoDetail(photo)))
}

// mayTag returns a CodeForbidden error if one of the tags would have to be made
// by someone who may not.
func mayTag(ctx context.Context, tx *store.Tx, actor vitrine.Actor, names []string) error {
	denied := actor.Require(vitrine.TagCreate)
	if denied == nil {
		return nil
	}
	unknown, err := tx.UnknownTags(ctx, names)
	if err == nil && len(unknown) > 0 {
		err = denied
	}
	return err
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

// findReferences looks for what the input names, and returns the upload if it
// names one. A file or a category that does not exist, or cannot be used, is
// added to the faults, so that all are reported together.
func findReferences(ctx context.Context, tx *store.Tx, actor vitrine.Actor, in vitrine.PhotoInput, f *vitrine.Faults) (upload *vitrine.Upload, err error) {
	if in.FileID.Value != "" {
		if upload, err = findFile(ctx, tx, actor, in.FileID.Value, f); err != nil {
			return nil, err
		}
	}
	unknown, err := tx.UnknownCategories(ctx, in.Categories.Value)
	*f = append(*f, unknown...)
	return upload, err
}

// findFile returns an upload that the actor may show, and of which there are or
// will be pictures. Editors may take anyone's uploads, others their own.
func findFile(ctx context.Context, tx *store.Tx, actor vitrine.Actor, id string, f *vitrine.Faults) (*vitrine.Upload, error) {
	upload, err := tx.Upload(ctx, id)
	switch {
	case vitrine.ErrorCode(err) == vitrine.CodeNotFound,
		err == nil && upload.UserID != actor.UserID && !actor.Can(vitrine.PhotoUpdate):
		f.Add("file_id", vitrine.FaultNotFound, vitrine.ReasonNoUpload)
		return nil, nil
	case err != nil:
		return nil, err
	case upload.Status == vitrine.UploadFailed:
		f.Add("file_id", vitrine.FaultInvalidValue, vitrine.ReasonUnreadable)
	}
	return upload, nil
}

// showFile makes the photo show an upload, and takes from it what the photo
// awaits.
func showFile(photo *vitrine.Photo, upload *vitrine.Upload) {
	photo.UploadID = upload.ID
	photo.TakeDetails(upload)
}

// setLinks sorts a photo into categories and gives it tags, where the input
// says which.
func setLinks(ctx context.Context, tx *store.Tx, id int64, in vitrine.PhotoInput) error {
	if in.Categories.Set {
		if err := tx.SetPhotoCategories(ctx, id, in.Categories.Value); err != nil {
			return err
		}
	}
	if in.Tags.Set {
		return tx.SetPhotoTags(ctx, id, in.Tags.Value)
	}
	return nil
}

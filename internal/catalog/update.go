package catalog

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// UpdatePhoto changes what is sent of a photo: absent fields stay, null clears.
// A client may send back what it read; that changes nothing, and nothing is
// announced. It needs photo.update. With ifMatch the photo must have one of
// these versions, else it is a CodeConflict error; the others are those of CreatePhoto.
func (c *Catalog) UpdatePhoto(ctx context.Context, actor vitrine.Actor, id int64, in vitrine.PhotoInput, ifMatch vitrine.Versions) (*vitrine.Photo, error) {
	if err := actor.Require(vitrine.PhotoUpdate); err != nil {
		return nil, err
	}
	var faults vitrine.Faults
	in.Validate(&faults)
	if err := faults.Err(); err != nil {
		return nil, err
	}
	photo, err := c.writePhoto(ctx, vitrine.PhotoUpdated, func(tx *store.Tx) (int64, error) {
		if err := mayTag(ctx, tx, actor, in.Tags.Value); err != nil {
			return unchanged, err
		}
		photo, err := tx.Photo(ctx, id, vitrine.AudienceEditor)
		if err != nil {
			return unchanged, err
		}
		if err := ifMatch.Check(photo.Version); err != nil {
			return unchanged, err
		}
		return changePhoto(ctx, tx, actor, photo, in)
	})
	if err != nil || photo != nil {
		return photo, err
	}
	return c.Photo(ctx, actor, id)
}

// changePhoto writes what differs between the photo and the input.
func changePhoto(ctx context.Context, tx *store.Tx, actor vitrine.Actor, photo *vitrine.Photo, in vitrine.PhotoInput) (int64, error) {
	before, former, seen := photoFields(photo), photo.Slug, photo.PublishedAt != nil
	if in.FileID.Value == photo.UploadID {
		in.FileID = vitrine.Optional[string]{}
	}
	changed := applyFields(photo, in, tx.Now)
	if err := changeFile(ctx, tx, actor, photo, in); err != nil {
		return unchanged, err
	}
	if sameCategories(photo.Categories, in.Categories) {
		in.Categories = vitrine.Optional[[]vitrine.CategoryRef]{}
	}
	if sameTags(photo.Tags, in.Tags) {
		in.Tags = vitrine.Optional[[]string]{}
	}
	if !changed && !in.FileID.Set && !in.Categories.Set && !in.Tags.Set {
		return unchanged, nil
	}
	if err := tx.UpdatePhoto(ctx, photo); err != nil {
		return unchanged, err
	}
	if err := tx.LeavePhotoSlug(ctx, photo, former, seen); err != nil {
		return unchanged, err
	}
	if err := setLinks(ctx, tx, photo.ID, in); err != nil {
		return unchanged, err
	}
	return photo.ID, tx.Audit(ctx, store.EntryOf(actor, "photo.update", "photo", photo.ID).With(changesOf(before, photo, in)))
}

// changeFile checks what the input refers to, and gives the photo the other file
// that it names, or none.
func changeFile(ctx context.Context, tx *store.Tx, actor vitrine.Actor, photo *vitrine.Photo, in vitrine.PhotoInput) error {
	var faults vitrine.Faults
	upload, err := findReferences(ctx, tx, actor, in, &faults)
	if err != nil {
		return err
	}
	without := photo.UploadID == "" && !in.FileID.Set || in.FileID.Set && in.FileID.Value == "" // or null
	if without && photo.Status == vitrine.PhotoPublished {
		faults.Add("status", vitrine.FaultInvalidValue, vitrine.ReasonNothingToPublish)
	}
	if err := faults.Unprocessable(); err != nil || !in.FileID.Set {
		return err
	}
	return replaceFile(ctx, tx, photo, upload, in)
}

// replaceFile gives the photo an upload in place of its file, or none. One that
// takes the place of another must be ready, so that the photo is never without
// its pictures.
func replaceFile(ctx context.Context, tx *store.Tx, photo *vitrine.Photo, upload *vitrine.Upload, in vitrine.PhotoInput) error {
	if upload != nil && photo.UploadID != "" && upload.Status != vitrine.UploadCompleted {
		return vitrine.Conflict("file_not_ready", "The pictures of the new file are not ready yet. Try again when its upload is completed.",
			map[string]any{"file_id": upload.ID, "status": upload.Status})
	}
	if err := forgetFile(ctx, tx, photo, in); err != nil {
		return err
	}
	photo.UploadID = ""
	if upload != nil {
		showFile(photo, upload)
	}
	return nil
}

// forgetFile takes from the photo what its file said, so that the next one can
// say it: camera data, and time and place unless a client gave others.
func forgetFile(ctx context.Context, tx *store.Tx, photo *vitrine.Photo, in vitrine.PhotoInput) error {
	photo.EXIF = vitrine.EXIF{}
	timeFromFile, err := isFileTime(ctx, tx, photo)
	if err != nil {
		return err
	}
	if timeFromFile {
		photo.TakenAt, photo.TakenOffset = nil, 0
	}
	photo.AwaitsTakenAt = photo.TakenAt == nil && (photo.AwaitsTakenAt || timeFromFile || !in.TakenAt.Set)
	placeFromFile := photo.Location.FromPicture
	if placeFromFile {
		photo.Location = vitrine.Location{}
	}
	photo.AwaitsLocation = photo.Location == vitrine.Location{} && (photo.AwaitsLocation || placeFromFile || !in.Location.Set)
	return nil
}

// isFileTime reports whether the photo says it was taken when its file says so.
func isFileTime(ctx context.Context, tx *store.Tx, photo *vitrine.Photo) (bool, error) {
	if photo.UploadID == "" || photo.TakenAt == nil {
		return false, nil
	}
	upload, err := tx.Upload(ctx, photo.UploadID)
	if err != nil {
		return false, err
	}
	t := upload.Details.TakenAt
	return t != nil && t.Equal(*photo.TakenAt), nil
}

// applyFields sets the fields of a photo that stand in its own row, and reports
// whether any differs then.
func applyFields(photo *vitrine.Photo, in vitrine.PhotoInput, now time.Time) bool {
	changed := set(&photo.Title, in.Title)
	changed = set(&photo.Description, in.Description) || changed
	changed = set(&photo.Slug, in.Slug) || changed
	changed = set(&photo.Status, in.Status) || changed
	changed = set(&photo.Visibility, in.Visibility) || changed
	changed = set(&photo.SortOrder, in.SortOrder) || changed
	changed = applyTakenAt(photo, in.TakenAt) || changed
	changed = applyLocation(photo, in.Location) || changed
	changed = applyMetadata(photo, in.Metadata) || changed
	if photo.Status == vitrine.PhotoPublished && photo.PublishedAt == nil {
		photo.PublishedAt = &now
	}
	return changed
}

// set stores a value that was sent, null as the zero value, and reports whether
// it differs from what was there.
func set[T comparable](field *T, o vitrine.Optional[T]) bool {
	if !o.Set || *field == o.Value {
		return false
	}
	*field = o.Value
	return true
}

// applyTakenAt keeps the local date of an instant that does not change; a new
// one takes the offset that it was sent with.
func applyTakenAt(photo *vitrine.Photo, taken vitrine.Optional[time.Time]) bool {
	if !taken.Set || taken.Null && photo.TakenAt == nil {
		return false
	}
	photo.AwaitsTakenAt = false
	if taken.Null {
		photo.TakenAt, photo.TakenOffset = nil, 0
		return true
	}
	instant := taken.Value.UTC().Truncate(time.Microsecond)
	if photo.TakenAt != nil && photo.TakenAt.Equal(instant) {
		return false
	}
	_, offset := taken.Value.Zone()
	photo.TakenAt, photo.TakenOffset = &instant, time.Duration(offset)*time.Second
	return true
}

// applyLocation changes the parts of the location that are sent. What a client
// says is public; so that nothing is made public that it did not say, it
// replaces the whole of what the picture said.
func applyLocation(photo *vitrine.Photo, in vitrine.Optional[vitrine.LocationInput]) bool {
	if !in.Set {
		return false
	}
	next := photo.Location
	changed := setLocation(&next, in.Value)
	if in.Null {
		changed = next != vitrine.Location{}
		next = vitrine.Location{}
	}
	if !changed {
		return false
	}
	if next.FromPicture {
		next = vitrine.Location{}
		setLocation(&next, in.Value)
	}
	photo.Location, photo.AwaitsLocation = next, false
	return true
}

func setLocation(l *vitrine.Location, in vitrine.LocationInput) bool {
	changed := setPointer(&l.Name, in.Name)
	changed = setPointer(&l.Latitude, in.Latitude) || changed
	changed = setPointer(&l.Longitude, in.Longitude) || changed
	changed = setPointer(&l.Country, in.Country) || changed
	return setPointer(&l.City, in.City) || changed
}

// setPointer is set for what may be unknown: null and "" make it so.
func setPointer[T comparable](field **T, o vitrine.Optional[T]) bool {
	value, text := any(o.Value).(string)
	clears := o.Null || text && value == ""
	switch {
	case !o.Set, clears && *field == nil, !clears && *field != nil && **field == o.Value:
		return false
	case clears:
		*field = nil
	default:
		*field = &o.Value
	}
	return true
}

func applyMetadata(photo *vitrine.Photo, in vitrine.Optional[map[string]string]) bool {
	if !in.Set || maps.Equal(photo.Metadata, in.Value) {
		return false
	}
	photo.Metadata = in.Value
	if photo.Metadata == nil {
		photo.Metadata = map[string]string{}
	}
	return true
}

// sameCategories reports whether the input would leave the photo where it is.
func sameCategories(have []vitrine.PhotoCategory, in vitrine.Optional[[]vitrine.CategoryRef]) bool {
	return in.Set && slices.EqualFunc(have, vitrine.PrimaryFirst(in.Value), func(c vitrine.PhotoCategory, id int64) bool { return c.ID == id })
}

func sameTags(have []vitrine.PhotoTag, in vitrine.Optional[[]string]) bool {
	return in.Set && slices.EqualFunc(have, in.Value, func(t vitrine.PhotoTag, name string) bool {
		return vitrine.FoldName(t.Name) == vitrine.FoldName(name)
	})
}

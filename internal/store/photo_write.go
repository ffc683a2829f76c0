package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store/rows"
	"github.com/vitrine-photos/vitrine/internal/store/slugs"
	"github.com/vitrine-photos/vitrine/internal/store/sqltext"
)

// InsertPhoto adds a photo and sets what the database decides of it: id,
// version and times, and the slug's suffix where the slug was made from the
// title. A slug that a client gave and another photo has is a CodeConflict
// error "slug_taken"; a file that another photo shows is "file_in_use".
//
// RefreshPhoto must follow, as after every change of a photo.
func (tx *Tx) InsertPhoto(ctx context.Context, p *vitrine.Photo, slugGiven bool) error {
	var err error
	if p.Slug, err = tx.newSlug(ctx, slugs.Photos(), p.Slug, slugGiven); err != nil {
		return err
	}
	p.Version, p.CreatedAt, p.UpdatedAt = 1, tx.Now, tx.Now
	ready, err := tx.formatsReady(ctx, p.UploadID)
	if err != nil {
		return err
	}
	values, err := photoValues(p, ready)
	if err != nil {
		return err
	}
	values = append(values, micros(p.CreatedAt), optionalUser(p.CreatedBy))
	p.ID, err = rows.Value[int64](ctx, tx.src, "INSERT INTO photos ("+photoFields+", created_at, created_by) VALUES ("+
		sqltext.Placeholders(1, len(values))+") "+insertedID, values...)
	if !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	switch holder, err := tx.PhotoOfUpload(ctx, p.UploadID); {
	case err != nil:
		return err
	case holder != 0:
		return fileInUse(p)
	}
	return photoSlugConflict(p)
}

// insertedID ends an INSERT and returns no row where another row has a value
// that must be unique. If that row was added by a transaction at the same time,
// PostgreSQL takes it for a race, and this one runs again and sees it: so a made
// slug gets another suffix.
const insertedID = "ON CONFLICT DO NOTHING RETURNING id"

// UpdatePhoto writes what a photo says of itself, and counts its version up.
// The row must still have the version in p, else it is a CodeConflict error
// "stale". Slug and file conflict as in InsertPhoto; LeavePhotoSlug follows where
// the slug is another one.
func (tx *Tx) UpdatePhoto(ctx context.Context, p *vitrine.Photo) error {
	ready, err := tx.formatsReady(ctx, p.UploadID)
	if err != nil {
		return err
	}
	p.UpdatedAt = tx.Now
	values, err := photoValues(p, ready)
	if err != nil {
		return err
	}
	n := len(values)
	values = append(values, p.ID, p.Version)
	touched, err := tx.exec(ctx, "UPDATE photos SET ("+photoFields+", version) = ("+sqltext.Placeholders(1, n)+", version + 1)"+
		" WHERE deleted_at IS NULL AND (id, version) = ("+sqltext.Placeholders(n+1, 2)+")", values...)
	if err != nil {
		return tx.photoConflict(err, p)
	}
	if touched == 0 {
		return vitrine.Conflict("stale", "The photo was changed by someone else. Read it again.", nil)
	}
	p.Version++
	return nil
}

// photoConflict names what two photos cannot share.
func (tx *Tx) photoConflict(err error, p *vitrine.Photo) error {
	switch column, _ := tx.d.taken(err); column {
	case "photos.slug":
		return photoSlugConflict(p)
	case "photos.upload_id":
		return fileInUse(p)
	}
	return err
}

func photoSlugConflict(p *vitrine.Photo) error {
	return vitrine.Conflict("slug_taken", "Another photo has this slug.", map[string]any{"slug": p.Slug})
}

func fileInUse(p *vitrine.Photo) error {
	return vitrine.Conflict("file_in_use", "Another photo shows this file.", map[string]any{"file_id": p.UploadID})
}

func (tx *Tx) formatsReady(ctx context.Context, uploadID string) (bool, error) {
	if uploadID == "" {
		return false, nil
	}
	renditions, err := tx.Renditions(ctx, []string{uploadID})
	return isComplete(renditions[uploadID]), err
}

func optionalUser(id int64) *int64 {
	if id == 0 {
		return nil
	}
	return &id
}

// TrashPhoto puts a photo into the trash. Its slug and its file are free again.
func (tx *Tx) TrashPhoto(ctx context.Context, id int64) error {
	touched, err := tx.exec(ctx, `
		UPDATE photos SET deleted_at = $1, updated_at = $1, version = version + 1
		WHERE id = $2 AND deleted_at IS NULL`, micros(tx.Now), id)
	if err != nil {
		return err
	}
	if touched == 0 {
		return vitrine.NotFound("photo", id)
	}
	_, err = tx.exec(ctx, `
		INSERT INTO gone_photos (slug, gone_at) SELECT slug, $1 FROM photos WHERE id = $2 AND published_at IS NOT NULL
		ON CONFLICT (slug) DO UPDATE SET gone_at = excluded.gone_at`, micros(tx.Now), id)
	return err
}

// PhotoGone reports whether a published photo of that slug was deleted.
func (r reader) PhotoGone(ctx context.Context, slug string) (bool, error) {
	return rows.Value[bool](ctx, r.src, "SELECT EXISTS (SELECT 1 FROM gone_photos WHERE slug = $1)", slug)
}

// RestorePhoto takes a photo out of the trash. Its slug gets a suffix if
// another photo took it meanwhile; if another one took the file, it is a
// CodeConflict error "file_in_use".
func (tx *Tx) RestorePhoto(ctx context.Context, id int64) error {
	p, err := tx.DeletedPhoto(ctx, id)
	if err != nil {
		return err
	}
	if p.Slug, err = tx.newSlug(ctx, slugs.Photos(), p.Slug, false); err != nil {
		return err
	}
	if p.UploadID != "" { // it may have been looked into meanwhile
		upload, err := tx.Upload(ctx, p.UploadID)
		if err != nil {
			return err
		}
		p.TakeDetails(upload)
	}
	if _, err := tx.exec(ctx, "UPDATE photos SET deleted_at = NULL, slug = $1 WHERE id = $2", p.Slug, id); err != nil {
		return tx.photoConflict(err, p)
	}
	if _, err := tx.exec(ctx, "DELETE FROM gone_photos WHERE slug = $1", p.Slug); err != nil {
		return err
	}
	return tx.UpdatePhoto(ctx, p)
}

// PurgePhoto removes a photo that is in the trash for good, and its upload if
// no other photo has it. The files go when nothing refers to them any more.
func (tx *Tx) PurgePhoto(ctx context.Context, id int64) error {
	p, err := tx.DeletedPhoto(ctx, id)
	if err != nil {
		return err
	}
	if _, err := tx.exec(ctx, "DELETE FROM photos WHERE id = $1", id); err != nil {
		return err
	}
	tx.changed(TopicPhotos)
	if p.UploadID == "" {
		return nil
	}
	err = tx.DeleteUpload(ctx, p.UploadID)
	if vitrine.ErrorCode(err) == vitrine.CodeConflict {
		return nil // another photo has it
	}
	return err
}

// ExpiredTrash returns photos that were deleted before a time, oldest first.
func (r reader) ExpiredTrash(ctx context.Context, before time.Time, limit int) ([]int64, error) {
	return rows.Values[int64](ctx, r.src, `
		SELECT id FROM photos WHERE deleted_at IS NOT NULL AND deleted_at < $1
		ORDER BY deleted_at, id LIMIT $2`, micros(before), limit)
}

// SetFormatsReady lets the photos of an upload show the renditions that it has
// now, and take from its details what they still await. It returns them, but
// for those in the trash: they change when they are restored.
func (tx *Tx) SetFormatsReady(ctx context.Context, uploadID string) ([]int64, error) {
	upload, err := tx.Upload(ctx, uploadID)
	if err != nil {
		return nil, err
	}
	id, err := tx.PhotoOfUpload(ctx, uploadID)
	if err != nil || id == 0 {
		return nil, err
	}
	photo, err := tx.Photo(ctx, id, vitrine.AudienceEditor)
	if err != nil {
		return nil, err
	}
	photo.TakeDetails(upload)
	if err := tx.UpdatePhoto(ctx, photo); err != nil {
		return nil, err
	}
	return []int64{id}, tx.RefreshPhoto(ctx, id)
}

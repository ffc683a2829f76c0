package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store/rows"
)

const uploadColumns = `u.id, COALESCE(u.user_id, 0), u.sha256, u.original_filename, u.size, u.mime_type, u.status,
	u.steps, u.progress, u.exif_extracted, u.error, u.duplicate_of,
	COALESCE((SELECT p.id FROM photos p WHERE p.upload_id = u.id AND p.deleted_at IS NULL), 0),
	u.details, u.width, u.height, u.thumbhash, u.dominant_color, u.perceptual_hash,
	u.created_at, u.updated_at, u.started_at`

func scanUpload(r rows.Row) (*vitrine.Upload, error) {
	var (
		u                      vitrine.Upload
		steps, details         []byte
		hash, created, updated int64
		started                *int64
	)
	err := r.Scan(&u.ID, &u.UserID, &u.SHA256, &u.OriginalFilename, &u.Size, &u.MIMEType, &u.Status,
		&steps, &u.Progress, &u.EXIFExtracted, &u.Error, &u.DuplicateOf, &u.PhotoID,
		&details, &u.Picture.Width, &u.Picture.Height, &u.Picture.Thumbhash, &u.Picture.DominantColor, &hash,
		&created, &updated, &started)
	if err != nil {
		return nil, err
	}
	u.Picture.PerceptualHash = uint64(hash)
	u.CreatedAt, u.UpdatedAt, u.StartedAt = fromMicros(created), fromMicros(updated), optionalTime(started)
	return &u, errors.Join(json.Unmarshal(steps, &u.Steps), json.Unmarshal(details, &u.Details))
}

// Upload returns the upload with that id, or CodeNotFound.
func (r reader) Upload(ctx context.Context, id string) (*vitrine.Upload, error) {
	upload, err := rows.One(ctx, r.src, scanUpload, "SELECT "+uploadColumns+" FROM uploads u WHERE u.id = $1", id)
	return upload, rows.OrError(err, vitrine.NotFound("upload", id))
}

// UploadBlob says where the bytes of an upload are and what they are, or
// CodeNotFound.
func (r reader) UploadBlob(ctx context.Context, id string) (key string, size int64, mimeType string, err error) {
	scan := func(r rows.Row) (struct{}, error) { return struct{}{}, r.Scan(&key, &size, &mimeType) }
	_, err = rows.One(ctx, r.src, scan, "SELECT blob_key, size, mime_type FROM uploads WHERE id = $1", id)
	return key, size, mimeType, rows.OrError(err, vitrine.NotFound("upload", id))
}

// EarlierUpload returns the first upload of the same bytes by the same user.
func (r reader) EarlierUpload(ctx context.Context, userID int64, sha256 string) (id string, found bool, err error) {
	const query = "SELECT id FROM uploads WHERE sha256 = $1 AND user_id = $2 ORDER BY created_at, id LIMIT 1"
	id, err = rows.Value[string](ctx, r.src, query, sha256, userID)
	if errors.Is(err, sql.ErrNoRows) {
		return "", false, nil
	}
	return id, err == nil, err
}

// OrphanUploads returns the ids of uploads older than that time that no photo
// has, not even one in the trash. The oldest come first.
func (r reader) OrphanUploads(ctx context.Context, before time.Time, limit int) ([]string, error) {
	const query = `SELECT u.id FROM uploads u WHERE u.created_at < $1
		AND NOT EXISTS (SELECT 1 FROM photos p WHERE p.upload_id = u.id) ORDER BY u.created_at LIMIT $2`
	return rows.Values[string](ctx, r.src, query, micros(before), limit)
}

// InsertUpload adds an upload whose bytes are in place under blobKey, and sets
// its times.
func (tx *Tx) InsertUpload(ctx context.Context, u *vitrine.Upload, blobKey string) error {
	if err := tx.markBlobStored(ctx, blobKey, u.MIMEType); err != nil {
		return err
	}
	steps, err := json.Marshal(u.Steps)
	if err != nil {
		return err
	}
	details, err := json.Marshal(u.Details)
	if err != nil {
		return err
	}
	u.CreatedAt, u.UpdatedAt = tx.Now, tx.Now
	const query = `INSERT INTO uploads (id, user_id, sha256, blob_key, original_filename, size, mime_type,
		status, steps, progress, exif_extracted, error, duplicate_of, details, created_at, updated_at, started_at)
		VALUES ($1, NULLIF(CAST($2 AS BIGINT), 0), $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15, $16)`
	_, err = tx.exec(ctx, query, u.ID, u.UserID, u.SHA256, blobKey, u.OriginalFilename, u.Size, u.MIMEType,
		u.Status, string(steps), u.Progress, u.EXIFExtracted, u.Error, u.DuplicateOf, string(details),
		micros(tx.Now), optionalMicros(u.StartedAt))
	return err
}

// UpdateUploadProgress records how far the work on an upload has come. Work
// counts as started when the status becomes processing.
func (tx *Tx) UpdateUploadProgress(ctx context.Context, id string, status vitrine.UploadStatus, steps []vitrine.Step, progress int) error {
	text, err := json.Marshal(steps)
	if err != nil {
		return err
	}
	const query = `UPDATE uploads SET
		started_at = CASE WHEN status <> $2 AND $2 = 'processing' THEN $5 ELSE started_at END,
		error = CASE WHEN $2 = 'failed' THEN error ELSE '' END,
		status = $2, steps = $3, progress = $4, updated_at = $5 WHERE id = $1`
	return tx.updateUpload(ctx, query, id, status, string(text), progress, micros(tx.Now))
}

// SetUploadDetails records what the file says of the picture.
func (tx *Tx) SetUploadDetails(ctx context.Context, id string, details vitrine.PictureDetails, exifExtracted bool) error {
	text, err := json.Marshal(details)
	if err != nil {
		return err
	}
	const query = "UPDATE uploads SET details = $2, exif_extracted = $3, updated_at = $4 WHERE id = $1"
	return tx.updateUpload(ctx, query, id, string(text), exifExtracted, micros(tx.Now))
}

// CompleteUpload records what was measured of the picture, puts the set in the
// place of the renditions so far, and marks the upload as completed. The files
// of the set are in place.
func (tx *Tx) CompleteUpload(ctx context.Context, id string, picture vitrine.Picture, set []NewRendition) error {
	if err := tx.replaceRenditions(ctx, id, set); err != nil {
		return err
	}
	tx.changed(TopicPhotos)
	const query = `UPDATE uploads SET status = $2, progress = 100, error = '', width = $3, height = $4,
		thumbhash = $5, dominant_color = $6, perceptual_hash = $7, updated_at = $8 WHERE id = $1`
	return tx.updateUpload(ctx, query, id, vitrine.UploadCompleted, picture.Width, picture.Height,
		picture.Thumbhash, picture.DominantColor, int64(picture.PerceptualHash), micros(tx.Now))
}

// FailUpload marks an upload as failed.
func (tx *Tx) FailUpload(ctx context.Context, id string, steps []vitrine.Step, why vitrine.Failure) error {
	text, err := json.Marshal(steps)
	if err != nil {
		return err
	}
	const query = "UPDATE uploads SET status = $2, steps = $3, error = $4, updated_at = $5 WHERE id = $1"
	return tx.updateUpload(ctx, query, id, vitrine.UploadFailed, string(text), why, micros(tx.Now))
}

// DelayUpload notes why the work on an upload does not go on, until it does. Of
// one that is not in work it notes nothing.
func (tx *Tx) DelayUpload(ctx context.Context, id string, why vitrine.Failure) error {
	_, err := tx.exec(ctx, "UPDATE uploads SET error = $2, updated_at = $3 WHERE id = $1 AND status = 'processing'",
		id, why, micros(tx.Now))
	return err
}

// updateUpload runs an UPDATE whose first argument is the id of the upload.
func (tx *Tx) updateUpload(ctx context.Context, query, id string, args ...any) error {
	n, err := tx.exec(ctx, query, append([]any{id}, args...)...)
	if err != nil {
		return fmt.Errorf("update upload %s: %w", id, err)
	}
	if n == 0 {
		return vitrine.NotFound("upload", id)
	}
	return nil
}

// DeleteUpload removes an upload and its renditions; their files are left to the
// janitor. It is CodeConflict while a photo has the upload, even in the trash.
func (tx *Tx) DeleteUpload(ctx context.Context, id string) error {
	photoID, err := rows.Value[int64](ctx, tx.src, "SELECT id FROM photos WHERE upload_id = $1 LIMIT 1", id)
	switch {
	case err == nil:
		return vitrine.Conflict("upload_in_use", "A photo has this file. Delete the photo first.",
			map[string]any{"photo_id": photoID})
	case !errors.Is(err, sql.ErrNoRows):
		return err
	}
	if err := tx.releaseBlobs(ctx, id); err != nil {
		return err
	}
	n, err := tx.exec(ctx, "DELETE FROM uploads WHERE id = $1", id)
	if err == nil && n == 0 {
		err = vitrine.NotFound("upload", id)
	}
	return err
}

// PhotosOfContents returns, for those of the contents (SHA-256, hex) that a photo
// outside of the trash shows, the photo.
func (r reader) PhotosOfContents(ctx context.Context, sums []string) (map[string]int64, error) {
	photos := map[string]int64{}
	scan := func(r rows.Row) (struct{}, error) {
		var sum string
		var id int64
		err := r.Scan(&sum, &id)
		photos[sum] = id
		return struct{}{}, err
	}
	_, err := rows.In(ctx, r.src, sums, scan, `
		SELECT u.sha256, p.id FROM uploads u JOIN photos p ON p.upload_id = u.id
		WHERE p.deleted_at IS NULL AND u.sha256 IN (@ids)`)
	return photos, err
}

// FreeUploads returns, for those of the contents (SHA-256, hex) that are in an
// upload of the user which no photo has, not even one in the trash, and which
// did not fail, the upload.
func (r reader) FreeUploads(ctx context.Context, userID int64, sums []string) (map[string]string, error) {
	uploads := map[string]string{}
	scan := func(r rows.Row) (struct{}, error) {
		var sum, id string
		var owner int64
		err := r.Scan(&sum, &id, &owner)
		if owner == userID {
			uploads[sum] = id
		}
		return struct{}{}, err
	}
	_, err := rows.In(ctx, r.src, sums, scan, `
		SELECT u.sha256, u.id, u.user_id FROM uploads u WHERE u.status <> 'failed' AND u.sha256 IN (@ids)
		AND NOT EXISTS (SELECT 1 FROM photos p WHERE p.upload_id = u.id)`)
	return uploads, err
}

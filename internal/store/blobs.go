package store

import (
	"context"
	"errors"
	"time"

	"github.com/vitrine-photos/vitrine/internal/store/rows"
)

// ErrBlobLeaving says that a stored file is being removed at this moment. Whoever
// wants to store it waits until it is gone.
var ErrBlobLeaving = errors.New("the stored file is being removed")

// ReserveBlob announces that a file is about to be stored, or that one that is
// there is wanted again; from now on it counts as untouched. It returns
// ErrBlobLeaving if the file is being removed.
func (tx *Tx) ReserveBlob(ctx context.Context, key string, size int64) error {
	const query = `INSERT INTO blobs (key, size, touched_at) VALUES ($1, $2, $3)
		ON CONFLICT (key) DO UPDATE SET touched_at = excluded.touched_at, in_use = FALSE
		WHERE NOT blobs.leaving`
	n, err := tx.exec(ctx, query, key, size, micros(tx.Now))
	if err == nil && n == 0 {
		err = ErrBlobLeaving
	}
	return err
}

const (
	blobReview      = 500 // blobs that one statement looks at
	maxBlobsReviews = 40  // statements in one transaction, so that others get their turn
)

// TakeLeavingBlobs returns up to limit files to remove: those that nothing has
// referred to since that time, which it marks as leaving, and those that were
// marked before and are still there.
func (tx *Tx) TakeLeavingBlobs(ctx context.Context, untouchedSince time.Time, limit int) ([]string, error) {
	for range maxBlobsReviews {
		leaving, err := tx.leavingBlobs(ctx, limit)
		if err != nil || len(leaving) == limit {
			return leaving, err
		}
		reviewed, err := tx.reviewBlobs(ctx, untouchedSince)
		if err != nil {
			return nil, err
		}
		if reviewed < blobReview {
			break
		}
	}
	return tx.leavingBlobs(ctx, limit)
}

func (tx *Tx) leavingBlobs(ctx context.Context, limit int) ([]string, error) {
	const query = "SELECT key FROM blobs WHERE leaving ORDER BY touched_at, key LIMIT $1"
	return rows.Values[string](ctx, tx.src, query, limit)
}

// reviewBlobs looks at files whose use is not known and settles which are in use
// and which are leaving. A file is looked at once, and again after something
// that referred to it let go of it. What was let go of since a backup began stays
// until that has ended, for it may be about to copy it.
func (tx *Tx) reviewBlobs(ctx context.Context, untouchedSince time.Time) (int, error) {
	const query = `SELECT key FROM blobs WHERE NOT in_use AND NOT leaving AND touched_at < $1
			AND touched_at < COALESCE((SELECT MIN(started_at) FROM backups WHERE status = 'running'), $1)
		ORDER BY touched_at LIMIT $2`
	keys, err := rows.Values[string](ctx, tx.src, query, micros(untouchedSince), blobReview)
	if err != nil || len(keys) == 0 {
		return 0, err
	}
	var used []string
	for _, query := range []string{
		"SELECT blob_key FROM uploads WHERE blob_key IN (@ids)",
		"SELECT blob_key FROM renditions WHERE blob_key IN (@ids)",
		"SELECT blob_key FROM chunks WHERE blob_key IN (@ids)",
	} {
		found, err := rows.In(ctx, tx.src, keys, rows.ScanValue[string], query)
		if err != nil {
			return 0, err
		}
		used = append(used, found...)
	}
	if err := execIn(ctx, tx, "UPDATE blobs SET in_use = TRUE WHERE key IN (@ids)", used); err != nil {
		return 0, err
	}
	return len(keys), execIn(ctx, tx, "UPDATE blobs SET leaving = TRUE WHERE key IN (@ids) AND NOT in_use", keys)
}

// releaseBlobs notes that something that referred to the files of an upload is
// about to go.
func (tx *Tx) releaseBlobs(ctx context.Context, uploadID string) error {
	const query = `UPDATE blobs SET in_use = FALSE, touched_at = $2 WHERE key IN (
		SELECT blob_key FROM uploads WHERE id = $1 UNION SELECT blob_key FROM renditions WHERE upload_id = $1)`
	_, err := tx.exec(ctx, query, uploadID, micros(tx.Now))
	return err
}

// BlobExists reports which of the keys are known, reserved ones included.
func (r reader) BlobExists(ctx context.Context, keys []string) (map[string]bool, error) {
	found, err := rows.In(ctx, r.src, keys, rows.ScanValue[string], "SELECT key FROM blobs WHERE key IN (@ids)")
	known := make(map[string]bool, len(keys))
	for _, key := range found {
		known[key] = true
	}
	return known, err
}

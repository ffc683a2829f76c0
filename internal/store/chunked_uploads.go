package store

import (
	"context"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store/rows"
)

// ChunkedUpload returns the chunked upload with that id and the chunks that have
// arrived, or CodeNotFound, also when it has expired. Both are of one moment.
func (r reader) ChunkedUpload(ctx context.Context, id string) (*vitrine.ChunkedUpload, error) {
	const query = `SELECT u.id, COALESCE(u.user_id, 0), u.version, u.filename, u.size, u.chunk_size, u.upload_id,
		u.created_at, u.expires_at, c.number, c.size, c.blob_key
		FROM chunked_uploads u LEFT JOIN chunks c ON c.chunked_upload_id = u.id
		WHERE u.id = $1 AND u.expires_at > $2 ORDER BY c.number`
	found, err := rows.All(ctx, r.src, scanChunkedUpload, query, id, micros(r.now()))
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, vitrine.NotFound("upload", id)
	}
	upload := found[0]
	for _, row := range found[1:] {
		upload.Received = append(upload.Received, row.Received...)
	}
	return upload, nil
}

// scanChunkedUpload reads an upload with one of its chunks, if it has any.
func scanChunkedUpload(r rows.Row) (*vitrine.ChunkedUpload, error) {
	var (
		u                vitrine.ChunkedUpload
		created, expires int64
		number           *int
		size             *int64
		blobKey          *string
	)
	err := r.Scan(&u.ID, &u.UserID, &u.Version, &u.Filename, &u.Size, &u.ChunkSize, &u.UploadID,
		&created, &expires, &number, &size, &blobKey)
	u.CreatedAt, u.ExpiresAt = fromMicros(created), fromMicros(expires)
	if number != nil {
		u.Received = []vitrine.Chunk{{Number: *number, Size: *size, BlobKey: *blobKey}}
	}
	return &u, err
}

// InsertChunkedUpload adds a chunked upload without chunks, and sets its version
// and times.
func (tx *Tx) InsertChunkedUpload(ctx context.Context, u *vitrine.ChunkedUpload) error {
	u.Version, u.CreatedAt, u.ExpiresAt = 1, tx.Now, tx.Now.Add(vitrine.ChunkedRetention)
	const query = `INSERT INTO chunked_uploads (id, user_id, filename, size, chunk_size, created_at, expires_at)
		VALUES ($1, NULLIF(CAST($2 AS BIGINT), 0), $3, $4, $5, $6, $7)`
	_, err := tx.exec(ctx, query, u.ID, u.UserID, u.Filename, u.Size, u.ChunkSize, micros(u.CreatedAt), micros(u.ExpiresAt))
	return err
}

// PutChunk adds a chunk whose bytes are in place, or puts it in the place of one
// with its number. It reports false if the upload is complete, expired or gone.
func (tx *Tx) PutChunk(ctx context.Context, id string, c vitrine.Chunk) (bool, error) {
	const open = "UPDATE chunked_uploads SET version = version + 1 WHERE id = $1 AND upload_id = '' AND expires_at > $2"
	if n, err := tx.exec(ctx, open, id, micros(tx.Now)); err != nil || n == 0 {
		return false, err
	}
	const former = `UPDATE blobs SET in_use = FALSE, touched_at = 0 WHERE key IN (
		SELECT blob_key FROM chunks WHERE chunked_upload_id = $1 AND number = $2 AND blob_key <> $3)`
	if _, err := tx.exec(ctx, former, id, c.Number, c.BlobKey); err != nil {
		return false, err
	}
	if err := tx.markBlobStored(ctx, c.BlobKey, ""); err != nil {
		return false, err
	}
	const query = `INSERT INTO chunks (chunked_upload_id, number, size, blob_key) VALUES ($1, $2, $3, $4)
		ON CONFLICT (chunked_upload_id, number) DO UPDATE SET size = excluded.size, blob_key = excluded.blob_key`
	_, err := tx.exec(ctx, query, id, c.Number, c.Size, c.BlobKey)
	return err == nil, err
}

// CompleteChunkedUpload records which upload a chunked upload of that version
// became, and lets go of its chunks. It reports false if it is not of that
// version any more, complete, expired or gone.
func (tx *Tx) CompleteChunkedUpload(ctx context.Context, id string, version int64, uploadID string) (bool, error) {
	const query = `UPDATE chunked_uploads SET upload_id = $3, expires_at = $4, version = version + 1
		WHERE id = $1 AND version = $2 AND upload_id = '' AND expires_at > $5`
	n, err := tx.exec(ctx, query, id, version, uploadID, micros(tx.Now.Add(vitrine.ChunkedRetention)), micros(tx.Now))
	if err != nil || n == 0 {
		return false, err
	}
	return true, tx.deleteChunks(ctx, id)
}

// DeleteChunkedUpload forgets a chunked upload and lets go of its chunks.
func (tx *Tx) DeleteChunkedUpload(ctx context.Context, id string) error {
	if err := tx.deleteChunks(ctx, id); err != nil {
		return err
	}
	n, err := tx.exec(ctx, "DELETE FROM chunked_uploads WHERE id = $1", id)
	if err == nil && n == 0 {
		err = vitrine.NotFound("upload", id)
	}
	return err
}

// deleteChunks lets go of the chunks of an upload. Nobody else has their blobs,
// so these may leave without a grace.
func (tx *Tx) deleteChunks(ctx context.Context, id string) error {
	const release = `UPDATE blobs SET in_use = FALSE, touched_at = 0 WHERE key IN (
		SELECT blob_key FROM chunks WHERE chunked_upload_id = $1)`
	if _, err := tx.exec(ctx, release, id); err != nil {
		return err
	}
	_, err := tx.exec(ctx, "DELETE FROM chunks WHERE chunked_upload_id = $1", id)
	return err
}

// ExpiredChunkedUploads returns the ids of chunked uploads that had expired by
// then. The first to expire come first.
func (r reader) ExpiredChunkedUploads(ctx context.Context, by time.Time, limit int) ([]string, error) {
	const query = "SELECT id FROM chunked_uploads WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2"
	return rows.Values[string](ctx, r.src, query, micros(by), limit)
}

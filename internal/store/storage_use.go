package store

import (
	"context"
	"fmt"

	"github.com/vitrine-photos/vitrine/internal/store/counters"
	"github.com/vitrine-photos/vitrine/internal/store/rows"
)

// StorageUse is what the stored files of one family and type come to.
type StorageUse struct {
	Family   string // the first part of their keys: "originals", "derived" or "chunks"
	MIMEType string // "" when nobody said
	Files    int
	Bytes    int64
}

// StorageUse returns what is stored, family by family.
func (r reader) StorageUse(ctx context.Context) ([]StorageUse, error) {
	return rows.All(ctx, r.src, scanStorageUse,
		"SELECT family, mime_type, files, bytes FROM stored_files WHERE files > 0 ORDER BY family, mime_type")
}

// CountStorageUse is StorageUse from the rows of all files.
func (r reader) CountStorageUse(ctx context.Context) ([]StorageUse, error) {
	return rows.All(ctx, r.src, scanStorageUse, `
		SELECT `+counters.Family+` AS family, mime_type, COUNT(*), CAST(SUM(size) AS BIGINT) FROM blobs WHERE stored
		GROUP BY family, mime_type ORDER BY family, mime_type`)
}

func scanStorageUse(r rows.Row) (s StorageUse, err error) {
	err = r.Scan(&s.Family, &s.MIMEType, &s.Files, &s.Bytes)
	return s, err
}

// StoredBytes returns what the stored files take, and those that are about to
// be.
func (r reader) StoredBytes(ctx context.Context) (int64, error) {
	return rows.Value[int64](ctx, r.src, `
		SELECT CAST(COALESCE((SELECT SUM(bytes) FROM stored_files), 0)
			+ COALESCE((SELECT SUM(size) FROM blobs WHERE NOT stored), 0) AS BIGINT)`)
}

// markBlobStored records that a reserved file of that type is in place. It
// returns ErrBlobLeaving if it is not reserved any more.
func (tx *Tx) markBlobStored(ctx context.Context, key, mimeType string) error {
	stored, err := rows.Value[bool](ctx, tx.src, "SELECT stored FROM blobs WHERE key = $1 AND NOT leaving", key)
	if err != nil || stored {
		return rows.OrError(err, fmt.Errorf("%s: %w", key, ErrBlobLeaving))
	}
	if _, err := tx.exec(ctx, "UPDATE blobs SET stored = TRUE, mime_type = $2 WHERE key = $1", key, mimeType); err != nil {
		return err
	}
	return tx.countStored(ctx, key, +1)
}

// DeleteBlob forgets a file that is leaving, and reports whether it did: false if
// the file is not leaving. The file is removed in the same transaction, which
// keeps others from storing it again until it is gone.
func (tx *Tx) DeleteBlob(ctx context.Context, key string) (bool, error) {
	if err := tx.countStored(ctx, key, -1); err != nil {
		return false, err
	}
	n, err := tx.exec(ctx, "DELETE FROM blobs WHERE key = $1 AND leaving", key)
	return n == 1, err
}

// countStored adds a stored file to the counters, or takes one out that is
// leaving.
func (tx *Tx) countStored(ctx context.Context, key string, n int) error {
	_, err := tx.exec(ctx, fmt.Sprintf(`
		INSERT INTO stored_files (family, mime_type, files, bytes)
		SELECT %s, mime_type, %d, %d * size FROM blobs WHERE key = $1 AND stored AND leaving = $2
		ON CONFLICT (family, mime_type) DO UPDATE SET
			files = stored_files.files + excluded.files, bytes = stored_files.bytes + excluded.bytes`, counters.Family, n, n), key, n < 0)
	return err
}

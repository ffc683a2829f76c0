package store

import (
	"context"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store/rows"
)

// NewRendition is a derived file and where its bytes are.
type NewRendition struct {
	vitrine.Rendition
	BlobKey string
}

// Renditions returns the renditions of each upload, small ones first.
func (r reader) Renditions(ctx context.Context, uploadIDs []string) (map[string][]vitrine.Rendition, error) {
	byUpload := make(map[string][]vitrine.Rendition, len(uploadIDs))
	scan := func(r rows.Row) (struct{}, error) {
		var id string
		var v vitrine.Rendition
		err := r.Scan(&id, &v.Name, &v.Key, &v.MIMEType, &v.Width, &v.Height, &v.Size, &v.Recipe)
		byUpload[id] = append(byUpload[id], v)
		return struct{}{}, err
	}
	const query = `SELECT upload_id, name, key, mime_type, width, height, size, recipe FROM renditions
		WHERE upload_id IN (@ids) ORDER BY upload_id, width, height, name`
	_, err := rows.In(ctx, r.src, uploadIDs, scan, query)
	return byUpload, err
}

func (tx *Tx) replaceRenditions(ctx context.Context, uploadID string, set []NewRendition) error {
	if err := tx.releaseBlobs(ctx, uploadID); err != nil {
		return err
	}
	if _, err := tx.exec(ctx, "DELETE FROM renditions WHERE upload_id = $1", uploadID); err != nil {
		return err
	}
	values := make([][]any, len(set))
	for i, v := range set {
		if err := tx.markBlobStored(ctx, v.BlobKey, v.MIMEType); err != nil {
			return err
		}
		values[i] = []any{uploadID, v.Name, v.BlobKey, v.Key, v.MIMEType, v.Width, v.Height, v.Size, v.Recipe}
	}
	return execRows(ctx, tx, `
		INSERT INTO renditions (upload_id, name, blob_key, key, mime_type, width, height, size, recipe) VALUES @rows`, values)
}

// Media is a derived file as it is served.
type Media struct {
	BlobKey  string
	MIMEType string
	Public   bool // some photo that the public sees has it
}

// Media returns the derived file whose bytes have that SHA-256, or CodeNotFound.
func (r reader) Media(ctx context.Context, key string) (Media, error) {
	const query = `SELECT r.blob_key, r.mime_type, EXISTS (
			SELECT 1 FROM renditions same JOIN photos p ON p.upload_id = same.upload_id WHERE same.key = r.key AND p.is_public)
		FROM renditions r WHERE r.key = $1 LIMIT 1`
	scan := func(r rows.Row) (m Media, err error) {
		err = r.Scan(&m.BlobKey, &m.MIMEType, &m.Public)
		return m, err
	}
	media, err := rows.One(ctx, r.src, scan, query, key)
	return media, rows.OrError(err, vitrine.NotFound("media", key))
}

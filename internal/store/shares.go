package store

import (
	"context"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store/rows"
)

// selectShares has how many photos of a share s are not in the trash, and how
// often these are picked.
const selectShares = `
	SELECT s.id, s.version, s.token, s.title, s.password_hash, s.expires_at, s.allow_download, s.allow_picks, s.created_at, s.updated_at,
		(SELECT COUNT(*) FROM share_photos sp JOIN photos p ON p.id = sp.photo_id
			WHERE sp.share_id = s.id AND p.deleted_at IS NULL),
		(SELECT COUNT(*) FROM share_visitors sv JOIN share_picks k ON k.visitor_id = sv.id
			JOIN share_photos sp ON sp.share_id = sv.share_id AND sp.photo_id = k.photo_id
			JOIN photos p ON p.id = k.photo_id
			WHERE sv.share_id = s.id AND p.deleted_at IS NULL)
	FROM shares s`

func scanShare(r rows.Row) (*vitrine.Share, error) {
	s := &vitrine.Share{}
	var expires *int64
	var created, updated int64
	err := r.Scan(&s.ID, &s.Version, &s.Token, &s.Title, &s.PasswordHash, &expires, &s.AllowDownload, &s.AllowPicks,
		&created, &updated, &s.PhotoCount, &s.PickCount)
	s.ExpiresAt, s.CreatedAt, s.UpdatedAt = optionalTime(expires), fromMicros(created), fromMicros(updated)
	return s, err
}

// Share returns a share with the ids of its photos that are not in the trash, or
// a CodeNotFound error.
func (r reader) Share(ctx context.Context, id int64) (*vitrine.Share, error) {
	return r.oneShare(ctx, "s.id = $1", id, "", vitrine.NotFound("share", id))
}

// ShareByToken is Share by the secret in its link, with the ids of those photos
// alone whose pictures are ready to be shown.
func (r reader) ShareByToken(ctx context.Context, token string) (*vitrine.Share, error) {
	return r.oneShare(ctx, "s.token = $1", token, " AND p.formats_ready", vitrine.NotFound("share", "")) // without the secret
}

func (r reader) oneShare(ctx context.Context, condition string, arg any, shown string, missing error) (*vitrine.Share, error) {
	share, err := rows.One(ctx, r.src, scanShare, selectShares+" WHERE "+condition, arg)
	if err != nil {
		return nil, rows.OrError(err, missing)
	}
	share.PhotoIDs, err = rows.Values[int64](ctx, r.src, `
		SELECT sp.photo_id FROM share_photos sp JOIN photos p ON p.id = sp.photo_id
		WHERE sp.share_id = $1 AND p.deleted_at IS NULL`+shown+" ORDER BY sp.position", share.ID)
	return share, err
}

// Shares returns a page of the shares, the newest first and without the ids of
// their photos, and how many there are.
func (r reader) Shares(ctx context.Context, page vitrine.Page) (shares []*vitrine.Share, total int, err error) {
	shares, err = rows.All(ctx, r.src, scanShare, selectShares+" ORDER BY s.id DESC LIMIT $1 OFFSET $2", page.Limit, page.Offset())
	if err == nil {
		total, err = rows.Value[int](ctx, r.src, "SELECT COUNT(*) FROM shares")
	}
	return shares, total, err
}

// ShareShows reports whether a share that has not ended shows the derived file
// of that key.
func (r reader) ShareShows(ctx context.Context, id int64, key string) (bool, error) {
	return rows.Value[bool](ctx, r.src, `SELECT EXISTS (
		SELECT 1 FROM renditions r JOIN photos p ON p.upload_id = r.upload_id
			JOIN share_photos sp ON sp.photo_id = p.id JOIN shares s ON s.id = sp.share_id
		WHERE r.key = $1 AND s.id = $2 AND p.deleted_at IS NULL AND (s.expires_at IS NULL OR s.expires_at > $3))`,
		key, id, micros(r.now()))
}

// InsertShare adds a share with its photos, and sets its id, version and times.
func (tx *Tx) InsertShare(ctx context.Context, s *vitrine.Share) (err error) {
	s.Version, s.CreatedAt, s.UpdatedAt = 1, tx.Now, tx.Now
	s.ID, err = rows.Value[int64](ctx, tx.src, `
		INSERT INTO shares (token, title, password_hash, expires_at, allow_download, allow_picks, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $7) RETURNING id`,
		s.Token, s.Title, s.PasswordHash, optionalMicros(s.ExpiresAt), s.AllowDownload, s.AllowPicks, micros(tx.Now))
	if err != nil {
		return err
	}
	return tx.insertSharePhotos(ctx, s)
}

// UpdateShare writes what a share says of itself, and counts its version up.
func (tx *Tx) UpdateShare(ctx context.Context, s *vitrine.Share) error {
	s.Version, s.UpdatedAt = s.Version+1, tx.Now
	_, err := tx.exec(ctx, `
		UPDATE shares SET title = $1, password_hash = $2, expires_at = $3, allow_download = $4, allow_picks = $5, updated_at = $6, version = $7
		WHERE id = $8`,
		s.Title, s.PasswordHash, optionalMicros(s.ExpiresAt), s.AllowDownload, s.AllowPicks, micros(tx.Now), s.Version, s.ID)
	return err
}

// SetSharePhotos gives a share photos in the place of those that it had, of
// which some may be in the trash.
func (tx *Tx) SetSharePhotos(ctx context.Context, s *vitrine.Share) error {
	if _, err := tx.exec(ctx, "DELETE FROM share_photos WHERE share_id = $1", s.ID); err != nil {
		return err
	}
	return tx.insertSharePhotos(ctx, s)
}

func (tx *Tx) insertSharePhotos(ctx context.Context, s *vitrine.Share) error {
	list := make([][]any, len(s.PhotoIDs))
	for i, id := range s.PhotoIDs {
		list[i] = []any{s.ID, id, i}
	}
	return execRows(ctx, tx, "INSERT INTO share_photos (share_id, photo_id, position) VALUES @rows", list)
}

// DeleteShare removes a share with its picks; its photos stay.
func (tx *Tx) DeleteShare(ctx context.Context, id int64) error {
	_, err := tx.exec(ctx, "DELETE FROM shares WHERE id = $1", id)
	return err
}

package store

import (
	"context"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store/rows"
)

// picksOfShare are the picks k of a share $1, but of photos in the trash. Where
// sp has no photo, that has left the share.
const picksOfShare = ` FROM share_visitors sv JOIN share_picks k ON k.visitor_id = sv.id
	LEFT JOIN share_photos sp ON sp.share_id = sv.share_id AND sp.photo_id = k.photo_id
	JOIN photos p ON p.id = k.photo_id LEFT JOIN uploads u ON u.id = p.upload_id
	WHERE sv.share_id = $1 AND p.deleted_at IS NULL`

// SharePicks returns a page of the picks of a share, in the order of its photos
// and then of time, and how many there are. Those of photos that are in the trash
// are not among them; those of photos that left the share come last, if at all.
func (r reader) SharePicks(ctx context.Context, shareID int64, gone bool, page vitrine.Page) (picks []*vitrine.SharePick, total int, err error) {
	of := picksOfShare
	if !gone {
		of += " AND sp.photo_id IS NOT NULL"
	}
	picks, err = rows.All(ctx, r.src, scanSharePick, `
		SELECT p.id, p.slug, p.title, COALESCE(u.original_filename, ''), sv.id, sv.share_id, sv.name, k.picked_at, sp.photo_id IS NOT NULL`+of+`
		ORDER BY sp.position IS NULL, sp.position, k.photo_id, k.picked_at, sv.id LIMIT $2 OFFSET $3`, shareID, page.Limit, page.Offset())
	if err == nil {
		total, err = rows.Value[int](ctx, r.src, "SELECT COUNT(*)"+of, shareID)
	}
	return picks, total, err
}

// PickedPhotos returns the ids of the photos that visitors of a share picked, in
// their order, those that have left it last.
func (r reader) PickedPhotos(ctx context.Context, shareID int64) ([]int64, error) {
	return rows.Values[int64](ctx, r.src, "SELECT p.id"+picksOfShare+" GROUP BY p.id, sp.position ORDER BY sp.position IS NULL, sp.position, p.id", shareID)
}

func scanSharePick(r rows.Row) (*vitrine.SharePick, error) {
	k := &vitrine.SharePick{}
	var at int64
	err := r.Scan(&k.PhotoID, &k.Slug, &k.Title, &k.Filename, &k.Visitor.ID, &k.Visitor.ShareID, &k.Visitor.Name, &at, &k.InShare)
	k.PickedAt = fromMicros(at)
	return k, err
}

// ShareVisitor returns the visitor of a share with that key, or one without an
// id if nothing is known of them.
func (r reader) ShareVisitor(ctx context.Context, shareID int64, key string) (vitrine.ShareVisitor, error) {
	v, err := rows.One(ctx, r.src, func(r rows.Row) (v vitrine.ShareVisitor, err error) {
		err = r.Scan(&v.ID, &v.ShareID, &v.Name)
		return v, err
	}, "SELECT id, share_id, name FROM share_visitors WHERE share_id = $1 AND key = $2", shareID, key)
	return v, rows.OrError(err, nil)
}

// ShareVisitorCount returns how many visitors of a share are known.
func (r reader) ShareVisitorCount(ctx context.Context, shareID int64) (int, error) {
	return rows.Value[int](ctx, r.src, "SELECT COUNT(*) FROM share_visitors WHERE share_id = $1", shareID)
}

// PicksOf returns the ids of the photos that a visitor picked.
func (r reader) PicksOf(ctx context.Context, v vitrine.ShareVisitor) ([]int64, error) {
	return rows.Values[int64](ctx, r.src, "SELECT photo_id FROM share_picks WHERE visitor_id = $1 ORDER BY photo_id", v.ID)
}

// PutShareVisitor writes a visitor's name, and sets the id of one who was not
// known.
func (tx *Tx) PutShareVisitor(ctx context.Context, v *vitrine.ShareVisitor, key string) (err error) {
	v.ID, err = rows.Value[int64](ctx, tx.src, `
		INSERT INTO share_visitors (share_id, key, name, created_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (share_id, key) DO UPDATE SET name = excluded.name RETURNING id`, v.ShareID, key, v.Name, micros(tx.Now))
	return err
}

// Pick marks a photo as a visitor's favourite, however often it is told.
func (tx *Tx) Pick(ctx context.Context, v vitrine.ShareVisitor, photoID int64) error {
	_, err := tx.exec(ctx, "INSERT INTO share_picks (visitor_id, photo_id, picked_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
		v.ID, photoID, micros(tx.Now))
	return err
}

// Unpick takes a visitor's mark back, if there is one.
func (tx *Tx) Unpick(ctx context.Context, v vitrine.ShareVisitor, photoID int64) error {
	_, err := tx.exec(ctx, "DELETE FROM share_picks WHERE visitor_id = $1 AND photo_id = $2", v.ID, photoID)
	return err
}

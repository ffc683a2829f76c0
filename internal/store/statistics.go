package store

import (
	"context"

	"github.com/vitrine-photos/vitrine"
)

// PopularPhotos returns the published photos that were looked at most, as far as
// an audience sees them. Of equals the newer ones come first.
func (r reader) PopularPhotos(ctx context.Context, audience vitrine.Audience, limit int) ([]vitrine.PopularPhoto, error) {
	scan := func(r row) (p vitrine.PopularPhoto, err error) {
		err = r.Scan(&p.ID, &p.Title, &p.ViewCount, &p.LikeCount)
		return p, err
	}
	return selectAll(ctx, r, scan, `
		SELECT p.id, p.title, p.view_count, p.like_count FROM photos p
		WHERE p.status = 'published' AND p.deleted_at IS NULL AND `+visible(audience)+`
		ORDER BY p.view_count DESC, p.id DESC LIMIT $1`, limit)
}

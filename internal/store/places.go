package store

import (
	"context"
	"database/sql"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store/rows"
)

// PublicPlaces returns where the newest public photos with coordinates were
// taken, the newest first, limit at most. Places that were read from pictures
// are among them only if asked for.
func (r reader) PublicPlaces(ctx context.Context, fromPictures bool, limit int) ([]vitrine.Place, error) {
	condition := ""
	if !fromPictures {
		condition = " AND NOT p.location_private"
	}
	return rows.All(ctx, r.src, scanPlace, "SELECT p.id, p.latitude, p.longitude, p.city, p.country FROM photos p WHERE "+
		visible(vitrine.AudiencePublic)+" AND p.latitude IS NOT NULL AND p.longitude IS NOT NULL"+condition+
		" ORDER BY p.id DESC LIMIT $1", limit)
}

func scanPlace(r rows.Row) (p vitrine.Place, err error) {
	var city, country sql.NullString
	err = r.Scan(&p.PhotoID, &p.Latitude, &p.Longitude, &city, &country)
	p.City, p.Country = city.String, country.String
	return p, err
}

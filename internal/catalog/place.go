package catalog

import (
	"context"

	"github.com/vitrine-photos/vitrine"
)

// Places returns where the newest public photos were taken, the newest first,
// limit at most: places that a person gave, and with ShowLocation those that
// were read from the pictures.
func (c *Catalog) Places(ctx context.Context, limit int) ([]vitrine.Place, error) {
	settings, err := c.Settings(ctx)
	if err != nil {
		return nil, err
	}
	return c.DB.PublicPlaces(ctx, settings.Display.ShowLocation, limit)
}

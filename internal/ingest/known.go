package ingest

import (
	"context"

	"github.com/vitrine-photos/vitrine"
)

// Known tells which contents (SHA-256, hex) photos show already: the photo's id
// for each that one does. So a client need not send a file to learn that it is
// there. It needs photo.create.
func (g *Ingest) Known(ctx context.Context, actor vitrine.Actor, sums []string) (map[string]int64, error) {
	if err := actor.Require(vitrine.PhotoCreate); err != nil {
		return nil, err
	}
	return g.DB.PhotosOfContents(ctx, sums)
}

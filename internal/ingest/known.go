package ingest

import (
	"context"

	"github.com/vitrine-photos/vitrine"
)

// Contents is what is there of some contents, by their SHA-256 in hex.
type Contents struct {
	Photos  map[string]int64  // the photo that shows each
	Uploads map[string]string // the asker's own upload of each, which no photo has
}

// Known tells which contents (SHA-256, hex) are there already, so that a client
// need not send a file to learn that, nor send it again when an answer was lost.
// It needs photo.create.
func (g *Ingest) Known(ctx context.Context, actor vitrine.Actor, sums []string) (known Contents, err error) {
	if err := actor.Require(vitrine.PhotoCreate); err != nil {
		return known, err
	}
	if known.Photos, err = g.DB.PhotosOfContents(ctx, sums); err != nil {
		return known, err
	}
	known.Uploads, err = g.DB.FreeUploads(ctx, actor.UserID, sums)
	return known, err
}

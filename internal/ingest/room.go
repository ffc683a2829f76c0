package ingest

import (
	"context"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/blob"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// usage tells what the storage holds, in bytes.
type usage interface {
	StoredBytes(ctx context.Context) (int64, error) // of files, also of those about to be put in place
	Size(ctx context.Context) (int64, error)        // of the database
}

// checkRoom is a CodeUnavailable error if that many more bytes would go beyond
// the limit. It is asked for what clients send; what is derived from files that
// were accepted may go beyond, as no picture is left half done.
func (g *Ingest) checkRoom(ctx context.Context, of usage, more int64) error {
	if g.StorageLimit == 0 {
		return nil
	}
	files, err := of.StoredBytes(ctx)
	if err != nil {
		return err
	}
	database, err := of.Size(ctx)
	if err != nil {
		return err
	}
	if files+database+more > g.StorageLimit {
		return vitrine.Unavailable("There is no room left to keep files: the storage limit is reached.", fullRetryAfter, blob.ErrNoSpace)
	}
	return nil
}

// withinLimit is checkRoom for a transaction that has reserved what is to come.
func (g *Ingest) withinLimit(ctx context.Context) func(*store.Tx) error {
	return func(tx *store.Tx) error { return g.checkRoom(ctx, tx, 0) }
}

// reserveArrived takes the row of a file, if there is room for it.
func (g *Ingest) reserveArrived(ctx context.Context, file *Arrived) error {
	check := g.withinLimit(ctx)
	if file.joined {
		check = nil
	}
	return g.reserve(ctx, check, file.staged)
}

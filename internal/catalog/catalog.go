// Package catalog holds the operations on photos, categories and tags. Each one
// is a single transaction that carries its event; each checks the permission it
// needs, so that every way in is held to the same rules.
package catalog

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// Config is what a Catalog is made of.
type Config struct {
	DB         *store.DB
	Settings   func(context.Context) (vitrine.Settings, error)
	VisitorKey []byte // hashes visitors, 32 bytes
	Now        func() time.Time
	Log        *slog.Logger
}

// Catalog carries out the operations. It may be used by several goroutines.
type Catalog struct {
	Config

	mu        sync.Mutex
	visits    map[visit]struct{} // not yet in the store
	downloads map[int64]int
}

// New returns a catalog. Views are counted in memory until Flush or Run.
func New(cfg Config) *Catalog {
	return &Catalog{Config: cfg, visits: map[visit]struct{}{}, downloads: map[int64]int{}}
}

// sweepBatch is how many photos leave the trash in one transaction.
const sweepBatch = 50

// The retention of what only serves for a while.
const (
	visitRetention = 24 * time.Hour
	eventRetention = 30 * 24 * time.Hour
)

// Sweep removes for good what has been in the trash for TrashRetention, with the
// words that only it was found by, and forgets visits and events that have served
// their purpose.
func (c *Catalog) Sweep(ctx context.Context) error {
	for {
		expired, err := c.DB.ExpiredTrash(ctx, c.Now().Add(-vitrine.TrashRetention), sweepBatch)
		if err != nil {
			return err
		}
		if len(expired) == 0 {
			break
		}
		if err := c.purge(ctx, expired); err != nil {
			return err
		}
	}
	if err := c.DB.SweepSearch(ctx); err != nil {
		return err
	}
	return c.DB.Update(ctx, func(tx *store.Tx) error {
		if err := tx.ForgetVisits(ctx, hourOf(tx.Now.Add(-visitRetention))); err != nil {
			return err
		}
		return tx.DeleteEvents(ctx, tx.Now.Add(-eventRetention))
	})
}

func (c *Catalog) purge(ctx context.Context, ids []int64) error {
	return c.DB.Update(ctx, func(tx *store.Tx) error {
		for _, id := range ids {
			err := tx.PurgePhoto(ctx, id)
			if err != nil && vitrine.ErrorCode(err) != vitrine.CodeNotFound { // restored meanwhile
				return err
			}
		}
		return nil
	})
}

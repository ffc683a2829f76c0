package ingest

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/blob"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// The grace periods of the janitor.
const (
	blobGrace    = 24 * time.Hour // of a file that nothing refers to, since it was last taken or put in place
	stagingGrace = 24 * time.Hour // of a file that is being written; longer than any upload takes
	strayEvery   = 24 * time.Hour // between walks through all files, which take long in a large library
)

// sweepBatch is how many things one transaction of the janitor removes.
const sweepBatch = 100

// Sweep is the work of the janitor on files: it removes uploads that no photo
// took for vitrine.OrphanRetention, chunked uploads that have expired, blobs that
// nothing refers to, and what interrupted uploads left; and it tells of files that
// have no row. A failure of one of these does not keep it from the others.
func (g *Ingest) Sweep(ctx context.Context, _ *vitrine.Job) error {
	return errors.Join(
		g.sweepUploads(ctx),
		g.sweepChunked(ctx),
		g.reportStrays(ctx),
		g.sweepBlobs(ctx),
		g.sweepStaging(ctx),
	)
}

// sweepUploads removes the uploads that no photo took.
func (g *Ingest) sweepUploads(ctx context.Context) error {
	return inBatches(func() (int, error) {
		before := g.Now().Add(-vitrine.OrphanRetention)
		var removed int
		err := g.DB.Update(ctx, func(tx *store.Tx) error {
			ids, err := tx.OrphanUploads(ctx, before, sweepBatch) // in the transaction: none is taken meanwhile
			removed = len(ids)
			if err != nil {
				return err
			}
			return each(ids, func(id string) error { return tx.DeleteUpload(ctx, id) })
		})
		return removed, err
	})
}

// sweepBlobs removes the blobs that nothing refers to. They are marked first, so
// that nobody can take them any more, and removed in a second transaction each.
func (g *Ingest) sweepBlobs(ctx context.Context) error {
	return inBatches(func() (int, error) {
		var keys []string
		err := g.DB.Update(ctx, func(tx *store.Tx) (err error) {
			keys, err = tx.TakeLeavingBlobs(ctx, tx.Now.Add(-blobGrace), sweepBatch)
			return err
		})
		if err != nil {
			return 0, err
		}
		return len(keys), each(keys, func(key string) error { return g.removeBlob(ctx, key) })
	})
}

// removeBlob removes a blob's file while its row is locked by the transaction
// that removes the row. So whoever sends the same bytes again waits until the
// file is gone, and a janitor that was held up finds no row and leaves the new
// file alone. If the commit fails the row is still leaving and its turn comes
// again.
func (g *Ingest) removeBlob(ctx context.Context, key string) error {
	return g.DB.Update(ctx, func(tx *store.Tx) error {
		leaving, err := tx.DeleteBlob(ctx, key)
		if err != nil || !leaving {
			return err
		}
		return g.Blobs.Delete(ctx, key)
	})
}

// reportStrays tells of files that have no row. It never removes one: since rows
// are reserved before files are put in place, no interruption leaves any. They
// mean that this is not the database that the files belong to, a fresh one or an
// older backup, and then the files are all there is.
func (g *Ingest) reportStrays(ctx context.Context) error {
	if !g.strays.due(g.Now()) {
		return nil
	}
	for _, family := range []string{originals, derived, chunks} {
		n, example, err := g.countStrays(ctx, family+"/")
		if err != nil {
			return err
		}
		if n > 0 {
			g.Log.Error("the storage holds files that the database does not know; they are kept: is this the right database, or an old backup of it?",
				"family", family, "files", n, "example", example)
		}
	}
	g.strays.walked(g.Now())
	return nil
}

// countStrays counts the files below the prefix that have no row, and returns
// the key of one.
func (g *Ingest) countStrays(ctx context.Context, prefix string) (n int, example string, err error) {
	before := g.Now().Add(-blobGrace)
	var batch []string
	count := func() error {
		known, err := g.DB.BlobExists(ctx, batch)
		for _, key := range batch {
			if err == nil && !known[key] {
				n, example = n+1, key
			}
		}
		batch = batch[:0]
		return err
	}
	err = g.Blobs.List(ctx, prefix, func(info blob.Info) error {
		if info.ModTime.Before(before) {
			batch = append(batch, info.Key)
		}
		if len(batch) < sweepBatch {
			return nil
		}
		return count()
	})
	return n, example, errors.Join(err, count())
}

func (g *Ingest) sweepStaging(ctx context.Context) error {
	n, err := g.Blobs.SweepStaging(ctx, g.Now().Add(-stagingGrace))
	if n > 0 {
		g.Log.Info("unfinished files removed", "count", n)
	}
	return err
}

// strayClock remembers when the files were last walked through. The first walk
// is due at once.
type strayClock struct {
	mu   sync.Mutex
	last time.Time
}

func (c *strayClock) due(now time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return now.Sub(c.last) >= strayEvery
}

func (c *strayClock) walked(now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last = now
}

// inBatches repeats a step that removes up to sweepBatch things until it finds
// fewer.
func inBatches(step func() (int, error)) error {
	for {
		n, err := step()
		if err != nil || n < sweepBatch {
			return err
		}
	}
}

// each calls fn for every item until one fails.
func each[T any](items []T, fn func(T) error) error {
	for _, item := range items {
		if err := fn(item); err != nil {
			return err
		}
	}
	return nil
}

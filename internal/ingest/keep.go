package ingest

import (
	"context"
	"encoding/hex"
	"errors"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/blob"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// The families of blobs.
const (
	originals = "originals"
	derived   = "derived"
	chunks    = "chunks"
)

// The wait for a blob that the janitor is removing just now. It takes a moment.
const (
	leavingWait  = 50 * time.Millisecond
	leavingTries = 100
)

// staged is a file that is written but not yet in its place.
type staged struct {
	writer blob.Writer
	sum    string // SHA-256 of its bytes, hex
	key    string // where it goes
}

func newStaged(w blob.Writer, family string) staged {
	sum := w.Sum()
	name := hex.EncodeToString(sum[:])
	return staged{writer: w, sum: name, key: blobKey(family, name)}
}

// blobKey returns the key of the blob with that SHA-256.
func blobKey(family, sum string) string { return family + "/" + sum[:2] + "/" + sum }

// keep reserves the rows of the files and puts the files in their places. When
// it returns they are durable, and safe from the janitor for its grace period,
// in which the caller commits what refers to them.
func (g *Ingest) keep(ctx context.Context, files ...staged) error {
	if err := g.reserve(ctx, nil, files...); err != nil {
		return err
	}
	return place(ctx, files...)
}

// place puts files whose rows are reserved in their places, durably.
func place(ctx context.Context, files ...staged) error {
	for _, f := range files {
		if err := f.writer.Commit(ctx, f.key); err != nil {
			return storageError(err)
		}
	}
	return nil
}

// reserve takes the rows of the files in one transaction, which is committed
// before the files are put in their places; unless the check, if there is one,
// objects to what the storage would hold then. It waits for the janitor if that
// is removing one of them.
func (g *Ingest) reserve(ctx context.Context, check func(*store.Tx) error, files ...staged) error {
	for range leavingTries {
		err := g.DB.Update(store.Apart(ctx), func(tx *store.Tx) error {
			for _, f := range files {
				if err := tx.ReserveBlob(ctx, f.key, f.writer.Size()); err != nil {
					return err
				}
			}
			if check == nil {
				return nil
			}
			return check(tx)
		})
		if !errors.Is(err, store.ErrBlobLeaving) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(leavingWait):
		}
	}
	return vitrine.Unavailable("The same file is being removed at this moment.", 10*time.Second, store.ErrBlobLeaving)
}

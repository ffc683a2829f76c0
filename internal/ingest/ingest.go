// Package ingest turns files that are sent into pictures that can be shown: it
// receives them, derives their renditions in the background, tells how far that
// has come, and removes what nothing refers to any more.
//
// Its rule is the order of durability. Bytes are written beside their place and
// synced, their row is reserved, they are moved in place, and only then is one
// transaction committed that refers to them; only after that is anything
// acknowledged. Whatever is cut short in between is either invisible and swept
// up later, or done again by its job.
package ingest

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/blob"
	"github.com/vitrine-photos/vitrine/internal/imaging"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// Config is what an Ingest works with. All fields but StorageLimit are required.
type Config struct {
	DB       *store.DB
	Blobs    blob.Store
	Imaging  *imaging.Pool
	Settings func(context.Context) (vitrine.Settings, error)
	Zone     *time.Location // of pictures that name no offset
	Now      func() time.Time
	Log      *slog.Logger

	StorageLimit int64 // bytes of files and database that uploads may fill; 0 for no limit
}

// Ingest receives files and derives pictures from them. Its methods may be
// called from many goroutines.
type Ingest struct {
	Config
	pace   pace
	strays strayClock
}

// New returns an Ingest that works with cfg.
func New(cfg Config) *Ingest { return &Ingest{Config: cfg} }

// fullRetryAfter is when trying again makes sense after the disk was full or
// read-only: somebody has to do something about it first.
const fullRetryAfter = time.Minute

// storageError turns a failure to keep bytes into one that clients understand.
func storageError(err error) error {
	if errors.Is(err, blob.ErrNoSpace) {
		return vitrine.Unavailable("There is no room left to keep files.", fullRetryAfter, err)
	}
	if errors.Is(err, blob.ErrReadOnly) {
		return vitrine.Unavailable("Files cannot be kept at present.", fullRetryAfter, err)
	}
	return err
}

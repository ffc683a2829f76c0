package blob

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"os"
	"path"
	"strconv"
	"strings"
	"time"
)

// localWriter writes a staged file, which Commit renames.
type localWriter struct {
	store *Local
	ctx   context.Context //nolint:containedctx // io.Writer takes none; this one's end stops the writing
	file  *os.File
	name  string // of the staged file
	hash  hash.Hash
	size  int64
	err   error // why the bytes are not whole
	ended bool
}

// Create stages a new file.
func (l *Local) Create(ctx context.Context) (Writer, error) {
	w, err := l.create(ctx)
	if err != nil {
		return nil, err // not w: a nil *localWriter is not a nil Writer
	}
	return w, nil
}

func (l *Local) create(ctx context.Context) (*localWriter, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	name := stagedName(l.now())
	file, err := l.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, fileMode)
	if err != nil {
		return nil, fmt.Errorf("beginning a blob: %w", writeError(err))
	}
	return &localWriter{store: l, ctx: ctx, file: file, name: name, hash: sha256.New()}, nil
}

// Write appends p to the staged file. After an error the writer can only be
// aborted.
func (w *localWriter) Write(p []byte) (int, error) {
	if w.ended {
		return 0, errEnded
	}
	if w.err == nil {
		w.err = w.ctx.Err()
	}
	if w.err != nil {
		return 0, writeError(w.err)
	}
	n, err := w.file.Write(p)
	w.hash.Write(p[:n])
	w.size += int64(n)
	if err != nil {
		w.err = fmt.Errorf("writing a blob: %w", err)
	}
	return n, writeError(w.err)
}

func (w *localWriter) Size() int64 { return w.size }

func (w *localWriter) Sum() [32]byte { return [32]byte(w.hash.Sum(nil)) }

// Commit syncs the staged file before its rename, and the folder after it.
func (w *localWriter) Commit(ctx context.Context, key string) error {
	if w.ended {
		return errEnded
	}
	err := w.commit(ctx, key)
	if err == nil {
		return nil
	}
	return errors.Join(fmt.Errorf("committing blob %s: %w", key, writeError(err)), w.Abort())
}

func (w *localWriter) commit(ctx context.Context, key string) error {
	if w.err != nil {
		return w.err
	}
	if err := begin(ctx, key); err != nil {
		return err
	}
	if err := w.store.makeFolders(key); err != nil {
		return err
	}
	if err := w.keepExisting(ctx, key); !errors.Is(err, ErrNotExist) {
		return err
	}
	if err := w.sync(); err != nil {
		return err
	}
	if err := w.store.root.Rename(w.name, key); err != nil {
		return err
	}
	w.ended = true
	return w.store.syncName(key)
}

// keepExisting ends the writer if key holds a blob of the same size, and
// returns ErrNotExist if not. The blob counts as new from now on: who collects
// old blobs that nothing refers to must not take it away from this writer's
// caller.
func (w *localWriter) keepExisting(ctx context.Context, key string) error {
	info, err := w.store.Stat(ctx, key)
	if err != nil {
		return err
	}
	if info.Size != w.size {
		return ErrNotExist
	}
	now := w.store.now()
	if err := w.store.root.Chtimes(key, now, now); missing(err) { // deleted a moment ago
		return ErrNotExist
	} else if err != nil {
		return err
	}
	// Whoever committed it may not have come so far yet.
	if err := w.store.syncName(key); err != nil {
		return err
	}
	return w.Abort()
}

// sync makes the staged file durable, with its time, and closes it.
func (w *localWriter) sync() error {
	now := w.store.now()
	if err := w.store.root.Chtimes(w.name, now, now); err != nil {
		return err
	}
	if err := w.file.Sync(); err != nil {
		return err
	}
	return w.file.Close()
}

// Abort closes and removes the staged file.
func (w *localWriter) Abort() error {
	if w.ended {
		return nil
	}
	w.ended = true
	if err := w.file.Close(); err != nil && !errors.Is(err, os.ErrClosed) {
		return errors.Join(err, w.store.root.Remove(w.name))
	}
	if err := w.store.root.Remove(w.name); err != nil && !missing(err) {
		return fmt.Errorf("discarding a blob: %w", writeError(err))
	}
	return nil
}

// syncName makes the name of a blob durable in its folder.
func (l *Local) syncName(key string) error {
	return syncFolder(l.root.Open(path.Dir(key)))
}

// SweepStaging removes staged files by the time in their names.
func (l *Local) SweepStaging(ctx context.Context, olderThan time.Time) (int, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	names, err := l.stagedNames()
	if err != nil {
		return 0, fmt.Errorf("reading the staging folder: %w", err)
	}
	swept := 0
	for _, name := range names {
		begun, ok := stagedAt(name)
		if !ok || !begun.Before(olderThan) {
			continue
		}
		if err := l.root.Remove(path.Join(stagingDir, name)); err != nil && !missing(err) {
			return swept, fmt.Errorf("sweeping the staging folder: %w", writeError(err))
		}
		swept++
	}
	return swept, nil
}

// stagedNames returns the names in the staging folder.
func (l *Local) stagedNames() ([]string, error) {
	dir, err := l.root.Open(stagingDir)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	return dir.Readdirnames(-1)
}

// stagedName names a new staged file after the time it was begun, which the
// file system would forget at the next write, and by the wrong clock.
func stagedName(begun time.Time) string {
	return path.Join(stagingDir, strconv.FormatInt(begun.UnixMicro(), 10)+"-"+rand.Text())
}

// stagedAt returns the time in the name of a staged file.
func stagedAt(name string) (begun time.Time, ok bool) {
	micros, _, found := strings.Cut(name, "-")
	n, err := strconv.ParseInt(micros, 10, 64)
	return time.UnixMicro(n), found && err == nil
}

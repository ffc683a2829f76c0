package backup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/blob"
)

// The mark is a file that tells a folder of backups from others, and what is
// locked while one writes or reads there. Its name is no blob's.
const (
	markName = "VITRINE-BACKUPS"
	mark     = "Backups of Vitrine, format 1. `vitrine verify` checks them, `vitrine restore` brings them back.\n"
)

// backupsPrefix begins the keys of what belongs to one backup alone.
const backupsPrefix = "backups/"

// busyWait is when to look again at a folder that is in use.
const busyWait = 15 * time.Second

// folder holds backups. Their files lie under the keys that they have in the
// library, so that each is there once; what a backup has for itself lies below
// backups/<name>.
type folder struct {
	dir   string
	blobs blob.Store
	close func() error
}

// Wrap changes a store of blobs, for tests that let it fail.
type Wrap func(blob.Store) blob.Store

// createFolder opens a folder to write a backup to, and makes it if need be. One
// that holds anything but backups is refused, and one in use CodeUnavailable.
func createFolder(dir string, now func() time.Time, wrap Wrap) (*folder, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder of the backups: %w", err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("read the folder of the backups: %w", err)
	}
	named := func(e fs.DirEntry) bool { return e.Name() == markName }
	if len(entries) > 0 && !slices.ContainsFunc(entries, named) {
		return nil, fmt.Errorf("%s is neither empty nor a folder of backups; choose another", dir)
	}
	file, err := os.OpenFile(filepath.Join(dir, markName), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("write to the folder of the backups: %w", err)
	}
	err = lockFile(file, dir, unix.LOCK_EX)
	if err == nil {
		err = writeMark(file)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return newFolder(dir, file, now, wrap)
}

// writeMark writes the mark unless it is there, or something else is.
func writeMark(file *os.File) error {
	found, err := io.ReadAll(io.LimitReader(file, 2*int64(len(mark))))
	if err != nil || string(found) == mark {
		return err
	}
	if !strings.HasPrefix(mark, string(found)) {
		return fmt.Errorf("%s was written by another version of this program, or is damaged; choose another folder", file.Name())
	}
	if _, err := file.WriteAt([]byte(mark), 0); err != nil {
		return err
	}
	return file.Sync()
}

// openFolder opens a folder to read its backups.
func openFolder(dir string, now func() time.Time) (*folder, error) {
	file, err := os.Open(filepath.Join(dir, markName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s is not a folder of backups: it has no file %s", dir, markName)
	}
	if err != nil {
		return nil, err
	}
	if err := lockFile(file, dir, unix.LOCK_SH); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return newFolder(dir, file, now, nil)
}

func newFolder(dir string, file *os.File, now func() time.Time, wrap Wrap) (*folder, error) {
	blobs, err := blob.OpenLocal(dir, now)
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	f := &folder{dir: dir, blobs: blobs, close: func() error { return errors.Join(blobs.Close(), file.Close()) }}
	if wrap != nil {
		f.blobs = wrap(blobs)
	}
	return f, nil
}

func lockFile(file *os.File, dir string, how int) error {
	err := unix.Flock(int(file.Fd()), how|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		return vitrine.Unavailable("Another process reads or writes backups in "+dir+".", busyWait, err)
	}
	return err
}

// names returns the names of the backups that are complete, the oldest first,
// and of those that were interrupted.
func (f *folder) names(ctx context.Context) (complete, interrupted []string, err error) {
	entries, err := os.ReadDir(filepath.Join(f.dir, backupsPrefix))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("list the backups: %w", err)
	}
	for _, entry := range entries {
		_, err := f.blobs.Stat(ctx, manifestKey(entry.Name()))
		switch {
		case err == nil:
			complete = append(complete, entry.Name())
		case errors.Is(err, blob.ErrNotExist), errors.Is(err, blob.ErrInvalidKey):
			interrupted = append(interrupted, entry.Name())
		default:
			return nil, nil, err
		}
	}
	return complete, interrupted, nil
}

// tidy removes what interrupted backups left for themselves. The files of the
// library that they had copied stay, for the next one wants them.
func (f *folder) tidy(ctx context.Context, now time.Time) error {
	_, interrupted, err := f.names(ctx)
	if err != nil {
		return err
	}
	for _, name := range interrupted {
		if err := os.RemoveAll(filepath.Join(f.dir, backupsPrefix, name)); err != nil {
			return fmt.Errorf("remove an interrupted backup: %w", err)
		}
	}
	_, err = f.blobs.SweepStaging(ctx, now)
	return err
}

// put stores a file that belongs to one backup alone.
func (f *folder) put(ctx context.Context, key string, content []byte) (file, error) {
	w, err := f.blobs.Create(ctx)
	if err != nil {
		return file{}, err
	}
	if _, err := w.Write(content); err != nil {
		return file{}, errors.Join(err, w.Abort())
	}
	return commit(ctx, w, key)
}

// commit ends a writer, and tells what it has written.
func commit(ctx context.Context, w blob.Writer, key string) (file, error) {
	written := file{Path: key, Size: w.Size(), SHA256: hexSum(w)}
	return written, w.Commit(ctx, key)
}

// read returns the content of a small file.
func (f *folder) read(ctx context.Context, key string) ([]byte, error) {
	const limit = 64 << 20
	object, err := f.blobs.Open(ctx, key)
	if err != nil {
		return nil, err
	}
	defer object.Close()
	return io.ReadAll(io.LimitReader(object, limit))
}

// markIntact reports whether the mark is as it was written.
func (f *folder) markIntact() (bool, error) {
	content, err := os.ReadFile(filepath.Join(f.dir, markName))
	return bytes.Equal(content, []byte(mark)), err
}

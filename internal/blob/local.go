package blob

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"sync"
	"syscall"
	"time"
)

// stagingDir holds the files of writers that have not ended. It lies on the
// file system of the blobs, so that a rename moves a file out of it at once;
// its leading dot keeps it apart from every key.
const stagingDir = ".staging"

// Blobs are private to the user that the service runs as.
const (
	dirMode  = 0o700
	fileMode = 0o600
)

// Local is a Store of files below one folder, each at the path of its key.
type Local struct {
	root *os.Root
	now  func() time.Time

	mu      sync.Mutex
	durable map[string]bool // folders known to survive a loss of power
}

// OpenLocal opens the store in dir, which is made if it is missing; its parent
// must exist. Ages of blobs and staged files are told by now.
func OpenLocal(dir string, now func() time.Time) (*Local, error) {
	if err := os.Mkdir(dir, dirMode); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("making the storage folder: %w", writeError(err))
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("opening the storage folder: %w", err)
	}
	l := &Local{root: root, now: now, durable: make(map[string]bool)}
	if err := l.prepare(filepath.Dir(filepath.Clean(dir))); err != nil {
		return nil, errors.Join(err, root.Close())
	}
	return l, nil
}

// prepare makes the staging folder. Where there is one, an earlier opening has
// already made the storage folder durable.
func (l *Local) prepare(parent string) error {
	if _, err := l.root.Lstat(stagingDir); err == nil {
		return nil
	}
	if err := syncFolder(os.Open(parent)); err != nil {
		return fmt.Errorf("making the storage folder durable: %w", err)
	}
	if err := l.makeFolder(stagingDir); err != nil {
		return fmt.Errorf("making the staging folder: %w", writeError(err))
	}
	return nil
}

// Close releases the folder. Objects and writers that are open stay usable.
func (l *Local) Close() error { return l.root.Close() }

// Open returns the blob's file.
func (l *Local) Open(ctx context.Context, key string) (Object, error) {
	if err := begin(ctx, key); err != nil {
		return nil, err
	}
	file, err := l.root.Open(key)
	if err != nil {
		return nil, readError(key, err)
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fs.ErrNotExist
	}
	if err != nil {
		return nil, errors.Join(readError(key, err), file.Close())
	}
	return localObject{file, info}, nil
}

// Stat describes the blob's file.
func (l *Local) Stat(ctx context.Context, key string) (Info, error) {
	if err := begin(ctx, key); err != nil {
		return Info{}, err
	}
	info, err := l.root.Lstat(key)
	if err == nil && !info.Mode().IsRegular() {
		err = fs.ErrNotExist
	}
	if err != nil {
		return Info{}, readError(key, err)
	}
	return Info{Key: key, Size: info.Size(), ModTime: info.ModTime()}, nil
}

// Delete removes the blob's file. Its folder stays, since a commit may be on
// its way there.
func (l *Local) Delete(ctx context.Context, key string) error {
	_, err := l.Stat(ctx, key)
	if err == nil {
		err = l.root.Remove(key)
	}
	if missing(err) || errors.Is(err, ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("deleting blob %s: %w", key, writeError(err))
	}
	return nil
}

// Check writes a small file and removes it again.
func (l *Local) Check(ctx context.Context) error {
	w, err := l.create(ctx)
	if err != nil {
		return err
	}
	_, err = w.Write(make([]byte, 4096)) // one block: an empty file needs none
	if err == nil {
		err = writeError(w.file.Sync())
	}
	return errors.Join(err, w.Abort())
}

// Capacity describes the file system of the folder. What is reserved for the
// superuser is not counted as free.
func (l *Local) Capacity(ctx context.Context) (total, free int64, err error) {
	if err := ctx.Err(); err != nil {
		return 0, 0, err
	}
	dir, err := l.root.Open(".")
	if err != nil {
		return 0, 0, fmt.Errorf("opening the storage folder: %w", err)
	}
	defer dir.Close()
	var st syscall.Statfs_t
	if err := syscall.Fstatfs(int(dir.Fd()), &st); err != nil {
		return 0, 0, fmt.Errorf("asking for the capacity of the storage: %w", err)
	}
	block := int64(st.Bsize) //nolint:unconvert // of another size on other platforms
	return int64(st.Blocks) * block, int64(st.Bavail) * block, nil
}

// makeFolders makes the folders above key, so that a loss of power cannot take
// them, or what they hold, away.
func (l *Local) makeFolders(key string) error {
	dir := path.Dir(key)
	if dir == "." {
		return nil
	}
	if err := l.makeFolders(dir); err != nil {
		return err
	}
	return l.makeFolder(dir)
}

// makeFolder makes one folder and syncs its parent. A folder that is there is
// synced too, once: whoever made it may have ended before it could. The lock
// keeps others from relying on the folder before it is durable.
func (l *Local) makeFolder(dir string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	err := l.root.Mkdir(dir, dirMode)
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	if err != nil && l.durable[dir] {
		return nil
	}
	if err := syncFolder(l.root.Open(path.Dir(dir))); err != nil {
		return err
	}
	l.durable[dir] = true
	return nil
}

// localObject is an open file. It keeps the methods of *os.File, by which
// net/http can have the kernel send it.
type localObject struct {
	*os.File
	info fs.FileInfo
}

func (o localObject) Size() int64        { return o.info.Size() }
func (o localObject) ModTime() time.Time { return o.info.ModTime() }

// begin checks what every operation on one key checks.
func begin(ctx context.Context, key string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return checkKey(key)
}

// syncFolder makes the names in a folder durable. It takes the two results of
// opening it, and closes it.
func syncFolder(dir *os.File, err error) error {
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}

// missing reports whether err says that there is no file of that name, also
// because what should be its folder is a file.
func missing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// readError names the blob that could not be read.
func readError(key string, err error) error {
	if missing(err) {
		err = ErrNotExist
	}
	return fmt.Errorf("blob %s: %w", key, err)
}

// writeError adds ErrNoSpace or ErrReadOnly to an error that means it.
func writeError(err error) error {
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return fmt.Errorf("%w: %w", ErrNoSpace, err)
	case errors.Is(err, syscall.EROFS), errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%w: %w", ErrReadOnly, err)
	default:
		return err
	}
}

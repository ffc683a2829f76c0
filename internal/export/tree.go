package export

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// listName is the file that names all of a copy, so that an export
// removes nothing that none has made.
const listName = ".vitrine-export"

// tree is a copy that is being made beside the one of before.
type tree struct {
	dir    string   // where the copy shall be
	stage  string   // where it is being made
	lock   *os.File // the stage, locked
	before map[string]bool

	files   []string
	size    int64
	changed int
}

// openTree looks whether the directory can be replaced, and makes a place beside
// it, on the same file system.
func openTree(dir string) (*tree, error) {
	absolute, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if target, err := filepath.EvalSymlinks(absolute); err == nil {
		absolute = target
	}
	if info, err := os.Stat(absolute); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("%s is not a directory", dir)
	}
	t := &tree{dir: absolute, stage: filepath.Join(filepath.Dir(absolute), "."+filepath.Base(absolute)+".exporting")}
	if t.before, err = listBefore(absolute); err != nil {
		return nil, err
	}
	if err := t.refuseStrangers(); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(t.stage, 0o755); err != nil { //nolint:gosec // for a web server to read
		return nil, err
	}
	if t.lock, err = os.Open(t.stage); err != nil {
		return nil, err
	}
	err = unix.Flock(int(t.lock.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		return nil, errors.Join(fmt.Errorf("another export to %s is under way", dir), t.lock.Close())
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("lock %s: %w", t.stage, err), t.lock.Close())
	}
	return t, nil
}

// listBefore reads which files the copy of before has.
func listBefore(dir string) (map[string]bool, error) {
	list, err := os.ReadFile(filepath.Join(dir, listName))
	if errors.Is(err, fs.ErrNotExist) {
		return map[string]bool{}, nil
	}
	before := map[string]bool{}
	for name := range strings.Lines(string(list)) {
		before[strings.TrimSuffix(name, "\n")] = true
	}
	return before, err
}

// refuseStrangers returns an error if the directory holds a file that no export
// made.
func (t *tree) refuseStrangers() error {
	return filepath.WalkDir(t.dir, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case name == t.dir && errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case entry.IsDir():
			return nil
		}
		file, err := filepath.Rel(t.dir, name)
		if err != nil {
			return err
		}
		if file = filepath.ToSlash(file); !t.before[file] {
			return fmt.Errorf("%s holds %s, which no export has made: move it elsewhere, or export to another directory", t.dir, file)
		}
		return nil
	})
}

// clear empties the stage: an export that was broken off may have left something.
func (t *tree) clear() error {
	t.files, t.size, t.changed = nil, 0, 0
	entries, err := os.ReadDir(t.stage)
	for _, entry := range entries {
		err = errors.Join(err, os.RemoveAll(filepath.Join(t.stage, entry.Name())))
	}
	return err
}

// close removes the stage, which holds the copy of before, or a new one that
// failed.
func (t *tree) close() {
	_ = os.RemoveAll(t.stage) // the next export clears it
	_ = t.lock.Close()
}

// write adds a file, the one of before if it is the same.
func (t *tree) write(file string, content []byte) error {
	if t.before[file] {
		before, err := os.ReadFile(filepath.Join(t.dir, filepath.FromSlash(file)))
		if err == nil && bytes.Equal(before, content) && t.keep(file, int64(len(content))) {
			return nil
		}
	}
	target, err := t.make(file)
	if err != nil {
		return err
	}
	t.add(file, int64(len(content)))
	t.changed++
	return os.WriteFile(target, content, 0o644) //nolint:gosec // for a web server to read
}

// keep adds the file of before, if it has that size. It stays one and the same,
// with its time.
func (t *tree) keep(file string, size int64) bool {
	source := filepath.Join(t.dir, filepath.FromSlash(file))
	info, err := os.Lstat(source)
	if !t.before[file] || err != nil || !info.Mode().IsRegular() || info.Size() != size {
		return false
	}
	target, err := t.make(file)
	if err != nil || os.Link(source, target) != nil {
		return false
	}
	t.add(file, size)
	return true
}

// make makes the folder of a file, and returns where the file goes.
func (t *tree) make(file string) (string, error) {
	target := filepath.Join(t.stage, filepath.FromSlash(file))
	return target, os.MkdirAll(filepath.Dir(target), 0o755) //nolint:gosec // for a web server to read
}

func (t *tree) add(file string, size int64) {
	t.files, t.size = append(t.files, file), t.size+size
}

// publish puts the new copy in the place of the one of before.
func (t *tree) publish() (size int64, changed, removed int, err error) {
	size, changed = t.size, t.changed
	list := append(slices.Clone(t.files), listName)
	slices.Sort(list)
	removed = len(t.before)
	for _, file := range list {
		if t.before[file] {
			removed--
		}
	}
	if err := t.write(listName, []byte(strings.Join(list, "\n")+"\n")); err != nil {
		return 0, 0, 0, err
	}
	if err := t.refuseStrangers(); err != nil { // that came meanwhile
		return 0, 0, 0, err
	}
	return size, changed, removed, t.swap()
}

// swap exchanges the stage with the directory, at once if the file system can.
func (t *tree) swap() error {
	if _, err := os.Lstat(t.dir); errors.Is(err, fs.ErrNotExist) {
		return os.Rename(t.stage, t.dir)
	}
	err := unix.Renameat2(unix.AT_FDCWD, t.stage, unix.AT_FDCWD, t.dir, unix.RENAME_EXCHANGE)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, unix.EBUSY):
		return fmt.Errorf("%s cannot be replaced, since a disk is mounted there: export to a directory in it", t.dir)
	case !errors.Is(err, unix.EINVAL) && !errors.Is(err, unix.ENOSYS):
		return fmt.Errorf("put the new site in the place of %s: %w", t.dir, err)
	}
	aside := t.stage + ".before"
	if err := os.Rename(t.dir, aside); err != nil {
		return err
	}
	return errors.Join(os.Rename(t.stage, t.dir), os.RemoveAll(aside))
}

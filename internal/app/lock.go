package app

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// lock is held on the data directory by the one process that serves from it. It
// tells others where that process listens.
type lock struct{ file *os.File }

// InUseError says that another process serves from the data directory. Address is
// where it listens; "" while it is still starting.
type InUseError struct{ Dir, Address string }

// Error says which directory is in use and by whom.
func (e *InUseError) Error() string {
	if e.Address == "" {
		return "another vitrine is starting or stopping on " + e.Dir
	}
	return fmt.Sprintf("another vitrine already serves %s at %s", e.Dir, e.Address)
}

// takeLock makes the data directory if needed and locks it, or returns *InUseError.
func takeLock(dir string) (*lock, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the data directory: %w", err)
	}
	file, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open the data directory's lock: %w", err)
	}
	if err := tryLock(file, dir, unix.LOCK_EX); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &lock{file}, file.Truncate(0)
}

// tryLock locks the file, or returns *InUseError with what its holder wrote.
func tryLock(file *os.File, dir string, how int) error {
	err := unix.Flock(int(file.Fd()), how|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		address, readErr := io.ReadAll(io.LimitReader(file, 256))
		return errors.Join(readErr, &InUseError{Dir: dir, Address: strings.TrimSpace(string(address))})
	}
	if err != nil {
		return fmt.Errorf("lock the data directory: %w", err)
	}
	return nil
}

// checkLock returns *InUseError if a process serves from dir. It changes nothing.
func checkLock(dir string) error {
	file, err := os.Open(filepath.Join(dir, "lock"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("open the data directory's lock: %w", err)
	}
	defer file.Close()
	return tryLock(file, dir, unix.LOCK_SH)
}

// announce writes where the process listens.
func (l *lock) announce(address string) error {
	_, err := l.file.WriteAt([]byte(address+"\n"), 0)
	return err
}

// release unlocks by itself: a process that is being started beside has a copy of
// the open file for a moment, which would hold the lock beyond Close.
func (l *lock) release() error {
	return errors.Join(l.file.Truncate(0), unix.Flock(int(l.file.Fd()), unix.LOCK_UN), l.file.Close())
}

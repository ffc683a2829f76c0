package main

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// lockCheckout keeps a second run out of the checkout: both would write bin and
// node_modules.
func lockCheckout() (unlock func(), err error) {
	if err := os.MkdirAll("bin", 0o755); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(filepath.Join("bin", "test.lock"), os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		file.Close()
		return nil, fmt.Errorf("another test run uses this checkout: wait for it, or test a second clone (%w)", err)
	}
	return func() { file.Close() }, nil
}

// makeScratch returns a new directory for what the tests write. It is in memory
// where there is room and programs may run from it: hundreds of thousands of
// commits would wait for the disk otherwise.
func makeScratch() (string, error) {
	const memory, room, noexec = "/dev/shm", 6 << 30, 8 // ST_NOEXEC of statvfs(3)
	parent := ""
	var fs syscall.Statfs_t
	if err := syscall.Statfs(memory, &fs); err == nil && fs.Flags&noexec == 0 && fs.Bavail*uint64(fs.Bsize) >= room {
		parent = memory
	}
	dir, err := os.MkdirTemp(parent, "vitrine-test-")
	if err != nil {
		return "", err
	}
	return dir, os.Chmod(dir, 0o711) // PostgreSQL, run by root, has a user of its own
}

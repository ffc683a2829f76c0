package blob_test

import (
	"errors"
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine/internal/blob"
	"github.com/vitrine-photos/vitrine/internal/blob/blobtest"
)

// mountTmpfs returns a folder on a file system of its own, of size bytes.
func mountTmpfs(t *testing.T, size string) string {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("mounting a small file system needs root")
	}
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size="+size); err != nil {
		t.Skipf("a small file system cannot be mounted here: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Errorf("unmounting: %v", err)
		}
	})
	return dir
}

// write begins a blob of size bytes and commits it under key.
func write(t *testing.T, s blob.Store, key string, size int) error {
	t.Helper()
	w, err := s.Create(t.Context())
	if err != nil {
		return err
	}
	_, writeErr := w.Write(make([]byte, size))
	return errors.Join(writeErr, w.Commit(t.Context(), key))
}

func TestLocalOnAFullDisk(t *testing.T) {
	t.Parallel()
	dir := mountTmpfs(t, "1m")
	s := openLocal(t, dir, time.Now)
	if err := write(t, s, "a/first", 512<<10); err != nil {
		t.Fatal(err)
	}
	if err := write(t, s, "a/large", 1<<20); !errors.Is(err, blob.ErrNoSpace) {
		t.Errorf("writing more than fits = %v, want ErrNoSpace", err)
	}
	if diff := cmp.Diff([]string{"a/first"}, files(t, dir)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}

	total, free, err := s.Capacity(t.Context())
	if err != nil || total != 1<<20 || free <= 0 || free > 512<<10 {
		t.Errorf("Capacity = %d, %d, %v", total, free, err)
	}
	if err := write(t, s, "a/rest", int(free)); err != nil {
		t.Errorf("filling the rest: %v", err)
	}
	if err := s.Check(t.Context()); !errors.Is(err, blob.ErrNoSpace) {
		t.Errorf("Check of a full disk = %v, want ErrNoSpace", err)
	}
	if got := len(blobtest.Get(t, s, "a/first")); got != 512<<10 {
		t.Errorf("read %d bytes from a full disk", got)
	}

	if err := s.Delete(t.Context(), "a/first"); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.Check(t.Context()), write(t, s, "a/again", 512<<10)); err != nil {
		t.Errorf("after space was made: %v", err)
	}
	if diff := cmp.Diff([]string{"a/again", "a/rest"}, files(t, dir)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

func TestLocalOnAReadOnlyFileSystem(t *testing.T) {
	t.Parallel()
	dir := mountTmpfs(t, "1m")
	s := openLocal(t, dir, time.Now)
	blobtest.Put(t, s, "k", "x")
	remount(t, dir, syscall.MS_RDONLY)

	for name, err := range map[string]error{
		"Create": write(t, s, "k2", 1),
		"Delete": s.Delete(t.Context(), "k"),
		"Check":  s.Check(t.Context()),
	} {
		if !errors.Is(err, blob.ErrReadOnly) {
			t.Errorf("%s = %v, want ErrReadOnly", name, err)
		}
	}
	if got := blobtest.Get(t, openLocal(t, dir, time.Now), "k"); got != "x" {
		t.Errorf("content = %q", got)
	}

	remount(t, dir, 0)
	if err := errors.Join(s.Check(t.Context()), write(t, s, "k2", 1)); err != nil {
		t.Errorf("once it can be written to again: %v", err)
	}
	if diff := cmp.Diff([]string{"k", "k2"}, files(t, dir)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

// remount changes the flags of the file system mounted at dir.
func remount(t *testing.T, dir string, flags uintptr) {
	t.Helper()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT|flags, ""); err != nil {
		t.Fatalf("remounting: %v", err)
	}
}

package ingest_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine"
)

// smallDisk returns a folder on a file system of its own.
func smallDisk(t *testing.T, size string) string {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("mounting a small file system needs root")
	}
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size="+size); err != nil {
		t.Skipf("a small file system cannot be mounted here: %v", err)
	}
	t.Cleanup(func() { must(t, syscall.Unmount(dir, syscall.MNT_DETACH)) })
	return dir
}

func TestFullDisk(t *testing.T) {
	t.Parallel()
	dir := smallDisk(t, "2m")
	b := newBenchIn(t, dir)
	first := jpegFile(t, picture(300, 200, 25))
	u := b.finish(b.send("first.jpg", first).ID)
	b.checkCompleted(u)
	before := b.files()

	// A file that does not fit.
	large := append(jpegFile(t, picture(300, 200, 26)), make([]byte, 3<<20)...)
	_, err := b.Receive(t.Context(), b.editor, "large.jpg", bytes.NewReader(large))
	e, _ := errors.AsType[*vitrine.Error](err)
	if e == nil || e.Code != vitrine.CodeUnavailable || e.RetryAfter <= 0 {
		t.Errorf("Receive on a full disk = %v, want CodeUnavailable with a time to try again", err)
	}
	if diff := cmp.Diff(before, b.files()); diff != "" {
		t.Errorf("files (-before +after):\n%s", diff)
	}

	// An original that fits, whose renditions do not.
	second := b.send("second.jpg", jpegFile(t, picture(300, 200, 27)))
	ballast := b.fill()
	if failures := b.work(); len(failures) != 1 || vitrine.ErrorCode(failures[0]) != vitrine.CodeUnavailable {
		t.Errorf("Derive on a full disk = %v, want one CodeUnavailable", failures)
	}
	if u := b.upload(second.ID); u.Status != vitrine.UploadProcessing || u.Error.Message() != "There is no room left to keep files." {
		t.Errorf("the upload is %s, %q; it should say that it waits for room", u.Status, u.Error)
	}
	key, _, _, err := b.db.UploadBlob(t.Context(), u.ID)
	must(t, err)
	if !bytes.Equal(b.read(key), first) {
		t.Error("a full disk keeps reads from going on")
	}

	must(t, os.Remove(ballast))
	b.restart()
	b.checkCompleted(b.finish(second.ID))
	b.send("third.jpg", jpegFile(t, picture(300, 200, 28)))
}

// fill takes all the room that is left, and returns the file that has it.
func (b *bench) fill() string {
	b.t.Helper()
	path := filepath.Join(b.dir, ".ballast") // no blob has such a name
	f, err := os.Create(path)
	must(b.t, err)
	defer f.Close()
	for {
		if _, err := f.Write(make([]byte, 4096)); err != nil {
			return path
		}
	}
}

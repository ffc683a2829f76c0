package blob_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine/internal/blob"
	"github.com/vitrine-photos/vitrine/internal/blob/blobtest"
)

func TestLocal(t *testing.T) {
	blobtest.Run(t, func(t *testing.T) blob.Store { return openLocal(t, filepath.Join(t.TempDir(), "blobs"), time.Now) })
}

// openLocal opens the store in dir until the test ends.
func openLocal(t testing.TB, dir string, now func() time.Time) *blob.Local {
	t.Helper()
	s, err := blob.OpenLocal(dir, now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// files returns the regular files below dir.
func files(t testing.TB, dir string) []string {
	t.Helper()
	var found []string
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() {
			name, _ := filepath.Rel(dir, path)
			found = append(found, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestLocalKeepsBlobsAtTheirKeys(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := openLocal(t, dir, time.Now)
	blobtest.Put(t, s, "originals/ab/abcd", "x")
	if diff := cmp.Diff([]string{"originals/ab/abcd"}, files(t, dir)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	info, err := os.Stat(filepath.Join(dir, "originals/ab/abcd"))
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o600 {
		t.Errorf("mode = %v, want it private", info.Mode())
	}
	s.Close()
	if got := blobtest.Get(t, openLocal(t, dir, time.Now), "originals/ab/abcd"); got != "x" {
		t.Errorf("after reopening: %q", got)
	}
}

// The age of a blob is what saves it from being collected before a row refers
// to it, so a commit must renew it even where it writes nothing.
func TestLocalRenewsTheAge(t *testing.T) {
	t.Parallel()
	now := time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)
	s := openLocal(t, t.TempDir(), func() time.Time { return now })
	for range 2 {
		blobtest.Put(t, s, "k", "x")
		info, err := s.Stat(t.Context(), "k")
		if err != nil || !info.ModTime.Equal(now) {
			t.Errorf("Stat = %v, %v, want the time %v", info.ModTime, err, now)
		}
		now = now.Add(48 * time.Hour)
	}
}

func TestLocalSweepsByItsClock(t *testing.T) {
	t.Parallel()
	now := time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)
	s := openLocal(t, t.TempDir(), func() time.Time { return now })
	for range 3 {
		if _, err := s.Create(t.Context()); err != nil {
			t.Fatal(err)
		}
		now = now.Add(time.Hour)
	}
	for _, tt := range []struct {
		age  time.Duration
		want int
	}{{3 * time.Hour, 0}, {2 * time.Hour, 1}, {0, 2}} {
		if n, err := s.SweepStaging(t.Context(), now.Add(-tt.age)); n != tt.want || err != nil {
			t.Errorf("sweeping after %v = %d, %v, want %d", tt.age, n, err, tt.want)
		}
	}
}

func TestLocalIgnoresWhatIsNotItsOwn(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := openLocal(t, dir, time.Now)
	blobtest.Put(t, s, "k", "x")
	for _, name := range []string{".DS_Store", "Thumbs.db", ".staging/notes.txt"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "lost+found"), 0); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"k"}, blobtest.Keys(t, s, "")); diff != "" {
		t.Errorf("keys (-want +got):\n%s", diff)
	}
	if n, err := s.SweepStaging(t.Context(), time.Now().Add(time.Hour)); n != 0 || err != nil {
		t.Errorf("SweepStaging = %d, %v", n, err)
	}
}

func TestLocalNeverLeavesItsFolder(t *testing.T) {
	t.Parallel()
	outside := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(outside, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	s := openLocal(t, dir, time.Now)
	for link, target := range map[string]string{"file": outside, "folder": filepath.Dir(outside)} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	for _, key := range []string{"file", "folder/secret"} {
		if o, err := s.Open(t.Context(), key); err == nil {
			o.Close()
			t.Errorf("Open(%q) follows a link out of the store", key)
		}
	}
	if w, err := s.Create(t.Context()); err != nil {
		t.Error(err)
	} else if err := w.Commit(t.Context(), "folder/new"); err == nil {
		t.Error("Commit follows a link out of the store")
	}
	if diff := cmp.Diff([]string{"secret"}, files(t, filepath.Dir(outside))); diff != "" {
		t.Errorf("outside (-want +got):\n%s", diff)
	}
}

func TestLocalFailsToRenameWithoutTrace(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := openLocal(t, dir, time.Now)
	blobtest.Put(t, s, "folder/blob", "x")
	for _, key := range []string{"folder", "folder/blob/below"} {
		w, err := s.Create(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Commit(t.Context(), key); err == nil {
			t.Errorf("Commit(%q) succeeds", key)
		}
	}
	if diff := cmp.Diff([]string{"folder/blob"}, files(t, dir)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

func TestOpenLocalNeedsTheParent(t *testing.T) {
	t.Parallel()
	if _, err := blob.OpenLocal(filepath.Join(t.TempDir(), "no", "such"), time.Now); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("OpenLocal = %v, want fs.ErrNotExist", err)
	}
}

func BenchmarkLocalCommit(b *testing.B) {
	s := openLocal(b, b.TempDir(), time.Now)
	content := make([]byte, 1<<20)
	b.SetBytes(int64(len(content)))
	for b.Loop() {
		w, err := s.Create(context.Background())
		if err == nil {
			_, err = w.Write(content)
		}
		if err == nil {
			err = w.Commit(context.Background(), "k")
		}
		if err == nil {
			err = s.Delete(context.Background(), "k")
		}
		if err != nil {
			b.Fatal(err)
		}
	}
}

package backup_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/backup"
	"github.com/vitrine-photos/vitrine/internal/blob"
	"github.com/vitrine-photos/vitrine/internal/store/storetest"
)

// backUpAndLose makes a backup of a photo that then is gone from the library.
func (l *library) backUpAndLose(title string) *vitrine.Backup {
	l.Helper()
	photo := l.photo(title, 1)
	made := l.back()
	l.must(l.catalog.DeletePhoto(l.Context(), l.actor, photo.ID, nil))
	l.must(l.catalog.PurgePhoto(l.Context(), l.actor, photo.ID))
	return made
}

// inFolder returns the names of the backups in the folder, the oldest first.
func (l *library) inFolder() (names []string) {
	l.Helper()
	entries, err := os.ReadDir(filepath.Join(l.folder, "backups"))
	l.must(err)
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

// holds reports whether the original of a photo is in the folder.
func (l *library) holds(title string) bool {
	l.Helper()
	for name, content := range filesIn(l, l.folder) {
		if strings.HasPrefix(name, "originals/") && string(content) == "picture of "+title {
			return true
		}
	}
	return false
}

// wantListed checks which backups the library lists in a state, and that those
// which were removed say when.
func (l *library) wantListed(status vitrine.BackupStatus, want ...int64) {
	l.Helper()
	all, _, err := l.db.Backups(l.Context(), vitrine.Page{Number: 1, Limit: 100})
	l.must(err)
	var got []int64
	for _, b := range slices.Backward(all) {
		if b.Status == status {
			got = append(got, b.ID)
		}
		if (b.RemovedAt != nil) != (b.Status == vitrine.BackupRemoved) {
			l.Errorf("one that is %s was removed at %v", b.Status, b.RemovedAt)
		}
	}
	if !slices.Equal(got, want) {
		l.Errorf("%s are %d, want %d", status, got, want)
	}
}

// mustRestore restores a backup to the end.
func (l *library) mustRestore(t *testing.T, name string) {
	t.Helper()
	p := place{dir: t.TempDir()}
	p.url = filepath.Join(p.dir, "vitrine.db")
	restored, err := backup.Restore(t.Context(), l.folder, name, p.target(t, l.Now), silent)
	if err != nil || len(restored.Missing) > 0 {
		t.Errorf("restoring %s: %+v, %v", name, restored, err)
	}
}

// Older backups go, with what they alone had; those that stay are whole.
func TestKeep(t *testing.T) {
	t.Parallel()
	storetest.Engines(t, func(t *testing.T, open storetest.Open) {
		l := newLibrary(t, open)
		l.fill(1)
		l.backUpAndLose("Oldest")
		second := l.backUpAndLose("Second")
		newest := l.backKeeping(2)
		if diff := cmp.Diff([]string{second.Name, newest.Name}, l.inFolder()); diff != "" {
			t.Errorf("kept (-want +got):\n%s", diff)
		}
		l.wantListed("removed", second.ID-1)
		l.wantListed("completed", second.ID, newest.ID)
		if l.holds("Oldest") || !l.holds("Second") || !l.holds("Harbour 0") {
			t.Error("not the files of the two newest backups are kept")
		}
		if report := l.verify(); len(report.Problems)+len(report.Notes) > 0 {
			t.Errorf("found %+v", report)
		}
		l.mustRestore(t, second.Name)
		l.mustRestore(t, newest.Name)
		l.back()
		if got := len(l.inFolder()); got != 3 {
			t.Errorf("%d backups are left by one that is to remove none", got)
		}
		last := l.backKeeping(1)
		if diff := cmp.Diff([]string{last.Name}, l.inFolder()); diff != "" {
			t.Errorf("kept at last (-want +got):\n%s", diff)
		}
		l.mustRestore(t, "")
	})
}

// Only what is made by the clock removes by the server's configuration.
func TestKeepBySchedule(t *testing.T) {
	t.Parallel()
	l := newLibrary(t, storetest.SQLite)
	b := backup.New(backup.Config{
		DB: l.db, Blobs: l.blobs, SecretPath: l.secret, Directory: l.folder, Every: time.Hour, Keep: 2, Now: l.Now, Log: discard,
	})
	for i, want := range []int{1, 2, 2, 2} {
		l.must(b.Due(t.Context(), nil))
		l.run(b)
		l.Advance(time.Hour)
		if got := len(l.inFolder()); got != want {
			t.Errorf("after %d backups there are %d, want %d", i+1, got, want)
		}
	}
	_, err := b.Begin(t.Context(), l.actor, backup.Wish{})
	l.must(err)
	l.run(b)
	if got := len(l.inFolder()); got != 3 {
		t.Errorf("one that somebody asked for leaves %d, want 3", got)
	}
}

// A backup that names itself older than the others, since the clock was set
// back, stays; it is the newest.
func TestKeepWhenTheClockIsSetBack(t *testing.T) {
	t.Parallel()
	l := newLibrary(t, storetest.SQLite)
	l.back()
	l.Advance(-48 * time.Hour)
	newest := l.backKeeping(1)
	if diff := cmp.Diff([]string{newest.Name}, l.inFolder()); diff != "" {
		t.Errorf("kept (-want +got):\n%s", diff)
	}
}

// A library removes only backups that it lists: one that begins anew, after all
// was lost, leaves those that can bring the lost one back, and so does another
// library with the same folder.
func TestKeepWhatOthersMade(t *testing.T) {
	t.Parallel()
	lost, anew := newLibrary(t, storetest.SQLite), newLibrary(t, storetest.SQLite)
	lost.fill(1)
	only := lost.back()
	anew.folder = lost.folder
	anew.Advance(24 * time.Hour)
	anew.fill(0)
	anew.backKeeping(1)
	newest := anew.backKeeping(1)
	if diff := cmp.Diff([]string{only.Name, newest.Name}, anew.inFolder()); diff != "" {
		t.Errorf("kept (-want +got):\n%s", diff)
	}
	if report := anew.verify(); len(report.Problems)+len(report.Notes) > 0 {
		t.Errorf("found %+v", report)
	}
	lost.mustRestore(t, only.Name)
}

// Nothing is removed unless the new backup and those that are to stay are whole.
func TestKeepAllOfWhatIsNotWhole(t *testing.T) {
	t.Parallel()
	damage := func(name string) func(*library, *vitrine.Backup) {
		return func(l *library, last *vitrine.Backup) {
			path := filepath.Join(l.folder, "backups", last.Name, name)
			whole, err := os.ReadFile(path)
			l.must(err)
			l.must(os.WriteFile(path, flip(whole, len(whole)/2), 0o600))
		}
	}
	for name, tt := range map[string]struct {
		harm func(l *library, last *vitrine.Backup)
		want string
	}{
		"the library has lost a file": {
			func(l *library, _ *vitrine.Backup) {
				l.must(os.Remove(filepath.Join(l.dir, blobKeys(l, l, "originals/")[0])))
				l.must(os.RemoveAll(filepath.Join(l.folder, "originals")))
			},
			"1 files of the library are missing or damaged",
		},
		"a manifest is damaged": {damage("manifest.json"), "the backup is complete, but older ones could not be removed: "},
		"a list is damaged":     {damage("files.ndjson.gz"), "the backup is complete, but older ones could not be removed: "},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := newLibrary(t, storetest.SQLite)
			l.fill(1)
			l.back()
			tt.harm(l, l.back())
			before := filesIn(t, l.folder)
			failed := l.backKeeping(2)
			if failed.Status != vitrine.BackupFailed || !strings.Contains(failed.Error.Message(), tt.want) {
				t.Errorf("got %+v", failed)
			}
			after := filesIn(t, l.folder)
			for path := range before {
				if _, kept := after[path]; !kept {
					t.Errorf("%s was removed", path)
				}
			}
		})
	}
}

// forgetful is a store whose process ends at a removal.
type forgetful struct {
	blob.Store
	fault *fault
}

func (s forgetful) Delete(ctx context.Context, key string) error {
	return s.fault.do(func() error { return s.Store.Delete(ctx, key) })
}

// TestKeepUnderFaults: whichever removal is the last before the process ends,
// what is complete is whole, and the next run removes the rest.
func TestKeepUnderFaults(t *testing.T) {
	t.Parallel()
	l := newLibrary(t, storetest.SQLite)
	l.fill(1)
	l.back()
	for n := 1; ; n++ {
		l.backUpAndLose(fmt.Sprintf("Lost %d", n))
		f := &fault{at: n, after: n%2 == 0}
		b := l.backups(func(s blob.Store) blob.Store { return forgetful{s, f} })
		_, err := b.Begin(l.Context(), l.actor, backup.Wish{Keep: 1})
		l.must(err)
		l.crash(b)
		l.Advance(time.Hour)
		if report := l.verify(); len(report.Problems) > 0 || report.Backups < 1 {
			t.Fatalf("removal %d: after the crash: %+v", n, report)
		}
		if f.fired() {
			l.run(l.backups(nil))
		}
		if report := l.verify(); len(report.Problems)+len(report.Notes) > 0 || report.Backups != 1 {
			t.Fatalf("removal %d: after the next run: %+v", n, report)
		}
		if !f.fired() {
			break
		}
	}
	l.mustRestore(t, "")
}

package ingest_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/blob"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// sweep runs the janitor.
func (b *bench) sweep() {
	b.t.Helper()
	must(b.t, b.Sweep(b.t.Context(), nil))
}

// stray puts a file in place that has no row, as an older backup of the
// database leaves it.
func (b *bench) stray(key string) {
	b.t.Helper()
	w, err := b.blobs.Create(b.t.Context())
	must(b.t, err)
	_, err = io.WriteString(w, key)
	must(b.t, err)
	must(b.t, w.Commit(b.t.Context(), key))
}

// damage overwrites the original of an upload with nothing of use.
func (b *bench) damage(u *vitrine.Upload) {
	b.t.Helper()
	path := filepath.Join(b.dir, "originals", u.SHA256[:2], u.SHA256)
	must(b.t, os.WriteFile(path, make([]byte, u.Size), 0o600))
}

func TestSweepKeepsWhatIsReferredTo(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	u := b.finish(b.send("x.jpg", jpegFile(t, picture(400, 300, 17))).ID)
	b.photo(u.ID)
	before := b.files()
	for range 3 {
		b.clock.advance(60 * 24 * time.Hour)
		b.sweep()
	}
	if diff := cmp.Diff(before, b.files()); diff != "" {
		t.Errorf("files (-before +after):\n%s", diff)
	}
}

func TestSweepRemovesOrphans(t *testing.T) { onBothEngines(t, testSweepRemovesOrphans) }

func testSweepRemovesOrphans(t *testing.T, b *bench) {
	kept := b.finish(b.send("kept.jpg", jpegFile(t, picture(400, 300, 18))).ID)
	b.photo(kept.ID)
	before := b.files()
	orphan := b.finish(b.send("orphan.jpg", jpegFile(t, picture(400, 300, 19))).ID)

	b.clock.advance(vitrine.OrphanRetention - time.Hour)
	b.sweep()
	if _, err := b.db.Upload(t.Context(), orphan.ID); err != nil {
		t.Errorf("the upload went too early: %v", err)
	}
	b.clock.advance(2 * time.Hour)
	b.sweep()
	if _, err := b.db.Upload(t.Context(), orphan.ID); vitrine.ErrorCode(err) != vitrine.CodeNotFound {
		t.Errorf("the orphan is still there: %v", err)
	}
	if slices.Equal(before, b.files()) {
		t.Error("the files went without their grace")
	}
	b.clock.advance(25 * time.Hour)
	b.sweep()
	if diff := cmp.Diff(before, b.files()); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

// TestSweepOfATrashedPhoto keeps the files as long as the photo can come back.
func TestSweepOfATrashedPhoto(t *testing.T) { onBothEngines(t, testSweepOfATrashedPhoto) }

func testSweepOfATrashedPhoto(t *testing.T, b *bench) {
	u := b.finish(b.send("x.jpg", jpegFile(t, picture(400, 300, 20))).ID)
	photo := b.photo(u.ID)
	before := b.files()
	b.update(func(tx *store.Tx) error {
		return errors.Join(tx.TrashPhoto(t.Context(), photo), tx.RefreshPhoto(t.Context(), photo))
	})
	b.clock.advance(60 * 24 * time.Hour)
	b.sweep()
	if diff := cmp.Diff(before, b.files()); diff != "" {
		t.Errorf("files (-before +after):\n%s", diff)
	}
	b.update(func(tx *store.Tx) error { return tx.PurgePhoto(t.Context(), photo) })
	b.clock.advance(25 * time.Hour)
	b.sweep()
	if files := b.files(); len(files) > 0 {
		t.Errorf("files left: %q", files)
	}
}

// Files that the database does not know are all there is of them when it is the
// wrong one, so they stay; what an interrupted upload was writing goes.
func TestSweepKeepsStraysAndEndsStaging(t *testing.T) {
	onBothEngines(t, testSweepKeepsStraysAndEndsStaging)
}

func testSweepKeepsStraysAndEndsStaging(t *testing.T, b *bench) {
	u := b.finish(b.send("x.jpg", jpegFile(t, picture(40, 30, 21))).ID)
	before := b.files()
	b.stray("originals/aa/stray")
	b.stray("derived/bb/stray")
	b.stray("other/cc/not-ours")
	w, err := b.blobs.Create(t.Context())
	must(t, err)
	defer func() { must(t, w.Abort()) }()

	b.clock.advance(23 * time.Hour)
	b.sweep()
	if got := len(b.files()); got != len(before)+4 {
		t.Errorf("%d files after 23 hours, want all %d", got, len(before)+4)
	}
	b.clock.advance(25 * time.Hour)
	b.sweep()
	want := slices.Concat(before, []string{"originals/aa/stray", "derived/bb/stray", "other/cc/not-ours"})
	slices.Sort(want)
	if diff := cmp.Diff(want, b.files()); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	b.checkDone(b.upload(u.ID))
}

// TestSweepOfSharedFiles deletes one of two uploads of the same bytes.
func TestSweepOfSharedFiles(t *testing.T) { onBothEngines(t, testSweepOfSharedFiles) }

func testSweepOfSharedFiles(t *testing.T, b *bench) {
	data := jpegFile(t, picture(400, 300, 22))
	first := b.finish(b.send("a.jpg", data).ID)
	second := b.finish(b.send("b.jpg", data).ID)
	before := b.files()
	must(t, b.Delete(t.Context(), b.editor, first.ID))
	b.clock.advance(25 * time.Hour)
	b.sweep()
	if diff := cmp.Diff(before, b.files()); diff != "" {
		t.Errorf("files (-before +after):\n%s", diff)
	}
	must(t, b.Delete(t.Context(), b.editor, second.ID))
	b.clock.advance(25 * time.Hour)
	b.sweep()
	if files := b.files(); len(files) > 0 {
		t.Errorf("files left: %q", files)
	}
}

// TestSweepGoesOn has one part of the janitor fail.
func TestSweepGoesOn(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.finish(b.send("x.jpg", jpegFile(t, picture(40, 30, 23))).ID)
	b.stray("originals/aa/stray")
	faulty := b.over(unlistable{b.blobs})
	b.clock.advance(vitrine.OrphanRetention + time.Hour)
	if err := faulty.Sweep(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "unlistable") {
		t.Errorf("Sweep = %v, want the failure of the listing", err)
	}
	b.clock.advance(25 * time.Hour)
	if err := faulty.Sweep(t.Context(), nil); err == nil {
		t.Error("the failure went unnoticed")
	}
	if diff := cmp.Diff([]string{"originals/aa/stray"}, b.files()); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

// unlistable is a store whose files cannot be listed.
type unlistable struct{ blob.Store }

func (unlistable) List(context.Context, string, func(blob.Info) error) error {
	return errors.New("unlistable")
}

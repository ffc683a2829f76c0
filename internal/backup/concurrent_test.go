package backup_test

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/backup"
	"github.com/vitrine-photos/vitrine/internal/store"
	"github.com/vitrine-photos/vitrine/internal/store/storetest"
)

// TestBackupWhileOthersWrite: what is restored is one state of the library: each
// row has its file, and the counters agree with the photos.
func TestBackupWhileOthersWrite(t *testing.T) {
	t.Parallel()
	storetest.Engines(t, func(t *testing.T, open storetest.Open) {
		l := newLibrary(t, open)
		l.fill(4)
		ctx, stop := context.WithCancel(t.Context())
		var writers sync.WaitGroup
		for w := range 2 {
			writers.Go(func() { l.write(ctx, w) })
		}
		var names []string
		for range 3 {
			names = append(names, l.back().Name)
		}
		stop()
		writers.Wait()
		if report := l.verify(); len(report.Problems)+len(report.Notes) > 0 {
			t.Errorf("found %+v", report)
		}
		for _, name := range names {
			p := place{dir: t.TempDir()}
			p.url = filepath.Join(p.dir, "vitrine.db")
			to := p.target(t, l.Now)
			_, err := backup.Restore(t.Context(), l.folder, name, to, silent)
			l.must(err)
			db := p.open(t, l.Now)
			report, err := backup.VerifyLibrary(t.Context(), db, to.Blobs, silent)
			if err != nil || len(report.Problems) > 0 {
				t.Errorf("%s: %+v, %v", name, report, err)
			}
			checkCounters(t, db)
		}
	})
}

// write adds and deletes photos until ctx ends.
func (l *library) write(ctx context.Context, writer int) {
	for n := 0; ctx.Err() == nil; n++ {
		id := fmt.Sprintf("concurrent-%d-%d", writer, n)
		if err := l.tryUpload(id, []byte(id)); err != nil {
			l.Errorf("upload %s: %v", id, err)
			return
		}
		photo, err := l.catalog.CreatePhoto(l.Context(), l.actor, vitrine.PhotoInput{
			Title: vitrine.Some(id), Status: vitrine.Some(vitrine.PhotoDraft), FileID: vitrine.Some(id),
			Tags: vitrine.Some([]string{"busy"}), Categories: vitrine.Some([]vitrine.CategoryRef{{ID: 2}}),
		})
		if err == nil && n%3 == 0 {
			err = l.catalog.DeletePhoto(l.Context(), l.actor, photo.ID, nil)
		}
		if err != nil {
			l.Errorf("photo %s: %v", id, err)
			return
		}
	}
}

// checkCounters compares what is kept for speed with the photos themselves.
func checkCounters(t *testing.T, db *store.DB) {
	t.Helper()
	photos, tagged, total := 0, 0, 0
	for number := 1; number == 1 || photos < total; number++ {
		page, err := db.PhotoPage(t.Context(), vitrine.PhotoFilter{Audience: vitrine.AudienceEditor, Page: vitrine.Page{Number: number, Limit: 100}})
		if err != nil || len(page.Photos) == 0 {
			t.Fatalf("page %d has no photos after %d of %d, %v", number, photos, page.Total, err)
		}
		total = page.Total
		photos += len(page.Photos)
		for _, photo := range page.Photos {
			for _, tag := range photo.Tags {
				if tag.Name == "busy" {
					tagged++
				}
			}
		}
	}
	page, err := db.PhotoPage(t.Context(), vitrine.PhotoFilter{Audience: vitrine.AudienceEditor, Tag: "busy", Page: vitrine.Page{Number: 1, Limit: 1}})
	if err != nil || photos != total || page.Total != tagged {
		t.Errorf("%d photos are counted as %d, %d with a tag as %d, %v", photos, total, tagged, page.Total, err)
	}
}

// TestDue: a backup is begun when the last began long enough ago, and not by a
// restart.
func TestDue(t *testing.T) {
	t.Parallel()
	l := newLibrary(t, storetest.SQLite)
	b := backup.New(backup.Config{
		DB: l.db, Blobs: l.blobs, SecretPath: l.secret, Directory: l.folder, Every: 24 * time.Hour, Now: l.Now, Log: discard,
	})
	for i, step := range []struct {
		wait  time.Duration
		ends  bool // the backup that runs, if one does
		total int
	}{{0, true, 1}, {time.Hour, true, 1}, {22 * time.Hour, true, 1}, {time.Hour, false, 2}, {25 * time.Hour, true, 2}, {0, true, 3}} {
		l.Advance(step.wait)
		l.must(b.Due(t.Context(), nil))
		_, total, err := l.db.Backups(t.Context(), vitrine.Page{Number: 1, Limit: 1})
		if err != nil || total != step.total {
			t.Errorf("step %d: there are %d backups, want %d, %v", i, total, step.total, err)
		}
		if waiting, err := l.db.Jobs(t.Context()); err == nil && waiting[vitrine.JobReady] > 0 && step.ends {
			l.run(b)
		}
	}
}

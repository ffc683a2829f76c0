package counters_test

import (
	"context"
	"database/sql"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
	"github.com/vitrine-photos/vitrine/internal/store/connection"
	"github.com/vitrine-photos/vitrine/internal/store/counters"
	"github.com/vitrine-photos/vitrine/internal/store/storetest"
)

// TestCheck finds each counter that was tampered with, and none before.
func TestCheck(t *testing.T) {
	t.Parallel()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		path := filepath.Join(t.TempDir(), "vitrine.db")
		fill(t, path)
		read, write, err := connection.OpenSQLite(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _, _ = read.Close(), write.Close() })
		checkTampered(t, write)
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		url := storetest.PostgresURL(t)
		fill(t, url)
		pool, err := connection.OpenPostgres(url)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = pool.Close() })
		checkTampered(t, pool)
	})
}

// fill makes a database with a file, and a photo of it that everything counts.
func fill(t *testing.T, url string) {
	t.Helper()
	ctx := t.Context()
	db, err := store.Open(ctx, store.Config{URL: url, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	camera, lens := "Nikon Z 6", "Z 50mm"
	err = db.Update(ctx, func(tx *store.Tx) error {
		if err := tx.ReserveBlob(ctx, "originals/a", 1000); err != nil {
			return err
		}
		if err := tx.InsertUpload(ctx, &vitrine.Upload{
			ID: "a", MIMEType: "image/jpeg", Status: vitrine.UploadUploaded,
			Details: vitrine.PictureDetails{EXIF: vitrine.EXIF{Camera: &camera, Lens: &lens}},
		}, "originals/a"); err != nil {
			return err
		}
		p := &vitrine.Photo{
			Title: "A", Slug: "a", Status: vitrine.PhotoDraft, Visibility: vitrine.VisibilityPublic, UploadID: "a",
			EXIF: vitrine.EXIF{Camera: &camera, Lens: &lens},
		}
		if err := tx.InsertPhoto(ctx, p, false); err != nil {
			return err
		}
		if err := tx.SetPhotoTags(ctx, p.ID, []string{"sea"}); err != nil {
			return err
		}
		if err := tx.InsertTag(ctx, vitrine.NewTag("unused"), false); err != nil {
			return err
		}
		return tx.RefreshPhoto(ctx, p.ID)
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

func checkTampered(t *testing.T, pool *sql.DB) {
	t.Helper()
	wrong := func() []string {
		t.Helper()
		names, err := counters.Check(t.Context(), pool)
		if err != nil {
			t.Fatal(err)
		}
		return names
	}
	if names := wrong(); len(names) > 0 {
		t.Errorf("untouched, %q are wrong", names)
	}
	for _, tamper := range []string{
		"UPDATE stored_files SET bytes = bytes + 1", "UPDATE yearly_photos SET photos = photos + 1 WHERE kind IN (1, 2)",
		"UPDATE yearly_photos SET photos = 0 WHERE kind = 3", "DELETE FROM yearly_photos WHERE kind = 4",
		"UPDATE calendar SET n_draft = n_draft + 1 WHERE axis = 0", "UPDATE tag_uses SET public_uses = 1 WHERE days = 32",
		"UPDATE tags SET public_last_used_at = last_used_at", "UPDATE tags SET public_trend_score = 1",
	} {
		if _, err := pool.ExecContext(context.Background(), tamper); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{
		"photos", "photos by tag and category", "photos by camera", "photos by lens", "stored files",
		"uses of tags by day", "last uses of tags", "trends of tags",
	}
	if diff := cmp.Diff(want, wrong()); diff != "" {
		t.Errorf("tampered with (-want +got):\n%s", diff)
	}
}

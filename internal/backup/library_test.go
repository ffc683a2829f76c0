package backup_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/backup"
	"github.com/vitrine-photos/vitrine/internal/blob"
	"github.com/vitrine-photos/vitrine/internal/blob/blobtest"
	"github.com/vitrine-photos/vitrine/internal/catalog"
	"github.com/vitrine-photos/vitrine/internal/store"
	"github.com/vitrine-photos/vitrine/internal/store/storetest"
)

// library is a database with its files, and a folder for backups.
type library struct {
	testing.TB
	*storetest.Clock
	db      *store.DB
	blobs   *blob.Local
	dir     string // of the files
	folder  string // of the backups
	secret  string
	catalog *catalog.Catalog
	actor   vitrine.Actor
	uploads int
}

var discard = slog.New(slog.DiscardHandler)

func newLibrary(t testing.TB, open storetest.Open) *library {
	t.Helper()
	l := &library{TB: t, Clock: storetest.NewClock(), dir: filepath.Join(t.TempDir(), "blobs"), folder: filepath.Join(t.TempDir(), "copies")}
	l.db = open(t, l.Now)
	var err error
	l.blobs, err = blob.OpenLocal(l.dir, l.Now)
	l.must(err)
	t.Cleanup(func() { _ = l.blobs.Close() })
	l.secret = filepath.Join(t.TempDir(), "secret.key")
	l.must(os.WriteFile(l.secret, []byte("0123456789abcdef0123456789abcdef"), 0o600))
	l.catalog = catalog.New(catalog.Config{
		DB: l.db, VisitorKey: make([]byte, 32), Now: l.Now, Log: discard,
		Settings: func(context.Context) (vitrine.Settings, error) { return vitrine.DefaultSettings(), nil },
	})
	user := &vitrine.User{Username: "ansel", Email: "ansel@example.com", Role: vitrine.RoleSuperAdmin, IsActive: true}
	l.update(func(tx *store.Tx) error { return tx.InsertUser(t.Context(), user) })
	l.actor = vitrine.Actor{UserID: user.ID, Role: user.Role, Operator: true}
	return l
}

func (l *library) must(err error) {
	l.Helper()
	if err != nil {
		l.Fatal(err)
	}
}

func (l *library) update(fn func(*store.Tx) error) {
	l.Helper()
	l.must(l.db.Update(l.Context(), fn))
}

// keep stores bytes below a family and returns their digest.
func (l *library) keep(tx *store.Tx, family string, content []byte) (key, sum string, err error) {
	digest := sha256.Sum256(content)
	sum = hex.EncodeToString(digest[:])
	key = family + "/" + sum[:2] + "/" + sum
	if err := tx.ReserveBlob(l.Context(), key, int64(len(content))); err != nil {
		return "", "", err
	}
	w, err := l.blobs.Create(l.Context())
	if err != nil {
		return "", "", err
	}
	_, err = w.Write(content)
	return key, sum, errors.Join(err, w.Commit(l.Context(), key))
}

// upload adds an upload of these bytes with one rendition.
func (l *library) upload(content []byte) string {
	l.Helper()
	l.uploads++
	id := fmt.Sprintf("upload-%d", l.uploads)
	l.must(l.tryUpload(id, content))
	return id
}

func (l *library) tryUpload(id string, content []byte) error {
	return l.db.Update(l.Context(), func(tx *store.Tx) error {
		key, sum, err := l.keep(tx, "originals", content)
		if err != nil {
			return err
		}
		derived, name, err := l.keep(tx, "derived", slices.Concat([]byte("derived from "), content))
		if err != nil {
			return err
		}
		if err := tx.InsertUpload(l.Context(), &vitrine.Upload{
			ID: id, UserID: l.actor.UserID, SHA256: sum, OriginalFilename: id + ".jpg", Size: int64(len(content)),
			MIMEType: "image/jpeg", Status: vitrine.UploadUploaded, Steps: vitrine.NewSteps(),
		}, key); err != nil {
			return err
		}
		return tx.CompleteUpload(l.Context(), id, vitrine.Picture{Width: 6, Height: 4, Thumbhash: []byte{0, 1, 0xff}, PerceptualHash: 1 << 63}, []store.NewRendition{{
			BlobKey: derived, Rendition: vitrine.Rendition{Name: vitrine.RenditionNames()[0], Key: name, MIMEType: "image/jpeg", Width: 6, Height: 4, Size: int64(len(content) + 13)},
		}})
	})
}

// photo adds a photo with a file, two tags and a category.
func (l *library) photo(title string, category int64) *vitrine.Photo {
	l.Helper()
	latitude, longitude := 54.5, -10.0
	photo, err := l.catalog.CreatePhoto(l.Context(), l.actor, vitrine.PhotoInput{
		Title: vitrine.Some(title), Status: vitrine.Some(vitrine.PhotoArchived), FileID: vitrine.Some(l.upload([]byte("picture of " + title))),
		Tags: vitrine.Some([]string{"夜景", title}), Categories: vitrine.Some([]vitrine.CategoryRef{{ID: category}}),
		Location: vitrine.Some(vitrine.LocationInput{Latitude: vitrine.Some(latitude), Longitude: vitrine.Some(longitude)}),
	})
	l.must(err)
	l.Advance(time.Minute)
	return photo
}

// fill adds two categories and n photos, one of them in the trash, and one that
// is gone.
func (l *library) fill(n int) {
	l.Helper()
	travel, err := l.catalog.CreateCategory(l.Context(), l.actor, vitrine.CategoryInput{Name: vitrine.Some("Travel")})
	l.must(err)
	japan, err := l.catalog.CreateCategory(l.Context(), l.actor, vitrine.CategoryInput{Name: vitrine.Some("Japan"), ParentID: vitrine.Some(travel.ID)})
	l.must(err)
	for i := range n {
		l.photo(fmt.Sprintf("Harbour %d", i), japan.ID)
	}
	deleted, purged := l.photo("Deleted", travel.ID), l.photo("Purged", travel.ID)
	l.must(l.catalog.DeletePhoto(l.Context(), l.actor, deleted.ID, nil))
	l.must(l.catalog.DeletePhoto(l.Context(), l.actor, purged.ID, nil))
	l.must(l.catalog.PurgePhoto(l.Context(), l.actor, purged.ID))
}

func (l *library) backups(wrap backup.Wrap) *backup.Backups {
	return backup.New(backup.Config{
		DB: l.db, Blobs: l.blobs, SecretPath: l.secret, Directory: l.folder, Version: "1.2.3", Wrap: wrap, Now: l.Now, Log: discard,
	})
}

// back makes a backup to the end.
func (l *library) back() *vitrine.Backup {
	l.Helper()
	return l.backKeeping(0)
}

// backKeeping makes a backup after which there are only so many.
func (l *library) backKeeping(keep int) *vitrine.Backup {
	l.Helper()
	b := l.backups(nil)
	begun, err := b.Begin(l.Context(), l.actor, backup.Wish{Keep: keep})
	l.must(err)
	l.run(b)
	ended, err := b.Backup(l.Context(), l.actor, begun.ID)
	l.must(err)
	l.Advance(time.Hour)
	return ended
}

// run runs the waiting job as a worker does.
func (l *library) run(b *backup.Backups) {
	l.Helper()
	job, err := l.db.ClaimJob(l.Context(), []vitrine.JobKind{vitrine.JobBackup}, time.Minute)
	l.must(err)
	if job == nil {
		l.Fatal("no backup waits")
	}
	failure := b.Run(l.Context(), job)
	l.update(func(tx *store.Tx) error {
		if failure == nil {
			_, err := tx.FinishJob(l.Context(), job)
			return err
		}
		_, err := tx.BuryJob(l.Context(), job, failure)
		return errors.Join(err, b.Abandon(l.Context(), tx, job, failure))
	})
}

// place is where a library is restored to.
type place struct {
	dir string
	url string
}

func (p place) target(t testing.TB, now func() time.Time) backup.Target {
	t.Helper()
	blobs, err := blob.OpenLocal(filepath.Join(p.dir, "blobs"), now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = blobs.Close() })
	return backup.Target{
		Database: store.Config{URL: p.url, Now: now, Log: discard}, Blobs: blobs, SecretPath: filepath.Join(p.dir, "secret.key"),
	}
}

func (p place) open(t testing.TB, now func() time.Time) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), store.Config{URL: p.url, Now: now, Log: discard})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func silent(int64, int64) {}

// verify returns the problems that are found in the folder.
func (l *library) verify() *backup.Report {
	l.Helper()
	report, err := backup.VerifyFolder(l.Context(), l.folder, l.Now, silent)
	l.must(err)
	return report
}

// rows returns every row of a database, by table.
func rows(t testing.TB, db *store.DB) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	err := db.Snapshot(t.Context(), func(s *store.Snapshot) error {
		tables, err := s.Tables(t.Context())
		if err != nil {
			return err
		}
		for _, table := range tables {
			all[table.Name] = []string{fmt.Sprint(table.Columns, table.LastID)}
			if err := s.Rows(t.Context(), table, func(values []any) error {
				all[table.Name] = append(all[table.Name], fmt.Sprintf("%#v", values))
				return nil
			}); err != nil {
				return err
			}
			slices.Sort(all[table.Name])
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// content returns every blob of a store.
func content(t testing.TB, blobs blob.Store, prefix string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, key := range blobtest.Keys(t, blobs, prefix) {
		all[key] = blobtest.Get(t, blobs, key)
	}
	return all
}

// filesIn returns the content of every file below a folder.
func filesIn(t testing.TB, dir string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, _ := filepath.Rel(dir, path)
		files[name], err = os.ReadFile(path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func flip(content []byte, at int) []byte {
	changed := bytes.Clone(content)
	changed[at] ^= 1
	return changed
}

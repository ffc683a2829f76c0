package store

// The tests of this file look behind the door, since what they are about cannot
// be seen from outside: what a connection is set to, and a disk that is full.

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine"
)

func openFile(t *testing.T, path string) (*DB, error) {
	t.Helper()
	db, err := Open(t.Context(), Config{URL: path, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	if err == nil {
		t.Cleanup(func() { _ = db.Close() })
	}
	return db, err
}

func mustOpenFile(t *testing.T, path string) *DB {
	t.Helper()
	db, err := openFile(t, path)
	if err != nil {
		t.Fatal(err)
	}
	return db
}

func addUser(ctx context.Context, name string) func(tx *Tx) error {
	return func(tx *Tx) error {
		return tx.InsertUser(ctx, &vitrine.User{Username: name, Email: name + "@example.com", Role: vitrine.RoleUser})
	}
}

func TestSQLiteFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a?b%20c#d é.db")
	db := mustOpenFile(t, path)
	if err := db.Update(t.Context(), addUser(t.Context(), "ansel")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{path, path + "-wal"} {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if mode := info.Mode().Perm(); mode != 0o600 {
			t.Errorf("%s is readable by others: %v", name, mode)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path + "-wal"); !os.IsNotExist(err) {
		t.Errorf("closing left the log behind: %v", err)
	}
	if n, err := mustOpenFile(t, path).CountUsers(t.Context()); n != 1 || err != nil {
		t.Errorf("opened again: %d users, %v", n, err)
	}
	if _, err := openFile(t, filepath.Join(t.TempDir(), "missing", "x.db")); err == nil {
		t.Error("opened a file in a folder that is not there")
	}
}

func TestSQLiteConnections(t *testing.T) {
	t.Parallel()
	db := mustOpenFile(t, filepath.Join(t.TempDir(), "x.db"))
	for pragma, want := range map[string]string{
		"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1", "busy_timeout": "5000", "temp_store": "2",
	} {
		var writer, reader string
		if err := db.writePool.QueryRow("PRAGMA " + pragma).Scan(&writer); err != nil {
			t.Fatal(err)
		}
		if err := db.readPool.QueryRow("PRAGMA " + pragma).Scan(&reader); err != nil {
			t.Fatal(err)
		}
		if writer != want || reader != want {
			t.Errorf("%s is %s for the writer and %s for readers, want %s", pragma, writer, reader, want)
		}
	}
	if _, err := db.readPool.Exec("DELETE FROM users"); err == nil {
		t.Error("a reading connection wrote")
	}
}

func TestSQLiteFull(t *testing.T) {
	t.Parallel()
	db := mustOpenFile(t, filepath.Join(t.TempDir(), "x.db"))
	if _, err := db.writePool.Exec("PRAGMA max_page_count = 1"); err != nil { // becomes the present size
		t.Fatal(err)
	}
	var err error
	for i := 0; err == nil; i++ {
		name := strings.Repeat("x", 1000) + string(rune('a'+i))
		err = db.Update(t.Context(), addUser(t.Context(), name))
	}
	if code := vitrine.ErrorCode(err); code != vitrine.CodeUnavailable {
		t.Fatalf("a full disk: %q, %v", code, err)
	}
	if _, err := db.writePool.Exec("PRAGMA max_page_count = 100000"); err != nil {
		t.Fatal(err)
	}
	if err := db.Update(t.Context(), addUser(t.Context(), "after")); err != nil {
		t.Errorf("after there was room again: %v", err)
	}
}

func TestSQLiteCopyBeforeMigration(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x.db")
	makeFirstSchema(t, path)
	mustOpenFile(t, path)
	if n, err := mustOpenFile(t, path+".schema-1").CountUsers(t.Context()); n != 1 || err != nil {
		t.Errorf("the copy holds %d users, %v", n, err)
	}
	info, err := os.Stat(path + ".schema-1")
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o600 {
		t.Errorf("the copy, which holds the hashes of passwords, has the mode %v", info.Mode())
	}
	kept, err := filepath.Glob(path + ".*")
	if err != nil || len(kept) == 0 {
		t.Errorf("beside the file: %v, %v", kept, err)
	}
	for _, name := range kept {
		if strings.HasSuffix(name, ".partial") {
			t.Errorf("%s was left behind", name)
		}
	}
}

// The details of a file used to be kept under the names of Go's fields.
func TestSQLiteOldDetails(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x.db")
	makeFirstSchema(t, path)
	upload, err := mustOpenFile(t, path).Upload(t.Context(), "up_first")
	if err != nil {
		t.Fatal(err)
	}
	taken, city, camera := time.Date(2019, 7, 1, 8, 30, 0, 0, time.UTC), `the "City": of light`, "X100"
	want := vitrine.PictureDetails{
		EXIF: vitrine.EXIF{Camera: &camera}, TakenAt: &taken, TakenOffset: 2 * time.Hour,
		Location: vitrine.Location{City: &city, FromPicture: true}, Title: "Title", Keywords: []string{"EXIF", "Name"},
	}
	if diff := cmp.Diff(want, upload.Details); diff != "" {
		t.Errorf("details (-want +got):\n%s", diff)
	}
}

// makeFirstSchema makes a file as the first version of the program did, with
// one user and one upload.
func makeFirstSchema(t *testing.T, path string) {
	t.Helper()
	db, err := connect(t.Context(), Config{URL: path, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	provider, err := db.migrations()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := provider.UpTo(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	_, err = db.writePool.Exec(`
		INSERT INTO users (username, username_key, email, email_key, password_hash, role, created_at, updated_at)
		VALUES ('ansel', 'ansel', 'a@example.com', 'a@example.com', '', 'user', 0, 0);
		INSERT INTO blobs (key, size, touched_at, stored) VALUES ('first', 1, 0, TRUE);
		INSERT INTO uploads (id, user_id, sha256, blob_key, original_filename, size, mime_type, status, steps, created_at, updated_at, details)
		VALUES ('up_first', 1, 'first', 'first', 'a.jpg', 1, 'image/jpeg', 'completed', '[]', 0, 0,
			'{"EXIF":{"camera":"X100","lens":null},"TakenAt":"2019-07-01T08:30:00Z","TakenOffset":7200000000000,'
			|| '"Location":{"Name":null,"City":"the \"City\": of light","FromPicture":true},"Title":"Title","Caption":"",'
			|| '"Keywords":["EXIF","Name"],"Rating":null}')`)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}

func TestSQLiteNewerSchema(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x.db")
	db := mustOpenFile(t, path)
	if _, err := db.writePool.Exec("INSERT INTO goose_db_version (version_id, is_applied) VALUES (999, 1)"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := openFile(t, path); err == nil || !strings.Contains(err.Error(), "newer version") {
		t.Errorf("opened a file of a newer version: %v", err)
	}
}

func BenchmarkOpenSQLite(b *testing.B) {
	path := filepath.Join(b.TempDir(), "x.db")
	for b.Loop() {
		db, err := Open(b.Context(), Config{URL: path, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
		if err != nil {
			b.Fatal(err)
		}
		if err := db.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/vitrine-photos/vitrine/internal/backup"
	"github.com/vitrine-photos/vitrine/internal/blob"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// The names in the data directory that make up a library.
const (
	blobsName    = "blobs"
	databaseName = "vitrine.db"
)

// restoringName is where a library is put together in the data directory. While
// it is there nothing starts, and restoring may begin again.
const restoringName = ".restoring"

// refuseHalfRestored returns an error if restoring was broken off.
func refuseHalfRestored(dataDir string) error {
	if _, err := os.Lstat(filepath.Join(dataDir, restoringName)); err != nil {
		return nil //nolint:nilerr // it is not there, and so much else could not be done in the directory
	}
	return fmt.Errorf("restoring a backup to %s was broken off: run `vitrine restore` again, or empty the directory", dataDir)
}

// Restoring says what is brought back.
type Restoring struct {
	Dir          string // a folder of backups
	Name         string // of the backup; "" for the newest
	KeepWebhooks bool   // leave those on that were
}

// Restore brings back a backup into the data directory, and the database if that
// is elsewhere. Both must be empty. It is all or nothing: what was broken off is
// not served, and can be run again.
func Restore(ctx context.Context, cfg Config, what Restoring, progress backup.Progress) (_ *backup.Restored, err error) {
	held, err := takeLock(cfg.Data)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, held.release()) }()
	if err := clearForRestore(cfg.Data); err != nil {
		return nil, err
	}
	staging := filepath.Join(cfg.Data, restoringName)
	if err := os.Mkdir(staging, 0o700); err != nil {
		return nil, err
	}
	restored, err := restoreTo(ctx, cfg, staging, what, progress)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(staging))
	}
	return restored, settleIn(cfg.Data, staging)
}

// restoreTo puts the library together.
func restoreTo(ctx context.Context, cfg Config, staging string, what Restoring, progress backup.Progress) (_ *backup.Restored, err error) {
	blobs, err := blob.OpenLocal(filepath.Join(staging, blobsName), time.Now)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, blobs.Close()) }()
	database := cfg.DatabaseURL
	if database == "" {
		database = filepath.Join(staging, databaseName)
	}
	restored, err := backup.Restore(ctx, what.Dir, what.Name, backup.Target{
		Database: store.Config{URL: database, Now: time.Now, Log: slog.New(slog.DiscardHandler)},
		Blobs:    blobs, SecretPath: filepath.Join(staging, secretName), KeepWebhooks: what.KeepWebhooks,
	}, progress)
	if errors.Is(err, store.ErrNotEmpty) {
		err = fmt.Errorf("%w: restore into an empty one, named by VITRINE_DATABASE_URL", err)
	}
	return restored, err
}

// settleIn moves what was put together to its place, durably. The database is
// last, and then what tells that it is not all there.
func settleIn(dataDir, staging string) error {
	for _, name := range []string{blobsName, secretName, databaseName} {
		err := os.Rename(filepath.Join(staging, name), filepath.Join(dataDir, name))
		elsewhere := name == databaseName && errors.Is(err, fs.ErrNotExist)
		if err != nil && !elsewhere {
			return err
		}
	}
	if err := syncDir(dataDir); err != nil {
		return err
	}
	if err := os.RemoveAll(staging); err != nil {
		return err
	}
	return syncDir(dataDir)
}

// clearForRestore refuses a data directory that holds anything, but for what an
// earlier restoring left there, which it removes.
func clearForRestore(dataDir string) error {
	entries, err := os.ReadDir(dataDir)
	if err != nil {
		return err
	}
	ours := []string{"lock", "lost+found"}
	leftovers := []string{restoringName}
	if refuseHalfRestored(dataDir) != nil {
		leftovers = append(leftovers, blobsName, secretName, databaseName)
	}
	for _, entry := range entries {
		if !slices.Contains(slices.Concat(ours, leftovers), entry.Name()) {
			return fmt.Errorf("%s is not empty, it holds %s: restore into an empty directory, named by VITRINE_DATA", dataDir, entry.Name())
		}
	}
	for _, name := range slices.Backward(leftovers) { // the mark last
		if err := os.RemoveAll(filepath.Join(dataDir, name)); err != nil {
			return err
		}
	}
	return nil
}

// Report is what verifying found.
type Report = backup.Report

// VerifyBackups reads all files of a folder of backups.
func VerifyBackups(ctx context.Context, dir string, progress backup.Progress) (*backup.Report, error) {
	return backup.VerifyFolder(ctx, dir, time.Now, progress)
}

// VerifyLibrary reads all originals and renditions and compares them with the
// database, also while a server runs.
func VerifyLibrary(ctx context.Context, cfg Config, progress backup.Progress) (*backup.Report, error) {
	return overLibrary(cfg, func(db *store.DB, blobs blob.Store) (*backup.Report, error) {
		return backup.VerifyLibrary(ctx, db, blobs, progress)
	})
}

// overLibrary calls fn with the library as it is. One that is not there is
// fs.ErrNotExist.
func overLibrary[T any](cfg Config, fn func(*store.DB, blob.Store) (T, error)) (found T, err error) {
	dir := filepath.Join(cfg.Data, blobsName)
	if _, err := os.Stat(dir); err != nil {
		return found, fmt.Errorf("there is no library in %s: %w", cfg.Data, err)
	}
	db, err := store.OpenToRead(store.Config{URL: cfg.databaseURL(), Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return found, fmt.Errorf("open the database: %w", err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	blobs, err := blob.OpenLocal(dir, time.Now)
	if err != nil {
		return found, err
	}
	defer func() { err = errors.Join(err, blobs.Close()) }()
	return fn(db, blobs)
}

package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/blob"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// writer writes one backup.
type writer struct {
	*Backups
	to       *folder
	backup   *vitrine.Backup
	manifest *manifest
	reported time.Time
}

// write makes a backup, or finds that it was made already by a run that could
// not tell. It sets what the backup consists of, and returns which files the
// library has lost, without which the backup was made. If it has lost none, and
// keep is not 0, only that many backups stay: older ones may hold what is lost.
func (b *Backups) write(ctx context.Context, backup *vitrine.Backup, keep int) (missing []string, err error) {
	to, err := createFolder(backup.Directory, b.cfg.Now, b.cfg.Wrap)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, to.close()) }()
	w := &writer{Backups: b, to: to, backup: backup}
	backup.Files, backup.Size, backup.CopiedFiles, backup.CopiedSize = 0, 0, 0, 0
	if err := w.writeAll(ctx); err != nil {
		return nil, err
	}
	if keep > 0 && len(w.manifest.Missing) == 0 {
		if err := w.prune(ctx, keep); err != nil {
			return nil, fmt.Errorf("the backup is complete, but older ones could not be removed: %w", err)
		}
	}
	return w.manifest.Missing, nil
}

func (w *writer) writeAll(ctx context.Context) error {
	name := w.backup.Name
	if _, err := w.to.blobs.Stat(ctx, manifestKey(name)); err == nil {
		if w.manifest, err = w.to.readManifest(ctx, name); err == nil {
			w.backup.Files, w.backup.Size = w.manifest.Files, w.manifest.Size
		}
		return err
	}
	if err := w.to.tidy(ctx, w.cfg.Now()); err != nil {
		return err
	}
	w.manifest = &manifest{
		Format: format, Program: w.cfg.Version, Engine: w.cfg.DB.Engine(), StartedAt: w.cfg.Now().UTC(),
		Own: []file{}, Missing: []string{},
	}
	if err := w.cfg.DB.Snapshot(ctx, func(s *store.Snapshot) error { return w.writeRows(ctx, s) }); err != nil {
		return err
	}
	if err := w.copyFiles(ctx); err != nil {
		return err
	}
	if err := w.writeSecret(ctx); err != nil {
		return err
	}
	w.manifest.FinishedAt = w.cfg.Now().UTC()
	w.manifest.Files, w.manifest.Size = w.backup.Files, w.backup.Size
	return w.to.writeManifest(ctx, name, w.manifest)
}

// writeRows writes the rows of one state of the database, and the list of the
// files that they refer to.
func (w *writer) writeRows(ctx context.Context, s *store.Snapshot) (err error) {
	if w.manifest.Schema, err = s.Schema(ctx); err != nil {
		return err
	}
	if w.manifest.Tables, err = s.Tables(ctx); err != nil {
		return err
	}
	for _, t := range w.manifest.Tables {
		written, err := w.to.writeRecords(ctx, tableKey(w.backup.Name, t.Name), func(write func(any) error) error {
			return s.Rows(ctx, t, func(values []any) error { return write(encodeRow(values)) })
		})
		if err != nil {
			return fmt.Errorf("back up the table %s: %w", t.Name, err)
		}
		w.addOwn(written)
	}
	list, err := w.to.writeRecords(ctx, listKey(w.backup.Name), func(write func(any) error) error {
		return s.StoredFiles(ctx, func(f store.StoredFile) error {
			return write(file{Path: f.Key, Size: f.Size, SHA256: f.SHA256})
		})
	})
	if err == nil {
		w.addOwn(list)
	}
	return err
}

// addOwn notes a file of this backup alone.
func (w *writer) addOwn(f file) {
	w.manifest.Own = append(w.manifest.Own, f)
	w.count(f, true)
}

func (w *writer) count(f file, copied bool) {
	w.backup.Files++
	w.backup.Size += f.Size
	if copied {
		w.backup.CopiedFiles++
		w.backup.CopiedSize += f.Size
	}
}

// copyFiles copies the files of the library that the folder does not hold.
func (w *writer) copyFiles(ctx context.Context) error {
	return w.to.shared(ctx, w.backup.Name, w.manifest, func(f file) error {
		copied := false
		held, err := w.to.blobs.Stat(ctx, f.Path)
		if err != nil && !errors.Is(err, blob.ErrNotExist) {
			return err
		}
		if err != nil || held.Size != f.Size {
			copied = true
			err = copyFile(ctx, w.cfg.Blobs, w.to.blobs, f)
		}
		switch {
		case errors.Is(err, errDamaged), errors.Is(err, blob.ErrNotExist):
			w.manifest.Missing = append(w.manifest.Missing, f.Path)
			return nil
		case err != nil:
			return fmt.Errorf("back up %s: %w", f.Path, err)
		}
		w.count(f, copied)
		return w.report(ctx)
	})
}

// copyFile copies a file from one store to another. Bytes that are not what they
// should be are errDamaged, and are not kept.
func copyFile(ctx context.Context, from, to blob.Store, f file) error {
	object, err := from.Open(ctx, f.Path)
	if err != nil {
		return err
	}
	defer object.Close()
	w, err := to.Create(ctx)
	if err != nil {
		return err
	}
	if _, err := io.Copy(w, object); err != nil {
		return errors.Join(err, w.Abort())
	}
	if hexSum(w) != f.SHA256 || w.Size() != f.Size {
		return errors.Join(fmt.Errorf("%s %w", f.Path, errDamaged), w.Abort())
	}
	return w.Commit(ctx, f.Path)
}

// writeSecret copies the key that the library's own secrets are encrypted with.
func (w *writer) writeSecret(ctx context.Context) error {
	secret, err := os.ReadFile(w.cfg.SecretPath)
	if err != nil {
		return fmt.Errorf("back up the secret key: %w", err)
	}
	written, err := w.to.put(ctx, secretKey(w.backup.Name), secret)
	if err == nil {
		w.addOwn(written)
	}
	return err
}

// reportEvery is how often the row of a running backup is brought up to date.
const reportEvery = 2 * time.Second

// report tells how far the backup has come. A backup that has been ended
// meanwhile stops.
func (w *writer) report(ctx context.Context) error {
	now := w.cfg.Now()
	if now.Sub(w.reported) < reportEvery {
		return nil
	}
	w.reported = now
	return w.cfg.DB.Update(ctx, func(tx *store.Tx) error {
		running, err := tx.UpdateBackup(ctx, w.backup)
		if err == nil && !running {
			err = errEnded
		}
		return err
	})
}

var errEnded = errors.New("the backup was ended by another run of its job")

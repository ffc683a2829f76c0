// Package backup copies a whole library, verifies the copies, and brings a
// library back from one. A backup is files in a folder: the rows of one state of
// the database, in a form that any engine takes; the originals and renditions
// that these rows refer to; the secret key; and a manifest with the SHA-256 of
// all. Several backups in one folder share the files of the library.
package backup

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/blob"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// Config is what Backups are made of.
type Config struct {
	DB         *store.DB
	Blobs      blob.Store    // the library's
	SecretPath string        // the secret key's file
	Directory  string        // where backups go that name no folder
	Every      time.Duration // between backups that nobody asks for; 0: none
	Version    string        // of the program
	Wrap       Wrap          // around the stores of the folders; nil but for tests
	Now        func() time.Time
	Log        *slog.Logger
}

// Backups makes backups.
type Backups struct{ cfg Config }

// New returns Backups. It does nothing by itself.
func New(cfg Config) *Backups { return &Backups{cfg} }

// Page returns a page of the backups that were made, the newest first, and how
// many there are.
func (b *Backups) Page(ctx context.Context, actor vitrine.Actor, page vitrine.Page) ([]*vitrine.Backup, int, error) {
	if err := actor.Require(vitrine.SystemBackup); err != nil {
		return nil, 0, err
	}
	return b.cfg.DB.Backups(ctx, page)
}

// Backup returns one backup, or CodeNotFound.
func (b *Backups) Backup(ctx context.Context, actor vitrine.Actor, id int64) (*vitrine.Backup, error) {
	if err := actor.Require(vitrine.SystemBackup); err != nil {
		return nil, err
	}
	return b.cfg.DB.Backup(ctx, id)
}

// Begin begins a backup, which goes on by itself; while another one runs it is
// CodeConflict. The directory, a whole path on the server, is "" for the usual
// one. Only the operator may name another: whoever has the key of the data
// directory may write there without us, but nobody should by the API.
func (b *Backups) Begin(ctx context.Context, actor vitrine.Actor, directory string) (*vitrine.Backup, error) {
	if err := actor.Require(vitrine.SystemBackup); err != nil {
		return nil, err
	}
	switch {
	case directory == "":
		directory = b.cfg.Directory
	case !actor.Operator:
		return nil, vitrine.Invalid("directory", vitrine.FaultInvalidValue, "may only be named by the command line on the server's own machine")
	case !filepath.IsAbs(directory):
		return nil, vitrine.Invalid("directory", vitrine.FaultInvalidFormat, "must be a whole path, from the root on")
	}
	backup := b.newBackup(directory)
	err := b.cfg.DB.Update(ctx, func(tx *store.Tx) error {
		if err := begin(ctx, tx, backup); err != nil {
			return err
		}
		entry := store.EntryOf(actor, "backup.begin", "backup", backup.ID)
		return tx.Audit(ctx, entry.With(map[string]string{"directory": directory}))
	})
	return backup, err
}

func (b *Backups) newBackup(directory string) *vitrine.Backup {
	name := b.cfg.Now().UTC().Format("20060102-150405") + "-" + strings.ToLower(rand.Text()[:6])
	return &vitrine.Backup{Directory: directory, Name: name}
}

// order is the payload of a backup's job.
type order struct {
	BackupID int64 `json:"backup_id"`
}

// begin adds a backup with its job. It is tried once: whoever asked for it learns
// at once why it failed. A run that is cut off goes on after the restart.
func begin(ctx context.Context, tx *store.Tx, backup *vitrine.Backup) error {
	if err := tx.InsertBackup(ctx, backup); err != nil {
		return err
	}
	return tx.Enqueue(ctx, vitrine.NewJob{Kind: vitrine.JobBackup, Payload: order{backup.ID}, UniqueKey: "backup", MaxAttempts: 1})
}

// Run is the job of a backup.
func (b *Backups) Run(ctx context.Context, job *vitrine.Job) error {
	backup, err := b.ordered(ctx, job)
	if err != nil || backup.Status != vitrine.BackupRunning {
		return err // a run before this one has ended it
	}
	missing, err := b.write(ctx, backup)
	if err != nil {
		return err
	}
	var failure error
	if len(missing) > 0 {
		failure = fmt.Errorf("%d files of the library are missing or damaged, %s the first; the backup holds all else", len(missing), missing[0])
	}
	return b.cfg.DB.Update(ctx, func(tx *store.Tx) error { return end(ctx, tx, backup, failure) })
}

// Abandon records that a backup failed.
func (b *Backups) Abandon(ctx context.Context, tx *store.Tx, job *vitrine.Job, cause error) error {
	var o order
	if err := json.Unmarshal(job.Payload, &o); err != nil {
		return fmt.Errorf("read the order of a backup: %w", err)
	}
	backup, err := tx.Backup(ctx, o.BackupID)
	if err != nil {
		return err
	}
	return end(ctx, tx, backup, cause)
}

func (b *Backups) ordered(ctx context.Context, job *vitrine.Job) (*vitrine.Backup, error) {
	var o order
	if err := json.Unmarshal(job.Payload, &o); err != nil {
		return nil, fmt.Errorf("read the order of a backup: %w", err)
	}
	return b.cfg.DB.Backup(ctx, o.BackupID)
}

// end records how a backup ended, with the event that tells of it. One that has
// ended before stays as it is.
func end(ctx context.Context, tx *store.Tx, backup *vitrine.Backup, failure error) error {
	backup.Status = vitrine.BackupCompleted
	if failure != nil {
		backup.Status, backup.Error = vitrine.BackupFailed, reason(failure)
	}
	ended, err := tx.UpdateBackup(ctx, backup)
	if err != nil || !ended {
		return err
	}
	if err := tx.Emit(ctx, vitrine.SystemBackedUp, backup.ID, vitrine.NewBackupEvent(backup)); err != nil {
		return err
	}
	entry := store.EntryOf(vitrine.Actor{}, "backup.end", "backup", backup.ID)
	return tx.Audit(ctx, entry.With(map[string]string{"status": string(backup.Status), "error": backup.Error}))
}

// reason says why a backup failed, in a line of bounded length.
func reason(failure error) string {
	const limit = 500
	text := strings.ToValidUTF8(failure.Error(), "?")
	if problem, ok := errors.AsType[*vitrine.Error](failure); ok {
		text = problem.Message
	}
	text, _, _ = strings.Cut(text, "\n") // a panic's stack is for the log
	return strings.ToValidUTF8(text[:min(len(text), limit)], "")
}

// Due begins a backup if the last one began long enough ago. It is a job that
// looks often, so that restarts neither add backups nor leave one out.
func (b *Backups) Due(ctx context.Context, _ *vitrine.Job) error {
	last, _, err := b.cfg.DB.Backups(ctx, vitrine.Page{Number: 1, Limit: 1})
	if err != nil || len(last) > 0 && b.cfg.Now().Sub(last[0].StartedAt) < b.cfg.Every {
		return err
	}
	backup := b.newBackup(b.cfg.Directory)
	err = b.cfg.DB.Update(ctx, func(tx *store.Tx) error { return begin(ctx, tx, backup) })
	if vitrine.ErrorCode(err) == vitrine.CodeConflict {
		return nil // one runs
	}
	return err
}

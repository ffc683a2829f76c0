// Package backup copies a whole library, verifies the copies, and brings a
// library back from one. A backup is files in a folder: the rows of one state of
// the database, in a form that any engine takes; the originals and renditions
// that these rows refer to; the secret key; and a manifest with the SHA-256 of
// all. Several backups in one folder share the files of the library.
package backup

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path/filepath"
	"strings"
	"syscall"
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
	Keep       int           // is the Keep of these
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

// Wish is what somebody wants of a backup. Only the operator may: whoever has the
// key of the data directory may write there, and remove, without us, but nobody
// should by the API.
type Wish struct {
	Directory string // a whole path on the server; "" for the usual one
	// Keep is how many backups the directory has afterwards, this one among them:
	// older ones are removed once this one is complete. 0 keeps all.
	Keep int
}

// MaxKeep is the most that Keep may be.
const MaxKeep = 1000

// check returns a CodeValidation error for what the actor may not wish.
func (w Wish) check(actor vitrine.Actor) error {
	var faults vitrine.Faults
	switch {
	case w.Directory == "":
	case !actor.Operator:
		faults.Add("directory", vitrine.FaultInvalidValue, vitrine.ReasonOperatorOnly)
	case !filepath.IsAbs(w.Directory):
		faults.Add("directory", vitrine.FaultInvalidFormat, vitrine.ReasonWholePath)
	}
	if w.Keep != 0 && !actor.Operator {
		faults.Add("keep", vitrine.FaultInvalidValue, vitrine.ReasonOperatorOnly)
	}
	return faults.Err()
}

// Begin begins a backup, which goes on by itself; while another one runs it is
// CodeConflict.
func (b *Backups) Begin(ctx context.Context, actor vitrine.Actor, wish Wish) (*vitrine.Backup, error) {
	if err := actor.Require(vitrine.SystemBackup); err != nil {
		return nil, err
	}
	if err := wish.check(actor); err != nil {
		return nil, err
	}
	backup := b.newBackup(cmp.Or(wish.Directory, b.cfg.Directory))
	err := b.cfg.DB.Update(ctx, func(tx *store.Tx) error {
		if err := begin(ctx, tx, backup, wish.Keep); err != nil {
			return err
		}
		entry := store.EntryOf(actor, "backup.begin", "backup", backup.ID)
		return tx.Audit(ctx, entry.With(map[string]any{"directory": backup.Directory, "keep": wish.Keep}))
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
	Keep     int   `json:"keep"`
}

// begin adds a backup with its job. It is tried once: whoever asked for it learns
// at once why it failed. A run that is cut off goes on after the restart.
func begin(ctx context.Context, tx *store.Tx, backup *vitrine.Backup, keep int) error {
	if err := tx.InsertBackup(ctx, backup); err != nil {
		return err
	}
	return tx.Enqueue(ctx, vitrine.NewJob{Kind: vitrine.JobBackup, Payload: order{backup.ID, keep}, UniqueKey: "backup", MaxAttempts: 1})
}

// Run is the job of a backup.
func (b *Backups) Run(ctx context.Context, job *vitrine.Job) error {
	o, err := readOrder(job)
	if err != nil {
		return err
	}
	backup, err := b.cfg.DB.Backup(ctx, o.BackupID)
	if err != nil || backup.Status != vitrine.BackupRunning {
		return err // a run before this one has ended it
	}
	missing, err := b.write(ctx, backup, o.Keep)
	if err != nil {
		return err
	}
	var failure error
	if len(missing) > 0 {
		failure = &missingError{len(missing), missing[0]}
	}
	return b.cfg.DB.Update(ctx, func(tx *store.Tx) error { return end(ctx, tx, backup, failure) })
}

// Abandon records that a backup failed.
func (b *Backups) Abandon(ctx context.Context, tx *store.Tx, job *vitrine.Job, cause error) error {
	o, err := readOrder(job)
	if err != nil {
		return err
	}
	backup, err := tx.Backup(ctx, o.BackupID)
	if err != nil {
		return err
	}
	return end(ctx, tx, backup, cause)
}

func readOrder(job *vitrine.Job) (o order, err error) {
	if err := json.Unmarshal(job.Payload, &o); err != nil {
		return o, fmt.Errorf("read the order of a backup: %w", err)
	}
	return o, nil
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
	return tx.Audit(ctx, entry.With(map[string]any{
		"status": backup.Status, "error": backup.Error.Message(), "error_reason": backup.Error.Reason(), "error_params": backup.Error.Params(),
	}))
}

// reason says why a backup failed.
func reason(failure error) vitrine.Failure {
	text := lineOf(failure)
	var missing *missingError
	switch {
	case errors.As(failure, &missing):
		return vitrine.FailureFilesMissing.Fail(missing.count, missing.first)
	case errors.Is(failure, blob.ErrNoSpace), errors.Is(failure, syscall.ENOSPC):
		return vitrine.FailureNoRoom.Said(text)
	case errors.Is(failure, blob.ErrReadOnly):
		return vitrine.FailureReadOnly.Said(text)
	case errors.Is(failure, fs.ErrPermission):
		return vitrine.FailureNotAllowed.Said(text)
	}
	return vitrine.FailureOther.Said(text, text)
}

// missingError is a backup of a library that lacks some of its files.
type missingError struct {
	count int
	first string
}

// Error implements error.
func (e *missingError) Error() string {
	return vitrine.FailureFilesMissing.Fail(e.count, e.first).Message()
}

// lineOf is what an error says, in a line of bounded length.
func lineOf(failure error) string {
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
	err = b.cfg.DB.Update(ctx, func(tx *store.Tx) error { return begin(ctx, tx, backup, b.cfg.Keep) })
	if vitrine.ErrorCode(err) == vitrine.CodeConflict {
		return nil // one runs
	}
	return err
}

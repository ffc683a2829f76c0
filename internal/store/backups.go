package store

import (
	"context"
	"fmt"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store/rows"
)

const backupColumns = `id, status, directory, name, started_at, finished_at, files, size,
	copied_files, copied_size, error, removed_at`

func scanBackup(r rows.Row) (*vitrine.Backup, error) {
	var b vitrine.Backup
	var started int64
	var finished, removed *int64
	err := r.Scan(&b.ID, &b.Status, &b.Directory, &b.Name, &started, &finished, &b.Files, &b.Size,
		&b.CopiedFiles, &b.CopiedSize, &b.Error, &removed)
	b.StartedAt, b.FinishedAt, b.RemovedAt = fromMicros(started), optionalTime(finished), optionalTime(removed)
	return &b, err
}

// Backup returns the backup with that id, or CodeNotFound.
func (r reader) Backup(ctx context.Context, id int64) (*vitrine.Backup, error) {
	b, err := rows.One(ctx, r.src, scanBackup, "SELECT "+backupColumns+" FROM backups WHERE id = $1", id)
	return b, rows.OrError(err, vitrine.NotFound("backup", id))
}

// Backups returns a page of backups, the newest first, and how many there are.
func (r reader) Backups(ctx context.Context, page vitrine.Page) (backups []*vitrine.Backup, total int, err error) {
	total, err = rows.Value[int](ctx, r.src, "SELECT COUNT(*) FROM backups")
	if err != nil {
		return nil, 0, err
	}
	const query = "SELECT " + backupColumns + " FROM backups ORDER BY id DESC LIMIT $1 OFFSET $2"
	backups, err = rows.All(ctx, r.src, scanBackup, query, page.Limit, page.Offset())
	return backups, total, err
}

// ListedBackups returns those of some names of backups that are in the database.
func (r reader) ListedBackups(ctx context.Context, names []string) ([]string, error) {
	return rows.In(ctx, r.src, names, func(r rows.Row) (name string, err error) {
		err = r.Scan(&name)
		return name, err
	}, "SELECT name FROM backups WHERE name IN (@ids)")
}

// InsertBackup adds a backup that runs from now on, and sets its id and time.
// While another one runs it is CodeConflict.
func (tx *Tx) InsertBackup(ctx context.Context, b *vitrine.Backup) error {
	b.Status, b.StartedAt = vitrine.BackupRunning, tx.Now
	running, err := rows.All(ctx, tx.src, scanBackup, "SELECT "+backupColumns+" FROM backups WHERE status = $1", b.Status)
	if err != nil {
		return err
	}
	if len(running) > 0 {
		return vitrine.Conflict("backup_running", "A backup is already running.", map[string]any{"backup_id": running[0].ID})
	}
	const query = `INSERT INTO backups (status, directory, name, started_at) VALUES ($1, $2, $3, $4) RETURNING id`
	b.ID, err = rows.Value[int64](ctx, tx.src, query, b.Status, b.Directory, b.Name, micros(tx.Now))
	return err
}

// UpdateBackup stores how far a running backup has come, or, by another status,
// that it has ended. It reports false if the backup was not running any more.
func (tx *Tx) UpdateBackup(ctx context.Context, b *vitrine.Backup) (bool, error) {
	if b.Status != vitrine.BackupRunning {
		b.FinishedAt = &tx.Now
	}
	n, err := tx.exec(ctx, `
		UPDATE backups SET status = $2, finished_at = $3, files = $4, size = $5, copied_files = $6,
			copied_size = $7, error = $8
		WHERE id = $1 AND status = 'running'`,
		b.ID, b.Status, optionalMicros(b.FinishedAt), b.Files, b.Size, b.CopiedFiles, b.CopiedSize, b.Error)
	return n == 1, err
}

// RemoveBackups notes of the backups of these names that their files are about to
// go.
func (tx *Tx) RemoveBackups(ctx context.Context, names []string) error {
	return execIn(ctx, tx, fmt.Sprintf("UPDATE backups SET status = '%s', removed_at = %d WHERE name IN (@ids) AND removed_at IS NULL",
		vitrine.BackupRemoved, micros(tx.Now)), names)
}

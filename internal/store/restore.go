package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"github.com/pressly/goose/v3"

	"github.com/vitrine-photos/vitrine/internal/store/tables"
)

// ErrNotEmpty says that a database holds something already.
var ErrNotEmpty = errors.New("the database is not empty")

// Restoring takes the rows of a snapshot.
type Restoring struct {
	raw *sql.Tx
	d   dialect
}

// Restore makes a database as a snapshot with that version of the schema had it,
// and brings it up to date. Load puts the rows in. A database that holds anything
// is ErrNotEmpty; a schema that this program does not know is an error, too. If
// it fails no row is left.
func Restore(ctx context.Context, cfg Config, schema int64, load func(*Restoring) error) error {
	db, err := connect(ctx, cfg)
	if err != nil {
		return fmt.Errorf("open the database: %w", err)
	}
	return errors.Join(db.restore(ctx, schema, load), db.Close())
}

func (db *DB) restore(ctx context.Context, schema int64, load func(*Restoring) error) error {
	provider, err := db.migrations()
	if err != nil {
		return err
	}
	if err := db.checkEmpty(ctx, provider, schema); err != nil {
		return err
	}
	if _, err := provider.UpTo(ctx, schema); err != nil {
		return fmt.Errorf("make the tables: %w", err)
	}
	if err := db.load(ctx, load); err != nil {
		return err
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("bring the database up to date: %w", err)
	}
	return db.indexStale(ctx)
}

// checkEmpty also takes a database that an interrupted restoring left: the
// tables of the same schema without users.
func (db *DB) checkEmpty(ctx context.Context, provider *goose.Provider, schema int64) error {
	var found []Table
	if err := db.Snapshot(ctx, func(s *Snapshot) (err error) {
		found, err = s.Tables(ctx)
		return err
	}); err != nil {
		return err
	}
	current, known, err := provider.GetVersions(ctx)
	switch {
	case err != nil:
		return err
	case schema > known:
		return fmt.Errorf("it was made by a newer version of this program (schema %d, this one knows %d)", schema, known)
	case current == 0 && len(found) == 0:
		return nil
	case current != schema:
		return ErrNotEmpty
	}
	users, err := db.CountUsers(ctx)
	if err == nil && users > 0 {
		err = ErrNotEmpty
	}
	return err
}

// load runs in one transaction, in which rows may come before those that they
// refer to.
func (db *DB) load(ctx context.Context, load func(*Restoring) error) error {
	raw, err := db.writePool.BeginTx(ctx, nil)
	if err != nil {
		return db.d.explain(err)
	}
	defer func() { _ = raw.Rollback() }() // does nothing after a commit
	resume, err := db.d.suspendReferences(ctx, raw)
	if err != nil {
		return err
	}
	made, err := db.d.tables().List(ctx, raw, leftOut())
	if err == nil {
		err = tables.Clear(ctx, raw, made) // of the rows that come with the schema
	}
	if err != nil {
		return db.d.explain(err)
	}
	if err := load(&Restoring{raw: raw, d: db.d}); err != nil {
		return err
	}
	for _, statement := range slices.Concat(settle(), resume) {
		if _, err := raw.ExecContext(ctx, statement); err != nil {
			return db.d.explain(err)
		}
	}
	return db.d.explain(raw.Commit())
}

// settle returns the statements that end what ran at the time of the snapshot,
// the backup itself, and forget the files that nothing referred to, for those
// were not copied. The search index is not either: it is to be made anew.
func settle() []string {
	return []string{
		"DELETE FROM jobs WHERE kind = 'backup'",
		"DELETE FROM backups WHERE status = 'running'",
		`DELETE FROM blobs WHERE NOT EXISTS (SELECT 1 FROM uploads WHERE blob_key = blobs.key)
			AND NOT EXISTS (SELECT 1 FROM renditions WHERE blob_key = blobs.key)`,
		"UPDATE photo_counted SET search_digest = 0",
	}
}

// Insert adds rows to a table. Each has a value for each column of it.
func (r *Restoring) Insert(ctx context.Context, t Table, rows [][]any) error {
	return r.d.explain(tables.Insert(ctx, r.raw, t, rows))
}

// SetLastID keeps ids from being given to new rows that others had.
func (r *Restoring) SetLastID(ctx context.Context, t Table) error {
	return r.d.explain(r.d.tables().SetLastID(ctx, r.raw, t))
}

func (sqlite) tables() tables.Engine   { return tables.SQLite() }
func (postgres) tables() tables.Engine { return tables.Postgres() }

func (sqlite) suspendReferences(ctx context.Context, tx *sql.Tx) ([]string, error) {
	return tables.DeferReferences(ctx, tx)
}

func (postgres) suspendReferences(ctx context.Context, tx *sql.Tx) ([]string, error) {
	if _, err := tx.ExecContext(ctx, withoutTimeouts); err != nil {
		return nil, err
	}
	return tables.DropReferences(ctx, tx)
}

package store

import (
	"context"
	"database/sql"

	"github.com/vitrine-photos/vitrine/internal/store/rows"
	"github.com/vitrine-photos/vitrine/internal/store/sqltext"
	"github.com/vitrine-photos/vitrine/internal/store/tables"
)

// Table is a table of a snapshot.
type Table = tables.Table

// Snapshot is one state of the database, whatever is written meanwhile.
type Snapshot struct {
	reader
	raw *sql.Tx
}

// Snapshot calls fn with the present state of the database. While fn runs,
// others go on reading and writing.
func (db *DB) Snapshot(ctx context.Context, fn func(*Snapshot) error) error {
	options, begin := db.d.snapshot()
	raw, err := db.readPool.BeginTx(ctx, options)
	if err != nil {
		return db.d.explain(err)
	}
	defer func() { _ = raw.Rollback() }() // nothing was written
	for _, statement := range begin {
		if _, err := raw.ExecContext(ctx, statement); err != nil {
			return db.d.explain(err)
		}
	}
	return fn(&Snapshot{newReader(raw, db.d, db.now), raw})
}

func (sqlite) snapshot() (*sql.TxOptions, []string) { return nil, nil }

// snapshot asks for a state that some order of the transactions so far explains.
// Such a transaction waits for it at its beginning, and never fails afterwards.
// However long the copying takes, the server is not to cut it off.
func (postgres) snapshot() (*sql.TxOptions, []string) {
	return &sql.TxOptions{Isolation: sql.LevelSerializable, ReadOnly: true},
		[]string{"SET TRANSACTION DEFERRABLE", withoutTimeouts}
}

const withoutTimeouts = "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0"

// leftOut are the tables that a snapshot does not show: those that the schema
// and the search index make themselves, and what is of use only to the server
// that runs now: its sign-ins, what it answered, and what is being sent to it.
func leftOut() []string {
	return []string{"goose_db_version", "photo_search", "search_blocks", "photo_cards", "sessions", "answers", "chunked_uploads", "chunks"}
}

// Schema returns the version of the schema.
func (s *Snapshot) Schema(ctx context.Context) (int64, error) {
	return rows.Value[int64](ctx, s.src, "SELECT MAX(version_id) FROM goose_db_version")
}

// Tables returns the tables by name. Both engines have the same ones.
func (s *Snapshot) Tables(ctx context.Context) ([]Table, error) {
	list, err := s.d.tables().List(ctx, s.raw, leftOut())
	return list, s.d.explain(err)
}

// Rows calls fn with each row of a table. A value is an int64, a float64, a
// bool, a string, a []byte or nil; fn must not keep the slice.
func (s *Snapshot) Rows(ctx context.Context, t Table, fn func(values []any) error) error {
	return s.d.explain(tables.Rows(ctx, s.raw, t, fn))
}

// StoredFile is a file that a row refers to.
type StoredFile struct {
	Key    string // of the blob
	Size   int64  // bytes
	SHA256 string // of its bytes, hex
}

// StoredFiles calls fn with each file that an upload or a rendition refers to,
// in batches between which nothing is held, so that fn may take long.
func (r reader) StoredFiles(ctx context.Context, fn func(StoredFile) error) error {
	scan := func(r rows.Row) (f StoredFile, err error) {
		err = r.Scan(&f.Key, &f.Size, &f.SHA256)
		return f, err
	}
	for _, query := range []string{
		"SELECT DISTINCT blob_key, size, sha256 FROM uploads WHERE blob_key > $1 ORDER BY blob_key LIMIT $2",
		"SELECT DISTINCT blob_key, size, key FROM renditions WHERE blob_key > $1 ORDER BY blob_key LIMIT $2",
	} {
		for after, more := "", true; more; {
			files, err := rows.All(ctx, r.src, scan, query, after, sqltext.MaxBatch)
			if err != nil {
				return err
			}
			for _, file := range files {
				if err := fn(file); err != nil {
					return err
				}
				after = file.Key
			}
			more = len(files) == sqltext.MaxBatch
		}
	}
	return nil
}

// CountStoredFiles returns how many files there are, and their bytes.
func (r reader) CountStoredFiles(ctx context.Context) (files, size int64, err error) {
	const query = `SELECT COUNT(*), COALESCE(SUM(size), 0) FROM (
		SELECT DISTINCT blob_key, size FROM uploads UNION SELECT DISTINCT blob_key, size FROM renditions) AS f`
	_, err = rows.One(ctx, r.src, func(r rows.Row) (struct{}, error) { return struct{}{}, r.Scan(&files, &size) }, query)
	return files, size, err
}

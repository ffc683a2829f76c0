package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/vitrine-photos/vitrine/internal/store/connection"
)

// Examine looks at a database without changing it, and says in a few words how
// it is. It returns an error if the database cannot be reached or is damaged.
func Examine(ctx context.Context, location string) (summary string, err error) {
	pool, err := openToRead(location)
	if errors.Is(err, fs.ErrNotExist) {
		return "does not exist yet; the first start makes it", nil
	}
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	var photos, version int64
	for query, into := range map[string]*int64{
		"SELECT MAX(version_id) FROM goose_db_version":         &version,
		"SELECT COUNT(*) FROM photos WHERE deleted_at IS NULL": &photos,
	} {
		if err := pool.QueryRowContext(ctx, query).Scan(into); err != nil {
			return "", fmt.Errorf("cannot be read: %w", err)
		}
	}
	if !isPostgresURL(location) {
		if err := checkFile(ctx, pool); err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("sound, schema %d, %d photos", version, photos), nil
}

// OpenToRead opens a database that is there, as it is, for those who only look
// at it. One that is not there is fs.ErrNotExist.
func OpenToRead(cfg Config) (*DB, error) {
	pool, err := openToRead(cfg.URL)
	if err != nil {
		return nil, err
	}
	var d dialect = sqlite{path: cfg.URL}
	if isPostgresURL(cfg.URL) {
		d = postgres{}
	}
	return &DB{reader: reader{q: pool, d: d, now: cfg.Now}, readPool: pool, writePool: pool, log: cfg.Log}, nil
}

func openToRead(location string) (*sql.DB, error) {
	if isPostgresURL(location) {
		return connection.OpenPostgres(location)
	}
	path, err := filepath.Abs(location)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	return connection.OpenSQLiteToRead(path), nil
}

// checkFile lets SQLite look for damage.
func checkFile(ctx context.Context, pool *sql.DB) error {
	var verdict string
	if err := pool.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&verdict); err != nil {
		return fmt.Errorf("cannot be checked: %w", err)
	}
	if verdict != "ok" {
		return fmt.Errorf("is damaged: %s", verdict)
	}
	return nil
}

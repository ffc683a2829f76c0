// Package store keeps everything but the pictures: it is the only package that
// speaks SQL. One text of each statement serves SQLite and PostgreSQL; what
// must differ is in the dialects.
//
// Reading is done with the methods of DB, writing with those of Tx alone, which
// DB.Update hands out. So a change, the events and the jobs that follow from
// it are committed together or not at all.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/pressly/goose/v3"
	"golang.org/x/sync/semaphore"

	"github.com/vitrine-photos/vitrine/internal/store/connection"
	"github.com/vitrine-photos/vitrine/internal/store/migrations"
	"github.com/vitrine-photos/vitrine/internal/store/rows"
)

// Config says which database to open.
type Config struct {
	URL string           // "postgres://…", or the path of a SQLite file
	Now func() time.Time // the clock
	Log *slog.Logger
}

// DB is an open database. Its methods may be called concurrently.
type DB struct {
	reader
	readPool  *sql.DB
	writePool *sql.DB // the same as readPool on PostgreSQL; one connection on SQLite
	log       *slog.Logger
	turns     *semaphore.Weighted // one held by each transaction; all of them by one that lost too often

	mu       sync.RWMutex
	onCommit []func(Effects)
}

// Open opens the database, brings its schema up to date, and makes it if there
// is none. A SQLite file is copied beside itself before its schema is changed.
func Open(ctx context.Context, cfg Config) (*DB, error) {
	db, err := connect(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("open the database: %w", err)
	}
	if err := db.bringUpToDate(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("bring the database up to date: %w", err), db.Close())
	}
	return db, nil
}

func (db *DB) bringUpToDate(ctx context.Context) error {
	if err := db.migrate(ctx); err != nil {
		return err
	}
	return db.indexStale(ctx)
}

func connect(ctx context.Context, cfg Config) (*DB, error) {
	db := &DB{log: cfg.Log, turns: semaphore.NewWeighted(allTurns)}
	now := func() time.Time { return cfg.Now().UTC().Truncate(time.Microsecond) }
	var err error
	if connection.IsPostgresURL(cfg.URL) {
		db.readPool, err = connection.OpenPostgres(cfg.URL)
		db.writePool = db.readPool
		db.reader = newReader(db.readPool, postgres{}, now) // pgx keeps prepared statements itself
	} else {
		db.readPool, db.writePool, err = connection.OpenSQLite(ctx, cfg.URL)
		db.reader = newReader(connection.NewPrepared(db.readPool), sqlite{path: cfg.URL}, now)
	}
	if err != nil {
		return nil, err
	}
	if err := db.writePool.PingContext(ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// migrate brings the schema up to date.
func (db *DB) migrate(ctx context.Context) error {
	provider, err := db.migrations()
	if err != nil {
		return err
	}
	if s, ok := db.d.(sqlite); ok {
		if err := migrations.KeepCopy(ctx, provider, db.writePool, s.path, db.log); err != nil {
			return err
		}
	}
	return migrations.Up(ctx, provider, db.log)
}

func (db *DB) migrations() (*goose.Provider, error) {
	return migrations.Provider(db.writePool, migrations.Engine(db.Engine()))
}

// OpenToRead opens a database that is there, as it is, for those who only look
// at it. One that is not there is fs.ErrNotExist.
func OpenToRead(cfg Config) (*DB, error) {
	pool, err := connection.OpenToRead(cfg.URL)
	if err != nil {
		return nil, err
	}
	var d dialect = sqlite{path: cfg.URL}
	if connection.IsPostgresURL(cfg.URL) {
		d = postgres{}
	}
	return &DB{
		reader: newReader(pool, d, cfg.Now), readPool: pool, writePool: pool, log: cfg.Log, turns: semaphore.NewWeighted(allTurns),
	}, nil
}

// Close waits for what is running and closes the database.
func (db *DB) Close() error {
	if db.readPool == db.writePool {
		return db.writePool.Close()
	}
	// The writer is last: closing the last connection folds the log into the file.
	return errors.Join(db.readPool.Close(), db.writePool.Close())
}

// Ping reports whether the database answers.
func (db *DB) Ping(ctx context.Context) error {
	_, err := rows.Value[int](ctx, db.src, "SELECT 1")
	return err
}

// Engine returns "sqlite" or "postgres".
func (db *DB) Engine() string { return db.d.engine() }

// Size returns how many bytes the database takes.
func (r reader) Size(ctx context.Context) (int64, error) {
	return rows.Value[int64](ctx, r.src, r.d.sizeQuery())
}

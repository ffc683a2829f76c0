package store

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/pressly/goose/v3"

	"github.com/vitrine-photos/vitrine/internal/store/connection"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// migrate applies the migrations that the database does not have yet.
func (db *DB) migrate(ctx context.Context) error {
	provider, err := db.migrationProvider()
	if err != nil {
		return err
	}
	if s, ok := db.d.(sqlite); ok {
		if err := db.copyBeforeMigration(ctx, provider, s.path); err != nil {
			return err
		}
	}
	results, err := provider.Up(ctx)
	if err != nil {
		return err
	}
	for _, result := range results {
		db.log.Info("database migrated", "version", result.Source.Version, "duration", result.Duration)
	}
	current, target, err := provider.GetVersions(ctx)
	if err == nil && current > target {
		err = fmt.Errorf("it was written by a newer version of this program (schema %d, this one knows %d)", current, target)
	}
	return err
}

// copyBeforeMigration keeps the file as it is, if it holds anything and is
// about to change: "<file>.schema-<version>".
func (db *DB) copyBeforeMigration(ctx context.Context, provider *goose.Provider, path string) error {
	current, target, err := provider.GetVersions(ctx)
	if err != nil || current == 0 || current >= target {
		return err
	}
	keep := fmt.Sprintf("%s.schema-%d", path, current)
	partial := keep + ".partial"
	if err := os.RemoveAll(partial); err != nil {
		return err
	}
	if _, err := connection.CreateFile(partial); err != nil { // SQLite would let everyone read it
		return err
	}
	if _, err := db.writePool.ExecContext(ctx, "VACUUM INTO $1", partial); err != nil {
		return fmt.Errorf("copy the database to %s: %w", partial, err)
	}
	db.log.Info("database copied before its migration", "to", keep)
	return os.Rename(partial, keep)
}

func (db *DB) migrationProvider() (*goose.Provider, error) {
	gooseDialect, options, err := db.d.migrations()
	if err != nil {
		return nil, err
	}
	migrations, err := migrationsFor(db.d)
	if err != nil {
		return nil, err
	}
	options = append(options,
		goose.WithGoMigrations(migrations...),
		goose.WithDisableGlobalRegistry(true),
		goose.WithLogger(goose.NopLogger()))
	return goose.NewProvider(gooseDialect, db.writePool, nil, options...)
}

// migrationsFor reads the files of the common schema and of one engine. A file
// is named 0002_search.sqlite.sql if it is for SQLite alone.
func migrationsFor(d dialect) ([]*goose.Migration, error) {
	files, err := fs.Glob(migrationFiles, "migrations/*.sql")
	if err != nil {
		return nil, err
	}
	var migrations []*goose.Migration
	for _, file := range files {
		name := strings.TrimSuffix(strings.TrimPrefix(file, "migrations/"), ".sql")
		if _, engine, special := strings.Cut(name, "."); special && engine != d.engine() {
			continue
		}
		version, err := goose.NumericComponent(name + ".sql")
		if err != nil {
			return nil, err
		}
		text, err := migrationFiles.ReadFile(file)
		if err != nil {
			return nil, err
		}
		migrations = append(migrations, goose.NewGoMigration(version, &goose.GoFunc{RunTx: script(d.ddl(string(text)))}, nil))
	}
	return migrations, nil
}

func script(text string) func(context.Context, *sql.Tx) error {
	return func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, text)
		return err
	}
}

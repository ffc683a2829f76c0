// Package examine looks at a database for whoever wants to know whether it is
// sound, such as the doctor.
package examine

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"

	"github.com/vitrine-photos/vitrine/internal/store/connection"
	"github.com/vitrine-photos/vitrine/internal/store/counters"
)

// Database looks at a database without changing it, and says in a few words how
// it is, and of which of its counters the sums are not those of the rows. It
// returns an error if the database cannot be reached or is damaged.
func Database(ctx context.Context, location string) (summary string, miscounted []string, err error) {
	pool, err := connection.OpenToRead(location)
	if errors.Is(err, fs.ErrNotExist) {
		return "does not exist yet; the first start makes it", nil, nil
	}
	if err != nil {
		return "", nil, err
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	var photos, version int64
	for query, into := range map[string]*int64{
		"SELECT MAX(version_id) FROM goose_db_version":         &version,
		"SELECT COUNT(*) FROM photos WHERE deleted_at IS NULL": &photos,
	} {
		if err := pool.QueryRowContext(ctx, query).Scan(into); err != nil {
			return "", nil, fmt.Errorf("cannot be read: %w", err)
		}
	}
	if !connection.IsPostgresURL(location) {
		if err := checkFile(ctx, pool); err != nil {
			return "", nil, err
		}
	}
	if version >= counters.Schema {
		miscounted, err = counters.Check(ctx, pool)
	}
	return fmt.Sprintf("sound, schema %d, %d photos", version, photos), miscounted, err
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

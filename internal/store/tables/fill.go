package tables

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"github.com/vitrine-photos/vitrine/internal/store/sqltext"
)

// maxValues is how many values one statement inserts.
const maxValues = 600

// Clear removes all rows of the tables.
func Clear(ctx context.Context, tx *sql.Tx, list []Table) error {
	for _, t := range list {
		if _, err := tx.ExecContext(ctx, "DELETE FROM "+quoted(t.Name)); err != nil { //nolint:gosec // the name is quoted
			return fmt.Errorf("clear the table %s: %w", t.Name, err)
		}
	}
	return nil
}

// Insert adds rows, each with a value for each column of the table.
func Insert(ctx context.Context, tx *sql.Tx, t Table, rows [][]any) error {
	for batch := range slices.Chunk(rows, max(1, maxValues/len(t.Columns))) {
		list, args := sqltext.Tuples(batch)
		query := fmt.Sprintf("INSERT INTO %s (%s) VALUES %s", quoted(t.Name), quoted(t.Columns...), list) //nolint:gosec // names are quoted, values are arguments
		if _, err := tx.ExecContext(ctx, query, args...); err != nil {
			return fmt.Errorf("fill the table %s: %w", t.Name, err)
		}
	}
	return nil
}

// SetLastID keeps the table from giving new rows the ids that others had.
func (e Engine) SetLastID(ctx context.Context, tx *sql.Tx, t Table) error {
	for _, query := range e.setLastID {
		if t.LastID == 0 {
			break
		}
		if _, err := tx.ExecContext(ctx, query, t.Name, t.LastID); err != nil {
			return fmt.Errorf("set the last id of %s: %w", t.Name, err)
		}
	}
	return nil
}

package tables

import (
	"context"
	"database/sql"
	"fmt"
)

// DeferReferences lets rows of SQLite come before those that they refer to. They
// are checked at the commit, so there is nothing to resume.
func DeferReferences(ctx context.Context, tx *sql.Tx) (resume []string, err error) {
	_, err = tx.ExecContext(ctx, "PRAGMA defer_foreign_keys = ON")
	return nil, err
}

// DropReferences lets rows of PostgreSQL come before those that they refer to,
// until the statements that it returns: they add the foreign keys again, by
// which these are checked.
func DropReferences(ctx context.Context, tx *sql.Tx) (resume []string, err error) {
	var drop []string
	err = eachRow(ctx, tx, `
		SELECT CAST(conrelid::regclass AS text), conname, pg_get_constraintdef(oid) FROM pg_constraint
		WHERE contype = 'f' AND connamespace = CAST(current_schema() AS regnamespace)`,
		func(rows *sql.Rows) error {
			var table, name, definition string
			err := rows.Scan(&table, &name, &definition)
			drop = append(drop, fmt.Sprintf("ALTER TABLE %s DROP CONSTRAINT %s", table, quoted(name)))
			resume = append(resume, fmt.Sprintf("ALTER TABLE %s ADD CONSTRAINT %s %s", table, quoted(name), definition))
			return err
		})
	for _, statement := range drop {
		if err == nil {
			_, err = tx.ExecContext(ctx, statement)
		}
	}
	return resume, err
}

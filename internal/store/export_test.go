package store

import "context"

// Exec runs a statement past all rules of this package.
func (db *DB) Exec(ctx context.Context, query string) error {
	_, err := db.exec(ctx, query)
	return err
}

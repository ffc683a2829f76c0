package store

import (
	"context"
	"database/sql"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/search"
	"github.com/vitrine-photos/vitrine/internal/store/tables"
)

// dialect is where SQLite and PostgreSQL differ.
type dialect interface { //nolint:interfacebloat // all that differs, in one place
	engine() string

	txOptions() *sql.TxOptions
	// skipLocked ends a SELECT of rows to change, so that it passes over those
	// that another transaction is changing.
	skipLocked() string
	// shareLock ends a SELECT of rows that no other transaction may change before
	// this one ends.
	shareLock() string
	sizeQuery() string
	// byteOrder returns a column of texts to sort by, byte for byte.
	byteOrder(column string) string

	// searchChange returns the statements that take photos out of the search
	// index, "@ids", and put others in or in place of what was there, "@rows";
	// searchRow what stands in a row after the photo's id.
	searchChange() (remove, put string)
	searchRow(e search.Entry) []any
	// searchMatch returns the value for searchFound that finds what matches.
	searchMatch(m search.Match) string
	// searchFound begins a query with the table found, of the ids of the photos
	// that match "?".
	searchFound() string
	// searchPage returns the query for a stretch of the photos that match, in the
	// order of their ids, each with the number of all.
	searchPage(m search.Match, order vitrine.SortOrder, w window) statement
	// searchSweep returns the statement that removes what no photo is found by any
	// more; "" if nothing is left behind.
	searchSweep() string

	// snapshot returns how to begin a transaction that sees one state.
	snapshot() (options *sql.TxOptions, begin []string)
	tables() tables.Engine
	// suspendReferences lets rows come before those that they refer to, until the
	// statements that it returns, or else the commit.
	suspendReferences(ctx context.Context, tx *sql.Tx) (resume []string, err error)

	// isRace reports whether a transaction failed because of another one, and
	// would succeed if it ran again.
	isRace(err error) bool
	// taken returns which column, "users.email_key", a value was not unique in.
	taken(err error) (column string, ok bool)
	// explain makes a CodeUnavailable error of one that the database's
	// surroundings cause, such as a full disk. Others it returns as they are.
	explain(err error) error
}

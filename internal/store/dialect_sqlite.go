package store

import (
	"database/sql"
	"errors"
	"strings"

	"github.com/mattn/go-sqlite3"
	"github.com/pressly/goose/v3"
)

// sqlite is the dialect of SQLite.
type sqlite struct{ path string }

func (sqlite) engine() string            { return "sqlite" }
func (sqlite) ddl(text string) string    { return text }
func (sqlite) txOptions() *sql.TxOptions { return nil } // BEGIN IMMEDIATE: one at a time
func (sqlite) skipLocked() string        { return "" }
func (sqlite) isRace(error) bool         { return false }

func (sqlite) migrations() (goose.Dialect, []goose.ProviderOption, error) {
	return goose.DialectSQLite3, nil, nil
}

func (sqlite) sizeQuery() string {
	return "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
}

func (sqlite) byteOrder(column string) string { return column }

// taken reads "UNIQUE constraint failed: users.email_key", all that SQLite says.
func (sqlite) taken(err error) (string, bool) {
	failure, ok := errors.AsType[sqlite3.Error](err)
	if !ok || failure.Code != sqlite3.ErrConstraint {
		return "", false
	}
	columns, ok := strings.CutPrefix(failure.Error(), "UNIQUE constraint failed: ")
	first, _, _ := strings.Cut(columns, ",")
	return first, ok
}

func (sqlite) explain(err error) error {
	failure, ok := errors.AsType[sqlite3.Error](err)
	if !ok {
		return err
	}
	switch failure.Code {
	case sqlite3.ErrFull:
		return unavailable("has no space left", err)
	case sqlite3.ErrReadonly, sqlite3.ErrPerm, sqlite3.ErrCantOpen:
		return unavailable("cannot be written to", err)
	case sqlite3.ErrIoErr:
		return unavailable("cannot be read or written", err)
	case sqlite3.ErrBusy, sqlite3.ErrLocked:
		return unavailable("is busy", err)
	}
	return err
}

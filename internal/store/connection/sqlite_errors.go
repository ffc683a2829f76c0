package connection

import (
	"errors"
	"strings"

	"github.com/mattn/go-sqlite3"
)

// SQLiteTaken returns which column, "users.email_key", a value was not unique in.
// It reads "UNIQUE constraint failed: users.email_key", all that SQLite says.
func SQLiteTaken(err error) (string, bool) {
	failure, ok := errors.AsType[sqlite3.Error](err)
	if !ok || failure.Code != sqlite3.ErrConstraint {
		return "", false
	}
	columns, ok := strings.CutPrefix(failure.Error(), "UNIQUE constraint failed: ")
	first, _, _ := strings.Cut(columns, ",")
	return first, ok
}

// ExplainSQLite makes a CodeUnavailable error of one that the file's surroundings
// cause, such as a full disk. Others it returns as they are.
func ExplainSQLite(err error) error {
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

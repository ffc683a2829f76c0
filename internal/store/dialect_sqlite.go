package store

import (
	"database/sql"

	"github.com/vitrine-photos/vitrine/internal/store/connection"
)

// sqlite is the dialect of SQLite.
type sqlite struct{ path string }

func (sqlite) engine() string                 { return "sqlite" }
func (sqlite) txOptions() *sql.TxOptions      { return nil } // BEGIN IMMEDIATE: one at a time
func (sqlite) skipLocked() string             { return "" }
func (sqlite) shareLock() string              { return "" }
func (sqlite) byteOrder(column string) string { return column }

func (sqlite) sizeQuery() string {
	return "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
}

func (sqlite) isRace(error) bool              { return false }
func (sqlite) taken(err error) (string, bool) { return connection.SQLiteTaken(err) }
func (sqlite) explain(err error) error        { return connection.ExplainSQLite(err) }

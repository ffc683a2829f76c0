package store

import (
	"database/sql"

	"github.com/vitrine-photos/vitrine/internal/store/connection"
)

// postgres is the dialect of PostgreSQL.
type postgres struct{}

func (postgres) engine() string                 { return "postgres" }
func (postgres) skipLocked() string             { return "FOR UPDATE SKIP LOCKED" }
func (postgres) shareLock() string              { return "FOR SHARE" }
func (postgres) sizeQuery() string              { return "SELECT pg_database_size(current_database())" }
func (postgres) byteOrder(column string) string { return column + ` COLLATE "C"` }

// txOptions asks for transactions that behave as if they ran one after the
// other, as they do on SQLite: what holds there holds here.
func (postgres) txOptions() *sql.TxOptions {
	return &sql.TxOptions{Isolation: sql.LevelSerializable}
}

func (postgres) isRace(err error) bool          { return connection.IsPostgresRace(err) }
func (postgres) taken(err error) (string, bool) { return connection.PostgresTaken(err) }
func (postgres) explain(err error) error        { return connection.ExplainPostgres(err) }

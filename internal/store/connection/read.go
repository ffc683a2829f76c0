package connection

import (
	"database/sql"
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// IsPostgresURL reports whether a location is that of a PostgreSQL database. Any
// other is the path of a SQLite file.
func IsPostgresURL(location string) bool {
	return strings.HasPrefix(location, "postgres://") || strings.HasPrefix(location, "postgresql://")
}

// OpenToRead opens a database that is there, to look at it only. A file that is
// not there is fs.ErrNotExist.
func OpenToRead(location string) (*sql.DB, error) {
	if IsPostgresURL(location) {
		return OpenPostgres(location)
	}
	path, err := filepath.Abs(location)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	return sql.OpenDB(newSQLiteConnector(path, url.Values{"_query_only": {"on"}})), nil
}

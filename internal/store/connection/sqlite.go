package connection

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/mattn/go-sqlite3"
)

// OpenSQLite opens the file, made if there is none, with a pool of connections
// that only read and a single one that writes: SQLite has one writer at a time,
// and waiting for a connection is fairer than waiting for the file.
//
// ANALYZE is never run. Each query has an index made for it, which SQLite takes
// as long as it has no statistics; with those of a moment when the queue was
// long, it was seen to read all of it for every claim.
func OpenSQLite(ctx context.Context, path string) (read, write *sql.DB, err error) {
	absolute, err := CreateFile(path)
	if err != nil {
		return nil, nil, err
	}
	write = sql.OpenDB(newSQLiteConnector(absolute, url.Values{
		"_txlock":          {"immediate"},
		"_stmt_cache_size": {"256"}, // preparing what a write runs would take as long as running it
	}))
	write.SetMaxOpenConns(1)
	if err := checkSearchModule(ctx, write); err != nil {
		return nil, nil, errors.Join(err, write.Close())
	}
	read = sql.OpenDB(newSQLiteConnector(absolute, url.Values{"_query_only": {"on"}}))
	connections := max(4, runtime.NumCPU())
	read.SetMaxOpenConns(connections)
	read.SetMaxIdleConns(connections)
	return read, write, nil
}

// CreateFile makes sure that the file is there, and readable by its owner only.
func CreateFile(path string) (absolute string, err error) {
	absolute, err = filepath.Abs(path)
	if err != nil {
		return "", err
	}
	f, err := os.OpenFile(absolute, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return "", err
	}
	return absolute, f.Close()
}

func checkSearchModule(ctx context.Context, pool *sql.DB) error {
	var has bool
	err := pool.QueryRowContext(ctx, "SELECT sqlite_compileoption_used('ENABLE_FTS5')").Scan(&has)
	if err == nil && !has {
		return errors.New("this program was built without full-text search: build it with -tags sqlite_fts5, as make build does")
	}
	return err
}

// sqliteConnector opens connections with the settings that hold for all.
type sqliteConnector struct {
	driver *sqlite3.SQLiteDriver
	dsn    string
}

func newSQLiteConnector(path string, options url.Values) sqliteConnector {
	options.Set("_busy_timeout", "5000") // milliseconds; another process may be copying the file
	options.Set("_foreign_keys", "on")
	options.Set("_journal_mode", "WAL")
	options.Set("_synchronous", "FULL") // a commit is on the disk before it is acknowledged
	options.Set("_cache_size", "-8000") // KiB for each connection
	file := url.URL{Scheme: "file", Path: path, RawQuery: options.Encode()}
	return sqliteConnector{dsn: file.String(), driver: &sqlite3.SQLiteDriver{ConnectHook: afterConnect}}
}

// afterConnect sets what the driver has no option for.
func afterConnect(conn *sqlite3.SQLiteConn) error {
	// The log shrinks again after a large transaction; sorting is done in memory.
	_, err := conn.Exec("PRAGMA journal_size_limit = 33554432; PRAGMA temp_store = MEMORY", nil)
	return err
}

// Connect opens a connection.
func (c sqliteConnector) Connect(context.Context) (driver.Conn, error) {
	conn, err := c.driver.Open(c.dsn)
	if err != nil {
		return nil, err
	}
	known, ok := conn.(*sqlite3.SQLiteConn)
	if !ok {
		return nil, fmt.Errorf("the SQLite driver opened a %T", conn)
	}
	return numberedConn{known}, nil
}

// Driver returns the driver.
func (c sqliteConnector) Driver() driver.Driver { return c.driver }

// numberedConn makes $2 the second argument wherever it stands. To SQLite $2 is a
// name, and names are numbered in the order in which they first appear; ?2 is
// its way to write the number.
type numberedConn struct{ *sqlite3.SQLiteConn }

func numbered(query string) string { return strings.ReplaceAll(query, "$", "?") }

// Prepare prepares a statement.
func (c numberedConn) Prepare(query string) (driver.Stmt, error) {
	return c.SQLiteConn.Prepare(numbered(query))
}

// PrepareContext prepares a statement.
func (c numberedConn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	return c.SQLiteConn.PrepareContext(ctx, numbered(query))
}

// QueryContext runs a statement that returns rows.
func (c numberedConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	return c.SQLiteConn.QueryContext(ctx, numbered(query), args)
}

// ExecContext runs a statement that returns none.
func (c numberedConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	return c.SQLiteConn.ExecContext(ctx, numbered(query), args)
}

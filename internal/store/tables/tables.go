// Package tables reads and fills whole tables, whatever they hold, alike on both
// engines. It knows how each engine tells of its tables, and nothing of photos.
package tables

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
)

// Table is a table of a database.
type Table struct {
	Name    string   `json:"name"`
	Columns []string `json:"columns"` // those whose values are not computed
	LastID  int64    `json:"last_id"` // the last id that a row was given, though it may be gone; 0 for none
}

// Engine is how a database tells of its tables. Make it with SQLite or Postgres.
type Engine struct {
	columns   string // table and column of every column that is not computed, in order
	lastIDs   string // tables with the last id that each has given
	setLastID []string
}

// SQLite returns the ways of SQLite.
func SQLite() Engine {
	return Engine{
		columns: `SELECT t.name, c.name FROM pragma_table_list t JOIN pragma_table_info(t.name) c
			WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite\_%' ESCAPE '\' ORDER BY t.name, c.cid`,
		lastIDs: "SELECT name, seq FROM sqlite_sequence",
		setLastID: []string{
			"UPDATE sqlite_sequence SET seq = $2 WHERE name = $1",
			"INSERT INTO sqlite_sequence (name, seq) SELECT $1, $2 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = $1)",
		},
	}
}

// Postgres returns the ways of PostgreSQL.
func Postgres() Engine {
	return Engine{
		columns: `SELECT table_name, column_name FROM information_schema.columns
			WHERE table_schema = current_schema() AND is_generated = 'NEVER' ORDER BY table_name, ordinal_position`,
		lastIDs: `SELECT REPLACE(CAST(sequencename AS text), '_id_seq', ''), last_value FROM pg_sequences
			WHERE schemaname = current_schema() AND last_value IS NOT NULL`,
		setLastID: []string{"SELECT setval(pg_get_serial_sequence(CAST($1 AS text), 'id'), CAST($2 AS bigint))"},
	}
}

// List returns the tables by name, without those that are left out.
func (e Engine) List(ctx context.Context, tx *sql.Tx, leftOut []string) ([]Table, error) {
	columns := map[string][]string{}
	err := eachRow(ctx, tx, e.columns, func(rows *sql.Rows) error {
		var table, column string
		err := rows.Scan(&table, &column)
		columns[table] = append(columns[table], column)
		return err
	})
	if err != nil || len(columns) == 0 {
		return nil, err
	}
	lastIDs := map[string]int64{}
	err = eachRow(ctx, tx, e.lastIDs, func(rows *sql.Rows) error {
		var table string
		var last int64
		err := rows.Scan(&table, &last)
		lastIDs[table] = last
		return err
	})
	var list []Table
	for name, columns := range columns {
		if !slices.Contains(leftOut, name) {
			list = append(list, Table{Name: name, Columns: columns, LastID: lastIDs[name]})
		}
	}
	slices.SortFunc(list, func(a, b Table) int { return strings.Compare(a.Name, b.Name) })
	return list, err
}

// Rows calls fn with each row of a table. A value is an int64, a float64, a
// bool, a string, a []byte or nil, on both engines the same; fn must not keep
// the slice.
func Rows(ctx context.Context, tx *sql.Tx, t Table, fn func(values []any) error) error {
	values, targets := make([]any, len(t.Columns)), make([]any, len(t.Columns))
	for i := range values {
		targets[i] = &values[i]
	}
	query := fmt.Sprintf("SELECT %s FROM %s", quoted(t.Columns...), quoted(t.Name))
	return eachRow(ctx, tx, query, func(rows *sql.Rows) error {
		if err := rows.Scan(targets...); err != nil {
			return err
		}
		return fn(values)
	})
}

func eachRow(ctx context.Context, tx *sql.Tx, query string, fn func(*sql.Rows) error) error {
	rows, err := tx.QueryContext(ctx, query)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := fn(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// quoted writes names as SQL does.
func quoted(names ...string) string { return `"` + strings.Join(names, `", "`) + `"` }

package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// reader holds every SELECT. It is embedded in DB and in Tx.
type reader struct {
	q   querier
	d   dialect
	now func() time.Time // UTC, in microseconds, as times are stored
}

// querier is what a pool of connections and a transaction have in common.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// row is what a scan function reads one row from.
type row interface {
	Scan(dest ...any) error
}

// selectAll returns the rows of a query as scan reads them.
func selectAll[T any](ctx context.Context, r reader, scan func(row) (T, error), query string, args ...any) ([]T, error) {
	rows, err := r.q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, r.d.explain(err)
	}
	defer rows.Close()
	var all []T
	for rows.Next() {
		item, err := scan(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, item)
	}
	return all, r.d.explain(rows.Err())
}

// selectOne returns the first row of a query, or sql.ErrNoRows.
func selectOne[T any](ctx context.Context, r reader, scan func(row) (T, error), query string, args ...any) (T, error) {
	var none T
	all, err := selectAll(ctx, r, scan, query, args...)
	if err != nil {
		return none, err
	}
	if len(all) == 0 {
		return none, sql.ErrNoRows
	}
	return all[0], nil
}

// selectValue returns the one column of the first row, or sql.ErrNoRows.
func selectValue[T any](ctx context.Context, r reader, query string, args ...any) (T, error) {
	return selectOne(ctx, r, scanValue[T], query, args...)
}

// selectValues returns the one column of every row.
func selectValues[T any](ctx context.Context, r reader, query string, args ...any) ([]T, error) {
	return selectAll(ctx, r, scanValue[T], query, args...)
}

func scanValue[T any](r row) (T, error) {
	var v T
	err := r.Scan(&v)
	return v, err
}

// maxBatch is how many values one statement looks for.
const maxBatch = 512

// selectIn returns the rows for any number of ids. The query asks for them with
// "IN (@ids)", and has no other parameters.
func selectIn[K comparable, T any](ctx context.Context, r reader, ids []K, scan func(row) (T, error), query string) ([]T, error) {
	var all []T
	for batch := range slices.Chunk(ids, maxBatch) {
		list, args := inList(1, batch)
		found, err := selectAll(ctx, r, scan, strings.ReplaceAll(query, "@ids", list), args...)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

// inList returns the placeholders and arguments for at least one id, numbered
// from the given one. The last id is repeated up to a power of two, so that
// there are few different statements to prepare.
func inList[K any](from int, ids []K) (string, []any) {
	size := 1
	for size < len(ids) {
		size *= 2
	}
	args := make([]any, size)
	for i := range args {
		args[i] = ids[min(i, len(ids)-1)]
	}
	return placeholders(from, size), args
}

// placeholders returns n placeholders: "$3, $4".
func placeholders(from, n int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "$%d", from+i)
	}
	return b.String()
}

// noRows turns sql.ErrNoRows into the error given.
func noRows(err, instead error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return instead
	}
	return err
}

// micros is how a time is stored.
func micros(t time.Time) int64 { return t.UnixMicro() }

// fromMicros is the opposite of micros.
func fromMicros(n int64) time.Time { return time.UnixMicro(n).UTC() }

// optionalMicros is micros for a time that may be unknown.
func optionalMicros(t *time.Time) *int64 {
	if t == nil {
		return nil
	}
	n := micros(*t)
	return &n
}

// optionalTime is the opposite of optionalMicros.
func optionalTime(n *int64) *time.Time {
	if n == nil {
		return nil
	}
	t := fromMicros(*n)
	return &t
}

// Package rows reads what queries find into Go values.
package rows

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"

	"github.com/vitrine-photos/vitrine/internal/store/sqltext"
)

// Source is what queries are asked of.
type Source struct {
	Querier
	Explain func(error) error // turns the engine's errors into those of this program
}

// Querier is what a pool of connections and a transaction have in common.
type Querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// Row is what a scan function reads one row from.
type Row interface {
	Scan(dest ...any) error
}

// All returns the rows of a query as scan reads them.
func All[T any](ctx context.Context, from Source, scan func(Row) (T, error), query string, args ...any) ([]T, error) {
	found, err := from.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, from.Explain(err)
	}
	defer found.Close()
	var all []T
	for found.Next() {
		item, err := scan(found)
		if err != nil {
			return nil, err
		}
		all = append(all, item)
	}
	return all, from.Explain(found.Err())
}

// One returns the first row of a query, or sql.ErrNoRows.
func One[T any](ctx context.Context, from Source, scan func(Row) (T, error), query string, args ...any) (T, error) {
	var none T
	all, err := All(ctx, from, scan, query, args...)
	if err != nil {
		return none, err
	}
	if len(all) == 0 {
		return none, sql.ErrNoRows
	}
	return all[0], nil
}

// Value returns the one column of the first row, or sql.ErrNoRows.
func Value[T any](ctx context.Context, from Source, query string, args ...any) (T, error) {
	return One(ctx, from, ScanValue[T], query, args...)
}

// Values returns the one column of every row.
func Values[T any](ctx context.Context, from Source, query string, args ...any) ([]T, error) {
	return All(ctx, from, ScanValue[T], query, args...)
}

// ScanValue reads the one column of a row.
func ScanValue[T any](r Row) (T, error) {
	var v T
	err := r.Scan(&v)
	return v, err
}

// In returns the rows for any number of ids. The query asks for them with
// "IN (@ids)", and has no other parameters.
func In[K comparable, T any](ctx context.Context, from Source, ids []K, scan func(Row) (T, error), query string) ([]T, error) {
	var all []T
	for batch := range slices.Chunk(ids, sqltext.MaxBatch) {
		list, args := sqltext.InList(1, batch)
		found, err := All(ctx, from, scan, strings.ReplaceAll(query, "@ids", list), args...)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

// OrError turns sql.ErrNoRows into the error given.
func OrError(err, instead error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return instead
	}
	return err
}

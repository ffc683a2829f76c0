package connection

// How many statements are kept cannot be seen from outside.

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
)

func TestPreparedStatements(t *testing.T) {
	t.Parallel()
	read, write, err := OpenSQLite(t.Context(), filepath.Join(t.TempDir(), "x.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = read.Close(), write.Close() })
	cache := NewPrepared(read)
	answer := func(ctx context.Context, query string, arg int) (got int, err error) {
		rows, err := cache.QueryContext(ctx, query, arg)
		if err != nil {
			return 0, err
		}
		defer rows.Close()
		for rows.Next() {
			if err := rows.Scan(&got); err != nil {
				return 0, err
			}
		}
		return got, rows.Err()
	}
	for i := range maxStatements + 20 {
		query := "SELECT $1" + strings.Repeat(" ", i)
		if got, err := answer(t.Context(), query, i); got != i || err != nil {
			t.Fatalf("query %d: %d, %v", i, got, err)
		}
	}
	if n := len(cache.byText); n != maxStatements {
		t.Errorf("%d statements are prepared, want %d", n, maxStatements)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := answer(ctx, "SELECT $1", 1); err == nil {
		t.Error("a query ran for a request that was cancelled")
	}
}

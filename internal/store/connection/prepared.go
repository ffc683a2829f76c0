// Package connection opens pools of connections to either engine, set up as the
// service needs them. What it is asked for by them it does not know.
package connection

import (
	"context"
	"database/sql"
	"sync"
)

// Prepared is a pool of connections that keeps statements prepared: on SQLite
// parsing and planning take longer than a look-up does.
type Prepared struct {
	pool   *sql.DB
	mu     sync.RWMutex
	byText map[string]*sql.Stmt
}

// maxStatements bounds the memory they take; later ones are not kept.
const maxStatements = 512

// NewPrepared returns a pool that keeps nothing prepared yet.
func NewPrepared(pool *sql.DB) *Prepared {
	return &Prepared{pool: pool, byText: map[string]*sql.Stmt{}}
}

// QueryContext runs a query, prepared on its first use.
func (s *Prepared) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	s.mu.RLock()
	stmt := s.byText[query]
	s.mu.RUnlock()
	if stmt == nil {
		var err error
		if stmt, err = s.prepare(query); err != nil {
			return nil, err
		}
	}
	if stmt == nil {
		return s.pool.QueryContext(ctx, query, args...)
	}
	return stmt.QueryContext(ctx, args...)
}

// prepare returns nil when there is no room. It takes no context: the statement
// outlives the request that asks for it first.
func (s *Prepared) prepare(query string) (*sql.Stmt, error) {
	s.mu.RLock()
	full := len(s.byText) >= maxStatements
	s.mu.RUnlock()
	if full {
		return nil, nil
	}
	stmt, err := s.pool.Prepare(query) // may wait for a connection, so without the lock
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if earlier := s.byText[query]; earlier != nil {
		return earlier, stmt.Close() //nolint:sqlclosecheck // the one that is used is not closed
	}
	s.byText[query] = stmt
	return stmt, nil
}

package connection

import (
	"database/sql"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// OpenPostgres opens one pool for reads and writes.
func OpenPostgres(location string) (*sql.DB, error) {
	cfg, err := pgx.ParseConfig(location)
	if err != nil {
		return nil, err // says which part of the URL is wrong, and hides the password
	}
	if cfg.ConnectTimeout == 0 {
		cfg.ConnectTimeout = 5 * time.Second
	}
	setDefault(cfg.RuntimeParams, "application_name", "vitrine")
	setDefault(cfg.RuntimeParams, "statement_timeout", "30s")
	// A server that hangs must not hold on to the rows it locked.
	setDefault(cfg.RuntimeParams, "idle_in_transaction_session_timeout", "30s")
	pool := stdlib.OpenDB(*cfg)
	pool.SetMaxOpenConns(16)
	pool.SetMaxIdleConns(16)
	pool.SetConnMaxIdleTime(5 * time.Minute)
	return pool, nil
}

func setDefault(params map[string]string, key, value string) {
	if _, given := params[key]; !given {
		params[key] = value
	}
}

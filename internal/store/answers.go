package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/vitrine-photos/vitrine/internal/store/rows"
)

// Answer is what was answered to a request that must not be carried out twice.
type Answer struct {
	Scope   string // which request it was, as a hash
	Request string // what it asked for, as a hash
	Sealed  []byte
}

// ErrAnswered says that the request has an answer already.
var ErrAnswered = errors.New("the request has been answered")

// Answer returns the answer to a request that was given after that time; nil if
// there is none.
func (r reader) Answer(ctx context.Context, scope string, after time.Time) (*Answer, error) {
	const query = "SELECT scope, request, answer FROM answers WHERE scope = $1 AND created_at > $2"
	scan := func(r rows.Row) (*Answer, error) {
		var a Answer
		err := r.Scan(&a.Scope, &a.Request, &a.Sealed)
		return &a, err
	}
	answer, err := rows.One(ctx, r.src, scan, query, scope, micros(after))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil //nolint:nilnil // it was not asked before
	}
	return answer, err
}

// InsertAnswer keeps an answer in the transaction of what was done for it. The
// error is ErrAnswered if there is one that was given after that time.
func (tx *Tx) InsertAnswer(ctx context.Context, a Answer, after time.Time) error {
	if _, err := tx.exec(ctx, "DELETE FROM answers WHERE scope = $1 AND created_at <= $2", a.Scope, micros(after)); err != nil {
		return err
	}
	const query = "INSERT INTO answers (scope, request, answer, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING"
	n, err := tx.exec(ctx, query, a.Scope, a.Request, a.Sealed, micros(tx.Now))
	if err == nil && n == 0 {
		err = ErrAnswered
	}
	return err
}

// DeleteAnswers forgets the answers that were given up to that time.
func (tx *Tx) DeleteAnswers(ctx context.Context, upTo time.Time) error {
	_, err := tx.exec(ctx, "DELETE FROM answers WHERE created_at <= $1", micros(upTo))
	return err
}

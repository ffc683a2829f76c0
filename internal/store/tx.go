package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store/connection"
	"github.com/vitrine-photos/vitrine/internal/store/sqltext"
)

// Tx is a transaction that writes. Its reads see its own writes and, for the
// rest, one state of the database.
type Tx struct {
	reader
	raw     *sql.Tx
	Now     time.Time // when the transaction began: UTC, in microseconds
	effects Effects
	leave   func() // lets others have their turn
}

// Topic names a part of the data that others keep copies of.
type Topic string

// The topics.
const (
	TopicPhotos     Topic = "photos"
	TopicCounters   Topic = "counters" // how often photos were seen, liked and downloaded
	TopicCategories Topic = "categories"
	TopicTags       Topic = "tags"
	TopicTimeline   Topic = "timeline" // its events; its photos are TopicPhotos
	TopicSettings   Topic = "settings"
	TopicUsers      Topic = "users"
)

// Effects says what a committed transaction touched.
type Effects struct {
	Topics        []Topic
	JobsAdded     bool
	SessionsEnded bool
}

func (e Effects) any() bool { return len(e.Topics) > 0 || e.JobsAdded || e.SessionsEnded }

// changed records that copies of a topic are stale once tx is committed.
func (tx *Tx) changed(t Topic) {
	if !slices.Contains(tx.effects.Topics, t) {
		tx.effects.Topics = append(tx.effects.Topics, t)
	}
}

// OnCommit registers a function that is called after each commit that had
// effects, before Update returns. It is called too when a commit fails: cut off
// from the database, nobody knows whether the change was made.
func (db *DB) OnCommit(fn func(Effects)) {
	db.mu.Lock()
	defer db.mu.Unlock()
	db.onCommit = append(db.onCommit, fn)
}

func (db *DB) announce(e Effects) {
	if !e.any() {
		return
	}
	db.mu.RLock()
	hooks := slices.Clone(db.onCommit)
	db.mu.RUnlock()
	for _, hook := range hooks {
		hook(e)
	}
}

// maxAttempts bounds how often a transaction is tried that others get in the
// way of. Each waits longer, so the last comes after a second or two.
const maxAttempts = 12

// AttemptsBeside is how many of them are made beside other transactions of this
// server. A slow one might lose to quick ones for ever; after that they wait for it.
const AttemptsBeside = 5

// Update runs fn in a transaction and commits it. If fn fails or panics nothing
// is changed. Transactions have the effect of running one after the other; on
// PostgreSQL one may have to be run again, so fn must not act on anything but
// tx. A database that cannot write just now is a CodeUnavailable error. Within
// Together it is a part of that transaction.
func (db *DB) Update(ctx context.Context, fn func(tx *Tx) error) error {
	whole, err := db.partOf(ctx)
	if err != nil {
		return err
	}
	if whole != nil {
		return whole.part(ctx, fn)
	}
	return db.untilNoRace(ctx, func(alone bool) (Effects, error) { return db.attempt(ctx, alone, fn) })
}

// untilNoRace repeats a transaction that others get in the way of, in the end
// alone, and announces its effects.
func (db *DB) untilNoRace(ctx context.Context, transact func(alone bool) (Effects, error)) error {
	for attempt := 1; ; attempt++ {
		effects, err := transact(attempt > AttemptsBeside)
		switch {
		case err == nil:
			db.announce(effects)
			return nil
		case !db.d.isRace(err):
			db.announce(effects)
			return db.d.explain(err)
		case attempt == maxAttempts:
			return vitrine.Unavailable("Too many changes at once. Please try again.", connection.RetryAfter, err)
		}
		if err := waitAfter(ctx, attempt); err != nil {
			return err
		}
	}
}

// waitAfter waits at random up to a millisecond doubled with each attempt.
func waitAfter(ctx context.Context, attempt int) error {
	limit := min(time.Millisecond<<attempt, 500*time.Millisecond)
	select {
	case <-time.After(rand.N(limit)): //nolint:gosec // no secret
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// attempt returns the effects that a commit has, or may have had if it failed;
// none if the transaction did not come to its commit.
func (db *DB) attempt(ctx context.Context, alone bool, fn func(tx *Tx) error) (Effects, error) {
	tx, err := db.begin(ctx, alone)
	if err != nil {
		return Effects{}, err
	}
	defer func() { _ = tx.end() }()
	if err := fn(tx); err != nil {
		return Effects{}, err
	}
	return tx.effects, tx.raw.Commit()
}

// allTurns is more than there are ever transactions at once.
const allTurns = 1 << 40

// begin begins a transaction, which the caller ends; alone, once the others of
// this server have ended.
func (db *DB) begin(ctx context.Context, alone bool) (*Tx, error) {
	turns := int64(1)
	if alone {
		turns = allTurns
	}
	if err := db.turns.Acquire(ctx, turns); err != nil {
		return nil, err
	}
	leave := func() { db.turns.Release(turns) }
	raw, err := db.writePool.BeginTx(ctx, db.d.txOptions())
	if err != nil {
		leave()
		return nil, err
	}
	began := db.now()
	return &Tx{reader: newReader(raw, db.d, func() time.Time { return began }), raw: raw, Now: began, leave: leave}, nil
}

// end ends the transaction, once: it rolls back what was not committed.
func (tx *Tx) end() error {
	defer tx.leave()
	if err := tx.raw.Rollback(); !errors.Is(err, sql.ErrTxDone) {
		return err
	}
	return nil
}

// Attempt runs fn. If it fails, what it wrote is undone, and nothing else: the
// transaction may go on, unless the database failed.
func (tx *Tx) Attempt(ctx context.Context, fn func() error) error {
	if _, err := tx.exec(ctx, "SAVEPOINT attempt"); err != nil {
		return err
	}
	failed := fn()
	if failed != nil {
		if _, err := tx.exec(ctx, "ROLLBACK TO SAVEPOINT attempt"); err != nil {
			return err
		}
	}
	_, err := tx.exec(ctx, "RELEASE SAVEPOINT attempt")
	return cmp.Or(failed, err)
}

// exec runs a statement that writes and returns how many rows it touched.
func (tx *Tx) exec(ctx context.Context, query string, args ...any) (int64, error) {
	return execOn(ctx, tx.raw, tx.d, query, args...)
}

// execIn is selectIn for a statement that writes.
func execIn[K any](ctx context.Context, tx *Tx, query string, ids []K) error {
	for batch := range slices.Chunk(ids, sqltext.MaxBatch) {
		list, args := sqltext.InList(1, batch)
		if _, err := tx.exec(ctx, strings.ReplaceAll(query, "@ids", list), args...); err != nil {
			return err
		}
	}
	return nil
}

// maxParameters bounds the parameters of one statement. SQLite takes 32,766,
// PostgreSQL 65,535; beyond some thousand nothing is gained.
const maxParameters = 4000

// execRows runs a statement for any number of rows, all of one length. It has
// "@rows" for their list, and no other parameters.
func execRows(ctx context.Context, tx *Tx, query string, rows [][]any) error {
	if len(rows) == 0 {
		return nil
	}
	for batch := range slices.Chunk(rows, maxParameters/len(rows[0])) {
		list, args := sqltext.Tuples(batch)
		if _, err := tx.exec(ctx, strings.ReplaceAll(query, "@rows", list), args...); err != nil {
			return err
		}
	}
	return nil
}

// exec runs one statement in a transaction of its own. It is for the queue,
// whose rows belong to one worker at a time.
func (db *DB) exec(ctx context.Context, query string, args ...any) (int64, error) {
	return execOn(ctx, db.writePool, db.d, query, args...)
}

type executor interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

func execOn(ctx context.Context, on executor, d dialect, query string, args ...any) (int64, error) {
	result, err := on.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, d.explain(err)
	}
	return result.RowsAffected()
}

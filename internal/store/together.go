package store

import (
	"context"
	"errors"
	"sync"
)

// together is the one transaction of a context whose Updates are parts of it.
type together struct {
	db    *DB
	ctx   context.Context //nolint:containedctx // of the whole: a part's may end before the commit
	alone bool

	mu    sync.Mutex // parts come one after the other
	tx    *Tx        // nil before the first part
	raced error      // what must make the whole run again, whatever became of the part
	ended bool
}

// membership is what a context knows of the transaction that it is part of.
type membership struct {
	whole *together
	apart bool
}

type membershipKey struct{}

// Together runs fn with a context in which all Updates are parts of one
// transaction. It begins with the first part, and is committed when fn returns
// nil. A part that fails leaves nothing behind, and the others stand.
//
// What a part has written, others see only after the commit, and the methods of
// DB are others too. fn may be run again, as a function of Update may. It should
// not linger after its first part, for others wait for it on SQLite.
func (db *DB) Together(ctx context.Context, fn func(ctx context.Context) error) error {
	return db.untilNoRace(ctx, func(alone bool) (Effects, error) {
		whole := &together{db: db, ctx: ctx, alone: alone}
		defer whole.leave()
		err := fn(context.WithValue(ctx, membershipKey{}, membership{whole: whole}))
		return whole.end(err)
	})
}

// Apart returns a context whose Updates are transactions of their own also within
// Together. It is for what must be committed before the rest is done, such as
// the row of a file before the file is put in its place.
func Apart(ctx context.Context) context.Context {
	m, _ := ctx.Value(membershipKey{}).(membership)
	m.apart = true
	return context.WithValue(ctx, membershipKey{}, m)
}

// errNotApart is the error of a transaction of its own that would wait for the
// one around it.
var errNotApart = errors.New("a transaction of its own must come before the first part of the one around it")

// partOf returns the transaction that an Update with this context is part of;
// nil if it is one of its own.
func (db *DB) partOf(ctx context.Context) (*together, error) {
	m, _ := ctx.Value(membershipKey{}).(membership)
	if m.whole == nil || m.whole.db != db {
		return nil, nil //nolint:nilnil // most are
	}
	m.whole.mu.Lock()
	defer m.whole.mu.Unlock()
	switch {
	case m.whole.ended:
		return nil, nil //nolint:nilnil // it outlived the whole
	case !m.apart:
		return m.whole, nil
	case m.whole.tx != nil:
		return nil, errNotApart
	}
	return nil, nil //nolint:nilnil // asked for
}

// part runs fn as a part of the transaction.
func (t *together) part(ctx context.Context, fn func(*Tx) error) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.tx == nil {
		return t.first(fn)
	}
	if _, err := t.tx.exec(ctx, "SAVEPOINT part"); err != nil {
		return t.note(err)
	}
	failed := fn(t.tx)
	if failed != nil {
		if _, err := t.tx.exec(ctx, "ROLLBACK TO SAVEPOINT part"); err != nil {
			return t.note(errors.Join(failed, err))
		}
	}
	if _, err := t.tx.exec(ctx, "RELEASE SAVEPOINT part"); err != nil {
		return t.note(errors.Join(failed, err))
	}
	return t.note(failed)
}

// first begins the transaction with a part. If that fails there is none again,
// so that nobody waits for one that holds nothing.
func (t *together) first(fn func(*Tx) error) error {
	tx, err := t.db.begin(t.ctx, t.alone)
	if err != nil {
		return t.note(err)
	}
	kept := false
	defer func() {
		if !kept {
			_ = tx.end() // the error of the part says more
		}
	}()
	if err := fn(tx); err != nil {
		return t.note(err)
	}
	t.tx, kept = tx, true
	return nil
}

// note remembers a failure that others caused, and explains it.
func (t *together) note(err error) error {
	if err != nil && t.db.d.isRace(err) {
		t.raced = err
	}
	return t.db.d.explain(err)
}

// end commits the transaction unless fn failed.
func (t *together) end(failed error) (Effects, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ended = true
	switch {
	case t.raced != nil:
		return Effects{}, t.raced
	case failed != nil:
		return Effects{}, failed
	case t.tx == nil:
		return Effects{}, nil
	}
	return t.tx.effects, t.tx.raw.Commit()
}

// leave rolls back what was not committed, after a panic too.
func (t *together) leave() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ended = true
	if t.tx != nil {
		if err := t.tx.end(); err != nil {
			t.db.log.Warn("transaction not rolled back", "err", err) // the connection is given up, and so is it
		}
	}
}

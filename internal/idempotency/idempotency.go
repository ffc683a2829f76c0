// Package idempotency lets clients ask again when an answer was lost: a request
// that names a key is carried out once, and answered the same each time.
//
// The answer is written in the transaction of the request's effect. So either
// both are there or neither is, wherever a crash cuts in, and of two servers
// that carry out the same request at once, one is undone and gives the answer
// of the other.
package idempotency

import (
	"context"
	"crypto/cipher"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// Retention is how long answers are kept.
const Retention = 24 * time.Hour

// Header is the name of the header with the key.
const Header = "Idempotency-Key"

// MaxKey is the length of the longest key.
const MaxKey = 255

// Config is what Requests are made of. All fields are required.
type Config struct {
	DB     *store.DB
	Secret []byte // seals answers, which may hold a secret that is shown once; 32 bytes
	Now    func() time.Time
}

// Requests remembers which requests are being carried out and what was answered.
// It may be used by several goroutines.
type Requests struct {
	db   *store.DB
	seal cipher.AEAD
	now  func() time.Time

	mu      sync.Mutex
	running map[string]struct{} // by scope
}

// New returns Requests. It fails when the secret has another length.
func New(cfg Config) (*Requests, error) {
	seal, err := newSeal(cfg.Secret)
	if err != nil {
		return nil, err
	}
	return &Requests{db: cfg.DB, seal: seal, now: cfg.Now, running: map[string]struct{}{}}, nil
}

// Scope is what a key belongs to: the same one in another scope is another key.
type Scope struct {
	UserID       int64
	Method, Path string
	Key          string
}

// CheckKey returns a CodeValidation error unless the header's values are one key
// of 1 to 255 printable ASCII characters.
func CheckKey(values []string) error {
	key := values[0]
	switch {
	case len(values) > 1:
		return vitrine.Invalid(Header, vitrine.FaultTooMany, vitrine.ReasonGivenOnce)
	case key == "":
		return vitrine.Invalid(Header, vitrine.FaultTooShort, vitrine.ReasonNotEmpty)
	case len(key) > MaxKey:
		return vitrine.Invalid(Header, vitrine.FaultTooLong, vitrine.ReasonMaxCharacters, MaxKey)
	}
	for _, c := range []byte(key) {
		if c < ' ' || c > '~' {
			return vitrine.Invalid(Header, vitrine.FaultInvalidFormat, vitrine.ReasonPrintableASCII)
		}
	}
	return nil
}

// Request is a request that is being carried out.
type Request struct {
	of    *Requests
	scope string
}

// Begin begins a request, which the caller ends. One with its scope that is not
// ended yet is CodeConflict. Other servers do not know of it: theirs is carried
// out as well, and undone when it comes second.
func (r *Requests) Begin(s Scope) (*Request, error) {
	scope := hash(fmt.Sprintf("%d %s %s %s", s.UserID, s.Method, s.Path, s.Key))
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, busy := r.running[scope]; busy {
		return nil, &vitrine.Error{
			Code: vitrine.CodeConflict, Message: "The request with this Idempotency-Key is still being carried out.",
			Details: map[string]any{"conflict": "still_running"}, RetryAfter: time.Second,
		}
	}
	r.running[scope] = struct{}{}
	return &Request{of: r, scope: scope}, nil
}

// End ends the request, so that it can be asked again.
func (q *Request) End() {
	q.of.mu.Lock()
	defer q.of.mu.Unlock()
	delete(q.of.running, q.scope)
}

// Answer is an answer as it was given.
type Answer struct {
	Status int    `json:"status"`
	ETag   string `json:"etag,omitempty"`
	Body   []byte `json:"body"`
}

// RefusedError is an error with the answer that tells of it, which is to be kept.
type RefusedError struct {
	Answer Answer
	Err    error
}

// Error implements error.
func (r *RefusedError) Error() string { return r.Err.Error() }

// Unwrap returns the error behind the refusal.
func (r *RefusedError) Unwrap() error { return r.Err }

// Do returns the answer to the request: the one that was given before, and then
// replayed is true, or that of run. What run writes through the context that it
// is given is one transaction, to which the answer belongs; run may be called
// again. When it fails nothing is written, and nothing kept unless its error is
// a *RefusedError, whose answer is returned.
//
// Body is what was asked for. Another body than before is CodeUnprocessable.
func (q *Request) Do(ctx context.Context, body []byte, run func(context.Context) (Answer, error)) (answer Answer, replayed bool, err error) {
	asked := hash(string(body))
	err = q.of.db.Together(ctx, func(ctx context.Context) error {
		if answer, replayed, err = q.given(ctx, asked); replayed || err != nil {
			return err
		}
		if answer, err = run(ctx); err != nil {
			return err
		}
		return q.keep(ctx, asked, answer)
	})
	if refusal, ok := errors.AsType[*RefusedError](err); ok {
		answer, err = refusal.Answer, q.keep(ctx, asked, refusal.Answer)
	}
	if errors.Is(err, store.ErrAnswered) { // by another server, meanwhile
		return q.given(ctx, asked)
	}
	return answer, replayed, err
}

// given returns the answer that the request was given before, if it was.
func (q *Request) given(ctx context.Context, asked string) (answer Answer, found bool, err error) {
	kept, err := q.of.db.Answer(ctx, q.scope, q.of.now().Add(-Retention))
	switch {
	case err != nil || kept == nil:
		return Answer{}, false, err
	case kept.Request != asked:
		return Answer{}, false, vitrine.Unprocessable(Header, vitrine.FaultNotUnique, vitrine.ReasonKeyReused)
	}
	plain, err := open(q.of.seal, q.scope, kept.Sealed)
	if err == nil {
		err = json.Unmarshal(plain, &answer)
	}
	if err != nil {
		return Answer{}, false, fmt.Errorf("read the answer that was kept: %w", err)
	}
	return answer, true, nil
}

// keep writes the answer.
func (q *Request) keep(ctx context.Context, asked string, answer Answer) error {
	plain, err := json.Marshal(answer)
	if err != nil {
		return err
	}
	row := store.Answer{Scope: q.scope, Request: asked, Sealed: seal(q.of.seal, q.scope, plain)}
	return q.of.db.Update(ctx, func(tx *store.Tx) error {
		return tx.InsertAnswer(ctx, row, tx.Now.Add(-Retention))
	})
}

// Sweep forgets the answers that are older than Retention.
func (r *Requests) Sweep(ctx context.Context) error {
	return r.db.Update(ctx, func(tx *store.Tx) error {
		return tx.DeleteAnswers(ctx, tx.Now.Add(-Retention))
	})
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

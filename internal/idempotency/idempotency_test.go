package idempotency_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/idempotency"
	"github.com/vitrine-photos/vitrine/internal/store"
	"github.com/vitrine-photos/vitrine/internal/store/storetest"
)

// bench is two servers on one database. What a request does is to leave an event.
type bench struct {
	testing.TB
	*storetest.Clock
	db    *store.DB
	nodes [2]*idempotency.Requests
}

func newBench(t testing.TB, open storetest.Open) *bench {
	t.Helper()
	b := &bench{TB: t, Clock: storetest.NewClock()}
	b.db = open(t, b.Now)
	for i := range b.nodes {
		var err error
		if b.nodes[i], err = idempotency.New(idempotency.Config{DB: b.db, Secret: make([]byte, 32), Now: b.Now}); err != nil {
			t.Fatal(err)
		}
	}
	return b
}

func scope(key string) idempotency.Scope {
	return idempotency.Scope{UserID: 1, Method: "POST", Path: "/photos", Key: key}
}

// ask has a node carry out a request. Then, if there is one, is done between its
// effect and its answer.
func (b *bench) ask(ctx context.Context, node int, s idempotency.Scope, body string, then func() error) (idempotency.Answer, bool, error) {
	request, err := b.nodes[node].Begin(s)
	if err != nil {
		return idempotency.Answer{}, false, err
	}
	defer request.End()
	return request.Do(ctx, []byte(body), func(ctx context.Context) (idempotency.Answer, error) {
		if err := b.db.Update(ctx, func(tx *store.Tx) error { return tx.Emit(ctx, vitrine.PhotoCreated, 1, s.Key) }); err != nil {
			return idempotency.Answer{}, err
		}
		if then != nil {
			if err := then(); err != nil {
				return idempotency.Answer{}, err
			}
		}
		return idempotency.Answer{Status: 201, ETag: `"p1"`, Body: []byte("made for " + body)}, nil
	})
}

// effects counts what was done for each key.
func (b *bench) effects() map[string]int {
	b.Helper()
	events, err := b.db.Events(context.Background(), 0, 10_000)
	if err != nil {
		b.Fatal(err)
	}
	counts := map[string]int{}
	for _, e := range events {
		counts[strings.Trim(string(e.Data), `"`)]++
	}
	return counts
}

func TestOnce(t *testing.T) {
	t.Parallel()
	storetest.Engines(t, func(t *testing.T, open storetest.Open) {
		b := newBench(t, open)
		want := idempotency.Answer{Status: 201, ETag: `"p1"`, Body: []byte("made for a")}
		for i, node := range []int{0, 0, 1} {
			got, replayed, err := b.ask(t.Context(), node, scope("k"), "a", nil)
			if diff := cmp.Diff(want, got); diff != "" || err != nil || replayed != (i > 0) {
				t.Errorf("request %d: replayed %v, %v (-want +got):\n%s", i, replayed, err, diff)
			}
		}
		if _, _, err := b.ask(t.Context(), 1, scope("k"), "b", nil); vitrine.ErrorCode(err) != vitrine.CodeUnprocessable {
			t.Errorf("another body: %v", err)
		}
		for name, other := range map[string]idempotency.Scope{
			"user":   {UserID: 2, Method: "POST", Path: "/photos", Key: "k"},
			"method": {UserID: 1, Method: "PUT", Path: "/photos", Key: "k"},
			"path":   {UserID: 1, Method: "POST", Path: "/tags", Key: "k"},
			"key":    {UserID: 1, Method: "POST", Path: "/photos", Key: "k2"},
		} {
			if _, replayed, err := b.ask(t.Context(), 0, other, "b", nil); replayed || err != nil {
				t.Errorf("another %s: replayed %v, %v", name, replayed, err)
			}
		}
		if diff := cmp.Diff(map[string]int{"k": 4, "k2": 1}, b.effects()); diff != "" {
			t.Errorf("effects (-want +got):\n%s", diff)
		}
	})
}

func TestAnswersExpire(t *testing.T) {
	t.Parallel()
	b := newBench(t, storetest.SQLite)
	for i, step := range []struct {
		pass     time.Duration
		replayed bool
	}{{0, false}, {idempotency.Retention - time.Second, true}, {time.Second, false}, {0, true}} {
		b.Advance(step.pass)
		if err := b.nodes[0].Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, replayed, err := b.ask(t.Context(), 0, scope("k"), "a", nil); replayed != step.replayed || err != nil {
			t.Errorf("step %d: replayed %v, %v", i, replayed, err)
		}
	}
}

func TestStillRunning(t *testing.T) {
	t.Parallel()
	b := newBench(t, storetest.SQLite)
	_, _, err := b.ask(t.Context(), 0, scope("k"), "a", func() error {
		_, _, err := b.ask(t.Context(), 0, scope("k"), "a", nil)
		var e *vitrine.Error
		if !errors.As(err, &e) || e.Code != vitrine.CodeConflict || e.RetryAfter == 0 {
			t.Errorf("while it runs: %v", err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, replayed, err := b.ask(t.Context(), 0, scope("k"), "a", nil); !replayed || err != nil {
		t.Errorf("afterwards: replayed %v, %v", replayed, err)
	}
}

func TestRefusalsAreKept(t *testing.T) {
	t.Parallel()
	storetest.Engines(t, func(t *testing.T, open storetest.Open) {
		b := newBench(t, open)
		refused := idempotency.Answer{Status: 409, Body: []byte("taken")}
		refuse := func() error { return &idempotency.RefusedError{Answer: refused, Err: errors.New("taken")} }
		for i, then := range []func() error{refuse, nil} {
			got, replayed, err := b.ask(t.Context(), 0, scope("k"), "a", then)
			if diff := cmp.Diff(refused, got); diff != "" || err != nil || replayed != (i > 0) {
				t.Errorf("request %d: replayed %v, %v (-want +got):\n%s", i, replayed, err, diff)
			}
		}
		broken := errors.New("broken")
		if _, _, err := b.ask(t.Context(), 0, scope("k2"), "a", func() error { return broken }); !errors.Is(err, broken) {
			t.Errorf("a failure: %v", err)
		}
		if _, replayed, err := b.ask(t.Context(), 0, scope("k2"), "a", nil); replayed || err != nil {
			t.Errorf("after a failure: replayed %v, %v", replayed, err)
		}
		if diff := cmp.Diff(map[string]int{"k2": 1}, b.effects()); diff != "" {
			t.Errorf("effects (-want +got):\n%s", diff)
		}
	})
}

// fuse is a context that ends when it was asked n times how it is, which the
// database does all the way to the commit.
type fuse struct {
	context.Context
	left  atomic.Int64
	burnt chan struct{}
}

func newFuse(ctx context.Context, n int64) *fuse {
	f := &fuse{Context: ctx, burnt: make(chan struct{})}
	f.left.Store(n)
	return f
}

func (f *fuse) burn() {
	if f.left.Add(-1) == 0 {
		close(f.burnt)
	}
}

func (f *fuse) Done() <-chan struct{} { f.burn(); return f.burnt }

func (f *fuse) Err() error {
	f.burn()
	if f.left.Load() <= 0 {
		return context.Canceled
	}
	return nil
}

// TestEveryFailure cuts a request off at each step, as a crash or a client that
// leaves would, and asks again: one effect, one answer.
func TestEveryFailure(t *testing.T) {
	t.Parallel()
	storetest.Engines(t, func(t *testing.T, open storetest.Open) {
		b := newBench(t, open)
		want := map[string]int{}
		for n, whole := int64(1), false; !whole; n++ {
			key := strconv.FormatInt(n, 10)
			want[key] = 1
			cut := newFuse(t.Context(), n)
			_, _, err := b.ask(cut, 0, scope(key), "a", nil)
			whole = err == nil && cut.left.Load() > 0
			answer, replayed, retried := b.ask(t.Context(), 1, scope(key), "a", nil)
			if retried != nil || string(answer.Body) != "made for a" || err == nil && !replayed {
				t.Errorf("cut off at step %d (%v): then replayed %v, %v", n, err, replayed, retried)
			}
		}
		if len(want) < 5 {
			t.Errorf("only %d steps were cut off", len(want))
		}
		if diff := cmp.Diff(want, b.effects()); diff != "" {
			t.Errorf("effects (-want +got):\n%s", diff)
		}
	})
}

// TestTwoServersAtOnce has both servers carry out one request, up to the moment
// before the commit: one is undone, and both give one answer.
func TestTwoServersAtOnce(t *testing.T) {
	t.Parallel()
	storetest.Engines(t, func(t *testing.T, open storetest.Open) {
		b := newBench(t, open)
		answers := make([]idempotency.Answer, 2)
		var replays atomic.Int32
		var group sync.WaitGroup
		for node := range b.nodes {
			group.Go(func() {
				answer, replayed, err := b.ask(t.Context(), node, scope("k"), "a", nil)
				if err != nil {
					t.Error(err)
				}
				if replayed {
					replays.Add(1)
				}
				answers[node] = answer
			})
		}
		group.Wait()
		if !bytes.Equal(answers[0].Body, answers[1].Body) || replays.Load() != 1 {
			t.Errorf("answers %v, %d of them replayed", answers, replays.Load())
		}
		if diff := cmp.Diff(map[string]int{"k": 1}, b.effects()); diff != "" {
			t.Errorf("effects (-want +got):\n%s", diff)
		}
	})
}

// TestInterleavings lets requests with few keys come in any order, several at
// once, cut off anywhere, on both servers: no key has two effects, and a key
// that was answered has one.
func TestInterleavings(t *testing.T) {
	t.Parallel()
	b := newBench(t, storetest.SQLite)
	round := 0
	rapid.Check(t, func(rt *rapid.T) {
		round++
		answered := sync.Map{}
		var group sync.WaitGroup
		for range rapid.IntRange(2, 8).Draw(rt, "requests") {
			key := fmt.Sprintf("%d-%d", round, rapid.IntRange(0, 1).Draw(rt, "key"))
			node := rapid.IntRange(0, 1).Draw(rt, "node")
			steps := rapid.Int64Range(1, 60).Draw(rt, "steps")
			request := func() {
				answer, _, err := b.ask(newFuse(context.Background(), steps), node, scope(key), "a", nil)
				if err == nil {
					answered.Store(key, string(answer.Body))
				}
			}
			if rapid.Bool().Draw(rt, "at once") {
				group.Go(request)
			} else {
				request()
			}
		}
		group.Wait()
		counts := b.effects()
		for key, n := range counts {
			if n > 1 {
				rt.Fatalf("%s had %d effects", key, n)
			}
		}
		answered.Range(func(key, _ any) bool {
			if counts[key.(string)] != 1 {
				rt.Fatalf("%s was answered and had no effect", key)
			}
			return true
		})
	})
}

func TestCheckKey(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		values []string
		want   vitrine.FaultCode
	}{
		"a key":       {[]string{"8e03978e-40d5-43dd-bc93-6894a57f9324"}, ""},
		"punctuation": {[]string{`a b "~`}, ""},
		"longest":     {[]string{strings.Repeat("k", 255)}, ""},
		"too long":    {[]string{strings.Repeat("k", 256)}, vitrine.FaultTooLong},
		"empty":       {[]string{""}, vitrine.FaultTooShort},
		"accent":      {[]string{"clé"}, vitrine.FaultInvalidFormat},
		"tab":         {[]string{"a\tb"}, vitrine.FaultInvalidFormat},
		"two":         {[]string{"a", "b"}, vitrine.FaultTooMany},
	} {
		err := idempotency.CheckKey(tt.values)
		var e *vitrine.Error
		if tt.want == "" && err != nil || tt.want != "" && (!errors.As(err, &e) || e.Faults[0].Code != tt.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestAnswersAreSealed: whoever reads the database learns nothing of an answer,
// and cannot give it to another request.
func TestAnswersAreSealed(t *testing.T) {
	t.Parallel()
	b := newBench(t, storetest.SQLite)
	if _, _, err := b.ask(t.Context(), 0, scope("k"), "secret", nil); err != nil {
		t.Fatal(err)
	}
	other, err := idempotency.New(idempotency.Config{DB: b.db, Secret: bytes.Repeat([]byte{1}, 32), Now: b.Now})
	if err != nil {
		t.Fatal(err)
	}
	b.nodes[1] = other
	if _, _, err := b.ask(t.Context(), 1, scope("k"), "secret", nil); vitrine.ErrorCode(err) != vitrine.CodeInternal {
		t.Errorf("with another secret: %v", err)
	}
	if _, err := idempotency.New(idempotency.Config{Secret: []byte("short")}); err == nil {
		t.Error("a short secret was taken")
	}
}

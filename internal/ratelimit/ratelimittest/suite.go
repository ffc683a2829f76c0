// Package ratelimittest holds the tests that every ratelimit.Limiter passes.
package ratelimittest

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/vitrine-photos/vitrine/internal/ratelimit"
)

// Run tests the limiter that open returns. It is driven by the clock it is given.
func Run(t *testing.T, open func(t *testing.T, now func() time.Time) ratelimit.Limiter) {
	t.Run("Window", func(t *testing.T) { testWindow(t, open) })
	t.Run("Separate", func(t *testing.T) { testSeparate(t, open) })
	t.Run("Concurrent", func(t *testing.T) { testConcurrent(t, open) })
}

var start = time.Date(2026, 5, 31, 12, 0, 0, 0, time.UTC)

func class() ratelimit.Class { return ratelimit.Class{Name: "test", Limit: 3, Window: time.Minute} }

func take(t *testing.T, l ratelimit.Limiter, c ratelimit.Class, key string) ratelimit.Decision {
	t.Helper()
	d, err := l.Take(context.Background(), c, key)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func testWindow(t *testing.T, open func(*testing.T, func() time.Time) ratelimit.Limiter) {
	now := start
	l := open(t, func() time.Time { return now })
	for i, step := range []struct {
		at        time.Duration
		allowed   bool
		remaining int
		reset     time.Duration
	}{
		{0, true, 2, time.Minute},
		{10 * time.Second, true, 1, time.Minute},
		{20 * time.Second, true, 0, time.Minute},
		{30 * time.Second, false, 0, time.Minute},
		{59 * time.Second, false, 0, time.Minute},
		{60 * time.Second, true, 2, 2 * time.Minute},
	} {
		now = start.Add(step.at)
		peek, err := l.Peek(context.Background(), class(), "a")
		if err != nil {
			t.Fatal(err)
		}
		d := take(t, l, class(), "a")
		if d.Allowed != step.allowed || d.Remaining != step.remaining || !d.ResetAt.Equal(start.Add(step.reset)) {
			t.Errorf("step %d: got %+v, want %+v", i, d, step)
		}
		if d.Limit != 3 || d.Window != time.Minute || peek.Allowed != d.Allowed {
			t.Errorf("step %d: got %+v after the peek %+v", i, d, peek)
		}
	}
}

func testSeparate(t *testing.T, open func(*testing.T, func() time.Time) ratelimit.Limiter) {
	l := open(t, func() time.Time { return start })
	other := class()
	other.Name = "other"
	for range 3 {
		take(t, l, class(), "a")
	}
	if take(t, l, class(), "a").Allowed {
		t.Error("a fourth request was allowed")
	}
	if !take(t, l, class(), "b").Allowed {
		t.Error("one client used up another's window")
	}
	if !take(t, l, other, "a").Allowed {
		t.Error("one class used up another's window")
	}
}

func testConcurrent(t *testing.T, open func(*testing.T, func() time.Time) ratelimit.Limiter) {
	l := open(t, func() time.Time { return start })
	c := ratelimit.Class{Name: "test", Limit: 60, Window: time.Minute}
	var allowed atomic.Int64
	var clients sync.WaitGroup
	for range 8 {
		clients.Go(func() {
			for range 15 {
				if d, err := l.Take(context.Background(), c, "a"); err == nil && d.Allowed {
					allowed.Add(1)
				}
			}
		})
	}
	clients.Wait()
	if allowed.Load() != 60 {
		t.Errorf("%d of 120 requests were allowed, want 60", allowed.Load())
	}
}

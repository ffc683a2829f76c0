package app_test

import (
	"context"
	"maps"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/vitrine-photos/vitrine/internal/app"
	"github.com/vitrine-photos/vitrine/internal/store/storetest"
)

// However many ask, the parts are looked at once a second, and not for nothing
// if the one who asked first leaves.
func TestHealthIsKept(t *testing.T) {
	t.Parallel()
	clock, looks := storetest.NewClock(), 0
	health := app.NewHealth(func(ctx context.Context) map[string]string {
		looks++ // not guarded: the race detector tells of two looks at once
		if ctx.Err() != nil {
			t.Error("the look ends with the one who asked")
		}
		return map[string]string{"database": "healthy"}
	}, clock.Now)
	left, leave := context.WithCancel(t.Context())
	leave()
	var asking sync.WaitGroup
	for range 20 {
		asking.Go(func() {
			states := health(left)
			states["database"] = "changed by its reader"
		})
	}
	asking.Wait()
	clock.Advance(999 * time.Millisecond)
	if states := health(t.Context()); states["database"] != "healthy" || looks != 1 {
		t.Errorf("after %d looks it is %v", looks, states)
	}
	clock.Advance(time.Millisecond)
	if health(t.Context()); looks != 2 {
		t.Errorf("looked %d times, want anew after a second", looks)
	}
}

// A part that does not answer is not held against the others.
func TestHealthOfSlowParts(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		hang := func(ctx context.Context) error {
			<-ctx.Done()
			return ctx.Err()
		}
		states := app.Look(t.Context(), hang, func(ctx context.Context) error { return ctx.Err() })
		if want := map[string]string{"storage": "degraded", "queue": "healthy"}; !maps.Equal(states, want) {
			t.Errorf("got %v, want %v", states, want)
		}
	})
}

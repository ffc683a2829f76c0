// Package cachetest holds the tests that every cache.Cache passes.
package cachetest

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/vitrine-photos/vitrine/internal/cache"
)

// Run tests the caches that open returns; each is empty.
func Run(t *testing.T, open func(*testing.T) cache.Cache) {
	for name, test := range map[string]func(*testing.T, cache.Cache){
		"Keeps":                   testKeeps,
		"ErrorsAreNotKept":        testErrors,
		"InvalidateDrops":         testInvalidate,
		"SlowLoadIsNeverStale":    testSlowLoad,
		"LoadsOnce":               testLoadsOnce,
		"SurvivesLeavingCaller":   testLeavingCaller,
		"NeverStaleUnderPressure": testNeverStale,
		"Stats":                   testStats,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, open(t))
		})
	}
}

func value(s string) func(context.Context) ([]byte, error) {
	return func(context.Context) ([]byte, error) { return []byte(s), nil }
}

func load(t *testing.T, c cache.Cache, category cache.Category, key string, fn func(context.Context) ([]byte, error)) string {
	t.Helper()
	got, err := c.Load(t.Context(), category, key, fn)
	if err != nil {
		t.Fatal(err)
	}
	return string(got)
}

func invalidate(t *testing.T, c cache.Cache, categories ...cache.Category) map[cache.Category]int {
	t.Helper()
	dropped, err := c.Invalidate(t.Context(), categories...)
	if err != nil {
		t.Fatal(err)
	}
	return dropped
}

func testKeeps(t *testing.T, c cache.Cache) {
	load(t, c, cache.Photos, "a", value("1"))
	if got := load(t, c, cache.Photos, "a", value("2")); got != "1" {
		t.Errorf("got %q, want what was kept", got)
	}
	if got := load(t, c, cache.Tags, "a", value("3")); got != "3" {
		t.Errorf("got %q from another category", got)
	}
}

func testErrors(t *testing.T, c cache.Cache) {
	broken := errors.New("broken")
	_, err := c.Load(t.Context(), cache.Photos, "a", func(context.Context) ([]byte, error) { return nil, broken })
	if !errors.Is(err, broken) {
		t.Errorf("got the error %v, want %v", err, broken)
	}
	if got := load(t, c, cache.Photos, "a", value("1")); got != "1" {
		t.Errorf("got %q after an error", got)
	}
}

func testInvalidate(t *testing.T, c cache.Cache) {
	load(t, c, cache.Photos, "a", value("1"))
	load(t, c, cache.Photos, "b", value("1"))
	load(t, c, cache.Tags, "a", value("1"))
	if dropped := invalidate(t, c, cache.Photos, cache.Photos); dropped[cache.Photos] != 2 {
		t.Errorf("dropped %v, want two photos", dropped)
	}
	if got := load(t, c, cache.Photos, "a", value("2")); got != "2" {
		t.Errorf("got %q after it was dropped", got)
	}
	if got := load(t, c, cache.Tags, "a", value("2")); got != "1" {
		t.Errorf("got %q from a category that was not dropped", got)
	}
}

// A value read before a change, but ready only after it, must not be served to
// those who ask after the change.
func testSlowLoad(t *testing.T, c cache.Cache) {
	begun, goOn := make(chan struct{}), make(chan struct{})
	var slow sync.WaitGroup
	slow.Go(func() {
		_, err := c.Load(context.Background(), cache.Photos, "a", func(context.Context) ([]byte, error) {
			close(begun)
			<-goOn
			return []byte("old"), nil
		})
		if err != nil {
			t.Error(err)
		}
	})
	<-begun
	invalidate(t, c, cache.Photos)
	if got := load(t, c, cache.Photos, "a", value("new")); got != "new" {
		t.Errorf("during the slow load: got %q", got)
	}
	close(goOn)
	slow.Wait()
	if got := load(t, c, cache.Photos, "a", value("newer")); got != "new" {
		t.Errorf("after the slow load: got %q", got)
	}
}

func testLoadsOnce(t *testing.T, c cache.Cache) {
	var loads atomic.Int64
	goOn := make(chan struct{})
	var callers sync.WaitGroup
	for range 20 {
		callers.Go(func() {
			_, err := c.Load(context.Background(), cache.Photos, "a", func(context.Context) ([]byte, error) {
				loads.Add(1)
				<-goOn
				return []byte("1"), nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	close(goOn)
	callers.Wait()
	load(t, c, cache.Photos, "a", func(context.Context) ([]byte, error) { loads.Add(1); return nil, nil })
	if loads.Load() > 1 {
		t.Errorf("loaded %d times", loads.Load())
	}
}

func testLeavingCaller(t *testing.T, c cache.Cache) {
	ctx, leave := context.WithCancel(t.Context())
	got, err := c.Load(ctx, cache.Photos, "a", func(ctx context.Context) ([]byte, error) {
		leave()
		return []byte("1"), ctx.Err()
	})
	if err != nil || string(got) != "1" {
		t.Errorf("got %q, %v", got, err)
	}
}

// A reader never sees a number older than the newest that was announced before
// its read began.
func testNeverStale(t *testing.T, c cache.Cache) {
	var stored, announced atomic.Int64
	done := make(chan struct{})
	var readers sync.WaitGroup
	for range 4 {
		readers.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				least := announced.Load()
				got, err := c.Load(context.Background(), cache.Photos, "n", func(context.Context) ([]byte, error) {
					return []byte(strconv.FormatInt(stored.Load(), 10)), nil
				})
				n, parseErr := strconv.ParseInt(string(got), 10, 64)
				if err != nil || parseErr != nil || n < least {
					t.Errorf("got %q (%v), want at least %d", got, err, least)
					return
				}
			}
		})
	}
	for i := range int64(2000) {
		stored.Store(i)
		invalidate(t, c, cache.Photos)
		announced.Store(i)
	}
	close(done)
	readers.Wait()
}

func testStats(t *testing.T, c cache.Cache) {
	load(t, c, cache.Photos, "a", value("12345"))
	for range 3 {
		load(t, c, cache.Photos, "a", value("12345"))
	}
	s, err := c.Stats(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	photos := s.Categories[cache.Photos]
	if !s.Connected || s.Keys != 1 || photos.Keys != 1 || s.UsedBytes < 5 {
		t.Errorf("got %+v", s)
	}
	if photos.HitRate != 0.75 || s.HitRate != photos.HitRate {
		t.Errorf("three of four loads hit, got the rates %v and %v", photos.HitRate, s.HitRate)
	}
}

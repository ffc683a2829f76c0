package cache_test

import (
	"context"
	"testing"

	"github.com/vitrine-photos/vitrine/internal/cache"
	"github.com/vitrine-photos/vitrine/internal/cache/cachetest"
)

func TestMemory(t *testing.T) {
	t.Parallel()
	cachetest.Run(t, func(*testing.T) cache.Cache { return cache.NewMemory(1<<20, cache.All()...) })
}

func TestMemoryIsBounded(t *testing.T) {
	t.Parallel()
	c := cache.NewMemory(64<<10, cache.All()...)
	body := make([]byte, 1<<10)
	for i := range 1000 {
		key := string(rune('a'+i%26)) + string(rune('a'+i/26))
		if _, err := c.Load(t.Context(), cache.Photos, key, func(context.Context) ([]byte, error) { return body, nil }); err != nil {
			t.Fatal(err)
		}
	}
	s, err := c.Stats(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if s.UsedBytes > 64<<10 {
		t.Errorf("keeps %d bytes, asked for at most %d", s.UsedBytes, 64<<10)
	}
}

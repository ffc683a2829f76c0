package cache

import (
	"context"
	"strconv"
	"sync/atomic"

	"github.com/maypok86/otter/v2"
	"github.com/maypok86/otter/v2/stats"
)

// Memory is a Cache of one process.
type Memory struct {
	shelves map[Category]*shelf
}

// shelf holds one category. Its generation is part of every key: after an
// Invalidate the older keys, also those still being loaded, are out of reach.
type shelf struct {
	generation atomic.Uint64
	counter    *stats.Counter
	values     *otter.Cache[string, []byte]
}

// NewMemory returns a cache that keeps at most about maxBytes, shared evenly by
// the categories. It knows no others.
func NewMemory(maxBytes int64, categories ...Category) *Memory {
	m := &Memory{shelves: map[Category]*shelf{}}
	for _, c := range categories {
		counter := stats.NewCounter()
		m.shelves[c] = &shelf{counter: counter, values: otter.Must(&otter.Options[string, []byte]{
			MaximumWeight: uint64(maxBytes) / uint64(len(categories)),
			Weigher:       func(key string, value []byte) uint32 { return uint32(len(key) + len(value)) },
			StatsRecorder: counter,
		})}
	}
	return m
}

// Load implements Cache.
func (m *Memory) Load(ctx context.Context, c Category, key string, load func(context.Context) ([]byte, error)) ([]byte, error) {
	s := m.shelves[c]
	generation := s.generation.Load()
	full := strconv.FormatUint(generation, 36) + ":" + key
	// The load is shared, so it must not end when the first of its callers leaves.
	shared := context.WithoutCancel(ctx)
	value, err := s.values.Get(shared, full, otter.LoaderFunc[string, []byte](func(ctx context.Context, _ string) ([]byte, error) {
		return load(ctx)
	}))
	if s.generation.Load() != generation {
		s.values.Invalidate(full) // out of reach, so it would only take room
	}
	return value, err
}

// Invalidate implements Cache. It returns no error.
func (m *Memory) Invalidate(_ context.Context, categories ...Category) (map[Category]int, error) {
	dropped := map[Category]int{}
	for _, c := range categories {
		s := m.shelves[c]
		s.generation.Add(1)
		dropped[c] += s.values.EstimatedSize()
		s.values.InvalidateAll()
	}
	return dropped, nil
}

// Stats implements Cache. It returns no error.
func (m *Memory) Stats(context.Context) (Stats, error) {
	total := Stats{Connected: true, Categories: map[Category]CategoryStats{}}
	var hits, loads uint64
	for c, s := range m.shelves {
		s.values.CleanUp() // else recent keys are not weighed yet
		snapshot := s.counter.Snapshot()
		keys := s.values.EstimatedSize()
		total.Categories[c] = CategoryStats{Keys: keys, HitRate: rate(snapshot.Hits, snapshot.Requests())}
		total.Keys += keys
		total.UsedBytes += int64(s.values.WeightedSize())
		hits += snapshot.Hits
		loads += snapshot.Requests()
	}
	total.HitRate = rate(hits, loads)
	return total, nil
}

func rate(hits, requests uint64) float64 {
	if requests == 0 {
		return 0
	}
	return float64(hits) / float64(requests)
}

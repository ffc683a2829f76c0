package ratelimit

import (
	"context"
	"hash/maphash"
	"sync"
	"time"
)

// Memory is a Limiter of one process. What it remembers is bounded by the
// clients whose windows have not ended.
type Memory struct {
	now    func() time.Time
	seed   maphash.Seed
	shards [shardCount]shard
}

const (
	shardCount = 32
	// maxWindows bounds one shard. When it is full of windows under way, the
	// one that ends first makes room.
	maxWindows = 16_384
)

type shard struct {
	mu      sync.Mutex
	windows map[windowKey]window
	swept   time.Time
}

type windowKey struct{ class, client string }

type window struct {
	count int
	ends  time.Time
}

// NewMemory returns a limiter that keeps its counts in memory.
func NewMemory(now func() time.Time) *Memory {
	m := &Memory{now: now, seed: maphash.MakeSeed()}
	for i := range m.shards {
		m.shards[i].windows = map[windowKey]window{}
	}
	return m
}

// Take implements Limiter. It returns no error.
func (m *Memory) Take(_ context.Context, c Class, key string) (Decision, error) {
	return m.decide(c, key, 1), nil
}

// Peek implements Limiter. It returns no error.
func (m *Memory) Peek(_ context.Context, c Class, key string) (Decision, error) {
	return m.decide(c, key, 0), nil
}

func (m *Memory) decide(c Class, client string, cost int) Decision {
	key := windowKey{c.Name, client}
	s := &m.shards[maphash.Comparable(m.seed, key)%shardCount]
	now := m.now()
	s.mu.Lock()
	defer s.mu.Unlock()
	w, ok := s.windows[key]
	if !ok || !now.Before(w.ends) {
		w = window{ends: now.Add(c.Window)}
	}
	allowed := w.count < c.Limit
	if allowed && cost > 0 {
		w.count += cost
		s.put(key, w, now)
	}
	return Decision{Allowed: allowed, Limit: c.Limit, Remaining: max(0, c.Limit-w.count), Window: c.Window, ResetAt: w.ends}
}

// sweepInterval is how often ended windows are dropped.
const sweepInterval = time.Minute

func (s *shard) put(key windowKey, w window, now time.Time) {
	_, exists := s.windows[key]
	full := !exists && len(s.windows) >= maxWindows
	if full || now.Sub(s.swept) >= sweepInterval {
		s.sweep(now)
	}
	if !exists && len(s.windows) >= maxWindows {
		s.dropFirstToEnd()
	}
	s.windows[key] = w
}

func (s *shard) sweep(now time.Time) {
	s.swept = now
	for key, w := range s.windows {
		if !now.Before(w.ends) {
			delete(s.windows, key)
		}
	}
}

func (s *shard) dropFirstToEnd() {
	var first windowKey
	var ends time.Time
	for key, w := range s.windows {
		if ends.IsZero() || w.ends.Before(ends) {
			first, ends = key, w.ends
		}
	}
	delete(s.windows, first)
}

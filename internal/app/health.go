package app

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"sync"
	"time"
)

// The states of a component, as the dashboard and the health answers name them.
const (
	healthy     = "healthy"
	degraded    = "degraded"
	unavailable = "unavailable"
)

// healthTimeout bounds each check.
const healthTimeout = 2 * time.Second

// healthAge is how long a report is good for: strangers may ask for it as often
// as they like, and each look writes to the disk.
const healthAge = time.Second

// healthReport keeps what a look at the parts found, for healthAge.
type healthReport struct {
	look func(context.Context) map[string]string
	now  func() time.Time

	mu     sync.Mutex // also held while looking, so that those who ask meanwhile wait for it
	at     time.Time
	states map[string]string
}

// get looks anew if the last look is too old. Who asks may leave meanwhile: the
// look is for all.
func (h *healthReport) get(ctx context.Context) map[string]string {
	h.mu.Lock()
	defer h.mu.Unlock()
	if age := h.now().Sub(h.at); h.states == nil || age < 0 || age >= healthAge {
		h.states = h.look(context.WithoutCancel(ctx))
		h.at = h.now()
	}
	return maps.Clone(h.states)
}

// Health tells how the parts are that requests depend on, as of this second.
func (a *App) Health(ctx context.Context) map[string]string { return a.health.get(ctx) }

// lookAtParts is what Health tells. Without its storage the service still answers
// much, so storage is never worse than degraded.
func (a *App) lookAtParts(ctx context.Context) map[string]string {
	return a.look(ctx, []dependency{
		{"database", a.db.Ping, unavailable},
		{"storage", a.blobs.Check, degraded},
		{"cache_store", a.checkCache, degraded},
		{"queue", a.jobs.Check, unavailable},
	})
}

// dependency is a part that requests depend on, and how the service is without it.
type dependency struct {
	name    string
	check   func(context.Context) error
	without string
}

// look checks one part after the other. Each has all of healthTimeout, so that a
// slow one is not held against those after it.
func (a *App) look(ctx context.Context, parts []dependency) map[string]string {
	states := map[string]string{}
	for _, p := range parts {
		ctx, cancel := context.WithTimeout(ctx, healthTimeout)
		err := p.check(ctx)
		cancel()
		states[p.name] = healthy
		if err != nil {
			a.log.Warn("health check failed", "part", p.name, "err", err)
			states[p.name] = p.without
		}
	}
	return states
}

// checkCache reports whether the cache can be reached. Without it answers are
// slower, not missing.
func (a *App) checkCache(ctx context.Context) error {
	stats, err := a.cache.Stats(ctx)
	if err == nil && !stats.Connected {
		err = errors.New("the cache cannot be reached")
	}
	return err
}

// live says that the process answers at all.
func (a *App) live(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = w.Write([]byte("ok\n"))
}

// ready says whether requests can be served now, if not all of them.
func (a *App) ready(w http.ResponseWriter, r *http.Request) {
	states := a.Health(r.Context())
	status := http.StatusOK
	for _, state := range states {
		if state == unavailable {
			status = http.StatusServiceUnavailable
		}
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(states) //nolint:errchkjson // the prober may have left
}

package app

import (
	"context"
	"encoding/json"
	"net/http"
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

// Health tells how the parts are that requests depend on. Without its storage
// the service still answers much, so storage is never worse than degraded.
func (a *App) Health(ctx context.Context) map[string]string {
	ctx, cancel := context.WithTimeout(ctx, healthTimeout)
	defer cancel()
	state := func(err error, without string) string {
		if err != nil {
			a.log.Warn("health check failed", "err", err)
			return without
		}
		return healthy
	}
	return map[string]string{
		"database":    state(a.db.Ping(ctx), unavailable),
		"storage":     state(a.blobs.Check(ctx), degraded),
		"cache_store": healthy, // in this process
		"queue":       state(a.jobs.Check(ctx), unavailable),
	}
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

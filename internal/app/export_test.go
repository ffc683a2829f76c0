package app

import (
	"context"
	"log/slog"
	"net/http"
	"time"
)

// NewAt is New with another clock.
func NewAt(ctx context.Context, cfg Config, log *slog.Logger, now func() time.Time) (*App, error) {
	return open(ctx, cfg, log, now)
}

// Measured lets tests see what becomes of a handler that panics, or whose reader
// leaves: none of the service's own can be made to.
func (a *App) Measured(next http.Handler) http.Handler { return a.measured(next) }

// SetPace lets a test be too slow a reader without waiting for long.
func (a *App) SetPace(grace time.Duration, bytesPerSecond int64) {
	a.pace = pace{grace, bytesPerSecond}
}

// NewHealth returns Health with another look at the parts, and another clock.
func NewHealth(look func(context.Context) map[string]string, now func() time.Time) func(context.Context) map[string]string {
	return (&healthReport{look: look, now: now}).get
}

// Look is what Health finds if these are the checks of two of its parts.
func Look(ctx context.Context, storage, queue func(context.Context) error) map[string]string {
	a := &App{log: slog.New(slog.DiscardHandler)}
	return a.look(ctx, []dependency{{"storage", storage, degraded}, {"queue", queue, unavailable}})
}

// Metrics is what /metrics answers to those who may ask.
func (a *App) Metrics() http.Handler { return a.metrics.handler() }

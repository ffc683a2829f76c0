package app

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"time"
)

// The limits of a connection. Uploads have no total time-out: the API asks for a
// least speed instead.
const (
	readHeaderTimeout = 5 * time.Second
	idleTimeout       = 60 * time.Second
	maxHeaderBytes    = 16 << 10
	drainTimeout      = 20 * time.Second
)

// Run answers requests and works on jobs until ctx ends. Then it takes no new
// work, lets requests and running jobs end, writes what is still in memory, and
// closes everything. An orderly stop returns nil.
func (a *App) Run(ctx context.Context) error {
	server := a.server(a.Handler())
	work, stopWork := context.WithCancel(context.WithoutCancel(ctx))
	defer stopWork()
	var background sync.WaitGroup
	background.Go(func() { a.catalog.Run(work) })
	background.Go(func() {
		if err := a.jobs.Run(work); err != nil {
			a.log.Error("jobs stopped", "err", err)
		}
	})
	background.Go(func() { a.serveMetrics(work) })
	background.Go(func() { a.checkDecoders(work) })

	failed := make(chan error, 1)
	go func() { failed <- server.Serve(a.listener) }()
	var err error
	select {
	case <-ctx.Done():
		err = drain(ctx, server)
	case err = <-failed:
	}
	stopWork()
	background.Wait()
	if errors.Is(err, http.ErrServerClosed) {
		err = nil
	}
	return errors.Join(err, a.Close())
}

func (a *App) server(handler http.Handler) *http.Server {
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: readHeaderTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeaderBytes,
		ErrorLog:          slog.NewLogLogger(a.log.Handler(), slog.LevelDebug),
	}
}

// drain lets the requests under way end. What takes longer is cut off.
func drain(ctx context.Context, server *http.Server) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTimeout)
	defer cancel()
	err := server.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		return server.Close()
	}
	return err
}

// serveMetrics answers /metrics on a listener of its own, if one is configured.
func (a *App) serveMetrics(ctx context.Context) {
	if a.metricsListener == nil {
		return
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", a.metrics.handler())
	server := a.server(mux)
	stop := context.AfterFunc(ctx, func() { _ = server.Close() }) // ends Serve
	defer stop()
	if err := server.Serve(a.metricsListener); !errors.Is(err, http.ErrServerClosed) {
		a.log.Error("metrics stopped", "err", err)
	}
}

// checkDecoders looks for libvips once, after the start, so that the log says
// early what is missing.
func (a *App) checkDecoders(ctx context.Context) {
	library, err := a.decoders.Check(ctx)
	switch {
	case ctx.Err() != nil:
	case err != nil:
		a.log.Error("pictures cannot be derived", "err", err)
	default:
		a.log.Info("pictures are derived by libvips", "version", library.Version)
	}
}

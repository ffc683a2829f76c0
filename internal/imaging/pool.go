package imaging

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"runtime"
	"sync"
	"time"
)

// Config sets up a Pool.
type Config struct {
	Workers     int           // processes, each with one picture at a time; 0: one per core
	Library     string        // path of libvips' shared library; "": the system's
	MaxPixels   int64         // of one picture; progressive and interlaced ones count double; 0: 200 million
	Deadline    time.Duration // of computing for one attempt at one picture; 0: one minute
	RecycleJobs int           // a worker is replaced after that many pictures; 0: 500
	RecycleRSS  int64         // or when it holds that many bytes when idle; 0: 256 MiB
	Log         *slog.Logger  // nil: none
}

// withDefaults fills in what is zero.
func (c Config) withDefaults() Config {
	if c.Workers <= 0 {
		c.Workers = runtime.GOMAXPROCS(0)
	}
	if c.MaxPixels <= 0 {
		c.MaxPixels = 200_000_000
	}
	if c.Deadline <= 0 {
		c.Deadline = time.Minute
	}
	if c.RecycleJobs <= 0 {
		c.RecycleJobs = 500
	}
	if c.RecycleRSS <= 0 {
		c.RecycleRSS = 256 << 20
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return c
}

// ErrClosed is returned for work given to a closed Pool, and for work that
// closing it interrupted.
var ErrClosed = errors.New("imaging: the pool is closed")

// Pool keeps the decoder processes. It is safe for concurrent use.
type Pool struct {
	config Config
	slots  chan struct{} // one token per process that may exist

	closed  context.Context
	closing context.CancelFunc

	mu   sync.Mutex
	idle []*process
}

// New returns a pool. Its processes are started when there is work for them, so
// New needs no libvips and takes no time.
func New(config Config) (*Pool, error) {
	if config.Library != "" {
		if _, err := os.Stat(config.Library); err != nil {
			return nil, fmt.Errorf("imaging: the libvips library that was named: %w", err)
		}
	}
	config = config.withDefaults()
	pool := &Pool{config: config, slots: make(chan struct{}, config.Workers)}
	pool.closed, pool.closing = context.WithCancel(context.Background())
	return pool, nil
}

// Workers returns how many pictures are worked on at once.
func (p *Pool) Workers() int { return p.config.Workers }

// Close ends all processes, also those at work, and waits until they are gone.
func (p *Pool) Close() error {
	p.closing()
	for range cap(p.slots) {
		p.slots <- struct{}{}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, w := range p.idle {
		w.stop()
	}
	p.idle = nil
	for range cap(p.slots) {
		<-p.slots
	}
	return nil
}

// Derive makes the derivatives of the plan and gives them to the sink. Failures
// of the picture are *Error; those of the source, the sink and the context are
// returned as they are. A decoder that dies or hangs is tried once more.
func (p *Pool) Derive(ctx context.Context, src Source, plan Plan, sink Sink) (Summary, error) {
	if err := plan.Validate(); err != nil {
		return Summary{}, err
	}
	var summary Summary
	err := p.run(ctx, func(w *process) (err error) {
		summary, err = w.derive(job{Size: src.Size, MaxPixels: p.config.MaxPixels, Plan: plan}, src, sink)
		return err
	})
	return summary, err
}

// ReadMetadata reads what the picture says of itself, from its headers alone.
// Errors are those of Derive, but for damage that only decoding would show.
func (p *Pool) ReadMetadata(ctx context.Context, src Source) (Metadata, error) {
	var sink metadataSink
	err := p.run(ctx, func(w *process) error {
		_, err := w.derive(job{Size: src.Size, MaxPixels: p.config.MaxPixels, HeaderOnly: true}, src, &sink)
		return err
	})
	return sink.metadata, err
}

// metadataSink keeps the metadata.
type metadataSink struct{ metadata Metadata }

func (s *metadataSink) Metadata(m Metadata) error            { s.metadata = m; return nil }
func (s *metadataSink) Rendition(Rendition, io.Reader) error { return nil }

// attempts is how often a picture is tried whose decoder dies or hangs.
const attempts = 2

// run gives the work to a process, and to a fresh one if the first dies or hangs.
func (p *Pool) run(ctx context.Context, work func(*process) error) error {
	select {
	case p.slots <- struct{}{}:
		defer func() { <-p.slots }()
	case <-ctx.Done():
		return ctx.Err()
	case <-p.closed.Done():
		return ErrClosed
	}
	var err error
	for attempt := 1; attempt <= attempts; attempt++ {
		if err = p.attempt(ctx, work); !isProcessFailure(err) {
			return err
		}
		p.config.Log.Warn("picture decoder failed", "attempt", attempt, "reason", err)
	}
	return failureOfPicture(err)
}

// attempt gives the work to one process.
func (p *Pool) attempt(ctx context.Context, work func(*process) error) error {
	if p.closed.Err() != nil {
		return ErrClosed
	}
	w, err := p.take(ctx)
	if err != nil {
		return err
	}
	unwatch := context.AfterFunc(ctx, w.kill)
	unwatchClose := context.AfterFunc(p.closed, w.kill) //nolint:contextcheck // closing is not of the call
	w.left = p.config.Deadline
	err = work(w)
	unwatch()
	unwatchClose()
	p.give(w)
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case p.closed.Err() != nil:
		return ErrClosed
	}
	return err
}

// take returns an idle process, or starts one.
func (p *Pool) take(ctx context.Context) (*process, error) {
	p.mu.Lock()
	if n := len(p.idle); n > 0 {
		w := p.idle[n-1]
		p.idle = p.idle[:n-1]
		p.mu.Unlock()
		return w, nil
	}
	p.mu.Unlock()
	w, err := startProcess(ctx, p.config)
	if err != nil {
		return nil, err
	}
	if w.hello.Sandbox.Landlock == 0 {
		p.config.Log.Warn("this kernel has no Landlock: picture decoders are held by seccomp and resource limits alone")
	}
	return w, nil
}

// give takes a process back after a job. One that is in an unknown state, has
// grown, or has served long is let go.
func (p *Pool) give(w *process) {
	w.jobs++
	worn := w.jobs >= p.config.RecycleJobs || w.residentBytes() > p.config.RecycleRSS
	if !w.between || worn || p.closed.Err() != nil {
		w.stop()
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle = append(p.idle, w)
}

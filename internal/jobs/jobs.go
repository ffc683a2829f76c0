// Package jobs runs the durable background work that transactions leave in the
// store. A job runs at least once: a worker holds it by a lease that it keeps
// renewing, and a job whose worker is gone runs again when the lease ends.
package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"runtime/debug"
	"sync"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// Handler does a job. It must have the effect of once even when it runs twice.
// When it returns nil the job is done; on an error it runs again later, unless
// the error is Permanent or it was the last attempt. While something it needs is
// CodeUnavailable, attempts do not count.
type Handler func(ctx context.Context, job *vitrine.Job) error

// Queue says how jobs of one kind are run.
type Queue struct {
	Workers int // jobs at a time
	Handle  Handler
	// Abandon, if not nil, tells whoever waits for a job that it failed for good:
	// by an error, or by a panic of Handle. It runs in the transaction that sets
	// the job aside; if it fails, the job is not set aside but runs again.
	Abandon func(ctx context.Context, tx *store.Tx, job *vitrine.Job, cause error) error
}

// Schedule adds a job at the start, and again and again.
type Schedule struct {
	Kind  vitrine.JobKind
	Every time.Duration
}

// Config is what a Runner is made of.
type Config struct {
	DB        *store.DB
	Now       func() time.Time
	Log       *slog.Logger
	Queues    map[vitrine.JobKind]Queue
	Schedules []Schedule
	Lease     time.Duration // 0: DefaultLease
	Grace     time.Duration // for running jobs when the runner stops; 0: DefaultGrace
	Alone     bool          // no other process works on this database
}

// DefaultLease is how long a job is held without a heartbeat: what a killed
// worker leaves is begun again by others soon after this time.
const DefaultLease = 15 * time.Second

// DefaultGrace is how long running jobs may go on after the runner was asked to
// stop. Then they are interrupted and run again at the next start.
const DefaultGrace = 5 * time.Second

// DeadRetention is how long a job that failed for good is kept to be looked at.
const DeadRetention = 30 * 24 * time.Hour

const (
	beatsPerLease = 3
	// pollInterval bounds how long a job of another node, or one whose time has
	// come, may wait. Jobs of this process wake the runner at once.
	pollInterval = time.Second
	// unavailableWait is when a job is tried again that lacked something, such as
	// space on the disk, if the error does not say.
	unavailableWait = 15 * time.Second
	// patience is how old a job may become before it counts as an attempt that
	// something was lacking: nobody may wait for a job without end.
	patience = 24 * time.Hour
)

// errVanished is why a job is given up whose workers keep vanishing.
var errVanished = errors.New("the program ended each time while it was at this job")

// Runner runs jobs. Make it with New.
type Runner struct {
	cfg   Config
	wakes map[vitrine.JobKind]chan struct{}
}

// New returns a runner. It does nothing before Run.
func New(cfg Config) *Runner {
	if cfg.Lease == 0 {
		cfg.Lease = DefaultLease
	}
	if cfg.Grace == 0 {
		cfg.Grace = DefaultGrace
	}
	r := &Runner{cfg: cfg, wakes: map[vitrine.JobKind]chan struct{}{}}
	for kind := range cfg.Queues {
		r.wakes[kind] = make(chan struct{}, 1)
	}
	return r
}

// Wake makes idle queues look for jobs now.
func (r *Runner) Wake() {
	for _, wake := range r.wakes {
		select {
		case wake <- struct{}{}:
		default: // it will look anyway
		}
	}
}

// Run works until ctx ends. Then it takes no new jobs, gives the running ones a
// little time, and hands back those that were not finished.
func (r *Runner) Run(ctx context.Context) error {
	if err := r.takeUp(ctx); err != nil {
		return fmt.Errorf("take up abandoned jobs: %w", err)
	}
	work, interrupt := context.WithCancel(context.WithoutCancel(ctx))
	defer interrupt()
	stopped := context.AfterFunc(ctx, func() { time.AfterFunc(r.cfg.Grace, interrupt) })
	defer stopped()
	var workers sync.WaitGroup
	for kind, queue := range r.cfg.Queues {
		workers.Go(func() { r.work(ctx, work, kind, queue) })
	}
	workers.Go(func() { r.every(ctx, r.cfg.Lease/beatsPerLease, r.revive) })
	for _, schedule := range r.cfg.Schedules {
		workers.Go(func() {
			r.schedule(ctx, schedule)
			r.every(ctx, schedule.Every, func(ctx context.Context) { r.schedule(ctx, schedule) })
		})
	}
	workers.Wait()
	return nil
}

// takeUp makes ready what an earlier run left. Who has the database to itself
// need not wait for the leases of workers that cannot be there any more.
func (r *Runner) takeUp(ctx context.Context) error {
	if r.cfg.Alone {
		return r.cfg.DB.ReviveAll(ctx)
	}
	return r.cfg.DB.ReviveAbandoned(ctx)
}

// every calls fn at each tick until ctx ends.
func (r *Runner) every(ctx context.Context, interval time.Duration, fn func(context.Context)) {
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			fn(ctx)
		}
	}
}

// revive makes the jobs of workers that are gone ready again.
func (r *Runner) revive(ctx context.Context) {
	if err := r.cfg.DB.ReviveAbandoned(ctx); err != nil && ctx.Err() == nil {
		r.cfg.Log.Warn("abandoned jobs not looked for", "err", err)
	}
}

func (r *Runner) schedule(ctx context.Context, s Schedule) {
	err := r.cfg.DB.Update(ctx, func(tx *store.Tx) error {
		return tx.Enqueue(ctx, vitrine.NewJob{Kind: s.Kind, UniqueKey: "schedule:" + string(s.Kind), MaxAttempts: 1})
	})
	if err != nil && ctx.Err() == nil {
		r.cfg.Log.Warn("job not scheduled", "kind", s.Kind, "err", err)
	}
}

// work takes jobs of one kind until ctx ends, whenever a worker is free: one
// asks for all, so that many workers cost the database nothing while they idle.
// Jobs run under the context work, which ends a little later.
func (r *Runner) work(ctx, work context.Context, kind vitrine.JobKind, queue Queue) {
	var running sync.WaitGroup
	defer running.Wait()
	busy := make(chan struct{}, queue.Workers)
	for ctx.Err() == nil {
		select {
		case busy <- struct{}{}:
		case <-ctx.Done():
			return
		}
		job, err := r.cfg.DB.ClaimJob(ctx, []vitrine.JobKind{kind}, r.cfg.Lease)
		if err != nil && ctx.Err() == nil {
			r.cfg.Log.Warn("no job taken", "kind", kind, "err", err)
		}
		if err != nil || job == nil {
			<-busy
			r.rest(ctx, kind)
			continue
		}
		running.Go(func() {
			defer func() { <-busy }()
			r.run(work, job, queue)
		})
	}
}

func (r *Runner) rest(ctx context.Context, kind vitrine.JobKind) {
	timer := time.NewTimer(pollInterval)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	case <-r.wakes[kind]:
	}
}

// run does a job and records how it ended.
func (r *Runner) run(work context.Context, job *vitrine.Job, queue Queue) {
	ctx, cancel := context.WithCancel(work)
	defer cancel()
	var heart sync.WaitGroup
	heart.Go(func() { r.beat(ctx, cancel, job) })
	err := Permanent(errVanished)
	if job.Attempt <= job.MaxAttempts {
		err = attempt(ctx, job, queue.Handle)
	}
	cancel()
	heart.Wait()
	// What follows is written even while stopping; it is bounded by the lease.
	end, done := context.WithTimeout(context.WithoutCancel(work), r.cfg.Lease)
	defer done()
	if err := r.settle(end, work.Err() != nil, queue, job, err); err != nil {
		r.cfg.Log.Error("job not settled; it will run again", "kind", job.Kind, "job", job.ID, "err", err)
	}
}

// attempt calls the handler and turns a panic into an error.
func attempt(ctx context.Context, job *vitrine.Job, handle Handler) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return handle(ctx, job)
}

// beat renews the lease until ctx ends. When the lease is lost it cancels the
// job, for another worker has it now.
func (r *Runner) beat(ctx context.Context, cancel context.CancelFunc, job *vitrine.Job) {
	r.every(ctx, r.cfg.Lease/beatsPerLease, func(ctx context.Context) {
		held, err := r.cfg.DB.HeartbeatJob(ctx, job, r.cfg.Lease)
		if err == nil && !held {
			r.cfg.Log.Warn("lease lost", "kind", job.Kind, "job", job.ID)
			cancel()
		}
	})
}

func (r *Runner) settle(ctx context.Context, interrupted bool, queue Queue, job *vitrine.Job, err error) error {
	log := r.cfg.Log.With("kind", job.Kind, "job", job.ID, "attempt", job.Attempt)
	switch {
	case err == nil:
		return r.cfg.DB.Update(ctx, func(tx *store.Tx) error {
			_, err := tx.FinishJob(ctx, job)
			return err
		})
	case interrupted:
		return r.cfg.DB.ReleaseJobs(ctx, []string{job.LeaseToken})
	case vitrine.ErrorCode(err) == vitrine.CodeUnavailable && r.cfg.Now().Sub(job.CreatedAt) < patience:
		wait := unavailableFor(err)
		log.Warn("job postponed", "err", err, "again_in", wait)
		return r.cfg.DB.PostponeJob(ctx, job, err, r.cfg.Now().Add(wait))
	case isPermanent(err) || job.Attempt >= job.MaxAttempts:
		log.Error("job failed for good", "err", err)
		return r.bury(ctx, queue, job, err)
	default:
		wait := backoff(job.Attempt)
		log.Warn("job failed", "err", err, "again_in", wait)
		return r.cfg.DB.RetryJob(ctx, job, err, r.cfg.Now().Add(wait))
	}
}

// bury sets a job aside for good, unless another worker has it meanwhile.
func (r *Runner) bury(ctx context.Context, queue Queue, job *vitrine.Job, cause error) error {
	return r.cfg.DB.Update(ctx, func(tx *store.Tx) error {
		buried, err := tx.BuryJob(ctx, job, cause)
		if err != nil || !buried || queue.Abandon == nil {
			return err
		}
		return queue.Abandon(ctx, tx, job, cause)
	})
}

// unavailableFor returns how long to wait for what is unavailable.
func unavailableFor(err error) time.Duration {
	if e, ok := errors.AsType[*vitrine.Error](err); ok && e.RetryAfter > 0 {
		return e.RetryAfter
	}
	return unavailableWait
}

// The bounds of the wait before a job is tried again.
const (
	firstWait   = 2 * time.Second
	longestWait = 30 * time.Minute
)

// backoff doubles with each attempt; at random up to a fifth is added, so that
// what failed together is not tried together.
func backoff(attempt int) time.Duration {
	wait := longestWait
	if shift := attempt - 1; shift < 10 {
		wait = min(firstWait<<shift, longestWait)
	}
	return wait + rand.N(wait/5) //nolint:gosec // no secret
}

// permanent marks an error after which trying again is of no use.
type permanent struct{ error }

// Unwrap returns the error that was marked.
func (p permanent) Unwrap() error { return p.error }

// Permanent marks an error so that its job is not tried again.
func Permanent(err error) error { return permanent{err} }

func isPermanent(err error) bool {
	_, ok := errors.AsType[permanent](err)
	return ok
}

// Sweep removes the jobs that failed for good long ago.
func (r *Runner) Sweep(ctx context.Context) error {
	return r.cfg.DB.Update(ctx, func(tx *store.Tx) error {
		return tx.DeleteDeadJobs(ctx, tx.Now.Add(-DeadRetention))
	})
}

// Check reports whether the queue can be read.
func (r *Runner) Check(ctx context.Context) error {
	_, err := r.cfg.DB.Jobs(ctx)
	return err
}

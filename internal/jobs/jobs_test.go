package jobs_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/jobs"
	"github.com/vitrine-photos/vitrine/internal/store"
	"github.com/vitrine-photos/vitrine/internal/store/storetest"
)

const kind vitrine.JobKind = "test"

// clock is a clock that tests move.
type clock struct{ offset atomic.Int64 }

func (c *clock) now() time.Time          { return time.Now().Add(time.Duration(c.offset.Load())) }
func (c *clock) advance(d time.Duration) { c.offset.Add(int64(d)) }

func open(t *testing.T, c *clock) *store.DB {
	t.Helper()
	return storetest.SQLite(t, c.now)
}

// start runs a runner until the test ends or stop is called.
func start(t *testing.T, db *store.DB, c *clock, queue jobs.Queue, change func(*jobs.Config)) (stop func()) {
	t.Helper()
	cfg := jobs.Config{
		DB: db, Now: c.now, Log: slog.New(slog.DiscardHandler), Alone: true,
		Queues: map[vitrine.JobKind]jobs.Queue{kind: queue},
	}
	if change != nil {
		change(&cfg)
	}
	runner := jobs.New(cfg)
	db.OnCommit(func(e store.Effects) {
		if e.JobsAdded {
			runner.Wake()
		}
	})
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() {
		if err := runner.Run(ctx); err != nil {
			t.Error(err)
		}
	})
	stop = sync.OnceFunc(func() { cancel(); running.Wait() })
	t.Cleanup(stop)
	return stop
}

func enqueue(t *testing.T, db *store.DB, job vitrine.NewJob) {
	t.Helper()
	job.Kind = kind
	if err := db.Update(t.Context(), func(tx *store.Tx) error { return tx.Enqueue(t.Context(), job) }); err != nil {
		t.Fatal(err)
	}
}

// inBubble runs a test on time that passes only while everybody waits, so what it
// says of leases and intervals holds however busy the machine is.
func inBubble(t *testing.T, test func(t *testing.T)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, test)
}

// onEachEngine is inBubble with each engine.
func onEachEngine(t *testing.T, test func(t *testing.T, open storetest.Open)) {
	t.Helper()
	t.Parallel()
	storetest.Engines(t, func(t *testing.T, open storetest.Open) {
		synctest.Test(t, func(t *testing.T) { test(t, open) })
	})
}

// receive returns the next value, or fails if none comes for an hour.
func receive[T any](t *testing.T, from <-chan T) T {
	t.Helper()
	select {
	case v := <-from:
		return v
	case <-time.After(time.Hour):
		t.Fatal("nothing happened")
		panic("unreachable")
	}
}

// eventually waits until there are as many jobs in the state.
func eventually(t *testing.T, db *store.DB, state vitrine.JobState, want int) {
	t.Helper()
	for range 2000 {
		counts, err := db.Jobs(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if counts[state] == want {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("there never were %d %s jobs", want, state)
}

func TestRunsEachJobOnce(t *testing.T) {
	onEachEngine(t, testRunsEachJobOnce)
}

func testRunsEachJobOnce(t *testing.T, open storetest.Open) {
	c := &clock{}
	db := open(t, c.now)
	ran := make(chan int, 100)
	start(t, db, c, jobs.Queue{Workers: 3, Handle: func(_ context.Context, job *vitrine.Job) error {
		var n int
		err := json.Unmarshal(job.Payload, &n)
		ran <- n
		return err
	}}, nil)
	for n := range 20 {
		enqueue(t, db, vitrine.NewJob{Payload: n})
	}
	seen := map[int]bool{}
	for range 20 {
		n := receive(t, ran)
		if seen[n] {
			t.Errorf("job %d ran twice", n)
		}
		seen[n] = true
	}
	eventually(t, db, vitrine.JobReady, 0)
	eventually(t, db, vitrine.JobRunning, 0)
}

func TestRetriesThenSetsAside(t *testing.T) { inBubble(t, testRetriesThenSetsAside) }

func testRetriesThenSetsAside(t *testing.T) {
	c := &clock{}
	db := open(t, c)
	attempts := make(chan int, 10)
	start(t, db, c, jobs.Queue{Workers: 1, Handle: func(_ context.Context, job *vitrine.Job) error {
		attempts <- job.Attempt
		return errors.New("not today")
	}}, nil)
	enqueue(t, db, vitrine.NewJob{MaxAttempts: 3})
	for want := 1; want <= 3; want++ {
		if got := receive(t, attempts); got != want {
			t.Errorf("attempt %d, want %d", got, want)
		}
		if want < 3 {
			eventually(t, db, vitrine.JobReady, 1)
			c.advance(time.Hour) // the wait before the next attempt is over
		}
	}
	eventually(t, db, vitrine.JobDead, 1)
}

// What fails because the disk is full, say, does not use up its attempts.
func TestUnavailableDoesNotCount(t *testing.T) { inBubble(t, testUnavailableDoesNotCount) }

func testUnavailableDoesNotCount(t *testing.T) {
	c := &clock{}
	db := open(t, c)
	attempts := make(chan int, 10)
	var runs atomic.Int32
	start(t, db, c, jobs.Queue{Workers: 1, Handle: func(_ context.Context, job *vitrine.Job) error {
		attempts <- job.Attempt
		if runs.Add(1) < 4 {
			return fmt.Errorf("store a file: %w", vitrine.Unavailable("The disk is full.", time.Minute, nil))
		}
		return nil
	}}, nil)
	enqueue(t, db, vitrine.NewJob{MaxAttempts: 2})
	for range 3 {
		if got := receive(t, attempts); got != 1 {
			t.Errorf("attempt %d, want 1", got)
		}
		eventually(t, db, vitrine.JobReady, 1)
		c.advance(time.Hour) // the wait before the next attempt is over
	}
	receive(t, attempts)
	eventually(t, db, vitrine.JobReady, 0)
	eventually(t, db, vitrine.JobRunning, 0)
	eventually(t, db, vitrine.JobDead, 0)
}

// But nobody waits for a job without end: after a day it does.
func TestUnavailableForLong(t *testing.T) { inBubble(t, testUnavailableForLong) }

func testUnavailableForLong(t *testing.T) {
	c := &clock{}
	db := open(t, c)
	attempts := make(chan int, 10)
	var cause atomic.Value
	start(t, db, c, jobs.Queue{
		Workers: 1,
		Handle: func(_ context.Context, job *vitrine.Job) error {
			attempts <- job.Attempt
			return vitrine.Unavailable("The disk is full.", time.Minute, nil)
		},
		Abandon: func(_ context.Context, _ *store.Tx, _ *vitrine.Job, err error) error {
			cause.Store(err)
			return nil
		},
	}, nil)
	enqueue(t, db, vitrine.NewJob{MaxAttempts: 2})
	for _, want := range []int{1, 1, 2} {
		if got := receive(t, attempts); got != want {
			t.Errorf("attempt %d, want %d", got, want)
		}
		if want == 1 {
			eventually(t, db, vitrine.JobReady, 1)
			c.advance(25 * time.Hour)
		}
	}
	eventually(t, db, vitrine.JobDead, 1)
	if err, _ := cause.Load().(error); vitrine.ErrorCode(err) != vitrine.CodeUnavailable {
		t.Errorf("given up for %v", err)
	}
}

// TestVanishingWorkers: a job that ends the process each time is not run for ever.
func TestVanishingWorkers(t *testing.T) {
	onEachEngine(t, testVanishingWorkers)
}

func testVanishingWorkers(t *testing.T, open storetest.Open) {
	c := &clock{}
	db := open(t, c.now)
	enqueue(t, db, vitrine.NewJob{MaxAttempts: 3})
	vanished := 0
	for {
		job, err := db.ClaimJob(t.Context(), []vitrine.JobKind{kind}, time.Minute)
		if err != nil || job == nil || vanished > 50 {
			t.Fatalf("after %d workers: %v, %v", vanished, job, err)
		}
		if job.Attempt > job.MaxAttempts {
			if err := db.ReleaseJobs(t.Context(), []string{job.LeaseToken}); err != nil {
				t.Fatal(err)
			}
			break
		}
		vanished++
		if err := db.ReviveAll(t.Context()); err != nil {
			t.Fatal(err)
		}
		c.advance(time.Hour)
	}
	if vanished < 4 {
		t.Errorf("given up after %d workers, which others may have ended", vanished)
	}
	causes := make(chan error, 1)
	start(t, db, c, jobs.Queue{
		Workers: 1,
		Handle:  func(context.Context, *vitrine.Job) error { return errors.New("it ran") },
		Abandon: func(_ context.Context, _ *store.Tx, _ *vitrine.Job, err error) error { causes <- err; return nil },
	}, nil)
	if err := receive(t, causes); !strings.Contains(err.Error(), "the program ended") {
		t.Errorf("given up for %v", err)
	}
	eventually(t, db, vitrine.JobDead, 1)
}

func TestSweep(t *testing.T) { inBubble(t, testSweep) }

func testSweep(t *testing.T) {
	c := &clock{}
	db := open(t, c)
	runner := jobs.New(jobs.Config{DB: db, Now: c.now, Log: slog.New(slog.DiscardHandler)})
	enqueue(t, db, vitrine.NewJob{})
	job, err := db.ClaimJob(t.Context(), []vitrine.JobKind{kind}, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(t.Context(), func(tx *store.Tx) error {
		_, err := tx.BuryJob(t.Context(), job, errors.New("never"))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for wait, want := range []int{1, 0} {
		c.advance(time.Duration(wait) * (jobs.DeadRetention + time.Hour))
		if err := runner.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		eventually(t, db, vitrine.JobDead, want)
	}
}

func TestPermanentErrorIsNotRetried(t *testing.T) { inBubble(t, testPermanentErrorIsNotRetried) }

func testPermanentErrorIsNotRetried(t *testing.T) {
	c := &clock{}
	db := open(t, c)
	start(t, db, c, jobs.Queue{Workers: 1, Handle: func(context.Context, *vitrine.Job) error {
		return jobs.Permanent(errors.New("never"))
	}}, nil)
	enqueue(t, db, vitrine.NewJob{})
	eventually(t, db, vitrine.JobDead, 1)
}

func TestPanicIsAFailure(t *testing.T) { inBubble(t, testPanicIsAFailure) }

func testPanicIsAFailure(t *testing.T) {
	c := &clock{}
	db := open(t, c)
	start(t, db, c, jobs.Queue{Workers: 1, Handle: func(context.Context, *vitrine.Job) error { panic("oh") }}, nil)
	enqueue(t, db, vitrine.NewJob{MaxAttempts: 1})
	eventually(t, db, vitrine.JobDead, 1)
}

// TestAbandon: whoever waits for a job is told, once, that it will not be done.
func TestAbandon(t *testing.T) {
	t.Parallel()
	for name, handle := range map[string]jobs.Handler{
		"last attempt": func(context.Context, *vitrine.Job) error { return errors.New("not today") },
		"permanent":    func(context.Context, *vitrine.Job) error { return jobs.Permanent(errors.New("not today")) },
		"panic":        func(context.Context, *vitrine.Job) error { panic("not today") },
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T) { testAbandon(t, handle) })
		})
	}
}

func testAbandon(t *testing.T, handle jobs.Handler) {
	c := &clock{}
	db := open(t, c)
	told, failing := make(chan error, 10), true
	start(t, db, c, jobs.Queue{Workers: 1, Handle: handle, Abandon: func(ctx context.Context, tx *store.Tx, job *vitrine.Job, cause error) error {
		told <- cause
		if failing {
			failing = false
			return errors.New("not recorded")
		}
		return tx.Enqueue(ctx, vitrine.NewJob{Kind: "told", Payload: job.ID})
	}}, nil)
	enqueue(t, db, vitrine.NewJob{MaxAttempts: 1})
	for range 2 { // the job is not set aside unless it is recorded
		if cause := receive(t, told); !strings.Contains(cause.Error(), "not today") {
			t.Errorf("the cause is %v", cause)
		}
	}
	eventually(t, db, vitrine.JobDead, 1)
	eventually(t, db, vitrine.JobReady, 1)
}

// A job that a killed process left is run again at the next start, without waiting
// for its lease.
func TestTakesUpWhatWasLeft(t *testing.T) { inBubble(t, testTakesUpWhatWasLeft) }

func testTakesUpWhatWasLeft(t *testing.T) {
	c := &clock{}
	db := open(t, c)
	enqueue(t, db, vitrine.NewJob{})
	if job, err := db.ClaimJob(t.Context(), []vitrine.JobKind{kind}, time.Hour); err != nil || job == nil {
		t.Fatalf("claimed %v, %v", job, err)
	}
	ran := make(chan struct{}, 1)
	start(t, db, c, jobs.Queue{Workers: 1, Handle: func(context.Context, *vitrine.Job) error { ran <- struct{}{}; return nil }}, nil)
	receive(t, ran)
}

// On a database that several processes share, a job whose worker is gone runs
// again when its lease has ended.
func TestLeaseEnds(t *testing.T) {
	onEachEngine(t, testLeaseEnds)
}

func testLeaseEnds(t *testing.T, open storetest.Open) {
	c := &clock{}
	db := open(t, c.now)
	enqueue(t, db, vitrine.NewJob{})
	if job, err := db.ClaimJob(t.Context(), []vitrine.JobKind{kind}, time.Minute); err != nil || job == nil {
		t.Fatalf("claimed %v, %v", job, err)
	}
	claimed := time.Now()
	ran := make(chan time.Time, 1)
	start(t, db, c, jobs.Queue{Workers: 1, Handle: func(context.Context, *vitrine.Job) error { ran <- time.Now(); return nil }},
		func(cfg *jobs.Config) { cfg.Alone = false })
	after := receive(t, ran).Sub(claimed)
	if after < time.Minute {
		t.Errorf("the job ran after %s, while another worker held it", after)
	}
	if after > time.Minute+jobs.DefaultLease {
		t.Errorf("the job ran only %s after it was claimed", after)
	}
}

// A worker that lost its lease is told to stop, and what it did does not count.
func TestLostLeaseInterrupts(t *testing.T) { inBubble(t, testLostLeaseInterrupts) }

func testLostLeaseInterrupts(t *testing.T) {
	c := &clock{}
	db := open(t, c)
	begun, interrupted := make(chan *vitrine.Job, 1), make(chan struct{}, 1)
	start(t, db, c, jobs.Queue{Workers: 1, Handle: func(ctx context.Context, job *vitrine.Job) error {
		begun <- job
		<-ctx.Done()
		interrupted <- struct{}{}
		return ctx.Err()
	}}, nil)
	enqueue(t, db, vitrine.NewJob{})
	job := receive(t, begun)
	err := db.Update(t.Context(), func(tx *store.Tx) error {
		_, err := tx.FinishJob(t.Context(), job) // as if another worker had finished it
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	lost := time.Now()
	receive(t, interrupted)
	if after := time.Since(lost); after >= jobs.DefaultLease {
		t.Errorf("interrupted only %s after the lease was lost", after)
	}
}

// A stop lets a running job end, and hands back one that does not.
func TestStop(t *testing.T) { inBubble(t, testStop) }

func testStop(t *testing.T) {
	c := &clock{}
	db := open(t, c)
	begun := make(chan struct{})
	stop := start(t, db, c, jobs.Queue{Workers: 1, Handle: func(ctx context.Context, _ *vitrine.Job) error {
		close(begun)
		<-ctx.Done() // until the grace of the stop is over
		return ctx.Err()
	}}, nil)
	enqueue(t, db, vitrine.NewJob{})
	receive(t, begun)
	asked := time.Now()
	stop()
	if took := time.Since(asked); took != jobs.DefaultGrace {
		t.Errorf("the job was interrupted %s after the stop, want %s", took, jobs.DefaultGrace)
	}
	job, err := db.ClaimJob(t.Context(), []vitrine.JobKind{kind}, time.Minute)
	if err != nil || job == nil {
		t.Fatalf("the job was not handed back: %v, %v", job, err)
	}
	if job.Attempt != 1 {
		t.Errorf("the interruption counted as an attempt: this is attempt %d", job.Attempt)
	}
}

func TestSchedule(t *testing.T) { inBubble(t, testSchedule) }

func testSchedule(t *testing.T) {
	c := &clock{}
	db := open(t, c)
	ran := make(chan struct{}, 10)
	begun := time.Now()
	start(t, db, c, jobs.Queue{Workers: 1, Handle: func(context.Context, *vitrine.Job) error { ran <- struct{}{}; return nil }},
		func(cfg *jobs.Config) { cfg.Schedules = []jobs.Schedule{{Kind: kind, Every: time.Minute}} })
	for i := range 3 {
		receive(t, ran)
		if got, want := time.Since(begun).Truncate(time.Minute), time.Duration(i)*time.Minute; got != want {
			t.Errorf("run %d came after %s, want %s", i+1, got, want)
		}
	}
}

package storetest

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"

	"github.com/google/go-cmp/cmp"
)

const lease = 15 * time.Second

func (s *suite) enqueue(jobs ...vitrine.NewJob) {
	s.Helper()
	s.update(func(tx *store.Tx) error {
		for _, job := range jobs {
			if err := tx.Enqueue(s.Context(), job); err != nil {
				return err
			}
		}
		return nil
	})
}

// claim takes the next job of either kind, or nil.
func (s *suite) claim() *vitrine.Job {
	s.Helper()
	job, err := s.db.ClaimJob(s.Context(), []vitrine.JobKind{vitrine.JobDerive, vitrine.JobJanitor}, lease)
	s.must(err)
	return job
}

// mustClaim takes the next job, which must be there.
func (s *suite) mustClaim(when string) *vitrine.Job {
	s.Helper()
	job := s.claim()
	if job == nil {
		s.Fatalf("%s: no job is due", when)
	}
	return job
}

func (s *suite) wantNoJob(when string) {
	s.Helper()
	if job := s.claim(); job != nil {
		s.Errorf("%s: claimed %+v", when, job)
	}
}

func (s *suite) finish(job *vitrine.Job) (finished bool) {
	s.Helper()
	s.update(func(tx *store.Tx) (err error) {
		finished, err = tx.FinishJob(s.Context(), job)
		return err
	})
	return finished
}

func derive(key string) vitrine.NewJob {
	return vitrine.NewJob{Kind: vitrine.JobDerive, Payload: map[string]string{"upload": key}, UniqueKey: key}
}

func testJobs(s *suite) {
	s.wantNoJob("of a new database")
	s.enqueue(derive("u"))
	if job, err := s.db.ClaimJob(s.Context(), []vitrine.JobKind{vitrine.JobJanitor}, lease); job != nil || err != nil {
		s.Errorf("claimed a job of another kind: %v, %v", job, err)
	}
	job := s.mustClaim("after Enqueue")
	end := stored(s.Now().Add(lease))
	want := &vitrine.Job{
		ID: job.ID, Kind: vitrine.JobDerive, Payload: []byte(`{"upload":"u"}`), UniqueKey: "u",
		State: vitrine.JobRunning, Attempt: 1, MaxAttempts: vitrine.DefaultMaxAttempts,
		RunAt: stored(s.Now()), LeaseUntil: &end, LeaseToken: job.LeaseToken, CreatedAt: stored(s.Now()),
	}
	if diff := cmp.Diff(want, job); diff != "" || job.LeaseToken == "" {
		s.Errorf("job (-want +got):\n%s", diff)
	}
	s.wantNoJob("while the only one runs")
	counts, err := s.db.Jobs(s.Context())
	if diff := cmp.Diff(map[vitrine.JobState]int{"ready": 0, "running": 1, "dead": 0}, counts); diff != "" || err != nil {
		s.Errorf("Jobs: %v (-want +got):\n%s", err, diff)
	}
	if !s.finish(job) || s.finish(job) {
		s.Error("a job finishes once")
	}
	s.wantNoJob("after the last was finished")
	s.enqueue(derive("v"))
	if next := s.mustClaim("a later one"); next.ID <= job.ID {
		s.Errorf("the id %d was used again", next.ID)
	}
}

func testJobOrder(s *suite) {
	later := s.Now().Add(time.Hour)
	s.enqueue(
		vitrine.NewJob{Kind: vitrine.JobDerive, Payload: "low", Priority: 10},
		vitrine.NewJob{Kind: vitrine.JobDerive, Payload: "later", RunAt: later, Priority: -1},
		vitrine.NewJob{Kind: vitrine.JobDerive, Payload: "first"},
		vitrine.NewJob{Kind: vitrine.JobJanitor, Payload: "second"},
	)
	var got []string
	for range 3 {
		got = append(got, string(s.mustClaim("in order").Payload))
	}
	s.wantKeys("order", got, `"first"`, `"second"`, `"low"`)
	s.wantNoJob("before it is due")
	s.Advance(time.Hour)
	s.mustClaim("when it is due")
}

func testUniqueJobs(s *suite) {
	s.enqueue(derive("u"), derive("u"), derive("v"))
	s.enqueue(derive("u"))
	running := s.mustClaim("u")
	s.enqueue(derive("u"), derive("u")) // what came after it began is not lost
	if job := s.mustClaim("v"); job.UniqueKey != "v" {
		s.Errorf("claimed %q beside u, want v", job.UniqueKey)
	}
	s.wantNoJob("while another with the key runs")
	s.finish(running)
	if job := s.mustClaim("u again"); job.UniqueKey != "u" {
		s.Errorf("claimed %q, want u", job.UniqueKey)
	}
	s.wantNoJob("the third u")

	later := derive("w")
	later.RunAt = s.Now().Add(time.Hour)
	s.enqueue(later)
	s.wantNoJob("that is to run later")
	s.enqueue(derive("w"), later)
	if job := s.mustClaim("w, brought forward"); job.UniqueKey != "w" {
		s.Errorf("claimed %q, want w", job.UniqueKey)
	}
	s.wantNoJob("the third w")
}

func testJobFailures(s *suite) {
	s.enqueue(derive("u"))
	job := s.mustClaim("first attempt")
	again := s.Now().Add(time.Minute)
	s.must(s.db.RetryJob(s.Context(), job, errors.New("disk \xff"+strings.Repeat("é", 900)), again))
	s.wantNoJob("before the retry is due")
	if s.finish(job) {
		s.Error("a job was finished that had been given back")
	}
	s.Advance(time.Minute)
	job = s.mustClaim("second attempt")
	if job.Attempt != 2 || !strings.HasPrefix(job.LastError, "disk ?é") || len(job.LastError) > 1000 {
		s.Errorf("second attempt: %d, %q", job.Attempt, job.LastError)
	}
	if !s.bury(job) {
		s.Error("a job was not buried by the worker that has it")
	}
	s.Advance(day)
	s.wantNoJob("after it was buried")
	counts, err := s.db.Jobs(s.Context())
	if counts[vitrine.JobDead] != 1 || err != nil {
		s.Errorf("Jobs = %v, %v; want one dead", counts, err)
	}
	s.enqueue(derive("u")) // the dead are not in the way
	s.mustClaim("a new one with the key of a dead one")
	for _, test := range []struct {
		before time.Time
		want   int
	}{{s.Now().Add(-2 * day), 1}, {s.Now(), 0}} {
		s.update(func(tx *store.Tx) error { return tx.DeleteDeadJobs(s.Context(), test.before) })
		if counts, err := s.db.Jobs(s.Context()); counts[vitrine.JobDead] != test.want || err != nil {
			s.Errorf("Jobs = %v, %v; want %d dead", counts, err, test.want)
		}
	}
}

// bury reports whether the job was the worker's to bury.
func (s *suite) bury(job *vitrine.Job) (buried bool) {
	s.Helper()
	s.update(func(tx *store.Tx) (err error) {
		buried, err = tx.BuryJob(s.Context(), job, errors.New("hopeless"))
		return err
	})
	return buried
}

func testPostponedJobs(s *suite) {
	s.enqueue(derive("u"))
	job := s.mustClaim("first")
	s.must(s.db.PostponeJob(s.Context(), job, errors.New("disk full"), s.Now().Add(time.Minute)))
	s.wantNoJob("before it is due")
	s.Advance(time.Minute)
	if job := s.mustClaim("when it is due"); job.Attempt != 1 || job.LastError != "disk full" {
		s.Errorf("postponed: attempt %d, %q", job.Attempt, job.LastError)
	}
}

func testAbandonedJobs(s *suite) {
	s.enqueue(derive("u"))
	job := s.mustClaim("first")
	s.Advance(lease - time.Second)
	if ok, err := s.db.HeartbeatJob(s.Context(), job, lease); !ok || err != nil {
		s.Errorf("HeartbeatJob = %v, %v", ok, err)
	}
	s.Advance(lease - time.Second)
	s.must(s.db.ReviveAbandoned(s.Context()))
	s.wantNoJob("while its worker is alive")
	s.Advance(2 * time.Second)
	s.must(s.db.ReviveAbandoned(s.Context()))
	second := s.mustClaim("after its lease")
	if second.Attempt != 1 || second.LeaseToken == job.LeaseToken {
		s.Errorf("an abandoned job: attempt %d, token used again: %v", second.Attempt, second.LeaseToken == job.LeaseToken)
	}
	if ok, err := s.db.HeartbeatJob(s.Context(), job, lease); ok || err != nil {
		s.Errorf("the first worker still holds it: %v, %v", ok, err)
	}
	if s.finish(job) {
		s.Error("the first worker finished it")
	}
	s.must(s.db.RetryJob(s.Context(), job, errors.New("late"), s.Now()))
	if s.bury(job) {
		s.Error("the first worker buried it")
	}
	if !s.finish(second) {
		s.Error("the second worker did not finish it")
	}
}

// testTwins abandons a job while another with its key waits.
func testTwins(s *suite) {
	for name, giveBack := range map[string]func(*vitrine.Job) error{
		"retried":   func(j *vitrine.Job) error { return s.db.RetryJob(s.Context(), j, errors.New("no"), s.Now()) },
		"abandoned": func(*vitrine.Job) error { return s.db.ReviveAll(s.Context()) },
		"released":  func(j *vitrine.Job) error { return s.db.ReleaseJobs(s.Context(), []string{j.LeaseToken}) },
	} {
		s.enqueue(derive("u"))
		first := s.mustClaim("u")
		s.enqueue(derive("u"))
		s.must(giveBack(first))
		twin := s.mustClaim("the twin")
		if twin.ID == first.ID {
			s.Errorf("%s: claimed it again, want the twin", name)
		}
		s.finish(twin)
		s.wantNoJob("after the twin")
	}
}

func testReleaseJobs(s *suite) {
	s.enqueue(derive("u"), derive("v"))
	first, second := s.mustClaim("u"), s.mustClaim("v")
	s.must(s.db.ReleaseJobs(s.Context(), []string{first.LeaseToken}))
	s.must(s.db.ReleaseJobs(s.Context(), nil))
	again := s.mustClaim("after its release")
	if again.ID != first.ID || again.Attempt != 1 {
		s.Errorf("released: %+v", again)
	}
	s.must(s.db.ReviveAll(s.Context()))
	ids := []int64{s.mustClaim("one").ID, s.mustClaim("two").ID}
	if diff := cmp.Diff([]int64{first.ID, second.ID}, ids); diff != "" {
		s.Errorf("after ReviveAll (-want +got):\n%s", diff)
	}
	for range 6 { // a job that ends the process again and again is run with pauses
		s.must(s.db.ReviveAll(s.Context()))
		s.claim()
		s.claim()
	}
	s.must(s.db.ReviveAll(s.Context()))
	s.wantNoJob("right after the sixth interruption")
	s.Advance(time.Minute)
	if job := s.mustClaim("a minute later"); job.Attempt != 2 {
		s.Errorf("attempt %d after six interruptions, of which only the last counts", job.Attempt)
	}
}

// testClaimOnce lets workers race for jobs.
func testClaimOnce(s *suite) {
	const workers, jobs = 4, 40
	for i := range jobs {
		s.enqueue(derive(strconv.Itoa(i)))
	}
	var mu sync.Mutex
	claimed := map[int64]int{}
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			for {
				job, err := s.db.ClaimJob(context.Background(), []vitrine.JobKind{vitrine.JobDerive}, lease)
				if err != nil {
					s.Error(err)
				}
				if job == nil || err != nil {
					return
				}
				mu.Lock()
				claimed[job.ID]++
				mu.Unlock()
				if !s.finish(job) {
					s.Errorf("job %d was not ours", job.ID)
				}
			}
		})
	}
	group.Wait()
	if len(claimed) != jobs {
		s.Errorf("%d jobs were claimed, want %d", len(claimed), jobs)
	}
	for id, n := range claimed {
		if n != 1 {
			s.Errorf("job %d was claimed %d times", id, n)
		}
	}
}

func testJobsInTransaction(s *suite) {
	_ = s.db.Update(s.Context(), func(tx *store.Tx) error {
		return errors.Join(tx.Enqueue(s.Context(), derive("u")), errors.New("no"))
	})
	s.wantNoJob("of a transaction that failed")
	s.enqueue(derive("u"))
	job := s.mustClaim("of one that did not")
	_ = s.db.Update(s.Context(), func(tx *store.Tx) error {
		_, err := tx.FinishJob(s.Context(), job)
		return errors.Join(err, errors.New("no"))
	})
	if !s.finish(job) {
		s.Error("a job was finished whose effect was not committed")
	}
}

package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store/rows"
	"github.com/vitrine-photos/vitrine/internal/store/sqltext"
)

const jobColumns = `id, kind, payload, COALESCE(unique_key, ''), state, priority, attempt, max_attempts,
	run_at, lease_until, lease_token, last_error, created_at`

func scanJob(r rows.Row) (*vitrine.Job, error) {
	var j vitrine.Job
	var runAt, created int64
	var lease *int64
	err := r.Scan(&j.ID, &j.Kind, &j.Payload, &j.UniqueKey, &j.State, &j.Priority, &j.Attempt, &j.MaxAttempts,
		&runAt, &lease, &j.LeaseToken, &j.LastError, &created)
	j.RunAt, j.LeaseUntil, j.CreatedAt = fromMicros(runAt), optionalTime(lease), fromMicros(created)
	return &j, err
}

// Enqueue adds a job that is there to be run once tx is committed. While one
// with the same unique key waits, that one is brought forward if need be.
func (tx *Tx) Enqueue(ctx context.Context, job vitrine.NewJob) error {
	payload, err := json.Marshal(job.Payload)
	if err != nil {
		return fmt.Errorf("payload of job %s: %w", job.Kind, err)
	}
	runAt, attempts := job.RunAt, job.MaxAttempts
	if runAt.IsZero() {
		runAt = tx.Now
	}
	if attempts == 0 {
		attempts = vitrine.DefaultMaxAttempts
	}
	const query = `INSERT INTO jobs (kind, payload, unique_key, state, priority, max_attempts, run_at, created_at)
		VALUES ($1, $2, NULLIF($3, ''), 'ready', $4, $5, $6, $7) ON CONFLICT DO NOTHING`
	tx.effects.JobsAdded = true
	added, err := tx.exec(ctx, query, job.Kind, string(payload), job.UniqueKey, job.Priority, attempts,
		micros(runAt), micros(tx.Now))
	if err != nil || added > 0 {
		return err
	}
	return tx.joinWaiting(ctx, job.UniqueKey, runAt)
}

// joinWaiting brings the job that waits forward if need be. Until tx is committed
// nobody may take it: it would not see what it was added for.
func (tx *Tx) joinWaiting(ctx context.Context, uniqueKey string, runAt time.Time) error {
	const waiting = " WHERE unique_key = $1 AND state = 'ready' "
	earlier, err := tx.exec(ctx, "UPDATE jobs SET run_at = $2"+waiting+"AND run_at > $2", uniqueKey, micros(runAt))
	if err != nil || earlier > 0 {
		return err
	}
	_, err = rows.Values[int64](ctx, tx.src, "SELECT id FROM jobs"+waiting+tx.d.shareLock(), uniqueKey)
	return err
}

// ClaimJob takes the first of the jobs of these kinds, at least one, that are
// due, for as long as the lease; nil if none is. A job waits while another with
// its unique key runs.
func (db *DB) ClaimJob(ctx context.Context, kinds []vitrine.JobKind, lease time.Duration) (*vitrine.Job, error) {
	now := db.now()
	list, args := sqltext.InList(4, kinds)
	query := `UPDATE jobs SET state = 'running', attempt = attempt + 1, lease_until = $1, lease_token = $2
		WHERE id = (SELECT id FROM jobs AS waiting WHERE state = 'ready' AND run_at <= $3 AND kind IN (` + list + `)
			AND NOT EXISTS (SELECT 1 FROM jobs AS other
				WHERE other.unique_key = waiting.unique_key AND other.state = 'running')
			ORDER BY priority, run_at, id LIMIT 1 ` + db.d.skipLocked() + `)
		RETURNING ` + jobColumns
	args = append([]any{micros(now.Add(lease)), rand.Text(), micros(now)}, args...)
	job, err := rows.One(ctx, db.queue().src, scanJob, query, args...)
	if _, raced := db.d.taken(err); raced || errors.Is(err, sql.ErrNoRows) {
		return nil, nil // another worker was first
	}
	return job, err
}

// queue reads from the pool that writes, for statements that return what they
// changed.
func (db *DB) queue() reader {
	return newReader(db.writePool, db.d, db.now)
}

// held is the condition that a job still belongs to the worker that claimed it.
const held = "id = $1 AND lease_token = $2 AND state = 'running'"

// HeartbeatJob prolongs a claim. It reports false if the claim was lost.
func (db *DB) HeartbeatJob(ctx context.Context, job *vitrine.Job, lease time.Duration) (bool, error) {
	n, err := db.exec(ctx, "UPDATE jobs SET lease_until = $3 WHERE "+held,
		job.ID, job.LeaseToken, micros(db.now().Add(lease)))
	return n == 1, err
}

// FinishJob removes a job that was done, in the transaction of its effect. It
// reports false if the claim was lost, and then the effect must not be.
func (tx *Tx) FinishJob(ctx context.Context, job *vitrine.Job) (bool, error) {
	n, err := tx.exec(ctx, "DELETE FROM jobs WHERE "+held, job.ID, job.LeaseToken)
	return n == 1, err
}

// RetryJob gives a job back that failed, to be run again at that time.
func (db *DB) RetryJob(ctx context.Context, job *vitrine.Job, failure error, runAt time.Time) error {
	return db.giveBack(ctx, held, []any{job.ID, job.LeaseToken},
		"run_at = $3, last_error = $4", micros(runAt), errorText(failure))
}

// PostponeJob gives a job back that could not be tried, to be run at that time.
// It does not count as an attempt.
func (db *DB) PostponeJob(ctx context.Context, job *vitrine.Job, reason error, runAt time.Time) error {
	return db.giveBack(ctx, held, []any{job.ID, job.LeaseToken},
		"attempt = attempt - 1, run_at = $3, last_error = $4", micros(runAt), errorText(reason))
}

// BuryJob sets a job aside that will not be run again. It reports false if the
// claim was lost, and then nothing may follow from it.
func (tx *Tx) BuryJob(ctx context.Context, job *vitrine.Job, failure error) (bool, error) {
	n, err := tx.exec(ctx, "UPDATE jobs SET state = 'dead', lease_until = NULL, last_error = $3 WHERE "+held,
		job.ID, job.LeaseToken, errorText(failure))
	return n == 1, err
}

// DeleteDeadJobs removes the jobs set aside that were added before that time.
func (tx *Tx) DeleteDeadJobs(ctx context.Context, before time.Time) error {
	_, err := tx.exec(ctx, "DELETE FROM jobs WHERE state = 'dead' AND created_at < $1", micros(before))
	return err
}

func errorText(err error) string {
	const limit = 1000 // bytes
	text := strings.ToValidUTF8(err.Error(), "?")
	return strings.ToValidUTF8(text[:min(len(text), limit)], "")
}

// ReleaseJobs gives back the jobs that an orderly stop interrupts. It does not
// count as an attempt.
func (db *DB) ReleaseJobs(ctx context.Context, tokens []string) error {
	if len(tokens) == 0 {
		return nil
	}
	list, args := sqltext.InList(1, tokens)
	return db.giveBack(ctx, "state = 'running' AND lease_token IN ("+list+")", args, "attempt = attempt - 1")
}

const (
	// interruptedOften is how often the worker of a job may vanish before that
	// counts as an attempt, and the job is run with pauses: it may be what ends the
	// process.
	interruptedOften = 5
	interruptedPause = time.Minute
)

// ReviveAbandoned gives back the jobs whose workers did not prolong their
// claims. It does not count as an attempt, unless it happened often; the attempt
// may then be beyond the job's last, and whoever claims it gives it up.
func (db *DB) ReviveAbandoned(ctx context.Context) error {
	return db.revive(ctx, micros(db.now()))
}

// ReviveAll gives back every claimed job. It is for the start of a process that
// has the database to itself.
func (db *DB) ReviveAll(ctx context.Context) error {
	return db.revive(ctx, math.MaxInt64)
}

// revive gives back the jobs whose leases ended before that time.
func (db *DB) revive(ctx context.Context, leaseBefore int64) error {
	set := fmt.Sprintf(`attempt = CASE WHEN interrupted < %[1]d THEN attempt - 1 ELSE attempt END,
		run_at = CASE WHEN interrupted < %[1]d THEN run_at ELSE $2 END, interrupted = interrupted + 1`, interruptedOften)
	return db.giveBack(ctx, "state = 'running' AND lease_until < $1", []any{leaseBefore},
		set, micros(db.now().Add(interruptedPause)))
}

// giveBack makes the running jobs that match ready again. One that has a twin
// with its unique key waiting goes: the twin does its work. The arguments of set
// are numbered after those of which.
func (db *DB) giveBack(ctx context.Context, which string, args []any, set string, setArgs ...any) error {
	return db.Update(ctx, func(tx *Tx) error {
		dropped, err := tx.exec(ctx, "DELETE FROM jobs WHERE "+which+` AND EXISTS (SELECT 1 FROM jobs AS twin
			WHERE twin.unique_key = jobs.unique_key AND twin.state = 'ready')`, args...)
		if err != nil {
			return err
		}
		given, err := tx.exec(ctx, "UPDATE jobs SET state = 'ready', lease_until = NULL, lease_token = '', "+set+
			" WHERE "+which, slices.Concat(args, setArgs)...)
		tx.effects.JobsAdded = dropped+given > 0
		return err
	})
}

// Jobs returns how many jobs are in each state.
func (r reader) Jobs(ctx context.Context) (map[vitrine.JobState]int, error) {
	counts := map[vitrine.JobState]int{vitrine.JobReady: 0, vitrine.JobRunning: 0, vitrine.JobDead: 0}
	scan := func(r rows.Row) (struct{}, error) {
		var state vitrine.JobState
		var n int
		err := r.Scan(&state, &n)
		counts[state] = n
		return struct{}{}, err
	}
	_, err := rows.All(ctx, r.src, scan, "SELECT state, COUNT(*) FROM jobs GROUP BY state")
	return counts, err
}

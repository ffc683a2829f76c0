package vitrine

import "time"

// JobKind names a kind of background work.
type JobKind string

// The kinds of jobs.
const (
	JobDerive    JobKind = "derive"     // derive the pictures of an upload
	JobDeliver   JobKind = "deliver"    // deliver events to a webhook
	JobJanitor   JobKind = "janitor"    // remove what nothing refers to any more
	JobBackup    JobKind = "backup"     // copy the library
	JobBackupDue JobKind = "backup_due" // see whether it is time for a backup
)

// JobState is how far a job has come.
type JobState string

// The job states: ready → running → done (the row goes), or back to ready for a
// retry, or dead after the last one.
const (
	JobReady   JobState = "ready"
	JobRunning JobState = "running"
	JobDead    JobState = "dead"
)

// Job is a piece of durable background work. It runs at least once and must
// have the effect of once.
type Job struct {
	ID          int64
	Kind        JobKind
	Payload     []byte // JSON
	UniqueKey   string // while a job with this key waits, no second one is added; "" for none
	State       JobState
	Priority    int // lower runs first
	Attempt     int // 1 while it runs for the first time
	MaxAttempts int
	RunAt       time.Time
	LeaseUntil  *time.Time // when a running job counts as abandoned
	LeaseToken  string     // fences a worker that lost its lease
	LastError   string
	CreatedAt   time.Time
}

// NewJob describes a job to enqueue.
type NewJob struct {
	Kind        JobKind
	Payload     any // marshalled as JSON
	UniqueKey   string
	Priority    int
	RunAt       time.Time // zero: at once
	MaxAttempts int       // zero: DefaultMaxAttempts
}

// DefaultMaxAttempts is how often a job is tried.
const DefaultMaxAttempts = 5

// Package storetest is what both databases have to pass, and opens them for the
// tests of other packages.
package storetest

import (
	"context"
	"log/slog"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/vitrine-photos/vitrine/internal/store"
	"github.com/vitrine-photos/vitrine/internal/testservers"
)

// Open opens an empty database that is gone when the test ends.
type Open func(t testing.TB, now func() time.Time) *store.DB

// SQLite opens a file of the test's own.
func SQLite(t testing.TB, now func() time.Time) *store.DB {
	t.Helper()
	return open(t, filepath.Join(t.TempDir(), "vitrine.db"), now)
}

// Postgres opens a database of the test's own, or skips the test if there is no
// server.
func Postgres(t testing.TB, now func() time.Time) *store.DB {
	t.Helper()
	return open(t, PostgresURL(t), now)
}

// PostgresURL is that of an empty database of the test's own with the tables of
// today: a copy, since migrating one takes several times as long. Without a
// server it skips the test.
func PostgresURL(t testing.TB) string {
	t.Helper()
	return testservers.NewDatabaseFrom(t, "of_store", func(url string) error {
		db, err := openStore(url, time.Now)
		if err != nil {
			return err
		}
		return db.Close()
	})
}

func openStore(url string, now func() time.Time) (*store.DB, error) {
	return store.Open(context.Background(), store.Config{URL: url, Now: now, Log: slog.New(slog.DiscardHandler)})
}

func open(t testing.TB, url string, now func() time.Time) *store.DB {
	t.Helper()
	db, err := openStore(url, now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// Engines runs a test once with each engine.
func Engines(t *testing.T, test func(t *testing.T, open Open)) {
	t.Run("sqlite", func(t *testing.T) { t.Parallel(); test(t, SQLite) })
	t.Run("postgres", func(t *testing.T) { t.Parallel(); test(t, Postgres) })
}

// Clock is a clock that stands still until it is set.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// NewClock returns a clock that shows an arbitrary moment of 2026.
func NewClock() *Clock {
	return &Clock{now: time.Date(2026, 5, 31, 12, 0, 0, 123456789, time.UTC)}
}

// Now returns what the clock shows.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Advance moves the clock.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// Run tests everything but photos and what photos are sorted by.
func Run(t *testing.T, open Open) {
	runAll(t, open, testsOfTransactions())
	runAll(t, open, testsOfRows())
}

func runAll(t *testing.T, open Open, tests map[string]func(*suite)) {
	t.Helper()
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			clock := NewClock()
			test(&suite{T: t, Clock: clock, db: open(t, clock.Now)})
		})
	}
}

func testsOfTransactions() map[string]func(*suite) {
	return map[string]func(*suite){
		"transactions are all or nothing":      testAllOrNothing,
		"effects are announced after a commit": testEffects,
		"a commit of unknown end is announced": testUnknownEnd,
		"transactions run one after the other": testSerial,
		"a slow transaction among quick ones":  testSlowAmongQuick,
		"transactions of several parts":        testTogether,
		"transactions of several parts fail":   testTogetherFails,
		"transactions apart":                   testApart,
		"effects of several parts":             testTogetherEffects,
		"transactions of several parts race":   testTogetherRaces,
	}
}

func testsOfRows() map[string]func(*suite) {
	return map[string]func(*suite){
		"answers are kept":                      testAnswers,
		"many ids":                              testManyIDs,
		"users":                                 testUsers,
		"user names are unique":                 testUserConflicts,
		"pages of users":                        testUserPages,
		"super admins":                          testSuperAdmins,
		"deleting a user":                       testDeleteUser,
		"sessions":                              testSessions,
		"sessions end":                          testSessionsEnd,
		"refresh tokens rotate once":            testRotate,
		"sessions expire":                       testSessionsExpire,
		"blobs leave":                           testBlobsLeave,
		"blobs in use stay":                     testBlobsInUse,
		"uploads":                               testUploads,
		"upload progress":                       testUploadProgress,
		"renditions":                            testRenditions,
		"media":                                 testMedia,
		"orphan uploads":                        testOrphans,
		"deleting an upload":                    testDeleteUpload,
		"chunked uploads":                       testChunkedUploads,
		"chunked uploads complete once":         testChunkedUploadCompletes,
		"chunked uploads end":                   testChunkedUploadsEnd,
		"chunks in use stay":                    testChunksInUse,
		"jobs":                                  testJobs,
		"jobs run in order":                     testJobOrder,
		"jobs are unique while they wait":       testUniqueJobs,
		"jobs that fail":                        testJobFailures,
		"jobs that are postponed":               testPostponedJobs,
		"abandoned jobs":                        testAbandonedJobs,
		"abandoned jobs with a twin":            testTwins,
		"jobs are claimed once":                 testClaimOnce,
		"jobs go back at a stop":                testReleaseJobs,
		"jobs belong to their transaction":      testJobsInTransaction,
		"backups":                               testBackups,
		"a backup holds blobs":                  testBackupHoldsBlobs,
		"settings":                              testSettings,
		"stored settings that are out of range": testStaleSettings,
		"events":                                testEvents,
		"audit log":                             testAuditLog,
		"a long audit log is counted in part":   testAuditDepth,
		"the size is known":                     testSize,
	}
}

// suite is one test with a database of its own.
type suite struct {
	*testing.T
	*Clock
	db *store.DB
}

// update runs fn in a transaction that must succeed.
func (s *suite) update(fn func(tx *store.Tx) error) {
	s.Helper()
	if err := s.db.Update(s.Context(), fn); err != nil {
		s.Fatal(err)
	}
}

// must ends the test if there is an error.
func (s *suite) must(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

// stored returns a time as it comes back from the database.
func stored(t time.Time) time.Time { return t.UTC().Truncate(time.Microsecond) }

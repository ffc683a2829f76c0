package identity_test

import (
	"errors"
	"flag"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/identity"
	"github.com/vitrine-photos/vitrine/internal/passhash"
	"github.com/vitrine-photos/vitrine/internal/store"
	"github.com/vitrine-photos/vitrine/internal/store/storetest"
)

const (
	accessTTL  = 15 * time.Minute
	refreshTTL = 30 * 24 * time.Hour
	password   = "a stone in the river"
	newWords   = "seven herons at dusk"
)

// laptop is where the tests' users sign in.
var laptop = identity.Client{Address: "192.0.2.7", UserAgent: "Camera/1.0"}

// firstPage is all that there is in these tests.
var firstPage = vitrine.Page{Number: 1, Limit: 100}

// testCost keeps hashing out of the tests' time.
var testCost = passhash.Cost{MemoryKiB: 8, Passes: 1}

func TestMain(m *testing.M) {
	flag.Parse()
	if f := flag.Lookup("rapid.checks"); f.Value.String() == f.DefValue {
		_ = f.Value.Set("200")
	}
	os.Exit(m.Run())
}

// clock is a clock that stands until it is moved.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// service is an Identity over a real database, and what tests do with it.
type service struct {
	*identity.Identity
	t     testing.TB
	url   string // of the database
	db    *store.DB
	clock *clock
}

func newService(t testing.TB, change ...func(*identity.Config)) *service {
	t.Helper()
	return newServiceOn(t, filepath.Join(t.TempDir(), "vitrine.db"), change...)
}

// onBothEngines runs a test whose subject is what happens at once: SQLite lets
// one writer in, PostgreSQL lets them meet.
func onBothEngines(t *testing.T, test func(t *testing.T, s *service)) {
	t.Parallel()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		test(t, newService(t))
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		test(t, newServiceOn(t, storetest.PostgresURL(t)))
	})
}

func newServiceOn(t testing.TB, url string, change ...func(*identity.Config)) *service {
	t.Helper()
	s := &service{
		t: t, url: url,
		clock: &clock{now: time.Date(2026, 5, 31, 12, 0, 0, 123_456_000, time.UTC)},
	}
	s.db = s.open()
	s.Identity = s.over(s.db, change...)
	return s
}

// open opens the database, as each node does.
func (s *service) open() *store.DB {
	s.t.Helper()
	db, err := store.Open(s.t.Context(), store.Config{URL: s.url, Now: s.clock.Now, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() {
		if err := db.Close(); err != nil {
			s.t.Error(err)
		}
	})
	return db
}

// over returns an Identity that works with db.
func (s *service) over(db *store.DB, change ...func(*identity.Config)) *identity.Identity {
	cfg := identity.Config{
		DB: db, Key: []byte(strings.Repeat("k", identity.KeyLength)),
		AccessTTL: accessTTL, RefreshTTL: refreshTTL, RegistrationOpen: true,
		Passwords: passhash.New(testCost), Now: s.clock.Now, Log: slog.New(slog.DiscardHandler),
	}
	for _, f := range change {
		f(&cfg)
	}
	return identity.New(cfg)
}

// root makes the first super_admin and returns an actor for it.
func (s *service) root() vitrine.Actor {
	s.t.Helper()
	if made, _, err := s.EnsureSuperAdmin(s.t.Context(), "root", "root@example.com", password); err != nil || !made {
		s.t.Fatalf("EnsureSuperAdmin = %v, %v", made, err)
	}
	return s.signIn("root")
}

// add makes a user of a role, and returns an actor for it.
func (s *service) add(by vitrine.Actor, name string, role vitrine.Role) vitrine.Actor {
	s.t.Helper()
	if _, err := s.CreateUser(s.t.Context(), by, newUser(name, role)); err != nil {
		s.t.Fatal(err)
	}
	return s.signIn(name)
}

func newUser(name string, role vitrine.Role) vitrine.UserInput {
	return vitrine.UserInput{
		Username: vitrine.Some(name), Email: vitrine.Some(name + "@example.com"),
		Password: vitrine.Some(password), Role: vitrine.Some(role),
	}
}

func (s *service) signIn(name string) vitrine.Actor {
	s.t.Helper()
	return s.actor(s.login(name).AccessToken)
}

func (s *service) login(name string) identity.Tokens {
	s.t.Helper()
	tokens, err := s.Login(s.t.Context(), name, password, laptop)
	if err != nil {
		s.t.Fatal(err)
	}
	return tokens
}

func (s *service) actor(token string) vitrine.Actor {
	s.t.Helper()
	actor, err := s.Authenticate(s.t.Context(), token)
	if err != nil {
		s.t.Fatal(err)
	}
	return actor
}

// wantToken checks how an access token is answered; "" is being let in.
func (s *service) wantToken(token string, want vitrine.Code) {
	s.t.Helper()
	_, err := s.Authenticate(s.t.Context(), token)
	wantCode(s.t, err, want)
}

// wantCode fails the test unless err has the code; "" is no error.
func wantCode(t testing.TB, err error, want vitrine.Code) {
	t.Helper()
	if got := vitrine.ErrorCode(err); got != want {
		t.Errorf("code = %q (%v), want %q", got, err, want)
	}
}

// wantFaults fails the test unless err finds fault with just these fields, once
// each.
func wantFaults(t testing.TB, err error, fields ...string) {
	t.Helper()
	var got []string
	if e, ok := errors.AsType[*vitrine.Error](err); ok {
		for _, fault := range e.Faults {
			got = append(got, fault.Field)
		}
	}
	less := func(a, b string) bool { return a < b }
	if diff := cmp.Diff(fields, got, cmpopts.SortSlices(less)); diff != "" {
		t.Errorf("%v: fields with faults (-want +got):\n%s", err, diff)
	}
}

// wantConflict fails the test unless err is a conflict of this name.
func wantConflict(t testing.TB, err error, name string) {
	t.Helper()
	wantCode(t, err, vitrine.CodeConflict)
	if details, _ := detailsOf(err).(map[string]any); details["conflict"] != name {
		t.Errorf("conflict = %v, want %s", details, name)
	}
}

// detailsOf returns the details that the client is shown.
func detailsOf(err error) any {
	if e, ok := errors.AsType[*vitrine.Error](err); ok {
		return e.Details
	}
	return nil
}

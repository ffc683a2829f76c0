package storetest

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"

	"github.com/google/go-cmp/cmp"
)

// insertSession adds a session of an hour.
func (s *suite) insertSession(user *vitrine.User, id string) *vitrine.Session {
	s.Helper()
	now := stored(s.Now())
	session := &vitrine.Session{
		ID: id, UserID: user.ID, IPAddress: "192.0.2.1", UserAgent: "Browser/1",
		CreatedAt: now, LastSeenAt: now, ExpiresAt: now.Add(time.Hour),
		Refresh: vitrine.RefreshState{Current: "first", RotatedAt: now},
	}
	s.update(func(tx *store.Tx) error { return tx.InsertSession(s.Context(), session) })
	return session
}

func (s *suite) liveSessions(user *vitrine.User) []string {
	s.Helper()
	sessions, total, err := s.db.Sessions(s.Context(), user.ID, vitrine.Page{Number: 1, Limit: 100})
	s.must(err)
	if total != len(sessions) {
		s.Errorf("%d sessions are said to be %d", len(sessions), total)
	}
	var ids []string
	for _, session := range sessions {
		ids = append(ids, session.ID)
	}
	return ids
}

func testSessions(s *suite) {
	user := s.insertUser(newUser("ansel"))
	session := s.insertSession(user, "a")
	gotSession, gotUser, err := s.db.SessionUser(s.Context(), "a")
	s.must(err)
	if diff := cmp.Diff(session, gotSession); diff != "" {
		s.Errorf("session (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(user, gotUser); diff != "" {
		s.Errorf("user (-want +got):\n%s", diff)
	}
	_, _, err = s.db.SessionUser(s.Context(), "b")
	s.wantCode(err, vitrine.CodeNotFound)

	s.insertSession(user, "b")
	seen := s.Now().Add(time.Minute)
	s.update(func(tx *store.Tx) error { return tx.TouchSession(s.Context(), "a", seen) })
	s.update(func(tx *store.Tx) error { return tx.TouchSession(s.Context(), "a", seen.Add(-time.Second)) })
	if got, err := s.db.Session(s.Context(), "a"); err != nil || !got.LastSeenAt.Equal(stored(seen)) {
		s.Errorf("last seen: %v, %v; want %v", got.LastSeenAt, err, seen)
	}
	if diff := cmp.Diff([]string{"a", "b"}, s.liveSessions(user)); diff != "" {
		s.Errorf("sessions (-want +got):\n%s", diff)
	}
	second, total, err := s.db.Sessions(s.Context(), user.ID, vitrine.Page{Number: 2, Limit: 1})
	if err != nil || total != 2 || len(second) != 1 || second[0].ID != "b" {
		s.Errorf("second page: %v of %d, %v", second, total, err)
	}
}

func testSessionsEnd(s *suite) {
	ansel, other := s.insertUser(newUser("ansel")), s.insertUser(newUser("other"))
	for _, id := range []string{"a", "b", "c"} {
		s.insertSession(ansel, id)
	}
	s.insertSession(other, "d")
	ended := 0
	s.db.OnCommit(func(e store.Effects) {
		if e.SessionsEnded {
			ended++
		}
	})
	for range 2 { // the second time nothing happens
		s.update(func(tx *store.Tx) error { return tx.EndSession(s.Context(), "a") })
	}
	s.update(func(tx *store.Tx) error {
		n, err := tx.EndUserSessions(s.Context(), ansel.ID, "c")
		if n != 1 {
			s.Errorf("EndUserSessions ended %d sessions, want b alone", n)
		}
		return err
	})
	if ended != 2 {
		s.Errorf("it was announced %d times that sessions ended, want twice", ended)
	}
	if diff := cmp.Diff([]string{"c"}, s.liveSessions(ansel)); diff != "" {
		s.Errorf("sessions (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"d"}, s.liveSessions(other)); diff != "" {
		s.Errorf("another's sessions (-want +got):\n%s", diff)
	}
}

func testRotate(s *suite) {
	user := s.insertUser(newUser("ansel"))
	from := s.insertSession(user, "a").Refresh
	rotate := func(to string) bool {
		var rotated bool
		s.update(func(tx *store.Tx) (err error) {
			next := vitrine.RefreshState{Current: to, Previous: from.Current, RotatedAt: tx.Now}
			rotated, err = tx.RotateSession(s.Context(), "a", from, next, tx.Now.Add(2*time.Hour))
			return err
		})
		return rotated
	}
	var group sync.WaitGroup
	var won atomic.Int32
	for _, to := range []string{"x", "y", "z"} {
		group.Go(func() {
			if rotate(to) {
				won.Add(1)
			}
		})
	}
	group.Wait()
	if won.Load() != 1 {
		s.Errorf("%d of 3 uses of one token succeeded, want one", won.Load())
	}
	got, err := s.db.Session(s.Context(), "a")
	s.must(err)
	if got.Refresh.Previous != "first" || !got.ExpiresAt.Equal(stored(s.Now().Add(2*time.Hour))) {
		s.Errorf("the session is %+v", got)
	}
	from = got.Refresh
	s.update(func(tx *store.Tx) error { return tx.EndSession(s.Context(), "a") })
	if rotate("w") {
		s.Error("a session that ended was rotated")
	}
}

func testSessionsExpire(s *suite) {
	user := s.insertUser(newUser("ansel"))
	s.insertSession(user, "old")
	s.insertSession(user, "ended")
	s.update(func(tx *store.Tx) error { return tx.EndSession(s.Context(), "ended") })
	s.Advance(30 * time.Minute)
	s.insertSession(user, "new")
	s.Advance(31 * time.Minute)
	if diff := cmp.Diff([]string{"new"}, s.liveSessions(user)); diff != "" {
		s.Errorf("sessions (-want +got):\n%s", diff)
	}
	s.update(func(tx *store.Tx) error { return tx.DeleteExpiredSessions(s.Context(), tx.Now) })
	for id, want := range map[string]vitrine.Code{"old": vitrine.CodeNotFound, "ended": vitrine.CodeNotFound, "new": ""} {
		s.wantCode(second(s.db.Session(s.Context(), id)), want)
	}
}

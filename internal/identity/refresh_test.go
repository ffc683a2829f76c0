package identity_test

import (
	"sync"
	"testing"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/identity"
)

func (s *service) refresh(token string) identity.Tokens {
	s.t.Helper()
	tokens, err := s.Refresh(s.t.Context(), token, laptop)
	if err != nil {
		s.t.Fatal(err)
	}
	return tokens
}

func (s *service) wantRefresh(token string, want vitrine.Code) {
	s.t.Helper()
	_, err := s.Refresh(s.t.Context(), token, laptop)
	wantCode(s.t, err, want)
}

func TestRefresh(t *testing.T) {
	t.Parallel()
	s := newService(t)
	root := s.root()
	first := s.login("root")
	s.clock.Advance(accessTTL)
	s.wantToken(first.AccessToken, vitrine.CodeTokenExpired)

	second := s.refresh(first.RefreshToken)
	if second.RefreshToken == first.RefreshToken || second.AccessToken == first.AccessToken {
		t.Error("a refresh answered with used tokens")
	}
	if second.User.ID != root.UserID || second.User.PasswordHash != "" || second.ExpiresIn != accessTTL {
		t.Errorf("second = %+v of %+v", second, second.User)
	}
	s.wantToken(second.AccessToken, "")
	third := s.refresh(second.RefreshToken)
	s.wantToken(third.AccessToken, "")
	s.wantToken(second.AccessToken, "")
}

func TestRefreshAnswerThatGotLost(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.root()
	first := s.login("root")
	second := s.refresh(first.RefreshToken)
	for _, later := range []time.Duration{0, 4 * time.Second, 6 * time.Second} { // at 0, 4 and 10 s
		s.clock.Advance(later)
		again := s.refresh(first.RefreshToken)
		if again.RefreshToken != second.RefreshToken {
			t.Fatal("repeating a refresh began a second chain")
		}
		s.wantToken(again.AccessToken, "")
	}
	// Another process with the same key and database answers the same.
	elsewhere, err := s.over(s.open()).Refresh(t.Context(), first.RefreshToken, laptop)
	if err != nil || elsewhere.RefreshToken != second.RefreshToken {
		t.Errorf("on another node: %v, same token %v", err, elsewhere.RefreshToken == second.RefreshToken)
	}
}

func TestRefreshReuse(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		// reuse goes on from the first sign-in, and returns the token that comes
		// again and what was valid until then.
		reuse func(s *service, first identity.Tokens) (again string, valid identity.Tokens)
	}{
		{"after the grace", func(s *service, first identity.Tokens) (string, identity.Tokens) {
			second := s.refresh(first.RefreshToken)
			s.clock.Advance(10*time.Second + time.Microsecond)
			return first.RefreshToken, second
		}},
		{"after its successor was used", func(s *service, first identity.Tokens) (string, identity.Tokens) {
			return first.RefreshToken, s.refresh(s.refresh(first.RefreshToken).RefreshToken)
		}},
		{"much later", func(s *service, first identity.Tokens) (string, identity.Tokens) {
			second := s.refresh(first.RefreshToken)
			s.clock.Advance(24 * time.Hour)
			return first.RefreshToken, s.refresh(second.RefreshToken)
		}},
		{"with a clock that went back", func(s *service, first identity.Tokens) (string, identity.Tokens) {
			second := s.refresh(first.RefreshToken)
			s.clock.Advance(-time.Hour)
			return first.RefreshToken, second
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := newService(t)
			s.root()
			other := s.login("root")
			again, valid := test.reuse(s, s.login("root"))
			s.wantToken(valid.AccessToken, "")
			s.wantRefresh(again, vitrine.CodeInvalidToken)
			s.wantToken(valid.AccessToken, vitrine.CodeInvalidToken)
			s.wantRefresh(valid.RefreshToken, vitrine.CodeInvalidToken)
			s.wantRefresh(again, vitrine.CodeInvalidToken)
			s.wantRefresh(other.RefreshToken, "")
		})
	}
}

func TestSessionExpires(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.root()
	idle, used := s.login("root"), s.login("root")
	s.clock.Advance(refreshTTL - time.Second)
	used = s.refresh(used.RefreshToken)
	s.clock.Advance(time.Second)
	s.wantRefresh(idle.RefreshToken, vitrine.CodeTokenExpired)
	s.wantRefresh(used.RefreshToken, "")

	if err := s.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if live := s.liveSessions("root"); live != 1 {
		t.Errorf("%d sessions after the sweep, want 1", live)
	}
	s.wantRefresh(idle.RefreshToken, vitrine.CodeTokenExpired)
	s.wantToken(used.AccessToken, "")
}

// An access token cannot outlive its session, whatever the two lifetimes are.
func TestAccessTokenEndsWithSession(t *testing.T) {
	t.Parallel()
	s := newService(t, func(c *identity.Config) { c.RefreshTTL = time.Minute })
	s.root()
	tokens := s.login("root")
	s.clock.Advance(59 * time.Second)
	s.wantToken(tokens.AccessToken, "")
	s.clock.Advance(time.Second)
	s.wantToken(tokens.AccessToken, vitrine.CodeTokenExpired)
}

func (s *service) liveSessions(name string) int {
	s.t.Helper()
	user, err := s.db.UserByLogin(s.t.Context(), name)
	if err != nil {
		s.t.Fatal(err)
	}
	_, total, err := s.db.Sessions(s.t.Context(), user.ID, firstPage)
	if err != nil {
		s.t.Fatal(err)
	}
	return total
}

// Tabs that refresh at the same moment all go on, on one chain.
func TestRefreshAtOnce(t *testing.T) {
	onBothEngines(t, func(t *testing.T, s *service) {
		s.root()
		first := s.login("root")
		answers := make([]identity.Tokens, 8)
		var tabs sync.WaitGroup
		for n := range answers {
			tabs.Go(func() {
				var err error
				if answers[n], err = s.Refresh(t.Context(), first.RefreshToken, laptop); err != nil {
					t.Error(err)
				}
			})
		}
		tabs.Wait()
		for _, answer := range answers {
			if answer.RefreshToken != answers[0].RefreshToken {
				t.Fatal("two chains began")
			}
		}
		s.wantRefresh(answers[0].RefreshToken, "")
	})
}

// A token has a holder exactly as long as it can be exchanged; looking it up
// changes nothing.
func TestHolder(t *testing.T) {
	t.Parallel()
	s := newService(t)
	root := s.root()
	want := func(when, token string, code vitrine.Code) {
		t.Helper()
		holder, err := s.Holder(t.Context(), token)
		if got := vitrine.ErrorCode(err); got != code || (code == "") != (holder.UserID == root.UserID) {
			t.Errorf("%s: user %d, %q; want %q", when, holder.UserID, got, code)
		}
	}
	first := s.login("root")
	want("new", first.RefreshToken, "")
	want("again", first.RefreshToken, "")
	want("of another kind", first.AccessToken, vitrine.CodeInvalidToken)
	want("changed", first.RefreshToken+"x", vitrine.CodeInvalidToken)
	second := s.refresh(first.RefreshToken)
	want("just replaced", first.RefreshToken, "")
	s.clock.Advance(11 * time.Second)
	want("replaced", first.RefreshToken, vitrine.CodeInvalidToken)
	want("its successor, which that has not ended", second.RefreshToken, "")
	s.wantRefresh(first.RefreshToken, vitrine.CodeInvalidToken)
	want("of a session that has ended", second.RefreshToken, vitrine.CodeInvalidToken)
	third := s.login("root")
	s.clock.Advance(refreshTTL)
	want("too old", third.RefreshToken, vitrine.CodeTokenExpired)
}

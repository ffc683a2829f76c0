package identity_test

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// issued is a token that was given out.
type issued struct {
	token   string
	expires time.Time
}

// modelSession is what should be true of a session.
type modelSession struct {
	actor     vitrine.Actor
	access    []issued
	refresh   []issued // the last is valid
	rotatedAt time.Time
	expires   time.Time
	ended     bool
	swept     bool
}

// sessionMachine drives one user's sessions at random beside the model.
type sessionMachine struct {
	*service
	user     vitrine.Actor
	sessions []*modelSession
}

// TestSessionMachine compares sign-ins, refreshes with every token ever given
// out, requests, ends and a clock that jumps with a model of them.
func TestSessionMachine(t *testing.T) {
	t.Parallel()
	s := newService(t)
	user := s.root()
	rapid.Check(t, func(t *rapid.T) {
		m := &sessionMachine{service: s, user: user}
		m.reset(t)
		t.Repeat(map[string]func(*rapid.T){
			"login": m.login, "refresh": m.refresh, "refresh again": m.refresh, "request": m.request,
			"logout": m.logout, "end": m.end, "sweep": m.sweep, "wait": m.wait, "": m.check,
		})
	})
}

func (m *sessionMachine) reset(t *rapid.T) {
	err := m.db.Update(m.t.Context(), func(tx *store.Tx) error {
		_, err := tx.EndUserSessions(m.t.Context(), m.user.UserID, "")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func (m *sessionMachine) login(t *rapid.T) {
	tokens, err := m.Login(m.t.Context(), "root", password, laptop)
	if err != nil {
		t.Fatal(err)
	}
	session := &modelSession{}
	m.sessions = append(m.sessions, session)
	m.gave(session, tokens.AccessToken)
	m.rotated(session, tokens.RefreshToken)
	if session.actor, err = m.Authenticate(m.t.Context(), tokens.AccessToken); err != nil {
		t.Fatal(err)
	}
}

// gave notes an access token that was given out.
func (m *sessionMachine) gave(session *modelSession, access string) {
	session.access = append(session.access, issued{access, m.clock.Now().Add(accessTTL).Truncate(time.Second)})
}

// rotated notes a new refresh token.
func (m *sessionMachine) rotated(session *modelSession, refresh string) {
	session.rotatedAt = m.clock.Now()
	session.expires = session.rotatedAt.Add(refreshTTL).Truncate(time.Second)
	session.refresh = append(session.refresh, issued{refresh, session.expires})
}

func (m *sessionMachine) refresh(t *rapid.T) {
	session := m.draw(t)
	n := rapid.IntRange(max(0, len(session.refresh)-3), len(session.refresh)-1).Draw(t, "token")
	last := len(session.refresh) - 1
	want := m.answer(session, session.refresh[n])
	repeated := n == last-1 && m.clock.Now().Sub(session.rotatedAt).Abs() <= 10*time.Second
	if want == "" && n != last && !repeated {
		want = vitrine.CodeInvalidToken
		session.ended = true
	}
	tokens, err := m.Refresh(m.t.Context(), session.refresh[n].token, laptop)
	if got := vitrine.ErrorCode(err); got != want {
		t.Fatalf("refresh with token %d of %d: %q (%v), want %q", n, last, got, err, want)
	}
	if err != nil {
		return
	}
	m.gave(session, tokens.AccessToken)
	switch known := m.find(tokens.RefreshToken); {
	case repeated && known != session.refresh[last]:
		t.Fatal("a repeated refresh was answered with another token")
	case !repeated && known != (issued{}):
		t.Fatal("a refresh was answered with a known token")
	case !repeated:
		m.rotated(session, tokens.RefreshToken)
	}
}

// find returns the refresh token of any session that was given out before.
func (m *sessionMachine) find(token string) issued {
	for _, session := range m.sessions {
		if n := slices.IndexFunc(session.refresh, func(i issued) bool { return i.token == token }); n >= 0 {
			return session.refresh[n]
		}
	}
	return issued{}
}

func (m *sessionMachine) request(t *rapid.T) {
	session := m.draw(t)
	token := rapid.SampledFrom(session.access).Draw(t, "token")
	want := m.answer(session, token)
	actor, err := m.Authenticate(m.t.Context(), token.token)
	if got := vitrine.ErrorCode(err); got != want || (err == nil && actor != session.actor) {
		t.Fatalf("request: %q (%v) as %+v, want %q", got, err, actor, want)
	}
}

// answer returns the code with which a token is answered that is of the right
// kind; "" lets it in.
func (m *sessionMachine) answer(session *modelSession, token issued) vitrine.Code {
	now := m.clock.Now()
	switch {
	case !now.Before(token.expires):
		return vitrine.CodeTokenExpired
	case session.ended || session.swept:
		return vitrine.CodeInvalidToken
	case !now.Before(session.expires):
		return vitrine.CodeTokenExpired
	}
	return ""
}

func (m *sessionMachine) logout(t *rapid.T) {
	session := m.draw(t)
	if err := m.Logout(m.t.Context(), session.actor); err != nil {
		t.Fatal(err)
	}
	session.ended = true
}

func (m *sessionMachine) end(t *rapid.T) {
	session := m.draw(t)
	want := vitrine.CodeNotFound
	if m.isLive(session) {
		want = ""
	}
	err := m.EndSession(m.t.Context(), m.user, m.user.UserID, session.actor.SessionID)
	if got := vitrine.ErrorCode(err); got != want {
		t.Fatalf("end: %q (%v), want %q", got, err, want)
	}
	session.ended = session.ended || err == nil
}

func (m *sessionMachine) sweep(t *rapid.T) {
	if err := m.Sweep(m.t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, session := range m.sessions {
		session.swept = session.swept || !m.clock.Now().Before(session.expires)
	}
}

func (m *sessionMachine) wait(t *rapid.T) {
	m.clock.Advance(rapid.SampledFrom([]time.Duration{
		-5 * time.Second, time.Second, 5 * time.Second, 11 * time.Second, accessTTL, 24 * time.Hour, refreshTTL - time.Hour,
	}).Draw(t, "for"))
}

// check compares the list of live sessions.
func (m *sessionMachine) check(t *rapid.T) {
	_, live, err := m.Sessions(m.t.Context(), m.user, m.user.UserID, firstPage)
	if err != nil {
		t.Fatal(err)
	}
	want := 0
	for _, session := range m.sessions {
		if m.isLive(session) {
			want++
		}
	}
	if live != want {
		t.Fatalf("%d sessions are live, want %d", live, want)
	}
}

func (m *sessionMachine) isLive(session *modelSession) bool {
	return !session.ended && !session.swept && m.clock.Now().Before(session.expires)
}

func (m *sessionMachine) draw(t *rapid.T) *modelSession {
	if len(m.sessions) == 0 {
		t.Skip("no session yet")
	}
	return rapid.SampledFrom(m.sessions).Draw(t, "session")
}

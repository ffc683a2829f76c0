package identity_test

import (
	"testing"

	"github.com/vitrine-photos/vitrine"
)

func TestSessions(t *testing.T) {
	t.Parallel()
	s := newService(t)
	users := s.cast()
	tests := []struct {
		actor, target string
		list, end     vitrine.Code
	}{
		{"nobody", "user", vitrine.CodeUnauthenticated, vitrine.CodeUnauthenticated},
		{"user", "user", "", ""},
		{"user", "editor", vitrine.CodeForbidden, vitrine.CodeForbidden},
		{"editor", "user", vitrine.CodeForbidden, vitrine.CodeForbidden},
		{"admin", "editor", "", ""},
		{"admin", "admin2", vitrine.CodeForbidden, vitrine.CodeForbidden},
		{"admin", "root", vitrine.CodeForbidden, vitrine.CodeForbidden},
		{"root", "root2", "", ""},
		{"operator", "root", "", ""},
	}
	for _, test := range tests {
		t.Run(test.actor+" on "+test.target, func(t *testing.T) {
			actor, target := users[test.actor], users[test.target]
			gone := s.signIn(test.target)
			before := s.liveSessions(test.target)
			_, live, err := s.Sessions(t.Context(), actor, target.UserID, firstPage)
			wantCode(t, err, test.list)
			if err == nil && live != before {
				t.Errorf("%d sessions, want %d", live, before)
			}
			wantCode(t, s.EndSession(t.Context(), actor, target.UserID, gone.SessionID), test.end)
			if ended := before - s.liveSessions(test.target); (ended == 1) != (test.end == "") {
				t.Errorf("%d sessions ended", ended)
			}
		})
	}
}

func TestEndSessionOfNobody(t *testing.T) {
	t.Parallel()
	s := newService(t)
	users := s.cast()
	root, user := users["root"], users["user"]
	for name, test := range map[string]struct {
		user    int64
		session string
	}{
		"an unknown session":     {user.UserID, "nosuchsession"},
		"another user's session": {user.UserID, users["editor"].SessionID},
		"an unknown user":        {9999, user.SessionID},
	} {
		t.Run(name, func(t *testing.T) {
			wantCode(t, s.EndSession(t.Context(), root, test.user, test.session), vitrine.CodeNotFound)
		})
	}
	wantCode(t, s.EndSession(t.Context(), user, user.UserID, user.SessionID), "")
	wantCode(t, s.EndSession(t.Context(), root, user.UserID, user.SessionID), vitrine.CodeNotFound)
	_, _, err := s.Sessions(t.Context(), root, 9999, firstPage)
	wantCode(t, err, vitrine.CodeNotFound)
}

func TestLogout(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.root()
	left, stays := s.login("root"), s.login("root")
	wantCode(t, s.Logout(t.Context(), s.actor(left.AccessToken)), "")
	s.wantToken(left.AccessToken, vitrine.CodeInvalidToken)
	s.wantRefresh(left.RefreshToken, vitrine.CodeInvalidToken)
	s.wantToken(stays.AccessToken, "")

	wantCode(t, s.Logout(t.Context(), vitrine.Actor{}), vitrine.CodeUnauthenticated)
	wantCode(t, s.Logout(t.Context(), s.actor(s.OperatorToken())), "")
	s.wantToken(stays.AccessToken, "")
}

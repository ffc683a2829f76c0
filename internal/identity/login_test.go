package identity_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/identity"
	"github.com/vitrine-photos/vitrine/internal/passhash"
	"github.com/vitrine-photos/vitrine/internal/store"
)

func TestLogin(t *testing.T) {
	t.Parallel()
	s := newService(t)
	root := s.root()
	s.add(root, "Ansel", vitrine.RoleEditor)
	idle := s.add(root, "idle", vitrine.RoleUser)
	if _, err := s.UpdateUser(t.Context(), root, idle.UserID, vitrine.UserInput{IsActive: vitrine.Some(false)}, nil); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, login, password string
		want                  vitrine.Code
	}{
		{"by username", "Ansel", password, ""},
		{"whatever the case", "aNSEL", password, ""},
		{"by e-mail address", "ansel@EXAMPLE.com", password, ""},
		{"with spaces around", " Ansel ", password, ""},
		{"wrong password", "Ansel", newWords, vitrine.CodeUnauthenticated},
		{"password in another case", "Ansel", strings.ToUpper(password), vitrine.CodeUnauthenticated},
		{"password with more behind", "Ansel", password + "x", vitrine.CodeUnauthenticated},
		{"empty password", "Ansel", "", vitrine.CodeUnauthenticated},
		{"a megabyte of password", "Ansel", strings.Repeat("x", 1<<20), vitrine.CodeUnauthenticated},
		{"unknown user", "Edward", password, vitrine.CodeUnauthenticated},
		{"empty user", "", password, vitrine.CodeUnauthenticated},
		{"a pattern", "%", password, vitrine.CodeUnauthenticated},
		{"user not active", "idle", password, vitrine.CodeUnauthenticated},
	}
	refusals := map[string]bool{}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			tokens, err := s.Login(t.Context(), test.login, test.password, laptop)
			wantCode(t, err, test.want)
			if err != nil {
				refusals[err.Error()] = true
				return
			}
			if tokens.User.Username != "Ansel" || tokens.User.PasswordHash != "" || tokens.ExpiresIn != accessTTL {
				t.Errorf("tokens = %+v of %+v", tokens, tokens.User)
			}
			want := vitrine.Actor{UserID: tokens.User.ID, Role: vitrine.RoleEditor, SessionID: s.actor(tokens.AccessToken).SessionID}
			if diff := cmp.Diff(want, s.actor(tokens.AccessToken)); diff != "" || want.SessionID == "" {
				t.Errorf("actor (-want +got):\n%s", diff)
			}
		})
	}
	if len(refusals) != 1 {
		t.Errorf("refusals tell cases apart: %v", refusals)
	}
}

func TestLoginRecordsSessionAndEvent(t *testing.T) {
	t.Parallel()
	s := newService(t)
	root := s.root()
	s.clock.Advance(time.Hour)
	tokens, err := s.Login(t.Context(), "root", password, identity.Client{Address: "2001:db8::1", UserAgent: strings.Repeat("é", 1000)})
	if err != nil {
		t.Fatal(err)
	}
	now := s.clock.Now()
	if got := tokens.User.LastLoginAt; got == nil || !got.Equal(now) {
		t.Errorf("LastLoginAt = %v, want %v", got, now)
	}
	sessions, _, err := s.Sessions(t.Context(), root, root.UserID, firstPage)
	if err != nil || len(sessions) != 2 {
		t.Fatalf("Sessions = %v, %v", sessions, err)
	}
	for _, session := range sessions {
		if session.ID == root.SessionID {
			continue
		}
		if session.IPAddress != "2001:db8::1" || session.UserAgent != strings.Repeat("é", 256) ||
			!session.CreatedAt.Equal(now) || !session.LastSeenAt.Equal(now) ||
			!session.ExpiresAt.Equal(now.Add(refreshTTL).Truncate(time.Second)) {
			t.Errorf("session = %+v", session)
		}
	}
	s.wantLoginEvents(2, tokens.User)
}

func (s *service) wantLoginEvents(n int, user *vitrine.User) {
	s.t.Helper()
	events, err := s.db.Events(s.t.Context(), 0, 100)
	if err != nil || len(events) != n {
		s.t.Fatalf("events = %v, %v", events, err)
	}
	last := events[n-1]
	var got map[string]any
	if err := json.Unmarshal(last.Data, &got); err != nil {
		s.t.Fatal(err)
	}
	want := map[string]any{
		"id": float64(user.ID), "username": "root", "email": "root@example.com",
		"role": "super_admin", "display_name": "", "avatar_url": nil,
	}
	if diff := cmp.Diff(want, got); diff != "" || last.Type != vitrine.UserLogin || last.Subject != user.ID {
		s.t.Errorf("event %s of %d (-want +got):\n%s", last.Type, last.Subject, diff)
	}
}

func TestWrongPasswordAnnouncesNothing(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.root()
	_, err := s.Login(t.Context(), "root", newWords, laptop)
	wantCode(t, err, vitrine.CodeUnauthenticated)
	events, err := s.db.Events(t.Context(), 0, 100)
	if err != nil || len(events) != 1 {
		t.Errorf("events = %v, %v; want that of the first sign-in only", events, err)
	}
}

// A password typed with a composed accent is the one typed with a combining one.
func TestPasswordComposition(t *testing.T) {
	t.Parallel()
	s := newService(t)
	in := newUser("renee", vitrine.RoleUser)
	in.Password = vitrine.Some("caf\u00e9 au lait chaud")
	if _, err := s.CreateUser(t.Context(), s.root(), in); err != nil {
		t.Fatal(err)
	}
	_, err := s.Login(t.Context(), "renee", "cafe\u0301 au lait chaud", laptop)
	wantCode(t, err, "")
}

func TestHashFollowsCost(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.root()
	before := s.rootHash()
	s.login("root")
	if s.rootHash() != before {
		t.Error("the hash was made again at the same cost")
	}

	dearer := s.over(s.db, func(c *identity.Config) { c.Passwords = passhash.New(passhash.Cost{MemoryKiB: 16, Passes: 2}) })
	_, err := dearer.Login(t.Context(), "root", newWords, laptop)
	wantCode(t, err, vitrine.CodeUnauthenticated)
	if s.rootHash() != before {
		t.Error("a wrong password changed the hash")
	}
	_, err = dearer.Login(t.Context(), "root", password, laptop)
	wantCode(t, err, "")
	after := s.rootHash()
	if !strings.HasPrefix(after, "$argon2id$v=19$m=16,t=2,p=1$") {
		t.Errorf("hash = %s, want one at the new cost", after)
	}
	_, err = dearer.Login(t.Context(), "root", password, laptop)
	wantCode(t, err, "")
	if s.rootHash() != after {
		t.Error("the hash was made a third time")
	}
}

func (s *service) rootHash() string {
	s.t.Helper()
	user, err := s.db.UserByLogin(s.t.Context(), "root")
	if err != nil {
		s.t.Fatal(err)
	}
	return user.PasswordHash
}

func TestDamagedHash(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.root()
	const salt, key = "AAAAAAAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
	for _, hash := range []string{
		"", "$", "$2b$12$abcdefghijklmnopqrstuv", "$argon2id$v=16$m=8,t=1,p=1$" + salt + "$" + key,
		"$argon2i$v=19$m=8,t=1,p=1$" + salt + "$" + key, "$argon2id$v=19$m=8,t=0,p=1$" + salt + "$" + key,
		"$argon2id$v=19$m=4294967295,t=1,p=1$" + salt + "$" + key, "$argon2id$v=19$m=8,t=4294967295,p=1$" + salt + "$" + key,
		"$argon2id$v=19$m=8,t=1,p=1$" + salt + "$", "$argon2id$v=19$m=8,t=1,p=1$!$" + key, "$argon2id$v=19$$" + salt + "$" + key,
	} {
		err := s.db.Update(t.Context(), func(tx *store.Tx) error {
			user, err := tx.UserByLogin(t.Context(), "root")
			if err != nil {
				return err
			}
			user.PasswordHash = hash
			return tx.UpdateUser(t.Context(), user)
		})
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.Login(t.Context(), "root", password, laptop)
		wantCode(t, err, vitrine.CodeInternal)
	}
}

// BenchmarkLogin compares a wrong password with an unknown user at the cost that
// is used in earnest.
func BenchmarkLogin(b *testing.B) {
	s := newService(b, func(c *identity.Config) { c.Passwords = passhash.New(passhash.DefaultCost()) })
	s.root()
	for _, name := range []string{"root", "nobody"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				_, err := s.Login(b.Context(), name, newWords, laptop)
				wantCode(b, err, vitrine.CodeUnauthenticated)
			}
		})
	}
}

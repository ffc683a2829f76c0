package identity_test

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"maps"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/identity"
)

// forger makes tokens that differ from a genuine one in one thing.
type forger struct {
	s       *service
	genuine jwt.MapClaims
}

// token returns the genuine claims with some changed, nil meaning removed, under
// a method and key.
func (f forger) token(method jwt.SigningMethod, key any, change jwt.MapClaims) string {
	f.s.t.Helper()
	c := maps.Clone(f.genuine)
	for name, value := range change {
		c[name] = value
		if value == nil {
			delete(c, name)
		}
	}
	token, err := jwt.NewWithClaims(method, c).SignedString(key)
	if err != nil {
		f.s.t.Fatal(err)
	}
	return token
}

// signed is token under the genuine method and key.
func (f forger) signed(change jwt.MapClaims) string {
	return f.token(jwt.SigningMethodHS256, f.s.SigningKey(), change)
}

func newForger(s *service, genuine string) forger {
	s.t.Helper()
	c := jwt.MapClaims{}
	if _, _, err := jwt.NewParser().ParseUnverified(genuine, c); err != nil {
		s.t.Fatal(err)
	}
	return forger{s, c}
}

func TestForgedTokens(t *testing.T) {
	t.Parallel()
	s := newService(t)
	root := s.root()
	other := s.add(root, "other", vitrine.RoleUser)
	genuine := s.login("root")
	f := newForger(s, genuine.AccessToken)
	s.wantToken(f.signed(nil), "") // the forger is able

	rsaKey, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	rsaPublic := x509.MarshalPKCS1PublicKey(&rsaKey.PublicKey)
	header, rest, _ := strings.Cut(genuine.AccessToken, ".")
	payload, signature, _ := strings.Cut(rest, ".")
	now := s.clock.Now().Unix()
	invalid, expired := vitrine.CodeInvalidToken, vitrine.CodeTokenExpired
	tests := []struct {
		name, token string
		want        vitrine.Code
	}{
		{"empty", "", invalid},
		{"no token at all", "Bearer", invalid},
		{"two parts", header + "." + payload, invalid},
		{"no signature", header + "." + payload + ".", invalid},
		{"a hundred thousand dots", strings.Repeat(".", 100_000), invalid},
		{"a megabyte", header + "." + strings.Repeat("A", 1<<20) + "." + signature, invalid},
		{"changed signature", header + "." + payload + "." + "A" + signature[1:], invalid},
		{"padded signature", genuine.AccessToken + "=", invalid},
		{"same signature spelled otherwise", respell(genuine.AccessToken), invalid},
		{"longer than any of ours", f.signed(jwt.MapClaims{"note": strings.Repeat("x", 2048)}), invalid},
		{"algorithm none", f.token(jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, nil), invalid},
		{"algorithm none, signature kept", encode(`{"alg":"none","typ":"JWT"}`) + "." + payload + "." + signature, invalid},
		{"algorithm nOnE", encode(`{"alg":"nOnE","typ":"JWT"}`) + "." + payload + ".", invalid},
		{"no algorithm", encode(`{"typ":"JWT"}`) + "." + payload + "." + signature, invalid},
		{"algorithm HS384 under our key", f.token(jwt.SigningMethodHS384, s.SigningKey(), nil), invalid},
		{"algorithm HS512 under our key", f.token(jwt.SigningMethodHS512, s.SigningKey(), nil), invalid},
		{"algorithm RS256", f.token(jwt.SigningMethodRS256, rsaKey, nil), invalid},
		{"algorithm HS256 under a public RSA key", f.token(jwt.SigningMethodHS256, rsaPublic, nil), invalid},
		{"another key", f.token(jwt.SigningMethodHS256, []byte(strings.Repeat("x", 32)), nil), invalid},
		{"the raw key", f.token(jwt.SigningMethodHS256, []byte(strings.Repeat("k", 32)), nil), invalid},
		{"an empty key", f.token(jwt.SigningMethodHS256, []byte{}, nil), invalid},
		{"expired", f.signed(jwt.MapClaims{"exp": now}), expired},
		{"expired under another key", f.token(jwt.SigningMethodHS256, []byte("x"), jwt.MapClaims{"exp": now - 1}), invalid},
		{"expired, of another issuer", f.signed(jwt.MapClaims{"exp": now - 1, "iss": "other"}), invalid},
		{"never expires", f.signed(jwt.MapClaims{"exp": nil}), invalid},
		{"not valid yet", f.signed(jwt.MapClaims{"nbf": now + 60}), invalid},
		{"another issuer", f.signed(jwt.MapClaims{"iss": "other"}), invalid},
		{"no issuer", f.signed(jwt.MapClaims{"iss": nil}), invalid},
		{"refresh token", genuine.RefreshToken, invalid},
		{"refresh token that expired", f.signed(jwt.MapClaims{"kind": "refresh", "exp": now - 1}), invalid},
		{"no kind", f.signed(jwt.MapClaims{"kind": nil}), invalid},
		{"unknown kind", f.signed(jwt.MapClaims{"kind": "Access"}), invalid},
		{"unknown session", f.signed(jwt.MapClaims{"sid": "nosuchsession"}), invalid},
		{"no session", f.signed(jwt.MapClaims{"sid": nil}), invalid},
		{"another user's session", f.signed(jwt.MapClaims{"sid": other.SessionID}), invalid},
		{"another user", f.signed(jwt.MapClaims{"sub": strconv.FormatInt(other.UserID, 10)}), invalid},
		{"a user that is no number", f.signed(jwt.MapClaims{"sub": "root"}), invalid},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			actor, err := s.Authenticate(t.Context(), test.token)
			wantCode(t, err, test.want)
			if actor != (vitrine.Actor{}) {
				t.Errorf("actor = %+v", actor)
			}
		})
	}
}

// respell returns a token whose signature has the same bytes: the last character
// holds two bits that are not used.
func respell(token string) string {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	last := len(token) - 1
	return token[:last] + string(alphabet[strings.IndexByte(alphabet, token[last])|1])
}

func encode(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) }

func TestRefreshTakesRefreshTokensOnly(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.root()
	tokens := s.login("root")
	f := newForger(s, tokens.RefreshToken)
	for name, token := range map[string]string{
		"empty":               "",
		"access token":        tokens.AccessToken,
		"operator token":      s.OperatorToken(),
		"kind access":         f.signed(jwt.MapClaims{"kind": "access"}),
		"algorithm none":      f.token(jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, nil),
		"another key":         f.token(jwt.SigningMethodHS256, []byte("x"), nil),
		"an unknown session":  f.signed(jwt.MapClaims{"sid": "nosuchsession"}),
		"another user":        f.signed(jwt.MapClaims{"sub": "99"}),
		"no token of its own": f.signed(jwt.MapClaims{"kind": "operator"}),
	} {
		t.Run(name, func(t *testing.T) {
			_, err := s.Refresh(t.Context(), token, laptop)
			wantCode(t, err, vitrine.CodeInvalidToken)
		})
	}
	s.wantRefresh(tokens.RefreshToken, "") // none of them did harm
}

func TestOperatorToken(t *testing.T) {
	t.Parallel()
	s := newService(t)
	byCommandLine := identity.OperatorToken([]byte(strings.Repeat("k", identity.KeyLength)), s.clock.Now())
	s.wantToken(byCommandLine, vitrine.CodeInvalidToken) // there is nobody to act as
	root := s.root()

	want := vitrine.Actor{UserID: root.UserID, Role: vitrine.RoleSuperAdmin, Operator: true}
	for _, token := range []string{s.OperatorToken(), byCommandLine} {
		if diff := cmp.Diff(want, s.actor(token)); diff != "" {
			t.Errorf("actor (-want +got):\n%s", diff)
		}
	}
	f := newForger(s, s.OperatorToken())
	s.wantToken(f.token(jwt.SigningMethodHS256, []byte("x"), nil), vitrine.CodeInvalidToken)
	s.wantToken(f.signed(jwt.MapClaims{"kind": "access"}), vitrine.CodeInvalidToken)
	s.clock.Advance(identity.OperatorTTL)
	s.wantToken(byCommandLine, vitrine.CodeTokenExpired)
}

// What changes on a node holds on it from the next request on, although a moment
// before the session was remembered.
func TestChangesHoldAtOnce(t *testing.T) {
	t.Parallel()
	off := vitrine.UserInput{IsActive: vitrine.Some(false)}
	admin := vitrine.UserInput{Role: vitrine.Some(vitrine.RoleAdmin)}
	tests := []struct {
		name   string
		change func(s *service, root, user vitrine.Actor) error
		want   vitrine.Code // of the user's next request
		role   vitrine.Role
	}{
		{"logout", func(s *service, _, user vitrine.Actor) error {
			return s.Logout(s.t.Context(), user)
		}, vitrine.CodeInvalidToken, ""},
		{"session ended", func(s *service, root, user vitrine.Actor) error {
			return s.EndSession(s.t.Context(), root, user.UserID, user.SessionID)
		}, vitrine.CodeInvalidToken, ""},
		{"user not active", func(s *service, root, user vitrine.Actor) error {
			_, err := s.UpdateUser(s.t.Context(), root, user.UserID, off, nil)
			return err
		}, vitrine.CodeInvalidToken, ""},
		{"user deleted", func(s *service, root, user vitrine.Actor) error {
			return s.DeleteUser(s.t.Context(), root, user.UserID, nil)
		}, vitrine.CodeInvalidToken, ""},
		{"password set", func(s *service, root, user vitrine.Actor) error {
			return s.SetPassword(s.t.Context(), root, user.UserID, newWords)
		}, vitrine.CodeInvalidToken, ""},
		{"role given", func(s *service, root, user vitrine.Actor) error {
			_, err := s.UpdateUser(s.t.Context(), root, user.UserID, admin, nil)
			return err
		}, "", vitrine.RoleAdmin},
		{"own password changed", func(s *service, _, user vitrine.Actor) error {
			return s.ChangePassword(s.t.Context(), user, password, newWords)
		}, "", vitrine.RoleEditor},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := newService(t)
			root := s.root()
			s.add(root, "ansel", vitrine.RoleEditor)
			tokens := s.login("ansel")
			user := s.actor(tokens.AccessToken)
			if err := test.change(s, root, user); err != nil {
				t.Fatal(err)
			}
			actor, err := s.Authenticate(t.Context(), tokens.AccessToken)
			wantCode(t, err, test.want)
			if actor.Role != test.role {
				t.Errorf("role = %q, want %q", actor.Role, test.role)
			}
			s.wantRefresh(tokens.RefreshToken, test.want)
		})
	}
}

// A node learns of a session that ended on another one within a second.
func TestChangesOnAnotherNode(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.root()
	tokens := s.login("root")
	user := s.actor(tokens.AccessToken)
	s.clock.Advance(time.Minute)
	s.wantToken(tokens.AccessToken, "") // remembered from now on
	if err := s.over(s.open()).Logout(t.Context(), user); err != nil {
		t.Fatal(err)
	}
	s.clock.Advance(time.Second)
	s.wantToken(tokens.AccessToken, vitrine.CodeInvalidToken)
}

// Requests that run while sessions end are let in or refused, but none is let in
// after its session's end was reported.
func TestSessionsEndUnderLoad(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.root()
	for range 20 {
		tokens := s.login("root")
		user := s.actor(tokens.AccessToken)
		var requests sync.WaitGroup
		for range 4 {
			requests.Go(func() {
				for range 20 {
					_, _ = s.Authenticate(t.Context(), tokens.AccessToken)
				}
			})
		}
		if err := s.Logout(t.Context(), user); err != nil {
			t.Fatal(err)
		}
		s.wantToken(tokens.AccessToken, vitrine.CodeInvalidToken)
		requests.Wait()
		s.wantToken(tokens.AccessToken, vitrine.CodeInvalidToken)
	}
}

func TestLastSeen(t *testing.T) {
	t.Parallel()
	s := newService(t)
	root := s.root()
	tokens := s.login("root")
	start := s.clock.Now()
	for _, step := range []struct{ after, seen time.Duration }{
		{time.Minute, 0}, {4 * time.Minute, 5 * time.Minute}, {4 * time.Minute, 5 * time.Minute}, {time.Minute, 10 * time.Minute},
	} {
		s.clock.Advance(step.after)
		session := s.actor(tokens.AccessToken).SessionID
		live, _, err := s.Sessions(t.Context(), root, root.UserID, firstPage)
		if err != nil {
			t.Fatal(err)
		}
		for _, got := range live {
			if got.ID == session && !got.LastSeenAt.Equal(start.Add(step.seen)) {
				t.Errorf("%v after the sign-in: seen at %v, want %v", s.clock.Now().Sub(start), got.LastSeenAt.Sub(start), step.seen)
			}
		}
	}
}

func TestKeyLength(t *testing.T) {
	t.Parallel()
	s := newService(t)
	defer func() {
		if recover() == nil {
			t.Error("an Identity was made with an empty key")
		}
	}()
	s.over(s.db, func(c *identity.Config) { c.Key = nil })
}

func BenchmarkAuthenticate(b *testing.B) {
	s := newService(b)
	s.root()
	token := s.login("root").AccessToken
	b.Run("remembered", func(b *testing.B) {
		for b.Loop() {
			_ = s.actor(token)
		}
	})
	b.Run("looked up", func(b *testing.B) {
		for b.Loop() {
			s.clock.Advance(-time.Nanosecond) // what is remembered is from the future now
			_ = s.actor(token)
		}
	})
}

package app_test

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"
)

const (
	signIn = `{"username":"admin","password":"` + password + `"}`
	asJSON = "Content-Type: application/json"
)

// cookieOf returns the one cookie that an answer sets.
func cookieOf(t *testing.T, a answer) *http.Cookie {
	t.Helper()
	lines := a.header.Values("Set-Cookie")
	if len(lines) != 1 {
		t.Fatalf("the answer %d sets %d cookies: %s", a.status, len(lines), a.body)
	}
	cookie, err := http.ParseSetCookie(lines[0])
	if err != nil {
		t.Fatal(err)
	}
	return cookie
}

// accessToken returns the token of an answer that must have no other.
func accessToken(t *testing.T, a answer) string {
	t.Helper()
	var body struct {
		Data struct {
			AccessToken string `json:"access_token"`
			User        struct{ Username string }
		}
	}
	if err := json.Unmarshal([]byte(a.body), &body); err != nil || a.status != http.StatusOK || body.Data.User.Username != "admin" {
		t.Fatalf("answered %d: %s", a.status, a.body)
	}
	if strings.Contains(a.body, "refresh_token") {
		t.Errorf("scripts can read the refresh token: %s", a.body)
	}
	if a.header.Get("Cache-Control") != "no-store" {
		t.Errorf("tokens may be kept: %s", a.header.Get("Cache-Control"))
	}
	return body.Data.AccessToken
}

// A browser is signed in by a cookie that only the server can read, which is
// good for one refresh and gone after signing out.
func TestConsoleSession(t *testing.T) {
	t.Parallel()
	s := serve(t, config(t))
	begun := s.ask(http.MethodPost, "/admin/session", signIn, asJSON)
	accessToken(t, begun)
	first := cookieOf(t, begun)
	if first.Name != "__Host-vitrine-refresh" || !first.Secure || !first.HttpOnly || first.SameSite != http.SameSiteStrictMode || first.Path != "/" || first.MaxAge != 720*3600 {
		t.Errorf("the cookie is not guarded: %v", first)
	}

	refreshed := s.ask(http.MethodPost, "/admin/session/refresh", "", "Cookie: "+first.Name+"="+first.Value)
	token := accessToken(t, refreshed)
	second := cookieOf(t, refreshed)
	if second.Value == first.Value {
		t.Error("the refresh token was not replaced")
	}

	ended := s.ask(http.MethodDelete, "/admin/session", "", "Authorization: Bearer "+token)
	if gone := cookieOf(t, ended); ended.status != http.StatusOK || gone.Value != "" || gone.MaxAge >= 0 {
		t.Errorf("answered %d, and the cookie stays: %v", ended.status, gone)
	}
	again := s.ask(http.MethodPost, "/admin/session/refresh", "", "Cookie: "+second.Name+"="+second.Value)
	if again.status != http.StatusUnauthorized || cookieOf(t, again).MaxAge >= 0 {
		t.Errorf("after signing out, the cookie is answered %d: %s", again.status, again.body)
	}
}

func TestConsoleSignInRefused(t *testing.T) {
	t.Parallel()
	s := serve(t, config(t))
	if a := s.ask(http.MethodPost, "/admin/session/refresh", ""); a.status != http.StatusNoContent {
		t.Errorf("a stranger is answered %d", a.status)
	}
	for name, test := range map[string]struct {
		body, header string
		want         int
	}{
		"wrong password": {`{"username":"admin","password":"another long password"}`, asJSON, http.StatusUnauthorized},
		"no password":    {`{"username":"admin"}`, asJSON, http.StatusBadRequest},
		"another site":   {signIn, "Origin: https://elsewhere.example", http.StatusForbidden},
		"its subdomain":  {signIn, "Sec-Fetch-Site: same-site", http.StatusForbidden},
	} {
		a := s.ask(http.MethodPost, "/admin/session", test.body, asJSON, test.header)
		if a.status != test.want || len(a.header.Values("Set-Cookie")) > 0 || !strings.Contains(a.body, `"success":false`) {
			t.Errorf("%s: answered %d, want %d: %s", name, a.status, test.want, a.body)
		}
	}
}

// Browsers refuse the prefix and Secure from plain http, except from the machine
// itself.
func TestConsoleCookieByOrigin(t *testing.T) {
	t.Parallel()
	s := serve(t, config(t))
	address := strings.TrimPrefix(s.url, "http://")
	for origin, want := range map[string]string{
		"https://" + address:             "__Host-vitrine-refresh",
		"http://" + address:              "__Host-vitrine-refresh",
		"http://vitrine.lan":             "vitrine-refresh",
		"http://192.168.1.5:8080":        "vitrine-refresh",
		"https://photos.example.com:444": "__Host-vitrine-refresh",
	} {
		a := s.ask(http.MethodPost, "/admin/session", signIn, asJSON, "Origin: "+origin, "Sec-Fetch-Site: same-origin")
		if cookie := cookieOf(t, a); cookie.Name != want || cookie.Secure != strings.HasPrefix(want, "__Host-") || !cookie.HttpOnly {
			t.Errorf("%s gets %v", origin, cookie)
		}
	}
}

// Signing in here counts as it does at the API.
func TestConsoleSignInIsLimited(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	cfg.RateLimit = "authentication=2/1m"
	s := serve(t, cfg)
	for i, want := range []int{http.StatusOK, http.StatusOK, http.StatusTooManyRequests} {
		a := s.ask(http.MethodPost, "/admin/session", signIn, asJSON)
		if a.status != want {
			t.Errorf("sign-in %d is answered %d, want %d", i+1, a.status, want)
		}
		if want == http.StatusTooManyRequests && a.header.Get("Retry-After") == "" {
			t.Error("nobody knows how long to wait")
		}
	}
}

// A reload begins with a refresh, and guesses nothing: however many there are, of
// whomever behind one address, they leave signing in as it is. A token that is
// good for nobody may be a guess.
func TestConsoleRefreshIsNoSignIn(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	cfg.RateLimit = "authentication=4/1m"
	s := serve(t, cfg)
	refresh := func(cookie *http.Cookie) answer {
		return s.ask(http.MethodPost, "/admin/session/refresh", "", "Cookie: "+cookie.Name+"="+cookie.Value)
	}
	first := cookieOf(t, s.ask(http.MethodPost, "/admin/session", signIn, asJSON))
	cookie := first
	for i := range 12 {
		a := refresh(cookie)
		accessToken(t, a)
		if got, want := a.header.Get("X-Ratelimit-Remaining"), strconv.Itoa(999-i); got != want {
			t.Errorf("refresh %d leaves the user %s requests, want %s", i+1, got, want)
		}
		cookie = cookieOf(t, a)
	}

	forged := &http.Cookie{Name: cookie.Name, Value: cookie.Value + "x"}
	for _, test := range []struct {
		name   string
		cookie *http.Cookie
		status int
	}{
		{"forged", forged, http.StatusUnauthorized},
		{"replaced, which ends its session", first, http.StatusUnauthorized},
		{"of an ended session", cookie, http.StatusUnauthorized},
		{"forged, too many", forged, http.StatusTooManyRequests},
	} {
		if a := refresh(test.cookie); a.status != test.status || a.header.Get("X-Ratelimit-Limit") != "4" {
			t.Errorf("%s: answered %d of %s: %s", test.name, a.status, a.header.Get("X-Ratelimit-Limit"), a.body)
		}
	}
}

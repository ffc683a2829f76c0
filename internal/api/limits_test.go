package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"testing"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/ratelimit"
)

func limited(t *testing.T, now func() time.Time) *router {
	t.Helper()
	return frame(t, func(rt *router) {
		rt.now = now
		rt.limits.limiter = ratelimit.NewMemory(now)
		rt.limits.classes.General.Limit = 3
		rt.address = func(r *http.Request) netip.Addr { return netip.MustParseAddr(r.Header.Get("From")) }
	},
		hello(),
		route{post, "/login", public, authentication, 200, "Sign in", on(sayHello)},
		route{get, "/health", public, unlimited, 200, "Get health", on(sayHello)},
	)
}

func TestRateLimit(t *testing.T) {
	t.Parallel()
	now := noon()
	rt := limited(t, func() time.Time { return now })
	for i, want := range []struct {
		status    int
		remaining string
	}{{200, "2"}, {200, "1"}, {200, "0"}, {429, "0"}, {429, "0"}} {
		target := []string{"/v1/hello", "/api/v1/hello"}[i%2] // one bucket for both
		w := ask(rt, "GET", target, "", "From: 192.0.2.1")
		if w.Code != want.status || w.Header().Get("X-RateLimit-Remaining") != want.remaining {
			t.Fatalf("request %d: got %d, %s left", i, w.Code, w.Header().Get("X-RateLimit-Remaining"))
		}
		now = now.Add(time.Minute)
	}
	w := ask(rt, "GET", "/v1/hello", "", "From: 192.0.2.1")
	const want = `{"success":false,"code":429,"message":"Too many requests. Wait a little and try again.",` +
		`"error":{"type":"RATE_LIMIT_EXCEEDED","details":{"limit":3,"window":3600,"reset_at":"2026-05-31T13:00:00Z"}},` +
		`"meta":{"timestamp":"2026-05-31T12:05:00Z","request_id":"test"}}`
	if w.Body.String() != want || w.Header().Get("Retry-After") != "3300" || w.Header().Get("X-RateLimit-Reset") != "1780232400" {
		t.Errorf("got %s, headers %v", w.Body, w.Header())
	}
	now = noon().Add(time.Hour)
	if w := ask(rt, "GET", "/v1/hello", "", "From: 192.0.2.1"); w.Code != 200 {
		t.Errorf("after the window: got %d", w.Code)
	}
}

func TestRateLimitCountsClients(t *testing.T) {
	t.Parallel()
	use := func(rt *router, method, path string, headers ...string) (refused bool) {
		return ask(rt, method, path, "", headers...).Code == 429
	}
	for name, tt := range map[string]struct {
		first, second []string
		method, path  string
		shared        bool
	}{
		"two strangers":            {[]string{"From: 192.0.2.1"}, []string{"From: 192.0.2.2"}, "GET", "/v1/hello", false},
		"one IPv6 network":         {[]string{"From: 2001:db8::1"}, []string{"From: 2001:db8::2"}, "GET", "/v1/hello", true},
		"a user wherever they are": {[]string{"From: 192.0.2.1", "Authorization: Bearer user"}, []string{"From: 192.0.2.2", "Authorization: Bearer user"}, "GET", "/v1/hello", true},
		"a user and a stranger":    {[]string{"From: 192.0.2.1", "Authorization: Bearer user"}, []string{"From: 192.0.2.1"}, "GET", "/v1/hello", false},
		"sign-ins of one address":  {[]string{"From: 192.0.2.1", "Authorization: Bearer user"}, []string{"From: 192.0.2.1"}, "POST", "/v1/login", true},
		"bad tokens":               {[]string{"From: 192.0.2.1", "Authorization: Bearer forged"}, []string{"From: 192.0.2.1", "Authorization: Bearer expired"}, "GET", "/v1/hello", true},
		"what counts nowhere":      {[]string{"From: 192.0.2.1"}, []string{"From: 192.0.2.1"}, "GET", "/v1/health", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rt := limited(t, noon)
			for range 6 {
				use(rt, tt.method, tt.path, tt.first...)
			}
			if got := use(rt, tt.method, tt.path, tt.second...); got != tt.shared {
				t.Errorf("the second was refused: %v", got)
			}
		})
	}
}

func TestRateLimitComesBeforeTheToken(t *testing.T) {
	t.Parallel()
	rt := limited(t, noon)
	var codes []int
	for range 4 {
		codes = append(codes, ask(rt, "GET", "/v1/hello", "", "From: 192.0.2.1", "Authorization: Bearer forged").Code)
	}
	if got := fmt.Sprint(codes); got != "[401 401 401 429]" {
		t.Errorf("got %s", got)
	}
}

type brokenLimiter struct{}

func (brokenLimiter) Take(context.Context, ratelimit.Class, string) (ratelimit.Decision, error) {
	return ratelimit.Decision{}, errors.New("not reachable")
}

func (brokenLimiter) Peek(context.Context, ratelimit.Class, string) (ratelimit.Decision, error) {
	return ratelimit.Decision{}, errors.New("not reachable")
}

func TestRateLimitFailsOpen(t *testing.T) {
	t.Parallel()
	rt := frame(t, func(rt *router) { rt.limits.limiter = brokenLimiter{} }, hello())
	if w := ask(rt, "GET", "/v1/hello", ""); w.Code != 200 || w.Header().Get("X-RateLimit-Remaining") != "1000" {
		t.Errorf("got %d", w.Code)
	}
}

func TestOperatorIsNotLimited(t *testing.T) {
	t.Parallel()
	rt := limited(t, noon)
	rt.authenticate = func(context.Context, string) (vitrine.Actor, error) {
		return vitrine.Actor{UserID: 1, Role: vitrine.RoleSuperAdmin, Operator: true}, nil
	}
	for range 10 {
		if w := ask(rt, "GET", "/v1/hello", "", "From: 192.0.2.1", "Authorization: Bearer operator"); w.Code != 200 {
			t.Fatalf("got %d", w.Code)
		}
	}
}

package api_test

import (
	"fmt"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/api"
	"github.com/vitrine-photos/vitrine/internal/ratelimit"
)

// newLimitedService is a service behind a proxy that limits requests as the
// specification says, so that a test is from wherever it says.
func newLimitedService(t *testing.T) *service {
	t.Helper()
	s := newService(t, nil)
	s.limit()
	return s
}

// limit serves what is there with limits that nobody has begun to use up.
func (s *service) limit() {
	s.Helper()
	cfg := s.config
	cfg.Limiter, cfg.Classes = ratelimit.NewMemory(s.now), ratelimit.DefaultClasses()
	cfg.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")} // where httptest is
	limited, err := api.New(cfg)
	s.must(err)
	s.front = limited
}

// classOf is the class of an operation such as "POST /v1/auth/login": its limit
// and window, and whether it counts in it.
func classOf(operation string) (class ratelimit.Class, counts bool) {
	classes := ratelimit.DefaultClasses()
	method, path, _ := strings.Cut(operation, " ")
	in := func(operations ...string) bool { return slices.Contains(operations, operation) }
	below := func(prefixes ...string) bool {
		return slices.ContainsFunc(prefixes, func(p string) bool { return path == p || strings.HasPrefix(path, p+"/") })
	}
	switch {
	case in("POST /v1/auth/login", "POST /v1/auth/register", "POST /v1/auth/refresh", "PUT /v1/auth/password"):
		return classes.Authentication, true
	case in("POST /v1/upload/single", "POST /v1/upload/multiple", "POST /v1/upload/chunked/init"):
		return classes.Upload, true
	case in("GET /v1/photos/search"):
		return classes.Search, true
	case below("/v1/users", "/v1/webhooks", "/v1/dashboard", "/v1/stats", "/v1/system", "/v1/settings/cache"), below("/v1/settings") && method != "GET":
		return classes.Admin, true
	case in("PUT /v1/upload/chunked/{upload_id}/chunks/{number}", "GET /v1/upload/chunked/{upload_id}", "GET /v1/upload/status/{file_id}", "GET /v1/health"):
		return classes.General, false
	}
	return classes.General, true
}

// TestRouteClasses asks every operation of the document once, as a client that
// was never there, and reads from its headers in which class it was counted.
func TestRouteClasses(t *testing.T) {
	t.Parallel()
	s := newLimitedService(t)
	clients := 0
	for path, operations := range s.document().Paths {
		for method, op := range operations {
			clients++
			operation := strings.ToUpper(method) + " " + path
			class, counts := classOf(operation)
			left := class.Limit
			if counts {
				left--
			}
			w := s.ask("", strings.ToUpper(method), op.fill(path), "", fmt.Sprintf("X-Forwarded-For: 198.51.100.%d", clients))
			if got, want := limitOf(w), s.limitHeaders(class, left); got != want {
				t.Errorf("%s: got %d and %s, want %s", operation, w.Code, got, want)
			}
		}
	}
}

// limitOf returns the four headers of an answer.
func limitOf(w *httptest.ResponseRecorder) string {
	h := w.Header()
	return fmt.Sprintf("%s of %s in %s s until %s", h.Get("X-RateLimit-Remaining"), h.Get("X-RateLimit-Limit"), h.Get("X-RateLimit-Window"), h.Get("X-RateLimit-Reset"))
}

// limitHeaders are those of a window that begins now.
func (s *service) limitHeaders(class ratelimit.Class, left int) string {
	return fmt.Sprintf("%d of %d in %d s until %d", left, class.Limit, int(class.Window.Seconds()), s.now().Add(class.Window).Unix())
}

// TestClassLimits uses up a window of each class, and waits for the next. What
// was refused has not put it off.
func TestClassLimits(t *testing.T) {
	t.Parallel()
	s := newLimitedService(t)
	classes := ratelimit.DefaultClasses()
	for _, tt := range []struct {
		class        ratelimit.Class
		method, path string
		status       int
	}{
		{classes.Authentication, "POST", "/v1/auth/login", 400},
		{classes.Upload, "POST", "/v1/upload/chunked/init", 400},
		{classes.Search, "GET", "/v1/photos/search", 400},
		{classes.General, "GET", "/v1/photos/1", 404},
		{classes.Admin, "GET", "/v1/users", 200},
	} {
		s.limit()
		s.signIn(vitrine.RoleAdmin) // and again below: a token lasts less than a window
		request := func() *httptest.ResponseRecorder { return s.ask(vitrine.RoleAdmin, tt.method, tt.path, "") }
		until := s.now().Add(tt.class.Window)
		want := s.limitHeaders(tt.class, 0)
		for range tt.class.Limit - 1 {
			if w := request(); w.Code != tt.status {
				t.Fatalf("%s: got %d %s", tt.class.Name, w.Code, w.Body)
			}
		}
		if w := request(); w.Code != tt.status || limitOf(w) != want {
			t.Errorf("%s: the last of a window: got %d, %s; want %s", tt.class.Name, w.Code, limitOf(w), want)
		}
		s.wait(tt.class.Window - 1500*time.Millisecond)
		s.signIn(vitrine.RoleAdmin)
		w := request()
		details := fmt.Sprintf(`"error":{"type":"RATE_LIMIT_EXCEEDED","details":{"limit":%d,"window":%d,"reset_at":%q}}`,
			tt.class.Limit, int(tt.class.Window.Seconds()), until.Format(time.RFC3339))
		if w.Code != 429 || limitOf(w) != want || w.Header().Get("Retry-After") != "2" || !strings.Contains(w.Body.String(), details) {
			t.Errorf("%s: at the end of a window: got %d, %s, %v; want %s", tt.class.Name, w.Code, w.Body, w.Header(), details)
		}
		s.wait(1500 * time.Millisecond)
		if w := request(); w.Code != tt.status || limitOf(w) != s.limitHeaders(tt.class, tt.class.Limit-1) {
			t.Errorf("%s: in the next window: got %d, %s", tt.class.Name, w.Code, limitOf(w))
		}
	}
}

// TestEveryAnswerShowsTheLimit: whatever comes of a request, it says what is
// left; what no route answers counts nowhere, and shows the general class.
func TestEveryAnswerShowsTheLimit(t *testing.T) {
	t.Parallel()
	s := newLimitedService(t)
	id := s.publish("Harbour").ID
	read := fmt.Sprintf("/v1/photos/%d", id)
	tag := s.ask("", "GET", read, "").Header().Get("ETag")
	left := ratelimit.DefaultClasses().General.Limit - 1
	want := s.now().Add(time.Hour).Unix()
	for _, tt := range []struct {
		method, path, body, header string
		status, cost               int
	}{
		{"GET", read, "", "", 200, 1},
		{"HEAD", "/api" + read, "", "", 200, 1},
		{"GET", read, "", "If-None-Match: " + tag, 304, 1},
		{"GET", "/v1/photos?page=0", "", "", 400, 1},
		{"POST", "/v1/photos", "{}", "", 401, 1},
		{"POST", "/v1/photos", "{}", "Authorization: Bearer forged", 401, 1},
		{"POST", "/v1/photos", "{}", "Origin: https://stranger.example", 403, 1},
		{"GET", "/v1/photos/987654", "", "", 404, 1},
		{"GET", "/v1/health", "", "", 200, 0},
		{"GET", "/v1/nowhere", "", "", 404, 0},
		{"GET", "/v1//photos", "", "", 404, 0},
		{"PUT", "/v1/photos", "", "", 405, 0},
		{"OPTIONS", read, "", "", 405, 0},
		{"OPTIONS", read, "", "Access-Control-Request-Method: GET", 204, 0},
	} {
		left -= tt.cost
		w := s.ask("", tt.method, tt.path, tt.body, slices.DeleteFunc([]string{tt.header}, func(h string) bool { return h == "" })...)
		if got := limitOf(w); w.Code != tt.status || got != fmt.Sprintf("%d of 1000 in 3600 s until %d", left, want) {
			t.Errorf("%s %s (%s): got %d, %s; want %d and %d left", tt.method, tt.path, tt.header, w.Code, got, tt.status, left)
		}
	}
	own := s.ask(vitrine.RoleUser, "GET", "/v1/nowhere", "")
	if got := own.Header().Get("X-RateLimit-Remaining"); got != "1000" {
		t.Errorf("an unknown address shows a user what is left to their network: %s", got)
	}
}

// TestWhoIsCounted: users wherever they are, strangers and bad tokens by their
// network, sign-ins by their network whoever asks.
func TestWhoIsCounted(t *testing.T) {
	t.Parallel()
	const (
		general = "GET /v1/photos/987654"
		signIn  = "POST /v1/auth/login"
	)
	for name, tt := range map[string]struct {
		operation     string
		first, second vitrine.Role
		from, to      string
		together      bool
	}{
		"a user on the way":            {general, vitrine.RoleUser, vitrine.RoleUser, "198.51.100.1", "198.51.100.2", true},
		"two users of a network":       {general, vitrine.RoleUser, vitrine.RoleEditor, "198.51.100.1", "198.51.100.1", false},
		"a user and a stranger":        {general, vitrine.RoleUser, "", "198.51.100.1", "198.51.100.1", false},
		"strangers of an IPv6 network": {general, "", "", "2001:db8::1", "2001:db8::ffff:2", true},
		"strangers of IPv6 networks":   {general, "", "", "2001:db8:0:1::1", "2001:db8:0:2::1", false},
		"IPv4 as IPv6":                 {general, "", "", "198.51.100.1", "::ffff:198.51.100.1", true},
		"bad tokens of a network":      {general, expired, revoked, "198.51.100.1", "198.51.100.1", true},
		"a disabled user elsewhere":    {general, disabled, disabled, "198.51.100.1", "198.51.100.2", false},
		"a bad token and a stranger":   {general, disabled, "", "198.51.100.1", "198.51.100.1", true},
		"sign-ins of two users":        {signIn, vitrine.RoleUser, vitrine.RoleEditor, "198.51.100.1", "198.51.100.1", true},
		"sign-ins of a user elsewhere": {signIn, vitrine.RoleUser, vitrine.RoleUser, "198.51.100.1", "198.51.100.2", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newService(t, nil)
			s.addTurnedAway()
			s.limit()
			method, path, _ := strings.Cut(tt.operation, " ")
			ask := func(who vitrine.Role, from string) int {
				w := s.ask(who, method, path, "", "X-Forwarded-For: 203.0.113.9, "+from) // the first is made up
				left, err := strconv.Atoi(w.Header().Get("X-RateLimit-Remaining"))
				s.must(err)
				return left
			}
			before := ask(tt.first, tt.from)
			if together := ask(tt.second, tt.to) == before-1; together != tt.together {
				t.Errorf("counted together: %v", together)
			}
		})
	}
}

// TestStrangersAreWhereTheyAre: who is no proxy cannot say that they are another.
func TestStrangersAreWhereTheyAre(t *testing.T) {
	t.Parallel()
	s := newService(t, func(c *api.Config) {
		c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
		c.Classes.General.Limit = 3
	})
	s.config.Limiter = ratelimit.NewMemory(s.now)
	limited, err := api.New(s.config)
	s.must(err)
	s.front = limited
	var codes []int
	for i := range 5 {
		codes = append(codes, s.ask("", "GET", "/v1/settings", "", fmt.Sprintf("X-Forwarded-For: 198.51.100.%d", i)).Code)
	}
	if got := fmt.Sprint(codes); got != "[200 200 200 429 429]" {
		t.Errorf("got %s", got)
	}
}

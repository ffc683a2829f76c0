package ratelimit_test

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"github.com/vitrine-photos/vitrine/internal/ratelimit"
)

func TestClientAddress(t *testing.T) {
	t.Parallel()
	clients := &ratelimit.Clients{
		Trusted: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fe80::/10")},
	}
	for name, tt := range map[string]struct{ peer, forwarded, want string }{
		"direct":               {"192.0.2.7:1234", "", "192.0.2.7"},
		"untrusted proxy":      {"192.0.2.7:1234", "198.51.100.1", "192.0.2.7"},
		"proxy":                {"10.0.0.1:1234", "198.51.100.1", "198.51.100.1"},
		"forged before proxy":  {"10.0.0.1:1234", "203.0.113.9, 198.51.100.1", "198.51.100.1"},
		"two proxies":          {"10.0.0.1:1234", "198.51.100.1, 10.0.0.2", "198.51.100.1"},
		"several headers":      {"10.0.0.1:1234", "203.0.113.9\n198.51.100.1\n10.0.0.2", "198.51.100.1"},
		"nonsense":             {"10.0.0.1:1234", "198.51.100.1, unknown", "10.0.0.1"},
		"nonsense, then proxy": {"10.0.0.1:1234", "198.51.100.1, <script>, 10.0.0.2", "10.0.0.2"},
		"nothing":              {"10.0.0.1:1234", " , ", "10.0.0.1"},
		"mapped":               {"[::ffff:10.0.0.1]:1234", "2001:db8::1", "2001:db8::1"},
		"mapped before proxy":  {"10.0.0.1:1234", "::ffff:198.51.100.1, ::ffff:10.0.0.2", "198.51.100.1"},
		"ports":                {"10.0.0.1:1234", "[2001:db8::1]:443, 10.0.0.2:81", "2001:db8::1"},
		"zone":                 {"[fe80::1%eth0]:1234", "198.51.100.1", "198.51.100.1"},
		"zone before proxy":    {"10.0.0.1:1234", "2001:db8::1%anything", "2001:db8::1"},
		"nothing but proxies":  {"10.0.0.1:1234", "10.0.0.9", "10.0.0.9"},
		"no address of a peer": {"@", "198.51.100.1", "invalid IP"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := httptest.NewRequest(http.MethodGet, "/", nil)
			r.RemoteAddr = tt.peer
			for line := range strings.SplitSeq(tt.forwarded, "\n") {
				r.Header.Add("X-Forwarded-For", line)
			}
			if got := clients.Of(r).String(); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// TestStrangeProxy: of those whose X-Forwarded-For is not believed, one is told.
func TestStrangeProxy(t *testing.T) {
	t.Parallel()
	var told []string
	clients := &ratelimit.Clients{
		Trusted: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")},
		Strange: func(addr netip.Addr) { told = append(told, addr.String()) },
	}
	for _, request := range []struct{ peer, forwarded string }{
		{"192.0.2.1:1234", ""}, {"10.0.0.1:1234", "198.51.100.1"}, {"192.0.2.7:1234", "198.51.100.1"}, {"192.0.2.8:1234", "198.51.100.1"},
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = request.peer
		r.Header.Set("X-Forwarded-For", request.forwarded)
		clients.Of(r)
	}
	if got := strings.Join(told, " "); got != "192.0.2.7" {
		t.Errorf("told of %q", got)
	}
}

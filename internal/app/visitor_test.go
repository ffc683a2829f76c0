package app_test

import (
	"net/http"
	"strings"
	"testing"
)

// Visitors behind a proxy are told apart only if the proxy is trusted.
func TestVisitorsBehindAProxy(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		trusted []string
		want    int64
	}{
		"trusted":     {[]string{"127.0.0.0/8"}, 2},
		"not trusted": {nil, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cfg := config(t)
			cfg.TrustedProxies = test.trusted
			s := serve(t, cfg)
			photo := s.publish("Seen")
			for _, visitor := range []string{"192.0.2.1", "192.0.2.2", "192.0.2.1"} {
				s.get("/p/"+photo.Slug, "X-Forwarded-For: "+visitor)
			}
			s.must(s.stop())
			s = serve(t, cfg)
			if n := s.publicPhoto(photo.ID).ViewCount; n != test.want {
				t.Errorf("counted %d views, want %d", n, test.want)
			}
		})
	}
}

// The limits of the configuration hold for visitors, and not for the command
// line.
func TestRateLimits(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	cfg.RateLimit = "general=3/1h"
	s := serve(t, cfg)
	for i, want := range []int{200, 200, 200, 429, 429} {
		if a := s.get("/v1/photos"); a.status != want {
			t.Errorf("request %d is answered %d, want %d", i+1, a.status, want)
		}
		if a := s.get("/api/v1/photos", s.asOperator()); a.status != http.StatusOK {
			t.Errorf("the command line is answered %d", a.status)
		}
	}
	s.page("/") // pages are not limited
}

// With a public address every address in an answer is absolute, whatever the
// Host header says.
func TestBaseURL(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	cfg.BaseURL = "https://photos.example.com"
	s := serve(t, cfg)
	photo := s.publish("Pier")
	for name, address := range s.publicPhoto(photo.ID).Formats {
		if !strings.HasPrefix(address, "https://photos.example.com/media/") {
			t.Errorf("%s is at %s", name, address)
		}
		if a := s.get(strings.TrimPrefix(address, cfg.BaseURL)); name != "original" && a.status != http.StatusOK {
			t.Errorf("%s answers %d", address, a.status)
		}
	}
	for _, path := range []string{"/", "/p/" + photo.Slug, "/v1/photos"} {
		a := s.get(path, "X-Forwarded-Host: evil.example")
		if strings.Contains(a.body, "evil") || strings.Contains(a.body, s.Addr()) {
			t.Errorf("%s believes what it is called: %s", path, a.body)
		}
	}
}

package api_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/api"
	"github.com/vitrine-photos/vitrine/internal/ratelimit"
)

func (s *service) viewCount(id int64) int64 {
	s.Helper()
	s.must(s.catalog.Flush(s.Context()))
	p, err := s.catalog.Photo(s.Context(), s.actors[vitrine.RoleEditor], id)
	s.must(err)
	return p.ViewCount
}

func TestViewsAreCountedOncePerVisitorAndHour(t *testing.T) {
	t.Parallel()
	s := newService(t, nil)
	s.publish("Harbour")
	look := func(role vitrine.Role, agent string) {
		if w := s.ask(role, "GET", "/v1/photos/1", "", "User-Agent: "+agent); w.Code != http.StatusOK {
			t.Fatal(w.Body)
		}
	}
	look("", "one")
	look("", "one")
	look(vitrine.RoleUser, "two")
	look(vitrine.RoleEditor, "three")
	if got := s.viewCount(1); got != 2 {
		t.Errorf("two visitors and an editor: %d views", got)
	}
	s.wait(time.Hour)
	look("", "one")
	if got := s.viewCount(1); got != 3 {
		t.Errorf("an hour later: %d views", got)
	}
}

func TestRateClassesOfTheTable(t *testing.T) {
	t.Parallel()
	s := newService(t, func(cfg *api.Config) { cfg.Limiter = ratelimit.NewMemory(cfg.Now) })
	for _, tt := range []struct {
		role                  vitrine.Role
		method, target, limit string
	}{
		{"", "POST", "/v1/auth/login", "5"},
		{"", "POST", "/v1/auth/register", "5"},
		{vitrine.RoleUser, "PUT", "/v1/auth/password", "5"},
		{vitrine.RoleEditor, "POST", "/v1/upload/single", "10"},
		{vitrine.RoleAdmin, "PUT", "/v1/settings", "500"},
		{vitrine.RoleAdmin, "GET", "/v1/users", "500"},
		{"", "GET", "/v1/photos", "1000"},
		{"", "GET", "/v1/health", "1000"},
	} {
		w := s.ask(tt.role, tt.method, tt.target, "")
		if got := w.Header().Get("X-RateLimit-Limit"); got != tt.limit {
			t.Errorf("%s %s: the limit is %s, want %s", tt.method, tt.target, got, tt.limit)
		}
	}
	w := s.ask(vitrine.RoleEditor, "GET", "/v1/upload/status/missing", "")
	if got := w.Header().Get("X-RateLimit-Remaining"); got != "1000" {
		t.Errorf("asking for a status spends the limit: %s left", got)
	}
}

func TestHealthWithoutDatabase(t *testing.T) {
	t.Parallel()
	states := map[string]string{"database": "healthy", "storage": "unavailable"}
	s := newService(t, func(cfg *api.Config) {
		cfg.Health = func(context.Context) map[string]string { return states }
	})
	var answer struct {
		Data struct{ Status string }
	}
	w := s.ask("", "GET", "/v1/health", "")
	s.must(json.Unmarshal(w.Body.Bytes(), &answer))
	if w.Code != http.StatusOK || answer.Data.Status != "degraded" {
		t.Errorf("without storage: got %d %s", w.Code, w.Body)
	}
	states["database"] = "unavailable"
	if w := s.ask("", "GET", "/v1/health", ""); w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") != "5" {
		t.Errorf("without a database: got %d %s", w.Code, w.Body)
	}
}

func TestHandlersOutsideTheTable(t *testing.T) {
	t.Parallel()
	s := newService(t, nil)
	r := httptest.NewRequest(http.MethodGet, "/media/x", nil)
	if actor, err := s.api.Actor(r); err != nil || actor.SignedIn() || actor.Address != "192.0.2.1" {
		t.Errorf("nobody: %+v, %v", actor, err)
	}
	r.Header.Set("Authorization", "Bearer "+s.tokens[vitrine.RoleEditor])
	if actor, err := s.api.Actor(r); err != nil || actor.Role != vitrine.RoleEditor {
		t.Errorf("an editor: %+v, %v", actor, err)
	}
	r.Header.Set("Authorization", "Bearer forged")
	_, err := s.api.Actor(r)
	w := httptest.NewRecorder()
	s.api.Fail(w, r, err)
	if w.Code != http.StatusUnauthorized || w.Header().Get("X-RateLimit-Limit") != "1000" || !strings.Contains(w.Body.String(), "INVALID_TOKEN") {
		t.Errorf("got %d %s", w.Code, w.Body)
	}
}

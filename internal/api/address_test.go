package api_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/vitrine-photos/vitrine"
)

// TestMisspeltAddresses asks for addresses that a ServeMux, or a careless proxy,
// would take for another. They get no more than the address they are like, and
// an answer that programs can read.
func TestMisspeltAddresses(t *testing.T) {
	t.Parallel()
	s := newService(t, nil)
	s.publish("Harbour")
	mux := http.NewServeMux() // as a program would put the API beside pages
	for _, prefix := range []string{"/v1", "/v1/", "/api/v1", "/api/v1/"} {
		mux.Handle(prefix, s.api)
	}
	mux.HandleFunc("/", func(http.ResponseWriter, *http.Request) { t.Error("the pages were asked") })
	beside := s.api.Guard(mux)
	for _, path := range []string{
		"/v1//users", "/v1/users//", "/v1/users/", "/v1///users", "//v1/users", "/api//v1/users",
		"/v1/./users", "/v1/users/.", "/v1/photos/../users", "/v1/photos/1/../../users", "/api/v1/../v1/users", "/v1/../v1/users",
		"/v1/%2e/users", "/v1/photos/%2e%2e/users", "/v1/%2e%2e/v1/users", "/v1/%2E%2E/users", "/v1/..%2fusers",
		"/v1%2fusers", "/v1/users%2f", "/v1/%2fusers", "/v1/users%00", "/v1/users;x=1", "/v1/users%20", "/v1/users/1/",
		"/v1/Users", "/v1/photos/trash/", "/v1/photos//trash", "/v1/photos/%74rash/", "/v1/..", "/v1/.",
	} {
		for _, method := range []string{"GET", "HEAD", "POST", "PUT", "DELETE"} {
			for name, handler := range map[string]http.Handler{"alone": s.api, "beside pages": beside} {
				for _, role := range []vitrine.Role{"", vitrine.RoleSuperAdmin} {
					w := s.send(handler, role, method, path)
					if w.Code != http.StatusNotFound && w.Code != http.StatusBadRequest {
						t.Errorf("%s: %s %s as %q: got %d %s", name, method, path, role, w.Code, w.Body)
					}
					if method != "HEAD" && !json.Valid(w.Body.Bytes()) || w.Header().Get("Location") != "" {
						t.Errorf("%s: %s %s as %q: got %s", name, method, path, role, w.Body)
					}
				}
			}
		}
	}
	for path, want := range map[string]int{"/v1/%75sers": 401, "/v1/users": 401, "/v1/photos/%31": 200, "/v1/photos": 200, "/v1": 404} {
		if w := s.send(beside, "", "GET", path); w.Code != want {
			t.Errorf("%s: got %d, want %d", path, w.Code, want)
		}
	}
}

// TestWrongMethods asks for addresses whose last part another row would take for
// an id.
func TestWrongMethods(t *testing.T) {
	t.Parallel()
	s := newService(t, nil)
	for request, allow := range map[string]string{
		"POST /v1/timeline/events/5":    "GET, HEAD, PUT, DELETE",
		"HEAD /api/v1/timeline/events/": "",
		"GET /v1/timeline/2026/5":       "GET, HEAD",
		"POST /v1/timeline/2026/5":      "GET, HEAD",
		"GET /v1/photos/batch":          "POST",
		"HEAD /api/v1/photos/batch":     "POST",
		"DELETE /v1/photos/trash":       "GET, HEAD",
		"PUT /v1/tags/cloud":            "GET, HEAD",
		"DELETE /v1/upload/single":      "POST",
		"PUT /v1/photos/1/like":         "POST, DELETE",
	} {
		method, path, _ := strings.Cut(request, " ")
		w := s.ask(vitrine.RoleSuperAdmin, method, path, "")
		if known := strings.Contains(allow, method); w.Header().Get("Allow") != allow && !known || (w.Code == http.StatusMethodNotAllowed) != (allow != "" && !known) {
			t.Errorf("%s: got %d, Allow %q; want %q", request, w.Code, w.Header().Get("Allow"), allow)
		}
	}
}

// send is ask for another handler.
func (s *service) send(h http.Handler, role vitrine.Role, method, target string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "http://example.com"+target, strings.NewReader(""))
	if role != "" {
		r.Header.Set("Authorization", "Bearer "+s.tokens[role])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

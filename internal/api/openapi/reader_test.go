package openapi_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/vitrine-photos/vitrine/internal/api/openapi"
)

func TestReader(t *testing.T) {
	t.Parallel()
	mux := http.NewServeMux()
	if err := openapi.Mount(mux, []byte(`{"openapi":"3.1.0"}`)); err != nil {
		t.Fatal(err)
	}
	for target, want := range map[string][2]string{
		"/openapi.json":              {"application/json; charset=utf-8", `{"openapi":"3.1.0"}`},
		"/docs":                      {"text/html; charset=utf-8", `<script src="/docs/reader.js">`},
		"/docs/":                     {"text/html; charset=utf-8", `<script src="/docs/reader.js">`},
		"/docs/reader.js":            {"text/javascript; charset=utf-8", `url: "/openapi.json"`},
		"/docs/swagger-ui-bundle.js": {"text/javascript; charset=utf-8", "SwaggerUIBundle"},
		"/docs/swagger-ui.css":       {"text/css; charset=utf-8", ".swagger-ui"},
	} {
		w := read(mux, target, "")
		if w.Code != 200 || w.Header().Get("Content-Type") != want[0] || !strings.Contains(w.Body.String(), want[1]) {
			t.Errorf("%s: got %d, %s", target, w.Code, w.Header().Get("Content-Type"))
		}
		if strings.Contains(w.Header().Get("Content-Security-Policy"), "script-src 'unsafe-inline'") {
			t.Errorf("%s allows inline scripts", target)
		}
	}
	first := read(mux, "/openapi.json", "")
	if w := read(mux, "/openapi.json", first.Header().Get("ETag")); w.Code != 304 {
		t.Errorf("the same document again: got %d", w.Code)
	}
}

func read(h http.Handler, target, ifNoneMatch string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, target, nil)
	r.Header.Set("If-None-Match", ifNoneMatch)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

package console_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/vitrine-photos/vitrine/internal/console"
)

// newConsole returns a console in front of an API that has no routes.
func newConsole(t *testing.T, baseURL string) http.Handler {
	t.Helper()
	c, err := console.New(console.Config{API: http.NotFoundHandler(), BaseURL: baseURL})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func get(c http.Handler, path string, headers ...string) *http.Response {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	c.ServeHTTP(w, r)
	return w.Result()
}

func textOf(t *testing.T, body io.Reader) string {
	t.Helper()
	text, err := io.ReadAll(body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Every address that a screen may have answers with the page; none that a file
// may have does.
func TestDeepLinks(t *testing.T) {
	t.Parallel()
	c := newConsole(t, "")
	for path, want := range map[string]int{
		"/admin/":                            http.StatusOK,
		"/admin/photos/42":                   http.StatusOK,
		"/admin/settings/cache":              http.StatusOK,
		"/admin/index.js":                    http.StatusNotFound,
		"/admin/assets/":                     http.StatusNotFound,
		"/admin/assets/000000000000/main.js": http.StatusNotFound,
		"/admin/photos/missing.css":          http.StatusNotFound,
	} {
		res := get(c, path)
		if res.StatusCode != want {
			t.Errorf("%s answers %d, want %d", path, res.StatusCode, want)
		}
		if isPage := strings.Contains(textOf(t, res.Body), "<div id=\"root\">"); isPage != (want == http.StatusOK) {
			t.Errorf("%s answers with the page: %v", path, isPage)
		}
	}
}

// The page names its scripts under addresses that may be kept for good; the page
// itself is asked for each time.
func TestAssets(t *testing.T) {
	t.Parallel()
	c := newConsole(t, "")
	page := get(c, "/admin/photos/42")
	if cache := page.Header.Get("Cache-Control"); cache != "private, no-cache" {
		t.Errorf("the page may be kept: %s", cache)
	}
	assets := regexp.MustCompile(`(?:src|href)="([^"]+)"`).FindAllStringSubmatch(textOf(t, page.Body), -1)
	if len(assets) < 4 {
		t.Fatalf("the page names %d assets", len(assets))
	}
	for _, asset := range assets {
		res := get(c, asset[1])
		if res.StatusCode != http.StatusOK || res.Header.Get("Cache-Control") != "public, max-age=31536000, immutable" {
			t.Errorf("%s answers %d, %s", asset[1], res.StatusCode, res.Header.Get("Cache-Control"))
		}
		stale := regexp.MustCompile(`/[0-9a-f]{12}/`).ReplaceAllString(asset[1], "/000000000000/")
		if res := get(c, stale); res.StatusCode != http.StatusNotFound || res.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s, of another build, answers %d, %s", stale, res.StatusCode, res.Header.Get("Cache-Control"))
		}
	}
}

func TestCompression(t *testing.T) {
	t.Parallel()
	c := newConsole(t, "")
	plain := textOf(t, get(c, "/admin/x").Body)
	for accepted, want := range map[string]string{
		"":                     "",
		"gzip, deflate, br":    "gzip",
		"br;q=1.0, GZIP;q=0.5": "gzip",
		"gzip;q=0":             "",
		"identity":             "",
	} {
		res := get(c, "/admin/x", "Accept-Encoding: "+accepted)
		if got := res.Header.Get("Content-Encoding"); got != want {
			t.Errorf("%q is answered with %q", accepted, got)
		}
		if res.Header.Get("Vary") != "Accept-Encoding" {
			t.Errorf("%q may be answered from a cache with another encoding", accepted)
		}
		if want != "gzip" {
			continue
		}
		unpacked, err := gzip.NewReader(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		if len(textOf(t, unpacked)) != len(plain) { // the nonces differ
			t.Errorf("%q is answered with another page", accepted)
		}
	}
}

// The policy lets nothing in but the program's own files, styles that know the
// nonce of this very answer, and pictures from the public address.
func TestPolicy(t *testing.T) {
	t.Parallel()
	c := newConsole(t, "https://photos.example.com")
	nonces := map[string]bool{}
	for range 2 {
		res := get(c, "/admin/")
		policy := res.Header.Get("Content-Security-Policy")
		for _, part := range []string{"default-src 'none'", "script-src 'self';", "frame-ancestors 'none'", "img-src 'self' data: blob: https://photos.example.com;"} {
			if !strings.Contains(policy, part) {
				t.Errorf("the policy lacks %s: %s", part, policy)
			}
		}
		if strings.Contains(policy, "unsafe") {
			t.Errorf("the policy is not strict: %s", policy)
		}
		nonce := regexp.MustCompile(`'nonce-([A-Z2-7]{26})'`).FindStringSubmatch(policy)
		if nonce == nil || !strings.Contains(textOf(t, res.Body), `content="`+nonce[1]+`"`) {
			t.Fatalf("page and policy do not share a nonce: %s", policy)
		}
		nonces[nonce[1]] = true
	}
	if len(nonces) != 2 {
		t.Error("a nonce comes twice")
	}
}

// A browser that leaves while it signs in has no answer, and nothing has failed.
func TestBrowserLeaves(t *testing.T) {
	t.Parallel()
	c, err := console.New(console.Config{
		API:  http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}),
		Fail: func(_ http.ResponseWriter, _ *http.Request, err error) { t.Errorf("failed: %v", err) },
	})
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	c.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/admin/session", strings.NewReader("{}")))
	if len(w.Result().Cookies()) != 0 || w.Body.Len() != 0 {
		t.Errorf("answered %v: %s", w.Header(), w.Body)
	}
}

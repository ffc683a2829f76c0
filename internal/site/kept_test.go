package site_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/cache"
)

// counting is a cache that knows how often a page was made for it.
type counting struct {
	cache.Cache
	made atomic.Int64
}

func (c *counting) Load(ctx context.Context, in cache.Category, key string, load func(context.Context) ([]byte, error)) ([]byte, error) {
	return c.Cache.Load(ctx, in, key, func(ctx context.Context) ([]byte, error) {
		if !strings.HasPrefix(key, "navigation") {
			c.made.Add(1)
		}
		return load(ctx)
	})
}

// expectMade compares how many pages were made since the last time.
func (b *bench) expectMade(what string, want int64) {
	b.Helper()
	if got := b.pages.made.Swap(0); got != want {
		b.Errorf("%s: made %d pages, want %d", what, got, want)
	}
}

// askWith sends a request with headers, given as pairs.
func (b *bench) askWith(method, target string, headers ...string) *httptest.ResponseRecorder {
	b.Helper()
	r := httptest.NewRequestWithContext(b.Context(), method, target, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	b.ServeHTTP(w, r)
	return w
}

func TestPageIsMadeOnce(t *testing.T) {
	t.Parallel()
	b := newBench(t, home)
	photo := b.publish("Pier", photograph(), tagged("Sea"))
	paths := []string{"/", "/zh/", "/p/pier", "/t/sea", "/timeline", "/timeline?year=2026", "/about", "/search", "/feed.atom", "/feed.json", "/sitemap.xml", "/robots.txt"}
	for _, path := range paths {
		first, again := b.ask(http.MethodGet, path), b.ask(http.MethodGet, path)
		if first.Code != http.StatusOK || again.Body.String() != first.Body.String() {
			t.Errorf("%s answers %d, then something else", path, first.Code)
		}
	}
	b.expectMade("asked twice", int64(len(paths)))

	_, err := b.UpdatePhoto(t.Context(), b.editor, photo.ID, vitrine.PhotoInput{Title: vitrine.Some("Jetty")}, nil)
	b.must(err)
	if got := b.page("/p/pier").one("h1").text; got != "Jetty" {
		t.Errorf("after the change the page says %q", got)
	}
	b.settings.General.SiteTitle = "Another name"
	if got := b.page("/p/pier").one("title").text; got != "Jetty — Another name" {
		t.Errorf("after the change of settings the title is %q", got)
	}
	b.expectMade("changed twice", 2)
}

func TestCrowdMakesOnePage(t *testing.T) {
	t.Parallel()
	b := newBench(t, "")
	b.publish("Pier", photograph())
	b.ask(http.MethodGet, "/about")
	b.expectMade("before", 1)
	var crowd sync.WaitGroup
	for range 50 {
		crowd.Go(func() {
			if w := b.askWith(http.MethodGet, "/"); w.Code != http.StatusOK {
				t.Errorf("answers %d", w.Code)
			}
		})
	}
	crowd.Wait()
	b.expectMade("fifty visitors at once", 1)
}

func TestUnchangedPage(t *testing.T) {
	t.Parallel()
	b := newBench(t, home)
	b.publish("Pier", photograph())
	plain := b.ask(http.MethodGet, "/").Header().Get("ETag")
	zipped := b.askWith(http.MethodGet, "/", "Accept-Encoding", "gzip").Header().Get("ETag")
	if plain == "" || zipped == "" || plain == zipped {
		t.Fatalf("the tags are %s and %s, want two", plain, zipped)
	}
	for _, tt := range []struct {
		known string
		want  int
	}{
		{plain, http.StatusNotModified},
		{zipped, http.StatusNotModified},
		{"W/" + plain, http.StatusNotModified},
		{`"other", ` + plain, http.StatusNotModified},
		{"*", http.StatusNotModified},
		{`"other"`, http.StatusOK},
		{"", http.StatusOK},
	} {
		w := b.askWith(http.MethodGet, "/", "If-None-Match", tt.known)
		if w.Code != tt.want || (w.Code == http.StatusNotModified) != (w.Body.Len() == 0) || w.Header().Get("ETag") != plain {
			t.Errorf("known %s: answers %d with %d bytes and the tag %s", tt.known, w.Code, w.Body.Len(), w.Header().Get("ETag"))
		}
	}
	b.expectMade("asked again and again", 1)

	b.publish("Quay", photograph())
	if w := b.askWith(http.MethodGet, "/", "If-None-Match", plain); w.Code != http.StatusOK || w.Header().Get("ETag") == plain {
		t.Errorf("after a change it answers %d with the tag %s", w.Code, w.Header().Get("ETag"))
	}
	if w := b.askWith(http.MethodGet, "/nowhere", "If-None-Match", "*"); w.Code != http.StatusNotFound || w.Header().Get("ETag") != "" {
		t.Errorf("a page that is not there answers %d with the tag %s", w.Code, w.Header().Get("ETag"))
	}
}

func TestZippedPage(t *testing.T) {
	t.Parallel()
	b := newBench(t, home)
	b.publish("Pier", photograph())
	for _, path := range []string{"/", "/p/pier", "/search?q=pier", "/nowhere", "/feed.atom"} {
		plain := b.ask(http.MethodGet, path)
		for accepts, want := range map[string]string{
			"gzip": "gzip", "br, gzip;q=0.5": "gzip", "GZIP": "gzip", "gzip; q=1.0": "gzip",
			"": "", "br": "", "gzip;q=0": "", "gzip;q=0.0, br": "", "gzip;q=x": "", "xgzip": "",
		} {
			w := b.askWith(http.MethodGet, path, "Accept-Encoding", accepts)
			if got := w.Header().Get("Content-Encoding"); got != want {
				t.Errorf("%s for %q is encoded as %q, want %q", path, accepts, got, want)
			}
			if w.Code != plain.Code || w.Header().Get("Vary") != "Accept-Encoding" || w.Header().Get("Content-Length") != strconv.Itoa(w.Body.Len()) {
				t.Errorf("%s for %q answers %d with %v", path, accepts, w.Code, w.Header())
			}
			if want == "gzip" && unzip(t, w.Body) != plain.Body.String() {
				t.Errorf("%s for %q is something else when unzipped", path, accepts)
			}
		}
	}
}

func unzip(t *testing.T, r io.Reader) string {
	t.Helper()
	reader, err := gzip.NewReader(r)
	if err != nil {
		t.Fatal(err)
	}
	var content bytes.Buffer
	if _, err := content.ReadFrom(reader); err != nil {
		t.Fatal(err)
	}
	return content.String()
}

// Whatever strangers write into addresses, as many pages are kept as there are.
func TestAbsurdAddressesAreNotKept(t *testing.T) {
	t.Parallel()
	b := newBench(t, home)
	b.publish("Pier", photograph(), tagged("Sea"))
	useful := []string{"/", "/p/pier", "/t/sea", "/timeline", "/search", "/feed.atom"}
	for _, path := range useful {
		b.ask(http.MethodGet, path)
	}
	b.expectMade("before", int64(len(useful)))
	for _, tt := range []struct {
		path        string
		times, want int
	}{
		{"/?utm_source=%d", 10_000, http.StatusOK},
		{"/?page=banana%d", 500, http.StatusOK},
		{"/p/pier?page=%d", 500, http.StatusOK},
		{"/t/sea?page=1&x=%d", 500, http.StatusOK},
		{"/feed.atom?%d", 500, http.StatusOK},
		{"/search?tag=%d", 50, http.StatusOK}, // what follows is made each time
		{"/?page=%d", 50, http.StatusNotFound},
		{"/timeline?year=x%d", 50, http.StatusNotFound},
		{"/p/%d", 50, http.StatusNotFound},
	} {
		for i := range tt.times {
			if w := b.askWith(http.MethodGet, fmt.Sprintf(tt.path, i+2)); w.Code != tt.want {
				t.Fatalf(tt.path+" answers %d, want %d", i+2, w.Code, tt.want)
			}
		}
	}
	stats, err := b.pages.Stats(t.Context())
	b.must(err)
	if stats.Keys != len(useful)+1 || stats.UsedBytes > 1<<20 {
		t.Errorf("%d pages are kept, in %d bytes; want %d and the navigation", stats.Keys, stats.UsedBytes, len(useful))
	}
	b.pages.made.Store(0)
	for _, path := range useful {
		b.ask(http.MethodGet, path)
	}
	b.expectMade("afterwards", 0)
}

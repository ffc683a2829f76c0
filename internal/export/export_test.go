package export_test

import (
	"io/fs"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine/internal/export"
)

const base = "https://example.com/photos"

// site answers what the map holds by path and query, and a page for the rest.
type site map[string]string

// ServeHTTP implements http.Handler.
func (s site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	content, ok := s[r.RequestURI]
	types := map[string]string{".css": "text/css", ".js": "text/javascript", ".jpg": "image/jpeg", ".xml": "application/xml", ".txt": "text/plain", ".atom": "application/atom+xml", ".json": "application/feed+json"}
	kind := types[filepath.Ext(r.URL.Path)]
	if kind == "" {
		kind = "text/html; charset=utf-8"
	}
	w.Header().Set("Content-Type", kind)
	if !ok {
		w.WriteHeader(http.StatusNotFound)
		content = `<a href="/">Back</a> <a href="#main">Skip</a>`
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(content)))
	if r.Method == http.MethodGet {
		_, _ = w.Write([]byte(content))
	}
}

// newSite returns a site of a home page with a body.
func newSite(body string) site {
	return site{
		"/": "<head></head>" + body, "/robots.txt": "Sitemap: " + base + "/sitemap.xml\n",
		"/sitemap.xml": "<loc>" + base + "/</loc>", "/feed.atom": "<id>" + base + "/</id>", "/feed.json": `{"url":"` + base + `/"}`,
	}
}

// with adds pages that are empty.
func (s site) with(addresses ...string) site {
	for _, address := range addresses {
		s[address] = "<p>" + address
	}
	return s
}

func run(t *testing.T, s http.Handler, dir string) (*export.Result, error) {
	t.Helper()
	return export.Run(t.Context(), export.Config{Site: s, BaseURL: base, Dir: dir})
}

func mustRun(t *testing.T, s http.Handler, dir string) *export.Result {
	t.Helper()
	result, err := run(t, s, dir)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// filesIn returns the files of a directory with what is in them.
func filesIn(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(name)
		files[strings.TrimPrefix(name, dir+"/")] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestAddresses(t *testing.T) {
	t.Parallel()
	linked := []string{
		"/p/pier", "/p/b%C3%A4r", "/c/s", "/zh/s/secret", "/c/travel/asia", "/c/travel/asia?page=2", "/timeline?year=2019", "/timeline/2019/3",
		"/map/55,-10", "/zh/", "/zh/p/pier", "/assets/12ab/site.js", "/media/12ab.jpg",
	}
	for _, tt := range []struct{ from, is, want string }{
		{"/", `<a href="/">`, `<a href="./index.html">`},
		{"/", `<a href="/p/pier">`, `<a href="./p/pier/index.html">`},
		{"/p/pier", `<a href="/">`, `<a href="../../index.html">`},
		{"/p/pier", `<a href="/p/b%C3%A4r">`, `<a href="../b%C3%A4r/index.html">`},
		{"/p/pier", `<a href="/p/pier">`, `<a href="./index.html">`},
		{"/c/travel/asia", `<a href="/c/travel/asia?page=2">`, `<a href="./page/2/index.html">`},
		{"/c/travel/asia?page=2", `<a href="/c/travel/asia">`, `<a href="../../index.html">`},
		{"/", `<a href="/timeline?year=2019">`, `<a href="./timeline/year/2019/index.html">`},
		{"/timeline?year=2019", `<a href="/timeline/2019/3">`, `<a href="../../2019/3/index.html">`},
		{"/", `<a href="/map/55,-10">`, `<a href="./map/55%2C-10/index.html">`},
		{"/zh/p/pier", `<a href="/zh/">`, `<a href="../../index.html">`},
		{"/zh/", `<a href="/p/pier">`, `<a href="../p/pier/index.html">`},
		{"/p/pier", `<a href="#main">`, `<a href="index.html#main">`},
		{"/p/pier", `<a href="mailto:me@example.com">`, `<a href="mailto:me@example.com">`},
		{"/p/pier", `<a href="https://elsewhere.example/p/pier">`, `<a href="https://elsewhere.example/p/pier">`},
		{"/p/pier", `<a href="//elsewhere.example/x">`, `<a>`},
		{"/", `<a href="/s/secret">`, `<a>`},
		{"/p/pier", `<a href="/zh/s/secret">`, `<a>`},
		{"/p/pier", `<a href="/zh/search?q=x">`, `<a>`},
		{"/c/s", `<a href="/c/s">`, `<a href="./index.html">`},
		{"/", `<a href="/search?q=x" rel="nofollow">`, `<a rel="nofollow">`},
		{"/", `<a href="/p/pier?a=b">`, `<a>`},
		{"/", `<a href="/media/originals/3">`, `<a>`},
		{"/p/pier", `<a href="/media/originals/3" download="">Download</a>`, ``},
		{"/", `<link type="application/json+oembed" href="/oembed?url=x">`, ``},
		{"/", `<form action="/search"><input name="q"></form>`, ``},
		{"/p/pier", `<img src="/media/12ab.jpg" srcset="/media/12ab.jpg 320w, /media/12ab.jpg 640w"/>`, `<img src="../../media/12ab.jpg" srcset="../../media/12ab.jpg 320w, ../../media/12ab.jpg 640w"/>`},
		{"/p/pier", `<a data-name="Photographs" data-webp="/media/12ab.jpg">`, `<a data-name="Photographs" data-webp="../../media/12ab.jpg">`},
		{"/p/pier", `<p style="background:url(/media/12ab.jpg)">`, `<p style="background:url(&#34;../../media/12ab.jpg&#34;)">`},
		{"/p/pier", `<style>p{background:url('/media/12ab.jpg')}</style>`, `<style>p{background:url("../../media/12ab.jpg")}</style>`},
		{"/p/pier", `<link rel="canonical" href="` + base + `/p/pier"/>`, `<link rel="canonical" href="` + base + `/p/pier/"/>`},
		{"/", `<meta property="og:url" content="` + base + `/timeline?year=2019"/>`, `<meta property="og:url" content="` + base + `/timeline/year/2019/"/>`},
		{"/", `<meta property="og:image" content="` + base + `/media/12ab.jpg"/>`, `<meta property="og:image" content="` + base + `/media/12ab.jpg"/>`},
		{"/", `<meta name="description" content="/p/pier and ` + base + `/p/pier"/>`, `<meta name="description" content="/p/pier and ` + base + `/p/pier"/>`},
		{"/", `<script type="application/ld+json">{"url":"` + base + `/p/pier"}</script>`, `<script type="application/ld+json">{"url":"` + base + `/p/pier/"}</script>`},
		{"/", `<script src="/assets/12ab/site.js"></script>`, `<script src="./assets/12ab/site.js"></script>`},
		{"/", `<img alt="/p/pier"/>`, `<img alt="/p/pier"/>`},
	} {
		s := newSite("").with(linked...)
		s[tt.from] += tt.is
		for _, address := range linked {
			s["/"] += `<b data-at="` + address + `"></b>`
		}
		s["/"] = `<head></head><a href="/zh/" hreflang="zh">` + strings.TrimPrefix(s["/"], "<head></head>")
		dir := filepath.Join(t.TempDir(), "out")
		mustRun(t, s, dir)
		file := strings.NewReplacer("?page=", "/page/", "?year=", "/year/").Replace(strings.Trim(tt.from, "/"))
		got := filesIn(t, dir)[strings.TrimPrefix(file+"/index.html", "/")]
		if !strings.Contains(got, tt.want) || (tt.want == "" && strings.Contains(got, tt.is[1:5])) {
			t.Errorf("on %s %s is not %s:\n%s", tt.from, tt.is, tt.want, got)
		}
	}
}

func TestFiles(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("長", 100)
	s := newSite(`<i title="`+base+`/zh/s/secret" content="`+base+`/zh/s/secret"></i><a href="/zh/" hreflang="zh">中文</a><a href="/p/`+long+`">`+`<link rel="stylesheet" href="/assets/1/a.css"/>`).with("/zh/", "/zh/s/secret", "/p/"+strings.ReplaceAll(long, "長", "%E9%95%B7"))
	s["/assets/1/a.css"] = `p{background:url(/assets/2/b.jpg)} q{background:url(data:x)}`
	s["/assets/2/b.jpg"] = "jpeg"
	s["/sitemap.xml"] = "<loc>" + base + "/sitemap/1.xml</loc><loc>" + base + "/hidden</loc>" // as a person might write it
	s["/sitemap/1.xml"] = "<loc>" + base + "/about</loc><loc>https://example.com.evil/photos/about</loc>"
	s.with("/about")
	dir := filepath.Join(t.TempDir(), "deep", "out")
	result := mustRun(t, s, dir)
	files := filesIn(t, dir)
	var names []string
	for name := range files {
		if strings.HasPrefix(name, "p/") {
			if len(filepath.Dir(name)) > 257 || !strings.Contains(files["index.html"], strings.ReplaceAll(filepath.Base(filepath.Dir(name))[250:], "長", "%E9%95%B7")) {
				t.Errorf("the long name became %q", name)
			}
			continue
		}
		names = append(names, name)
	}
	slices.Sort(names)
	want := []string{
		".vitrine-export", "404.html", "about/index.html", "assets/1/a.css", "assets/2/b.jpg", "feed.atom", "feed.json", "index.html",
		"robots.txt", "sitemap.xml", "sitemap/1.xml", "zh/404.html", "zh/index.html",
	}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("other files than expected:\n%s", diff)
	}
	for name, want := range map[string]string{
		"assets/1/a.css": `p{background:url("../2/b.jpg")} q{background:url(data:x)}`,
		"sitemap.xml":    "<loc>" + base + "/sitemap/1.xml</loc><loc>" + base + "/hidden/</loc>",
		"sitemap/1.xml":  "<loc>" + base + "/about/</loc><loc>https://example.com.evil/photos/about</loc>",
	} {
		if files[name] != want {
			t.Errorf("%s is %s", name, files[name])
		}
	}
	if page := files["zh/404.html"]; !strings.Contains(page, `<a href="/photos/">Back</a> <a href="#main">`) {
		t.Errorf("the page for what is not there is %s", page)
	}
	if result.Pages != 4 || result.Pictures != 0 || result.Others != 9 || result.Changed != 13 {
		t.Errorf("told %+v", result)
	}
}

func TestRunAgain(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "out")
	s := newSite(`<a href="/p/pier"></a><img src="/media/12ab.jpg"/>`).with("/p/pier", "/media/12ab.jpg")
	mustRun(t, s, dir)
	old := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	for name := range filesIn(t, dir) {
		if err := os.Chtimes(filepath.Join(dir, name), old, old); err != nil {
			t.Fatal(err)
		}
	}
	changed := func() (names []string) {
		for name := range filesIn(t, dir) {
			info, err := os.Stat(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			if !info.ModTime().Equal(old) {
				names = append(names, name)
			}
		}
		slices.Sort(names)
		return names
	}
	if again := mustRun(t, s, dir); again.Changed != 0 || again.Removed != 0 || len(changed()) != 0 {
		t.Errorf("nothing changed, but %+v and %q", again, changed())
	}
	if err := os.WriteFile(filepath.Join(dir, "media/12ab.jpg"), []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	s["/"] = strings.Replace(s["/"], "pier", "quay", 1)
	s.with("/p/quay")
	again := mustRun(t, s, dir)
	want := []string{".vitrine-export", "index.html", "media/12ab.jpg", "p/quay/index.html"}
	if diff := cmp.Diff(want, changed()); diff != "" || again.Changed != 3 || again.Removed != 1 {
		t.Errorf("told %+v; other files changed than expected:\n%s", again, diff)
	}
	if files := filesIn(t, dir); files["media/12ab.jpg"] != s["/media/12ab.jpg"] || files["p/pier/index.html"] != "" {
		t.Errorf("the files are %q", slices.Collect(maps.Keys(files)))
	}
}

// What goes wrong leaves the copy of before as it is, and nothing beside it.
func TestRefusals(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		spoil func(dir string, s site) error
		want  string
	}{
		{"a file of somebody else", func(dir string, _ site) error { return os.WriteFile(dir+"/CNAME", nil, 0o600) }, "holds CNAME, which no export has made"},
		{"a link to nothing", func(_ string, s site) error { s["/"] += `<a href="/p/gone">`; return nil }, "links to what is not there: /p/gone"},
		{"two pages in one file", func(_ string, s site) error {
			s["/"] += `<a href="/c/x?page=2"></a><a href="/c/x/page/2">`
			s.with("/c/x?page=2", "/c/x/page/2")
			return nil
		}, "both /c/x?page=2 and /c/x/page/2 would be the file c/x/page/2/index.html"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			parent := t.TempDir()
			dir := filepath.Join(parent, "out")
			s := newSite("")
			mustRun(t, s, dir)
			if err := tt.spoil(dir, s); err != nil {
				t.Fatal(err)
			}
			before := filesIn(t, parent)
			if _, err := run(t, s, dir); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
			if diff := cmp.Diff(before, filesIn(t, parent)); diff != "" {
				t.Errorf("something changed:\n%s", diff)
			}
		})
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := run(t, newSite(""), file); err == nil || !strings.Contains(err.Error(), "is not a directory") {
		t.Errorf("exported to a file: %v", err)
	}
}

// Readers see the copy of before until the new one is whole, and a second export
// waits for its turn.
func TestWhileExporting(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "out")
	s := newSite("before")
	mustRun(t, s, dir)
	// What an export that was killed has left.
	left := filepath.Join(filepath.Dir(dir), ".out.exporting")
	if err := os.MkdirAll(filepath.Join(left, "p"), 0o700); err != nil {
		t.Fatal(err)
	}
	before := filesIn(t, dir)
	s = newSite("after")
	looked := 0
	mustRun(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		looked++
		if diff := cmp.Diff(before, filesIn(t, dir)); diff != "" {
			t.Errorf("while the site is read:\n%s", diff)
		}
		if _, err := run(t, s, dir); err == nil || !strings.Contains(err.Error(), "another export") {
			t.Errorf("a second export: %v", err)
		}
		s.ServeHTTP(w, r)
	}), dir)
	if looked == 0 || !strings.Contains(filesIn(t, dir)["index.html"], "after") {
		t.Error("there is no new copy")
	}
	if entries, err := os.ReadDir(filepath.Dir(dir)); err != nil || len(entries) != 1 {
		t.Errorf("beside the copy there is %v, %v", entries, err)
	}
}

// A page that goes out of sight while it is read is not linked to in the end.
func TestSiteThatChanges(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "out")
	s := newSite(`<a href="/p/pier">`)
	mustRun(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.ServeHTTP(w, r)
		if r.RequestURI == "/p/pier" {
			s["/"] = "<p>Nothing"
		}
	}), dir)
	if page := filesIn(t, dir)["index.html"]; !strings.Contains(page, "Nothing") {
		t.Errorf("the home page is %s", page)
	}
}

// Without a base URL there is nothing absolute, and no feeds.
func TestWithoutBaseURL(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "out")
	s := newSite(`<a href="https://example.com/photos/x">`)
	if _, err := export.Run(t.Context(), export.Config{Site: s, Dir: dir}); err != nil {
		t.Fatal(err)
	}
	want := []string{".vitrine-export", "404.html", "index.html", "robots.txt"}
	if diff := cmp.Diff(want, slices.Sorted(maps.Keys(filesIn(t, dir)))); diff != "" {
		t.Error(diff)
	}
}

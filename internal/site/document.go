package site

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/vitrine-photos/vitrine"
)

// document is what the site tells other programs: a feed, a map, a description.
type document struct {
	contentType string
	body        []byte
}

// documents is the table of what is not made for people. All but robots.txt
// need the site's public address.
func (s *Site) documents() map[string]func(*http.Request) (document, error) {
	return map[string]func(*http.Request) (document, error){
		"/robots.txt":     s.robots,
		"/sitemap.xml":    s.sitemapIndex,
		"/sitemap/{name}": s.sitemap,
		"/feed.atom":      s.atom,
		"/feed.json":      s.jsonFeed,
		"/oembed":         s.oembed,
	}
}

// document serves what build makes.
func (s *Site) document(build func(*http.Request) (document, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		d, err := build(r)
		switch {
		case vitrine.ErrorCode(err) == vitrine.CodeNotFound:
			http.Error(w, "There is nothing here.", http.StatusNotFound)
			return
		case err != nil:
			s.fail(w, r, err)
			return
		}
		h := w.Header()
		h.Set("Content-Type", d.contentType)
		h.Set("Content-Length", strconv.Itoa(len(d.body)))
		h.Set("Cache-Control", "no-cache")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Content-Security-Policy", "default-src 'none'")
		if r.Method != http.MethodHead {
			_, _ = w.Write(d.body) // the reader may have left
		}
	})
}

// errNoAddress: without the public address there is nothing that others could
// come back to, and the Host header is whatever a stranger says.
func errNoAddress() error { return vitrine.NotFound("document", "") }

// robots lets everyone read everything public, and tells where the map is.
func (s *Site) robots(*http.Request) (document, error) {
	text := "User-agent: *\nDisallow: /v1/\nDisallow: /api/\nDisallow: /admin/\nDisallow: /search\nDisallow: /zh/search\nDisallow: /s/\n"
	if s.BaseURL != "" {
		text += "\nSitemap: " + s.absolute("/sitemap.xml") + "\n"
	}
	return document{"text/plain; charset=utf-8", []byte(text)}, nil
}

// slugOf returns the slug of the photo whose page is at an absolute address of
// this site, in any language.
func (s *Site) slugOf(address string) (slug string, ok bool) {
	rest, ours := strings.CutPrefix(address, s.BaseURL+"/")
	if !ours || s.BaseURL == "" {
		return "", false
	}
	page, err := url.Parse("/" + rest)
	if err != nil {
		return "", false
	}
	path := page.Path
	for _, l := range s.languages {
		if slug, ok = strings.CutPrefix(path, l.Prefix+"/p/"); ok && slug != "" && !strings.Contains(slug, "/") {
			return slug, true
		}
	}
	return "", false
}

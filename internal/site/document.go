package site

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"github.com/vitrine-photos/vitrine"
)

// document is what the site tells other programs: a feed, a map, a description.
type document struct {
	contentType string
	body        []byte
}

// documentRoute is a kind of document: what builds it, and what of the query it
// reads.
type documentRoute struct {
	build func(*http.Request) (document, error)
	reads reading
}

// documents is the table of what is not made for people. All but robots.txt
// need the site's public address.
func (s *Site) documents() map[string]documentRoute {
	return map[string]documentRoute{
		"/robots.txt":     {s.robots, readsNothing},
		"/sitemap.xml":    {s.sitemapIndex, readsNothing},
		"/sitemap/{name}": {s.sitemap, readsNothing},
		"/feed.atom":      {s.atom, readsNothing},
		"/feed.json":      {s.jsonFeed, readsNothing},
		"/oembed":         {s.oembed, readsAll},
	}
}

// document serves the document of a route.
func (s *Site) document(to documentRoute) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sent, err := s.kept(r, to.reads, func(ctx context.Context) (answer, error) {
			d, err := to.build(r.WithContext(ctx))
			if err != nil {
				return answer{}, err
			}
			return s.finish(answer{Type: d.contentType, Policy: "default-src 'none'"}, d.body), nil
		})
		switch {
		case vitrine.ErrorCode(err) == vitrine.CodeNotFound:
			http.Error(w, "There is nothing here.", http.StatusNotFound)
		case err != nil:
			s.fail(w, r, err)
		default:
			sent.send(w, r, http.StatusOK)
		}
	})
}

// errNoAddress: without the public address there is nothing that others could
// come back to, and the Host header is whatever a stranger says.
func errNoAddress() error { return vitrine.NotFound("document", "") }

// robots lets everyone read every page and picture that is public, but not fetch
// originals, which are for people, and tells where the map is.
func (s *Site) robots(r *http.Request) (document, error) {
	settings, err := s.Settings(r.Context())
	if err != nil {
		return document{}, err
	}
	text := "User-agent: *\nDisallow: /v1/\nDisallow: /api/\nDisallow: /admin/\nDisallow: /search\nDisallow: /zh/search\nDisallow: /s/\nDisallow: /zh/s/\n"
	if settings.Display.AllowOriginalDownload {
		text += "Disallow: /media/originals/\n"
	}
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

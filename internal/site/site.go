// Package site serves the public pages: server rendered, complete without
// JavaScript, with no request to any other origin.
package site

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"html/template"
	"log/slog"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/cache"
	"github.com/vitrine-photos/vitrine/internal/catalog"
	"github.com/vitrine-photos/vitrine/internal/media"
	"github.com/vitrine-photos/vitrine/internal/ratelimit"
	"github.com/vitrine-photos/vitrine/internal/share"
)

// Config is what a Site is made of.
type Config struct {
	Catalog  *catalog.Catalog
	Settings func(context.Context) (vitrine.Settings, error)
	Pages    cache.Cache                    // whose Pages are dropped at each change of what the public sees
	URLs     media.URLs                     // without a Base: visitors may come by several addresses
	BaseURL  string                         // "" when the public address is not known
	Address  func(*http.Request) netip.Addr // of the visitor, behind trusted proxies too
	Shares   *share.Shares
	Media    *media.Handler
	Limiter  ratelimit.Limiter // of what those do who have a share link; nil for none
	Now      func() time.Time
	Log      *slog.Logger
}

// Site serves the public pages.
type Site struct {
	Config
	pictures
	languages []*language
	templates map[*language]*template.Template
	assets    *assets
	zippers   zippers
}

// New prepares the templates. An error means that the program was built wrong.
func New(cfg Config) (*Site, error) {
	assets, err := loadAssets()
	if err != nil {
		return nil, err
	}
	languages, err := loadLanguages()
	if err != nil {
		return nil, err
	}
	s := &Site{Config: cfg, pictures: pictures{cfg.URLs}, languages: languages, templates: map[*language]*template.Template{}, assets: assets}
	for _, l := range languages {
		words := template.FuncMap{"asset": assets.url, "t": l.say, "count": l.count, "at": l.at}
		s.templates[l], err = template.New("").Funcs(words).ParseFS(templateFiles, "templates/*.gohtml")
		if err != nil {
			return nil, err
		}
	}
	return s, nil
}

// route is a kind of page: what builds it, and what of the query it reads.
type route struct {
	build builder
	reads reading
}

// pages is the table of the pages, by their addresses in the default language.
func (s *Site) pages() map[string]route {
	return map[string]route{
		"/{$}":                     {s.home, readsPage},
		"/p/{slug}":                {s.photo, readsNothing},
		"/galleries":               {s.galleries, readsNothing},
		"/c/{path...}":             {s.category, readsPage},
		"/t/{slug}":                {s.tag, readsPage},
		"/timeline":                {s.timeline, readsYear},
		"/timeline/{year}/{month}": {s.month, readsPage},
		"/map":                     {s.mapOfPlaces, readsNothing},
		"/map/{cell}":              {s.spot, readsPage},
		searchPath:                 {s.search, readsSearch},
		"/about":                   {s.about, readsNothing},
	}
}

// builder makes the page that a visitor asks for.
type builder func(*request) (*page, error)

// request is a visitor's, for a page in a language.
type request struct {
	*http.Request
	lang *language
	path string // of the page in the default language
}

// Handler returns the site's routes. Whatever it does not know gets the site's
// own 404 page.
func (s *Site) Handler() http.Handler {
	mux := http.NewServeMux()
	serve := func(pattern string, h http.Handler) {
		mux.Handle("GET "+pattern, h)
		mux.HandleFunc(pattern, onlyReads)
	}
	serve("/assets/{hash}/{name}", http.HandlerFunc(s.assets.serve))
	for pattern, route := range s.documents() {
		serve(pattern, s.document(route))
	}
	for _, l := range s.languages {
		for pattern, route := range s.pages() {
			serve(l.Prefix+pattern, s.page(l, route))
		}
		s.handleShares(mux, l)
		nowhere := func(*request) (*page, error) { return nil, vitrine.NotFound("page", "") }
		mux.Handle(l.Prefix+"/", s.page(l, route{nowhere, readsAll}))
	}
	return mux
}

// onlyReads answers a method that the site has no use for.
func onlyReads(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Allow", "GET, HEAD")
	http.Error(w, "Pages can only be read.", http.StatusMethodNotAllowed)
}

// page answers with the page of a route, or the one for its error.
func (s *Site) page(l *language, to route) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		status := http.StatusOK
		sent, err := s.kept(r, to.reads, s.maker(r, l, to.build))
		if m, ok := errors.AsType[moved](err); ok {
			m.redirect(w, r, l)
			return
		}
		if err != nil {
			status, sent, err = s.unseen(newRequest(r, l), err) //nolint:contextcheck // it is in the request
		}
		if err != nil {
			s.fail(w, r, err)
			return
		}
		if sent.Photo != 0 && r.Method == http.MethodGet { // who asks for the header only sees nothing
			s.Catalog.CountView(sent.Photo, catalog.Visitor{Address: s.Address(r), UserAgent: r.UserAgent()})
		}
		sent.send(w, r, status)
	})
}

// maker returns what makes the page that a request is for.
func (s *Site) maker(r *http.Request, l *language, build builder) func(context.Context) (answer, error) {
	return func(ctx context.Context) (answer, error) {
		p, err := build(newRequest(r.WithContext(ctx), l))
		if err != nil {
			return answer{}, err
		}
		return s.print(p)
	}
}

func newRequest(r *http.Request, l *language) *request {
	return &request{Request: r, lang: l, path: strings.TrimPrefix(r.URL.Path, l.Prefix)}
}

// unseen makes the page for what cannot be shown, because of an error. It wants to
// be known nowhere. Any other error it returns.
func (s *Site) unseen(r *request, reason error) (status int, made answer, err error) {
	name, title := "missing", r.lang.say("Not found")
	switch {
	case errors.Is(reason, errGone):
		status, name, title = http.StatusGone, "gone", r.lang.say("Taken down")
	case vitrine.ErrorCode(reason) == vitrine.CodeNotFound:
		status = http.StatusNotFound
	default:
		return 0, answer{}, reason
	}
	p, err := s.newPage(r, name)
	if err != nil {
		return 0, answer{}, err
	}
	p.Title = title
	p.Path, p.Canonical, p.Alternates = "", "", nil
	made, err = s.print(p)
	return status, made, err
}

// fail answers when a page cannot be made. The cause goes to the log only.
func (s *Site) fail(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil {
		return // the visitor has left
	}
	s.Log.Error("page failed", "path", r.URL.Path, "err", err)
	status := http.StatusInternalServerError
	if e, ok := errors.AsType[*vitrine.Error](err); ok && e.Code == vitrine.CodeUnavailable {
		status = http.StatusServiceUnavailable
		w.Header().Set("Retry-After", strconv.Itoa(max(1, int(e.RetryAfter.Seconds()))))
	}
	http.Error(w, "This page cannot be shown at the moment. Please try again shortly.", status)
}

// print renders a page by its template.
func (s *Site) print(p *page) (answer, error) {
	var content bytes.Buffer
	if err := s.templates[p.Lang].ExecuteTemplate(&content, p.template+".gohtml", p); err != nil {
		return answer{}, err
	}
	return s.finish(answer{
		Type: "text/html; charset=utf-8", Language: p.Lang.Tag, Policy: contentSecurityPolicy(string(p.Style)), Photo: p.photo,
	}, content.Bytes()), nil
}

// contentSecurityPolicy allows the site's own scripts, and the page's one style
// element by its hash.
func contentSecurityPolicy(style string) string {
	sum := sha256.Sum256([]byte(style))
	return "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data:; style-src 'self' 'sha256-" +
		base64.StdEncoding.EncodeToString(sum[:]) +
		"'; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
}

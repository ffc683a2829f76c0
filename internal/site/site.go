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

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/catalog"
	"github.com/vitrine-photos/vitrine/internal/media"
)

// Config is what a Site is made of.
type Config struct {
	Catalog  *catalog.Catalog
	Settings func(context.Context) (vitrine.Settings, error)
	URLs     media.URLs
	BaseURL  string                         // "" when the public address is not known
	Address  func(*http.Request) netip.Addr // of the visitor, behind trusted proxies too
	Log      *slog.Logger
}

// Site serves the public pages.
type Site struct {
	Config
	languages []*language
	templates map[*language]*template.Template
	assets    *assets
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
	s := &Site{Config: cfg, languages: languages, templates: map[*language]*template.Template{}, assets: assets}
	for _, l := range languages {
		words := template.FuncMap{"asset": assets.url, "t": l.say, "count": l.count, "at": l.at}
		s.templates[l], err = template.New("").Funcs(words).ParseFS(templateFiles, "templates/*.gohtml")
		if err != nil {
			return nil, err
		}
	}
	return s, nil
}

// pages is the table of the pages: their addresses in the default language, and
// what builds them.
func (s *Site) pages() map[string]builder {
	return map[string]builder{
		"/{$}":                     s.home,
		"/p/{slug}":                s.photo,
		"/galleries":               s.galleries,
		"/c/{path...}":             s.category,
		"/t/{slug}":                s.tag,
		"/timeline":                s.timeline,
		"/timeline/{year}/{month}": s.month,
		"/map":                     s.mapOfPlaces,
		"/map/{cell}":              s.spot,
		searchPath:                 s.search,
		"/about":                   s.about,
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
	for pattern, build := range s.documents() {
		serve(pattern, s.document(build))
	}
	for _, l := range s.languages {
		for pattern, build := range s.pages() {
			serve(l.Prefix+pattern, s.page(l, build))
		}
		mux.Handle(l.Prefix+"/", s.page(l, func(*request) (*page, error) {
			return nil, vitrine.NotFound("page", "")
		}))
	}
	return mux
}

// onlyReads answers a method that the site has no use for.
func onlyReads(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Allow", "GET, HEAD")
	http.Error(w, "Pages can only be read.", http.StatusMethodNotAllowed)
}

// page renders the page that a builder makes, or the one for its error.
func (s *Site) page(l *language, build builder) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		req := &request{Request: r, lang: l, path: strings.TrimPrefix(r.URL.Path, l.Prefix)}
		status := http.StatusOK
		p, err := build(req)
		switch {
		case errors.Is(err, errGone):
			status = http.StatusGone
			p, err = s.unseen(req, "gone", l.say("Taken down"))
		case vitrine.ErrorCode(err) == vitrine.CodeNotFound:
			status = http.StatusNotFound
			p, err = s.unseen(req, "missing", l.say("Not found"))
		}
		if err == nil {
			err = s.render(w, r, status, p)
		}
		if err != nil {
			s.fail(w, r, err)
		}
	})
}

// unseen makes a page for what cannot be shown. It wants to be known nowhere.
func (s *Site) unseen(r *request, name, title string) (*page, error) {
	p, err := s.newPage(r, name)
	if err != nil {
		return nil, err
	}
	p.Title = title
	p.Path, p.Canonical, p.Alternates = "", "", nil
	return p, nil
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

func (s *Site) render(w http.ResponseWriter, r *http.Request, status int, p *page) error {
	var body bytes.Buffer
	if err := s.templates[p.Lang].ExecuteTemplate(&body, p.template+".gohtml", p); err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Length", strconv.Itoa(body.Len()))
	h.Set("Content-Language", p.Lang.Tag)
	h.Set("Content-Security-Policy", contentSecurityPolicy(string(p.Style)))
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cache-Control", "no-cache")
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body.Bytes()) // the visitor may have left
	}
	return nil
}

// contentSecurityPolicy allows the site's own scripts, and the page's one style
// element by its hash.
func contentSecurityPolicy(style string) string {
	sum := sha256.Sum256([]byte(style))
	return "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data:; style-src 'self' 'sha256-" +
		base64.StdEncoding.EncodeToString(sum[:]) +
		"'; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
}

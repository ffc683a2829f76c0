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
	pages  *template.Template
	assets *assets
}

// New prepares the templates. An error means that the program was built wrong.
func New(cfg Config) (*Site, error) {
	assets, err := loadAssets()
	if err != nil {
		return nil, err
	}
	pages, err := template.New("").Funcs(template.FuncMap{"asset": assets.url}).ParseFS(templateFiles, "templates/*.gohtml")
	if err != nil {
		return nil, err
	}
	return &Site{Config: cfg, pages: pages, assets: assets}, nil
}

// Handler returns the site's routes. Whatever it does not know gets the site's
// own 404 page.
func (s *Site) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /{$}", s.page(s.home))
	mux.Handle("GET /p/{slug}", s.page(s.photo))
	mux.HandleFunc("GET /assets/{hash}/{name}", s.assets.serve)
	for _, known := range []string{"/{$}", "/p/{slug}", "/assets/{hash}/{name}"} {
		mux.HandleFunc(known, onlyReads)
	}
	mux.Handle("/", s.page(func(*http.Request) (*view, error) {
		return nil, vitrine.NotFound("page", "")
	}))
	return mux
}

// onlyReads answers a method that the site has no use for.
func onlyReads(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Allow", "GET, HEAD")
	http.Error(w, "Pages can only be read.", http.StatusMethodNotAllowed)
}

// page renders the view that a handler makes, or the page for its error.
func (s *Site) page(build func(*http.Request) (*view, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		status := http.StatusOK
		v, err := build(r)
		if vitrine.ErrorCode(err) == vitrine.CodeNotFound {
			status = http.StatusNotFound
			v, err = s.missing(r)
		}
		if err == nil {
			err = s.render(w, r, status, v)
		}
		if err != nil {
			s.fail(w, r, err)
		}
	})
}

func (s *Site) missing(r *http.Request) (*view, error) {
	v, err := s.newView(r, "missing")
	if err != nil {
		return nil, err
	}
	v.Title = "Not found"
	return v, nil
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

func (s *Site) render(w http.ResponseWriter, r *http.Request, status int, v *view) error {
	var body bytes.Buffer
	if err := s.pages.ExecuteTemplate(&body, v.template+".gohtml", v); err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Length", strconv.Itoa(body.Len()))
	h.Set("Content-Security-Policy", contentSecurityPolicy(string(v.Style)))
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

// contentSecurityPolicy allows the page's one style element by its hash, and no
// script at all.
func contentSecurityPolicy(style string) string {
	sum := sha256.Sum256([]byte(style))
	return "default-src 'none'; img-src 'self' data:; style-src 'self' 'sha256-" +
		base64.StdEncoding.EncodeToString(sum[:]) +
		"'; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
}

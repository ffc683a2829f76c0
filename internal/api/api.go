// Package api is the JSON interface of the service. routes.go is the table of
// everything it answers; a file per noun holds what goes in and out and the
// handlers; route.go, envelope.go and errors.go hold the frame around
// them. Package binding puts requests into the types that a handler takes, and
// package openapi writes the document from these types and the table.
package api

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/api/openapi"
	"github.com/vitrine-photos/vitrine/internal/backup"
	"github.com/vitrine-photos/vitrine/internal/cache"
	"github.com/vitrine-photos/vitrine/internal/catalog"
	"github.com/vitrine-photos/vitrine/internal/idempotency"
	"github.com/vitrine-photos/vitrine/internal/identity"
	"github.com/vitrine-photos/vitrine/internal/ingest"
	"github.com/vitrine-photos/vitrine/internal/ratelimit"
	"github.com/vitrine-photos/vitrine/internal/settings"
	"github.com/vitrine-photos/vitrine/internal/share"
	"github.com/vitrine-photos/vitrine/internal/stats"
	"github.com/vitrine-photos/vitrine/internal/urlsign"
	"github.com/vitrine-photos/vitrine/internal/webhook"
)

// PictureURLs builds the addresses of pictures.
type PictureURLs interface {
	// Rendition returns the address of a derived picture; signed and
	// short-lived unless the photo is public.
	Rendition(r vitrine.Rendition, public bool) string
	// Original returns the address of a photo's original; signed for editors.
	Original(p *vitrine.Photo, editor bool) string
	// Upload returns a signed address of uploaded bytes.
	Upload(id string) string
}

// Config is what an API is made of. All fields are required but Limiter,
// BaseURL, AllowedOrigins, TrustedProxies and StrangeProxy.
type Config struct {
	Catalog  *catalog.Catalog
	Identity *identity.Identity
	Ingest   *ingest.Ingest
	Settings *settings.Settings
	Shares   *share.Shares
	Webhooks *webhook.Webhooks
	Requests *idempotency.Requests
	Backups  *backup.Backups
	Stats    *stats.Stats
	Cache    cache.Cache
	URLs     PictureURLs
	Signer   *urlsign.Signer                         // of the addresses that take chunks
	Health   func(context.Context) map[string]string // how each part is: "healthy", "degraded" or "unavailable"
	Version  string                                  // of the program

	Limiter        ratelimit.Limiter // nil: requests are not limited
	Classes        ratelimit.Classes
	BaseURL        string // public address, "" if unknown
	AllowedOrigins []string
	TrustedProxies []netip.Prefix
	StrangeProxy   func(netip.Addr) // is told once of an address whose X-Forwarded-For is not believed
	Now            func() time.Time
	Log            *slog.Logger
}

// API answers /v1, /api/v1, /openapi.json and /docs.
type API struct {
	catalog  *catalog.Catalog
	identity *identity.Identity
	ingest   *ingest.Ingest
	settings *settings.Settings
	shares   *share.Shares
	webhooks *webhook.Webhooks
	backups  *backup.Backups
	stats    *stats.Stats
	cache    cache.Cache
	urls     PictureURLs
	signer   *urlsign.Signer
	baseURL  string
	health   func(context.Context) map[string]string
	version  string

	router *router
}

// New returns an API that serves the table of routes. It fails when an allowed
// origin is no origin, or the table is wrong.
func New(cfg Config) (*API, error) {
	a := &API{
		catalog: cfg.Catalog, identity: cfg.Identity, ingest: cfg.Ingest, settings: cfg.Settings, shares: cfg.Shares, webhooks: cfg.Webhooks,
		backups: cfg.Backups, stats: cfg.Stats,
		cache: cfg.Cache, urls: cfg.URLs, signer: cfg.Signer, baseURL: cfg.BaseURL, health: cfg.Health, version: cfg.Version,
	}
	if cfg.Limiter == nil {
		cfg.Classes = ratelimit.DefaultClasses() // answers show them all the same
	}
	clients := &ratelimit.Clients{Trusted: cfg.TrustedProxies, Strange: cfg.StrangeProxy}
	origins, err := newOrigins(cfg.AllowedOrigins)
	if err != nil {
		return nil, fmt.Errorf("allowed origins: %w", err)
	}
	a.router = &router{
		authenticate: cfg.Identity.Authenticate, requests: cfg.Requests,
		limits:  limits{limiter: cfg.Limiter, classes: cfg.Classes},
		origins: origins, address: clients.Of, deprecated: deprecated(), now: cfg.Now, log: cfg.Log,
	}
	if err := a.router.mount(a.routes()); err != nil {
		return nil, err
	}
	document, err := newDocument(a.routes(), deprecated(), cfg.BaseURL)
	if err != nil {
		return nil, fmt.Errorf("describe the API: %w", err)
	}
	if err := openapi.Mount(a.router.ServeMux, document); err != nil {
		return nil, err
	}
	return a, nil
}

// ServeHTTP implements http.Handler.
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a.Guard(a.router).ServeHTTP(w, r)
}

// Guard answers the requests for addresses of the API that are written in a way
// that no route has, such as /v1//photos, and passes on all others. It goes
// before a ServeMux, which would answer them with a redirection and a page.
func (a *API) Guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if isMisspelt(r.URL) {
			a.router.unmatched(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// ClientAddr returns the address of the client, behind trusted proxies too.
func (a *API) ClientAddr(r *http.Request) netip.Addr { return a.router.address(r) }

// Actor returns who asks, for handlers outside the table: nobody without a
// bearer token, an error for one that is not valid.
func (a *API) Actor(r *http.Request) (vitrine.Actor, error) {
	return a.router.authenticate.actor(r, a.ClientAddr(r))
}

// Fail answers with the envelope of an error, for handlers outside the table.
func (a *API) Fail(w http.ResponseWriter, r *http.Request, err error) {
	c := a.router.newCall(w, r)
	a.router.showLimit(c)
	c.fail(err)
}

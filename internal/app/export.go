package app

import (
	"context"
	"crypto/rand"
	"log/slog"
	"net/http"
	"net/netip"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/blob"
	"github.com/vitrine-photos/vitrine/internal/cache"
	"github.com/vitrine-photos/vitrine/internal/catalog"
	"github.com/vitrine-photos/vitrine/internal/export"
	"github.com/vitrine-photos/vitrine/internal/media"
	"github.com/vitrine-photos/vitrine/internal/settings"
	"github.com/vitrine-photos/vitrine/internal/site"
	"github.com/vitrine-photos/vitrine/internal/store"
	"github.com/vitrine-photos/vitrine/internal/urlsign"
)

// Export writes the public site to a directory as files, also while a server
// runs; see export.Run. It only reads the library, so nobody's look is counted.
// The base URL is that of the copy, and may have a path. A library that is not
// there is fs.ErrNotExist.
func Export(ctx context.Context, cfg Config, dir string, log *slog.Logger, progress func(files int)) (*export.Result, error) {
	return overLibrary(cfg, func(db *store.DB, blobs blob.Store) (*export.Result, error) {
		handler, err := publicSite(cfg, db, blobs, log)
		if err != nil {
			return nil, err
		}
		return export.Run(ctx, export.Config{Site: handler, BaseURL: cfg.BaseURL, Dir: dir, Progress: progress})
	})
}

// publicSite answers as the service does to a visitor, for what is public only:
// nobody can sign in, and no address is signed. What it counts is never written.
func publicSite(cfg Config, db *store.DB, blobs blob.Store, log *slog.Logger) (http.Handler, error) {
	key := make([]byte, 32)
	_, _ = rand.Read(key) // never fails
	signer := urlsign.New(key, time.Now)
	current := settings.New(db, cache.NewMemory(1<<20, cache.All()...))
	photos := catalog.New(catalog.Config{DB: db, Settings: current.Get, VisitorKey: key, Now: time.Now, Log: log})
	pages, err := site.New(site.Config{
		Catalog: photos, Settings: current.Get, Pages: cache.NewMemory(1<<20, cache.Pages),
		URLs: media.URLs{Signer: signer}, BaseURL: cfg.BaseURL,
		Address: func(*http.Request) netip.Addr { return netip.Addr{} }, Log: log,
	})
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.Handle("/", pages.Handler())
	mux.Handle("/media/", media.New(media.Config{
		DB: db, Blobs: blobs, Signer: signer, Settings: current.Get,
		Actor:         func(*http.Request) (vitrine.Actor, error) { return vitrine.Actor{}, nil },
		Fail:          failPlainly,
		CountDownload: func(int64) {}, Log: log,
	}))
	return mux, nil
}

// failPlainly answers with what export.Run tells apart: not there, or failed.
func failPlainly(w http.ResponseWriter, _ *http.Request, err error) {
	status := http.StatusInternalServerError
	if vitrine.ErrorCode(err) == vitrine.CodeNotFound {
		status = http.StatusNotFound
	}
	http.Error(w, err.Error(), status)
}

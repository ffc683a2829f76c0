// Package console serves the app at /admin/ that photographers work in: the
// files that web/console builds, and the sign-in of browsers, which keeps the
// refresh token where no script can read it. All else the app asks of the API.
package console

import (
	"net/http"
	"time"

	"github.com/vitrine-photos/vitrine/web"
)

// Config says what a Console works with. All fields are required but BaseURL.
type Config struct {
	API        http.Handler // answers /v1/auth/…
	Refresh    http.Handler // exchanges the refresh token in the header Authorization
	Fail       func(http.ResponseWriter, *http.Request, error)
	RefreshTTL time.Duration // how long a browser keeps a sign-in
	BaseURL    string        // public address, where pictures may come from; "" if unknown
}

// Console answers what is below /admin/.
type Console struct {
	mux *http.ServeMux
}

// New returns a Console of the files that were built into the program.
func New(cfg Config) (*Console, error) {
	files, err := loadFiles(web.Console, "dist/console")
	if err != nil {
		return nil, err
	}
	page, err := newPage(files, cfg.BaseURL)
	if err != nil {
		return nil, err
	}
	c := &Console{mux: http.NewServeMux()}
	c.mux.HandleFunc("GET /admin/", page.serve)
	c.mux.HandleFunc("GET "+assetRoot+"{build}/{name...}", files.serve)
	newSessions(cfg).mount(c.mux)
	return c, nil
}

// ServeHTTP implements http.Handler.
func (c *Console) ServeHTTP(w http.ResponseWriter, r *http.Request) { c.mux.ServeHTTP(w, r) }

package app

import (
	"net/http"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine-photos/vitrine"
)

// Handler answers every request: the API, pictures, pages, and what the
// operator's tools ask.
func (a *App) Handler() http.Handler {
	mux := http.NewServeMux()
	for _, path := range []string{"/v1", "/v1/", "/api/v1", "/api/v1/", "/openapi.json", "/docs", "/docs/"} {
		mux.Handle(path, a.api)
	}
	mux.Handle("/media/", a.media)
	mux.Handle("/admin/", a.console)
	mux.HandleFunc("GET /healthz", a.live)
	mux.HandleFunc("GET /readyz", a.ready)
	mux.Handle("GET /metrics", a.permitted(vitrine.SystemRead, a.metrics.handler()))
	mux.Handle("/", a.site.Handler())
	return a.measured(a.api.Guard(mux))
}

// permitted asks for a permission before a handler that has no rules of its own.
func (a *App) permitted(p vitrine.Permission, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		actor, err := a.api.Actor(r)
		if err == nil {
			err = actor.Require(p)
		}
		if err != nil {
			a.api.Fail(w, r, err)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// measured observes how long requests take, by the part of the service that
// answers.
func (a *App) measured(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begun := time.Now()
		seen := newWriter(w, a.pace)
		defer func() {
			status := strconv.Itoa(seen.outcome(r.Context()))
			a.metrics.requests.WithLabelValues(partOf(r.URL.Path), status).Observe(time.Since(begun).Seconds())
		}()
		defer a.answerPanic(seen, r)
		if r.ContentLength != 0 {
			// Whoever reads the body moves this on; nobody else waits for it longer.
			_ = http.NewResponseController(w).SetReadDeadline(begun.Add(bodyTimeout)) // a test's recorder has none
		}
		next.ServeHTTP(seen, r)
	})
}

// answerPanic, deferred, answers when a handler panics, and logs why: net/http
// would only close the connection. The API answers its own panics before.
func (a *App) answerPanic(w *writer, r *http.Request) {
	p := recover()
	if p == nil {
		return
	}
	if p == http.ErrAbortHandler { //nolint:errorlint // nobody wraps it
		panic(p)
	}
	a.log.ErrorContext(r.Context(), "panic", "method", r.Method, "path", r.URL.Path, "panic", p, "stack", string(debug.Stack()))
	if w.status != 0 {
		panic(http.ErrAbortHandler) // half an answer must not be taken for a whole one
	}
	http.Error(w, "Something went wrong here. It was logged.", http.StatusInternalServerError)
}

// bodyTimeout is how long a body that nobody reads may hold its connection.
const bodyTimeout = 30 * time.Second

// partOf names the part of the service that answers a path. There are few, so
// that strangers cannot fill the metrics.
func partOf(path string) string {
	first, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	switch first {
	case "v1", "api":
		return "api"
	case "media":
		return "media"
	case "admin", "docs", "openapi.json", "healthz", "readyz", "metrics", "assets":
		return first
	}
	return "site"
}

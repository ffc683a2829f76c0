package api

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/idempotency"
)

// prefixes are where the table is served. The document shows the first.
func prefixes() []string { return []string{"/v1", "/api/v1"} }

// apiVersion is the version that every answer names.
const apiVersion = "1.0"

// authenticate finds out who a token stands for.
type authenticate func(ctx context.Context, token string) (vitrine.Actor, error)

// router serves a table of routes: it admits each request in the order that
// the interface promises (route, rate limit, authentication, permission, body
// and parameters), calls the handler, and writes what comes back.
type router struct {
	*http.ServeMux
	authenticate authenticate
	requests     *idempotency.Requests
	limits       limits
	origins      origins
	address      func(*http.Request) netip.Addr
	deprecated   map[string]time.Time // "GET /photos" → when it goes
	endings      map[string]string    // what patterns that cross another must end in
	shut         map[string]bool      // patterns of addresses for methods that they do not know
	fixed        http.Header          // on every answer; shared, never changed
	now          func() time.Time
	log          *slog.Logger
	buffers      buffers
}

// mount adds a table to the mux under every prefix.
func (rt *router) mount(routes []route) error {
	rt.ServeMux, rt.endings, rt.shut = http.NewServeMux(), map[string]string{}, map[string]bool{}
	rt.fixed = http.Header{
		"Api-Version":             {apiVersion},
		"Cache-Control":           {"private, no-cache"},
		"Content-Security-Policy": {"default-src 'none'; frame-ancestors 'none'"},
		"Vary":                    {"Authorization"},
		"X-Content-Type-Options":  {"nosniff"},
	}
	for _, r := range routes {
		if err := r.check(); err != nil {
			return fmt.Errorf("route %s %s %w", r.method, r.path, err)
		}
		handler := rt.handler(r)
		for _, prefix := range prefixes() {
			rt.handleRow(r, prefix, handler)
		}
	}
	rt.shutWider(routes)
	for _, prefix := range prefixes() {
		rt.HandleFunc(prefix, rt.unmatched)
		rt.HandleFunc(prefix+"/", rt.unmatched)
	}
	return nil
}

// crossing are the rows that meet another one in an address: photos/trash/like
// could be of two. ServeMux takes no such pair, though no photo has the id "trash".
func crossing() []string { return []string{"DELETE /photos/{id}/like"} }

// handleRow adds a row below a prefix. Of one that crosses another, ServeMux is
// told that it ends in anything, which is looked at here.
func (rt *router) handleRow(r route, prefix string, handler http.Handler) {
	pattern := r.method + " " + prefix + r.path
	if !slices.Contains(crossing(), r.method+" "+r.path) {
		rt.Handle(pattern, handler)
		return
	}
	last := path.Base(r.path)
	pattern = strings.TrimSuffix(pattern, last) + "{last}"
	rt.endings[pattern] = last
	rt.HandleFunc(pattern, func(w http.ResponseWriter, req *http.Request) {
		if req.PathValue("last") != last {
			rt.unmatched(w, req)
			return
		}
		handler.ServeHTTP(w, req)
	})
}

// shutWider keeps an address from rows that are wider than its own and know more
// methods: DELETE /tags/cloud removes no tag that is named "cloud".
func (rt *router) shutWider(routes []route) {
	for _, narrow := range routes {
		for _, wide := range routes {
			known := slices.ContainsFunc(routes, func(r route) bool { return r.path == narrow.path && r.method == wide.method })
			if known || !isWider(wide.path, narrow.path) {
				continue
			}
			for _, prefix := range prefixes() {
				if pattern := wide.method + " " + prefix + narrow.path; !rt.shut[pattern] {
					rt.shut[pattern] = true
					rt.HandleFunc(pattern, rt.unmatched)
				}
			}
		}
	}
}

// isWider reports whether one path of the table takes each address that another
// takes, and more.
func isWider(path, other string) bool {
	segments, narrow := strings.Split(path, "/"), strings.Split(other, "/")
	wider := false
	for i := range min(len(segments), len(narrow)) {
		taken := strings.HasPrefix(segments[i], "{")
		if !taken && segments[i] != narrow[i] {
			return false
		}
		wider = wider || taken && !strings.HasPrefix(narrow[i], "{")
	}
	return wider && len(segments) == len(narrow)
}

func (rt *router) handler(r route) http.Handler {
	inputs := newInputs(r)
	sunset, deprecated := rt.deprecated[r.method+" "+r.path]
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		c := rt.newCall(w, req)
		defer c.end(r.path, c.now, rt.now)
		if deprecated {
			w.Header().Set("API-Deprecated", "true")
			w.Header().Set("API-Sunset", sunset.UTC().Format(time.RFC3339))
		}
		err := rt.admit(c, r)
		if err == nil {
			err = rt.carryOut(c, r, inputs)
		}
		if err != nil {
			c.fail(err)
		}
	})
}

// carryOut does what an admitted request asks for, and answers it.
func (rt *router) carryOut(c *call, r route, inputs *inputs) error {
	if key, given := c.Header[http.CanonicalHeaderKey(idempotency.Header)]; given && c.actor.SignedIn() && r.isIdempotent() {
		return rt.carryOutOnce(c, r, inputs, key)
	}
	p, err := r.prepare(c, inputs)
	if err != nil {
		return err
	}
	defer p.end()
	res, err := p.run(c)
	if err != nil {
		return err
	}
	return c.succeed(r.success, res)
}

// admit lets a request through to its handler. Whose it is must be known to
// count it, but a bad token is reported only after the rate limit.
func (rt *router) admit(c *call, r route) error {
	var identified error
	identify := rt.authenticate
	if r.identify != nil {
		identify = r.identify
	}
	c.actor, identified = identify.actor(c.Request, c.address)
	c.actor.RequestID = c.id
	if err := rt.limits.admit(c, r.class); err != nil {
		return err
	}
	if err := rt.origins.admits(c); err != nil {
		return err
	}
	if identified != nil {
		return identified
	}
	return r.admits(c.actor)
}

// showLimit says what is left to whoever asks, for answers that count nowhere.
func (rt *router) showLimit(c *call) {
	c.actor, _ = rt.authenticate.actor(c.Request, c.address) // a bad token is nobody's
	_ = rt.limits.admit(c, unlimited)                        // refuses nobody
}

// actor finds out who asks: nobody without a token.
func (a authenticate) actor(r *http.Request, address netip.Addr) (actor vitrine.Actor, err error) {
	if token, given := bearer(r.Header.Get("Authorization")); given {
		actor, err = a(r.Context(), token)
	}
	actor.Address, actor.UserAgent = address.String(), r.UserAgent()
	return actor, err
}

// unmatched answers what no row of the table does: a question of a browser, a
// method that the address does not know, or an unknown address.
func (rt *router) unmatched(w http.ResponseWriter, r *http.Request) {
	c := rt.newCall(w, r)
	defer c.end("", c.now, rt.now)
	rt.showLimit(c)
	if r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != "" {
		rt.origins.preflight(c)
		return
	}
	if allow := rt.allowed(r); allow != "" {
		c.fail(wrongMethod(r.Method, allow))
		return
	}
	c.fail(unknownRoute(r.URL.Path))
}

// isMisspelt reports whether an address is one of the API's, but not written as
// a ServeMux wants it: with doubled slashes, dots, or a slash in disguise.
func isMisspelt(u *url.URL) bool {
	if !isOurs(u.Path) && !isOurs(path.Clean(u.Path)) {
		return false
	}
	written := u.EscapedPath()
	return !isOurs(written) || strings.TrimSuffix(written, "/") != path.Clean(written)
}

// prefixOf returns the prefix that the path of a route is below.
func prefixOf(path string) string {
	return prefixes()[slices.IndexFunc(prefixes(), func(prefix string) bool { return strings.HasPrefix(path, prefix+"/") })]
}

// isOurs reports whether a path is below a prefix.
func isOurs(path string) bool {
	return slices.ContainsFunc(prefixes(), func(prefix string) bool {
		return path == prefix || strings.HasPrefix(path, prefix+"/")
	})
}

// allowed lists the methods that the request's address knows.
func (rt *router) allowed(r *http.Request) string {
	if isMisspelt(r.URL) {
		return ""
	}
	var methods []string
	for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodDelete} {
		probe := &http.Request{Method: method, URL: r.URL, Host: r.Host}
		_, pattern := rt.Handler(probe)
		if last, ok := rt.endings[pattern]; rt.shut[pattern] || ok && last != path.Base(r.URL.Path) {
			continue
		}
		if strings.HasPrefix(pattern, "GET ") || strings.HasPrefix(pattern, method+" ") {
			methods = append(methods, method)
		}
	}
	return strings.Join(methods, ", ")
}

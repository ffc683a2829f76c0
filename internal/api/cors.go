package api

import (
	"net/http"

	"github.com/vitrine-photos/vitrine"
)

// What scripts of other origins may read and send.
const (
	exposedHeaders = "API-Deprecated, API-Sunset, API-Version, ETag, Idempotent-Replayed, Retry-After, " +
		"X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-RateLimit-Window, X-Request-Id"
	acceptedHeaders = "Authorization, Content-Digest, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Request-Id"
)

// origins decides what pages of other origins may do: read all that is public,
// since no cookie counts here, and write only where they were allowed to.
type origins struct {
	allowed map[string]bool
	guard   *http.CrossOriginProtection
}

func newOrigins(allowed []string) (origins, error) {
	o := origins{allowed: map[string]bool{}, guard: http.NewCrossOriginProtection()}
	for _, origin := range allowed {
		if err := o.guard.AddTrustedOrigin(origin); err != nil {
			return origins{}, err
		}
		o.allowed[origin] = true
	}
	return o, nil
}

// show tells the browser which pages may read the answer, whatever it will be.
func (o origins) show(c *call) {
	origin := c.Header.Get("Origin")
	if origin == "" {
		return
	}
	h := c.w.Header()
	h.Set("Access-Control-Expose-Headers", exposedHeaders)
	if c.isRead() {
		h.Set("Access-Control-Allow-Origin", "*")
		return
	}
	h.Set("Vary", "Authorization, Origin")
	if o.allowed[origin] {
		h.Set("Access-Control-Allow-Origin", origin)
	}
}

// admits returns nil if the request may come from the origin it names.
func (o origins) admits(c *call) error {
	origin := c.Header.Get("Origin")
	if origin == "" || c.isRead() || o.allowed[origin] {
		return nil
	}
	if err := o.guard.Check(c.Request); err != nil {
		return &vitrine.Error{
			Code: vitrine.CodeForbidden, Message: "Pages of " + origin + " may not write here.",
			Details: originDetails{UserRole: c.actor.Role, Origin: origin}, Cause: err,
		}
	}
	return nil
}

// originDetails are the details of PERMISSION_DENIED when no permission would
// help.
type originDetails struct {
	RequiredPermission *vitrine.Permission `json:"required_permission" doc:"Null: none would help." example:"null"`
	UserRole           vitrine.Role        `json:"user_role" example:"editor"`
	Origin             string              `json:"origin" doc:"Whose pages may not write here." example:"https://example.org"`
}

// preflight answers a browser's question whether a page may send a request.
func (o origins) preflight(c *call) {
	h := c.w.Header()
	h.Set("Vary", "Origin, Access-Control-Request-Method")
	origin, method := c.Header.Get("Origin"), c.Header.Get("Access-Control-Request-Method")
	switch {
	case o.allowed[origin]:
		h.Set("Access-Control-Allow-Origin", origin)
		h.Set("Access-Control-Allow-Methods", "GET, HEAD, POST, PUT, DELETE")
	case method == http.MethodGet || method == http.MethodHead:
		h.Set("Access-Control-Allow-Origin", "*")
	}
	h.Set("Access-Control-Allow-Headers", acceptedHeaders)
	h.Set("Access-Control-Max-Age", "600")
	c.w.WriteHeader(http.StatusNoContent)
}

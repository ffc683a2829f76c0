package console

import (
	"net/http"
	"net/netip"
	"net/url"
	"time"
)

// The names of the cookie that holds the refresh token.
const (
	secureCookie = "__Host-vitrine-refresh"
	plainCookie  = "vitrine-refresh"
)

// newCookie returns a cookie for the browser that sent r; no token, or one that
// ends now, removes it. Scripts cannot read it, and no other site can have it
// sent. Browsers refuse the prefix __Host- and Secure from plain http, except from
// the machine itself; so at an address such as http://192.168.1.5:8080, where
// nothing is secret on its way anyhow, the cookie goes without both.
func newCookie(r *http.Request, token string, life time.Duration) *http.Cookie {
	name := cookieName(r)
	cookie := &http.Cookie{ //nolint:gosec // see above for where it is not secure
		Name: name, Value: token, Path: "/", MaxAge: int(life / time.Second),
		Secure: name == secureCookie, HttpOnly: true, SameSite: http.SameSiteStrictMode,
	}
	if token == "" {
		cookie.MaxAge = -1
	}
	return cookie
}

// cookieName believes the header Origin, which browsers send with every POST and
// DELETE and no page can change: behind a proxy, the connection tells nothing of
// how the browser came.
func cookieName(r *http.Request) string {
	origin, err := url.Parse(r.Header.Get("Origin"))
	if err == nil && origin.Scheme == "http" && !isThisMachine(origin.Hostname()) {
		return plainCookie
	}
	return secureCookie
}

func isThisMachine(host string) bool {
	address, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && address.IsLoopback()
}

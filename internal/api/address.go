package api

import (
	"log/slog"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
)

// addresses finds out where requests come from.
type addresses struct {
	trusted []netip.Prefix
	log     *slog.Logger
	warned  sync.Once
}

// of returns the client's address. X-Forwarded-For is believed from trusted
// proxies only: read from its end, the first address that is no such proxy is
// the client.
func (a *addresses) of(r *http.Request) netip.Addr {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	client := peer.Addr().Unmap()
	forwarded := strings.Join(r.Header.Values("X-Forwarded-For"), ",")
	if forwarded == "" {
		return client
	}
	if !a.trusts(client) {
		a.warned.Do(func() {
			a.log.Warn("X-Forwarded-For is not believed: set VITRINE_TRUSTED_PROXIES if this is your proxy", "address", client.String())
		})
		return client
	}
	hops := strings.Split(forwarded, ",")
	for _, hop := range slices.Backward(hops) {
		next, err := netip.ParseAddr(strings.TrimSpace(hop))
		if err != nil {
			break
		}
		client = next.Unmap()
		if !a.trusts(client) {
			break
		}
	}
	return client
}

func (a *addresses) trusts(addr netip.Addr) bool {
	return slices.ContainsFunc(a.trusted, func(p netip.Prefix) bool { return p.Contains(addr) })
}

package ratelimit

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
)

// Clients finds out where requests come from.
type Clients struct {
	Trusted []netip.Prefix   // proxies whose X-Forwarded-For is believed
	Strange func(netip.Addr) // is told once of somebody else who sends it; nil for nobody

	told sync.Once
}

// Of returns the client's address. X-Forwarded-For is believed from trusted
// proxies only: read from its end, the first address that is no such proxy is
// the client.
func (c *Clients) Of(r *http.Request) netip.Addr {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	client := bare(peer.Addr())
	forwarded := strings.Join(r.Header.Values("X-Forwarded-For"), ",")
	if forwarded == "" {
		return client
	}
	if !c.trusts(client) {
		c.tell(client)
		return client
	}
	hops := strings.Split(forwarded, ",")
	for _, hop := range slices.Backward(hops) {
		next, err := parseHop(strings.TrimSpace(hop))
		if err != nil {
			break
		}
		client = next
		if !c.trusts(client) {
			break
		}
	}
	return client
}

func (c *Clients) tell(stranger netip.Addr) {
	if c.Strange != nil {
		c.told.Do(func() { c.Strange(stranger) })
	}
}

// parseHop reads an address as proxies write it: some add the port.
func parseHop(text string) (netip.Addr, error) {
	if withPort, err := netip.ParseAddrPort(text); err == nil {
		return bare(withPort.Addr()), nil
	}
	addr, err := netip.ParseAddr(text)
	return bare(addr), err
}

// bare returns an address in the one way that networks are compared with: IPv4
// without its IPv6 coat, and without the name of an interface.
func bare(addr netip.Addr) netip.Addr { return addr.Unmap().WithZone("") }

func (c *Clients) trusts(addr netip.Addr) bool {
	return slices.ContainsFunc(c.Trusted, func(p netip.Prefix) bool { return p.Contains(addr) })
}

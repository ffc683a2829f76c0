package webhook

import (
	"fmt"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"syscall"

	"github.com/vitrine-photos/vitrine"
)

// specialAddresses are the networks that are not for the public Internet, by the
// registries of IANA:
//
//	https://www.iana.org/assignments/iana-ipv4-special-registry
//	https://www.iana.org/assignments/iana-ipv6-special-registry
//
// and multicast. The predicates of net/netip let many of them through.
func specialAddresses() []netip.Prefix {
	var prefixes []netip.Prefix
	for _, text := range []string{
		"0.0.0.0/8",            // this network
		"10.0.0.0/8",           // private
		"100.64.0.0/10",        // shared by carriers
		"127.0.0.0/8",          // loopback
		"169.254.0.0/16",       // link-local, also metadata of clouds
		"172.16.0.0/12",        // private
		"192.0.0.0/24",         // protocol assignments
		"192.0.2.0/24",         // documentation
		"192.31.196.0/24",      // AS112
		"192.52.193.0/24",      // AMT
		"192.88.99.0/24",       // 6to4 relays
		"192.168.0.0/16",       // private
		"192.175.48.0/24",      // AS112
		"198.18.0.0/15",        // benchmarks
		"198.51.100.0/24",      // documentation
		"203.0.113.0/24",       // documentation
		"224.0.0.0/4",          // multicast
		"240.0.0.0/4",          // reserved, broadcast
		"::/3",                 // unspecified, loopback, IPv4 in IPv6, NAT64 (64:ff9b::/96, 64:ff9b:1::/48), discard (100::/64)
		"2001::/23",            // protocol assignments: Teredo, benchmarks, ORCHID
		"2001:db8::/32",        // documentation
		"2002::/16",            // 6to4, which holds any IPv4 address
		"2620:4f:8000::/48",    // AS112
		"3fff::/20",            // documentation
		"4000::/2", "8000::/1", // not global unicast: segment routing (5f00::/16), private (fc00::/7), link-local, multicast
	} {
		prefixes = append(prefixes, netip.MustParsePrefix(text))
	}
	return prefixes
}

// guard keeps messages from reaching what only this machine and its neighbours
// can reach.
type guard struct{ refused []netip.Prefix }

// newGuard returns a guard that refuses all special addresses, or none.
func newGuard(allowPrivate bool) guard {
	if allowPrivate {
		return guard{}
	}
	return guard{refused: specialAddresses()}
}

// check returns why an address may not be connected to, or nil. The zone of a
// scoped address says only by which interface, and would match no prefix; an
// IPv4 address written as IPv6 is the IPv4 address.
func (g guard) check(addr netip.Addr) error {
	addr = addr.WithZone("").Unmap()
	for _, prefix := range g.refused {
		if prefix.Contains(addr) {
			return &notPublicError{addr.String()}
		}
	}
	return nil
}

// notPublicError is an address that may not be connected to.
type notPublicError struct{ address string }

// Error implements error.
func (e *notPublicError) Error() string { return vitrine.FailureNotPublic.Fail(e.address).Message() }

// control is that of a net.Dialer: it sees the address that is connected to, whatever
// a name stood for when it was looked up before.
func (g guard) control(_, address string, _ syscall.RawConn) error {
	addr, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("%s is not an address: %w", address, err)
	}
	return g.check(addr.Addr())
}

// checkURL returns a CodeValidation error for a URL that names a refused address
// itself. What names stand for is only known when they are connected to.
func (g guard) checkURL(text string) error {
	u, err := url.Parse(text)
	if err != nil || len(g.refused) == 0 {
		return nil //nolint:nilerr // syntax is another rule's
	}
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	addr, err := netip.ParseAddr(host)
	switch {
	case err == nil && g.check(addr) != nil, host == "localhost", strings.HasSuffix(host, ".localhost"):
		return vitrine.Invalid("url", vitrine.FaultInvalidValue, vitrine.ReasonPrivateAddress)
	case err != nil && endsInNumber(host):
		return vitrine.Invalid("url", vitrine.FaultInvalidFormat, vitrine.ReasonUsualAddress)
	}
	return nil
}

// endsInNumber reports whether a host is one of the odd ways to write an IPv4
// address that some resolvers know, such as 0x7f.1 or 2130706433; see
// https://url.spec.whatwg.org/#ends-in-a-number-checker.
func endsInNumber(host string) bool {
	last := host[strings.LastIndexByte(host, '.')+1:]
	_, err := strconv.ParseUint(last, 0, 64)
	return err == nil || last != "" && strings.Trim(last, "0123456789") == ""
}

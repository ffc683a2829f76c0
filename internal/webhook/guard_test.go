package webhook

import (
	"context"
	"net"
	"net/netip"
	"strings"
	"testing"

	"golang.org/x/net/dns/dnsmessage"

	"github.com/vitrine-photos/vitrine"
)

func TestSpecialAddresses(t *testing.T) {
	t.Parallel()
	refused := []string{
		"0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.254",
		"169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.0.170", "192.0.2.1", "192.31.196.1", "192.52.193.1",
		"192.88.99.1", "192.168.0.1", "192.175.48.1", "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1",
		"224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
		"::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:169.254.169.254", "::ffff:0:127.0.0.1",
		"64:ff9b::7f00:1", "64:ff9b::808:808", "64:ff9b:1::1", "100::1", "100:0:0:1::1", "2001::1", "2001:2::1", "2001:10::1",
		"2001:20::1", "2001:1ff::1", "2001:db8::1", "2002:7f00:1::", "2002:808:808::1", "2620:4f:8000::1", "3fff::1", "3fff:fff::1",
		"4000::1", "5f00::1", "fc00::1", "fd00::8:800:200c:417a", "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1", "ff0e::1",
	}
	allowed := []string{
		"1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.1",
		"169.253.255.255", "172.15.255.255", "172.32.0.0", "192.0.1.1", "192.167.255.255", "192.169.0.0", "198.17.255.255",
		"198.20.0.0", "223.255.255.255", "::ffff:8.8.8.8", "2001:200::1", "2001:4860:4860::8888", "2003::1", "2606:4700::1111",
		"2a00:1450:4001::1", "3ffe:ffff::1",
	}
	closed, open := newGuard(false), newGuard(true)
	for _, text := range refused {
		if closed.check(netip.MustParseAddr(text)) == nil {
			t.Errorf("%s is let through", text)
		}
		if err := open.check(netip.MustParseAddr(text)); err != nil {
			t.Errorf("%s is refused though private addresses are allowed: %v", text, err)
		}
	}
	for _, text := range allowed {
		if err := closed.check(netip.MustParseAddr(text)); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestURLsOfPrivateAddresses(t *testing.T) {
	t.Parallel()
	closed := newGuard(false)
	for url, want := range map[string]vitrine.Code{
		"http://127.0.0.1/":               vitrine.CodeValidation,
		"http://user@127.0.0.1:80/":       vitrine.CodeValidation,
		"http://127.0.0.1./":              vitrine.CodeValidation,
		"http://127.1/":                   vitrine.CodeValidation,
		"http://2130706433/":              vitrine.CodeValidation,
		"http://0x7f000001/":              vitrine.CodeValidation,
		"http://0177.0.0.1/":              vitrine.CodeValidation,
		"http://1.2.3.09/":                vitrine.CodeValidation,
		"https://[::1]/":                  vitrine.CodeValidation,
		"https://[fe80::1%25eth0]/":       vitrine.CodeValidation,
		"https://[::ffff:192.168.0.1]/":   vitrine.CodeValidation,
		"https://LOCALHOST/":              vitrine.CodeValidation,
		"https://printer.localhost:8443/": vitrine.CodeValidation,
		"https://8.8.8.8/":                "",
		"https://[2606:4700::1111]/":      "",
		"https://example.com/127.0.0.1":   "",
		"https://10.example.com/":         "",
	} {
		if got := vitrine.ErrorCode(closed.checkURL(url)); got != want {
			t.Errorf("%s: %q, want %q", url, got, want)
		}
		if err := newGuard(true).checkURL(url); err != nil {
			t.Errorf("%s is refused though private addresses are allowed: %v", url, err)
		}
	}
}

// A name may stand for a public address when it is looked at and for another
// when it is connected to; so what counts is the latter.
func TestRebinding(t *testing.T) {
	t.Parallel()
	canary, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer canary.Close()
	_, port, _ := net.SplitHostPort(canary.Addr().String())
	answers := []netip.Addr{netip.MustParseAddr("8.8.8.8"), netip.MustParseAddr("127.0.0.1")}
	resolver := resolverOf(t, func() netip.Addr {
		next := answers[0]
		answers = answers[min(1, len(answers)-1):]
		return next
	})
	if found, err := resolver.LookupNetIP(t.Context(), "ip4", "rebind.example.com"); err != nil || found[0].Unmap() != netip.MustParseAddr("8.8.8.8") {
		t.Fatalf("looked up first, the name is %v, %v", found, err)
	}
	dialer := net.Dialer{Control: newGuard(false).control, Resolver: resolver}
	conn, err := dialer.DialContext(t.Context(), "tcp4", net.JoinHostPort("rebind.example.com", port))
	if err == nil {
		conn.Close()
		t.Fatal("the canary was reached")
	}
	if !strings.Contains(err.Error(), "127.0.0.1 is not a public address") {
		t.Errorf("refused for another reason: %v", err)
	}
	dialer = net.Dialer{Control: newGuard(true).control, Resolver: resolver}
	if conn, err = dialer.DialContext(t.Context(), "tcp4", net.JoinHostPort("rebind.example.com", port)); err != nil {
		t.Fatalf("allowed, it is not reached: %v", err)
	}
	conn.Close()
}

// resolverOf asks a name server of the test's own, which answers each question
// for IPv4 addresses with what next returns.
func resolverOf(t *testing.T, next func() netip.Addr) *net.Resolver {
	t.Helper()
	server, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	go func() {
		packet := make([]byte, 1500)
		for {
			n, from, err := server.ReadFrom(packet)
			if err != nil {
				return // closed
			}
			var query dnsmessage.Message
			if query.Unpack(packet[:n]) != nil {
				continue
			}
			reply := dnsmessage.Message{Header: dnsmessage.Header{ID: query.ID, Response: true}, Questions: query.Questions}
			if q := query.Questions[0]; q.Type == dnsmessage.TypeA {
				reply.Answers = []dnsmessage.Resource{{
					Header: dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class},
					Body:   &dnsmessage.AResource{A: next().As4()},
				}}
			}
			if packed, err := reply.Pack(); err == nil {
				_, _ = server.WriteTo(packed, from)
			}
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "udp", server.LocalAddr().String())
	}}
}

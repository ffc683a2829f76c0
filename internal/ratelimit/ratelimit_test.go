package ratelimit_test

import (
	"context"
	"net/netip"
	"strconv"
	"testing"
	"time"

	"github.com/vitrine-photos/vitrine/internal/ratelimit"
	"github.com/vitrine-photos/vitrine/internal/ratelimit/ratelimittest"
)

func TestMemory(t *testing.T) {
	t.Parallel()
	ratelimittest.Run(t, func(_ *testing.T, now func() time.Time) ratelimit.Limiter { return ratelimit.NewMemory(now) })
}

func TestParseClasses(t *testing.T) {
	t.Parallel()
	classes, err := ratelimit.ParseClasses("upload=30/1m, search=120/30s")
	if err != nil {
		t.Fatal(err)
	}
	if classes.Upload.Limit != 30 || classes.Search.Window != 30*time.Second || classes.General != ratelimit.DefaultClasses().General {
		t.Errorf("got %+v", classes)
	}
	for _, bad := range []string{"uploads=30/1m", "upload", "upload=30", "upload=x/1m", "upload=0/1m", "upload=1/1ms", "upload=1/1500ms", "upload=-5/1m"} {
		if _, err := ratelimit.ParseClasses(bad); err == nil {
			t.Errorf("%q was accepted", bad)
		}
	}
}

func TestAddressKey(t *testing.T) {
	t.Parallel()
	for addr, want := range map[string]string{
		"192.0.2.7":            "192.0.2.7",
		"::ffff:192.0.2.7":     "192.0.2.7",
		"2001:db8:1:2:3:4:5:6": "2001:db8:1:2::/64",
		"2001:db8:1:2:ffff::1": "2001:db8:1:2::/64",
		"fe80::1%eth0":         "fe80::/64",
	} {
		if got := ratelimit.AddressKey(netip.MustParseAddr(addr)); got != want {
			t.Errorf("%s: got %s, want %s", addr, got, want)
		}
	}
}

// A flood of clients does not grow the memory without bound, and a client under
// its limit is still served.
func TestMemoryIsBounded(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 5, 31, 12, 0, 0, 0, time.UTC)
	l := ratelimit.NewMemory(func() time.Time { return now })
	c := ratelimit.Class{Name: "test", Limit: 1, Window: time.Hour}
	for i := range 40_000 {
		if d, _ := l.Take(context.Background(), c, strconv.Itoa(i)); !d.Allowed {
			t.Fatalf("client %d was refused its first request", i)
		}
	}
}

// Package ratelimit counts requests in fixed windows. A window starts with the
// first request in it, and is the same for all of one client's requests of one
// class. Clients are users or networks; behind proxies too, if they are trusted.
package ratelimit

import (
	"context"
	"fmt"
	"net/netip"
	"strconv"
	"strings"
	"time"
)

// Class is a kind of request with its limit.
type Class struct {
	Name   string
	Limit  int
	Window time.Duration
}

// Decision is the answer for one request.
type Decision struct {
	Allowed   bool
	Limit     int
	Remaining int
	Window    time.Duration
	ResetAt   time.Time // when the window ends
}

// Limiter counts requests by class and client.
type Limiter interface {
	// Take counts a request, unless its window is used up.
	Take(ctx context.Context, c Class, key string) (Decision, error)
	// Peek tells what the next Take would find, and counts nothing.
	Peek(ctx context.Context, c Class, key string) (Decision, error)
}

// Classes are the classes of the service.
type Classes struct {
	Authentication, Upload, Search, General, Admin Class
}

// DefaultClasses returns the limits of the specification.
func DefaultClasses() Classes {
	return Classes{
		Authentication: Class{"authentication", 5, time.Minute},
		Upload:         Class{"upload", 10, time.Minute},
		Search:         Class{"search", 60, time.Minute},
		General:        Class{"general", 1000, time.Hour},
		Admin:          Class{"admin", 500, time.Hour},
	}
}

// ParseClasses returns the defaults with changes such as "upload=30/1m,search=120/1m".
func ParseClasses(changes string) (Classes, error) {
	classes := DefaultClasses()
	byName := map[string]*Class{}
	for _, c := range []*Class{&classes.Authentication, &classes.Upload, &classes.Search, &classes.General, &classes.Admin} {
		byName[c.Name] = c
	}
	for change := range strings.SplitSeq(changes, ",") {
		name, limit, _ := strings.Cut(strings.TrimSpace(change), "=")
		class, ok := byName[name]
		if !ok {
			return Classes{}, fmt.Errorf("%q is no class of requests; the classes are authentication, upload, search, general and admin", name)
		}
		if err := class.parse(limit); err != nil {
			return Classes{}, fmt.Errorf("%s: %w", name, err)
		}
	}
	return classes, nil
}

// parse reads a limit such as "30/1m".
func (c *Class) parse(limit string) error {
	count, window, _ := strings.Cut(limit, "/")
	n, err := strconv.Atoi(count)
	if err != nil || n < 1 {
		return fmt.Errorf("%q is no limit such as 30/1m", limit)
	}
	d, err := time.ParseDuration(window)
	if err != nil || d < time.Second || d%time.Second != 0 {
		return fmt.Errorf("%q is no limit such as 30/1m; the window is of whole seconds", limit)
	}
	c.Limit, c.Window = n, d
	return nil
}

// AddressKey returns the client key of a network address. An IPv6 client owns a
// whole /64, so all of it counts as one.
func AddressKey(addr netip.Addr) string {
	addr = addr.Unmap().WithZone("")
	if addr.Is4() || !addr.IsValid() {
		return addr.String()
	}
	return netip.PrefixFrom(addr, 64).Masked().String()
}

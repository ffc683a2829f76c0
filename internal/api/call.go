package api

import (
	"crypto/rand"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/netip"
	"runtime/debug"
	"strings"
	"time"

	"github.com/vitrine-photos/vitrine"
)

// call is one request on its way through the API.
type call struct {
	*http.Request
	w       *recorder
	log     *slog.Logger
	id      string        // of the request
	address netip.Addr    // of the client
	actor   vitrine.Actor // who asks
	now     time.Time
	buffers *buffers
}

func (rt *router) newCall(w http.ResponseWriter, r *http.Request) *call {
	c := &call{
		Request: r, w: &recorder{ResponseWriter: w}, log: rt.log,
		id: requestID(r.Header.Get("X-Request-Id")), address: rt.address(r), now: rt.now(), buffers: &rt.buffers,
	}
	h := w.Header()
	maps.Copy(h, rt.fixed)
	h.Set("X-Request-Id", c.id)
	rt.origins.show(c)
	return c
}

func (c *call) isRead() bool { return c.Method == http.MethodGet || c.Method == http.MethodHead }

// end writes the answer to a panic, and the line of the access log.
func (c *call) end(pattern string, started time.Time, now func() time.Time) {
	if p := recover(); p != nil {
		if p == http.ErrAbortHandler { //nolint:errorlint // nobody wraps it
			panic(p)
		}
		c.panicked(p)
	}
	c.log.LogAttrs(c.Context(), slog.LevelInfo, "request",
		slog.String("request_id", c.id), slog.String("method", c.Method), slog.String("path", c.URL.Path),
		slog.String("route", pattern), slog.Int("status", c.outcome()), slog.Int64("bytes", c.w.written),
		slog.Duration("took", now().Sub(started)), slog.String("address", c.address.String()), slog.Int64("user", c.actor.UserID))
}

// statusClientLeft is logged, not sent: the request was given up before it was
// answered.
const statusClientLeft = 499

func (c *call) outcome() int {
	if c.Context().Err() != nil && (c.w.status == 0 || c.w.failed) {
		return statusClientLeft
	}
	return c.w.status
}

func (c *call) panicked(p any) {
	if c.w.status != 0 {
		c.log.ErrorContext(c.Context(), "panic amid an answer", "request_id", c.id, "panic", p, "stack", string(debug.Stack()))
		panic(http.ErrAbortHandler) // the client must not take half an answer for a whole one
	}
	c.fail(fmt.Errorf("panic: %v\n%s", p, debug.Stack()))
}

// requestID returns the client's own id if it is harmless, else a new one.
func requestID(given string) string {
	harmless := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' || r == '_' || r == '-'
	}
	if given == "" || len(given) > 64 || strings.TrimFunc(given, harmless) != "" {
		return rand.Text()
	}
	return given
}

// recorder remembers what was answered.
type recorder struct {
	http.ResponseWriter
	status  int
	written int64
	failed  bool // the client left, or was too slow
}

// WriteHeader implements http.ResponseWriter.
func (w *recorder) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (w *recorder) Write(p []byte) (int, error) {
	n, err := w.ResponseWriter.Write(p) //nolint:gosec // the handlers say what they write
	w.written += int64(n)
	w.failed = w.failed || err != nil
	return n, err
}

// Unwrap lets http.ResponseController reach the connection.
func (w *recorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }

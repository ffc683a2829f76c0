package api

import (
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// deadlines remembers what deadlines a body was read under.
type deadlines struct {
	http.ResponseWriter
	set []time.Time
}

// SetReadDeadline implements what http.ResponseController looks for.
func (d *deadlines) SetReadDeadline(t time.Time) error {
	d.set = append(d.set, t)
	return nil
}

func TestSlowBodiesEnd(t *testing.T) {
	t.Parallel()
	w := &deadlines{ResponseWriter: httptest.NewRecorder()}
	c := &call{w: &recorder{ResponseWriter: w}}
	const size = 10 * bodySpeed
	body := c.paced(io.NopCloser(strings.NewReader(strings.Repeat("x", size))))
	if _, err := io.CopyN(io.Discard, body, size); err != nil {
		t.Fatal(err)
	}
	if _, err := body.Read(make([]byte, 1)); !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
	first, last := w.set[0], w.set[len(w.set)-2]
	if got := last.Sub(first); got != 10*time.Second {
		t.Errorf("ten seconds' worth of bytes earned %v", got)
	}
	if !w.set[len(w.set)-1].IsZero() {
		t.Error("the deadline stays when the body has ended")
	}
}

// A client that stops sending gets its answer, and its connection is closed.
func TestStalledBodyIsAnswered(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := &call{Request: r, w: &recorder{ResponseWriter: w}}
		body := c.paced(r.Body)
		paced, ok := body.(*pacedBody)
		if !ok {
			t.Errorf("paced is a %T", body)
			return
		}
		paced.started = paced.started.Add(100*time.Millisecond - bodyGrace) // its grace is nearly over
		r.Body = body
		_, err := io.ReadAll(r.Body)
		if err == nil {
			t.Error("the body ended well")
		}
		w.WriteHeader(http.StatusBadRequest)
	}))
	defer server.Close()
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\ntwelve bytes"); err != nil {
		t.Fatal(err)
	}
	answer, err := io.ReadAll(conn) // ends when the server closes
	if err != nil || !strings.HasPrefix(string(answer), "HTTP/1.1 400 ") {
		t.Errorf("got %q, %v", answer, err)
	}
}

package api

import (
	"errors"
	"io"
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

package api

import (
	"errors"
	"io"
	"net/http"
	"time"
)

// A request's body may take this long, and as much longer as it takes at this
// speed.
const (
	bodyGrace = 30 * time.Second
	bodySpeed = 8 << 10 // bytes per second
)

// paced ends the reading of a body that comes in too slowly, however large it
// is: a total time-out would cut off large files, and none would let a few
// clients hold every connection.
func (c *call) paced(body io.ReadCloser) io.ReadCloser {
	return &pacedBody{ReadCloser: body, answer: c.w, connection: http.NewResponseController(c.w), started: time.Now()} //nolint:forbidigo // a deadline of the connection
}

type pacedBody struct {
	io.ReadCloser
	answer     http.ResponseWriter
	connection *http.ResponseController
	started    time.Time // on the connection's clock, the real one
	read       int64
}

// Read implements io.Reader.
func (b *pacedBody) Read(p []byte) (int, error) {
	b.setDeadline(b.started.Add(bodyGrace + time.Duration(b.read)*time.Second/bodySpeed))
	n, err := b.ReadCloser.Read(p)
	b.read += int64(n)
	switch {
	case errors.Is(err, io.EOF):
		b.setDeadline(time.Time{}) // the handler may take longer than the body did
	case err != nil:
		// Else net/http would wait for the rest of the body before it answers.
		b.answer.Header().Set("Connection", "close")
	}
	return n, err
}

func (b *pacedBody) setDeadline(t time.Time) {
	_ = b.connection.SetReadDeadline(t) // a test's recorder has none
}

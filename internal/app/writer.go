package app

import (
	"cmp"
	"context"
	"io"
	"net/http"
	"time"
)

// pace is the least speed at which an answer must be taken: else a few slow
// readers could hold connections and files for ever.
type pace struct {
	grace time.Duration // what anyone may take
	speed int64         // bytes per second beyond that
}

// ordinaryPace is slow enough for every reader that means to go on.
func ordinaryPace() pace { return pace{grace: 30 * time.Second, speed: 8 << 10} }

// limit is how long a reader may take for so many bytes.
func (p pace) limit(bytes int64) time.Duration {
	return p.grace + time.Duration(bytes/p.speed)*time.Second
}

// writer remembers how an answer went, and breaks off one that is taken too
// slowly. Only the time that the reader takes counts, not that of the handler.
type writer struct {
	http.ResponseWriter
	connection *http.ResponseController
	pace       pace
	status     int           // 0 before the answer is begun
	written    int64         // bytes
	waited     time.Duration // for the reader
	failed     bool          // the reader left, or was too slow
}

// newWriter lifts what an earlier answer on the same connection left of a
// deadline. The last one stays: net/http writes the end of an answer when the
// handler is through.
func newWriter(w http.ResponseWriter, p pace) *writer {
	connection := http.NewResponseController(w)
	_ = connection.SetWriteDeadline(time.Time{}) // a test's recorder has none
	return &writer{ResponseWriter: w, connection: connection, pace: p}
}

// statusClientLeft is not sent: the request was given up before it was answered.
const statusClientLeft = 499

// outcome is the status that was answered, or statusClientLeft.
func (w *writer) outcome(ctx context.Context) int {
	if ctx.Err() != nil && (w.status == 0 || w.failed) {
		return statusClientLeft
	}
	return cmp.Or(w.status, http.StatusOK)
}

// WriteHeader implements http.ResponseWriter.
func (w *writer) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (w *writer) Write(p []byte) (n int, err error) {
	err = w.timed(int64(len(p)), func() (int64, error) {
		n, err = w.ResponseWriter.Write(p)
		return int64(n), err
	})
	return n, err
}

// ReadFrom implements io.ReaderFrom, so that the kernel can send files, which
// http.ServeContent limits to what is asked for.
func (w *writer) ReadFrom(r io.Reader) (n int64, err error) {
	limited, ok := r.(*io.LimitedReader)
	if !ok {
		return io.Copy(struct{ io.Writer }{w}, r)
	}
	err = w.timed(limited.N, func() (int64, error) {
		n, err = io.Copy(w.ResponseWriter, r)
		return n, err
	})
	return n, err
}

// timed gives the connection until the reader's time for so many more bytes is
// over.
func (w *writer) timed(bytes int64, write func() (int64, error)) error {
	w.status = cmp.Or(w.status, http.StatusOK)
	began := time.Now()
	_ = w.connection.SetWriteDeadline(began.Add(w.pace.limit(w.written+bytes) - w.waited))
	n, err := write()
	w.written += n
	w.waited += time.Since(began)
	w.failed = w.failed || err != nil
	return err
}

// Unwrap lets http.ResponseController reach the connection.
func (w *writer) Unwrap() http.ResponseWriter { return w.ResponseWriter }

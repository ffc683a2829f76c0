// Package wire carries messages and bodies between the service and a decoder
// process over a pair of pipes.
//
// A message is a frame: one byte of kind, four bytes of length (big endian), and
// that many bytes. A body is any number of Data frames and one End frame. Each
// side takes the other for hostile: a frame is never longer than MaxFrame, and
// whoever reads a body says how long it may be.
package wire

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// MaxFrame is the most bytes that one frame may carry.
const MaxFrame = 1 << 20

// headerSize is the size of a frame's kind and length.
const headerSize = 5

// Kind says what a frame is.
type Kind byte

// The kinds of frames.
const (
	Data      Kind = 'D' // a piece of a body
	End       Kind = 'E' // the end of a body
	Hello     Kind = 'H' // worker: ready, and what it can do
	Job       Kind = 'J' // service: one picture; its body follows
	Probe     Kind = 'P' // service: try to break out
	Report    Kind = 'T' // worker: the outcome of a Probe
	Metadata  Kind = 'M' // worker: what the picture says of itself
	Rendition Kind = 'R' // worker: one derivative; its body follows
	Summary   Kind = 'S' // worker: the job is done
	Failure   Kind = 'X' // worker: the job has failed
)

// ErrProtocol is in the chain of every error about frames that do not follow the
// protocol.
var ErrProtocol = errors.New("wire: the other side does not follow the protocol")

// Conn sends and receives frames. It is not safe for concurrent use, but one
// goroutine may send while another receives.
type Conn struct {
	r io.Reader
	w io.Writer
}

// New returns a connection that reads from r and writes to w.
func New(r io.Reader, w io.Writer) *Conn { return &Conn{r: r, w: w} }

// Send writes one frame.
func (c *Conn) Send(kind Kind, payload []byte) error {
	if len(payload) > MaxFrame {
		return fmt.Errorf("wire: a frame of %d bytes is over the limit of %d", len(payload), MaxFrame)
	}
	var header [headerSize]byte
	header[0] = byte(kind)
	binary.BigEndian.PutUint32(header[1:], uint32(len(payload)))
	if _, err := c.w.Write(header[:]); err != nil {
		return fmt.Errorf("wire: send: %w", err)
	}
	if len(payload) == 0 {
		return nil
	}
	if _, err := c.w.Write(payload); err != nil {
		return fmt.Errorf("wire: send: %w", err)
	}
	return nil
}

// SendJSON writes one frame that carries v.
func (c *Conn) SendJSON(kind Kind, v any) error {
	payload, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("wire: encode %c: %w", kind, err)
	}
	return c.Send(kind, payload)
}

// SendBody writes the pieces as one body.
func (c *Conn) SendBody(pieces ...[]byte) error {
	for _, piece := range pieces {
		for len(piece) > 0 {
			n := min(len(piece), MaxFrame)
			if err := c.Send(Data, piece[:n]); err != nil {
				return err
			}
			piece = piece[n:]
		}
	}
	return c.Send(End, nil)
}

// Receive reads one frame whole.
func (c *Conn) Receive() (Kind, []byte, error) {
	kind, length, err := c.header()
	if err != nil {
		return 0, nil, err
	}
	payload := make([]byte, length)
	if _, err := io.ReadFull(c.r, payload); err != nil {
		return 0, nil, fmt.Errorf("wire: receive: %w", noEOF(err))
	}
	return kind, payload, nil
}

// header reads the kind and length of the next frame. io.EOF, and no other
// error, means that the other side closed between two frames.
func (c *Conn) header() (Kind, int, error) {
	var header [headerSize]byte
	if _, err := io.ReadFull(c.r, header[:]); err != nil {
		if errors.Is(err, io.EOF) {
			return 0, 0, io.EOF
		}
		return 0, 0, fmt.Errorf("wire: receive: %w", err)
	}
	length := binary.BigEndian.Uint32(header[1:])
	if length > MaxFrame {
		return 0, 0, fmt.Errorf("%w: a frame claims %d bytes", ErrProtocol, length)
	}
	return Kind(header[0]), int(length), nil
}

// Body returns the body that follows, which must be exactly size bytes long. It
// must be read to io.EOF before the next Receive.
func (c *Conn) Body(size int64) io.Reader { return &body{conn: c, left: size} }

// body reads Data frames up to the End frame.
type body struct {
	conn  *Conn
	left  int64 // bytes still owed in all
	frame int   // bytes left of the present frame
	ended bool
}

func (b *body) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	for b.frame == 0 {
		if b.ended {
			return 0, io.EOF
		}
		if err := b.next(); err != nil {
			return 0, err
		}
	}
	n, err := b.conn.r.Read(p[:min(len(p), b.frame)])
	b.frame -= n
	b.left -= int64(n)
	if err != nil {
		return n, fmt.Errorf("wire: receive: %w", noEOF(err))
	}
	return n, nil
}

// next reads the header of the next frame of the body.
func (b *body) next() error {
	kind, length, err := b.conn.header()
	switch {
	case err != nil:
		return noEOF(err)
	case kind == End && length == 0 && b.left == 0:
		b.ended = true
		return nil
	case kind == Data && length > 0 && int64(length) <= b.left:
		b.frame = length
		return nil
	default:
		return fmt.Errorf("%w: frame %q of %d bytes with %d left of a body", ErrProtocol, rune(kind), length, b.left)
	}
}

// noEOF makes an end in the middle of something an unexpected one.
func noEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

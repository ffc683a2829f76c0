package imaging

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

// StripPrivate writes a copy of an original without what it should not tell the
// public: position, serial numbers, maker notes, thumbnails, XMP, IPTC, comments,
// and anything after the end of the picture. Pixels stay as they are, bit for bit,
// and so do the colour profile, orientation, artist and copyright. JPEG, PNG and
// WebP can be stripped; other types are an *Error of kind Unsupported, and broken
// files one of kind Undecodable. Nothing is written unless the file is good.
func StripPrivate(w io.Writer, r io.ReadSeeker, t Type) error {
	find := publicParts(t)
	if find == nil {
		return &Error{Kind: Unsupported, Message: fmt.Sprintf("private data cannot be taken out of a file of type %s", t)}
	}
	start, err := r.Seek(0, io.SeekCurrent)
	if err != nil {
		return err
	}
	s := &scanner{r: bufio.NewReader(r)}
	head, _ := s.r.Peek(SniffLen) // an error shows again when the parts are read
	if found, _ := Sniff(head); found != t {
		return undecodable(errMalformed)
	}
	pieces, err := find(s)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, errMalformed) {
		return undecodable(err)
	}
	if err != nil {
		return err
	}
	for _, p := range pieces {
		if err := p.copy(w, r, start); err != nil {
			return err
		}
	}
	return nil
}

// CanStripPrivate reports whether StripPrivate takes files of the type.
func CanStripPrivate(t Type) bool { return publicParts(t) != nil }

// publicParts returns what finds the parts of a file that are for the public; nil
// for types of which they are not known.
func publicParts(t Type) func(*scanner) ([]piece, error) {
	switch t {
	case JPEG:
		return publicJPEG
	case PNG:
		return publicPNG
	case WebP:
		return publicWebP
	}
	return nil
}

// errMalformed marks a file that is not what its beginning says.
var errMalformed = errors.New("the parts of the file do not fit together")

// piece is a part of the copy: bytes of its own, or a range of the original.
type piece struct {
	bytes      []byte
	at, length int64
}

// literal is a piece with bytes of its own.
func literal(b []byte) piece { return piece{bytes: b} }

// copy writes the piece. Start is where the original begins in r.
func (p piece) copy(w io.Writer, r io.ReadSeeker, start int64) error {
	if p.bytes != nil {
		_, err := w.Write(p.bytes)
		return err
	}
	if _, err := r.Seek(start+p.at, io.SeekStart); err != nil {
		return err
	}
	_, err := io.CopyN(w, r, p.length)
	return err
}

// scanner reads an original from front to back and knows where it is.
type scanner struct {
	r  *bufio.Reader
	at int64
}

// take reads the next n bytes, which must be few.
func (s *scanner) take(n int) ([]byte, error) {
	b := make([]byte, n)
	read, err := io.ReadFull(s.r, b)
	s.at += int64(read)
	return b, err
}

// skip passes over n bytes.
func (s *scanner) skip(n int64) error {
	skipped, err := io.CopyN(io.Discard, s.r, n)
	s.at += skipped
	return err
}

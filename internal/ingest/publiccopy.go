package ingest

import (
	"errors"
	"fmt"
	"io"

	"github.com/vitrine-photos/vitrine/internal/imaging"
)

// ErrNoPublicCopy says that a file cannot be freed from private data: its type
// allows no such copy, or the file is not made as its type wants.
var ErrNoPublicCopy = errors.New("no public copy can be made of this file")

// HasPublicCopy reports whether a public copy can be made of good files of the type.
func HasPublicCopy(mimeType string) bool {
	kind, known := imaging.TypeByMIME(mimeType)
	return known && imaging.CanStripPrivate(kind)
}

// WritePublicCopy writes a copy of an original to w, with every pixel as it is
// but without position, serial numbers and whatever else is private. If that
// cannot be done it returns ErrNoPublicCopy and writes nothing.
func WritePublicCopy(w io.Writer, original io.ReadSeeker, mimeType string) error {
	kind, known := imaging.TypeByMIME(mimeType)
	if !known {
		return fmt.Errorf("%w: %s", ErrNoPublicCopy, mimeType)
	}
	err := imaging.StripPrivate(w, original, kind)
	if _, ok := errors.AsType[*imaging.Error](err); ok {
		return fmt.Errorf("%w: %w", ErrNoPublicCopy, err)
	}
	return err
}

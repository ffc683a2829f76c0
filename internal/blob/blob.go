// Package blob keeps bytes under keys: originals, derived pictures, chunks.
//
// It knows nothing of photos. A Store promises what the rest of the service
// builds on: whatever Commit acknowledged survives a loss of power, and no
// reader ever sees half of a blob. Every implementation runs the suite in
// blobtest.
package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

// The errors that callers tell apart. Stores wrap them, with the cause.
var (
	ErrNotExist   = errors.New("blob does not exist")
	ErrInvalidKey = errors.New("blob key is not valid")
	ErrNoSpace    = errors.New("storage is full")
	ErrReadOnly   = errors.New("storage cannot be written to")
)

// Store keeps blobs under keys. It is safe for concurrent use.
//
// A key is made of segments of a–z, 0–9, '.', '_' and '-', joined by '/'. No
// segment begins with a dot and no key is the folder of another. Any other key
// is answered with ErrInvalidKey.
type Store interface {
	// Create begins a blob whose key is not known yet, since it is made of the
	// blob's hash. When ctx ends, writing fails. The caller ends the writer
	// with Commit or Abort.
	Create(ctx context.Context) (Writer, error)

	// Open returns the blob for reading, or ErrNotExist.
	Open(ctx context.Context, key string) (Object, error)

	// Stat describes the blob without opening it, or returns ErrNotExist.
	Stat(ctx context.Context, key string) (Info, error)

	// Delete removes the blob. Deleting what is not there is no error.
	Delete(ctx context.Context, key string) error

	// List calls fn for each blob whose key begins with prefix, in the byte
	// order of the keys, and stops at the first error, which it returns. Blobs
	// written or deleted meanwhile may or may not be listed.
	List(ctx context.Context, prefix string, fn func(Info) error) error

	// SweepStaging discards what writers begun before olderThan have left
	// unfinished and returns their number. A writer still at work loses its
	// bytes and fails to commit, so olderThan lies further back than the
	// longest upload takes.
	SweepStaging(ctx context.Context, olderThan time.Time) (int, error)

	// Check reports whether the store can be written to now, by writing.
	Check(ctx context.Context) error

	// Capacity returns the size of the storage and what is free of it, in
	// bytes. Both are 0 where that is unknown.
	Capacity(ctx context.Context) (total, free int64, err error)
}

// Writer takes the bytes of one new blob, in order. It is not safe for
// concurrent use.
type Writer interface {
	io.Writer

	// Size returns the number of bytes written so far.
	Size() int64

	// Sum returns the SHA-256 of the bytes written so far.
	Sum() [32]byte

	// Commit makes the bytes durable and visible under key before it returns.
	// A key that already holds a blob of the same size keeps it, with its
	// ModTime renewed, and the new bytes are dropped; a blob of another size
	// is replaced. The writer has ended either way: after an error nothing of
	// it is left.
	Commit(ctx context.Context, key string) error

	// Abort discards the bytes. After Commit or Abort it does nothing.
	Abort() error
}

// Object is an open blob.
type Object interface {
	io.ReadSeekCloser
	Size() int64
	ModTime() time.Time
}

// Info describes a blob. ModTime is when it was last committed.
type Info struct {
	Key     string
	Size    int64
	ModTime time.Time
}

// errEnded is the answer of a writer that was already committed or aborted.
var errEnded = errors.New("the writer has already ended")

// maxKeyLength keeps every key a valid path and object name wherever it is kept.
const maxKeyLength = 200

// checkKey returns ErrInvalidKey, with what is wrong, unless key is valid.
func checkKey(key string) error {
	if len(key) > maxKeyLength {
		return fmt.Errorf("%w: longer than %d bytes", ErrInvalidKey, maxKeyLength)
	}
	for segment := range strings.SplitSeq(key, "/") {
		if !validSegment(segment) {
			return fmt.Errorf("%w: %q", ErrInvalidKey, key)
		}
	}
	return nil
}

// validSegment reports whether s may stand between the slashes of a key.
func validSegment(s string) bool {
	const allowed = "abcdefghijklmnopqrstuvwxyz0123456789._-"
	return s != "" && s[0] != '.' && strings.Trim(s, allowed) == ""
}

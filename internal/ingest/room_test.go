package ingest_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/ingest"
)

// used returns what the limit is about, in bytes.
func (b *bench) used() int64 {
	b.t.Helper()
	files, err := b.db.StoredBytes(b.t.Context())
	must(b.t, err)
	database, err := b.db.Size(b.t.Context())
	must(b.t, err)
	return files + database
}

// limit lets the storage hold so many bytes more.
func (b *bench) limit(more int64) {
	b.t.Helper()
	cfg := b.Config
	cfg.StorageLimit = b.used() + more
	b.Ingest = ingest.New(cfg)
}

// padded returns a picture with 2 MiB of zeros behind it, which decoders pass over.
func padded(picture []byte) []byte { return append(picture, make([]byte, 2<<20)...) }

// TestStorageLimit: a file that would go beyond is refused, and nothing is kept
// of it; one that fits is taken, and derived from to the end.
func TestStorageLimit(t *testing.T) {
	onBothEngines(t, func(t *testing.T, b *bench) {
		// Large files, beside which it does not matter that the database grows.
		first, second := padded(jpegFile(t, picture(300, 200, 41))), padded(jpegFile(t, picture(300, 200, 42)))
		kept := b.send("first.jpg", first)
		before := b.files()

		b.limit(int64(len(second)) - 1)
		refused := func(what string, err error) {
			t.Helper()
			e, _ := errors.AsType[*vitrine.Error](err)
			if e == nil || e.Code != vitrine.CodeUnavailable || e.RetryAfter <= 0 || !strings.Contains(e.Message, "storage limit") {
				t.Errorf("%s: got %v, want CodeUnavailable that names the limit", what, err)
			}
			if diff := cmp.Diff(before, b.files()); diff != "" {
				t.Errorf("%s: files (-before +after):\n%s", what, diff)
			}
		}
		_, err := b.Receive(t.Context(), b.editor, "second.jpg", bytes.NewReader(second))
		refused("one file", err)
		_, err = b.BeginChunked(t.Context(), b.editor, vitrine.ChunkedUploadInput{
			Filename: vitrine.Some("x.jpg"), FileSize: vitrine.Some(int64(len(second))), MIMEType: vitrine.Some("image/jpeg"),
		})
		refused("a file to come in chunks", err)
		outcomes, err := b.ReceiveAll(t.Context(), b.editor, files(nil, "second.jpg", string(second)))
		if err != nil || len(outcomes) != 1 || !strings.Contains(outcomes[0].Reason, "storage limit") {
			t.Errorf("a batch: got %+v, %v", outcomes, err)
		}

		if again := b.send("again.jpg", first); again.DuplicateOf != kept.ID {
			t.Errorf("bytes that are there already take no room, got %+v", again)
		}
		b.checkDone(b.finish(kept.ID)) // what is derived may go beyond
	})
}

// TestStorageLimitOfChunks: chunks that found room become an upload, even if for
// a while both are there.
func TestStorageLimitOfChunks(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	data := padded(jpegFile(t, picture(400, 300, 43)))
	u := b.beginChunked(len(data), (len(data)+1)/2)
	halves := slices.Collect(slices.Chunk(data, int(u.ChunkSize)))
	b.limit(int64(len(data)) - 1)
	must(t, putChunk(b, b.Ingest, u, 0, halves[0]))
	if err := putChunk(b, b.Ingest, u, 1, halves[1]); vitrine.ErrorCode(err) != vitrine.CodeUnavailable {
		t.Errorf("a chunk beyond the limit: %v", err)
	}
	b.limit(int64(len(data)) - 1)
	must(t, putChunk(b, b.Ingest, u, 1, halves[1]))
	_, err := b.CompleteChunked(t.Context(), b.editor, u.ID, "")
	must(t, err)
}

package ingest_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/blob"
	"github.com/vitrine-photos/vitrine/internal/ingest"
)

// beginChunked announces a JPEG that will be sent in chunks of that length.
func (b *bench) beginChunked(size, length int) *vitrine.ChunkedUpload {
	b.t.Helper()
	u, err := b.BeginChunked(b.t.Context(), b.editor, vitrine.ChunkedUploadInput{
		Filename: vitrine.Some("x.jpg"), FileSize: vitrine.Some(int64(size)),
		MIMEType: vitrine.Some("image/jpeg"), ChunkSize: vitrine.Some(int64(length)),
	})
	must(b.t, err)
	return u
}

// putChunks sends the file's chunks one after the other.
func (b *bench) putChunks(u *vitrine.ChunkedUpload, file []byte) {
	b.t.Helper()
	number := 0
	for data := range slices.Chunk(file, int(u.ChunkSize)) {
		must(b.t, putChunk(b, b.Ingest, u, number, data))
		number++
	}
}

func putChunk(b *bench, node *ingest.Ingest, u *vitrine.ChunkedUpload, number int, data []byte) error {
	_, err := node.PutChunk(b.t.Context(), u.ID, ingest.SentChunk{Number: number, Length: -1, Body: bytes.NewReader(data)})
	return err
}

// TestChunkedBecomesAnUpload sends a picture in chunks and derives from it.
func TestChunkedBecomesAnUpload(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	data := jpegFile(t, picture(400, 300, 9))
	u := b.beginChunked(len(data), len(data)/3)
	b.putChunks(u, data)
	upload, err := b.CompleteChunked(t.Context(), b.editor, u.ID, "")
	must(t, err)
	b.checkDone(b.finish(upload.ID))
	if again := b.send("y.jpg", data); again.DuplicateOf != upload.ID || again.SHA256 != upload.SHA256 {
		t.Errorf("the same file in one piece: %+v", again)
	}
}

// TestChunksFromManySides sends chunks all at once, some of them twice, and asks
// for the completion by two nodes at once.
func TestChunksFromManySides(t *testing.T) {
	onBothEngines(t, func(t *testing.T, b *bench) {
		nodes := []*ingest.Ingest{b.Ingest, b.over(b.blobs)}
		data := jpegFile(t, picture(400, 300, 9))
		u := b.beginChunked(len(data), len(data)/6)
		var all sync.WaitGroup
		for number, chunk := range slices.Collect(slices.Chunk(data, int(u.ChunkSize))) {
			for i, node := range nodes {
				if i == 0 || number%2 == 0 {
					all.Go(func() {
						if err := putChunk(b, node, u, number, chunk); err != nil {
							t.Error(err)
						}
					})
				}
			}
		}
		all.Wait()
		ids := make(chan string, 8)
		for i := range cap(ids) {
			all.Go(func() {
				upload, err := nodes[i%2].CompleteChunked(t.Context(), b.editor, u.ID, "")
				if err != nil {
					t.Error(err)
					return
				}
				ids <- upload.ID
			})
		}
		all.Wait()
		close(ids)
		first := <-ids
		for id := range ids {
			if id != first {
				t.Error("one file became two uploads")
			}
		}
		sum := sha256.Sum256(data)
		if got := b.upload(first); got.SHA256 != hex.EncodeToString(sum[:]) || got.DuplicateOf != "" {
			t.Errorf("got %+v", got)
		}
	})
}

// TestChunkSentAgainWhileJoining replaces a chunk while its former bytes are being
// joined: what is completed is what was acknowledged last.
func TestChunkSentAgainWhileJoining(t *testing.T) {
	onBothEngines(t, func(t *testing.T, b *bench) {
		data := append(jpegFile(t, picture(8, 8, 9)), make([]byte, 3000)...)
		u := b.beginChunked(len(data), len(data)/2+1)
		b.putChunks(u, data)
		changed := slices.Clone(data)
		changed[len(changed)-1] = 1
		var once sync.Once
		node := b.over(meanwhile{b.blobs, func() {
			once.Do(func() { must(t, putChunk(b, b.Ingest, u, 1, changed[u.ChunkSize:])) })
		}})
		upload, err := node.CompleteChunked(t.Context(), b.editor, u.ID, "")
		must(t, err)
		key, _, _, err := b.db.UploadBlob(t.Context(), upload.ID)
		must(t, err)
		if !bytes.Equal(b.read(key), changed) {
			t.Error("the upload has a chunk that was replaced")
		}
	})
}

// meanwhile is a store under which something happens as a blob begins.
type meanwhile struct {
	blob.Store
	happens func()
}

// Create implements blob.Store.
func (m meanwhile) Create(ctx context.Context) (blob.Writer, error) {
	m.happens()
	return m.Store.Create(ctx)
}

// TestChunkedUnderNewSettings changes the limits after the beginning.
func TestChunkedUnderNewSettings(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	data := jpegFile(t, picture(40, 30, 9))
	u := b.beginChunked(len(data), len(data))
	b.putChunks(u, data)
	b.settings.Upload.AllowedTypes = []string{"image/png"}
	b.wantFileFault(u, vitrine.FaultInvalidFormat)
	b.settings.Upload.AllowedTypes = vitrine.UploadTypes()
	b.settings.Upload.MaxFileSize = int64(len(data)) - 1
	b.wantFileFault(u, vitrine.FaultTooLarge)
	b.settings.Upload.MaxFileSize++
	if _, err := b.CompleteChunked(t.Context(), b.editor, u.ID, ""); err != nil {
		t.Errorf("allowed again: %v", err)
	}
}

func (b *bench) wantFileFault(u *vitrine.ChunkedUpload, code vitrine.FaultCode) {
	b.t.Helper()
	_, err := b.CompleteChunked(b.t.Context(), b.editor, u.ID, "")
	if e, _ := errors.AsType[*vitrine.Error](err); e == nil || len(e.Faults) != 1 || e.Faults[0].Code != code || e.Faults[0].Field != "file" {
		b.t.Errorf("got %v, want %s", err, code)
	}
}

// TestChunkOnAFullDisk: what could not be kept is not acknowledged.
func TestChunkOnAFullDisk(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	data := jpegFile(t, picture(40, 30, 9))
	u := b.beginChunked(len(data), len(data))
	full := b.over(&failing{Store: b.blobs, at: 1, err: blob.ErrNoSpace})
	if err := putChunk(b, full, u, 0, data); vitrine.ErrorCode(err) != vitrine.CodeUnavailable {
		t.Errorf("got %v", err)
	}
	if got, err := b.Chunked(t.Context(), b.editor, u.ID); err != nil || len(got.Received) > 0 {
		t.Errorf("got %+v, %v", got, err)
	}
}

// TestChunkedOfOthers: only who began an upload may go on, or an editor.
func TestChunkedOfOthers(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	u := b.beginChunked(100, 100)
	visitor := b.user("visitor", vitrine.RoleUser)
	for who, actor := range map[string]vitrine.Actor{"nobody": {}, "a visitor": visitor} {
		_, begun := b.BeginChunked(t.Context(), actor, vitrine.ChunkedUploadInput{})
		_, read := b.Chunked(t.Context(), actor, u.ID)
		_, completed := b.CompleteChunked(t.Context(), actor, u.ID, "")
		for _, err := range []error{begun, read, completed, b.AbortChunked(t.Context(), actor, u.ID)} {
			if code := vitrine.ErrorCode(err); code != vitrine.CodeUnauthenticated && code != vitrine.CodeForbidden {
				t.Errorf("%s: %v", who, err)
			}
		}
	}
	b.clock.advance(time.Hour)
	must(t, b.AbortChunked(t.Context(), b.user("other", vitrine.RoleEditor), u.ID))
}

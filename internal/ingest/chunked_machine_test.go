package ingest_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/ingest"
)

// chunkedModel is what should be true of a chunked upload.
type chunkedModel struct {
	id      string
	size    int
	length  int            // of each chunk but the last
	chunks  map[int][]byte // that arrived
	upload  string         // what it became
	expires time.Time
	aborted bool
}

func (m *chunkedModel) total() int { return (m.size + m.length - 1) / m.length }

// file returns the bytes that the chunks make.
func (m *chunkedModel) file() []byte {
	var all []byte
	for number := range m.total() {
		all = append(all, m.chunks[number]...)
	}
	return all
}

// gone reports whether nothing may be known of the upload any more.
func (m *chunkedModel) gone(now time.Time) bool { return m.aborted || !now.Before(m.expires) }

// chunkMachine drives chunked uploads at random beside the model.
type chunkMachine struct {
	*bench
	head    []byte // of a picture: the first bytes of every first chunk
	uploads []*chunkedModel
}

// TestChunkMachine compares beginnings, chunks of every kind in any order,
// completions, aborts, the janitor and a clock that jumps with a model of them.
func TestChunkMachine(t *testing.T) {
	onBothEngines(t, func(t *testing.T, b *bench) {
		head := jpegFile(t, picture(8, 8, 0))[:100]
		rapid.Check(t, func(t *rapid.T) {
			m := &chunkMachine{bench: b, head: head}
			t.Repeat(map[string]func(*rapid.T){
				"begin": m.begin, "put": m.put, "put more": m.put, "put all": m.putAll, "put badly": m.putBadly,
				"complete": m.complete, "abort": m.abort, "wait": m.wait, "sweep": m.sweepAll, "": m.check,
			})
			m.end(t)
		})
	})
}

func (m *chunkMachine) begin(t *rapid.T) {
	u := &chunkedModel{
		size: rapid.IntRange(1, 1000).Draw(t, "size"), length: rapid.IntRange(150, 400).Draw(t, "length"),
		chunks: map[int][]byte{}, expires: m.clock.Now().Add(vitrine.ChunkedRetention),
	}
	begun, err := m.BeginChunked(m.t.Context(), m.editor, vitrine.ChunkedUploadInput{
		Filename: vitrine.Some("x.jpg"), FileSize: vitrine.Some(int64(u.size)),
		MIMEType: vitrine.Some("image/jpeg"), ChunkSize: vitrine.Some(int64(u.length)),
	})
	if err != nil {
		t.Fatal(err)
	}
	u.id = begun.ID
	m.uploads = append(m.uploads, u)
}

// pick returns one of the uploads. Without one the action does not apply.
func (m *chunkMachine) pick(t *rapid.T) *chunkedModel {
	if len(m.uploads) == 0 {
		t.Skip("no upload yet")
	}
	return rapid.SampledFrom(m.uploads).Draw(t, "upload")
}

// bytesOf returns one of three contents that a chunk may have.
func (m *chunkMachine) bytesOf(u *chunkedModel, number, variant int) []byte {
	data := bytes.Repeat([]byte{byte(variant), byte(number)}, u.length)
	if number == 0 {
		data = append(slices.Clone(m.head), data...)
	}
	return data[:min(u.length, u.size-number*u.length)]
}

func (m *chunkMachine) send(t *rapid.T, u *chunkedModel, number int, data []byte, announced bool) error {
	sum := sha256.Sum256(data)
	chunk := ingest.SentChunk{Number: number, Length: -1, Body: bytes.NewReader(data)}
	if announced {
		chunk.Length, chunk.Digest = int64(len(data)), &sum
	}
	got, err := m.PutChunk(m.t.Context(), u.id, chunk)
	if err == nil && got != hex.EncodeToString(sum[:]) {
		t.Errorf("chunk %d has the sum %s", number, got)
	}
	return err
}

func (m *chunkMachine) put(t *rapid.T) {
	u := m.pick(t)
	number := rapid.IntRange(0, u.total()-1).Draw(t, "number")
	m.putOne(t, u, number, rapid.IntRange(1, 3).Draw(t, "variant"))
}

func (m *chunkMachine) putAll(t *rapid.T) {
	u := m.pick(t)
	for number := range u.total() {
		m.putOne(t, u, number, 1)
	}
}

func (m *chunkMachine) putOne(t *rapid.T, u *chunkedModel, number, variant int) {
	data := m.bytesOf(u, number, variant)
	err := m.send(t, u, number, data, rapid.Bool().Draw(t, "announced"))
	if m.wantCode(t, u, err, "", u.upload != "") {
		u.chunks[number] = data
	}
}

// wantCode compares an error with what is expected of an upload that is there,
// and reports whether there was rightly none.
func (m *chunkMachine) wantCode(t *rapid.T, u *chunkedModel, err error, want vitrine.Code, conflict bool) bool {
	if conflict {
		want = vitrine.CodeConflict
	}
	if u.gone(m.clock.Now()) {
		want = vitrine.CodeNotFound
	}
	if got := vitrine.ErrorCode(err); got != want {
		t.Fatalf("got %q (%v), want %q for %+v", got, err, want, u)
	}
	return want == ""
}

// putBadly sends what must never be taken.
func (m *chunkMachine) putBadly(t *rapid.T) {
	u := m.pick(t)
	number := rapid.IntRange(0, u.total()-1).Draw(t, "number")
	data := m.bytesOf(u, number, 2)
	switch rapid.IntRange(0, 3).Draw(t, "fault") {
	case 0:
		m.wantCode(t, u, m.send(t, u, number, data[1:], rapid.Bool().Draw(t, "announced")), vitrine.CodeValidation, u.upload != "")
	case 1:
		m.wantCode(t, u, m.send(t, u, number, append(data, 0), rapid.Bool().Draw(t, "announced")), vitrine.CodeValidation, u.upload != "")
	case 2:
		_, err := m.PutChunk(m.t.Context(), u.id, ingest.SentChunk{Number: number, Length: -1, Digest: new([32]byte), Body: bytes.NewReader(data)})
		m.wantCode(t, u, err, vitrine.CodeValidation, u.upload != "")
	case 3:
		m.wantCode(t, u, m.send(t, u, u.total(), data, false), vitrine.CodeNotFound, false)
	}
}

func (m *chunkMachine) complete(t *rapid.T) {
	u := m.pick(t)
	file := u.file()
	sum := sha256.Sum256(file)
	given := rapid.SampledFrom([]string{"", hex.EncodeToString(sum[:]), strings.Repeat("0", 64)}).Draw(t, "sum")
	upload, err := m.CompleteChunked(m.t.Context(), m.editor, u.id, given)
	var want vitrine.Code
	if given == strings.Repeat("0", 64) {
		want = vitrine.CodeUnprocessable
	}
	if u.size < 3 { // no more than the beginning of what makes a JPEG
		want = vitrine.CodeValidation
	}
	if !m.wantCode(t, u, err, want, len(u.chunks) < u.total()) {
		return
	}
	if u.upload == "" {
		u.upload, u.expires = upload.ID, m.clock.Now().Add(vitrine.ChunkedRetention)
	}
	if upload.ID != u.upload || upload.SHA256 != hex.EncodeToString(sum[:]) || upload.OriginalFilename != "x.jpg" {
		t.Fatalf("completed as %+v, want %s", upload, u.upload)
	}
	key, _, _, err := m.db.UploadBlob(m.t.Context(), u.upload)
	if err != nil || !bytes.Equal(m.read(key), file) {
		t.Fatalf("the file is not what its chunks make: %v", err)
	}
}

func (m *chunkMachine) abort(t *rapid.T) {
	u := m.pick(t)
	err := m.AbortChunked(m.t.Context(), m.editor, u.id)
	if m.wantCode(t, u, err, "", u.upload != "") {
		u.aborted = true
	}
}

func (m *chunkMachine) wait(t *rapid.T) {
	m.clock.advance(time.Duration(rapid.IntRange(1, 15).Draw(t, "hours")) * time.Hour)
}

func (m *chunkMachine) sweepAll(t *rapid.T) {
	if err := m.Sweep(m.t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(m.wantChunkFiles(), m.chunkFiles()); diff != "" {
		t.Fatalf("files of chunks after the janitor (-want +got):\n%s", diff)
	}
}

// wantChunkFiles lists the files that the uploads which are open need, as "upload
// number".
func (m *chunkMachine) wantChunkFiles() (all []string) {
	for _, u := range m.uploads {
		if !u.gone(m.clock.Now()) && u.upload == "" {
			for number := range u.chunks {
				all = append(all, fmt.Sprintf("%s-%d", strings.ToLower(u.id), number))
			}
		}
	}
	slices.Sort(all)
	return all
}

func (m *chunkMachine) chunkFiles() (all []string) {
	for _, file := range m.files() {
		if _, name, ok := strings.Cut(file, "-"); ok && strings.HasPrefix(file, "chunks/") {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return all
}

// check compares what is told of each upload.
func (m *chunkMachine) check(t *rapid.T) {
	for _, u := range m.uploads {
		got, err := m.Chunked(m.t.Context(), m.editor, u.id)
		if !m.wantCode(t, u, err, "", false) {
			continue
		}
		numbers := []int{}
		for _, chunk := range got.Received {
			numbers = append(numbers, chunk.Number)
			if chunk.Size != int64(len(u.chunks[chunk.Number])) || !bytes.Equal(m.read(chunk.BlobKey), u.chunks[chunk.Number]) {
				t.Fatalf("chunk %d is not what was sent last", chunk.Number)
			}
		}
		want := []int{}
		for number := range u.chunks {
			if u.upload == "" {
				want = append(want, number)
			}
		}
		slices.Sort(want)
		if !slices.Equal(want, numbers) || got.UploadID != u.upload || !got.ExpiresAt.Equal(u.expires) {
			t.Fatalf("got %+v, want %+v", got, u)
		}
	}
}

// end lets everything expire: the janitor leaves no chunk.
func (m *chunkMachine) end(t *rapid.T) {
	m.clock.advance(2 * vitrine.ChunkedRetention)
	m.sweepAll(t)
	if left := m.chunkFiles(); len(left) > 0 {
		t.Fatalf("left behind: %q", left)
	}
}

package ingest

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/blob"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// CheckChunked reports what of an announcement the settings forbid: a size
// (TOO_LARGE) or a type (INVALID_VALUE).
func (g *Ingest) CheckChunked(ctx context.Context, in vitrine.ChunkedUploadInput, f *vitrine.Faults) error {
	settings, err := g.Settings(ctx)
	if err != nil {
		return err
	}
	in.ValidateFor(settings.Upload, f)
	return nil
}

// BeginChunked announces a file that will be sent in chunks. The input is valid.
// What CheckChunked reports is CodeValidation. One that the storage has no room
// for is CodeUnavailable.
func (g *Ingest) BeginChunked(ctx context.Context, actor vitrine.Actor, in vitrine.ChunkedUploadInput) (*vitrine.ChunkedUpload, error) {
	if err := actor.Require(vitrine.PhotoCreate); err != nil {
		return nil, err
	}
	var faults vitrine.Faults
	if err := g.CheckChunked(ctx, in, &faults); err != nil {
		return nil, err
	}
	if err := faults.Err(); err != nil {
		return nil, err
	}
	if err := g.checkRoom(ctx, g.DB, in.FileSize.Value); err != nil {
		return nil, err
	}
	u := &vitrine.ChunkedUpload{
		ID: rand.Text(), UserID: actor.UserID, Filename: cleanFilename(in.Filename.Value),
		Size: in.FileSize.Value, ChunkSize: in.ChunkSize.Or(vitrine.DefaultChunkSize),
	}
	return u, g.DB.Update(ctx, func(tx *store.Tx) error {
		if err := tx.InsertChunkedUpload(ctx, u); err != nil {
			return err
		}
		detail := map[string]any{"filename": u.Filename, "file_size": u.Size}
		return tx.Audit(ctx, store.EntryOf(actor, "chunked_upload.create", "chunked_upload", u.ID).With(detail))
	})
}

// Chunked returns a chunked upload to the one who began it and to those with
// photo.update. The error for others is CodeForbidden, for one that is unknown
// or has expired CodeNotFound.
func (g *Ingest) Chunked(ctx context.Context, actor vitrine.Actor, id string) (*vitrine.ChunkedUpload, error) {
	if err := actor.Require(vitrine.PhotoCreate); err != nil {
		return nil, err
	}
	u, err := g.DB.ChunkedUpload(ctx, id)
	if err != nil {
		return nil, err
	}
	if u.UserID != actor.UserID && !actor.Can(vitrine.PhotoUpdate) {
		return nil, vitrine.Forbidden(vitrine.PhotoUpdate, actor.Role)
	}
	return u, nil
}

// AbortChunked forgets a chunked upload with all its chunks, under the rules of
// Chunked. One that is complete is CodeConflict.
func (g *Ingest) AbortChunked(ctx context.Context, actor vitrine.Actor, id string) error {
	if _, err := g.Chunked(ctx, actor, id); err != nil {
		return err
	}
	return g.DB.Update(ctx, func(tx *store.Tx) error {
		u, err := tx.ChunkedUpload(ctx, id)
		if err != nil {
			return err
		}
		if u.UploadID != "" {
			return alreadyComplete(u)
		}
		if err := tx.DeleteChunkedUpload(ctx, id); err != nil {
			return err
		}
		return tx.Audit(ctx, store.EntryOf(actor, "chunked_upload.delete", "chunked_upload", id))
	})
}

func alreadyComplete(u *vitrine.ChunkedUpload) error {
	return vitrine.Conflict("upload_complete", "All of the file has arrived already.", map[string]any{"file_id": u.UploadID})
}

// bodyField is the field that faults of a chunk's bytes are reported under.
const bodyField = "body"

// SentChunk is a chunk on its way in.
type SentChunk struct {
	Number int
	Length int64     // as announced; negative if it was not
	Digest *[32]byte // SHA-256 that the bytes must have; nil for any
	Body   io.Reader
}

// PutChunk keeps a chunk, or puts it in the place of the one with its number, and
// returns its SHA-256 in hex. When it returns without error the chunk is durable.
// Whoever may call it holds a signed address; no actor is asked.
//
// The errors are CodeNotFound for an upload or a number that does not exist,
// CodeConflict once the upload is complete, and CodeValidation for a chunk of
// another length (TOO_LARGE, TOO_SHORT) or digest (INVALID_VALUE).
func (g *Ingest) PutChunk(ctx context.Context, id string, sent SentChunk) (sum string, err error) {
	u, err := g.DB.ChunkedUpload(ctx, id)
	if err != nil {
		return "", err
	}
	length, err := u.ChunkLength(sent.Number)
	if err != nil {
		return "", err
	}
	if u.UploadID != "" {
		return "", alreadyComplete(u)
	}
	if sent.Length >= 0 {
		if err := checkLength(sent.Length, length); err != nil {
			return "", err
		}
	}
	w, err := g.Blobs.Create(ctx)
	if err != nil {
		return "", storageError(err)
	}
	defer func() { _ = w.Abort() }() // after Commit it does nothing
	if err := copyChunk(w, sent, length); err != nil {
		return "", err
	}
	return g.keepChunk(ctx, u, sent.Number, w)
}

// copyChunk writes a chunk that must have that length.
func copyChunk(w blob.Writer, sent SentChunk, length int64) error {
	src := &source{reader: sent.Body}
	_, err := io.Copy(w, io.LimitReader(src, length+1))
	if src.err != nil {
		return interrupted(src.err)
	}
	if err != nil {
		return storageError(err)
	}
	if err := checkLength(w.Size(), length); err != nil {
		return err
	}
	if sent.Digest != nil && *sent.Digest != w.Sum() {
		return vitrine.Invalid("Content-Digest", vitrine.FaultInvalidValue, vitrine.ReasonOtherDigest)
	}
	return nil
}

func checkLength(got, want int64) error {
	switch {
	case got > want:
		return vitrine.Invalid(bodyField, vitrine.FaultTooLarge, vitrine.ReasonExactBytes, vitrine.Bytes(want))
	case got < want:
		return vitrine.Invalid(bodyField, vitrine.FaultTooShort, vitrine.ReasonExactBytes, vitrine.Bytes(want))
	}
	return nil
}

// keepChunk puts a chunk in place and records it. Its key is its own, so its
// bytes can go as soon as its upload lets go of them.
func (g *Ingest) keepChunk(ctx context.Context, u *vitrine.ChunkedUpload, number int, w blob.Writer) (string, error) {
	file := newStaged(w, chunks)
	file.key += fmt.Sprintf("-%s-%d", strings.ToLower(u.ID), number)
	if err := g.reserve(ctx, g.withinLimit(ctx), file); err != nil {
		return "", err
	}
	chunk := vitrine.Chunk{Number: number, Size: w.Size(), BlobKey: file.key}
	err := inOrder(
		func() error { return place(ctx, file) },
		func() error { return g.recordChunk(ctx, u.ID, chunk) },
	)
	if errors.Is(err, store.ErrBlobLeaving) {
		return "", vitrine.Unavailable("The chunk was sent twice at once, with different bytes.", time.Second, err)
	}
	return file.sum, err
}

func (g *Ingest) recordChunk(ctx context.Context, id string, chunk vitrine.Chunk) error {
	return g.DB.Update(ctx, func(tx *store.Tx) error {
		open, err := tx.PutChunk(ctx, id, chunk)
		if err != nil || open {
			return err
		}
		u, err := tx.ChunkedUpload(ctx, id) // gone, or complete since
		if err != nil {
			return err
		}
		return alreadyComplete(u)
	})
}

// errChunksChanged says that a chunk was sent again while all were joined.
var errChunksChanged = errors.New("a chunk has changed meanwhile")

// joinTries is how often chunks are joined that change meanwhile.
const joinTries = 3

// CompleteChunked joins the chunks to an upload, under the rules of Chunked, as if
// the one who began it had sent the file in one piece. Sum is the SHA-256 that the
// file must have, in hex; "" for any. Called again it returns the same upload.
//
// The errors besides those of Receive are CodeConflict while chunks are missing
// or still arriving, and CodeUnprocessable for another sum.
func (g *Ingest) CompleteChunked(ctx context.Context, actor vitrine.Actor, id, sum string) (*vitrine.Upload, error) {
	for range joinTries {
		u, err := g.Chunked(ctx, actor, id)
		if err != nil {
			return nil, err
		}
		upload, err := g.complete(ctx, actor, u, sum)
		if !errors.Is(err, errChunksChanged) {
			return upload, err
		}
	}
	return nil, vitrine.Conflict("chunks_changing", "Chunks are still arriving.", nil)
}

func (g *Ingest) complete(ctx context.Context, actor vitrine.Actor, u *vitrine.ChunkedUpload, sum string) (*vitrine.Upload, error) {
	if u.UploadID != "" {
		upload, err := g.DB.Upload(ctx, u.UploadID)
		if err != nil {
			return nil, err
		}
		return upload, checkSum(upload.SHA256, sum)
	}
	if missing := u.Missing(); len(missing) > 0 {
		return nil, chunksMissing(missing)
	}
	settings, err := g.Settings(ctx)
	if err != nil {
		return nil, err
	}
	file, err := g.join(ctx, actor, u, settings)
	if err != nil {
		return nil, err
	}
	defer file.Discard()
	if err := checkSum(file.sum, sum); err != nil {
		return nil, err
	}
	return g.admit(ctx, file, func(tx *store.Tx, upload *vitrine.Upload) error {
		done, err := tx.CompleteChunkedUpload(ctx, u.ID, u.Version, upload.ID)
		if err == nil && !done {
			err = errChunksChanged
		}
		return err
	})
}

// mostMissingNamed bounds how many missing chunks an error names.
const mostMissingNamed = 100

func chunksMissing(missing []int) error {
	return vitrine.Conflict("chunks_missing", "Not all chunks have arrived.", map[string]any{
		"missing": missing[:min(len(missing), mostMissingNamed)], "missing_count": len(missing),
	})
}

func checkSum(got, want string) error {
	if want != "" && got != want {
		return vitrine.Unprocessable("sha256", vitrine.FaultInvalidValue, vitrine.ReasonOtherFileDigest, got)
	}
	return nil
}

// join stages the file that the chunks make.
func (g *Ingest) join(ctx context.Context, actor vitrine.Actor, u *vitrine.ChunkedUpload, settings vitrine.Settings) (*Arrived, error) {
	parts := &joined{ctx: ctx, blobs: g.Blobs, left: u.Received}
	defer parts.close()
	src := &source{reader: parts}
	file, err := g.stage(ctx, actor, src, vitrine.Upload{UserID: u.UserID, OriginalFilename: u.Filename}, settings)
	switch {
	case errors.Is(src.err, blob.ErrNotExist):
		return nil, errChunksChanged
	case src.err != nil:
		return nil, storageError(src.err)
	case err == nil && file.upload.Size != u.Size:
		file.Discard()
		return nil, fmt.Errorf("the chunks of %s make %d bytes instead of %d", u.ID, file.upload.Size, u.Size)
	}
	if err == nil {
		file.joined = true
	}
	return file, err
}

// joined reads chunks one after the other.
type joined struct {
	ctx   context.Context //nolint:containedctx // of the one request that reads
	blobs blob.Store
	left  []vitrine.Chunk
	open  blob.Object // nil between chunks
}

// Read implements io.Reader.
func (j *joined) Read(p []byte) (int, error) {
	for {
		if j.open == nil {
			if len(j.left) == 0 {
				return 0, io.EOF
			}
			var err error
			if j.open, err = j.blobs.Open(j.ctx, j.left[0].BlobKey); err != nil {
				j.open = nil
				return 0, err
			}
			j.left = j.left[1:]
		}
		n, err := j.open.Read(p)
		if errors.Is(err, io.EOF) {
			j.close()
			err = nil
		}
		if n > 0 || err != nil {
			return n, err
		}
	}
}

func (j *joined) close() {
	if j.open != nil {
		_ = j.open.Close() // it was only read
		j.open = nil
	}
}

// sweepChunked removes the chunked uploads that have expired, finished ones and
// others.
func (g *Ingest) sweepChunked(ctx context.Context) error {
	return inBatches(func() (int, error) {
		var removed int
		err := g.DB.Update(ctx, func(tx *store.Tx) error {
			ids, err := tx.ExpiredChunkedUploads(ctx, tx.Now, sweepBatch)
			removed = len(ids)
			if err != nil {
				return err
			}
			return each(ids, func(id string) error { return tx.DeleteChunkedUpload(ctx, id) })
		})
		return removed, err
	})
}

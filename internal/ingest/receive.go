package ingest

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/blob"
	"github.com/vitrine-photos/vitrine/internal/imaging"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// fileField is the field that faults of a file are reported under.
const fileField = "file"

// Receive keeps the file that body yields and has pictures derived from it. The
// bytes are streamed to their place, never held in memory; when Receive returns
// without error they are durable. The content decides the type; filename is only
// remembered.
//
// The errors that a client can cause are CodeValidation with a fault on the
// field "file": the file is empty, of a type that is not allowed (INVALID_FORMAT)
// or too large (TOO_LARGE). If there is no room the error is CodeUnavailable.
// Receive stops reading body at the first fault. Nothing is left behind of a file
// that was not accepted.
func (g *Ingest) Receive(ctx context.Context, actor vitrine.Actor, filename string, body io.Reader) (*vitrine.Upload, error) {
	arrived, err := g.Take(ctx, actor, filename, body)
	if err != nil {
		return nil, err
	}
	defer arrived.Discard()
	return g.Keep(ctx, arrived)
}

// Arrived is a file that has arrived whole and is accepted, but not kept yet.
type Arrived struct {
	staged
	by     vitrine.Actor // who sent it
	upload vitrine.Upload
	order  deriveOrder
	joined bool // from chunks, which had to find room themselves
	placed bool
}

// Take is the first half of Receive: it reads the file. The caller discards what
// it returns.
func (g *Ingest) Take(ctx context.Context, actor vitrine.Actor, filename string, body io.Reader) (*Arrived, error) {
	if err := actor.Require(vitrine.PhotoCreate); err != nil {
		return nil, err
	}
	settings, err := g.Settings(ctx)
	if err != nil {
		return nil, err
	}
	return g.take(ctx, actor, File{Name: filename, Body: body}, settings)
}

// Keep is the second half of Receive. It may be called again.
func (g *Ingest) Keep(ctx context.Context, file *Arrived) (*vitrine.Upload, error) {
	return g.admit(ctx, file)
}

// Fingerprint tells the file from others: its name and the hash of its bytes.
func (a *Arrived) Fingerprint() []byte {
	return []byte(a.sum + " " + a.upload.OriginalFilename + "\n")
}

// Discard lets go of the bytes, unless they were kept.
func (a *Arrived) Discard() { _ = a.writer.Abort() } // after Commit it does nothing

// take stages a file that a client sends, if it is accepted.
func (g *Ingest) take(ctx context.Context, actor vitrine.Actor, file File, settings vitrine.Settings) (*Arrived, error) {
	if err := g.checkRoom(ctx, g.DB, 1); err != nil {
		return nil, err
	}
	src := &source{reader: file.Body}
	arrived, err := g.stage(ctx, actor, src, vitrine.Upload{UserID: actor.UserID, OriginalFilename: cleanFilename(file.Name)}, settings)
	if src.err != nil {
		err = interrupted(src.err)
	}
	return arrived, err
}

// stage writes the bytes of an upload beside their place. The error of reading
// them stays in src.
func (g *Ingest) stage(ctx context.Context, actor vitrine.Actor, src *source, upload vitrine.Upload, settings vitrine.Settings) (*Arrived, error) {
	w, err := g.Blobs.Create(ctx)
	if err != nil {
		return nil, storageError(err)
	}
	kind, err := receiveBody(w, src, settings.Upload)
	if err != nil {
		_ = w.Abort() // the error so far says more
		return nil, err
	}
	file := newStaged(w, originals)
	upload.ID = rand.Text()
	upload.SHA256, upload.Size, upload.MIMEType = file.sum, w.Size(), kind.MIME()
	upload.Status, upload.Steps = vitrine.UploadUploaded, vitrine.NewSteps()
	order := deriveOrder{UploadID: upload.ID}
	if settings.Upload.GenerateThumbnails {
		order.Names = vitrine.RenditionNames()
	}
	return &Arrived{staged: file, by: actor, upload: upload, order: order}, nil
}

// admit keeps a file and records it, with what else belongs into the same
// transaction.
func (g *Ingest) admit(ctx context.Context, file *Arrived, also ...func(*store.Tx, *vitrine.Upload) error) (*vitrine.Upload, error) {
	if err := g.reserveArrived(ctx, file); err != nil {
		return nil, err
	}
	var recorded *vitrine.Upload
	err := inOrder(
		func() error { return file.place(ctx) },
		func() (err error) { recorded, err = g.record(ctx, file, also); return err },
	)
	return recorded, err
}

// place puts the file in its place, once.
func (a *Arrived) place(ctx context.Context) error {
	if a.placed {
		return nil
	}
	err := place(ctx, a.staged)
	a.placed = err == nil
	return err
}

// record commits an upload whose bytes are in place, together with the job that
// derives its pictures.
func (g *Ingest) record(ctx context.Context, file *Arrived, also []func(*store.Tx, *vitrine.Upload) error) (*vitrine.Upload, error) {
	var recorded *vitrine.Upload
	err := g.DB.Update(ctx, func(tx *store.Tx) error {
		next := file.upload
		earlier, found, err := tx.EarlierUpload(ctx, next.UserID, next.SHA256)
		if err != nil {
			return err
		}
		if found {
			next.DuplicateOf = earlier
		}
		next.Progress = percent(next.Steps)
		if err := tx.InsertUpload(ctx, &next, file.key); err != nil {
			return err
		}
		recorded = &next
		if err := tx.Enqueue(ctx, file.order.job()); err != nil {
			return err
		}
		created := store.EntryOf(file.by, "upload.create", "upload", next.ID).With(uploadDetail(recorded))
		if err := tx.Audit(ctx, created); err != nil {
			return err
		}
		return each(also, func(fn func(*store.Tx, *vitrine.Upload) error) error { return fn(tx, recorded) })
	})
	return recorded, err
}

// uploadDetail tells the audit log which upload was made or is gone.
func uploadDetail(u *vitrine.Upload) map[string]any {
	return map[string]any{"original_filename": u.OriginalFilename, "file_size": u.Size}
}

// receiveBody copies the file into w and returns its type. If reading fails the
// reason is in src.
func receiveBody(w blob.Writer, src *source, limits vitrine.UploadSettings) (imaging.Type, error) {
	head := make([]byte, imaging.SniffLen)
	n, _ := io.ReadFull(src, head) // src knows why it ended, a file may just be shorter
	if src.err != nil {
		return "", src.err
	}
	if n == 0 {
		return "", vitrine.Invalid(fileField, vitrine.FaultInvalidFormat, vitrine.ReasonEmpty)
	}
	kind, err := allowedType(head[:n], limits.AllowedTypes)
	if err != nil {
		return "", err
	}
	whole := io.MultiReader(bytes.NewReader(head[:n]), src)
	_, err = io.Copy(w, io.LimitReader(whole, limits.MaxFileSize+1))
	if src.err != nil {
		return "", src.err
	}
	if err != nil {
		return "", storageError(err)
	}
	if w.Size() > limits.MaxFileSize {
		return "", TooLarge(limits.MaxFileSize)
	}
	return kind, nil
}

// TooLarge returns the error for a file of more than limit bytes, for callers
// that know the size before the bytes arrive.
func TooLarge(limit int64) error {
	return vitrine.Invalid(fileField, vitrine.FaultTooLarge, vitrine.ReasonMaxBytes, vitrine.Bytes(limit))
}

func allowedType(head []byte, allowed []string) (imaging.Type, error) {
	kind, known := imaging.Sniff(head)
	if !known {
		return "", vitrine.Invalid(fileField, vitrine.FaultInvalidFormat,
			vitrine.ReasonNoPicture, allowed)
	}
	if !slices.Contains(allowed, kind.MIME()) {
		return "", vitrine.Invalid(fileField, vitrine.FaultInvalidFormat,
			vitrine.ReasonTypeNotAllowed, kind.MIME(), allowed)
	}
	return kind, nil
}

// source remembers why reading failed, so that a client that went away is told
// from a disk that is full, and from a file that simply ends.
type source struct {
	reader io.Reader
	err    error
}

// Read implements io.Reader.
func (s *source) Read(p []byte) (int, error) {
	n, err := s.reader.Read(p)
	if err != nil && err != io.EOF {
		s.err = err
	}
	return n, err
}

// interrupted describes a body that could not be read to its end.
func interrupted(err error) error {
	if _, ok := errors.AsType[*vitrine.Error](err); ok || errors.Is(err, context.Canceled) {
		return err
	}
	var f vitrine.Faults
	f.Add(fileField, vitrine.FaultInvalidFormat, vitrine.ReasonIncomplete)
	return &vitrine.Error{
		Code: vitrine.CodeValidation, Message: "The upload was interrupted.", Faults: f, Cause: err,
	}
}

// cleanFilename returns the last element of a name that a client sent, in one
// line and of bounded length. It is shown to people and never names a file here.
func cleanFilename(name string) string {
	name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	name = strings.Join(strings.Fields(vitrine.Clean(name)), " ")
	if name == "." || name == "/" || name == "" {
		return "unnamed"
	}
	if runes := []rune(name); len(runes) > vitrine.MaxName {
		extension := []rune(path.Ext(name))
		if len(extension) > 10 {
			extension = nil
		}
		return string(runes[:vitrine.MaxName-len(extension)]) + string(extension)
	}
	return name
}

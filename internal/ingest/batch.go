package ingest

import (
	"context"
	"errors"
	"io"
	"iter"

	"github.com/vitrine-photos/vitrine"
)

// batchField is the field that faults of a batch as a whole are reported under.
const batchField = "files[]"

// File is a file on its way in.
type File struct {
	Name string // as the client calls it
	Body io.Reader
}

// Outcome is what became of one file of a batch: an upload, or the reason why
// there is none.
type Outcome struct {
	Filename string
	Upload   *vitrine.Upload // nil if the file was not accepted
	Reason   string          // in words for the photographer
}

// ReceiveAll is Receive for the files of one request. Each stands for itself: one
// that is not accepted does not keep the others out. Nothing is kept before the
// last file has arrived, so an error leaves nothing behind.
//
// The errors are that of files, and CodeValidation with a fault on the field
// "files[]": there are none (REQUIRED), or more than the setting
// upload.max_files_per_batch (TOO_MANY). It stops reading at the first file too
// many.
func (g *Ingest) ReceiveAll(ctx context.Context, actor vitrine.Actor, files iter.Seq2[File, error]) ([]Outcome, error) {
	if err := actor.Require(vitrine.PhotoCreate); err != nil {
		return nil, err
	}
	settings, err := g.Settings(ctx)
	if err != nil {
		return nil, err
	}
	var batch []batched
	defer func() {
		for _, b := range batch {
			b.discard()
		}
	}()
	for file, err := range files {
		if err != nil {
			return nil, err
		}
		if most := settings.Upload.MaxFilesPerBatch; len(batch) == most {
			return nil, vitrine.Invalid(batchField, vitrine.FaultTooMany, "must be at most %d", most)
		}
		received, err := g.take(ctx, actor.UserID, file, settings)
		batch = append(batch, batched{received: received, name: cleanFilename(file.Name), err: err})
	}
	if len(batch) == 0 {
		return nil, vitrine.Invalid(batchField, vitrine.FaultRequired, "is required")
	}
	return g.keepAll(ctx, batch)
}

// batched is a file of a batch that has arrived, or the error that it was
// refused with.
type batched struct {
	received
	name string
	err  error
}

// keepAll keeps what was accepted of a batch.
func (g *Ingest) keepAll(ctx context.Context, batch []batched) ([]Outcome, error) {
	outcomes := make([]Outcome, len(batch))
	for i, b := range batch {
		outcomes[i].Filename = b.name
		err := b.err
		if err == nil {
			outcomes[i].Upload, err = g.admit(ctx, b.received)
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			outcomes[i].Reason = g.reason(err, b.name)
		}
	}
	return outcomes, nil
}

// reason says why a file was not accepted. What only the operator may know is
// logged instead.
func (g *Ingest) reason(err error, filename string) string {
	e, ok := errors.AsType[*vitrine.Error](err)
	switch {
	case ok && len(e.Faults) > 0:
		return "The file " + e.Faults[0].Message + "."
	case ok && e.Code != vitrine.CodeInternal:
		return e.Message
	}
	g.Log.Error("file of a batch not kept", "filename", filename, "err", err)
	return "Something went wrong here, and was logged. Please send the file again."
}

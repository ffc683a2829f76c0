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
	Err      error           // why there is none
	Reason   string          // the same in words for the photographer
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
	batch, err := g.TakeAll(ctx, actor, files)
	if err != nil {
		return nil, err
	}
	defer batch.Discard()
	return g.KeepAll(ctx, batch)
}

// Batch is what has arrived of the files of one request, but is not kept yet.
type Batch struct{ files []batched }

// batched is a file of a batch that has arrived, or the error that it was
// refused with.
type batched struct {
	*Arrived
	name string
	err  error
}

// TakeAll is the first half of ReceiveAll: it reads the files. The caller
// discards what it returns.
func (g *Ingest) TakeAll(ctx context.Context, actor vitrine.Actor, files iter.Seq2[File, error]) (_ *Batch, err error) {
	if err := actor.Require(vitrine.PhotoCreate); err != nil {
		return nil, err
	}
	settings, err := g.Settings(ctx)
	if err != nil {
		return nil, err
	}
	batch := &Batch{}
	defer func() {
		if err != nil {
			batch.Discard()
		}
	}()
	for file, err := range files {
		if err != nil {
			return nil, err
		}
		if most := settings.Upload.MaxFilesPerBatch; len(batch.files) == most {
			return nil, vitrine.Invalid(batchField, vitrine.FaultTooMany, vitrine.ReasonMaxCount, most)
		}
		arrived, err := g.take(ctx, actor, file, settings)
		batch.files = append(batch.files, batched{Arrived: arrived, name: cleanFilename(file.Name), err: err})
	}
	if len(batch.files) == 0 {
		return nil, vitrine.Invalid(batchField, vitrine.FaultRequired, vitrine.ReasonRequired)
	}
	return batch, nil
}

// Fingerprint tells the batch from others: the names and hashes of its files.
func (b *Batch) Fingerprint() (all []byte) {
	for _, file := range b.files {
		if file.err != nil {
			all = append(all, file.name+" refused: "+file.err.Error()+"\n"...)
			continue
		}
		all = append(all, file.Fingerprint()...)
	}
	return all
}

// Discard lets go of the bytes that were not kept.
func (b *Batch) Discard() {
	for _, file := range b.files {
		if file.Arrived != nil {
			file.Discard()
		}
	}
}

// KeepAll is the second half of ReceiveAll. It may be called again.
func (g *Ingest) KeepAll(ctx context.Context, batch *Batch) ([]Outcome, error) {
	outcomes := make([]Outcome, len(batch.files))
	failed := make([]error, len(batch.files))
	accepted := func(keep func(i int, file *Arrived) error) {
		for i, file := range batch.files {
			if failed[i] == nil && ctx.Err() == nil {
				failed[i] = keep(i, file.Arrived)
			}
		}
	}
	for i, file := range batch.files {
		outcomes[i].Filename, failed[i] = file.name, file.err
	}
	accepted(func(_ int, file *Arrived) error { return g.reserveArrived(ctx, file) })
	_ = inOrder(
		func() error { accepted(func(_ int, file *Arrived) error { return file.place(ctx) }); return nil },
		func() error {
			accepted(func(i int, file *Arrived) (err error) { outcomes[i].Upload, err = g.record(ctx, file, nil); return err })
			return nil
		},
	)
	for i, err := range failed {
		if err != nil {
			outcomes[i].Err, outcomes[i].Reason = err, g.reason(err, outcomes[i].Filename)
		}
	}
	return outcomes, ctx.Err()
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

package api

import (
	"errors"
	"io"
	"iter"
	"mime/multipart"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/ingest"
)

// The fields of a form that hold the file, or the files.
const (
	filePart  = "file"
	filesPart = "files[]"
)

// formOverhead is how much longer than its file a form may be, in bytes, for
// each file.
const formOverhead = 64 << 10

func (a *API) takeFile(c *call) (*ingest.Arrived, error) {
	settings, err := a.settings.Get(c.Context())
	if err != nil {
		return nil, err
	}
	if limit := settings.Upload.MaxFileSize; c.ContentLength > limit+formOverhead {
		return nil, ingest.TooLarge(limit)
	}
	// Whatever else is in the form, no more is read than a file takes.
	c.Body = &boundedBody{ReadCloser: c.Body, left: settings.Upload.MaxFileSize + formOverhead, exceeded: ingest.TooLarge(settings.Upload.MaxFileSize)}
	return a.takeOnly(c)
}

// takeOnly takes the file of a form that must hold no second one: it would be
// lost without a word.
func (a *API) takeOnly(c *call) (taken *ingest.Arrived, err error) {
	defer func() {
		if err != nil && taken != nil {
			taken.Discard()
			taken = nil
		}
	}()
	for part, err := range c.parts(filePart) {
		switch {
		case err != nil:
			return taken, err
		case taken != nil:
			return taken, vitrine.Invalid(filePart, vitrine.FaultTooMany, vitrine.ReasonOneFile)
		}
		if taken, err = a.ingest.Take(c.Context(), c.actor, part.FileName(), part); err != nil {
			return taken, err
		}
	}
	if taken == nil {
		return nil, vitrine.Invalid(filePart, vitrine.FaultRequired, vitrine.ReasonRequired)
	}
	return taken, nil
}

func (a *API) keepFile(c *call, file *ingest.Arrived) (item[uploadView], error) {
	u, err := a.ingest.Keep(c.Context(), file)
	if err != nil {
		return item[uploadView]{}, err
	}
	return one(a.newUploadView(u)), nil
}

// batchView tells what became of the files of one request.
type batchView struct {
	Uploaded []batchUpload  `json:"uploaded"`
	Failed   []batchFailure `json:"failed"`
	Summary  batchSummary   `json:"summary"`
}

// batchUpload is a file of a batch that was accepted.
type batchUpload struct {
	FileID           string               `json:"file_id" doc:"Names it when a photo is created." example:"JZ4M2Q7XK5T3B6Y7Z2A4C5D6E7"`
	OriginalFilename string               `json:"original_filename" example:"DSC_0042.jpg"`
	FileSize         int64                `json:"file_size" doc:"Bytes." example:"8420113"`
	Status           vitrine.UploadStatus `json:"status" enum:"uploaded,processing,completed,failed" example:"uploaded"`
}

// batchFailure is a file of a batch that was not accepted.
type batchFailure struct {
	Filename string       `json:"filename" example:"notes.txt"`
	Error    string       `json:"error" doc:"Why, for people." example:"The file is empty."`
	Type     vitrine.Code `json:"type" doc:"The type of the error that the file alone would have got." example:"VALIDATION_ERROR"`
	Details  any          `json:"details" doc:"The details of that error." example:"[{\"field\":\"file\",\"message\":\"is empty\",\"code\":\"INVALID_FORMAT\",\"reason\":\"empty\"}]"`
}

// batchSummary counts the files of a batch.
type batchSummary struct {
	Total   int `json:"total" example:"3"`
	Success int `json:"success" example:"2"`
	Failed  int `json:"failed" example:"1"`
}

func newBatchView(outcomes []ingest.Outcome) batchView {
	view := batchView{Uploaded: []batchUpload{}, Failed: []batchFailure{}}
	for _, o := range outcomes {
		if u := o.Upload; u != nil {
			view.Uploaded = append(view.Uploaded, batchUpload{u.ID, u.OriginalFilename, u.Size, u.Status})
		} else {
			shown := shownError(o.Err)
			view.Failed = append(view.Failed, batchFailure{o.Filename, o.Reason, shown.Code, detailsOf(shown)})
		}
	}
	view.Summary = batchSummary{Total: len(outcomes), Success: len(view.Uploaded), Failed: len(view.Failed)}
	return view
}

func (a *API) takeFiles(c *call) (*ingest.Batch, error) {
	settings, err := a.settings.Get(c.Context())
	if err != nil {
		return nil, err
	}
	limit := int64(settings.Upload.MaxFilesPerBatch) * (settings.Upload.MaxFileSize + formOverhead)
	tooLarge := vitrine.Invalid(filesPart, vitrine.FaultTooLarge, vitrine.ReasonMaxBytesTogether, vitrine.Bytes(limit))
	if c.ContentLength > limit {
		return nil, tooLarge
	}
	c.Body = &boundedBody{ReadCloser: c.Body, left: limit, exceeded: tooLarge}
	return a.ingest.TakeAll(c.Context(), c.actor, c.files(filesPart))
}

func (a *API) keepFiles(c *call, batch *ingest.Batch) (item[batchView], error) {
	outcomes, err := a.ingest.KeepAll(c.Context(), batch)
	if err != nil {
		return item[batchView]{}, err
	}
	return one(newBatchView(outcomes)), nil
}

// boundedBody is a body of which no more than a limit is read, for those whose
// length is not told beforehand.
type boundedBody struct {
	io.ReadCloser
	left     int64
	exceeded error
}

// Read implements io.Reader.
func (b *boundedBody) Read(p []byte) (int, error) {
	if b.left < 0 {
		return 0, b.exceeded
	}
	n, err := b.ReadCloser.Read(p[:min(int64(len(p)), b.left+1)])
	b.left -= int64(n)
	return n, err
}

// files yields the files in the fields of that name.
func (c *call) files(field string) iter.Seq2[ingest.File, error] {
	return func(yield func(ingest.File, error) bool) {
		for part, err := range c.parts(field) {
			file := ingest.File{}
			if err == nil {
				file = ingest.File{Name: part.FileName(), Body: part}
			}
			if !yield(file, err) {
				return
			}
		}
	}
}

// parts yields the fields of that name of a form, each to be streamed before the
// next one is asked for. It ends with the first error.
func (c *call) parts(field string) iter.Seq2[*multipart.Part, error] {
	return func(yield func(*multipart.Part, error) bool) {
		c.Body = c.paced(c.Body)
		form, err := c.MultipartReader()
		if err != nil {
			yield(nil, vitrine.Invalid(field, vitrine.FaultRequired, vitrine.ReasonRequiredPart))
			return
		}
		for {
			part, err := form.NextPart()
			if errors.Is(err, io.EOF) {
				return
			}
			if e, ok := errors.AsType[*vitrine.Error](err); ok {
				yield(nil, e)
				return
			}
			if err != nil {
				yield(nil, brokenOff(field, err))
				return
			}
			if part.FormName() == field && !yield(part, nil) {
				return
			}
		}
	}
}

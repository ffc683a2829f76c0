package ingest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/imaging"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// errLostJob rolls back the last transaction of a worker whose job was given to
// another one.
var errLostJob = errors.New("the job was given to another worker")

// run is one attempt at a derive job.
type run struct {
	ingest   *Ingest
	job      *vitrine.Job
	order    deriveOrder
	settings vitrine.Settings
	upload   *vitrine.Upload
	wanted   []vitrine.RenditionName // what is missing, or made otherwise
	steps    []vitrine.Step
}

// Derive does the work of a derive job: it reads the picture's metadata and
// makes its renditions. They replace the old ones in one transaction, which also
// finishes the job, so that the old ones serve until then and the job has its
// effect once, however often it runs.
//
// A picture that cannot be decoded fails its upload and finishes the job. Other
// failures are returned, for the job to be tried again; when it is not any more,
// Abandon fails the upload.
func (g *Ingest) Derive(ctx context.Context, job *vitrine.Job) error {
	r, err := g.newRun(ctx, job)
	if err != nil {
		return err
	}
	if r == nil {
		return g.drop(ctx, job)
	}
	err = r.derive(ctx)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, errLostJob):
		g.Log.Info("derive job was finished elsewhere", "upload", r.upload.ID)
		return nil
	case vitrine.ErrorCode(err) == vitrine.CodeNotFound: // deleted meanwhile
		return g.drop(ctx, job)
	}
	return r.failed(ctx, err)
}

// newRun returns nil if the job has nothing to do any more.
func (g *Ingest) newRun(ctx context.Context, job *vitrine.Job) (*run, error) {
	order, err := readOrder(job)
	if err != nil {
		return nil, err
	}
	upload, err := g.DB.Upload(ctx, order.UploadID)
	if vitrine.ErrorCode(err) == vitrine.CodeNotFound {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	settings, err := g.Settings(ctx)
	if err != nil {
		return nil, err
	}
	present, err := g.DB.Renditions(ctx, []string{upload.ID})
	if err != nil {
		return nil, err
	}
	r := &run{ingest: g, job: job, order: order, settings: settings, upload: upload, wanted: order.Names}
	if !order.Force {
		r.wanted = without(order.Names, present[upload.ID], settings)
	}
	r.steps = stepsToMake(r.wanted)
	return r, nil
}

// without returns the names that have no rendition made as the settings say.
func without(names []vitrine.RenditionName, present []vitrine.Rendition, s vitrine.Settings) []vitrine.RenditionName {
	return slices.DeleteFunc(slices.Clone(names), func(name vitrine.RenditionName) bool {
		recipe := recipeOf(outputFor(name, s))
		return slices.ContainsFunc(present, func(r vitrine.Rendition) bool { return r.Name == name && r.Recipe == recipe })
	})
}

// drop finishes a job that has nothing to do.
func (g *Ingest) drop(ctx context.Context, job *vitrine.Job) error {
	return g.DB.Update(ctx, func(tx *store.Tx) error {
		_, err := tx.FinishJob(ctx, job) // if it is not ours any more, so much the better
		return err
	})
}

func (r *run) derive(ctx context.Context) error {
	began := r.ingest.Now()
	if err := r.report(ctx, r.steps); err != nil {
		return err
	}
	reused, err := r.reuse(ctx)
	if reused || err != nil {
		return err
	}
	key, size, _, err := r.ingest.DB.UploadBlob(ctx, r.upload.ID)
	if err != nil {
		return err
	}
	src := imaging.Source{Size: size, Open: func() (io.ReadCloser, error) { return r.ingest.Blobs.Open(ctx, key) }}
	if len(r.wanted) == 0 {
		return r.readOnly(ctx, src)
	}
	set := &stagedSet{ctx: ctx, run: r}
	defer set.abort()
	summary, err := r.ingest.Imaging.Derive(ctx, src, r.plan(), set)
	if err != nil {
		return err
	}
	if err := r.ingest.keep(ctx, set.files()...); err != nil {
		return err
	}
	if err := r.complete(ctx, pictureOf(summary), set.renditions()); err != nil {
		return err
	}
	r.ingest.pace.measured(size, r.ingest.Now().Sub(began))
	return nil
}

// readOnly completes an upload of which no rendition is wanted: it only reads the
// metadata, or nothing at all if that was done before.
func (r *run) readOnly(ctx context.Context, src imaging.Source) error {
	if r.upload.EXIFExtracted {
		return r.ingest.DB.Update(ctx, func(tx *store.Tx) error {
			if err := r.reportDone(ctx, tx); err != nil {
				return err
			}
			return r.finish(ctx, tx)
		})
	}
	metadata, err := r.ingest.Imaging.ReadMetadata(ctx, src)
	if err != nil {
		return err
	}
	if err := r.metadata(ctx, metadata); err != nil {
		return err
	}
	return r.complete(ctx, vitrine.Picture{Width: metadata.Width, Height: metadata.Height}, nil)
}

func (r *run) plan() imaging.Plan {
	var plan imaging.Plan
	for _, name := range r.wanted {
		plan.Outputs = append(plan.Outputs, outputFor(name, r.settings))
	}
	return plan
}

func pictureOf(s imaging.Summary) vitrine.Picture {
	return vitrine.Picture{
		Width: s.Width, Height: s.Height,
		Thumbhash: s.Thumbhash, DominantColor: s.DominantColor, PerceptualHash: s.PerceptualHash,
	}
}

// report records how far the work has come.
func (r *run) report(ctx context.Context, steps []vitrine.Step) error {
	r.steps = steps
	if r.order.Extra {
		return nil
	}
	return r.ingest.DB.Update(ctx, func(tx *store.Tx) error {
		return tx.UpdateUploadProgress(ctx, r.upload.ID, vitrine.UploadProcessing, steps, percent(steps))
	})
}

// metadata records what the file says of the picture.
func (r *run) metadata(ctx context.Context, m imaging.Metadata) error {
	if r.order.Extra {
		return nil
	}
	steps := finishStep(r.steps)
	details := detailsOf(m, r.ingest.Zone)
	err := r.ingest.DB.Update(ctx, func(tx *store.Tx) error {
		if err := tx.SetUploadDetails(ctx, r.upload.ID, details, true); err != nil {
			return err
		}
		return tx.UpdateUploadProgress(ctx, r.upload.ID, vitrine.UploadProcessing, steps, percent(steps))
	})
	r.steps = steps
	return err
}

// complete commits the new renditions beside those that were not to be made
// again, tells the photo that has the file, and finishes the job.
func (r *run) complete(ctx context.Context, picture vitrine.Picture, made []store.NewRendition) error {
	return r.ingest.DB.Update(ctx, func(tx *store.Tx) error {
		return r.completeIn(ctx, tx, picture, made)
	})
}

func (r *run) completeIn(ctx context.Context, tx *store.Tx, picture vitrine.Picture, made []store.NewRendition) error {
	id := r.upload.ID
	now, err := tx.Upload(ctx, id)
	if err != nil {
		return err
	}
	if r.order.Extra && now.Status != vitrine.UploadCompleted {
		return r.finish(ctx, tx) // being made anew, which ends with another extra job
	}
	present, err := tx.Renditions(ctx, []string{id})
	if err != nil {
		return err
	}
	set := merge(present[id], made)
	if err := tx.CompleteUpload(ctx, id, picture, set); err != nil {
		return err
	}
	if err := r.reportDone(ctx, tx); err != nil {
		return err
	}
	if err := announce(ctx, tx, id); err != nil {
		return err
	}
	if err := r.orderExtra(ctx, tx, set); err != nil {
		return err
	}
	return r.finish(ctx, tx)
}

// reportDone records that all steps are done.
func (r *run) reportDone(ctx context.Context, tx *store.Tx) error {
	if r.order.Extra {
		return nil
	}
	return tx.UpdateUploadProgress(ctx, r.upload.ID, vitrine.UploadCompleted, finishSteps(r.steps), 100)
}

// finish finishes the job in the transaction of its effect.
func (r *run) finish(ctx context.Context, tx *store.Tx) error {
	ours, err := tx.FinishJob(ctx, r.job)
	if err == nil && !ours {
		return errLostJob
	}
	return err
}

// orderExtra enqueues the making of the AVIF, which costs more than all else.
func (r *run) orderExtra(ctx context.Context, tx *store.Tx, set []store.NewRendition) error {
	if !r.settings.Image.AVIFEnabled || r.order.Extra || len(set) == 0 {
		return nil
	}
	recipe := recipeOf(outputFor(vitrine.AVIF, r.settings))
	if slices.ContainsFunc(set, func(n store.NewRendition) bool { return n.Name == vitrine.AVIF && n.Recipe == recipe }) {
		return nil
	}
	extra := deriveOrder{UploadID: r.upload.ID, Names: []vitrine.RenditionName{vitrine.AVIF}, Extra: true}
	return tx.Enqueue(ctx, extra.job())
}

// merge returns the present renditions with those that were made put in their
// places.
func merge(present []vitrine.Rendition, made []store.NewRendition) []store.NewRendition {
	var set []store.NewRendition
	for _, old := range present {
		replaced := slices.ContainsFunc(made, func(m store.NewRendition) bool { return m.Name == old.Name })
		if !replaced {
			set = append(set, store.NewRendition{Rendition: old, BlobKey: blobKey(derived, old.Key)})
		}
	}
	return append(set, made...)
}

// failed decides what a failure means: the end of the upload, or another try.
func (r *run) failed(ctx context.Context, cause error) error {
	why, final := verdict(cause)
	if ctx.Err() != nil || !final {
		if vitrine.ErrorCode(cause) == vitrine.CodeUnavailable {
			r.delay(ctx, why)
		}
		return fmt.Errorf("derive the pictures of upload %s: %w", r.upload.ID, cause)
	}
	r.ingest.Log.Warn("upload failed", "upload", r.upload.ID, "attempt", r.job.Attempt, "err", cause)
	err := r.ingest.DB.Update(ctx, func(tx *store.Tx) error {
		if !r.order.Extra {
			if err := tx.FailUpload(ctx, r.upload.ID, failStep(r.steps), why); err != nil {
				return err
			}
		}
		return r.finish(ctx, tx)
	})
	if errors.Is(err, errLostJob) {
		return nil
	}
	return err
}

// delay tells who waits for the upload what it waits for. On a full disk that may
// not be possible; it is tried again with the job.
func (r *run) delay(ctx context.Context, why vitrine.Failure) {
	if r.order.Extra {
		return
	}
	err := r.ingest.DB.Update(ctx, func(tx *store.Tx) error { return tx.DelayUpload(ctx, r.upload.ID, why) })
	if err != nil && ctx.Err() == nil {
		r.ingest.Log.Warn("delay not noted", "upload", r.upload.ID, "err", err)
	}
}

// Abandon fails the upload of a derive job that is given up, in the transaction
// that gives it up, so that nobody waits for it for ever.
func (g *Ingest) Abandon(ctx context.Context, tx *store.Tx, job *vitrine.Job, cause error) error {
	order, err := readOrder(job)
	if err != nil || order.Extra {
		return nil //nolint:nilerr // it names no upload, or one that is complete without it
	}
	upload, err := tx.Upload(ctx, order.UploadID)
	if vitrine.ErrorCode(err) == vitrine.CodeNotFound {
		return nil
	}
	if err != nil {
		return err
	}
	why, _ := verdict(cause)
	return tx.FailUpload(ctx, upload.ID, failStep(upload.Steps), why)
}

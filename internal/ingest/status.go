package ingest

import (
	"context"
	"math"
	"time"

	"github.com/vitrine-photos/vitrine"
)

// Status is how far the work on an upload has come.
type Status struct {
	*vitrine.Upload
	RemainingSeconds int // estimated from the speed measured so far; 0 at the end
}

// Upload returns the upload to the one who sent it and to those with
// photo.update. The error for others is CodeForbidden, for an unknown id
// CodeNotFound.
func (g *Ingest) Upload(ctx context.Context, actor vitrine.Actor, id string) (*vitrine.Upload, error) {
	if !actor.Can(vitrine.PhotoUpdate) {
		if err := actor.Require(vitrine.PhotoCreate); err != nil {
			return nil, err
		}
	}
	u, err := g.DB.Upload(ctx, id)
	if err != nil {
		return nil, err
	}
	if u.UserID != actor.UserID && !actor.Can(vitrine.PhotoUpdate) {
		return nil, vitrine.Forbidden(vitrine.PhotoUpdate, actor.Role)
	}
	return u, nil
}

// Status returns how far the work on an upload has come, under the same rules
// as Upload.
func (g *Ingest) Status(ctx context.Context, actor vitrine.Actor, id string) (Status, error) {
	u, err := g.Upload(ctx, actor, id)
	if err != nil {
		return Status{}, err
	}
	return g.statusOf(ctx, u)
}

func (g *Ingest) statusOf(ctx context.Context, u *vitrine.Upload) (Status, error) {
	remaining, err := g.remaining(ctx, u)
	return Status{Upload: u, RemainingSeconds: wholeSeconds(remaining)}, err
}

// remaining estimates how long it takes until the upload is done: its own time,
// and while it waits, that of the pictures before it.
func (g *Ingest) remaining(ctx context.Context, u *vitrine.Upload) (time.Duration, error) {
	own := g.pace.expect(u.Size)
	switch u.Status {
	case vitrine.UploadUploaded:
		counts, err := g.DB.Jobs(ctx)
		before := max(0, counts[vitrine.JobReady]-1) + counts[vitrine.JobRunning]
		return own + time.Duration(before)*g.pace.typical()/time.Duration(g.Imaging.Workers()), err
	case vitrine.UploadProcessing:
		return max(own-elapsed(u, g.Now()), time.Second), nil
	}
	return 0, nil
}

// elapsed returns how long the upload has been in processing.
func elapsed(u *vitrine.Upload, now time.Time) time.Duration {
	if u.StartedAt == nil {
		return 0
	}
	return now.Sub(*u.StartedAt)
}

func wholeSeconds(d time.Duration) int { return int(math.Ceil(d.Seconds())) }

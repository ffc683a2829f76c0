package store

import (
	"context"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store/rows"
	"github.com/vitrine-photos/vitrine/internal/store/slugs"
)

// LeavePhotoSlug lets the slug that a photo had before UpdatePhoto lead to it, if
// the public has seen it there, and the one that it has now to nothing else.
func (tx *Tx) LeavePhotoSlug(ctx context.Context, p *vitrine.Photo, former string, seen bool) error {
	return tx.leaveSlug(ctx, slugs.Photos(), p.ID, former, p.Slug, seen)
}

func (tx *Tx) leaveSlug(ctx context.Context, kind slugs.Kind, id int64, former, now string, seen bool) error {
	if former == now {
		return nil
	}
	if err := kind.Give(ctx, tx.exec, now); err != nil || !seen {
		return err
	}
	return kind.Keep(ctx, tx.exec, id, former)
}

// newSlug returns the slug for something new: the one that was given, or a free
// one that begins like it.
func (tx *Tx) newSlug(ctx context.Context, kind slugs.Kind, base string, given bool) (string, error) {
	if given {
		return base, kind.Give(ctx, tx.exec, base)
	}
	return kind.Free(ctx, tx.src, base)
}

// AddressNow returns the slug of the photo or tag that had one before, or the path
// of such a category, or a CodeNotFound error if there is none that the audience
// sees.
func (r reader) AddressNow(ctx context.Context, kind slugs.Kind, former string, audience vitrine.Audience) (string, error) {
	now, err := kind.Now(ctx, r.src, former, audience)
	return now, rows.OrError(err, vitrine.NotFound("page", former))
}

package catalog

import (
	"context"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
	"github.com/vitrine-photos/vitrine/internal/store/slugs"
)

// Photo returns a photo that the actor may see, else CodeNotFound.
func (c *Catalog) Photo(ctx context.Context, actor vitrine.Actor, id int64) (*vitrine.Photo, error) {
	return c.DB.Photo(ctx, id, actor.Audience())
}

// PhotoBySlug is Photo by the slug.
func (c *Catalog) PhotoBySlug(ctx context.Context, actor vitrine.Actor, slug string) (*vitrine.Photo, error) {
	return c.DB.PhotoBySlug(ctx, slug, actor.Audience())
}

// PhotosByID returns those of some photos that the actor may see, in the order
// of their ids.
func (c *Catalog) PhotosByID(ctx context.Context, actor vitrine.Actor, ids []int64) ([]*vitrine.Photo, error) {
	return c.DB.PhotosByID(ctx, ids, actor.Audience())
}

// PhotoSlugNow returns the slug of the photo that had one before, or a
// CodeNotFound error if there is none that the actor sees.
func (c *Catalog) PhotoSlugNow(ctx context.Context, actor vitrine.Actor, former string) (string, error) {
	return c.DB.AddressNow(ctx, slugs.Photos(), former, actor.Audience())
}

// PhotoGone reports whether a published photo of that slug was deleted.
func (c *Catalog) PhotoGone(ctx context.Context, slug string) (bool, error) {
	return c.DB.PhotoGone(ctx, slug)
}

// Neighbours returns the next newer and older photo that the actor may see,
// without their categories and tags; nil where there is none.
func (c *Catalog) Neighbours(ctx context.Context, actor vitrine.Actor, photo *vitrine.Photo) (newer, older *vitrine.Photo, err error) {
	return c.DB.Neighbours(ctx, photo, actor.Audience())
}

// Photos returns a page of the photos that the actor may see. To ask for drafts
// or archived photos needs photo.update.
func (c *Catalog) Photos(ctx context.Context, actor vitrine.Actor, filter vitrine.PhotoFilter) (vitrine.PhotoPage, error) {
	if filter.Status != "" && filter.Status != vitrine.PhotoPublished {
		if err := actor.Require(vitrine.PhotoUpdate); err != nil {
			return vitrine.PhotoPage{}, err
		}
	}
	filter.Audience, filter.Deleted = actor.Audience(), false
	if filter.Search != "" {
		settings, err := c.Settings(ctx)
		if err != nil {
			return vitrine.PhotoPage{}, err
		}
		filter.HiddenPlaces = settings.Display.ShowLocation
	}
	return c.listed(ctx, filter)
}

// PopularPhotos returns the published photos that the actor may see and that
// were looked at most.
func (c *Catalog) PopularPhotos(ctx context.Context, actor vitrine.Actor, limit int) ([]vitrine.PopularPhoto, error) {
	return c.DB.PopularPhotos(ctx, actor.Audience(), limit)
}

// Trash returns a page of the deleted photos, the latest first. It needs
// photo.delete.
func (c *Catalog) Trash(ctx context.Context, actor vitrine.Actor, page vitrine.Page) (vitrine.PhotoPage, error) {
	if err := actor.Require(vitrine.PhotoDelete); err != nil {
		return vitrine.PhotoPage{}, err
	}
	return c.listed(ctx, vitrine.PhotoFilter{Audience: vitrine.AudienceEditor, Page: page, Deleted: true})
}

func (c *Catalog) listed(ctx context.Context, filter vitrine.PhotoFilter) (vitrine.PhotoPage, error) {
	var faults vitrine.Faults
	filter.Validate(&faults)
	if err := faults.Err(); err != nil {
		return vitrine.PhotoPage{}, err
	}
	return c.DB.PhotoPage(ctx, filter)
}

// DeletePhoto puts a photo into the trash, from where it can be restored for
// TrashRetention. It needs photo.delete. With ifMatch the photo must have one
// of these versions, else it is a CodeConflict error.
func (c *Catalog) DeletePhoto(ctx context.Context, actor vitrine.Actor, id int64, ifMatch vitrine.Versions) error {
	if err := actor.Require(vitrine.PhotoDelete); err != nil {
		return err
	}
	return c.DB.Update(ctx, func(tx *store.Tx) error {
		photo, err := tx.Photo(ctx, id, vitrine.AudienceEditor)
		if err != nil {
			return err
		}
		if err := ifMatch.Check(photo.Version); err != nil {
			return err
		}
		if err := trashPhoto(ctx, tx, actor, photo); err != nil {
			return err
		}
		return announceEach(ctx, tx, vitrine.PhotoDeleted, []*vitrine.Photo{photo})
	})
}

func trashPhoto(ctx context.Context, tx *store.Tx, actor vitrine.Actor, photo *vitrine.Photo) error {
	if err := tx.TrashPhoto(ctx, photo.ID); err != nil {
		return err
	}
	return tx.Audit(ctx, store.EntryOf(actor, "photo.delete", "photo", photo.ID).With(photoDetail(photo)))
}

// RestorePhoto takes a photo out of the trash. Its slug gets a suffix if it was
// taken meanwhile; if another photo took the file it is a CodeConflict error. It
// needs photo.delete.
func (c *Catalog) RestorePhoto(ctx context.Context, actor vitrine.Actor, id int64) (*vitrine.Photo, error) {
	if err := actor.Require(vitrine.PhotoDelete); err != nil {
		return nil, err
	}
	return c.writePhoto(ctx, vitrine.PhotoCreated, func(tx *store.Tx) (int64, error) {
		return id, restorePhoto(ctx, tx, actor, id)
	})
}

func restorePhoto(ctx context.Context, tx *store.Tx, actor vitrine.Actor, id int64) error {
	if err := tx.RestorePhoto(ctx, id); err != nil {
		return err
	}
	return tx.Audit(ctx, store.EntryOf(actor, "photo.restore", "photo", id))
}

// PurgePhoto removes a photo in the trash for good. It needs photo.delete.
func (c *Catalog) PurgePhoto(ctx context.Context, actor vitrine.Actor, id int64) error {
	if err := actor.Require(vitrine.PhotoDelete); err != nil {
		return err
	}
	return c.DB.Update(ctx, func(tx *store.Tx) error { return purgePhoto(ctx, tx, actor, id) })
}

func purgePhoto(ctx context.Context, tx *store.Tx, actor vitrine.Actor, id int64) error {
	if err := tx.PurgePhoto(ctx, id); err != nil {
		return err
	}
	return tx.Audit(ctx, store.EntryOf(actor, "photo.purge", "photo", id))
}

// unchanged is returned in place of an id by a write that changed nothing.
const unchanged = 0

// writePhoto runs a change of one photo, brings everything that is counted by
// it up to date, and announces it. It returns the photo as it is then; nil if
// the change was none.
func (c *Catalog) writePhoto(ctx context.Context, event vitrine.EventType, change func(*store.Tx) (int64, error)) (*vitrine.Photo, error) {
	var photo *vitrine.Photo
	err := c.DB.Update(ctx, func(tx *store.Tx) error {
		photo = nil
		id, err := change(tx)
		if err != nil || id == unchanged {
			return err
		}
		if err := tx.RefreshPhoto(ctx, id); err != nil {
			return err
		}
		if photo, err = tx.Photo(ctx, id, vitrine.AudienceEditor); err != nil {
			return err
		}
		return tx.Emit(ctx, event, id, vitrine.NewPhotoEvent(photo))
	})
	return photo, err
}

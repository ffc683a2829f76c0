package catalog

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// UpdateCategory changes what is sent of a category: absent fields stay, null
// clears. Another parent moves it with all below it; is_active false hides all
// of them from the public. It needs category.update. With ifMatch the category
// must have one of these versions, else it is a CodeConflict error; the others are
// those of CreateCategory, and CodeUnprocessable for a parent that is below it.
func (c *Catalog) UpdateCategory(ctx context.Context, actor vitrine.Actor, id int64, in vitrine.CategoryInput, ifMatch vitrine.Versions) (*vitrine.Category, error) {
	if err := actor.Require(vitrine.CategoryUpdate); err != nil {
		return nil, err
	}
	var faults vitrine.Faults
	in.Validate(&faults)
	if err := faults.Err(); err != nil {
		return nil, err
	}
	var category *vitrine.Category
	err := c.DB.Update(ctx, func(tx *store.Tx) (err error) {
		if category, err = tx.Category(ctx, id, vitrine.AudienceEditor); err != nil {
			return err
		}
		if err := ifMatch.Check(category.Version); err != nil {
			return err
		}
		if err := checkCover(ctx, tx, in.CoverPhotoID); err != nil {
			return err
		}
		path, before := category.Path, categoryFields(category)
		if !applyCategory(category, in) {
			return nil
		}
		if err := tx.UpdateCategory(ctx, category); err != nil {
			return err
		}
		if category, err = tx.Category(ctx, id, vitrine.AudienceEditor); err != nil {
			return err
		}
		changes := vitrine.ChangesOf(before, categoryFields(category))
		if err := tx.Audit(ctx, store.EntryOf(actor, "category.update", "category", id).With(changes)); err != nil {
			return err
		}
		if err := tx.Emit(ctx, vitrine.CategoryUpdated, id, vitrine.NewCategoryEvent(category)); err != nil || category.Path == path {
			return err
		}
		return announceBelow(ctx, tx, category.Path)
	})
	return category, err
}

// SetCover lets a photo stand for a category, or none if it is null. It is
// UpdateCategory of that one field, whose errors name it photo_id.
func (c *Catalog) SetCover(ctx context.Context, actor vitrine.Actor, id int64, photoID vitrine.Optional[int64], ifMatch vitrine.Versions) (*vitrine.Category, error) {
	category, err := c.UpdateCategory(ctx, actor, id, vitrine.CategoryInput{CoverPhotoID: photoID}, ifMatch)
	if failure, ok := errors.AsType[*vitrine.Error](err); ok {
		for i := range failure.Faults {
			failure.Faults[i].Field = "photo_id"
		}
	}
	return category, err
}

// applyCategory sets the fields that are sent, and reports whether any differs
// then.
func applyCategory(c *vitrine.Category, in vitrine.CategoryInput) bool {
	changed := set(&c.Name, in.Name)
	if in.Color.Null {
		in.Color = vitrine.Some(vitrine.DefaultColor(c.Name))
	}
	changed = set(&c.Slug, in.Slug) || changed
	changed = set(&c.Description, in.Description) || changed
	changed = setPointer(&c.ParentID, in.ParentID) || changed
	changed = setPointer(&c.CoverPhotoID, in.CoverPhotoID) || changed
	changed = set(&c.Color, in.Color) || changed
	changed = set(&c.Icon, in.Icon) || changed
	changed = set(&c.SortOrder, in.SortOrder) || changed
	changed = set(&c.IsActive, in.IsActive) || changed
	changed = set(&c.IsFeatured, in.IsFeatured) || changed
	changed = set(&c.SEOTitle, in.SEOTitle) || changed
	return set(&c.SEODescription, in.SEODescription) || changed
}

// DeleteCategory deletes a category; its photos stay. It needs category.delete.
// One that has others below it, or with ifMatch another version, is a
// CodeConflict error.
func (c *Catalog) DeleteCategory(ctx context.Context, actor vitrine.Actor, id int64, ifMatch vitrine.Versions) error {
	if err := actor.Require(vitrine.CategoryDelete); err != nil {
		return err
	}
	return c.DB.Update(ctx, func(tx *store.Tx) error {
		category, err := tx.Category(ctx, id, vitrine.AudienceEditor)
		if err != nil {
			return err
		}
		if err := ifMatch.Check(category.Version); err != nil {
			return err
		}
		photos, err := tx.PhotosOfCategory(ctx, id)
		if err != nil {
			return err
		}
		if err := tx.DeleteCategory(ctx, id); err != nil {
			return err
		}
		if err := tx.Audit(ctx, store.EntryOf(actor, "category.delete", "category", id).With(named(category.Name))); err != nil {
			return err
		}
		if err := tx.Emit(ctx, vitrine.CategoryDeleted, id, vitrine.DeletionEvent{ID: id}); err != nil {
			return err
		}
		return announcePhotos(ctx, tx, vitrine.PhotoUpdated, photos)
	})
}

// Assignment tells what AssignPhotos did.
type Assignment struct {
	Assigned   int // photos that were not in the category before
	PhotoCount int // photos in it and below, now
}

// AssignPhotos puts photos into a category, those that are there already again;
// with primary it becomes the primary one of each. All are put there or none. It
// needs category.update. A photo that does not exist, or is in as many
// categories as it may be, is a CodeUnprocessable error.
func (c *Catalog) AssignPhotos(ctx context.Context, actor vitrine.Actor, id int64, photoIDs []int64, primary bool) (done Assignment, err error) {
	if err := actor.Require(vitrine.CategoryUpdate); err != nil {
		return Assignment{}, err
	}
	err = c.DB.Update(ctx, func(tx *store.Tx) error {
		done = Assignment{}
		if _, err := tx.Category(ctx, id, vitrine.AudienceEditor); err != nil {
			return err
		}
		photos, err := assignable(ctx, tx, id, photoIDs)
		if err != nil {
			return err
		}
		for _, photo := range photos {
			if !isIn(photo, id) {
				done.Assigned++
			}
		}
		err = sortEach(ctx, tx, photos, func(photo *vitrine.Photo) []vitrine.CategoryRef { return withCategory(photo, id, primary) })
		if err != nil {
			return err
		}
		category, err := tx.Category(ctx, id, vitrine.AudienceEditor)
		if err != nil {
			return err
		}
		done.PhotoCount = category.PhotoCount
		return tx.Audit(ctx, store.EntryOf(actor, "category.assign", "category", id).With(selected(photoIDs)))
	})
	return done, err
}

// assignable returns the photos if all of them can be put into the category.
func assignable(ctx context.Context, tx *store.Tx, id int64, photoIDs []int64) ([]*vitrine.Photo, error) {
	photos, err := tx.PhotosByID(ctx, distinct(photoIDs), vitrine.AudienceEditor)
	if err != nil {
		return nil, err
	}
	byID := map[int64]*vitrine.Photo{}
	for _, photo := range photos {
		byID[photo.ID] = photo
	}
	var faults vitrine.Faults
	for i, photoID := range photoIDs {
		field, photo := fmt.Sprintf("photo_ids[%d]", i), byID[photoID]
		switch {
		case photo == nil:
			faults.Add(field, vitrine.FaultNotFound, vitrine.ReasonNoPhoto, photoID)
		case !isIn(photo, id) && len(photo.Categories) >= vitrine.MaxPhotoCategories:
			faults.Add(field, vitrine.FaultTooMany, vitrine.ReasonCategoriesFull, len(photo.Categories))
		}
	}
	return photos, faults.Unprocessable()
}

// UnassignPhotos takes photos out of a category. Those that are not in it are
// passed over. Where it was the primary one, the next of the photo is. It needs
// category.update.
func (c *Catalog) UnassignPhotos(ctx context.Context, actor vitrine.Actor, id int64, photoIDs []int64) error {
	if err := actor.Require(vitrine.CategoryUpdate); err != nil {
		return err
	}
	return c.DB.Update(ctx, func(tx *store.Tx) error {
		if _, err := tx.Category(ctx, id, vitrine.AudienceEditor); err != nil {
			return err
		}
		photos, err := tx.PhotosByID(ctx, distinct(photoIDs), vitrine.AudienceEditor)
		if err != nil {
			return err
		}
		if err := tx.Audit(ctx, store.EntryOf(actor, "category.unassign", "category", id).With(selected(photoIDs))); err != nil {
			return err
		}
		return sortEach(ctx, tx, photos, func(photo *vitrine.Photo) []vitrine.CategoryRef {
			return slices.DeleteFunc(refsOf(photo), func(ref vitrine.CategoryRef) bool { return ref.ID == id })
		})
	})
}

func distinct(ids []int64) []int64 { return slices.Compact(slices.Sorted(slices.Values(ids))) }

func isIn(photo *vitrine.Photo, id int64) bool {
	return slices.ContainsFunc(photo.Categories, func(c vitrine.PhotoCategory) bool { return c.ID == id })
}

func refsOf(photo *vitrine.Photo) []vitrine.CategoryRef {
	var refs []vitrine.CategoryRef
	for _, c := range photo.Categories {
		refs = append(refs, vitrine.CategoryRef{ID: c.ID, IsPrimary: c.IsPrimary})
	}
	return refs
}

// withCategory returns a photo's categories and one more, if it is not among
// them; with primary that one is primary, and no other.
func withCategory(photo *vitrine.Photo, id int64, primary bool) []vitrine.CategoryRef {
	refs := refsOf(photo)
	if !isIn(photo, id) {
		refs = append(refs, vitrine.CategoryRef{ID: id})
	}
	for i := range refs {
		if primary {
			refs[i].IsPrimary = refs[i].ID == id
		}
	}
	return refs
}

// sortEach puts each photo into the categories that wanted returns and no
// others, and announces those for which that is a change.
func sortEach(ctx context.Context, tx *store.Tx, photos []*vitrine.Photo, wanted func(*vitrine.Photo) []vitrine.CategoryRef) error {
	var changed []*vitrine.Photo
	for _, photo := range photos {
		refs := wanted(photo)
		if sameCategories(photo.Categories, vitrine.Some(refs)) {
			continue
		}
		if err := tx.UpdatePhoto(ctx, photo); err != nil {
			return err
		}
		if err := tx.SetPhotoCategories(ctx, photo.ID, refs); err != nil {
			return err
		}
		changed = append(changed, photo)
	}
	return announceEach(ctx, tx, vitrine.PhotoUpdated, changed)
}

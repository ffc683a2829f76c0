package catalog

import (
	"context"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
	"github.com/vitrine-photos/vitrine/internal/store/slugs"
)

// Categories returns every category that the actor may see, parents before
// their children.
func (c *Catalog) Categories(ctx context.Context, actor vitrine.Actor) ([]*vitrine.Category, error) {
	return c.DB.Categories(ctx, actor.Audience())
}

// Category returns a category that the actor may see, else CodeNotFound.
func (c *Catalog) Category(ctx context.Context, actor vitrine.Actor, id int64) (*vitrine.Category, error) {
	return c.DB.Category(ctx, id, actor.Audience())
}

// CategoryByPath is Category by the slugs from the root, "travel/asia/japan".
func (c *Catalog) CategoryByPath(ctx context.Context, actor vitrine.Actor, path string) (*vitrine.Category, error) {
	return c.DB.CategoryByPath(ctx, path, actor.Audience())
}

// CategoryPathNow is PhotoSlugNow for the path of a category.
func (c *Catalog) CategoryPathNow(ctx context.Context, actor vitrine.Actor, former string) (string, error) {
	return c.DB.AddressNow(ctx, slugs.Categories(), former, actor.Audience())
}

// ChildCategories returns the first categories right below another, or the first
// roots if parent is nil; for the public, only those with photos to show.
func (c *Catalog) ChildCategories(ctx context.Context, actor vitrine.Actor, parent *int64, limit int) ([]*vitrine.Category, error) {
	return c.DB.ChildCategories(ctx, parent, actor.Audience(), limit)
}

// FeaturedCategories returns the first featured categories; for the public, only
// those with photos to show.
func (c *Catalog) FeaturedCategories(ctx context.Context, actor vitrine.Actor, limit int) ([]*vitrine.Category, error) {
	return c.DB.FeaturedCategories(ctx, actor.Audience(), limit)
}

// CreateCategory creates a category. It needs category.create. A parent or cover
// that does not exist is a CodeUnprocessable error, a slug that is taken
// CodeConflict.
func (c *Catalog) CreateCategory(ctx context.Context, actor vitrine.Actor, in vitrine.CategoryInput) (*vitrine.Category, error) {
	if err := actor.Require(vitrine.CategoryCreate); err != nil {
		return nil, err
	}
	var faults vitrine.Faults
	in.ValidateNew(&faults)
	if err := faults.Err(); err != nil {
		return nil, err
	}
	var category *vitrine.Category
	err := c.DB.Update(ctx, func(tx *store.Tx) error {
		next := newCategory(in)
		if err := checkCover(ctx, tx, in.CoverPhotoID); err != nil {
			return err
		}
		if err := tx.InsertCategory(ctx, next, in.Slug.Present()); err != nil {
			return err
		}
		var err error
		if category, err = tx.Category(ctx, next.ID, vitrine.AudienceEditor); err != nil {
			return err
		}
		if err := tx.Audit(ctx, store.EntryOf(actor, "category.create", "category", next.ID).With(named(next.Name))); err != nil {
			return err
		}
		return tx.Emit(ctx, vitrine.CategoryCreated, next.ID, vitrine.NewCategoryEvent(category))
	})
	return category, err
}

func newCategory(in vitrine.CategoryInput) *vitrine.Category {
	c := &vitrine.Category{
		Name:           in.Name.Value,
		Slug:           in.Slug.Or(vitrine.MakeSlug(in.Name.Value, "category")),
		Description:    in.Description.Value,
		Color:          in.Color.Or(vitrine.DefaultColor(in.Name.Value)),
		Icon:           in.Icon.Value,
		SortOrder:      in.SortOrder.Value,
		IsActive:       in.IsActive.Or(true),
		IsFeatured:     in.IsFeatured.Value,
		SEOTitle:       in.SEOTitle.Value,
		SEODescription: in.SEODescription.Value,
	}
	if in.ParentID.Present() {
		c.ParentID = &in.ParentID.Value
	}
	if in.CoverPhotoID.Present() {
		c.CoverPhotoID = &in.CoverPhotoID.Value
	}
	return c
}

func checkCover(ctx context.Context, tx *store.Tx, cover vitrine.Optional[int64]) error {
	if !cover.Present() {
		return nil
	}
	_, err := tx.Photo(ctx, cover.Value, vitrine.AudienceEditor)
	if vitrine.ErrorCode(err) == vitrine.CodeNotFound {
		return vitrine.Unprocessable("cover_photo_id", vitrine.FaultNotFound, vitrine.ReasonNoPhoto, cover.Value)
	}
	return err
}

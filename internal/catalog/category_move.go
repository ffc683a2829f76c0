package catalog

import (
	"context"
	"math"
	"slices"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// MoveCategory puts a category, with all below it, to another place in the tree,
// at once: others make room for it in the same transaction. It needs
// category.update. One that is not below that parent to stand before is a
// CodeUnprocessable error; the others are those of UpdateCategory.
func (c *Catalog) MoveCategory(ctx context.Context, actor vitrine.Actor, id int64, to vitrine.CategoryPlace, ifMatch vitrine.Versions) (*vitrine.Category, error) {
	if err := actor.Require(vitrine.CategoryUpdate); err != nil {
		return nil, err
	}
	var faults vitrine.Faults
	to.Validate(&faults)
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
		path, before := category.Path, categoryFields(category)
		shifted, err := place(ctx, tx, category, to)
		if err != nil {
			return err
		}
		changes := vitrine.ChangesOf(before, categoryFields(category))
		if len(changes) == 0 && len(shifted) == 0 {
			return nil
		}
		if err := updateCategories(ctx, tx, append(shifted, category)); err != nil {
			return err
		}
		if category, err = tx.Category(ctx, id, vitrine.AudienceEditor); err != nil {
			return err
		}
		if err := tx.Audit(ctx, store.EntryOf(actor, "category.update", "category", id).With(changes)); err != nil || category.Path == path {
			return err
		}
		return announceBelow(ctx, tx, category.Path)
	})
	return category, err
}

// place gives a category its parent and order, and returns those that have to make
// room for it, with their new orders. Nothing is written yet.
func place(ctx context.Context, tx *store.Tx, category *vitrine.Category, to vitrine.CategoryPlace) ([]*vitrine.Category, error) {
	var parent *int64
	if to.ParentID.Present() {
		if _, err := tx.Category(ctx, to.ParentID.Value, vitrine.AudienceEditor); vitrine.ErrorCode(err) == vitrine.CodeNotFound {
			return nil, vitrine.Unprocessable("parent_id", vitrine.FaultNotFound, vitrine.ReasonNoCategory, to.ParentID.Value)
		} else if err != nil {
			return nil, err
		}
		parent = &to.ParentID.Value
	}
	siblings, err := tx.ChildCategories(ctx, parent, vitrine.AudienceEditor, math.MaxInt)
	if err != nil {
		return nil, err
	}
	isIt := func(c *vitrine.Category) bool { return c.ID == category.ID }
	from := slices.IndexFunc(siblings, isIt)
	siblings = slices.DeleteFunc(siblings, isIt)
	index := len(siblings)
	if to.BeforeID.Present() {
		index = slices.IndexFunc(siblings, func(c *vitrine.Category) bool { return c.ID == to.BeforeID.Value })
	}
	switch {
	case index < 0:
		return nil, vitrine.Unprocessable("before_id", vitrine.FaultNotFound, vitrine.ReasonNoSibling, to.BeforeID.Value)
	case index == from:
		return nil, nil // it is there already
	}
	category.ParentID = parent
	return makeRoom(category, siblings, index), nil
}

// makeRoom gives a category the order that puts it before the one at the index,
// and returns those that have to go on by one for that, as few as will do.
func makeRoom(category *vitrine.Category, siblings []*vitrine.Category, index int) (shifted []*vitrine.Category) {
	switch {
	case index > 0:
		category.SortOrder = siblings[index-1].SortOrder + 1
	case len(siblings) > 0:
		category.SortOrder = siblings[0].SortOrder - 1
	default:
		category.SortOrder = 0
	}
	last := category.SortOrder
	for _, sibling := range siblings[index:] {
		if sibling.SortOrder > last {
			break
		}
		last++
		sibling.SortOrder = last
		shifted = append(shifted, sibling)
	}
	return shifted
}

// updateCategories writes categories, and announces each as it is then.
func updateCategories(ctx context.Context, tx *store.Tx, categories []*vitrine.Category) error {
	for _, category := range categories {
		if err := tx.UpdateCategory(ctx, category); err != nil {
			return err
		}
		written, err := tx.Category(ctx, category.ID, vitrine.AudienceEditor)
		if err != nil {
			return err
		}
		if err := tx.Emit(ctx, vitrine.CategoryUpdated, written.ID, vitrine.NewCategoryEvent(written)); err != nil {
			return err
		}
	}
	return nil
}

package catalog

import (
	"context"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// CreateTag creates a tag. It needs tag.create. A name or slug that is taken is a
// CodeConflict error.
func (c *Catalog) CreateTag(ctx context.Context, actor vitrine.Actor, in vitrine.TagInput) (*vitrine.Tag, error) {
	if err := actor.Require(vitrine.TagCreate); err != nil {
		return nil, err
	}
	var faults vitrine.Faults
	in.ValidateNew(&faults)
	if err := faults.Err(); err != nil {
		return nil, err
	}
	var tag *vitrine.Tag
	err := c.DB.Update(ctx, func(tx *store.Tx) error {
		tag = newTag(in)
		return tx.InsertTag(ctx, tag, in.Slug.Present())
	})
	return tag, err
}

func newTag(in vitrine.TagInput) *vitrine.Tag {
	return &vitrine.Tag{
		Name:        in.Name.Value,
		Slug:        in.Slug.Or(vitrine.MakeSlug(in.Name.Value, "tag")),
		Description: in.Description.Value,
		Color:       in.Color.Or(vitrine.DefaultColor(in.Name.Value)),
		Icon:        in.Icon.Value,
		Group:       in.Group.Or(vitrine.TagSubject),
		IsActive:    in.IsActive.Or(true),
		IsFeatured:  in.IsFeatured.Value,
	}
}

// Tags returns the tags that the actor may see, the most used first.
func (c *Catalog) Tags(ctx context.Context, actor vitrine.Actor, limit int) ([]*vitrine.Tag, error) {
	return c.DB.Tags(ctx, actor.Audience(), c.Now(), limit)
}

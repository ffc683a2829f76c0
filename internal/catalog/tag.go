package catalog

import (
	"context"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
	"github.com/vitrine-photos/vitrine/internal/store/slugs"
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
		if err := tx.InsertTag(ctx, tag, in.Slug.Present()); err != nil {
			return err
		}
		return tx.Audit(ctx, store.EntryOf(actor, "tag.create", "tag", tag.ID).With(named(tag.Name)))
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

// TagPage returns a page of the tags that the actor may see.
func (c *Catalog) TagPage(ctx context.Context, actor vitrine.Actor, filter vitrine.TagFilter) (vitrine.TagPage, error) {
	filter.Audience = actor.Audience()
	return c.DB.TagPage(ctx, filter, c.Now())
}

// Tags returns the tags that the actor may see, the most used first.
func (c *Catalog) Tags(ctx context.Context, actor vitrine.Actor, limit int) ([]*vitrine.Tag, error) {
	return c.DB.Tags(ctx, actor.Audience(), c.Now(), limit)
}

// Tag returns a tag that the actor sees, or a CodeNotFound error.
func (c *Catalog) Tag(ctx context.Context, actor vitrine.Actor, id int64) (*vitrine.Tag, error) {
	return c.DB.Tag(ctx, id, actor.Audience(), c.Now())
}

// TagBySlug returns a tag that the actor may see, else CodeNotFound.
func (c *Catalog) TagBySlug(ctx context.Context, actor vitrine.Actor, slug string) (*vitrine.Tag, error) {
	return c.DB.TagBySlug(ctx, slug, actor.Audience(), c.Now())
}

// TagSlugNow is PhotoSlugNow for a tag.
func (c *Catalog) TagSlugNow(ctx context.Context, actor vitrine.Actor, former string) (string, error) {
	return c.DB.AddressNow(ctx, slugs.Tags(), former, actor.Audience())
}

// SuggestTags returns the tags that the actor may see and a text may mean, the
// likeliest first.
func (c *Catalog) SuggestTags(ctx context.Context, actor vitrine.Actor, text string, limit int) ([]vitrine.SuggestedTag, error) {
	return c.DB.SuggestTags(ctx, text, actor.Audience(), c.Now(), limit)
}

// TrendingTags returns the tags that photos which the actor may see got in the
// last period, whose first day counts whole, the highest trend first.
func (c *Catalog) TrendingTags(ctx context.Context, actor vitrine.Actor, period time.Duration, limit int) ([]vitrine.TrendingTag, error) {
	return c.DB.TrendingTags(ctx, actor.Audience(), c.Now().Add(-period), c.Now(), limit)
}

// UpdateTag changes what is sent of a tag: absent fields stay, null clears. Its
// photos are shown and found with it at once. It needs tag.update. A name or slug
// that is taken is a CodeConflict error, and so is another version than ifMatch.
func (c *Catalog) UpdateTag(ctx context.Context, actor vitrine.Actor, id int64, in vitrine.TagInput, ifMatch vitrine.Versions) (*vitrine.Tag, error) {
	if err := actor.Require(vitrine.TagUpdate); err != nil {
		return nil, err
	}
	var faults vitrine.Faults
	in.Validate(&faults)
	if err := faults.Err(); err != nil {
		return nil, err
	}
	var tag *vitrine.Tag
	err := c.DB.Update(ctx, func(tx *store.Tx) (err error) {
		if tag, err = tx.Tag(ctx, id, vitrine.AudienceEditor, tx.Now); err != nil {
			return err
		}
		if err := ifMatch.Check(tag.Version); err != nil {
			return err
		}
		name, before := tag.Name, tagFields(tag)
		if !applyTag(tag, in) {
			return nil
		}
		if err := tx.UpdateTag(ctx, tag); err != nil {
			return err
		}
		changes := vitrine.ChangesOf(before, tagFields(tag))
		err = tx.Audit(ctx, store.EntryOf(actor, "tag.update", "tag", id).With(changes))
		if err != nil || tag.Name == name {
			return err
		}
		return announceTagged(ctx, tx, id)
	})
	return tag, err
}

// announceTagged announces the photos of a tag whose name changed: by it they
// are told what they are tagged with.
func announceTagged(ctx context.Context, tx *store.Tx, id int64) error {
	photos, err := tx.PhotosOfTag(ctx, id)
	if err != nil {
		return err
	}
	return announcePhotos(ctx, tx, vitrine.PhotoUpdated, photos)
}

func applyTag(t *vitrine.Tag, in vitrine.TagInput) bool {
	changed := set(&t.Name, in.Name)
	if in.Color.Null {
		in.Color = vitrine.Some(vitrine.DefaultColor(t.Name))
	}
	changed = set(&t.Slug, in.Slug) || changed
	changed = set(&t.Description, in.Description) || changed
	changed = set(&t.Color, in.Color) || changed
	changed = set(&t.Icon, in.Icon) || changed
	changed = set(&t.Group, in.Group) || changed
	changed = set(&t.IsActive, in.IsActive) || changed
	return set(&t.IsFeatured, in.IsFeatured) || changed
}

// DeleteTag takes a tag off all photos and deletes it. It needs tag.delete.
func (c *Catalog) DeleteTag(ctx context.Context, actor vitrine.Actor, id int64, ifMatch vitrine.Versions) error {
	if err := actor.Require(vitrine.TagDelete); err != nil {
		return err
	}
	return c.DB.Update(ctx, func(tx *store.Tx) error {
		tag, err := tx.Tag(ctx, id, vitrine.AudienceEditor, tx.Now)
		if err != nil {
			return err
		}
		if err := ifMatch.Check(tag.Version); err != nil {
			return err
		}
		photos, err := tx.PhotosOfTag(ctx, id)
		if err != nil {
			return err
		}
		if err := tx.DeleteTag(ctx, id); err != nil {
			return err
		}
		if err := tx.Audit(ctx, store.EntryOf(actor, "tag.delete", "tag", id).With(named(tag.Name))); err != nil {
			return err
		}
		return announcePhotos(ctx, tx, vitrine.PhotoUpdated, photos)
	})
}

// MergeTag gives all photos of a tag another one in its place, deletes it, and
// returns the other. It needs tag.update. Another one that does not exist, or is
// the same, is a CodeUnprocessable error.
func (c *Catalog) MergeTag(ctx context.Context, actor vitrine.Actor, id, into int64) (*vitrine.Tag, error) {
	if err := actor.Require(vitrine.TagUpdate); err != nil {
		return nil, err
	}
	var tag *vitrine.Tag
	err := c.DB.Update(ctx, func(tx *store.Tx) (err error) {
		if _, err := tx.Tag(ctx, id, vitrine.AudienceEditor, tx.Now); err != nil {
			return err
		}
		_, err = tx.Tag(ctx, into, vitrine.AudienceEditor, tx.Now)
		switch {
		case vitrine.ErrorCode(err) == vitrine.CodeNotFound:
			return vitrine.Unprocessable("into", vitrine.FaultNotFound, vitrine.ReasonNoTag, into)
		case err != nil:
			return err
		case id == into:
			return vitrine.Unprocessable("into", vitrine.FaultInvalidValue, vitrine.ReasonTagItself)
		}
		photos, err := tx.PhotosOfTag(ctx, id)
		if err != nil {
			return err
		}
		if err := tx.MergeTag(ctx, id, into); err != nil {
			return err
		}
		if err := tx.Audit(ctx, store.EntryOf(actor, "tag.merge", "tag", id).With(map[string]any{"into": into})); err != nil {
			return err
		}
		if err := announcePhotos(ctx, tx, vitrine.PhotoUpdated, photos); err != nil {
			return err
		}
		tag, err = tx.Tag(ctx, into, vitrine.AudienceEditor, tx.Now)
		return err
	})
	return tag, err
}

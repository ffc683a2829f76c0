package store

import (
	"context"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store/rows"
	"github.com/vitrine-photos/vitrine/internal/store/slugs"
)

// UpdateTag writes what a tag says of itself, and counts its version up. Its
// photos are found by another name at once. A name or slug that another tag has
// is a CodeConflict error "name_taken" or "slug_taken".
func (tx *Tx) UpdateTag(ctx context.Context, t *vitrine.Tag) error {
	before, err := tx.Tag(ctx, t.ID, vitrine.AudienceEditor, tx.Now)
	if err != nil {
		return err
	}
	t.UpdatedAt = tx.Now
	tx.changed(TopicTags)
	_, err = tx.exec(ctx, `
		UPDATE tags SET name = $1, name_key = $2, slug = $3, description = $4, color = $5, icon = $6, tag_group = $7,
			is_active = $8, is_featured = $9, updated_at = $10, version = version + 1
		WHERE id = $11`,
		t.Name, vitrine.FoldName(t.Name), t.Slug, t.Description, t.Color, t.Icon, string(t.Group),
		t.IsActive, t.IsFeatured, micros(tx.Now), t.ID)
	switch column, _ := tx.d.taken(err); column {
	case "tags.name_key":
		return vitrine.Conflict("name_taken", "Another tag has this name.", map[string]any{"name": t.Name})
	case "tags.slug":
		return vitrine.Conflict("slug_taken", "Another tag has this slug.", map[string]any{"slug": t.Slug})
	}
	if err != nil {
		return err
	}
	t.Version++
	if err := tx.leaveSlug(ctx, slugs.Tags(), t.ID, before.Slug, t.Slug, before.IsActive); err != nil {
		return err
	}
	found := t.Name != before.Name || t.IsActive != before.IsActive
	if !found && t.Slug == before.Slug && t.Color == before.Color {
		return nil
	}
	if err := tx.tagLooksDifferent(ctx, t.ID); err != nil || !found {
		return err
	}
	photos, err := tx.PhotosOfTag(ctx, t.ID)
	if err != nil {
		return err
	}
	return tx.RefreshPhotos(ctx, photos)
}

// tagLooksDifferent counts up the versions of the photos that a tag is shown on.
func (tx *Tx) tagLooksDifferent(ctx context.Context, id int64) error {
	tx.changed(TopicPhotos)
	_, err := tx.exec(ctx, `UPDATE photos SET version = version + 1
		WHERE id IN (SELECT photo_id FROM photo_tags WHERE tag_id = $1)`, id)
	return err
}

// PhotosOfTag returns the ids of a tag's photos that are not in the trash.
func (r reader) PhotosOfTag(ctx context.Context, id int64) ([]int64, error) {
	return rows.Values[int64](ctx, r.src, "SELECT photo_id FROM feeds WHERE kind = $1 AND owner_id = $2 ORDER BY photo_id", feedTag, id)
}

// DeleteTag removes a tag from all photos, and for good.
func (tx *Tx) DeleteTag(ctx context.Context, id int64) error {
	if _, err := tx.Tag(ctx, id, vitrine.AudienceEditor, tx.Now); err != nil {
		return err
	}
	return tx.dissolveTag(ctx, id, statement{"DELETE FROM photo_tags WHERE tag_id = $1", []any{id}})
}

// dissolveTag removes a tag whose photos the statements free of it.
func (tx *Tx) dissolveTag(ctx context.Context, id int64, free ...statement) error {
	photos, err := tx.PhotosOfTag(ctx, id)
	if err != nil {
		return err
	}
	if err := tx.tagLooksDifferent(ctx, id); err != nil {
		return err
	}
	if err := tx.execAll(ctx, free); err != nil {
		return err
	}
	if err := tx.RefreshPhotos(ctx, photos); err != nil {
		return err
	}
	tx.changed(TopicTags)
	_, err = tx.exec(ctx, "DELETE FROM tags WHERE id = $1", id)
	return err
}

// MergeTag gives the photos of a tag another one instead, in the same place
// unless they have it already, and removes the first, whose slugs lead to the
// other from then on.
func (tx *Tx) MergeTag(ctx context.Context, id, into int64) error {
	merged, err := tx.Tag(ctx, id, vitrine.AudienceEditor, tx.Now)
	if err != nil {
		return err
	}
	if _, err := tx.Tag(ctx, into, vitrine.AudienceEditor, tx.Now); err != nil {
		return err
	}
	if err := slugs.Tags().Inherit(ctx, tx.exec, id, into); err != nil {
		return err
	}
	err = tx.dissolveTag(ctx, id,
		statement{`UPDATE photo_tags SET tag_id = $1 WHERE tag_id = $2 AND NOT EXISTS (
			SELECT 1 FROM photo_tags has WHERE has.photo_id = photo_tags.photo_id AND has.tag_id = $1)`, []any{into, id}},
		statement{"DELETE FROM photo_tags WHERE tag_id = $1", []any{id}})
	if err != nil {
		return err
	}
	if merged.IsActive {
		if err := slugs.Tags().Keep(ctx, tx.exec, into, merged.Slug); err != nil {
			return err
		}
	}
	_, err = tx.exec(ctx, "UPDATE tags SET updated_at = $1, version = version + 1 WHERE id = $2", micros(tx.Now), into)
	return err
}

package store

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store/rows"
	"github.com/vitrine-photos/vitrine/internal/store/slugs"
)

// UpdateCategory writes what a category says of itself, and counts its version
// up. Where its parent or slug is another one, levels and paths of all below it
// follow; so does whether the public sees them; and its photos leave the feeds
// and counters of what it was below, for those of what it is below now.
//
// A slug that another category has is a CodeConflict error "slug_taken"; a
// parent that does not exist, is the category itself or below it, or leaves too
// few levels, is a CodeUnprocessable one.
func (tx *Tx) UpdateCategory(ctx context.Context, c *vitrine.Category) error {
	before, err := tx.Category(ctx, c.ID, vitrine.AudienceEditor)
	if err != nil {
		return err
	}
	tree, err := tx.subtree(ctx, c.ID)
	if err != nil {
		return err
	}
	parentVisible, err := tx.placeTree(ctx, c, tree)
	if err != nil {
		return err
	}
	shown := c.IsActive && parentVisible
	if err := tx.writeCategory(ctx, c, shown); err != nil {
		return err
	}
	if err := tx.leaveSlug(ctx, slugs.Categories(), c.ID, before.Slug, c.Slug, tree[0].visible); err != nil {
		return err
	}
	if looksDifferent(before, c) || shown != tree[0].visible {
		if err := tx.categoryLooksDifferent(ctx, c.ID); err != nil {
			return err
		}
	}
	tree[0].level, tree[0].path, tree[0].visible = c.Level, c.Path, shown
	if err := tx.carryDown(ctx, tree); err != nil {
		return err
	}
	if parentOf(before) == parentOf(c) {
		return nil
	}
	return tx.moveFeeds(ctx, c.ID, parentOf(before), parentOf(c))
}

func looksDifferent(a, b *vitrine.Category) bool {
	return a.Name != b.Name || a.Slug != b.Slug || a.Description != b.Description || a.Color != b.Color
}

// categoryLooksDifferent counts up the versions of the photos in a category,
// which are shown with what it says.
func (tx *Tx) categoryLooksDifferent(ctx context.Context, id int64) error {
	tx.changed(TopicPhotos)
	_, err := tx.exec(ctx, `UPDATE photos SET version = version + 1
		WHERE id IN (SELECT photo_id FROM photo_categories WHERE category_id = $1)`, id)
	return err
}

func (tx *Tx) writeCategory(ctx context.Context, c *vitrine.Category, shown bool) error {
	c.UpdatedAt = tx.Now
	tx.changed(TopicCategories)
	_, err := tx.exec(ctx, `
		UPDATE categories SET name = $1, slug = $2, description = $3, parent_id = $4, level = $5, path = $6,
			cover_photo_id = $7, color = $8, icon = $9, sort_order = $10, is_active = $11, is_featured = $12,
			is_visible = $13, seo_title = $14, seo_description = $15, updated_at = $16, version = version + 1
		WHERE id = $17`,
		c.Name, c.Slug, c.Description, c.ParentID, c.Level, c.Path, c.CoverPhotoID, c.Color, c.Icon, c.SortOrder,
		c.IsActive, c.IsFeatured, shown, c.SEOTitle, c.SEODescription, micros(tx.Now), c.ID)
	if column, _ := tx.d.taken(err); column == "categories.slug" {
		return vitrine.Conflict("slug_taken", "Another category has this slug.", map[string]any{"slug": c.Slug})
	}
	c.Version++
	return err
}

// node is a category as a part of the tree.
type node struct {
	id, parent int64
	slug, path string
	level      int
	active     bool
	visible    bool // active, as is all above
}

func scanNode(r rows.Row) (*node, error) {
	n := &node{}
	return n, r.Scan(&n.id, &n.parent, &n.slug, &n.path, &n.level, &n.active, &n.visible)
}

// subtree returns a category and all below it, parents before their children.
func (r reader) subtree(ctx context.Context, id int64) ([]*node, error) {
	return rows.All(ctx, r.src, scanNode, `
		WITH RECURSIVE below (id) AS (
			SELECT id FROM categories WHERE id = $1
			UNION ALL
			SELECT c.id FROM below JOIN categories c ON c.parent_id = below.id
		)
		SELECT c.id, COALESCE(c.parent_id, 0), c.slug, c.path, c.level, c.is_active, c.is_visible
		FROM below JOIN categories c ON c.id = below.id ORDER BY c.level, c.id`, id)
}

// Descendants returns all that is below a path, as editors see it, parents
// before their children.
func (r reader) Descendants(ctx context.Context, path string) ([]*vitrine.Category, error) {
	below, err := r.categoriesWhere(ctx, vitrine.AudienceEditor, "c.path LIKE $1", path+"/%") // slugs hold no wildcard
	slices.SortStableFunc(below, func(a, b *vitrine.Category) int { return cmp.Compare(a.Level, b.Level) })
	return below, err
}

// PhotosOfCategory returns the ids of the photos in a category itself that are
// not in the trash.
func (r reader) PhotosOfCategory(ctx context.Context, id int64) ([]int64, error) {
	return rows.Values[int64](ctx, r.src, "SELECT photo_id FROM feeds WHERE kind = $1 AND owner_id = $2 AND direct ORDER BY photo_id", feedCategory, id)
}

// placeTree is placeBelow for a category that brings what is below it.
func (tx *Tx) placeTree(ctx context.Context, c *vitrine.Category, tree []*node) (visible bool, err error) {
	parent := parentOf(c)
	if slices.ContainsFunc(tree, func(n *node) bool { return n.id == parent }) {
		return false, vitrine.Unprocessable("parent_id", vitrine.FaultInvalidValue, vitrine.ReasonBelowItself)
	}
	visible, err = tx.placeBelow(ctx, c)
	if err != nil {
		return false, err
	}
	if height := tree[len(tree)-1].level - tree[0].level; c.Level+height >= vitrine.MaxCategoryDepth {
		return false, vitrine.Unprocessable("parent_id", vitrine.FaultOutOfRange,
			vitrine.ReasonTooDeepBelow, height, vitrine.MaxCategoryDepth)
	}
	return visible, nil
}

// carryDown brings what is below the first of the tree in line with it.
func (tx *Tx) carryDown(ctx context.Context, tree []*node) error {
	placed := map[int64]*node{tree[0].id: tree[0]}
	for _, n := range tree[1:] {
		parent, before := placed[n.parent], *n
		n.level, n.path, n.visible = parent.level+1, parent.path+"/"+n.slug, n.active && parent.visible
		placed[n.id] = n
		if *n == before {
			continue
		}
		_, err := tx.exec(ctx, `
			UPDATE categories SET level = $1, path = $2, is_visible = $3, updated_at = $4, version = version + 1
			WHERE id = $5`, n.level, n.path, n.visible, micros(tx.Now), n.id)
		if err == nil && n.visible != before.visible {
			err = tx.categoryLooksDifferent(ctx, n.id)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// moveFeeds moves the feed of a category, which already has another parent, out
// of the feeds above the one parent and into those above the other; 0 is none.
// What is above both keeps what it has.
func (tx *Tx) moveFeeds(ctx context.Context, id, from, to int64) error {
	left, err := tx.upwards(ctx, from)
	if err != nil {
		return err
	}
	joined, err := tx.upwards(ctx, to)
	if err != nil {
		return err
	}
	isIn := func(list []int64) func(int64) bool {
		return func(id int64) bool { return slices.Contains(list, id) }
	}
	above := slices.Clone(joined)
	joined = slices.DeleteFunc(joined, isIn(left))
	left = slices.DeleteFunc(left, isIn(above))
	for _, above := range joined {
		if err := tx.joinFeed(ctx, id, above); err != nil {
			return err
		}
	}
	for _, above := range left { // the deepest first: each asks those below it
		if err := tx.leaveFeed(ctx, id, above); err != nil {
			return err
		}
	}
	return tx.recount(ctx, slices.Concat(left, joined))
}

// upwards returns a category and all above it up to the root; none for 0.
func (r reader) upwards(ctx context.Context, id int64) ([]int64, error) {
	return rows.Values[int64](ctx, r.src, `
		WITH RECURSIVE above (id) AS (
			SELECT id FROM categories WHERE id = $1
			UNION ALL
			SELECT c.parent_id FROM above JOIN categories c ON c.id = above.id WHERE c.parent_id IS NOT NULL
		)
		SELECT c.id FROM above JOIN categories c ON c.id = above.id ORDER BY c.level DESC`, id)
}

func (tx *Tx) joinFeed(ctx context.Context, id, above int64) error {
	_, err := tx.exec(ctx, fmt.Sprintf(`
		INSERT INTO feeds (kind, owner_id, photo_id, is_public, status, created_at, taken_at, title_key, direct)
		SELECT %d, CAST($1 AS BIGINT), photo_id, is_public, status, created_at, taken_at, title_key, FALSE
		FROM feeds WHERE kind = %d AND owner_id = $2
		ON CONFLICT (kind, owner_id, photo_id) DO NOTHING`, feedCategory, feedCategory), above, id)
	return err
}

// leaveFeed keeps the photos that are in the feed for another reason. It looks
// up one photo after the other by the key of the feeds: of joins both engines
// make plans that take time by the square of the photos.
func (tx *Tx) leaveFeed(ctx context.Context, id, above int64) error {
	_, err := tx.exec(ctx, fmt.Sprintf(`
		DELETE FROM feeds WHERE kind = %d AND owner_id = $1 AND NOT direct
			AND (SELECT moved.photo_id FROM feeds moved
				WHERE moved.kind = %d AND moved.owner_id = $2 AND moved.photo_id = feeds.photo_id) IS NOT NULL
			AND (SELECT other.photo_id FROM feeds other
				WHERE other.kind = %d AND other.owner_id IN (SELECT id FROM categories WHERE parent_id = $1)
					AND other.photo_id = feeds.photo_id LIMIT 1) IS NULL`, feedCategory, feedCategory, feedCategory), above, id)
	return err
}

// recount sets the counters of categories to the lengths of their feeds. Those
// of their own photos do not change when others move.
func (tx *Tx) recount(ctx context.Context, ids []int64) error {
	return execIn(ctx, tx, fmt.Sprintf(`
		UPDATE categories SET
			photo_count = (SELECT COUNT(*) FROM feeds WHERE kind = %d AND owner_id = categories.id),
			public_photo_count = (SELECT COUNT(*) FROM feeds WHERE kind = %d AND owner_id = categories.id AND is_public)
		WHERE id IN (@ids)`, feedCategory, feedCategory), ids)
}

// DeleteCategory removes a category. Its photos stay; where it was the primary
// one, the next of the photo is. One that has others below it is a CodeConflict
// error "has_children".
func (tx *Tx) DeleteCategory(ctx context.Context, id int64) error {
	category, err := tx.Category(ctx, id, vitrine.AudienceEditor)
	if err != nil {
		return err
	}
	children, err := rows.Value[int](ctx, tx.src, "SELECT COUNT(*) FROM categories WHERE parent_id = $1", id)
	if err != nil {
		return err
	}
	if children > 0 {
		return vitrine.Conflict("has_children", "There are categories below this one. Move or delete them first.",
			map[string]any{"children": children})
	}
	if err := tx.categoryLooksDifferent(ctx, id); err != nil {
		return err
	}
	if err := tx.passPrimaryOn(ctx, id); err != nil {
		return err
	}
	if _, err := tx.exec(ctx, "UPDATE categories SET parent_id = NULL WHERE id = $1", id); err != nil {
		return err
	}
	if err := tx.moveFeeds(ctx, id, parentOf(category), 0); err != nil {
		return err
	}
	tx.changed(TopicCategories)
	return tx.execAll(ctx, []statement{
		{fmt.Sprintf("DELETE FROM feeds WHERE kind = %d AND owner_id = $1", feedCategory), []any{id}},
		{fmt.Sprintf("DELETE FROM yearly_photos WHERE kind = %d AND owner_id = $1", feedCategory), []any{id}},
		{"DELETE FROM categories WHERE id = $1", []any{id}},
	})
}

// passPrimaryOn makes the next category of each photo primary that this one is
// primary for.
func (tx *Tx) passPrimaryOn(ctx context.Context, id int64) error {
	_, err := tx.exec(ctx, `
		UPDATE photo_categories SET is_primary = TRUE
		WHERE photo_id IN (SELECT gone.photo_id FROM photo_categories gone WHERE gone.category_id = $1 AND gone.is_primary)
			AND position = (
				SELECT MIN(next.position) FROM photo_categories next
				WHERE next.photo_id = photo_categories.photo_id AND next.category_id <> $1
			)`, id)
	return err
}

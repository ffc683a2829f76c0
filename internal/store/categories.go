package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store/rows"
	"github.com/vitrine-photos/vitrine/internal/store/slugs"
)

func categoryColumns(audience vitrine.Audience) string {
	counters := "c.photo_count, c.direct_photo_count"
	if audience == vitrine.AudiencePublic {
		counters = "c.public_photo_count, c.public_direct_photo_count"
	}
	return `c.id, c.version, c.name, c.slug, c.description, c.parent_id, c.level, c.path, c.cover_photo_id,
		c.color, c.icon, c.sort_order, c.is_active, c.is_featured, ` + counters + `,
		c.seo_title, c.seo_description, c.created_at, c.updated_at`
}

func scanCategory(r rows.Row) (*vitrine.Category, error) {
	c := &vitrine.Category{}
	var createdAt, updatedAt int64
	err := r.Scan(&c.ID, &c.Version, &c.Name, &c.Slug, &c.Description, &c.ParentID, &c.Level, &c.Path, &c.CoverPhotoID,
		&c.Color, &c.Icon, &c.SortOrder, &c.IsActive, &c.IsFeatured, &c.PhotoCount, &c.DirectPhotoCount,
		&c.SEOTitle, &c.SEODescription, &createdAt, &updatedAt)
	c.CreatedAt, c.UpdatedAt = fromMicros(createdAt), fromMicros(updatedAt)
	return c, err
}

// Categories returns all categories that an audience sees: each root followed
// by what is below it, siblings by their sort order, then in the order they
// were made.
func (r reader) Categories(ctx context.Context, audience vitrine.Audience) ([]*vitrine.Category, error) {
	all, err := r.categoriesWhere(ctx, audience, "TRUE")
	if err != nil {
		return nil, err
	}
	below := map[int64][]*vitrine.Category{}
	for _, c := range all {
		below[parentOf(c)] = append(below[parentOf(c)], c)
	}
	ordered := make([]*vitrine.Category, 0, len(all))
	var walk func(parent int64)
	walk = func(parent int64) {
		for _, c := range below[parent] {
			ordered = append(ordered, c)
			walk(c.ID)
		}
	}
	walk(0)
	return ordered, nil
}

func parentOf(c *vitrine.Category) int64 {
	if c.ParentID == nil {
		return 0
	}
	return *c.ParentID
}

// Category returns a category as an audience sees it, or a CodeNotFound error.
func (r reader) Category(ctx context.Context, id int64, audience vitrine.Audience) (*vitrine.Category, error) {
	return r.oneCategory(ctx, audience, "c.id = $1", id)
}

// CategoryByPath is Category by the slugs from the root, "travel/asia/japan".
func (r reader) CategoryByPath(ctx context.Context, path string, audience vitrine.Audience) (*vitrine.Category, error) {
	return r.oneCategory(ctx, audience, "c.path = $1", path)
}

// ChildCategories returns the first categories right below another, or the first
// roots; for the public, only those with photos to show.
func (r reader) ChildCategories(ctx context.Context, parent *int64, audience vitrine.Audience, limit int) ([]*vitrine.Category, error) {
	condition, args := "c.parent_id IS NULL", []any{}
	if parent != nil {
		condition, args = "c.parent_id = $1", []any{*parent}
	}
	return r.firstCategories(ctx, audience, condition, limit, args...)
}

// FeaturedCategories is ChildCategories for those that are featured, wherever
// they are in the tree.
func (r reader) FeaturedCategories(ctx context.Context, audience vitrine.Audience, limit int) ([]*vitrine.Category, error) {
	return r.firstCategories(ctx, audience, "c.is_featured", limit)
}

func (r reader) firstCategories(ctx context.Context, audience vitrine.Audience, condition string, limit int, args ...any) ([]*vitrine.Category, error) {
	found, err := r.categoriesWhere(ctx, audience, condition+onlyForPublic(audience, " AND c.public_photo_count > 0"), args...)
	return found[:min(limit, len(found))], err
}

func (r reader) oneCategory(ctx context.Context, audience vitrine.Audience, condition string, key any) (*vitrine.Category, error) {
	found, err := r.categoriesWhere(ctx, audience, condition, key)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, vitrine.NotFound("category", key)
	}
	return found[0], nil
}

func (r reader) categoriesWhere(ctx context.Context, audience vitrine.Audience, condition string, args ...any) ([]*vitrine.Category, error) {
	found, err := rows.All(ctx, r.src, scanCategory, "SELECT "+categoryColumns(audience)+" FROM categories c WHERE "+
		condition+onlyForPublic(audience, " AND c.is_visible")+" ORDER BY c.sort_order, c.id", args...)
	if err != nil {
		return nil, err
	}
	return found, r.addCovers(ctx, found, audience)
}

// addCovers adds the cover photos that the audience sees.
func (r reader) addCovers(ctx context.Context, categories []*vitrine.Category, audience vitrine.Audience) error {
	var ids []int64
	for _, c := range categories {
		if c.CoverPhotoID != nil {
			ids = append(ids, *c.CoverPhotoID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	covers := map[int64]*vitrine.CoverPhoto{}
	_, err := rows.In(ctx, r.src, ids, func(r rows.Row) (c vitrine.CoverPhoto, err error) {
		t := &c.Thumb
		err = r.Scan(&c.ID, &c.Title, &c.Public, &t.Name, &t.Key, &t.MIMEType, &t.Width, &t.Height, &t.Size, &t.Recipe)
		covers[c.ID] = &c
		return c, err
	}, `SELECT p.id, p.title, p.is_public, r.name, r.key, r.mime_type, r.width, r.height, r.size, r.recipe
		FROM photos p JOIN renditions r ON r.upload_id = p.upload_id AND r.name = 'thumb_medium'
		WHERE p.id IN (@ids) AND p.formats_ready AND `+visible(audience))
	for _, c := range categories {
		if c.CoverPhotoID != nil {
			c.CoverPhoto = covers[*c.CoverPhotoID]
		}
	}
	return err
}

// InsertCategory adds a category below its parent and sets what the database
// decides of it: id, version, times, level and path, and the slug's suffix
// where the slug was made from the name. A slug that another category has is a
// CodeConflict error "slug_taken"; a parent that does not exist, or is at the
// deepest level, is a CodeUnprocessable one.
func (tx *Tx) InsertCategory(ctx context.Context, c *vitrine.Category, slugGiven bool) error {
	var err error
	if c.Slug, err = tx.newSlug(ctx, slugs.Categories(), c.Slug, slugGiven); err != nil {
		return err
	}
	parentVisible, err := tx.placeBelow(ctx, c)
	if err != nil {
		return err
	}
	c.Version, c.CreatedAt, c.UpdatedAt = 1, tx.Now, tx.Now
	tx.changed(TopicCategories)
	c.ID, err = rows.Value[int64](ctx, tx.src, `
		INSERT INTO categories (name, slug, description, parent_id, level, path, cover_photo_id, color, icon, sort_order,
			is_active, is_featured, is_visible, seo_title, seo_description, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $16) `+insertedID,
		c.Name, c.Slug, c.Description, c.ParentID, c.Level, c.Path, c.CoverPhotoID, c.Color, c.Icon, c.SortOrder,
		c.IsActive, c.IsFeatured, c.IsActive && parentVisible, c.SEOTitle, c.SEODescription, micros(tx.Now))
	if errors.Is(err, sql.ErrNoRows) {
		return vitrine.Conflict("slug_taken", "Another category has this slug.", map[string]any{"slug": c.Slug})
	}
	return err
}

// placeBelow sets a category's level and path, and returns whether all above it
// are active.
func (tx *Tx) placeBelow(ctx context.Context, c *vitrine.Category) (visible bool, err error) {
	if c.ParentID == nil {
		c.Level, c.Path = 0, c.Slug
		return true, nil
	}
	parent, err := tx.Category(ctx, *c.ParentID, vitrine.AudienceEditor)
	if vitrine.ErrorCode(err) == vitrine.CodeNotFound {
		return false, vitrine.Unprocessable("parent_id", vitrine.FaultNotFound, vitrine.ReasonNoCategory, *c.ParentID)
	}
	if err != nil {
		return false, err
	}
	c.Level, c.Path = parent.Level+1, parent.Path+"/"+c.Slug
	if c.Level >= vitrine.MaxCategoryDepth {
		return false, vitrine.Unprocessable("parent_id", vitrine.FaultOutOfRange, vitrine.ReasonTooDeep, vitrine.MaxCategoryDepth)
	}
	return rows.Value[bool](ctx, tx.src, "SELECT is_visible FROM categories WHERE id = $1", parent.ID)
}

// UnknownCategories returns a fault for each reference to a category that does
// not exist.
func (r reader) UnknownCategories(ctx context.Context, refs []vitrine.CategoryRef) (vitrine.Faults, error) {
	ids := make([]int64, len(refs))
	for i, ref := range refs {
		ids[i] = ref.ID
	}
	known, err := rows.In(ctx, r.src, ids, rows.ScanValue[int64], "SELECT id FROM categories WHERE id IN (@ids)")
	if err != nil {
		return nil, err
	}
	var faults vitrine.Faults
	for i, id := range ids {
		if !slices.Contains(known, id) {
			faults.Add(fmt.Sprintf("categories[%d]", i), vitrine.FaultNotFound, vitrine.ReasonNoCategory, id)
		}
	}
	return faults, nil
}

// SetPhotoCategories puts a photo into these categories and no others; there
// must be no UnknownCategories among them. The primary one is the first that
// says so, else the first, and is kept in front.
func (tx *Tx) SetPhotoCategories(ctx context.Context, photoID int64, refs []vitrine.CategoryRef) error {
	if _, err := tx.exec(ctx, "DELETE FROM photo_categories WHERE photo_id = $1", photoID); err != nil {
		return err
	}
	var values [][]any
	for i, id := range vitrine.PrimaryFirst(refs) {
		values = append(values, []any{photoID, id, i == 0, i})
	}
	return execRows(ctx, tx, "INSERT INTO photo_categories (photo_id, category_id, is_primary, position) VALUES @rows", values)
}

package store

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store/rows"
)

// visible returns the condition on photos p that an audience sees them.
func visible(audience vitrine.Audience) string {
	if audience == vitrine.AudienceEditor {
		return "p.deleted_at IS NULL"
	}
	return "p.is_public"
}

const deleted = "p.deleted_at IS NOT NULL"

// Photo returns a photo with all that belongs to it, as the audience sees it,
// or a CodeNotFound error.
func (r reader) Photo(ctx context.Context, id int64, audience vitrine.Audience) (*vitrine.Photo, error) {
	return r.onePhoto(ctx, id, visible(audience), audience)
}

// DeletedPhoto returns a photo that is in the trash, or a CodeNotFound error.
func (r reader) DeletedPhoto(ctx context.Context, id int64) (*vitrine.Photo, error) {
	return r.onePhoto(ctx, id, deleted, vitrine.AudienceEditor)
}

func (r reader) onePhoto(ctx context.Context, id int64, condition string, audience vitrine.Audience) (*vitrine.Photo, error) {
	photos, err := r.photosWhere(ctx, []int64{id}, condition, audience)
	if err != nil {
		return nil, err
	}
	if len(photos) == 0 {
		return nil, vitrine.NotFound("photo", id)
	}
	return photos[0], nil
}

// PhotoBySlug is Photo by the name in the photo's address.
func (r reader) PhotoBySlug(ctx context.Context, slug string, audience vitrine.Audience) (*vitrine.Photo, error) {
	id, err := rows.Value[int64](ctx, r.src, "SELECT p.id FROM photos p WHERE p.slug = $1 AND p.deleted_at IS NULL", slug)
	if err != nil {
		return nil, rows.OrError(err, vitrine.NotFound("photo", slug))
	}
	photo, err := r.Photo(ctx, id, audience)
	if vitrine.ErrorCode(err) == vitrine.CodeNotFound {
		return nil, vitrine.NotFound("photo", slug) // without its number
	}
	return photo, err
}

// PhotosByID returns the photos of these ids that the audience sees, in the
// order of the ids, each with all that belongs to it.
func (r reader) PhotosByID(ctx context.Context, ids []int64, audience vitrine.Audience) ([]*vitrine.Photo, error) {
	return r.photosWhere(ctx, ids, visible(audience), audience)
}

// photosWhere takes four queries, however many the photos.
func (r reader) photosWhere(ctx context.Context, ids []int64, condition string, audience vitrine.Audience) ([]*vitrine.Photo, error) {
	photos, err := r.picturesWhere(ctx, ids, condition)
	if err != nil {
		return nil, err
	}
	byID := make(map[int64]*vitrine.Photo, len(photos))
	for _, photo := range photos {
		byID[photo.ID] = photo
	}
	return photos, errors.Join(r.addCategories(ctx, byID, audience), r.addTags(ctx, byID, audience))
}

// picturesWhere is photosWhere without categories and tags, in two queries.
func (r reader) picturesWhere(ctx context.Context, ids []int64, condition string) ([]*vitrine.Photo, error) {
	found, err := rows.In(ctx, r.src, ids, scanPhoto, "SELECT "+photoColumns+`
		FROM photos p LEFT JOIN uploads u ON u.id = p.upload_id
		WHERE p.id IN (@ids) AND `+condition)
	if err != nil {
		return nil, err
	}
	byID := make(map[int64]*vitrine.Photo, len(found))
	for _, photo := range found {
		byID[photo.ID] = photo
	}
	photos := make([]*vitrine.Photo, 0, len(found))
	for _, id := range ids {
		if photo := byID[id]; photo != nil {
			photos = append(photos, photo)
		}
	}
	return photos, r.addRenditions(ctx, photos)
}

func (r reader) addRenditions(ctx context.Context, photos []*vitrine.Photo) error {
	var uploads []string
	for _, photo := range photos {
		if photo.UploadID != "" {
			uploads = append(uploads, photo.UploadID)
		}
	}
	if len(uploads) == 0 {
		return nil
	}
	renditions, err := r.Renditions(ctx, uploads)
	for _, photo := range photos {
		if set := renditions[photo.UploadID]; isComplete(set) {
			photo.Renditions = set
		}
	}
	return err
}

// isComplete reports whether all derived files are there that a photo needs to
// be shown.
func isComplete(set []vitrine.Rendition) bool {
	return !slices.ContainsFunc(vitrine.RenditionNames(), func(name vitrine.RenditionName) bool {
		return !slices.ContainsFunc(set, func(r vitrine.Rendition) bool { return r.Name == name })
	})
}

type linkedCategory struct {
	photoID  int64
	category vitrine.PhotoCategory
}

func (r reader) addCategories(ctx context.Context, photos map[int64]*vitrine.Photo, audience vitrine.Audience) error {
	links, err := rows.In(ctx, r.src, keys(photos), scanLinkedCategory, `
		SELECT pc.photo_id, c.id, c.name, c.slug, c.path, c.description, c.color, pc.is_primary
		FROM photo_categories pc JOIN categories c ON c.id = pc.category_id
		WHERE pc.photo_id IN (@ids)`+onlyForPublic(audience, " AND c.is_visible")+`
		ORDER BY pc.photo_id, pc.position`)
	for _, link := range links {
		photo := photos[link.photoID]
		photo.Categories = append(photo.Categories, link.category)
	}
	return err
}

func scanLinkedCategory(r rows.Row) (l linkedCategory, err error) {
	c := &l.category
	err = r.Scan(&l.photoID, &c.ID, &c.Name, &c.Slug, &c.Path, &c.Description, &c.Color, &c.IsPrimary)
	return l, err
}

type linkedTag struct {
	photoID int64
	tag     vitrine.PhotoTag
}

func (r reader) addTags(ctx context.Context, photos map[int64]*vitrine.Photo, audience vitrine.Audience) error {
	links, err := rows.In(ctx, r.src, keys(photos), scanLinkedTag, `
		SELECT pt.photo_id, t.id, t.name, t.slug, t.color, pt.confidence, pt.source
		FROM photo_tags pt JOIN tags t ON t.id = pt.tag_id
		WHERE pt.photo_id IN (@ids)`+onlyForPublic(audience, " AND t.is_active")+`
		ORDER BY pt.photo_id, pt.position`)
	for _, link := range links {
		photo := photos[link.photoID]
		photo.Tags = append(photo.Tags, link.tag)
	}
	return err
}

func scanLinkedTag(r rows.Row) (l linkedTag, err error) {
	t := &l.tag
	err = r.Scan(&l.photoID, &t.ID, &t.Name, &t.Slug, &t.Color, &t.Confidence, &t.Source)
	return l, err
}

// onlyForPublic returns the condition for the public, and none for editors.
func onlyForPublic(audience vitrine.Audience, condition string) string {
	if audience == vitrine.AudienceEditor {
		return ""
	}
	return condition
}

func keys[T any](m map[int64]T) []int64 {
	ids := make([]int64, 0, len(m))
	for id := range m {
		ids = append(ids, id)
	}
	return ids
}

// PhotoOfUpload returns the photo that shows an upload, or 0 if none does.
// Photos in the trash do not count.
func (r reader) PhotoOfUpload(ctx context.Context, uploadID string) (int64, error) {
	id, err := rows.Value[int64](ctx, r.src, "SELECT id FROM photos WHERE upload_id = $1 AND deleted_at IS NULL", uploadID)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return id, err
}

// Neighbours returns the photos that stand beside this one when the newest come
// first, without their categories and tags. Either is nil at an end.
func (r reader) Neighbours(ctx context.Context, photo *vitrine.Photo, audience vitrine.Audience) (newer, older *vitrine.Photo, err error) {
	const beside = `
		SELECT id FROM (SELECT p.id FROM photos p WHERE %visible AND (p.created_at, p.id) > ($1, $2)
			ORDER BY p.created_at, p.id LIMIT 1) AS newer
		UNION ALL
		SELECT id FROM (SELECT p.id FROM photos p WHERE %visible AND (p.created_at, p.id) < ($1, $2)
			ORDER BY p.created_at DESC, p.id DESC LIMIT 1) AS older`
	ids, err := rows.Values[int64](ctx, r.src, strings.ReplaceAll(beside, "%visible", visible(audience)), micros(photo.CreatedAt), photo.ID)
	if err != nil {
		return nil, nil, err
	}
	found, err := r.picturesWhere(ctx, ids, visible(audience))
	for _, p := range found {
		if p.CreatedAt.Before(photo.CreatedAt) || (p.CreatedAt.Equal(photo.CreatedAt) && p.ID < photo.ID) {
			older = p
		} else {
			newer = p
		}
	}
	return newer, older, err
}

package catalog

import (
	"time"

	"github.com/vitrine-photos/vitrine"
)

// photoFields is what the audit log compares of a photo.
func photoFields(p *vitrine.Photo) map[string]any {
	var categories []int64
	for _, c := range p.Categories {
		categories = append(categories, c.ID)
	}
	var tags []string
	for _, t := range p.Tags {
		tags = append(tags, t.Name)
	}
	return map[string]any{
		"title": p.Title, "description": p.Description, "slug": p.Slug, "status": p.Status, "visibility": p.Visibility,
		"taken_at": p.TakenAt, "sort_order": p.SortOrder, "file_id": p.UploadID, "metadata": p.Metadata,
		"location": map[string]any{
			"name": p.Location.Name, "latitude": p.Location.Latitude, "longitude": p.Location.Longitude,
			"country": p.Location.Country, "city": p.Location.City,
		},
		"categories": categories, "tags": tags,
	}
}

// changesOf returns what a change to a photo's row and its links did, for the
// audit log.
func changesOf(before map[string]any, photo *vitrine.Photo, in vitrine.PhotoInput) vitrine.Changes {
	after := photoFields(photo)
	if in.Categories.Set {
		after["categories"] = vitrine.PrimaryFirst(in.Categories.Value)
	}
	if in.Tags.Set {
		after["tags"] = in.Tags.Value
	}
	return vitrine.ChangesOf(before, after)
}

// photoDetail tells which photo was made or is gone.
func photoDetail(p *vitrine.Photo) map[string]any {
	return map[string]any{"title": p.Title, "status": p.Status}
}

// categoryFields is what the audit log compares of a category.
func categoryFields(c *vitrine.Category) map[string]any {
	return map[string]any{
		"name": c.Name, "slug": c.Slug, "description": c.Description, "parent_id": c.ParentID,
		"cover_photo_id": c.CoverPhotoID, "color": c.Color, "icon": c.Icon, "sort_order": c.SortOrder,
		"is_active": c.IsActive, "is_featured": c.IsFeatured,
		"seo_title": c.SEOTitle, "seo_description": c.SEODescription,
	}
}

// tagFields is what the audit log compares of a tag.
func tagFields(t *vitrine.Tag) map[string]any {
	return map[string]any{
		"name": t.Name, "slug": t.Slug, "description": t.Description, "color": t.Color, "icon": t.Icon,
		"tag_group": t.Group, "is_active": t.IsActive, "is_featured": t.IsFeatured,
	}
}

// timelineEventFields is what the audit log compares of a timeline event.
func timelineEventFields(e *vitrine.TimelineEvent) map[string]any {
	return map[string]any{
		"title": e.Title, "description": e.Description, "date": e.Date.Format(time.DateOnly),
		"type": e.Type, "related_photos": e.RelatedPhotos,
	}
}

// titled tells which timeline event was made or is gone.
func titled(e *vitrine.TimelineEvent) map[string]any { return map[string]any{"title": e.Title} }

// named tells which category or tag was made or is gone.
func named(name string) map[string]any { return map[string]any{"name": name} }

// selected tells which photos something was done to.
func selected(photoIDs []int64) map[string]any { return map[string]any{"photo_ids": photoIDs} }

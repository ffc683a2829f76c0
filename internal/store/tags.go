package store

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store/rows"
	"github.com/vitrine-photos/vitrine/internal/store/slugs"
	"github.com/vitrine-photos/vitrine/internal/store/trend"
)

// tagColumns are what scanTag reads, with the counter of an audience.
func tagColumns(audience vitrine.Audience) string {
	return `t.id, t.version, t.name, t.slug, t.description, t.color, t.icon, t.tag_group, ` + tagCounter(audience) + `,
		` + tagTrendColumns(audience) + `, t.is_active, t.is_featured, t.created_at, t.updated_at, ` + tagLastUsed(audience)
}

// tagTrendColumns are the score of a tag's trend for an audience, and as of when.
func tagTrendColumns(audience vitrine.Audience) string {
	if audience == vitrine.AudiencePublic {
		return "t.public_trend_score, t.public_trend_at"
	}
	return "t.trend_score, t.trend_at"
}

// tagLastUsed is the column with when an audience last saw a tag come to a photo.
func tagLastUsed(audience vitrine.Audience) string {
	if audience == vitrine.AudiencePublic {
		return "t.public_last_used_at"
	}
	return "t.last_used_at"
}

// tagCounter is the column with how many photos of a tag an audience sees.
func tagCounter(audience vitrine.Audience) string {
	if audience == vitrine.AudiencePublic {
		return "t.public_count"
	}
	return "t.usage_count"
}

// scanTag returns a function that reads a tag, its trend as of now.
func scanTag(now time.Time) func(rows.Row) (*vitrine.Tag, error) {
	return func(r rows.Row) (*vitrine.Tag, error) {
		t := &vitrine.Tag{}
		var trendAt, createdAt, updatedAt int64
		var lastUsedAt *int64
		err := r.Scan(&t.ID, &t.Version, &t.Name, &t.Slug, &t.Description, &t.Color, &t.Icon, &t.Group, &t.UsageCount,
			&t.TrendScore, &trendAt, &t.IsActive, &t.IsFeatured, &createdAt, &updatedAt, &lastUsedAt)
		t.TrendScore = trend.Decayed(t.TrendScore, now.Sub(fromMicros(trendAt)))
		t.CreatedAt, t.UpdatedAt, t.LastUsedAt = fromMicros(createdAt), fromMicros(updatedAt), optionalTime(lastUsedAt)
		return t, err
	}
}

// shownTags is the condition on tags t that an audience sees them. The public
// sees none that only hidden photos carry.
func shownTags(audience vitrine.Audience) string {
	if audience == vitrine.AudienceEditor {
		return "TRUE"
	}
	return "t.is_active AND t.public_count > 0"
}

// Tags returns the tags that an audience sees, the most used first, as they are
// at a moment.
func (r reader) Tags(ctx context.Context, audience vitrine.Audience, now time.Time, limit int) ([]*vitrine.Tag, error) {
	return rows.All(ctx, r.src, scanTag(now), "SELECT "+tagColumns(audience)+" FROM tags t WHERE "+shownTags(audience)+
		" ORDER BY "+tagCounter(audience)+" DESC, t.id LIMIT $1", limit)
}

// Tag returns a tag as it is at a moment, or a CodeNotFound error.
func (r reader) Tag(ctx context.Context, id int64, audience vitrine.Audience, now time.Time) (*vitrine.Tag, error) {
	tag, err := rows.One(ctx, r.src, scanTag(now), "SELECT "+tagColumns(audience)+" FROM tags t WHERE t.id = $1 AND "+shownTags(audience), id)
	return tag, rows.OrError(err, vitrine.NotFound("tag", id))
}

// TagBySlug is Tag by the name in the tag's address.
func (r reader) TagBySlug(ctx context.Context, slug string, audience vitrine.Audience, now time.Time) (*vitrine.Tag, error) {
	tag, err := rows.One(ctx, r.src, scanTag(now), "SELECT "+tagColumns(audience)+" FROM tags t WHERE t.slug = $1 AND "+shownTags(audience), slug)
	return tag, rows.OrError(err, vitrine.NotFound("tag", slug))
}

// InsertTag adds a tag and sets what the database decides of it: id, version
// and times, and the slug's suffix where the slug was made from the name. A name
// or slug that another tag has is a CodeConflict error "name_taken" or
// "slug_taken".
func (tx *Tx) InsertTag(ctx context.Context, t *vitrine.Tag, slugGiven bool) error {
	var err error
	if t.Slug, err = tx.newSlug(ctx, slugs.Tags(), t.Slug, slugGiven); err != nil {
		return err
	}
	t.Version, t.CreatedAt, t.UpdatedAt = 1, tx.Now, tx.Now
	tx.changed(TopicTags)
	t.ID, err = rows.Value[int64](ctx, tx.src, `
		INSERT INTO tags (name, name_key, slug, description, color, icon, tag_group, is_active, is_featured, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) `+insertedID,
		t.Name, vitrine.FoldName(t.Name), t.Slug, t.Description, t.Color, t.Icon, string(t.Group), t.IsActive, t.IsFeatured, micros(tx.Now))
	if !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	const sameName = "SELECT EXISTS (SELECT 1 FROM tags WHERE name_key = $1)"
	switch named, err := rows.Value[bool](ctx, tx.src, sameName, vitrine.FoldName(t.Name)); {
	case err != nil:
		return err
	case named:
		return vitrine.Conflict("name_taken", "Another tag has this name.", map[string]any{"name": t.Name})
	}
	return vitrine.Conflict("slug_taken", "Another tag has this slug.", map[string]any{"slug": t.Slug})
}

// SetPhotoTags gives a photo the tags of these names, in this order, and takes
// all others away. Tags that it keeps stay what they were, a machine's with its
// confidence. Names without a tag get one.
func (tx *Tx) SetPhotoTags(ctx context.Context, photoID int64, names []string) error {
	ids, err := tx.tagsNamed(ctx, names)
	if err != nil {
		return err
	}
	present, err := rows.Values[int64](ctx, tx.src, "SELECT tag_id FROM photo_tags WHERE photo_id = $1", photoID)
	if err != nil {
		return err
	}
	for _, id := range present {
		if slices.Contains(ids, id) {
			continue
		}
		if _, err := tx.exec(ctx, "DELETE FROM photo_tags WHERE photo_id = $1 AND tag_id = $2", photoID, id); err != nil {
			return err
		}
	}
	values := make([][]any, len(ids))
	for i, id := range ids {
		values[i] = []any{photoID, id, i, micros(tx.Now)}
	}
	return execRows(ctx, tx, `
		INSERT INTO photo_tags (photo_id, tag_id, position, created_at) VALUES @rows
		ON CONFLICT (photo_id, tag_id) DO UPDATE SET position = excluded.position`, values)
}

// UnknownTags returns those of the names that no tag has, whatever the case.
func (r reader) UnknownTags(ctx context.Context, names []string) ([]string, error) {
	ids, err := r.tagIDs(ctx, names)
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		_, known := ids[vitrine.FoldName(name)]
		return known
	}), err
}

// tagIDs returns the ids of the tags with these names, by the folded name.
func (r reader) tagIDs(ctx context.Context, names []string) (map[string]int64, error) {
	keys := make([]string, len(names))
	for i, name := range names {
		keys[i] = vitrine.FoldName(name)
	}
	ids := map[string]int64{}
	_, err := rows.In(ctx, r.src, keys, func(r rows.Row) (id int64, err error) {
		var key string
		err = r.Scan(&id, &key)
		ids[key] = id
		return id, err
	}, "SELECT id, name_key FROM tags WHERE name_key IN (@ids)")
	return ids, err
}

// tagsNamed returns the ids of tags, in the order of their names, and makes
// those that there are not.
func (tx *Tx) tagsNamed(ctx context.Context, names []string) ([]int64, error) {
	known, err := tx.tagIDs(ctx, names)
	if err != nil {
		return nil, err
	}
	var ids []int64
	for _, name := range names {
		key := vitrine.FoldName(name)
		if _, exists := known[key]; !exists {
			tag := vitrine.NewTag(name)
			if err := tx.InsertTag(ctx, tag, false); err != nil {
				return nil, err
			}
			known[key] = tag.ID
		}
		if id := known[key]; !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

// Package standing tells how photos stand: in which lists, counters and search
// entries each belongs. It only reads and compares; the store writes the
// difference.
package standing

import (
	"context"
	"database/sql"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store/calendar"
	"github.com/vitrine-photos/vitrine/internal/store/rows"
)

// Photo is what the calendar, the feeds and the search index know of a photo
// that is not deleted.
type Photo struct {
	ID int64
	Counted
	titleKey   []byte
	tags       []tagging
	categories []membership
	words      searchText
}

// Counted is the part that is kept, to tell what has changed. Times are in
// microseconds since 1970, UTC.
type Counted struct {
	Status       string
	Public       bool
	CreatedAt    int64
	TakenAt      *int64
	TakenMonth   *int64
	Camera, Lens string // "" for none
	SearchDigest int64
}

// Equal reports whether a photo is counted as it was.
func (c *Counted) Equal(other *Counted) bool {
	return c.Status == other.Status && c.Public == other.Public && c.SearchDigest == other.SearchDigest &&
		c.Camera == other.Camera && c.Lens == other.Lens &&
		equalTimes(c.TakenAt, other.TakenAt) && equalTimes(c.TakenMonth, other.TakenMonth)
}

func equalTimes(a, b *int64) bool {
	return (a == nil) == (b == nil) && (a == nil || *a == *b)
}

// Dated returns what the calendar knows of the photo.
func (c *Counted) Dated() calendar.Photo {
	p := calendar.Photo{
		Status: vitrine.PhotoStatus(c.Status), Public: c.Public, Created: fromMicros(c.CreatedAt), TakenMonth: c.TakenMonth,
	}
	if c.TakenAt != nil {
		taken := fromMicros(*c.TakenAt)
		p.Taken = &taken
	}
	return p
}

// AddGear counts the photo's camera and lens n times, which may be negative.
func (c *Counted) AddGear(changes calendar.YearlyChanges, n int) {
	changes.AddGear(c.Camera, c.Lens, fromMicros(c.CreatedAt), n)
}

func fromMicros(n int64) time.Time { return time.UnixMicro(n).UTC() }

// Of returns how photos stand, by their ids. Those that are deleted do not.
func Of(ctx context.Context, from rows.Source, ids []int64) (map[int64]*Photo, error) {
	found, err := rows.In(ctx, from, ids, scanPhoto, `
		SELECT id, status, is_public, created_at, taken_at, taken_offset, taken_month, title_key, title, description,
			camera, lens, location_name, city, country, location_private
		FROM photos WHERE id IN (@ids) AND deleted_at IS NULL`)
	if err != nil {
		return nil, err
	}
	photos := make(map[int64]*Photo, len(found))
	for _, p := range found {
		photos[p.ID] = p
	}
	if err := addTags(ctx, from, photos); err != nil {
		return nil, err
	}
	if err := addCategories(ctx, from, photos); err != nil {
		return nil, err
	}
	for _, p := range found {
		p.SearchDigest = p.digest()
	}
	return photos, nil
}

func scanPhoto(r rows.Row) (*Photo, error) {
	p := &Photo{}
	var offset int64
	var place [3]sql.NullString
	var camera, lens sql.NullString
	var private bool
	err := r.Scan(&p.ID, &p.Status, &p.Public, &p.CreatedAt, &p.TakenAt, &offset, &p.TakenMonth, &p.titleKey,
		&p.words.title, &p.words.description, &camera, &lens, &place[0], &place[1], &place[2], &private)
	places := strings.Join([]string{place[0].String, place[1].String, place[2].String}, "\n")
	if private {
		p.words.hiddenPlace = places
	} else {
		p.words.place = places
	}
	p.Camera, p.Lens = camera.String, lens.String
	if p.TakenAt != nil {
		day := calendar.DayOf(fromMicros(*p.TakenAt + offset*1_000_000))
		p.words.takenDay = &day
	}
	return p, err
}

// tagging is a tag of a photo.
type tagging struct {
	photoID int64
	id      int64
	usedAt  int64 // since when
	name    string
	active  bool
}

func scanTagging(r rows.Row) (t tagging, err error) {
	err = r.Scan(&t.photoID, &t.id, &t.usedAt, &t.name, &t.active)
	return t, err
}

func addTags(ctx context.Context, from rows.Source, photos map[int64]*Photo) error {
	taggings, err := rows.In(ctx, from, slices.Sorted(maps.Keys(photos)), scanTagging, `
		SELECT pt.photo_id, t.id, pt.created_at, t.name, t.is_active FROM photo_tags pt JOIN tags t ON t.id = pt.tag_id
		WHERE pt.photo_id IN (@ids) ORDER BY pt.photo_id, pt.position`)
	for _, tag := range taggings {
		p := photos[tag.photoID]
		p.tags = append(p.tags, tag)
		if tag.active {
			p.words.tags += "\n" + tag.name
		}
	}
	return err
}

// membership says that a photo is in a category, itself or through one below.
type membership struct {
	photoID  int64
	category int64
	direct   bool
}

func scanMembership(r rows.Row) (m membership, err error) {
	err = r.Scan(&m.photoID, &m.category, &m.direct)
	return m, err
}

// addCategories adds the categories of photos and all above them.
func addCategories(ctx context.Context, from rows.Source, photos map[int64]*Photo) error {
	memberships, err := rows.In(ctx, from, slices.Sorted(maps.Keys(photos)), scanMembership, `
		WITH RECURSIVE above (photo_id, id, direct) AS (
			SELECT photo_id, category_id, TRUE FROM photo_categories WHERE photo_id IN (@ids)
			UNION
			SELECT above.photo_id, c.parent_id, FALSE FROM above JOIN categories c ON c.id = above.id WHERE c.parent_id IS NOT NULL
		)
		SELECT photo_id, id, MAX(CASE WHEN direct THEN 1 ELSE 0 END) = 1 FROM above GROUP BY photo_id, id ORDER BY photo_id, id`)
	for _, m := range memberships {
		photos[m.photoID].categories = append(photos[m.photoID].categories, m)
	}
	return err
}

package store

import (
	"context"
	"database/sql"
	"fmt"
	"hash/fnv"
	"io"
	"strings"

	"github.com/vitrine-photos/vitrine/internal/search"
	"github.com/vitrine-photos/vitrine/internal/store/calendar"
	"github.com/vitrine-photos/vitrine/internal/store/rows"
)

// standing is what the calendar, the feeds and the search index know of a photo
// that is not deleted.
type standing struct {
	id int64
	counted
	titleKey   []byte
	tags       []int64
	categories []inCategory
	words      searchText
}

// counted is the part of a standing that is kept, to tell what has changed.
type counted struct {
	status       string
	public       bool
	createdAt    int64
	takenAt      *int64
	takenMonth   *int64
	camera, lens string // "" for none
	searchDigest int64
}

func (c *counted) equal(other *counted) bool {
	return c.status == other.status && c.public == other.public && c.searchDigest == other.searchDigest &&
		c.camera == other.camera && c.lens == other.lens &&
		equalTimes(c.takenAt, other.takenAt) && equalTimes(c.takenMonth, other.takenMonth)
}

// inCategory is a category that a photo is in, itself or through one below.
type inCategory struct {
	photoID int64
	id      int64
	direct  bool
}

// searchText is what a search looks for in a photo. A place that was read from
// the picture is hidden.
type searchText struct {
	title, tags, description, place, hiddenPlace string
	camera, lens                                 string
	takenDay                                     *int64
}

// standingsOf returns how photos stand. Those that are deleted do not.
func (tx *Tx) standingsOf(ctx context.Context, ids []int64) (map[int64]*standing, error) {
	found, err := rows.In(ctx, tx.src, ids, scanStanding, `
		SELECT id, status, is_public, created_at, taken_at, taken_offset, taken_month, title_key, title, description,
			camera, lens, location_name, city, country, location_private
		FROM photos WHERE id IN (@ids) AND deleted_at IS NULL`)
	if err != nil {
		return nil, err
	}
	standings := make(map[int64]*standing, len(found))
	for _, s := range found {
		standings[s.id] = s
	}
	if err := tx.addTagStandings(ctx, standings); err != nil {
		return nil, err
	}
	if err := tx.addCategoryStandings(ctx, standings); err != nil {
		return nil, err
	}
	for _, s := range found {
		s.searchDigest = s.digest()
	}
	return standings, nil
}

func scanStanding(r rows.Row) (*standing, error) {
	s := &standing{}
	var offset int64
	var place [3]sql.NullString
	var camera, lens sql.NullString
	var private bool
	err := r.Scan(&s.id, &s.status, &s.public, &s.createdAt, &s.takenAt, &offset, &s.takenMonth, &s.titleKey,
		&s.words.title, &s.words.description, &camera, &lens, &place[0], &place[1], &place[2], &private)
	places := strings.Join([]string{place[0].String, place[1].String, place[2].String}, "\n")
	if private {
		s.words.hiddenPlace = places
	} else {
		s.words.place = places
	}
	s.camera, s.lens = camera.String, lens.String
	s.words.camera, s.words.lens = s.camera, s.lens
	if s.takenAt != nil {
		day := calendar.DayOf(fromMicros(*s.takenAt + offset*1_000_000))
		s.words.takenDay = &day
	}
	return s, err
}

type tagWord struct {
	photoID int64
	id      int64
	name    string
	active  bool
}

func scanTagWord(r rows.Row) (t tagWord, err error) {
	err = r.Scan(&t.photoID, &t.id, &t.name, &t.active)
	return t, err
}

func (tx *Tx) addTagStandings(ctx context.Context, standings map[int64]*standing) error {
	words, err := rows.In(ctx, tx.src, sorted(standings), scanTagWord, `
		SELECT pt.photo_id, t.id, t.name, t.is_active FROM photo_tags pt JOIN tags t ON t.id = pt.tag_id
		WHERE pt.photo_id IN (@ids) ORDER BY pt.photo_id, pt.position`)
	for _, tag := range words {
		s := standings[tag.photoID]
		s.tags = append(s.tags, tag.id)
		if tag.active {
			s.words.tags += "\n" + tag.name
		}
	}
	return err
}

// addCategoryStandings adds the categories of photos and all above them.
func (tx *Tx) addCategoryStandings(ctx context.Context, standings map[int64]*standing) error {
	above, err := rows.In(ctx, tx.src, sorted(standings), scanInCategory, `
		WITH RECURSIVE above (photo_id, id, direct) AS (
			SELECT photo_id, category_id, TRUE FROM photo_categories WHERE photo_id IN (@ids)
			UNION
			SELECT above.photo_id, c.parent_id, FALSE FROM above JOIN categories c ON c.id = above.id WHERE c.parent_id IS NOT NULL
		)
		SELECT photo_id, id, MAX(CASE WHEN direct THEN 1 ELSE 0 END) = 1 FROM above GROUP BY photo_id, id ORDER BY photo_id, id`)
	for _, c := range above {
		standings[c.photoID].categories = append(standings[c.photoID].categories, c)
	}
	return err
}

func scanInCategory(r rows.Row) (c inCategory, err error) {
	err = r.Scan(&c.photoID, &c.id, &c.direct)
	return c, err
}

// card is what the photo is counted by when it is found. It does not change when
// a category of the photo moves.
func (s *standing) card() search.Card {
	c := search.Card{Photo: s.id, Tags: s.tags}
	if s.words.takenDay != nil {
		c.Day = *s.words.takenDay
	}
	for _, category := range s.categories {
		if category.direct {
			c.Categories = append(c.Categories, category.id)
		}
	}
	return c
}

// digest tells apart what the search index holds, which is written only when
// that changes. It is never 0.
func (s *standing) digest() int64 {
	h := fnv.New64a()
	_, _ = fmt.Fprintf(h, "%s%t\x00", s.card(), s.public) // never fails
	w := s.words
	for _, text := range []string{w.title, w.tags, w.description, w.place, w.hiddenPlace, w.camera, w.lens} {
		_, _ = io.WriteString(h, text+"\x00")
	}
	return int64(max(1, h.Sum64())) // the same 64 bits
}

// entry returns what the photo is found by.
func (s *standing) entry() search.Entry {
	w := s.words
	e := search.Entry{HiddenPlace: w.hiddenPlace, Texts: map[search.Field]string{
		search.Title: w.title, search.Tags: w.tags, search.Description: w.description, search.Place: w.place,
	}}
	if s.public {
		e.Marks = append(e.Marks, search.MarkPublic)
	}
	card := s.card()
	for _, tag := range card.Tags {
		e.Marks = append(e.Marks, search.MarkTag(tag))
	}
	for _, category := range card.Categories {
		e.Marks = append(e.Marks, search.MarkCategory(category))
	}
	return e
}

func (s *standing) cardRow() []any {
	w := s.words
	return []any{s.id, s.card().String(), w.takenDay, search.Fold(w.camera), search.Fold(w.lens), search.Fold(w.place), search.Fold(w.hiddenPlace)}
}

// staleBatch is how many photos are indexed in one transaction.
const staleBatch = 200

// indexStale puts those photos into the search index that a migration, or what
// was restored, left out of it.
func (db *DB) indexStale(ctx context.Context) error {
	for done := 0; ; {
		ids, err := rows.Values[int64](ctx, db.src,
			"SELECT photo_id FROM photo_counted WHERE search_digest = 0 ORDER BY photo_id LIMIT $1", staleBatch)
		if err != nil {
			return err
		}
		if len(ids) == 0 {
			return nil
		}
		if err := db.Update(ctx, func(tx *Tx) error { return tx.RefreshPhotos(ctx, ids) }); err != nil {
			return fmt.Errorf("index the photos for the search: %w", err)
		}
		done += len(ids)
		db.log.Info("photos indexed for the search", "photos", done)
	}
}

package store

import (
	"context"
	"database/sql"
	"hash/fnv"
	"io"
	"slices"
	"strings"
)

// RefreshPhoto is RefreshPhotos for one.
func (tx *Tx) RefreshPhoto(ctx context.Context, id int64) error {
	return tx.RefreshPhotos(ctx, []int64{id})
}

// RefreshPhotos brings everything that is kept for speed in line with photos:
// the calendar, the feeds, the counters of their tags and categories, and the
// search index. Each moves by the difference between what a photo was counted as
// and what it is now, so calling it twice changes nothing. Every operation on
// photos ends with it; for many it is to be called once, since a hundred take
// little more statements than one.
func (tx *Tx) RefreshPhotos(ctx context.Context, ids []int64) error {
	tx.changed(TopicPhotos)
	for batch := range slices.Chunk(slices.Compact(slices.Sorted(slices.Values(ids))), maxBatch) {
		if err := tx.refreshBatch(ctx, batch); err != nil {
			return err
		}
	}
	return nil
}

func (tx *Tx) refreshBatch(ctx context.Context, ids []int64) error {
	before, err := tx.countedAs(ctx, ids)
	if err != nil {
		return err
	}
	now, err := tx.standingsOf(ctx, ids)
	if err != nil {
		return err
	}
	if err := tx.refreshCalendar(ctx, ids, before, now); err != nil {
		return err
	}
	if err := tx.refreshFeeds(ctx, ids, now); err != nil {
		return err
	}
	if err := tx.refreshSearch(ctx, ids, before, now); err != nil {
		return err
	}
	return tx.countAs(ctx, ids, before, now)
}

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
	searchDigest int64
}

func (c *counted) equal(other *counted) bool {
	return c.status == other.status && c.public == other.public && c.searchDigest == other.searchDigest &&
		equalTimes(c.takenAt, other.takenAt) && equalTimes(c.takenMonth, other.takenMonth)
}

// inCategory is a category that a photo is in, itself or through one below.
type inCategory struct {
	photoID int64
	id      int64
	direct  bool
}

// standingsOf returns how photos stand. Those that are deleted do not.
func (tx *Tx) standingsOf(ctx context.Context, ids []int64) (map[int64]*standing, error) {
	found, err := selectIn(ctx, tx.reader, ids, scanStanding, `
		SELECT id, status, is_public, created_at, taken_at, taken_month, title_key, title, description,
			location_name, city, country, location_private
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
	for _, s := range found {
		s.searchDigest = s.words.digest()
	}
	return standings, tx.addCategoryStandings(ctx, standings)
}

func scanStanding(r row) (*standing, error) {
	s := &standing{}
	var title, description string
	var place [3]sql.NullString
	var private bool
	err := r.Scan(&s.id, &s.status, &s.public, &s.createdAt, &s.takenAt, &s.takenMonth, &s.titleKey,
		&title, &description, &place[0], &place[1], &place[2], &private)
	places := strings.Join([]string{place[0].String, place[1].String, place[2].String}, "\n")
	s.words.shown = title + "\n" + description
	if private {
		s.words.hidden = places
	} else {
		s.words.shown += "\n" + places
	}
	return s, err
}

type tagWord struct {
	photoID int64
	id      int64
	name    string
	active  bool
}

func scanTagWord(r row) (t tagWord, err error) {
	err = r.Scan(&t.photoID, &t.id, &t.name, &t.active)
	return t, err
}

func (tx *Tx) addTagStandings(ctx context.Context, standings map[int64]*standing) error {
	words, err := selectIn(ctx, tx.reader, sorted(standings), scanTagWord, `
		SELECT pt.photo_id, t.id, t.name, t.is_active FROM photo_tags pt JOIN tags t ON t.id = pt.tag_id
		WHERE pt.photo_id IN (@ids) ORDER BY pt.photo_id, pt.position`)
	for _, tag := range words {
		s := standings[tag.photoID]
		s.tags = append(s.tags, tag.id)
		if tag.active {
			s.words.shown += "\n" + tag.name
		}
	}
	return err
}

// addCategoryStandings adds the categories of photos and all above them.
func (tx *Tx) addCategoryStandings(ctx context.Context, standings map[int64]*standing) error {
	above, err := selectIn(ctx, tx.reader, sorted(standings), scanInCategory, `
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

func scanInCategory(r row) (c inCategory, err error) {
	err = r.Scan(&c.photoID, &c.id, &c.direct)
	return c, err
}

// countedAs returns what RefreshPhotos found the last time, where it found the
// photo.
func (tx *Tx) countedAs(ctx context.Context, ids []int64) (map[int64]*counted, error) {
	before := make(map[int64]*counted, len(ids))
	_, err := selectIn(ctx, tx.reader, ids, func(r row) (id int64, err error) {
		c := &counted{}
		err = r.Scan(&id, &c.status, &c.public, &c.createdAt, &c.takenAt, &c.takenMonth, &c.searchDigest)
		before[id] = c
		return id, err
	}, `SELECT photo_id, status, is_public, created_at, taken_at, taken_month, search_digest
		FROM photo_counted WHERE photo_id IN (@ids)`)
	return before, err
}

func (tx *Tx) countAs(ctx context.Context, ids []int64, before map[int64]*counted, now map[int64]*standing) error {
	var gone []int64
	var rows [][]any
	for _, id := range ids {
		was, is := before[id], now[id]
		switch {
		case is == nil:
			gone = append(gone, id)
		case was == nil || !was.equal(&is.counted):
			rows = append(rows, []any{id, is.status, is.public, is.createdAt, is.takenAt, is.takenMonth, is.searchDigest})
		}
	}
	if err := execIn(ctx, tx, "DELETE FROM photo_counted WHERE photo_id IN (@ids)", gone); err != nil {
		return err
	}
	return execRows(ctx, tx, `
		INSERT INTO photo_counted (photo_id, status, is_public, created_at, taken_at, taken_month, search_digest) VALUES @rows
		ON CONFLICT (photo_id) DO UPDATE SET status = excluded.status, is_public = excluded.is_public,
			taken_at = excluded.taken_at, taken_month = excluded.taken_month, search_digest = excluded.search_digest`, rows)
}

// digest tells texts apart, so that the index is written only when they change.
func (s searchText) digest() int64 {
	h := fnv.New64a()
	_, _ = io.WriteString(h, s.shown+"\x00"+s.hidden) // never fails
	return int64(h.Sum64())                           // the same 64 bits
}

func (tx *Tx) refreshSearch(ctx context.Context, ids []int64, before map[int64]*counted, now map[int64]*standing) error {
	var stale []int64
	var fresh []*standing
	for _, id := range ids {
		was, is := before[id], now[id]
		if was != nil && is != nil && was.searchDigest == is.searchDigest {
			continue
		}
		if was != nil {
			stale = append(stale, id)
		}
		if is != nil {
			fresh = append(fresh, is)
		}
	}
	remove, put := tx.d.searchChange()
	if err := execIn(ctx, tx, remove, stale); err != nil {
		return err
	}
	rows := make([][]any, len(fresh))
	for i, s := range fresh {
		rows[i] = append([]any{s.id}, tx.d.searchTerms(s.words)...)
	}
	return execRows(ctx, tx, put, rows)
}

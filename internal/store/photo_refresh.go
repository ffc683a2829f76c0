package store

import (
	"context"
	"database/sql"
	"errors"
	"hash/fnv"
	"io"
	"strings"
)

// RefreshPhoto brings everything that is kept for speed in line with a photo:
// the calendar, the feeds, the counters of its tags and categories, and the
// search index. Each moves by the difference between what the photo was
// counted as and what it is now, so calling it twice changes nothing. Every
// operation on a photo ends with it.
func (tx *Tx) RefreshPhoto(ctx context.Context, id int64) error {
	before, err := tx.countedAs(ctx, id)
	if err != nil {
		return err
	}
	now, err := tx.standingOf(ctx, id)
	if err != nil {
		return err
	}
	if err := tx.refreshCalendar(ctx, before, now); err != nil {
		return err
	}
	if err := tx.refreshFeeds(ctx, id, now); err != nil {
		return err
	}
	if err := tx.refreshSearch(ctx, id, before, now); err != nil {
		return err
	}
	tx.changed(TopicPhotos)
	return tx.countAs(ctx, id, now)
}

// standing is what the calendar, the feeds and the search index know of a photo
// that is not deleted.
type standing struct {
	status       string
	public       bool
	createdAt    int64
	takenAt      *int64
	takenMonth   *int64
	titleKey     []byte
	tags         []int64
	categories   []inCategory
	words        searchText
	searchDigest int64
}

// inCategory is a category that a photo is in, itself or through one below.
type inCategory struct {
	id     int64
	direct bool
}

// standingOf returns nil if the photo is deleted.
func (tx *Tx) standingOf(ctx context.Context, id int64) (*standing, error) {
	now, err := selectOne(ctx, tx.reader, scanStanding, `
		SELECT status, is_public, created_at, taken_at, taken_month, title_key, title, description,
			location_name, city, country, location_private
		FROM photos WHERE id = $1 AND deleted_at IS NULL`, id)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	tags, err := selectAll(ctx, tx.reader, scanTagWord, `
		SELECT t.id, t.name, t.is_active FROM photo_tags pt JOIN tags t ON t.id = pt.tag_id
		WHERE pt.photo_id = $1 ORDER BY pt.position`, id)
	if err != nil {
		return nil, err
	}
	for _, tag := range tags {
		now.tags = append(now.tags, tag.id)
		if tag.active {
			now.words.shown += "\n" + tag.name
		}
	}
	now.searchDigest = now.words.digest()
	now.categories, err = tx.categoriesAbove(ctx, id)
	return now, err
}

func scanStanding(r row) (*standing, error) {
	s := &standing{}
	var title, description string
	var place [3]sql.NullString
	var private bool
	err := r.Scan(&s.status, &s.public, &s.createdAt, &s.takenAt, &s.takenMonth, &s.titleKey,
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
	id     int64
	name   string
	active bool
}

func scanTagWord(r row) (t tagWord, err error) {
	err = r.Scan(&t.id, &t.name, &t.active)
	return t, err
}

// categoriesAbove returns the categories of a photo and all above them.
func (tx *Tx) categoriesAbove(ctx context.Context, photoID int64) ([]inCategory, error) {
	return selectAll(ctx, tx.reader, scanInCategory, `
		WITH RECURSIVE above (id, direct) AS (
			SELECT category_id, TRUE FROM photo_categories WHERE photo_id = $1
			UNION
			SELECT c.parent_id, FALSE FROM above JOIN categories c ON c.id = above.id WHERE c.parent_id IS NOT NULL
		)
		SELECT id, MAX(CASE WHEN direct THEN 1 ELSE 0 END) = 1 FROM above GROUP BY id ORDER BY id`, photoID)
}

func scanInCategory(r row) (c inCategory, err error) {
	err = r.Scan(&c.id, &c.direct)
	return c, err
}

// countedAs returns what RefreshPhoto found the last time, or nil.
func (tx *Tx) countedAs(ctx context.Context, id int64) (*standing, error) {
	before, err := selectOne(ctx, tx.reader, func(r row) (*standing, error) {
		s := &standing{}
		return s, r.Scan(&s.status, &s.public, &s.createdAt, &s.takenAt, &s.takenMonth, &s.searchDigest)
	}, "SELECT status, is_public, created_at, taken_at, taken_month, search_digest FROM photo_counted WHERE photo_id = $1", id)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return before, err
}

func (tx *Tx) countAs(ctx context.Context, id int64, now *standing) error {
	if now == nil {
		_, err := tx.exec(ctx, "DELETE FROM photo_counted WHERE photo_id = $1", id)
		return err
	}
	_, err := tx.exec(ctx, `
		INSERT INTO photo_counted (photo_id, status, is_public, created_at, taken_at, taken_month, search_digest)
		VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (photo_id) DO UPDATE SET status = excluded.status, is_public = excluded.is_public,
			taken_at = excluded.taken_at, taken_month = excluded.taken_month, search_digest = excluded.search_digest`,
		id, now.status, now.public, now.createdAt, now.takenAt, now.takenMonth, now.searchDigest)
	return err
}

// digest tells texts apart, so that the index is written only when they change.
func (s searchText) digest() int64 {
	h := fnv.New64a()
	_, _ = io.WriteString(h, s.shown+"\x00"+s.hidden) // never fails
	return int64(h.Sum64())                           // the same 64 bits
}

func (tx *Tx) refreshSearch(ctx context.Context, id int64, before, now *standing) error {
	switch {
	case now == nil && before == nil, now != nil && before != nil && now.searchDigest == before.searchDigest:
		return nil
	case now == nil:
		return tx.execAll(ctx, tx.d.searchRemove(id))
	}
	return tx.execAll(ctx, tx.d.searchPut(id, now.words))
}

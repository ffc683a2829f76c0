package store

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store/rows"
	"github.com/vitrine-photos/vitrine/internal/store/sqltext"
	"github.com/vitrine-photos/vitrine/internal/store/standing"
)

// listing is a set of photos that can be listed in order: rows of a table, with
// the names of the columns that hold the photo and its sort keys.
type listing struct {
	table                            string
	id, createdAt, takenAt, titleKey string
	sqltext.Conditions
}

// photosOf is a listing of photos p that an audience sees.
func photosOf(audience vitrine.Audience, status vitrine.PhotoStatus) listing {
	l := listing{table: "photos p", id: "p.id", createdAt: "p.created_at", takenAt: "p.taken_at", titleKey: "p.title_key"}
	return l.and(visible(audience)).ofStatus("p.status", audience, status)
}

// feedOf is a listing of a tag's or category's photos that an audience sees.
func feedOf(feed standing.Feed, audience vitrine.Audience, status vitrine.PhotoStatus) listing {
	l := listing{table: "feeds f", id: "f.photo_id", createdAt: "f.created_at", takenAt: "f.taken_at", titleKey: "f.title_key"}
	l = l.and("f.kind = ? AND f.owner_id = ?", feed.Kind, feed.Owner)
	if audience == vitrine.AudiencePublic {
		l = l.and("f.is_public")
	}
	return l.ofStatus("f.status", audience, status)
}

// and returns the listing with one more condition, in which each ? stands for
// the next of args.
func (l listing) and(condition string, args ...any) listing {
	l.Clauses, l.Args = slices.Clone(l.Clauses), slices.Clone(l.Args)
	l.Add(condition, args...)
	return l
}

func andIn[V any](l listing, column string, values []V) listing {
	_, args := sqltext.InList(1, values)
	return l.and(column+" IN ("+strings.TrimSuffix(strings.Repeat("?, ", len(args)), ", ")+")", args...)
}

func (l listing) ofStatus(column string, audience vitrine.Audience, status vitrine.PhotoStatus) listing {
	if narrows(audience, status) {
		return l.and(column+" = ?", string(status))
	}
	return l
}

// narrows reports whether a status leaves out any of what an audience sees.
func narrows(audience vitrine.Audience, status vitrine.PhotoStatus) bool {
	return status != "" && (audience == vitrine.AudienceEditor || status != vitrine.PhotoPublished)
}

// startingAt leaves out what stands before the stretch of a place.
func (l listing) startingAt(key string, at place, order vitrine.SortOrder) listing {
	if order == vitrine.Ascending {
		return l.and(key+" >= ?", micros(at.from))
	}
	return l.and(key+" < ?", micros(at.to))
}

func (r reader) count(ctx context.Context, l listing) (int, error) {
	return rows.Value[int](ctx, r.src, "SELECT COUNT(*) FROM "+l.table+l.Where(), l.Args...)
}

// window is the part of a list that a page shows.
type window struct{ offset, limit int }

func windowOf(p vitrine.Page) window { return window{p.Offset(), p.Limit} }

// page returns photos in the order that a client asks for. Those of which
// nobody knows when they were taken are last either way.
func (r reader) page(ctx context.Context, l listing, by vitrine.PhotoSort, order vitrine.SortOrder, w window) ([]int64, error) {
	switch by {
	case vitrine.SortTitle:
		return r.inOrder(ctx, l, l.titleKey, order, w)
	case vitrine.SortTakenAt:
		return r.byCapture(ctx, l, order, w)
	default:
		return r.inOrder(ctx, l, l.createdAt, order, w)
	}
}

// inOrder returns photos in the order of a column; ties are in the order of ids.
func (r reader) inOrder(ctx context.Context, l listing, key string, order vitrine.SortOrder, w window) ([]int64, error) {
	d := direction(order)
	l.Args = slices.Clone(l.Args)
	query := fmt.Sprintf("SELECT %s FROM %s%s ORDER BY %s %s, %s %s LIMIT %s OFFSET %s",
		l.id, l.table, l.Where(), key, d, l.id, d, l.Arg(w.limit), l.Arg(w.offset))
	return rows.Values[int64](ctx, r.src, query, l.Args...)
}

// byCapture lists the dated photos and then the others, each from an index:
// the engines do not agree on where NULL stands in one.
func (r reader) byCapture(ctx context.Context, l listing, order vitrine.SortOrder, w window) ([]int64, error) {
	dated := l.and(l.takenAt + " IS NOT NULL")
	ids, err := r.inOrder(ctx, dated, l.takenAt, order, w)
	if err != nil || len(ids) == w.limit {
		return ids, err
	}
	skip := 0
	if len(ids) == 0 && w.offset > 0 {
		n, err := r.count(ctx, dated)
		if err != nil {
			return nil, err
		}
		skip = w.offset - n
	}
	undated, err := r.undated(ctx, l, order, window{skip, w.limit - len(ids)})
	return append(ids, undated...), err
}

func (r reader) undated(ctx context.Context, l listing, order vitrine.SortOrder, w window) ([]int64, error) {
	return r.inOrder(ctx, l.and(l.takenAt+" IS NULL"), l.takenAt, order, w)
}

// direction is the word for an order; lists are descending unless asked.
func direction(order vitrine.SortOrder) string {
	if order == vitrine.Ascending {
		return "ASC"
	}
	return "DESC"
}

package store

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store/calendar"
	"github.com/vitrine-photos/vitrine/internal/store/rows"
	"github.com/vitrine-photos/vitrine/internal/store/standing"
)

// PhotoPage returns one page of the photos that a filter selects, each with all
// that belongs to it, and how many there are in all.
//
// The whole library, a month or a year of it, a tag, and a category each have
// an index in the order of the page and a counter of their total, so their cost
// does not grow with the library. What a search finds, of a tag or category or of
// all, is counted in the search index. Other combinations are counted one by one.
func (r reader) PhotoPage(ctx context.Context, f vitrine.PhotoFilter) (vitrine.PhotoPage, error) {
	ids, total, err := r.photoIDs(ctx, f)
	if err != nil {
		return vitrine.PhotoPage{}, err
	}
	condition := visible(f.Audience)
	if f.Deleted {
		condition = deleted
	}
	if f.PicturesOnly {
		photos, err := r.picturesWhere(ctx, ids, condition)
		return vitrine.PhotoPage{Photos: photos, Total: total}, err
	}
	photos, err := r.photosWhere(ctx, ids, condition, f.Audience)
	return vitrine.PhotoPage{Photos: photos, Total: total}, err
}

// photoIDs chooses the way to list by what is filtered.
func (r reader) photoIDs(ctx context.Context, f vitrine.PhotoFilter) ([]int64, int, error) {
	if f.Deleted {
		return r.trashIDs(ctx, f.Page)
	}
	owners, possible, err := r.feedsOf(ctx, f)
	if err != nil || !possible {
		return nil, 0, err
	}
	if len(f.Processing) > 0 {
		return r.combinedIDs(ctx, f, owners)
	}
	dated := f.Year != 0 || f.Month != 0
	switch {
	case len(owners) == 0 && !dated && f.Search == "":
		return r.libraryIDs(ctx, f)
	case len(owners) == 0 && f.Search == "":
		return r.monthIDs(ctx, f)
	case len(owners) == 1 && !dated && f.Search == "":
		return r.feedIDs(ctx, f, owners[0])
	case f.Search != "" && !dated && !narrows(f.Audience, f.Status) && f.SortBy != vitrine.SortTakenAt && f.SortBy != vitrine.SortTitle:
		return r.foundIDs(ctx, f)
	}
	return r.combinedIDs(ctx, f, owners)
}

func (r reader) trashIDs(ctx context.Context, page vitrine.Page) ([]int64, int, error) {
	total, err := rows.Value[int](ctx, r.src, "SELECT COUNT(*) FROM photos p WHERE "+deleted)
	if err != nil {
		return nil, 0, err
	}
	ids, err := rows.Values[int64](ctx, r.src, "SELECT p.id FROM photos p WHERE "+deleted+
		" ORDER BY p.deleted_at DESC, p.id DESC LIMIT $1 OFFSET $2", page.Limit, page.Offset())
	return ids, total, err
}

// feedOwner is a tag or category with the length of its feed.
type feedOwner struct {
	standing.Feed
	all, public int
}

// feedsOf returns the feeds that a filter names. It is not possible to find
// photos in one that does not exist or is hidden from the audience.
func (r reader) feedsOf(ctx context.Context, f vitrine.PhotoFilter) (owners []feedOwner, possible bool, err error) {
	if f.Tag != "" {
		owner, err := rows.One(ctx, r.src, scanFeedOwner, fmt.Sprintf(`
			SELECT %d, id, usage_count, public_count FROM tags
			WHERE (name_key = $1 OR slug = $2 OR id = (SELECT owner_id FROM former_tag_slugs WHERE slug = $2))%s
			ORDER BY CASE WHEN name_key = $1 THEN 0 WHEN slug = $2 THEN 1 ELSE 2 END LIMIT 1`,
			feedTag, onlyForPublic(f.Audience, " AND is_active")), vitrine.FoldName(f.Tag), strings.ToLower(f.Tag))
		if err != nil {
			return nil, false, rows.OrError(err, nil)
		}
		owners = append(owners, owner)
	}
	if f.CategoryID != 0 {
		owner, err := rows.One(ctx, r.src, scanFeedOwner, fmt.Sprintf(`
			SELECT %d, id, photo_count, public_photo_count FROM categories WHERE id = $1%s`,
			feedCategory, onlyForPublic(f.Audience, " AND is_visible")), f.CategoryID)
		if err != nil {
			return nil, false, rows.OrError(err, nil)
		}
		owners = append(owners, owner)
	}
	return owners, true, nil
}

func scanFeedOwner(r rows.Row) (o feedOwner, err error) {
	err = r.Scan(&o.Kind, &o.Owner, &o.all, &o.public)
	return o, err
}

// libraryIDs lists the whole library. A page far from the beginning is found
// through the calendar: passing over a million index entries takes as long as
// reading them.
func (r reader) libraryIDs(ctx context.Context, f vitrine.PhotoFilter) ([]int64, int, error) {
	column := calendarColumn(f.Audience, f.Status)
	total, err := rows.Value[int](ctx, r.src, fmt.Sprintf(
		"SELECT COALESCE(SUM(%s), 0) FROM calendar WHERE axis = %d", column, calendar.AxisTotal))
	if err != nil || f.Page.Offset() >= total {
		return nil, total, err
	}
	var ids []int64
	switch l := photosOf(f.Audience, f.Status); {
	case f.SortBy == vitrine.SortTitle || f.Page.Offset() == 0:
		ids, err = r.page(ctx, l, f.SortBy, f.SortOrder, windowOf(f.Page))
	case f.SortBy == vitrine.SortTakenAt:
		ids, err = r.deepByCapture(ctx, l, column, f)
	default:
		ids, err = r.deepByCreation(ctx, l, column, f)
	}
	return ids, total, err
}

func (r reader) deepByCreation(ctx context.Context, l listing, column string, f vitrine.PhotoFilter) ([]int64, error) {
	at, err := r.seek(ctx, calendar.AxisCreated, column, f.SortOrder, f.Page.Offset())
	if err != nil || !at.found {
		return nil, err
	}
	return r.inOrder(ctx, l.startingAt(l.createdAt, at, f.SortOrder), l.createdAt, f.SortOrder, window{at.skip, f.Page.Limit})
}

// deepByCapture is byCapture with the number of the dated photos, and the place
// of one among them, from the calendar.
func (r reader) deepByCapture(ctx context.Context, l listing, column string, f vitrine.PhotoFilter) ([]int64, error) {
	at, err := r.seek(ctx, calendar.AxisTaken, column, f.SortOrder, f.Page.Offset())
	if err != nil {
		return nil, err
	}
	if !at.found {
		return r.undated(ctx, l, f.SortOrder, window{f.Page.Offset() - at.total, f.Page.Limit})
	}
	dated := l.and(l.takenAt+" IS NOT NULL").startingAt(l.takenAt, at, f.SortOrder)
	ids, err := r.inOrder(ctx, dated, l.takenAt, f.SortOrder, window{at.skip, f.Page.Limit})
	if err != nil || len(ids) == f.Page.Limit {
		return ids, err
	}
	undated, err := r.undated(ctx, l, f.SortOrder, window{0, f.Page.Limit - len(ids)})
	return append(ids, undated...), err
}

// monthIDs lists one month, one year, or one month of every year.
func (r reader) monthIDs(ctx context.Context, f vitrine.PhotoFilter) ([]int64, int, error) {
	months, err := r.monthsOf(ctx, f)
	total := 0
	for _, month := range months {
		total += month.n
	}
	if err != nil || f.Page.Offset() >= total {
		return nil, total, err
	}
	l := photosOf(f.Audience, f.Status)
	if f.SortBy == vitrine.SortTakenAt {
		// The index by time is in the order of the page. Wall clocks are less
		// than a day from UTC. The plus keeps the engine from the other index.
		from, _ := calendar.Stretch(calendar.LevelMonth, months[0].at)
		_, to := calendar.Stretch(calendar.LevelMonth, months[len(months)-1].at)
		l = l.and("p.taken_at >= ? AND p.taken_at < ?", micros(from.Add(-24*time.Hour)), micros(to.Add(24*time.Hour)))
		l = andIn(l, "+p.taken_month", names(months))
	} else {
		l = l.takenIn(f)
	}
	ids, err := r.page(ctx, l, f.SortBy, f.SortOrder, windowOf(f.Page))
	return ids, total, err
}

// monthsOf returns the months of a filter's year and month that have photos.
func (r reader) monthsOf(ctx context.Context, f vitrine.PhotoFilter) ([]bucketCount, error) {
	from, to := int64(f.Year)*100, int64(f.Year)*100+99
	if f.Year == 0 {
		to = 999999
	}
	months, err := r.bucketCounts(ctx, calendar.AxisMonth, calendar.LevelMonth, from, to, calendarColumn(f.Audience, f.Status), vitrine.Ascending)
	if f.Month != 0 {
		months = slices.DeleteFunc(months, func(m bucketCount) bool { return m.at%100 != int64(f.Month) })
	}
	return months, err
}

// takenIn leaves the photos of a filter's year and month, each of which has an
// index in the order of creation.
func (l listing) takenIn(f vitrine.PhotoFilter) listing {
	switch {
	case f.Month == 0:
		return l.and("p.taken_month / 100 = ?", f.Year)
	case f.Year == 0:
		return l.and("p.taken_month % 100 = ?", f.Month)
	}
	return l.and("p.taken_month = ?", monthNumber(f.Year, time.Month(f.Month)))
}

// foundIDs lists what a search finds, of a tag and a category if the filter names
// them, by the search index alone: it counts a match in less than a microsecond,
// and has them in the order in which they were added.
func (r reader) foundIDs(ctx context.Context, f vitrine.PhotoFilter) ([]int64, int, error) {
	asked := vitrine.SearchFilter{Audience: f.Audience, Query: f.Search, HiddenPlaces: f.HiddenPlaces, CategoryID: f.CategoryID}
	if f.Tag != "" {
		asked.Tags = []string{f.Tag}
	}
	s, possible, err := r.newSearch(ctx, asked)
	if err != nil || !possible {
		return nil, 0, err
	}
	return s.byID(ctx, f.SortOrder, windowOf(f.Page))
}

// feedIDs lists one tag or category.
func (r reader) feedIDs(ctx context.Context, f vitrine.PhotoFilter, owner feedOwner) ([]int64, int, error) {
	l := feedOf(owner.Feed, f.Audience, f.Status)
	total := owner.all
	if f.Audience == vitrine.AudiencePublic {
		total = owner.public
	}
	if narrows(f.Audience, f.Status) {
		var err error
		if total, err = r.count(ctx, l); err != nil {
			return nil, 0, err
		}
	}
	if f.Page.Offset() >= total {
		return nil, total, nil
	}
	ids, err := r.page(ctx, l, f.SortBy, f.SortOrder, windowOf(f.Page))
	return ids, total, err
}

// combinedIDs lists by any filters together.
func (r reader) combinedIDs(ctx context.Context, f vitrine.PhotoFilter, owners []feedOwner) ([]int64, int, error) {
	l := intersection(f, owners)
	if f.Year != 0 || f.Month != 0 {
		months, err := r.monthsOf(ctx, f)
		if err != nil || len(months) == 0 {
			return nil, 0, err
		}
		l = andIn(l, "p.taken_month", names(months))
	}
	if f.Search != "" {
		condition, args := r.search(f.Search, f.HiddenPlaces || f.Audience == vitrine.AudienceEditor)
		l = l.and(condition, args...)
	}
	total, err := r.count(ctx, l)
	if err != nil || f.Page.Offset() >= total {
		return nil, total, err
	}
	ids, err := r.page(ctx, l, f.SortBy, f.SortOrder, windowOf(f.Page))
	return ids, total, err
}

// intersection is a listing of the photos in all feeds: of the shortest one,
// each looked up in the others; beside their photos p if the filter asks for
// what feeds do not know. Those whose files are not done are fewer than any.
func intersection(f vitrine.PhotoFilter, owners []feedOwner) listing {
	var l listing
	slices.SortFunc(owners, func(a, b feedOwner) int { return a.all - b.all })
	switch {
	case len(f.Processing) > 0:
		l = undoneOf(f)
	case len(owners) == 0:
		return photosOf(f.Audience, f.Status)
	default:
		l, owners = feedOf(owners[0].Feed, f.Audience, f.Status), owners[1:]
		if f.Year != 0 || f.Month != 0 || f.Search != "" {
			l.table += " JOIN photos p ON p.id = f.photo_id"
		}
	}
	for _, other := range owners {
		// Not EXISTS: just after a large import PostgreSQL would guess at a join
		// that takes seconds.
		l = l.and(`(SELECT o.photo_id FROM feeds o
			WHERE o.kind = ? AND o.owner_id = ? AND o.photo_id = `+l.id+`) IS NOT NULL`, other.Kind, other.Owner)
	}
	return l
}

// undoneOf is a listing of the photos whose files stand as a filter says, from an
// index that holds no others; the join keeps SQLite from another way. What is
// not done with is nothing that the public is told.
func undoneOf(f vitrine.PhotoFilter) listing {
	l := photosOf(f.Audience, f.Status)
	l.table = "uploads u CROSS JOIN photos p"
	if f.Audience == vitrine.AudiencePublic {
		l = l.and("FALSE")
	}
	return andIn(l.and("p.upload_id = u.id AND u.status <> 'completed'"), "u.status", f.Processing)
}

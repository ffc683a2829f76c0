package store

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store/calendar"
	"github.com/vitrine-photos/vitrine/internal/store/rows"
)

// MonthCounts returns how many photos an audience sees of each month that has
// any, the latest month first.
func (r reader) MonthCounts(ctx context.Context, audience vitrine.Audience) ([]vitrine.MonthCount, error) {
	counts, err := r.bucketCounts(ctx, calendar.AxisMonth, calendar.LevelMonth, 0, math.MaxInt64, calendarColumn(audience, ""), vitrine.Descending)
	months := make([]vitrine.MonthCount, len(counts))
	for i, c := range counts {
		months[i] = vitrine.MonthCount{Year: int(c.at / 100), Month: time.Month(c.at % 100), Count: c.n}
	}
	return months, err
}

// EventMonths returns the months that have timeline events, the latest first.
func (r reader) EventMonths(ctx context.Context) ([]vitrine.MonthCount, error) {
	return rows.All(ctx, r.src, func(r rows.Row) (m vitrine.MonthCount, err error) {
		var number int
		err = r.Scan(&number)
		m.Year, m.Month = number/100, time.Month(number%100)
		return m, err
	}, "SELECT DISTINCT date / 100 AS month FROM timeline_events ORDER BY month DESC")
}

// HasTimeline reports whether an audience sees anything in the timeline.
func (r reader) HasTimeline(ctx context.Context, audience vitrine.Audience) (bool, error) {
	return rows.Value[bool](ctx, r.src, fmt.Sprintf(`
		SELECT EXISTS (SELECT 1 FROM calendar WHERE axis = %d AND level = %d AND %s > 0)
			OR EXISTS (SELECT 1 FROM timeline_events)`, calendar.AxisMonth, calendar.LevelMonth, calendarColumn(audience, "")))
}

// localTime is the wall clock on which a photo was taken, as the indexes have it.
const localTime = "(p.taken_at + p.taken_offset * 1000000)"

// newestFirst orders the photos of a month, by their capture on the wall clock.
const newestFirst = " ORDER BY " + localTime + " DESC, p.id DESC LIMIT "

// MonthPhotos returns a page of the photos that an audience sees of a month, the
// last taken first.
func (r reader) MonthPhotos(ctx context.Context, audience vitrine.Audience, year int, month time.Month, page vitrine.Page) ([]vitrine.TimelinePhoto, error) {
	ids, err := rows.Values[int64](ctx, r.src, "SELECT p.id FROM photos p WHERE p.taken_month = $1 AND "+visible(audience)+
		newestFirst+"$2 OFFSET $3", monthNumber(year, month), page.Limit, page.Offset())
	if err != nil {
		return nil, err
	}
	photos, err := r.timelinePhotos(ctx, ids, audience)
	return photos[monthNumber(year, month)], err
}

func monthNumber(year int, month time.Month) int64 { return int64(year)*100 + int64(month) }

// AddNewestPhotos gives each month the photos that were taken last of those that
// an audience sees, limit at most. The months are the latest first.
func (r reader) AddNewestPhotos(ctx context.Context, audience vitrine.Audience, months []*vitrine.TimelineMonth, limit int) error {
	if len(months) == 0 {
		return nil
	}
	first, last := months[len(months)-1], months[0]
	ids, err := r.newestOfMonths(ctx, audience, monthNumber(first.Year, first.Month), monthNumber(last.Year, last.Month), limit)
	if err != nil {
		return err
	}
	photos, err := r.timelinePhotos(ctx, ids, audience)
	for _, m := range months {
		m.Photos = photos[monthNumber(m.Year, m.Month)]
	}
	return err
}

// newestOfMonths reads one stretch of an index for each month that has photos.
// It is one short statement for any number of months, so that planning it takes
// no longer than running it, and both engines know string_agg.
func (r reader) newestOfMonths(ctx context.Context, audience vitrine.Audience, from, to int64, limit int) ([]int64, error) {
	query := fmt.Sprintf(`
		SELECT COALESCE((SELECT string_agg(CAST(newest.id AS TEXT), ',') FROM (
			SELECT p.id FROM photos p WHERE p.taken_month = m.bucket AND %s%s$1) AS newest), '')
		FROM calendar m
		WHERE m.axis = %d AND m.level = %d AND m.bucket BETWEEN $2 AND $3 AND %s > 0`,
		visible(audience), newestFirst, calendar.AxisMonth, calendar.LevelMonth, calendarColumn(audience, ""))
	lists, err := rows.Values[string](ctx, r.src, query, limit, from, to)
	if err != nil {
		return nil, err
	}
	var ids []int64
	for _, list := range lists {
		for text := range strings.FieldsFuncSeq(list, func(c rune) bool { return c == ',' }) {
			id, err := strconv.ParseInt(text, 10, 64)
			if err != nil {
				return nil, err
			}
			ids = append(ids, id)
		}
	}
	return ids, nil
}

// timelinePhoto is a photo with its place in the timeline.
type timelinePhoto struct {
	vitrine.TimelinePhoto
	month, local int64
}

// timelinePhotos returns photos by the number of their month, the last taken
// first.
func (r reader) timelinePhotos(ctx context.Context, ids []int64, audience vitrine.Audience) (map[int64][]vitrine.TimelinePhoto, error) {
	found, err := rows.In(ctx, r.src, ids, scanTimelinePhoto, `
		SELECT p.id, p.title, p.taken_at, p.taken_month, `+localTime+`, p.is_public, r.name, r.key, r.mime_type, r.width, r.height
		FROM photos p LEFT JOIN renditions r ON r.upload_id = p.upload_id AND r.name = 'thumb_medium' AND p.formats_ready
		WHERE p.id IN (@ids) AND p.taken_month IS NOT NULL AND `+visible(audience))
	slices.SortFunc(found, func(a, b timelinePhoto) int { return cmp.Or(cmp.Compare(b.local, a.local), cmp.Compare(b.ID, a.ID)) })
	byMonth := map[int64][]vitrine.TimelinePhoto{}
	for _, p := range found {
		byMonth[p.month] = append(byMonth[p.month], p.TimelinePhoto)
	}
	return byMonth, err
}

func scanTimelinePhoto(r rows.Row) (p timelinePhoto, err error) {
	var takenAt int64
	var name, key, mimeType sql.NullString
	var width, height sql.NullInt64
	err = r.Scan(&p.ID, &p.Title, &takenAt, &p.month, &p.local, &p.Public, &name, &key, &mimeType, &width, &height)
	p.TakenAt = fromMicros(takenAt)
	if key.Valid {
		p.Thumb = &vitrine.Rendition{
			Name: vitrine.RenditionName(name.String), Key: key.String, MIMEType: mimeType.String,
			Width: int(width.Int64), Height: int(height.Int64),
		}
	}
	return p, err
}

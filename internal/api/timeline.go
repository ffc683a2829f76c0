package api

import (
	"context"
	"fmt"
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/api/openapi"
	"github.com/vitrine-photos/vitrine/internal/cache"
	"github.com/vitrine-photos/vitrine/internal/catalog"
)

// timelineView is the whole timeline, or a year of it.
type timelineView struct {
	Years []timelineYear `json:"years" doc:"Years with photos or events, the latest first."`
	Stats timelineStats  `json:"stats" doc:"Of all years, whichever were asked for."`
}

// timelineYear is a year of the timeline.
type timelineYear struct {
	Year       int             `json:"year" example:"2026"`
	PhotoCount int             `json:"photo_count" example:"57"`
	Months     []timelineMonth `json:"months" doc:"Months with photos or events, the latest first."`
}

// timelineMonth is a month of the timeline.
type timelineMonth struct {
	Month      int                 `json:"month" example:"5"`
	MonthName  string              `json:"month_name" doc:"In English." example:"May"`
	PhotoCount int                 `json:"photo_count" doc:"Photos taken in it on the local wall clock, as the reader sees them." example:"12"`
	Photos     []timelinePhoto     `json:"photos" doc:"The last taken first; empty unless include_photos is true."`
	Events     []timelineEventView `json:"events" doc:"The last first."`
}

// monthOfYear is a month by itself.
type monthOfYear struct {
	Year int `json:"year" example:"2026"`
	timelineMonth
}

// timelinePhoto is a photo in the timeline.
type timelinePhoto struct {
	ID       int64     `json:"id" example:"42"`
	Title    string    `json:"title" example:"Harbour at dawn"`
	ThumbURL *string   `json:"thumb_url" doc:"Null until the pictures are ready." example:"/media/9ac1be43430b27dfa04cde0c44397f55224066658d07582ce79d1f09213f3f75.jpg"`
	TakenAt  time.Time `json:"taken_at" example:"2026-05-31T03:12:40Z"`
}

// timelineStats counts the photos that are in the timeline: those with a date.
type timelineStats struct {
	TotalPhotos     int         `json:"total_photos" doc:"Photos in the timeline; those without a time of capture are not." example:"57"`
	YearRange       *[2]int     `json:"year_range" doc:"The first and the last year with photos; null without any." example:"[2019,2026]"`
	MostActiveMonth *monthCount `json:"most_active_month" doc:"The month with the most photos, the later one of equals; null without any."`
	PhotosByYear    []yearCount `json:"photos_by_year" doc:"Years with photos, the latest first."`
}

// monthCount tells how many photos a month has.
type monthCount struct {
	Year  int `json:"year" example:"2026"`
	Month int `json:"month" example:"5"`
	Count int `json:"count" example:"12"`
}

// yearCount tells how many photos a year has.
type yearCount struct {
	Year  int `json:"year" example:"2026"`
	Count int `json:"count" example:"57"`
}

func (a *API) newTimelineView(t vitrine.Timeline) timelineView {
	view := timelineView{Years: []timelineYear{}, Stats: newTimelineStats(t.Stats)}
	for _, y := range t.Years {
		year := timelineYear{Year: y.Year, PhotoCount: y.PhotoCount}
		for _, m := range y.Months {
			year.Months = append(year.Months, a.newTimelineMonth(m))
		}
		view.Years = append(view.Years, year)
	}
	return view
}

func newTimelineStats(s vitrine.TimelineStats) timelineStats {
	stats := timelineStats{TotalPhotos: s.TotalPhotos, PhotosByYear: []yearCount{}}
	for _, y := range s.ByYear {
		stats.PhotosByYear = append(stats.PhotosByYear, yearCount(y))
	}
	if m := s.MostActive; m != nil {
		stats.YearRange = &[2]int{s.ByYear[len(s.ByYear)-1].Year, s.ByYear[0].Year}
		stats.MostActiveMonth = &monthCount{m.Year, int(m.Month), m.Count}
	}
	return stats
}

func (a *API) newTimelineMonth(m *vitrine.TimelineMonth) timelineMonth {
	view := timelineMonth{
		Month: int(m.Month), MonthName: m.Month.String(), PhotoCount: m.Count,
		Photos: make([]timelinePhoto, len(m.Photos)), Events: make([]timelineEventView, len(m.Events)),
	}
	for i, p := range m.Photos {
		view.Photos[i] = timelinePhoto{ID: p.ID, Title: p.Title, TakenAt: p.TakenAt}
		if p.Thumb != nil {
			url := a.urls.Rendition(*p.Thumb, p.Public)
			view.Photos[i].ThumbURL = &url
		}
	}
	for i, e := range m.Events {
		view.Events[i] = newTimelineEventView(e)
	}
	return view
}

// timelineQuery are the parameters of the timeline.
type timelineQuery struct {
	Year          int  `query:"year" minimum:"1" maximum:"9999" doc:"Only this year." example:"2026"`
	IncludePhotos bool `query:"include_photos" doc:"Also show photos of each month."`
	PhotosLimit   int  `query:"photos_limit" default:"10" minimum:"1" maximum:"100" doc:"The most photos of each month: the last taken." example:"10"`
}

// timelineAnswer is the timeline, which has no pages. Like a page it has a weak
// entity tag.
type timelineAnswer struct{ paged[timelineView] }

func (timelineAnswer) schemas(s *openapi.Schemas) map[string]*huma.Schema {
	return map[string]*huma.Schema{"data": s.Of(reflect.TypeFor[timelineView]())}
}

func (a *API) getTimeline(c *call, q *timelineQuery) (timelineAnswer, error) {
	query := catalog.TimelineQuery{Year: q.Year}
	if q.IncludePhotos {
		query.Photos = q.PhotosLimit
	}
	load := func(ctx context.Context) (paged[timelineView], error) {
		timeline, err := a.catalog.Timeline(ctx, c.actor, query)
		if err != nil {
			return paged[timelineView]{}, err
		}
		return newPaged(a.newTimelineView(timeline))
	}
	page, err := keptForPublic(a, c, fmt.Sprint("timeline ", query.Year, query.Photos), load)
	return timelineAnswer{page}, err
}

// timelineMonthQuery names a month, and a page of its photos.
type timelineMonthQuery struct {
	Year  int `path:"year" minimum:"1" maximum:"9999" doc:"The year." example:"2026"`
	Month int `path:"month" minimum:"1" maximum:"12" doc:"The month." example:"5"`
	paging
	IncludePhotos bool `query:"include_photos" doc:"Also show its photos."`
}

func (a *API) getTimelineMonth(c *call, q *timelineMonthQuery) (paged[monthOfYear], error) {
	page := q.page()
	shown := &page
	if !q.IncludePhotos {
		shown = nil
	}
	load := func(ctx context.Context) (paged[monthOfYear], error) {
		month, err := a.catalog.TimelineMonth(ctx, c.actor, q.Year, time.Month(q.Month), shown)
		if err != nil {
			return paged[monthOfYear]{}, err
		}
		return newPaged(monthOfYear{q.Year, a.newTimelineMonth(month)}, paginate(page, month.Count))
	}
	return keptForPublic(a, c, fmt.Sprint("month ", q.Year, q.Month, page.Number, page.Limit, q.IncludePhotos), load)
}

// keptForPublic answers the public from the cache, until a photo or a timeline
// event changes.
func keptForPublic[T any](a *API, c *call, key string, load func(context.Context) (paged[T], error)) (paged[T], error) {
	if c.actor.Audience() == vitrine.AudienceEditor {
		return load(c.Context())
	}
	return keepPage(c.Context(), a.cache, cache.Photos, key, load)
}

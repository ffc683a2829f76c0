package site

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/catalog"
)

// timelinePage shows a year by its months, and leads to the other years.
type timelinePage struct {
	Year   int
	Count  int
	Years  []yearLink
	Months []monthView
}

// yearLink leads to a year of the timeline.
type yearLink struct {
	Path    string
	Year    int
	Current bool
}

// monthView is a month with what happened in it and a few of its photos.
type monthView struct {
	Path, Name string
	Count      int
	Events     []eventView
	Strip      []tileView
}

// eventView is something that happened to the photographer.
type eventView struct {
	Title, Words string
	Day, ISO     string
	Strip        []tileView
}

// monthPage shows all of a month.
type monthPage struct {
	Name         string
	Above        []crumb
	Events       []eventView
	Newer, Older any // the next month that has something, or nil
	Photos       grid
}

// stripLength is how many photos stand for a month or an event.
const stripLength = 6

// timelineStart is the address of the latest year of the timeline.
const timelineStart = "/timeline"

// yearPath is the address of one of the years of the timeline, the latest first.
func yearPath(year int, years []int) string {
	if year == years[0] {
		return timelineStart
	}
	return timelineStart + "?year=" + strconv.Itoa(year)
}

// monthPath is the address of a month.
func monthPath(m vitrine.MonthCount) string { return fmt.Sprintf("/timeline/%d/%d", m.Year, m.Month) }

// timeline shows one year at a time, so that no page grows with the years.
func (s *Site) timeline(r *request) (*page, error) {
	months, err := s.Catalog.TimelineMonths(r.Context(), vitrine.Actor{})
	if err != nil {
		return nil, err
	}
	years := yearsOf(months)
	year, err := chosenYear(r, years)
	if err != nil {
		return nil, err
	}
	p, err := s.newPage(r, "timeline")
	if err != nil {
		return nil, err
	}
	p.Sheet, p.Title = "timeline.css", r.lang.say("Timeline")
	body := timelinePage{Year: year}
	for _, y := range years {
		body.Years = append(body.Years, yearLink{Path: yearPath(y, years), Year: y, Current: y == year})
	}
	if len(years) > 0 {
		if year != years[0] {
			p.Title = r.lang.say("Timeline %d", year)
		}
		s.setAddress(p, yearPath(year, years))
		if err := s.addYear(r, p, &body); err != nil {
			return nil, err
		}
	}
	p.Body = body
	return p, nil
}

// yearsOf returns the years of months that are the latest first.
func yearsOf(months []vitrine.MonthCount) (years []int) {
	for _, m := range months {
		years = append(years, m.Year)
	}
	return slices.Compact(years)
}

// chosenYear returns the year that a visitor asks for, or else the latest; 0 if
// there is none. One that has nothing is not found.
func chosenYear(r *request, years []int) (int, error) {
	text := r.URL.Query().Get("year")
	switch {
	case text == "" && len(years) == 0:
		return 0, nil
	case text == "":
		return years[0], nil
	}
	year, err := strconv.Atoi(text)
	if err != nil || !slices.Contains(years, year) {
		return 0, vitrine.NotFound("page", "")
	}
	return year, nil
}

// addYear shows the months of the year of a timeline.
func (s *Site) addYear(r *request, p *page, body *timelinePage) error {
	timeline, err := s.Catalog.Timeline(r.Context(), vitrine.Actor{}, catalog.TimelineQuery{Year: body.Year, Photos: stripLength})
	if err != nil {
		return err
	}
	var ids []int64
	for _, year := range timeline.Years {
		body.Count += year.PhotoCount
		for _, m := range year.Months {
			for _, photo := range m.Photos {
				ids = append(ids, photo.ID)
			}
		}
	}
	strips, err := s.newStrips(r, p, ids)
	if err != nil {
		return err
	}
	for _, year := range timeline.Years {
		for _, m := range year.Months {
			view := monthView{Path: monthPath(m.MonthCount), Name: r.lang.monthName(m.Month), Count: m.Count}
			for _, e := range m.Events {
				view.Events = append(view.Events, newEventView(e, r.lang))
			}
			for _, photo := range m.Photos {
				view.Strip = strips.append(view.Strip, photo.ID)
			}
			body.Months = append(body.Months, view)
		}
	}
	return nil
}

func newEventView(e *vitrine.TimelineEvent, l *language) eventView {
	return eventView{Title: e.Title, Words: e.Description, Day: l.day(e.Date), ISO: e.Date.Format(time.DateOnly)}
}

// month shows a month of the timeline.
func (s *Site) month(r *request) (*page, error) {
	months, err := s.Catalog.TimelineMonths(r.Context(), vitrine.Actor{})
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(months, func(m vitrine.MonthCount) bool { return monthPath(m) == r.path })
	if at < 0 {
		return nil, vitrine.NotFound("page", "")
	}
	p, err := s.newPage(r, "month")
	if err != nil {
		return nil, err
	}
	m := months[at]
	number := pageNumber(r.Request)
	found, err := s.listed(r.Context(), p, vitrine.PhotoFilter{
		Year: m.Year, Month: int(m.Month),
		Page: vitrine.Page{Number: number}, SortBy: vitrine.SortTakenAt, SortOrder: vitrine.Descending,
	})
	if err != nil {
		return nil, err
	}
	p.Sheet, p.Title = "timeline.css", r.lang.month(m.Year, m.Month)
	body := monthPage{Name: p.Title, Photos: s.addGrid(p, monthPath(m), number, found)}
	body.Above = []crumb{{timelineStart, r.lang.say("Timeline")}, {yearPath(m.Year, yearsOf(months)), strconv.Itoa(m.Year)}}
	if at > 0 {
		body.Newer = link{monthPath(months[at-1]), r.lang.month(months[at-1].Year, months[at-1].Month)}
	}
	if at < len(months)-1 {
		body.Older = link{monthPath(months[at+1]), r.lang.month(months[at+1].Year, months[at+1].Month)}
	}
	if number == 1 {
		if body.Events, err = s.eventsOf(r, p, m); err != nil {
			return nil, err
		}
	}
	p.Body = body
	return p, nil
}

// eventsOf returns what happened in a month, with the photos that show it.
func (s *Site) eventsOf(r *request, p *page, month vitrine.MonthCount) ([]eventView, error) {
	m, err := s.Catalog.TimelineMonth(r.Context(), vitrine.Actor{}, month.Year, month.Month, nil)
	if err != nil {
		return nil, err
	}
	var ids []int64
	for _, e := range m.Events {
		ids = append(ids, e.RelatedPhotos[:min(len(e.RelatedPhotos), stripLength)]...)
	}
	strips, err := s.newStrips(r, p, ids)
	if err != nil {
		return nil, err
	}
	var views []eventView
	for _, e := range m.Events {
		view := newEventView(e, r.lang)
		for _, id := range e.RelatedPhotos[:min(len(e.RelatedPhotos), stripLength)] {
			view.Strip = strips.append(view.Strip, id)
		}
		views = append(views, view)
	}
	return views, nil
}

// timelinePaths returns the addresses of all that is in the timeline.
func timelinePaths(months []vitrine.MonthCount) (paths []string) {
	years := yearsOf(months)
	for _, year := range years {
		paths = append(paths, yearPath(year, years))
	}
	for _, m := range months {
		paths = append(paths, monthPath(m))
	}
	return paths
}

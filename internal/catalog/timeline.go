package catalog

import (
	"context"
	"time"

	"github.com/vitrine-photos/vitrine"
)

// TimelineQuery says what to show of the timeline.
type TimelineQuery struct {
	Year   int // only this one; 0 for all
	Photos int // show so many of each month, up to MaxTimelinePhotos
}

// Timeline returns what the actor may see of the timeline. The statistics are
// those of all years.
func (c *Catalog) Timeline(ctx context.Context, actor vitrine.Actor, q TimelineQuery) (vitrine.Timeline, error) {
	counts, err := c.DB.MonthCounts(ctx, actor.Audience())
	if err != nil {
		return vitrine.Timeline{}, err
	}
	from, to := day(1, time.January, 1), day(9999, time.December, 31)
	if q.Year != 0 {
		from, to = day(q.Year, time.January, 1), day(q.Year, time.December, 31)
	}
	events, err := c.DB.TimelineEvents(ctx, actor.Audience(), from, to)
	if err != nil {
		return vitrine.Timeline{}, err
	}
	months := timelineMonths(counts, events, q.Year)
	if q.Photos > 0 {
		err = c.DB.AddNewestPhotos(ctx, actor.Audience(), months, q.Photos)
	}
	return vitrine.Timeline{Years: timelineYears(months), Stats: timelineStats(counts)}, err
}

// TimelineMonth returns what the actor may see of a month, with a page of its
// photos, or none if page is nil.
func (c *Catalog) TimelineMonth(ctx context.Context, actor vitrine.Actor, year int, month time.Month, page *vitrine.Page) (*vitrine.TimelineMonth, error) {
	counts, err := c.DB.MonthCounts(ctx, actor.Audience())
	if err != nil {
		return nil, err
	}
	m := &vitrine.TimelineMonth{MonthCount: vitrine.MonthCount{Year: year, Month: month}}
	for _, count := range counts {
		if count.Year == year && count.Month == month {
			m.Count = count.Count
		}
	}
	if m.Events, err = c.DB.TimelineEvents(ctx, actor.Audience(), day(year, month, 1), day(year, month+1, 0)); err != nil {
		return nil, err
	}
	if page != nil && page.Offset() < m.Count {
		m.Photos, err = c.DB.MonthPhotos(ctx, actor.Audience(), year, month, *page)
	}
	return m, err
}

// TimelineMonths returns the months in which the actor may see photos or events,
// the latest first.
func (c *Catalog) TimelineMonths(ctx context.Context, actor vitrine.Actor) ([]vitrine.MonthCount, error) {
	counts, err := c.DB.MonthCounts(ctx, actor.Audience())
	if err != nil {
		return nil, err
	}
	events, err := c.DB.EventMonths(ctx)
	return mergeMonths(counts, events), err
}

// HasTimeline reports whether the actor may see anything in the timeline.
func (c *Catalog) HasTimeline(ctx context.Context, actor vitrine.Actor) (bool, error) {
	return c.DB.HasTimeline(ctx, actor.Audience())
}

func day(year int, month time.Month, d int) time.Time {
	return time.Date(year, month, d, 0, 0, 0, 0, time.UTC)
}

// timelineMonths merges what is counted and what happened, both the latest first,
// into the months of one year, or of all if that is 0.
func timelineMonths(counts []vitrine.MonthCount, events []*vitrine.TimelineEvent, year int) []*vitrine.TimelineMonth {
	var months []*vitrine.TimelineMonth
	for len(counts) > 0 || len(events) > 0 {
		var next vitrine.MonthCount
		if len(events) > 0 {
			next.Year, next.Month = events[0].Date.Year(), events[0].Date.Month()
		}
		if len(counts) > 0 && !earlier(counts[0], next) {
			next, counts = counts[0], counts[1:]
		}
		m := &vitrine.TimelineMonth{MonthCount: next}
		for len(events) > 0 && events[0].Date.Year() == next.Year && events[0].Date.Month() == next.Month {
			m.Events, events = append(m.Events, events[0]), events[1:]
		}
		if year == 0 || next.Year == year {
			months = append(months, m)
		}
	}
	return months
}

// mergeMonths merges months with photos and months with events, both the latest
// first.
func mergeMonths(counts, events []vitrine.MonthCount) []vitrine.MonthCount {
	var months []vitrine.MonthCount
	for _, event := range events {
		for len(counts) > 0 && earlier(event, counts[0]) {
			months, counts = append(months, counts[0]), counts[1:]
		}
		if len(counts) == 0 || earlier(counts[0], event) {
			months = append(months, event)
		}
	}
	return append(months, counts...)
}

func earlier(a, b vitrine.MonthCount) bool {
	return a.Year < b.Year || a.Year == b.Year && a.Month < b.Month
}

func timelineYears(months []*vitrine.TimelineMonth) []vitrine.TimelineYear {
	var years []vitrine.TimelineYear
	for _, m := range months {
		if len(years) == 0 || years[len(years)-1].Year != m.Year {
			years = append(years, vitrine.TimelineYear{Year: m.Year})
		}
		last := &years[len(years)-1]
		last.PhotoCount += m.Count
		last.Months = append(last.Months, m)
	}
	return years
}

func timelineStats(counts []vitrine.MonthCount) vitrine.TimelineStats {
	var stats vitrine.TimelineStats
	for i, m := range counts {
		stats.TotalPhotos += m.Count
		if n := len(stats.ByYear); n == 0 || stats.ByYear[n-1].Year != m.Year {
			stats.ByYear = append(stats.ByYear, vitrine.YearCount{Year: m.Year})
		}
		stats.ByYear[len(stats.ByYear)-1].Count += m.Count
		if stats.MostActive == nil || m.Count > stats.MostActive.Count {
			stats.MostActive = &counts[i]
		}
	}
	return stats
}

package stats

import (
	"fmt"
	"time"

	"github.com/vitrine-photos/vitrine/internal/store"
)

// Point is the count of a day, a month or a year.
type Point struct {
	Date  string `json:"date" doc:"UTC: YYYY-MM-DD, or YYYY-MM when grouped by month." example:"2026-05-31"`
	Count int    `json:"count" example:"12"`
}

// period is a stretch of whole days, both included.
type period struct{ from, to time.Time }

// String is how the period is asked for when it ends today, such as "30d".
func (p period) String() string {
	return fmt.Sprintf("%dd", 1+int(p.to.Sub(p.from)/(24*time.Hour)))
}

// last returns the period of so many days that ends today.
func (s *Stats) last(days int) period {
	today := s.Now().UTC().Truncate(24 * time.Hour)
	return period{today.AddDate(0, 0, 1-days), today}
}

// span returns the period of a year or, if that is 0, from the first month to
// the last. It reports false if there are none.
func span(months []store.DayCount, year int) (period, bool) {
	if year != 0 {
		begins := time.Date(year, time.January, 1, 0, 0, 0, 0, time.UTC)
		return period{begins, begins.AddDate(1, 0, -1)}, true
	}
	if len(months) == 0 {
		return period{}, false
	}
	return period{months[0].Day, months[len(months)-1].Day.AddDate(0, 1, -1)}, true
}

func (p period) byDay(counts []store.DayCount) []Point {
	return p.points(counts, time.DateOnly, func(t time.Time) time.Time { return t.AddDate(0, 0, 1) })
}

func (p period) byMonth(counts []store.DayCount) []Point {
	begins := time.Date(p.from.Year(), p.from.Month(), 1, 0, 0, 0, 0, time.UTC)
	return period{begins, p.to}.points(counts, "2006-01", func(t time.Time) time.Time { return t.AddDate(0, 1, 0) })
}

func (p period) byYear(counts []store.DayCount) []Point {
	begins := time.Date(p.from.Year(), time.January, 1, 0, 0, 0, 0, time.UTC)
	return period{begins, p.to}.points(counts, "2006", func(t time.Time) time.Time { return t.AddDate(1, 0, 0) })
}

// points adds counts up under the names that a layout gives to their days, and
// lists every name of the period, one step after the other.
func (p period) points(counts []store.DayCount, layout string, next func(time.Time) time.Time) []Point {
	sums := map[string]int{}
	for _, c := range counts {
		if !c.Day.Before(p.from) && !c.Day.After(p.to) {
			sums[c.Day.Format(layout)] += c.Count
		}
	}
	points := []Point{}
	for t := p.from; !t.After(p.to); t = next(t) {
		name := t.Format(layout)
		points = append(points, Point{name, sums[name]})
	}
	return points
}

func total(points []Point) int {
	sum := 0
	for _, p := range points {
		sum += p.Count
	}
	return sum
}

// Package stats tells what there is and what happens: totals, days without gaps,
// shares, and what the storage holds. It reads counters that are kept with every
// change, so its cost does not grow with the library.
package stats

import (
	"context"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// Config is what Stats are made of. All fields are required.
type Config struct {
	DB       *store.DB
	Capacity func() (int64, error)                   // bytes that may be stored
	Health   func(context.Context) map[string]string // of the parts of the service
	Now      func() time.Time
}

// Stats answers questions about the library. It may be used by several
// goroutines. Everything it tells needs settings.read.
type Stats struct{ Config }

// New returns the statistics of what cfg.DB holds.
func New(cfg Config) *Stats { return &Stats{cfg} }

// Views counts views.
type Views struct {
	Period  string             `json:"period" example:"30d"`
	GroupBy vitrine.PhotoGroup `json:"group_by" enum:"day,month" example:"day"`
	Total   int                `json:"total" doc:"Of all items." example:"3120"`
	Items   []Point            `json:"items" doc:"In their order, without gaps."`
}

// Views counts the views of the last days, by day or by month. Of the first
// month only the days of the period count.
func (s *Stats) Views(ctx context.Context, actor vitrine.Actor, days int, group vitrine.PhotoGroup) (Views, error) {
	if err := actor.Require(vitrine.SettingsRead); err != nil {
		return Views{}, err
	}
	p := s.last(days)
	counts, err := s.DB.ViewsByDay(ctx, p.from, p.to)
	views := Views{Period: p.String(), GroupBy: group}
	if group == vitrine.ByMonth {
		views.Items = p.byMonth(counts)
	} else {
		views.Items = p.byDay(counts)
	}
	views.Total = total(views.Items)
	return views, err
}

// Photos counts photos.
type Photos struct {
	GroupBy vitrine.PhotoGroup `json:"group_by" enum:"day,month,year,category,tag,camera,lens" example:"month"`
	Items   []Group            `json:"items" doc:"Times in their order, without gaps; all else, the most first and at most 500."`
}

// Group is how many photos have something in common.
type Group struct {
	Key   string `json:"key" doc:"A day, a month, a year, or a name." example:"2026-05"`
	Count int    `json:"count" example:"12"`
}

// Photos counts photos outside of the trash by what they have in common: all, or
// those that were created in a year, UTC, unless that is 0. Times have no gaps,
// from the first photo to the last, or the whole year; all else begins with what
// most have, and leaves out photos that have none.
func (s *Stats) Photos(ctx context.Context, actor vitrine.Actor, group vitrine.PhotoGroup, year int) (Photos, error) {
	if err := actor.Require(vitrine.SettingsRead); err != nil {
		return Photos{}, err
	}
	photos := Photos{GroupBy: group, Items: []Group{}}
	switch group {
	case vitrine.ByDay, vitrine.ByMonth, vitrine.ByYear:
		points, err := s.photosByTime(ctx, group, year)
		for _, p := range points {
			photos.Items = append(photos.Items, Group{p.Date, p.Count})
		}
		return photos, err
	}
	counts, err := s.DB.PhotosBy(ctx, group, year)
	for _, c := range counts {
		photos.Items = append(photos.Items, Group(c))
	}
	return photos, err
}

func (s *Stats) photosByTime(ctx context.Context, group vitrine.PhotoGroup, year int) ([]Point, error) {
	months, err := s.DB.PhotosByMonth(ctx)
	if err != nil {
		return nil, err
	}
	p, ok := span(months, year)
	switch {
	case !ok:
		return nil, nil
	case group == vitrine.ByYear:
		return p.byYear(months), nil
	case group == vitrine.ByMonth:
		return p.byMonth(months), nil
	}
	days, err := s.DB.PhotosByDay(ctx, p.from, p.to)
	return p.byDay(days), err
}

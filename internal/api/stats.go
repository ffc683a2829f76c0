package api

import (
	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/stats"
)

type periodQuery struct {
	Period string `query:"period" default:"30d" maxLength:"5" doc:"How far to look back, today included: 1d to 3650d." example:"30d"`

	days int
}

// check also reads the period.
func (q *periodQuery) check(_ *call, f *vitrine.Faults) error {
	q.days = parsePeriod(f, q.Period)
	return nil
}

func (a *API) getDashboard(c *call, q *periodQuery) (item[stats.Dashboard], error) {
	dashboard, err := a.stats.Dashboard(c.Context(), c.actor, q.days)
	if err != nil {
		return item[stats.Dashboard]{}, err
	}
	return measured(dashboard)
}

type photoStatsQuery struct {
	GroupBy string `query:"group_by" enum:"day,month,year,category,tag,camera,lens" default:"month" doc:"What to count by. Times are those of creation, UTC; a category counts the photos directly in it."`
	Year    int    `query:"year" minimum:"1" maximum:"9999" doc:"Only photos created in this year." example:"2026"`
}

func (a *API) getPhotoStats(c *call, q *photoStatsQuery) (item[stats.Photos], error) {
	photos, err := a.stats.Photos(c.Context(), c.actor, vitrine.PhotoGroup(q.GroupBy), q.Year)
	if err != nil {
		return item[stats.Photos]{}, err
	}
	return measured(photos)
}

type viewStatsQuery struct {
	periodQuery
	GroupBy string `query:"group_by" enum:"day,month" default:"day" doc:"What to count by."`
}

func (a *API) getViewStats(c *call, q *viewStatsQuery) (item[stats.Views], error) {
	views, err := a.stats.Views(c.Context(), c.actor, q.days, vitrine.PhotoGroup(q.GroupBy))
	if err != nil {
		return item[stats.Views]{}, err
	}
	return measured(views)
}

func (a *API) getStorageStats(c *call, _ *none) (item[stats.Storage], error) {
	storage, err := a.stats.Storage(c.Context(), c.actor)
	if err != nil {
		return item[stats.Storage]{}, err
	}
	return measured(storage)
}

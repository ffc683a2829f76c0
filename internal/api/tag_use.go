package api

import (
	"context"
	"math"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/api/openapi"
)

// ranking is an answer with the first things of an order, whole and without
// pages. Like a page it has a weak entity tag.
type ranking[T any] struct{ paged[[]T] }

func rank[T any](things []T) (ranking[T], error) {
	page, err := newPaged(things)
	return ranking[T]{page}, err
}

func (ranking[T]) schemas(s *openapi.Schemas) map[string]*huma.Schema {
	return map[string]*huma.Schema{"data": s.Of(reflect.TypeFor[[]T]())}
}

// tagSuggestion is a tag that a text may mean.
type tagSuggestion struct {
	ID         int64   `json:"id" example:"3"`
	Name       string  `json:"name" example:"sunset"`
	Slug       string  `json:"slug" example:"sunset"`
	UsageCount int     `json:"usage_count" example:"12"`
	MatchScore float64 `json:"match_score" doc:"How well it matches, to 1. From 0.7 it begins with the text, from 0.4 it holds it, below it is spelt alike." example:"0.85"`
}

type suggestionQuery struct {
	Text  string `query:"q" maxLength:"200" doc:"What was typed so far; nothing suggests nothing." example:"sun"`
	Limit int    `query:"limit" default:"10" minimum:"1" maximum:"100" doc:"The most to suggest." example:"10"`
}

func (a *API) suggestTags(c *call, q *suggestionQuery) (ranking[tagSuggestion], error) {
	tags, err := a.catalog.SuggestTags(c.Context(), c.actor, q.Text, q.Limit)
	if err != nil {
		return ranking[tagSuggestion]{}, err
	}
	views := []tagSuggestion{}
	for _, t := range tags {
		views = append(views, tagSuggestion{t.ID, t.Name, t.Slug, t.UsageCount, t.Score})
	}
	return rank(views)
}

// cloudTag is a tag with the size that it is drawn in.
type cloudTag struct {
	ID           int64  `json:"id" example:"3"`
	Name         string `json:"name" example:"sunset"`
	UsageCount   int    `json:"usage_count" example:"12"`
	RelativeSize int    `json:"relative_size" doc:"1 for the least used of the cloud, 10 for the most used." example:"7"`
	Color        string `json:"color" example:"#b45309"`
}

type cloudQuery struct {
	MinUsage int `query:"min_usage" default:"1" minimum:"0" maximum:"1000000000" doc:"Only tags on at least so many photos." example:"1"`
	MaxTags  int `query:"max_tags" default:"50" minimum:"1" maximum:"500" doc:"The most tags: the most used." example:"50"`
}

func (a *API) tagCloud(c *call, q *cloudQuery) (ranking[cloudTag], error) {
	if c.actor.Audience() == vitrine.AudiencePublic {
		return a.publicCloud(c.Context(), q)
	}
	return a.cloud(c.Context(), c.actor, q)
}

func (a *API) cloud(ctx context.Context, actor vitrine.Actor, q *cloudQuery) (ranking[cloudTag], error) {
	tags, err := a.catalog.Tags(ctx, actor, q.MaxTags)
	if err != nil {
		return ranking[cloudTag]{}, err
	}
	views := []cloudTag{}
	for _, t := range tags {
		if t.UsageCount >= q.MinUsage {
			views = append(views, cloudTag{t.ID, t.Name, t.UsageCount, 0, t.Color})
		}
	}
	for i := range views {
		views[i].RelativeSize = relativeSize(views[i].UsageCount, views[len(views)-1].UsageCount, views[0].UsageCount)
	}
	return rank(views)
}

// relativeSize places a count between the least and the most on a logarithmic
// scale from 1 to 10: else one common tag would make all others alike.
func relativeSize(n, least, most int) int {
	if least == most {
		return 5
	}
	scale := func(n int) float64 { return math.Log1p(float64(n)) }
	return 1 + int(math.Round(9*(scale(n)-scale(least))/(scale(most)-scale(least))))
}

// trendingTag is a tag that is used more than others just now.
type trendingTag struct {
	ID          int64   `json:"id" example:"3"`
	Name        string  `json:"name" example:"sunset"`
	Slug        string  `json:"slug" example:"sunset"`
	UsageCount  int     `json:"usage_count" example:"12"`
	TrendScore  float64 `json:"trend_score" doc:"Photos that have it, each halved every seven days since it got it." example:"3.25"`
	PeriodUsage int     `json:"period_usage" doc:"Photos that got it in the period and still have it." example:"4"`
}

type trendingQuery struct {
	Period string `query:"period" default:"7d" maxLength:"5" doc:"How far to look back: 1d to 3650d; the first day counts whole (UTC)." example:"7d"`
	Limit  int    `query:"limit" default:"10" minimum:"1" maximum:"100" doc:"The most to list." example:"10"`

	days int
}

// check also reads the period.
func (q *trendingQuery) check(_ *call, f *vitrine.Faults) error {
	q.days = parsePeriod(f, q.Period)
	return nil
}

func (a *API) listTrendingTags(c *call, q *trendingQuery) (ranking[trendingTag], error) {
	tags, err := a.catalog.TrendingTags(c.Context(), c.actor, time.Duration(q.days)*24*time.Hour, q.Limit)
	if err != nil {
		return ranking[trendingTag]{}, err
	}
	views := []trendingTag{}
	for _, t := range tags {
		views = append(views, trendingTag{t.ID, t.Name, t.Slug, t.UsageCount, t.TrendScore, t.PeriodUsage})
	}
	return rank(views)
}

// maxPeriod is the longest period, in days.
const maxPeriod = 3650

// parsePeriod reads a number of days, "30d".
func parsePeriod(f *vitrine.Faults, text string) int {
	digits, isDays := strings.CutSuffix(text, "d")
	days, err := strconv.Atoi(digits)
	switch {
	case err != nil || !isDays || digits[0] == '+':
		f.Add("period", vitrine.FaultInvalidFormat, vitrine.ReasonDays, "7d")
	case days < 1 || days > maxPeriod:
		f.Add("period", vitrine.FaultOutOfRange, vitrine.ReasonBetweenDays, 1, maxPeriod)
	}
	return days
}

package api

import (
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/api/openapi"
)

// searchQuery are the parameters of the search.
type searchQuery struct {
	paging
	Query    string `query:"q" required:"true" maxLength:"200" doc:"Words, all of which must match in title, tags, description or place; the last may be the beginning of one. Case, accents and English endings do not matter." example:"harbour mist"`
	Category *int64 `query:"category" doc:"Only photos in this category or below it." example:"7"`
	Tags     string `query:"tags" maxLength:"4000" doc:"Only photos with all these tags, by name or slug, parted by commas; at most 20." example:"sunset,boats"`
	Location string `query:"location" maxLength:"200" doc:"Only photos whose place, city or country has this in its name." example:"denmark"`
	DateFrom string `query:"date_from" maxLength:"10" doc:"Only photos taken on this day or later, on the wall clock of the place." example:"2026-05-01"`
	DateTo   string `query:"date_to" maxLength:"10" doc:"Only photos taken on this day or before." example:"2026-05-31"`
	Camera   string `query:"camera" maxLength:"200" doc:"Only photos whose camera has this in its name." example:"z 6"`
	Lens     string `query:"lens" maxLength:"200" doc:"Only photos whose lens has this in its name." example:"50mm"`

	filter vitrine.SearchFilter
}

// check also makes the filter.
func (q *searchQuery) check(_ *call, f *vitrine.Faults) error {
	q.filter = vitrine.SearchFilter{
		Page: q.page(), Query: q.Query, CategoryID: categoryFilter(q.Category), Location: q.Location, Camera: q.Camera, Lens: q.Lens,
		From: day(f, "date_from", q.DateFrom), To: day(f, "date_to", q.DateTo),
	}
	for tag := range strings.SplitSeq(q.Tags, ",") {
		if tag = strings.TrimSpace(tag); tag != "" {
			q.filter.Tags = append(q.filter.Tags, tag)
		}
	}
	q.filter.Validate(f)
	return nil
}

// searchAnswer is what a search found.
type searchAnswer struct {
	Photos      []foundPhoto `json:"photos" doc:"The best first; of equals, the newest."`
	Facets      facets       `json:"facets" doc:"What all that was found has in common."`
	Approximate bool         `json:"facets_approximate" doc:"More than 10,000 photos match: the facets are estimated from the newest 10,000 of them, which alone are ranked, and the others follow by their age." example:"false"`
}

// foundPhoto is a photo in a list, with why it was found.
type foundPhoto struct {
	photoItem
	Score     float64   `json:"score" doc:"How well it matches, above 0 and up to 1. A title counts for more than tags, these than a description, this than a place." example:"0.5333"`
	Highlight highlight `json:"highlight" doc:"What matched, as HTML: matches are in <mark>, all else is escaped."`
}

type highlight struct {
	Title       string `json:"title" doc:"Empty if nothing in it matched." example:"<mark>Harbour</mark> at dawn"`
	Description string `json:"description" doc:"The places that matched, with what is around them; empty if none did." example:"The first boats leave the <mark>harbour</mark> before the sun is up."`
}

// facets count all that was found.
type facets struct {
	Categories []categoryFacet `json:"categories" doc:"Photos in a category or below it; the 50 most frequent."`
	Tags       []tagFacet      `json:"tags" doc:"The 50 most frequent."`
	Years      []yearFacet     `json:"years" doc:"Years of capture, the latest first."`
}

type categoryFacet struct {
	ID    int64  `json:"id" example:"7"`
	Name  string `json:"name" example:"Seascapes"`
	Count int    `json:"count" example:"12"`
}

type tagFacet struct {
	ID    int64  `json:"id" example:"3"`
	Name  string `json:"name" example:"sunset"`
	Count int    `json:"count" example:"5"`
}

type yearFacet struct {
	Year  int `json:"year" example:"2026"`
	Count int `json:"count" example:"8"`
}

// searchPagination tells which page of a search an answer holds.
type searchPagination struct {
	Page  int `json:"page" example:"1"`
	Limit int `json:"limit" example:"20"`
	Total int `json:"total" doc:"Photos on all pages." example:"57"`
}

// searchPage is the page of a search.
type searchPage struct{ paged[searchAnswer] }

func (searchPage) schemas(s *openapi.Schemas) map[string]*huma.Schema {
	return map[string]*huma.Schema{"data": s.Of(reflect.TypeFor[searchAnswer]()), "pagination": s.Of(reflect.TypeFor[searchPagination]())}
}

func (a *API) searchPhotos(c *call, q *searchQuery) (searchPage, error) {
	show, err := a.photoViewFor(c)
	if err != nil {
		return searchPage{}, err
	}
	result, err := a.catalog.Search(c.Context(), c.actor, q.filter)
	if err != nil {
		return searchPage{}, err
	}
	page, err := newPaged(show.searched(result), member{"pagination", searchPagination{q.Page, q.Limit, result.Total}})
	return searchPage{page}, err
}

func (v photoViewer) searched(result vitrine.SearchResult) searchAnswer {
	answer := searchAnswer{
		Photos: []foundPhoto{}, Approximate: result.Facets.Approximate,
		Facets: facets{Categories: []categoryFacet{}, Tags: []tagFacet{}, Years: []yearFacet{}},
	}
	for _, p := range result.Photos {
		answer.Photos = append(answer.Photos, foundPhoto{v.item(p.Photo), p.Score, highlight{p.MarkedTitle, p.MarkedDescription}})
	}
	for _, f := range result.Facets.Categories {
		answer.Facets.Categories = append(answer.Facets.Categories, categoryFacet{f.ID, f.Name, f.Count})
	}
	for _, f := range result.Facets.Tags {
		answer.Facets.Tags = append(answer.Facets.Tags, tagFacet(f))
	}
	for _, f := range result.Facets.Years {
		answer.Facets.Years = append(answer.Facets.Years, yearFacet(f))
	}
	return answer
}

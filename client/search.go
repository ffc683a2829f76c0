package client

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// SearchQuery asks for photos by words. Zero fields but Query are not sent.
type SearchQuery struct {
	Query                  string
	Category               int64
	Tags                   []string // all of which a photo must have
	Location, Camera, Lens string   // parts of their names
	From, To               time.Time
	Page, Limit            int
}

func (q SearchQuery) values() url.Values {
	v := url.Values{"q": {q.Query}}
	for name, value := range map[string]string{
		"location": q.Location, "camera": q.Camera, "lens": q.Lens, "tags": strings.Join(q.Tags, ","),
	} {
		if value != "" {
			v.Set(name, value)
		}
	}
	for name, value := range map[string]int64{"category": q.Category, "page": int64(q.Page), "limit": int64(q.Limit)} {
		if value != 0 {
			v.Set(name, strconv.FormatInt(value, 10))
		}
	}
	for name, day := range map[string]time.Time{"date_from": q.From, "date_to": q.To} {
		if !day.IsZero() {
			v.Set(name, day.Format(time.DateOnly))
		}
	}
	return v
}

// SearchResult is one page of what a search found, and what all of it has in
// common.
type SearchResult struct {
	Photos []FoundPhoto `json:"photos"`
	Facets struct {
		Categories []Facet `json:"categories"`
		Tags       []Facet `json:"tags"`
		Years      []struct {
			Year  int `json:"year"`
			Count int `json:"count"`
		} `json:"years"`
	} `json:"facets"`
	FacetsApproximate bool `json:"facets_approximate"` // estimated, as more than 10,000 photos match
	Total             int  `json:"-"`                  // photos on all pages
}

// FoundPhoto is a photo with how well it matches, to 1, and what matched, as HTML.
type FoundPhoto struct {
	Photo
	Score     float64 `json:"score"`
	Highlight struct {
		Title       string `json:"title"`
		Description string `json:"description"`
	} `json:"highlight"`
}

// Facet counts photos of a category or tag.
type Facet struct {
	ID    int64  `json:"id"`
	Name  string `json:"name"`
	Count int    `json:"count"`
}

// SearchPhotos returns a page of the photos that match, the best first.
func (c *Client) SearchPhotos(ctx context.Context, q SearchQuery) (*SearchResult, error) {
	result := &SearchResult{}
	pagination, err := c.call(ctx, http.MethodGet, "/v1/photos/search", q.values(), nil, result)
	result.Total = pagination.Total
	return result, err
}

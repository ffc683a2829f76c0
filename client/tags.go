package client

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// Tag is a word that photos share.
type Tag struct {
	ID          int64      `json:"id"`
	Name        string     `json:"name"`
	Slug        string     `json:"slug"`
	Description string     `json:"description"`
	Color       string     `json:"color"`
	Icon        string     `json:"icon"`
	Group       string     `json:"tag_group"` // style, subject, technique or location
	UsageCount  int        `json:"usage_count"`
	TrendScore  float64    `json:"trend_score"`
	IsActive    bool       `json:"is_active"`
	IsFeatured  bool       `json:"is_featured"`
	CreatedAt   time.Time  `json:"created_at"`
	LastUsedAt  *time.Time `json:"last_used_at"`
}

// RankedTag is a tag in suggestions, the cloud, or among the trending ones, each
// of which fills in what it knows.
type RankedTag struct {
	ID           int64   `json:"id"`
	Name         string  `json:"name"`
	UsageCount   int     `json:"usage_count"`
	MatchScore   float64 `json:"match_score"`   // of a suggestion, to 1
	RelativeSize int     `json:"relative_size"` // in the cloud, 1 to 10
	PeriodUsage  int     `json:"period_usage"`  // of a trending tag
}

// Tags returns a page of the tags, the most used first.
func (c *Client) Tags(ctx context.Context, page, limit int) ([]Tag, Pagination, error) {
	var tags []Tag
	query := url.Values{"page": {strconv.Itoa(page)}, "limit": {strconv.Itoa(limit)}}
	pagination, err := c.call(ctx, http.MethodGet, "/v1/tags", query, nil, &tags)
	return tags, pagination, err
}

// CreateTag creates a tag from the fields given, by their names in the API.
func (c *Client) CreateTag(ctx context.Context, fields map[string]any) (*Tag, error) {
	return c.tag(ctx, http.MethodPost, "/v1/tags", fields)
}

// Tag returns one tag.
func (c *Client) Tag(ctx context.Context, id int64) (*Tag, error) {
	return c.tag(ctx, http.MethodGet, tagPath(id), nil)
}

// UpdateTag changes the fields given, by their names in the API.
func (c *Client) UpdateTag(ctx context.Context, id int64, fields map[string]any) (*Tag, error) {
	return c.tag(ctx, http.MethodPut, tagPath(id), fields)
}

// MergeTag gives all photos of a tag another one in its place, and returns that.
func (c *Client) MergeTag(ctx context.Context, id, into int64) (*Tag, error) {
	return c.tag(ctx, http.MethodPost, tagPath(id)+"/merge", map[string]any{"into": into})
}

// DeleteTag takes a tag off all photos and deletes it.
func (c *Client) DeleteTag(ctx context.Context, id int64) error {
	_, err := c.call(ctx, http.MethodDelete, tagPath(id), nil, nil, nil)
	return err
}

// SuggestTags returns the tags that a text may mean, the likeliest first.
func (c *Client) SuggestTags(ctx context.Context, text string, limit int) ([]RankedTag, error) {
	return c.rankedTags(ctx, "suggestions", url.Values{"q": {text}, "limit": {strconv.Itoa(limit)}})
}

// TagCloud returns the most used tags.
func (c *Client) TagCloud(ctx context.Context, limit int) ([]RankedTag, error) {
	return c.rankedTags(ctx, "cloud", url.Values{"max_tags": {strconv.Itoa(limit)}})
}

// TrendingTags returns the tags that photos got in the last days.
func (c *Client) TrendingTags(ctx context.Context, days, limit int) ([]RankedTag, error) {
	return c.rankedTags(ctx, "trending", url.Values{"period": {fmt.Sprintf("%dd", days)}, "limit": {strconv.Itoa(limit)}})
}

func (c *Client) rankedTags(ctx context.Context, which string, query url.Values) ([]RankedTag, error) {
	var tags []RankedTag
	_, err := c.call(ctx, http.MethodGet, "/v1/tags/"+which, query, nil, &tags)
	return tags, err
}

func (c *Client) tag(ctx context.Context, method, path string, body any) (*Tag, error) {
	var tag Tag
	if _, err := c.call(ctx, method, path, nil, body, &tag); err != nil {
		return nil, err
	}
	return &tag, nil
}

func tagPath(id int64) string { return fmt.Sprintf("/v1/tags/%d", id) }

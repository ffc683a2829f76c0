package client

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// Timeline shows the photos by year and month of their capture, the latest first.
type Timeline struct {
	Years []TimelineYear `json:"years"`
	Stats TimelineStats  `json:"stats"`
}

// TimelineYear is a year with photos or events.
type TimelineYear struct {
	Year       int             `json:"year"`
	PhotoCount int             `json:"photo_count"`
	Months     []TimelineMonth `json:"months"`
}

// TimelineMonth is a month with photos or events.
type TimelineMonth struct {
	Year       int             `json:"year"` // 0 in a timeline, whose years say it
	Month      int             `json:"month"`
	MonthName  string          `json:"month_name"`
	PhotoCount int             `json:"photo_count"`
	Photos     []TimelinePhoto `json:"photos"`
	Events     []TimelineEvent `json:"events"`
}

// TimelinePhoto is a photo in a timeline.
type TimelinePhoto struct {
	ID       int64     `json:"id"`
	Title    string    `json:"title"`
	ThumbURL *string   `json:"thumb_url"` // nil until the pictures are ready
	TakenAt  time.Time `json:"taken_at"`
}

// TimelineStats counts the dated photos of all years.
type TimelineStats struct {
	TotalPhotos     int             `json:"total_photos"`
	YearRange       *[2]int         `json:"year_range"`        // nil without photos
	MostActiveMonth *TimelineCount  `json:"most_active_month"` // nil without photos
	PhotosByYear    []TimelineCount `json:"photos_by_year"`
}

// TimelineCount tells how many photos a month has, or a year if Month is 0.
type TimelineCount struct {
	Year  int `json:"year"`
	Month int `json:"month"`
	Count int `json:"count"`
}

// TimelineEvent is something that happened to the photographer on a day.
type TimelineEvent struct {
	ID            int64     `json:"id"`
	Title         string    `json:"title"`
	Description   string    `json:"description"`
	Date          string    `json:"date"` // YYYY-MM-DD
	Type          string    `json:"type"` // such as milestone
	RelatedPhotos []int64   `json:"related_photos"`
	CreatedAt     time.Time `json:"created_at"`
	UpdatedAt     time.Time `json:"updated_at"`
}

// Timeline returns the timeline, or one year of it if that is not 0. With photos
// it shows up to so many of each month.
func (c *Client) Timeline(ctx context.Context, year, photos int) (*Timeline, error) {
	query := url.Values{}
	if year != 0 {
		query.Set("year", strconv.Itoa(year))
	}
	if photos > 0 {
		query.Set("include_photos", "true")
		query.Set("photos_limit", strconv.Itoa(photos))
	}
	var timeline Timeline
	if _, err := c.call(ctx, http.MethodGet, "/v1/timeline", query, nil, &timeline); err != nil {
		return nil, err
	}
	return &timeline, nil
}

// TimelineMonth returns a month with a page of its photos, the last taken first.
func (c *Client) TimelineMonth(ctx context.Context, year, month, page, limit int) (*TimelineMonth, Pagination, error) {
	query := url.Values{"include_photos": {"true"}, "page": {strconv.Itoa(page)}, "limit": {strconv.Itoa(limit)}}
	var m TimelineMonth
	pagination, err := c.call(ctx, http.MethodGet, fmt.Sprintf("/v1/timeline/%d/%d", year, month), query, nil, &m)
	if err != nil {
		return nil, Pagination{}, err
	}
	return &m, pagination, nil
}

// CreateTimelineEvent creates a timeline event from the fields given, by their
// names in the API.
func (c *Client) CreateTimelineEvent(ctx context.Context, fields map[string]any) (*TimelineEvent, error) {
	return c.timelineEvent(ctx, http.MethodPost, "/v1/timeline/events", fields)
}

// TimelineEvent returns one timeline event.
func (c *Client) TimelineEvent(ctx context.Context, id int64) (*TimelineEvent, error) {
	return c.timelineEvent(ctx, http.MethodGet, timelineEventPath(id), nil)
}

// UpdateTimelineEvent changes the fields given, by their names in the API.
func (c *Client) UpdateTimelineEvent(ctx context.Context, id int64, fields map[string]any) (*TimelineEvent, error) {
	return c.timelineEvent(ctx, http.MethodPut, timelineEventPath(id), fields)
}

// DeleteTimelineEvent deletes a timeline event; its photos stay.
func (c *Client) DeleteTimelineEvent(ctx context.Context, id int64) error {
	_, err := c.call(ctx, http.MethodDelete, timelineEventPath(id), nil, nil, nil)
	return err
}

func (c *Client) timelineEvent(ctx context.Context, method, path string, body any) (*TimelineEvent, error) {
	var event TimelineEvent
	if _, err := c.call(ctx, method, path, nil, body, &event); err != nil {
		return nil, err
	}
	return &event, nil
}

func timelineEventPath(id int64) string { return fmt.Sprintf("/v1/timeline/events/%d", id) }

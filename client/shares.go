package client

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// Share is a set of photos that whoever has its link sees.
type Share struct {
	ID            int64      `json:"id"`
	Title         string     `json:"title"`
	URL           string     `json:"url"` // the link
	HasPassword   bool       `json:"has_password"`
	ExpiresAt     *time.Time `json:"expires_at"` // nil for never
	AllowDownload bool       `json:"allow_download"`
	AllowPicks    bool       `json:"allow_picks"`
	PhotoIDs      []int64    `json:"photo_ids"` // nil in a list
	PhotoCount    int        `json:"photo_count"`
	PickCount     int        `json:"pick_count"`
	CreatedAt     time.Time  `json:"created_at"`
	UpdatedAt     time.Time  `json:"updated_at"`
}

// SharePick is a photo that a visitor of a share marked as a favourite.
type SharePick struct {
	PhotoID   int64     `json:"photo_id"`
	FileName  string    `json:"file_name"`
	Slug      string    `json:"slug"`
	Title     string    `json:"title"`
	VisitorID int64     `json:"visitor_id"`
	PickedBy  string    `json:"picked_by"`
	PickedAt  time.Time `json:"picked_at"`
	InShare   bool      `json:"in_share"` // false if the photo has left the share since
}

// Shares returns a page of the shares, the newest first.
func (c *Client) Shares(ctx context.Context, page int) ([]Share, Pagination, error) {
	var shares []Share
	pagination, err := c.call(ctx, http.MethodGet, "/v1/shares", url.Values{"page": {strconv.Itoa(page)}}, nil, &shares)
	return shares, pagination, err
}

// Share returns a share with the ids of its photos.
func (c *Client) Share(ctx context.Context, id int64) (*Share, error) {
	return c.share(ctx, http.MethodGet, sharePath(id), nil)
}

// CreateShare makes a share of the fields given, by their names in the API; title
// and photo_ids are needed.
func (c *Client) CreateShare(ctx context.Context, fields map[string]any) (*Share, error) {
	return c.share(ctx, http.MethodPost, "/v1/shares", fields)
}

// UpdateShare changes the fields given, by their names in the API.
func (c *Client) UpdateShare(ctx context.Context, id int64, fields map[string]any) (*Share, error) {
	return c.share(ctx, http.MethodPut, sharePath(id), fields)
}

// DeleteShare ends a share and forgets what was picked in it; its photos stay.
func (c *Client) DeleteShare(ctx context.Context, id int64) error {
	_, err := c.call(ctx, http.MethodDelete, sharePath(id), nil, nil, nil)
	return err
}

// SharePhotos returns a page of the photos of a share, in its order; with picked
// those that visitors marked, also if they have left the share since.
func (c *Client) SharePhotos(ctx context.Context, id int64, picked bool, page int) ([]Photo, Pagination, error) {
	var photos []Photo
	query := url.Values{"page": {strconv.Itoa(page)}, "picked": {strconv.FormatBool(picked)}}
	pagination, err := c.call(ctx, http.MethodGet, sharePath(id)+"/photos", query, nil, &photos)
	return photos, pagination, err
}

// SharePicks returns a page of what visitors picked, in the order of the photos.
func (c *Client) SharePicks(ctx context.Context, id int64, page int) ([]SharePick, Pagination, error) {
	var picks []SharePick
	pagination, err := c.call(ctx, http.MethodGet, sharePath(id)+"/picks", url.Values{"page": {strconv.Itoa(page)}}, nil, &picks)
	return picks, pagination, err
}

// SharePicksCSV returns all that visitors picked, as a table for spreadsheets.
func (c *Client) SharePicksCSV(ctx context.Context, id int64) ([]byte, error) {
	var table []byte
	_, err := c.call(ctx, http.MethodGet, sharePath(id)+"/picks.csv", nil, nil, &table)
	return table, err
}

func (c *Client) share(ctx context.Context, method, path string, body any) (*Share, error) {
	var share Share
	if _, err := c.call(ctx, method, path, nil, body, &share); err != nil {
		return nil, err
	}
	return &share, nil
}

func sharePath(id int64) string { return fmt.Sprintf("/v1/shares/%d", id) }

package client

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// TrashedPhoto is a deleted photo that can still be restored.
type TrashedPhoto struct {
	Photo
	DeletedAt time.Time `json:"deleted_at"` // it goes for good 30 days later
}

// Trash returns a page of the deleted photos, the latest first.
func (c *Client) Trash(ctx context.Context, page, limit int) ([]TrashedPhoto, Pagination, error) {
	var photos []TrashedPhoto
	query := url.Values{"page": {strconv.Itoa(page)}, "limit": {strconv.Itoa(limit)}}
	pagination, err := c.call(ctx, http.MethodGet, "/v1/photos/trash", query, nil, &photos)
	return photos, pagination, err
}

// PurgePhoto deletes a photo in the trash for good, its files with it.
func (c *Client) PurgePhoto(ctx context.Context, id int64) error {
	_, err := c.call(ctx, http.MethodDelete, fmt.Sprintf("/v1/photos/trash/%d", id), nil, nil, nil)
	return err
}

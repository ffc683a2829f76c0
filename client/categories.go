package client

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
)

// Category is a node of the category tree.
type Category struct {
	ID         int64  `json:"id"`
	Name       string `json:"name"`
	Slug       string `json:"slug"`
	ParentID   *int64 `json:"parent_id"`
	Path       string `json:"path"`
	PhotoCount int    `json:"photo_count"` // here and below
	IsActive   bool   `json:"is_active"`
}

// Categories returns every category.
func (c *Client) Categories(ctx context.Context) ([]Category, error) {
	var data struct {
		Categories []Category `json:"categories"`
	}
	_, err := c.call(ctx, http.MethodGet, "/v1/categories", nil, nil, &data)
	return data.Categories, err
}

// CreateCategory creates a category; parent is nil for a root.
func (c *Client) CreateCategory(ctx context.Context, name string, parent *int64) (*Category, error) {
	var category Category
	_, err := c.call(ctx, http.MethodPost, "/v1/categories", nil, map[string]any{"name": name, "parent_id": parent}, &category)
	return &category, err
}

// Category returns one category.
func (c *Client) Category(ctx context.Context, id int64) (*Category, error) {
	return c.category(ctx, http.MethodGet, categoryPath(id), nil)
}

// UpdateCategory changes the fields given, by their names in the API. Another
// parent_id moves it with all below it.
func (c *Client) UpdateCategory(ctx context.Context, id int64, fields map[string]any) (*Category, error) {
	return c.category(ctx, http.MethodPut, categoryPath(id), fields)
}

// MoveCategory puts a category below a parent, right before another one there; nil
// for the top, and for after all others.
func (c *Client) MoveCategory(ctx context.Context, id int64, parent, before *int64) (*Category, error) {
	place := map[string]any{"parent_id": parent, "before_id": before}
	return c.category(ctx, http.MethodPut, categoryPath(id)+"/position", place)
}

// SetCover lets a photo stand for a category; nil for none.
func (c *Client) SetCover(ctx context.Context, id int64, photoID *int64) (*Category, error) {
	return c.category(ctx, http.MethodPut, categoryPath(id)+"/cover", map[string]any{"photo_id": photoID})
}

// DeleteCategory deletes a category that has none below it. Its photos stay.
func (c *Client) DeleteCategory(ctx context.Context, id int64) error {
	_, err := c.call(ctx, http.MethodDelete, categoryPath(id), nil, nil, nil)
	return err
}

// CategoryPhotos returns a page of the photos in a category and below it.
func (c *Client) CategoryPhotos(ctx context.Context, id int64, page, limit int) ([]Photo, Pagination, error) {
	var photos []Photo
	query := url.Values{"page": {strconv.Itoa(page)}, "limit": {strconv.Itoa(limit)}}
	pagination, err := c.call(ctx, http.MethodGet, categoryPath(id)+"/photos", query, nil, &photos)
	return photos, pagination, err
}

// AssignPhotos puts up to 500 photos into a category, with primary as the
// primary one of each, and returns how many were not in it before.
func (c *Client) AssignPhotos(ctx context.Context, id int64, photoIDs []int64, primary bool) (assigned int, err error) {
	var done struct {
		Assigned int `json:"assigned"`
	}
	body := map[string]any{"photo_ids": photoIDs, "is_primary": primary}
	_, err = c.call(ctx, http.MethodPost, categoryPath(id)+"/photos", nil, body, &done)
	return done.Assigned, err
}

// UnassignPhotos takes up to 500 photos out of a category.
func (c *Client) UnassignPhotos(ctx context.Context, id int64, photoIDs []int64) error {
	_, err := c.call(ctx, http.MethodDelete, categoryPath(id)+"/photos", nil, map[string]any{"photo_ids": photoIDs}, nil)
	return err
}

func (c *Client) category(ctx context.Context, method, path string, body any) (*Category, error) {
	var category Category
	if _, err := c.call(ctx, method, path, nil, body, &category); err != nil {
		return nil, err
	}
	return &category, nil
}

func categoryPath(id int64) string { return fmt.Sprintf("/v1/categories/%d", id) }

package client

import (
	"context"
	"net/http"
)

// Category is a node of the category tree.
type Category struct {
	ID         int64  `json:"id"`
	Name       string `json:"name"`
	Slug       string `json:"slug"`
	ParentID   *int64 `json:"parent_id"`
	Path       string `json:"path"`
	PhotoCount int    `json:"photo_count"`
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

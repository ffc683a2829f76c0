package client

import (
	"context"
	"net/http"
)

// Health is how the server is.
type Health struct {
	Status     string            `json:"status"`     // healthy or degraded
	Version    string            `json:"version"`    // of the program
	Components map[string]string `json:"components"` // each healthy, degraded or unavailable
}

// Health asks how the server is. It fails when nothing can be answered.
func (c *Client) Health(ctx context.Context) (*Health, error) {
	var health Health
	if _, err := c.call(ctx, http.MethodGet, "/v1/health", nil, nil, &health); err != nil {
		return nil, err
	}
	return &health, nil
}

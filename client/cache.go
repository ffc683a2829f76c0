package client

import (
	"context"
	"net/http"
)

// CacheStats tells how full and how useful the server's cache is.
type CacheStats struct {
	Store struct {
		Connected  bool    `json:"connected"`
		UsedMemory string  `json:"used_memory"` // for people: "1.5 MB"
		TotalKeys  int     `json:"total_keys"`
		HitRate    float64 `json:"hit_rate"` // 0 to 1
	} `json:"cache_store"`
	Categories map[string]CachePart `json:"categories"` // photos, categories, tags, settings
}

// CachePart is a part of the server's cache.
type CachePart struct {
	Keys    int     `json:"keys"`
	HitRate float64 `json:"hit_rate"` // 0 to 1
}

// CacheStats returns how the server's cache is.
func (c *Client) CacheStats(ctx context.Context) (*CacheStats, error) {
	var stats CacheStats
	if _, err := c.call(ctx, http.MethodGet, "/v1/settings/cache/stats", nil, nil, &stats); err != nil {
		return nil, err
	}
	return &stats, nil
}

// ClearCache drops the parts named (photos, categories, tags, settings), all if
// none is, and returns how many keys each held.
func (c *Client) ClearCache(ctx context.Context, parts ...string) (map[string]int, error) {
	body := map[string]any{"confirm": true}
	if len(parts) > 0 {
		body["types"] = parts
	}
	var answer struct {
		Cleared map[string]int `json:"cleared"`
	}
	_, err := c.call(ctx, http.MethodPost, "/v1/settings/cache/clear", nil, body, &answer)
	return answer.Cleared, err
}

// WarmCache puts what is named (popular_photos, category_tree, tag_cloud) into
// the cache, all if nothing is, and returns how many keys of each are there.
func (c *Client) WarmCache(ctx context.Context, what ...string) (map[string]int, error) {
	body := map[string]any{}
	if len(what) > 0 {
		body["types"] = what
	}
	var answer struct {
		Warmed map[string]int `json:"warmed"`
	}
	_, err := c.call(ctx, http.MethodPost, "/v1/settings/cache/warm", nil, body, &answer)
	return answer.Warmed, err
}

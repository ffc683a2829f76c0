package client

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
)

// Dashboard is the whole at a glance.
type Dashboard struct {
	Summary struct {
		TotalPhotos     int   `json:"total_photos"`
		TotalCategories int   `json:"total_categories"`
		TotalTags       int   `json:"total_tags"`
		TotalViews      int64 `json:"total_views"`
		StorageUsed     int64 `json:"storage_used"`  // bytes
		StorageLimit    int64 `json:"storage_limit"` // bytes
	} `json:"summary"`
	Recent struct {
		NewPhotos int    `json:"new_photos"`
		NewViews  int    `json:"new_views"`
		NewLikes  int    `json:"new_likes"`
		Period    string `json:"period"` // such as "30d"
	} `json:"recent"`
	Trends struct {
		Uploads []DateCount `json:"uploads"`
		Views   []DateCount `json:"views"`
	} `json:"trends"`
	Popular struct {
		Categories []NameShare `json:"categories"`
		Tags       []NameShare `json:"tags"` // without percentages
		Photos     []struct {
			ID        int64  `json:"id"`
			Title     string `json:"title"`
			ViewCount int64  `json:"view_count"`
			LikeCount int64  `json:"like_count"`
		} `json:"photos"`
	} `json:"popular"`
	SystemStatus map[string]string `json:"system_status"` // healthy, degraded or unavailable
}

// DateCount is the count of a day (2026-05-31) or month (2026-05), UTC.
type DateCount struct {
	Date  string `json:"date"`
	Count int    `json:"count"`
}

// NameShare is how many photos have something in common.
type NameShare struct {
	Name       string `json:"name"`
	Count      int    `json:"count"`
	Percentage int    `json:"percentage"` // of all that are listed
}

// Dashboard returns the whole at a glance, with what happened in the last days.
func (c *Client) Dashboard(ctx context.Context, days int) (*Dashboard, error) {
	var d Dashboard
	if _, err := c.call(ctx, http.MethodGet, "/v1/dashboard/stats", periodOf(days), nil, &d); err != nil {
		return nil, err
	}
	return &d, nil
}

func periodOf(days int) url.Values { return url.Values{"period": {fmt.Sprintf("%dd", days)}} }

// GroupCount is how many photos were created in a time, or have a name in common.
type GroupCount struct {
	Key   string `json:"key"`
	Count int    `json:"count"`
}

// PhotoStats counts photos by day, month, year, category, tag, camera or lens:
// all, or those that were created in a year, unless that is 0.
func (c *Client) PhotoStats(ctx context.Context, groupBy string, year int) ([]GroupCount, error) {
	query := url.Values{"group_by": {groupBy}}
	if year != 0 {
		query.Set("year", strconv.Itoa(year))
	}
	var stats struct {
		Items []GroupCount `json:"items"`
	}
	_, err := c.call(ctx, http.MethodGet, "/v1/stats/photos", query, nil, &stats)
	return stats.Items, err
}

// ViewStats counts the views of the last days, by day or month.
func (c *Client) ViewStats(ctx context.Context, days int, groupBy string) (items []DateCount, total int, err error) {
	query := periodOf(days)
	query.Set("group_by", groupBy)
	var stats struct {
		Total int         `json:"total"`
		Items []DateCount `json:"items"`
	}
	_, err = c.call(ctx, http.MethodGet, "/v1/stats/views", query, nil, &stats)
	return stats.Items, stats.Total, err
}

// StorageStats tells what is stored, in bytes.
type StorageStats struct {
	Used   int64 `json:"storage_used"`
	Limit  int64 `json:"storage_limit"`
	ByKind struct {
		Originals   int64 `json:"originals"`
		Derivatives int64 `json:"derivatives"`
		Database    int64 `json:"database"`
	} `json:"by_kind"`
	ByType []struct {
		MIMEType string `json:"mime_type"`
		Files    int    `json:"files"`
		Bytes    int64  `json:"bytes"`
	} `json:"by_type"`
}

// StorageStats returns what is stored.
func (c *Client) StorageStats(ctx context.Context) (*StorageStats, error) {
	var stats StorageStats
	if _, err := c.call(ctx, http.MethodGet, "/v1/stats/storage", nil, nil, &stats); err != nil {
		return nil, err
	}
	return &stats, nil
}

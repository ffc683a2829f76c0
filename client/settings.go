package client

import (
	"context"
	"net/http"
)

// Settings are the site's settings by group and name, such as
// Settings["display"]["photos_per_page"]. Groups that the user may not see are
// left out.
type Settings map[string]map[string]any

// Settings returns the settings that the user may see.
func (c *Client) Settings(ctx context.Context) (Settings, error) {
	return c.settings(ctx, http.MethodGet, "/v1/settings", nil)
}

// UpdateSettings changes the settings given by their flat keys, such as
// "image_quality_jpg", and returns all.
func (c *Client) UpdateSettings(ctx context.Context, changes map[string]any) (Settings, error) {
	return c.settings(ctx, http.MethodPut, "/v1/settings", changes)
}

// ResetSettings gives the settings of the groups their defaults, or all settings
// if none is named.
func (c *Client) ResetSettings(ctx context.Context, groups ...string) (Settings, error) {
	body := map[string]any{"confirm": true}
	if len(groups) > 0 {
		body["categories"] = groups
	}
	return c.settings(ctx, http.MethodPost, "/v1/settings/reset", body)
}

func (c *Client) settings(ctx context.Context, method, path string, body any) (settings Settings, err error) {
	_, err = c.call(ctx, method, path, nil, body, &settings)
	return settings, err
}

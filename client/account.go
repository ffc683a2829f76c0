package client

import (
	"context"
	"net/http"
)

// Profile is the signed-in user, and what their role grants.
type Profile struct {
	User
	Permissions []string `json:"permissions"` // <resource>.<action>; * stands for all
}

// Register makes a user, if the server lets visitors do so. It signs nobody in.
func (c *Client) Register(ctx context.Context, in NewUser) (*User, error) {
	var user User
	_, err := c.call(ctx, http.MethodPost, "/v1/auth/register", nil, in, &user)
	return &user, err
}

// Profile returns the signed-in user.
func (c *Client) Profile(ctx context.Context) (*Profile, error) {
	var profile Profile
	_, err := c.call(ctx, http.MethodGet, "/v1/auth/profile", nil, nil, &profile)
	return &profile, err
}

// UpdateProfile changes the fields given of the signed-in user, by their names in
// the API.
func (c *Client) UpdateProfile(ctx context.Context, fields map[string]any) (*Profile, error) {
	var profile Profile
	_, err := c.call(ctx, http.MethodPut, "/v1/auth/profile", nil, fields, &profile)
	return &profile, err
}

// ChangePassword replaces the signed-in user's password, and ends their other
// sessions.
func (c *Client) ChangePassword(ctx context.Context, current, replacement string) error {
	body := map[string]string{"current_password": current, "new_password": replacement}
	_, err := c.call(ctx, http.MethodPut, "/v1/auth/password", nil, body, nil)
	return err
}

package client

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
)

// User is someone who can sign in.
type User struct {
	ID          int64  `json:"id"`
	Username    string `json:"username"`
	Email       string `json:"email"`
	Role        string `json:"role"`
	DisplayName string `json:"display_name"`
	IsActive    bool   `json:"is_active"`
}

// NewUser describes a user to create.
type NewUser struct {
	Username    string `json:"username"`
	Email       string `json:"email"`
	Password    string `json:"password"`
	Role        string `json:"role,omitempty"`
	DisplayName string `json:"display_name,omitempty"`
}

// Users returns a page of users whose name or address matches search.
func (c *Client) Users(ctx context.Context, search string, page int) ([]User, Pagination, error) {
	var users []User
	query := url.Values{"page": {strconv.Itoa(page)}, "limit": {"100"}}
	if search != "" {
		query.Set("search", search)
	}
	pagination, err := c.call(ctx, http.MethodGet, "/v1/users", query, nil, &users)
	return users, pagination, err
}

// User returns one user.
func (c *Client) User(ctx context.Context, id int64) (*User, error) {
	var user User
	_, err := c.call(ctx, http.MethodGet, fmt.Sprintf("/v1/users/%d", id), nil, nil, &user)
	return &user, err
}

// CreateUser creates a user.
func (c *Client) CreateUser(ctx context.Context, in NewUser) (*User, error) {
	var user User
	_, err := c.call(ctx, http.MethodPost, "/v1/users", nil, in, &user)
	return &user, err
}

// UpdateUser changes the fields given of a user, by their names in the API.
func (c *Client) UpdateUser(ctx context.Context, id int64, fields map[string]any) (*User, error) {
	var user User
	_, err := c.call(ctx, http.MethodPut, fmt.Sprintf("/v1/users/%d", id), nil, fields, &user)
	return &user, err
}

// SetPassword gives a user a new password and ends all of that user's sessions.
func (c *Client) SetPassword(ctx context.Context, id int64, password string) error {
	_, err := c.call(ctx, http.MethodPut, fmt.Sprintf("/v1/users/%d", id), nil, map[string]string{"password": password}, nil)
	return err
}

// DeleteUser deletes a user and ends all of that user's sessions. Photos and
// uploads stay.
func (c *Client) DeleteUser(ctx context.Context, id int64) error {
	_, err := c.call(ctx, http.MethodDelete, fmt.Sprintf("/v1/users/%d", id), nil, nil, nil)
	return err
}

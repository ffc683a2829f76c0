package client

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// Session is a sign-in that is not over.
type Session struct {
	ID         string    `json:"id"`
	IPAddress  string    `json:"ip_address"`
	UserAgent  string    `json:"user_agent"`
	CreatedAt  time.Time `json:"created_at"`
	LastSeenAt time.Time `json:"last_seen_at"` // to five minutes
	ExpiresAt  time.Time `json:"expires_at"`
	Current    bool      `json:"current"` // the client's own
}

// Sessions returns a page of a user's sessions, the last seen first.
func (c *Client) Sessions(ctx context.Context, userID int64, page int) ([]Session, Pagination, error) {
	var sessions []Session
	query := url.Values{"page": {strconv.Itoa(page)}, "limit": {"100"}}
	pagination, err := c.call(ctx, http.MethodGet, fmt.Sprintf("/v1/users/%d/sessions", userID), query, nil, &sessions)
	return sessions, pagination, err
}

// EndSession signs a user out of a session: its tokens are refused from then on.
func (c *Client) EndSession(ctx context.Context, userID int64, sessionID string) error {
	_, err := c.call(ctx, http.MethodDelete, fmt.Sprintf("/v1/users/%d/sessions/%s", userID, url.PathEscape(sessionID)), nil, nil, nil)
	return err
}

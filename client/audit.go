package client

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// AuditRecord is one line of the audit log: who did what to which thing.
type AuditRecord struct {
	ID         int64           `json:"id"`
	At         time.Time       `json:"at"`
	UserID     *int64          `json:"user_id"`  // nil for nobody
	Username   *string         `json:"username"` // nil for nobody, and for a user who is gone
	IPAddress  string          `json:"ip_address"`
	RequestID  string          `json:"request_id"`
	Action     string          `json:"action"` // such as photo.update
	ObjectType string          `json:"object_type"`
	ObjectID   string          `json:"object_id"`
	Detail     json.RawMessage `json:"detail"`
}

// AuditQuery selects records of the audit log. Zero fields do not filter.
type AuditQuery struct {
	Page, Limit      int
	UserID           int64
	Action           string
	ObjectType       string
	ObjectID         string
	DateFrom, DateTo string // days in UTC, YYYY-MM-DD, both included
}

// AuditLog returns a page of the audit log, the latest first.
func (c *Client) AuditLog(ctx context.Context, q AuditQuery) ([]AuditRecord, Pagination, error) {
	query := url.Values{}
	for name, n := range map[string]int64{"page": int64(q.Page), "limit": int64(q.Limit), "user_id": q.UserID} {
		if n != 0 {
			query.Set(name, strconv.FormatInt(n, 10))
		}
	}
	for name, text := range map[string]string{
		"action": q.Action, "object_type": q.ObjectType, "object_id": q.ObjectID, "date_from": q.DateFrom, "date_to": q.DateTo,
	} {
		if text != "" {
			query.Set(name, text)
		}
	}
	var records []AuditRecord
	pagination, err := c.call(ctx, http.MethodGet, "/v1/system/audit", query, nil, &records)
	return records, pagination, err
}

package client

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// Backup is a backup of the library that the server makes or has made.
type Backup struct {
	ID          int64      `json:"id"`
	Status      string     `json:"status"`    // running, completed, failed
	Name        string     `json:"name"`      // in the directory
	Directory   string     `json:"directory"` // on the server
	StartedAt   time.Time  `json:"started_at"`
	FinishedAt  *time.Time `json:"finished_at"`  // nil while it runs
	Files       int64      `json:"files"`        // that it consists of
	Size        int64      `json:"size"`         // their bytes
	CopiedFiles int64      `json:"copied_files"` // that the directory did not hold before
	CopiedSize  int64      `json:"copied_size"`
	Error       *string    `json:"error"` // why it failed
}

// BeginBackup begins a backup, which goes on by itself. Directory is "" but for
// the operator of the server.
func (c *Client) BeginBackup(ctx context.Context, directory string) (*Backup, error) {
	var backup Backup
	body := map[string]string{}
	if directory != "" {
		body["directory"] = directory
	}
	_, err := c.call(ctx, http.MethodPost, "/v1/system/backups", nil, body, &backup)
	return &backup, err
}

// Backup returns one backup.
func (c *Client) Backup(ctx context.Context, id int64) (*Backup, error) {
	var backup Backup
	_, err := c.call(ctx, http.MethodGet, fmt.Sprintf("/v1/system/backups/%d", id), nil, nil, &backup)
	return &backup, err
}

// Backups returns a page of the backups, the newest first.
func (c *Client) Backups(ctx context.Context, page int) ([]Backup, Pagination, error) {
	var backups []Backup
	pagination, err := c.call(ctx, http.MethodGet, "/v1/system/backups", url.Values{"page": {strconv.Itoa(page)}}, nil, &backups)
	return backups, pagination, err
}

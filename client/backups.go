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
	ID          int64          `json:"id"`
	Status      string         `json:"status"`    // running, completed, failed, removed
	Name        string         `json:"name"`      // in the directory
	Directory   string         `json:"directory"` // on the server
	StartedAt   time.Time      `json:"started_at"`
	FinishedAt  *time.Time     `json:"finished_at"`  // nil while it runs
	Files       int64          `json:"files"`        // that it consists of
	Size        int64          `json:"size"`         // their bytes
	CopiedFiles int64          `json:"copied_files"` // that the directory did not hold before
	CopiedSize  int64          `json:"copied_size"`
	Error       *string        `json:"error"`        // why it failed
	ErrorReason string         `json:"error_reason"` // the error by its name
	ErrorParams map[string]any `json:"error_params"` // the figures in it
	RemovedAt   *time.Time     `json:"removed_at"`   // nil while its files are there
}

// NewBackup says what a backup is to be. All but the operator of the server leave
// it empty.
type NewBackup struct {
	Directory string `json:"directory,omitempty"` // whole path on the server; "" for the usual one
	Keep      int    `json:"keep,omitempty"`      // how many stay there, older ones are removed; 0: all
}

// BeginBackup begins a backup, which goes on by itself.
func (c *Client) BeginBackup(ctx context.Context, in NewBackup) (*Backup, error) {
	var backup Backup
	_, err := c.call(ctx, http.MethodPost, "/v1/system/backups", nil, in, &backup)
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

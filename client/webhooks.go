package client

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// Webhook is a subscription to events.
type Webhook struct {
	ID           int64      `json:"id"`
	URL          string     `json:"url"`
	Events       []string   `json:"events"`
	Secret       string     `json:"secret"` // "" but in the answer that made it up
	IsActive     bool       `json:"is_active"`
	FailingSince *time.Time `json:"failing_since"`
	CreatedAt    time.Time  `json:"created_at"`
	UpdatedAt    time.Time  `json:"updated_at"`
}

// NewWebhook describes a webhook to create. Without a secret one is made up.
type NewWebhook struct {
	URL      string   `json:"url"`
	Events   []string `json:"events"`
	Secret   string   `json:"secret,omitempty"`
	IsActive *bool    `json:"is_active,omitempty"`
}

// Delivery is an event on its way to a webhook.
type Delivery struct {
	ID             int64          `json:"id"`
	MessageID      string         `json:"message_id"`
	Event          string         `json:"event"`
	Status         string         `json:"status"` // pending, waiting, delivered or dead
	Attempts       int            `json:"attempts"`
	ResponseStatus *int           `json:"response_status"`
	DurationMS     *int64         `json:"duration_ms"`
	Error          string         `json:"error"`
	ErrorReason    string         `json:"error_reason"` // the error by its name
	ErrorParams    map[string]any `json:"error_params"` // the figures in it
	CreatedAt      time.Time      `json:"created_at"`
	NextAttemptAt  *time.Time     `json:"next_attempt_at"`
	RequestBody    string         `json:"request_body"`
	ResponseBody   string         `json:"response_body"`
}

// Webhooks returns a page of the webhooks.
func (c *Client) Webhooks(ctx context.Context, page int) ([]Webhook, Pagination, error) {
	var webhooks []Webhook
	pagination, err := c.call(ctx, http.MethodGet, "/v1/webhooks", url.Values{"page": {strconv.Itoa(page)}}, nil, &webhooks)
	return webhooks, pagination, err
}

// Webhook returns one webhook.
func (c *Client) Webhook(ctx context.Context, id int64) (*Webhook, error) {
	return c.webhook(ctx, http.MethodGet, webhookPath(id), nil)
}

// CreateWebhook subscribes to events. The answer holds the secret if it was made
// up; it is not shown again.
func (c *Client) CreateWebhook(ctx context.Context, w NewWebhook) (*Webhook, error) {
	return c.webhook(ctx, http.MethodPost, "/v1/webhooks", w)
}

// UpdateWebhook changes the fields that are given, under their JSON names.
func (c *Client) UpdateWebhook(ctx context.Context, id int64, fields map[string]any) (*Webhook, error) {
	return c.webhook(ctx, http.MethodPut, webhookPath(id), fields)
}

// RotateSecret makes up another secret for a webhook, which the answer holds.
func (c *Client) RotateSecret(ctx context.Context, id int64) (*Webhook, error) {
	return c.webhook(ctx, http.MethodPost, webhookPath(id)+"/rotate-secret", nil)
}

// DeleteWebhook removes a webhook with its deliveries.
func (c *Client) DeleteWebhook(ctx context.Context, id int64) error {
	_, err := c.call(ctx, http.MethodDelete, webhookPath(id), nil, nil, nil)
	return err
}

// TestWebhook has a message of the type webhook.test sent.
func (c *Client) TestWebhook(ctx context.Context, id int64) (*Delivery, error) {
	return c.delivery(ctx, webhookPath(id)+"/test")
}

// Deliveries returns a page of a webhook's deliveries, the latest first.
func (c *Client) Deliveries(ctx context.Context, webhookID int64, page, limit int) ([]Delivery, Pagination, error) {
	var deliveries []Delivery
	query := url.Values{"page": {strconv.Itoa(page)}, "limit": {strconv.Itoa(limit)}}
	pagination, err := c.call(ctx, http.MethodGet, webhookPath(webhookID)+"/deliveries", query, nil, &deliveries)
	return deliveries, pagination, err
}

// Redeliver has a delivery sent again.
func (c *Client) Redeliver(ctx context.Context, webhookID, deliveryID int64) (*Delivery, error) {
	return c.delivery(ctx, fmt.Sprintf("%s/deliveries/%d/redeliver", webhookPath(webhookID), deliveryID))
}

// RedeliverAll has deliveries sent again: all of them, or none if one is not there.
func (c *Client) RedeliverAll(ctx context.Context, webhookID int64, deliveryIDs []int64) error {
	_, err := c.call(ctx, http.MethodPost, webhookPath(webhookID)+"/deliveries/redeliver", nil, map[string]any{"delivery_ids": deliveryIDs}, nil)
	return err
}

func (c *Client) webhook(ctx context.Context, method, path string, body any) (*Webhook, error) {
	var w Webhook
	if _, err := c.call(ctx, method, path, nil, body, &w); err != nil {
		return nil, err
	}
	return &w, nil
}

func (c *Client) delivery(ctx context.Context, path string) (*Delivery, error) {
	var d Delivery
	if _, err := c.call(ctx, http.MethodPost, path, nil, nil, &d); err != nil {
		return nil, err
	}
	return &d, nil
}

func webhookPath(id int64) string { return fmt.Sprintf("/v1/webhooks/%d", id) }

package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store/rows"
)

const webhookColumns = "id, version, url, events, secret, is_active, failing_since, created_at, updated_at"

func scanWebhook(r rows.Row) (*vitrine.Webhook, error) {
	w := &vitrine.Webhook{}
	var events []byte
	var failing *int64
	var created, updated int64
	err := r.Scan(&w.ID, &w.Version, &w.URL, &events, &w.SealedSecret, &w.IsActive, &failing, &created, &updated)
	if err != nil {
		return nil, err
	}
	w.FailingSince, w.CreatedAt, w.UpdatedAt = optionalTime(failing), fromMicros(created), fromMicros(updated)
	return w, json.Unmarshal(events, &w.Events)
}

// Webhook returns a webhook, or a CodeNotFound error.
func (r reader) Webhook(ctx context.Context, id int64) (*vitrine.Webhook, error) {
	w, err := rows.One(ctx, r.src, scanWebhook, "SELECT "+webhookColumns+" FROM webhooks WHERE id = $1", id)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, vitrine.NotFound("webhook", id)
	}
	return w, err
}

// Webhooks returns a page of the webhooks in the order they were made, and how
// many there are.
func (r reader) Webhooks(ctx context.Context, page vitrine.Page) (webhooks []*vitrine.Webhook, total int, err error) {
	webhooks, err = rows.All(ctx, r.src, scanWebhook,
		"SELECT "+webhookColumns+" FROM webhooks ORDER BY id LIMIT $1 OFFSET $2", page.Limit, page.Offset())
	if err == nil {
		total, err = rows.Value[int](ctx, r.src, "SELECT COUNT(*) FROM webhooks")
	}
	return webhooks, total, err
}

// InsertWebhook adds a webhook and sets its id, version and times. Seal encrypts
// its secret for the id.
func (tx *Tx) InsertWebhook(ctx context.Context, w *vitrine.Webhook, seal func(*vitrine.Webhook)) (err error) {
	w.Version, w.CreatedAt, w.UpdatedAt = 0, tx.Now, tx.Now
	w.ID, err = rows.Value[int64](ctx, tx.src, `
		INSERT INTO webhooks (version, url, events, secret, is_active, created_at, updated_at)
		VALUES (0, '', '[]', $1, FALSE, $2, $2) RETURNING id`, []byte{}, micros(tx.Now))
	if err != nil {
		return err
	}
	seal(w)
	return tx.UpdateWebhook(ctx, w)
}

// UpdateWebhook writes a webhook and counts its version up.
func (tx *Tx) UpdateWebhook(ctx context.Context, w *vitrine.Webhook) error {
	events, err := json.Marshal(w.Events)
	if err != nil {
		return err
	}
	w.Version++
	w.UpdatedAt = tx.Now
	_, err = tx.exec(ctx, `
		UPDATE webhooks SET version = $1, url = $2, events = $3, secret = $4, is_active = $5, failing_since = $6, updated_at = $7
		WHERE id = $8`,
		w.Version, w.URL, string(events), w.SealedSecret, w.IsActive, optionalMicros(w.FailingSince), micros(tx.Now), w.ID)
	return err
}

// SetFailing notes since when a webhook fails, nil if it does not.
func (tx *Tx) SetFailing(ctx context.Context, id int64, since *time.Time) error {
	_, err := tx.exec(ctx, "UPDATE webhooks SET failing_since = $1 WHERE id = $2", optionalMicros(since), id)
	return err
}

// DeleteWebhook removes a webhook with its deliveries.
func (tx *Tx) DeleteWebhook(ctx context.Context, id int64) error {
	_, err := tx.exec(ctx, "DELETE FROM webhooks WHERE id = $1", id)
	return err
}

package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store/rows"
	"github.com/vitrine-photos/vitrine/internal/store/sqltext"
)

// fanOut adds a delivery of an event for each active webhook that subscribed to
// it. The names of events hold no wildcards.
func (tx *Tx) fanOut(ctx context.Context, eventID int64, event vitrine.EventType) error {
	webhooks, err := rows.Values[int64](ctx, tx.src, `
		INSERT INTO deliveries (webhook_id, event_id, status, next_attempt_at, created_at)
		SELECT id, $1, 'pending', CAST($2 AS BIGINT), CAST($2 AS BIGINT) FROM webhooks WHERE is_active AND events LIKE $3
		RETURNING webhook_id`, eventID, micros(tx.Now), `%"`+string(event)+`"%`)
	if err != nil {
		return err
	}
	for _, id := range webhooks {
		if err := tx.Enqueue(ctx, vitrine.NewDeliverJob(id, time.Time{})); err != nil {
			return err
		}
	}
	return nil
}

// EmitTo records an event that is for one webhook alone, active or not, and
// returns its delivery.
func (tx *Tx) EmitTo(ctx context.Context, webhookID int64, event vitrine.EventType, data any) (*vitrine.Delivery, error) {
	eventID, err := tx.insertEvent(ctx, event, webhookID, data)
	if err != nil {
		return nil, err
	}
	id, err := rows.Value[int64](ctx, tx.src, `
		INSERT INTO deliveries (webhook_id, event_id, status, by_hand, next_attempt_at, created_at)
		VALUES ($1, $2, 'pending', TRUE, $3, $3) RETURNING id`, webhookID, eventID, micros(tx.Now))
	if err != nil {
		return nil, err
	}
	if err := tx.Enqueue(ctx, vitrine.NewDeliverJob(webhookID, time.Time{})); err != nil {
		return nil, err
	}
	return tx.Delivery(ctx, webhookID, id)
}

const selectDeliveries = `
	SELECT d.id, d.webhook_id, d.status, d.by_hand, d.attempts, d.failures, d.next_attempt_at, d.response_status, d.duration,
		d.error, d.request_body, d.response_body, d.created_at, ` + eventColumns + `
	FROM deliveries d JOIN events e ON e.id = d.event_id `

func scanDelivery(r rows.Row) (*vitrine.Delivery, error) {
	d := &vitrine.Delivery{}
	var next *int64
	var created, duration int64
	event, finish := eventFields(&d.Event)
	err := r.Scan(append([]any{
		&d.ID, &d.WebhookID, &d.Status, &d.ByHand, &d.Attempts, &d.Failures, &next, &d.Last.ResponseStatus, &duration,
		&d.Last.Error, &d.Last.RequestBody, &d.Last.ResponseBody, &created,
	}, event...)...)
	finish()
	d.NextAttemptAt, d.CreatedAt = optionalTime(next), fromMicros(created)
	d.Last.Duration = time.Duration(duration) * time.Microsecond
	return d, err
}

// Delivery returns a delivery of a webhook, or a CodeNotFound error.
func (r reader) Delivery(ctx context.Context, webhookID, id int64) (*vitrine.Delivery, error) {
	d, err := rows.One(ctx, r.src, scanDelivery, selectDeliveries+"WHERE d.id = $1 AND d.webhook_id = $2", id, webhookID)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, vitrine.NotFound("delivery", id)
	}
	return d, err
}

// Deliveries returns a page of a webhook's deliveries, the latest first, and how
// many match.
func (r reader) Deliveries(ctx context.Context, webhookID int64, f vitrine.DeliveryFilter) (deliveries []*vitrine.Delivery, total int, err error) {
	var c sqltext.Conditions
	c.Add("d.webhook_id = ?", webhookID)
	if f.Status != "" {
		c.Add("d.status = ?", string(f.Status))
	}
	if f.Event != "" {
		c.Add("e.type = ?", string(f.Event))
	}
	total, err = rows.Value[int](ctx, r.src, "SELECT COUNT(*) FROM deliveries d JOIN events e ON e.id = d.event_id"+c.Where(), c.Args...)
	if err != nil {
		return nil, 0, err
	}
	query := selectDeliveries + c.Where() + " ORDER BY d.id DESC LIMIT " + c.Arg(f.Page.Limit) + " OFFSET " + c.Arg(f.Page.Offset())
	deliveries, err = rows.All(ctx, r.src, scanDelivery, query, c.Args...)
	return deliveries, total, err
}

// NextDelivery returns the delivery that a webhook is sent next, nil for none: of
// those asked for by hand the first that is due, else, if it is active, the
// first that is due or holds up the others, having failed less often than
// patience. The latter's time may not have come.
func (r reader) NextDelivery(ctx context.Context, w *vitrine.Webhook, patience int) (*vitrine.Delivery, error) {
	d, err := rows.One(ctx, r.src, scanDelivery, selectDeliveries+`
		WHERE d.webhook_id = $1 AND d.next_attempt_at IS NOT NULL
			AND (d.next_attempt_at <= $2 AND (d.by_hand OR $3) OR NOT d.by_hand AND $3 AND d.failures < $4)
		ORDER BY d.by_hand DESC, d.id LIMIT 1`, w.ID, micros(r.now()), w.IsActive, patience)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return d, err
}

// NextAttemptAt returns when the next delivery of a webhook comes due, of those
// that are not; nil for none.
func (r reader) NextAttemptAt(ctx context.Context, w *vitrine.Webhook) (*time.Time, error) {
	next, err := rows.Value[*int64](ctx, r.src, `
		SELECT MIN(next_attempt_at) FROM deliveries
		WHERE webhook_id = $1 AND next_attempt_at IS NOT NULL AND next_attempt_at > $2 AND (by_hand OR $3)`,
		w.ID, micros(r.now()), w.IsActive)
	return optionalTime(next), err
}

// UpdateDelivery writes how far a delivery has come.
func (tx *Tx) UpdateDelivery(ctx context.Context, d *vitrine.Delivery) error {
	_, err := tx.exec(ctx, `
		UPDATE deliveries SET status = $1, by_hand = $2, attempts = $3, failures = $4, next_attempt_at = $5,
			response_status = $6, duration = $7, error = $8, request_body = $9, response_body = $10
		WHERE id = $11`,
		string(d.Status), d.ByHand, d.Attempts, d.Failures, optionalMicros(d.NextAttemptAt),
		d.Last.ResponseStatus, d.Last.Duration.Microseconds(), d.Last.Error, d.Last.RequestBody, d.Last.ResponseBody, d.ID)
	return err
}

// EnqueueDeliveries sees to it that there is a job for each webhook that has
// something to be sent.
func (tx *Tx) EnqueueDeliveries(ctx context.Context) error {
	webhooks, err := rows.Values[int64](ctx, tx.src,
		"SELECT DISTINCT webhook_id FROM deliveries WHERE next_attempt_at IS NOT NULL ORDER BY webhook_id")
	if err != nil {
		return err
	}
	for _, id := range webhooks {
		if err := tx.Enqueue(ctx, vitrine.NewDeliverJob(id, time.Time{})); err != nil {
			return err
		}
	}
	return nil
}

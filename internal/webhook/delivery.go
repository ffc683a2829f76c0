package webhook

import (
	"context"
	"fmt"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// Deliveries returns a page of a webhook's deliveries, the latest first, and how
// many match. They are kept as long as their events.
func (w *Webhooks) Deliveries(ctx context.Context, actor vitrine.Actor, id int64, filter vitrine.DeliveryFilter) ([]*vitrine.Delivery, int, error) {
	if _, err := w.Webhook(ctx, actor, id); err != nil {
		return nil, 0, err
	}
	return w.DB.Deliveries(ctx, id, filter)
}

// testData is what the message says that tests a webhook.
type testData struct {
	WebhookID int64 `json:"webhook_id"`
}

// Test has a message of the type webhook.test sent to a webhook, active or not,
// once. It needs webhook.update.
func (w *Webhooks) Test(ctx context.Context, actor vitrine.Actor, id int64) (delivery *vitrine.Delivery, err error) {
	if err := actor.Require(vitrine.WebhookUpdate); err != nil {
		return nil, err
	}
	err = w.DB.Update(ctx, func(tx *store.Tx) error {
		if _, err := tx.Webhook(ctx, id); err != nil {
			return err
		}
		if delivery, err = tx.EmitTo(ctx, id, vitrine.WebhookTested, testData{id}); err != nil {
			return err
		}
		return audit(ctx, tx, actor, "webhook.test", id)
	})
	return delivery, err
}

// Redeliver has a delivery sent again at once, whatever became of it before and
// whether or not the webhook is active. Failing, it is tried again as often as
// a new one. It needs webhook.update.
func (w *Webhooks) Redeliver(ctx context.Context, actor vitrine.Actor, webhookID, id int64) (*vitrine.Delivery, error) {
	again, err := w.redeliver(ctx, actor, webhookID, []int64{id}, func(int) error { return vitrine.NotFound("delivery", id) })
	if err != nil {
		return nil, err
	}
	return again[0], nil
}

// RedeliverAll is Redeliver for several: all of them, the oldest first, or none. One
// that is not there is a CodeUnprocessable error.
func (w *Webhooks) RedeliverAll(ctx context.Context, actor vitrine.Actor, webhookID int64, ids []int64) error {
	_, err := w.redeliver(ctx, actor, webhookID, ids, func(i int) error {
		return vitrine.Unprocessable(fmt.Sprintf("delivery_ids[%d]", i), vitrine.FaultNotFound, vitrine.ReasonNoDelivery, ids[i])
	})
	return err
}

// redeliver calls missing for a delivery that is not there.
func (w *Webhooks) redeliver(
	ctx context.Context, actor vitrine.Actor, webhookID int64, ids []int64, missing func(i int) error,
) (again []*vitrine.Delivery, err error) {
	if err := actor.Require(vitrine.WebhookUpdate); err != nil {
		return nil, err
	}
	err = w.DB.Update(ctx, func(tx *store.Tx) error {
		again = nil
		if _, err := tx.Webhook(ctx, webhookID); err != nil {
			return err
		}
		for i, id := range ids {
			delivery, err := tx.Delivery(ctx, webhookID, id)
			if vitrine.ErrorCode(err) == vitrine.CodeNotFound {
				return missing(i)
			}
			if err != nil {
				return err
			}
			delivery.Status, delivery.ByHand, delivery.Failures, delivery.NextAttemptAt = vitrine.DeliveryPending, true, 0, &tx.Now
			if err := tx.UpdateDelivery(ctx, delivery); err != nil {
				return err
			}
			again = append(again, delivery)
		}
		if err := tx.Enqueue(ctx, vitrine.NewDeliverJob(webhookID, time.Time{})); err != nil {
			return err
		}
		return audit(ctx, tx, actor, "webhook.redeliver", webhookID)
	})
	return again, err
}

// Sweep sees to it that nothing that is to be sent was forgotten.
func (w *Webhooks) Sweep(ctx context.Context) error {
	return w.DB.Update(ctx, func(tx *store.Tx) error { return tx.EnqueueDeliveries(ctx) })
}

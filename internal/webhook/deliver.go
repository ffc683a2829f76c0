package webhook

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// retries returns how long to wait after each failure; after the last one the
// delivery is dead.
func retries() []time.Duration {
	return []time.Duration{
		5 * time.Second, 30 * time.Second, 5 * time.Minute, 30 * time.Minute,
		2 * time.Hour, 5 * time.Hour, 10 * time.Hour, 24 * time.Hour,
	}
}

const (
	// patience is how many failures of a delivery later ones wait for. A receiver
	// that restarts finds the order kept; one that cannot take a certain event
	// gets the others.
	patience = 3
	// switchedOffAfter is how long a webhook may fail.
	switchedOffAfter = 5 * 24 * time.Hour
)

// Workers is how many webhooks are sent something at a time: many, for most of
// the time they wait, and one that does not answer should not hold up others.
const Workers = 64

// Deliver is the job that sends a webhook what is due, one after the other, and
// comes back when more is. It ends early when the process stops.
func (w *Webhooks) Deliver(ctx context.Context, job *vitrine.Job) error {
	var what vitrine.DeliverJob
	if err := json.Unmarshal(job.Payload, &what); err != nil {
		return err
	}
	for {
		hook, err := w.DB.Webhook(ctx, what.WebhookID)
		if vitrine.ErrorCode(err) == vitrine.CodeNotFound {
			return nil // deleted meanwhile
		}
		if err != nil {
			return err
		}
		delivery, err := w.DB.NextDelivery(ctx, hook, patience)
		if err != nil {
			return err
		}
		if delivery == nil || delivery.NextAttemptAt.After(w.Now()) {
			return w.comeBack(ctx, hook)
		}
		attempt := w.send(ctx, hook, delivery)
		if err := ctx.Err(); err != nil {
			return err // not the receiver's fault; it is sent again
		}
		if err := w.record(ctx, delivery, attempt); err != nil {
			return err
		}
	}
}

// comeBack enqueues the job for when the next delivery comes due.
func (w *Webhooks) comeBack(ctx context.Context, hook *vitrine.Webhook) error {
	at, err := w.DB.NextAttemptAt(ctx, hook)
	if err != nil || at == nil {
		return err
	}
	return w.DB.Update(ctx, func(tx *store.Tx) error { return tx.Enqueue(ctx, vitrine.NewDeliverJob(hook.ID, *at)) })
}

// record writes how an attempt went, and what follows for the webhook.
func (w *Webhooks) record(ctx context.Context, sent *vitrine.Delivery, attempt vitrine.Attempt) error {
	return w.DB.Update(ctx, func(tx *store.Tx) error {
		hook, err := tx.Webhook(ctx, sent.WebhookID)
		if vitrine.ErrorCode(err) == vitrine.CodeNotFound {
			return nil // deleted meanwhile
		}
		if err != nil {
			return err
		}
		delivery, err := tx.Delivery(ctx, sent.WebhookID, sent.ID)
		if err != nil {
			return err
		}
		again := askedAgain(sent, delivery)
		delivery.Last = attempt
		delivery.Attempts++
		if attempt.Error == "" {
			err = w.recovered(ctx, tx, hook)
		} else {
			err = w.failed(ctx, tx, hook, sent, attempt)
		}
		if err != nil {
			return err
		}
		if !again {
			conclude(delivery, tx.Now)
		}
		return tx.UpdateDelivery(ctx, delivery)
	})
}

// askedAgain reports whether a delivery was asked for again while it was being
// sent: how that ended is then not the last word.
func askedAgain(sent, current *vitrine.Delivery) bool {
	return current.Status == vitrine.DeliveryPending && !current.NextAttemptAt.Equal(*sent.NextAttemptAt)
}

// conclude sets what follows from the latest attempt for its delivery.
func conclude(d *vitrine.Delivery, now time.Time) {
	if d.Last.Error != "" {
		postpone(d, now)
		return
	}
	d.Status, d.ByHand, d.Failures, d.NextAttemptAt = vitrine.DeliveryDelivered, false, 0, nil
}

// postpone sets when a delivery that failed is tried again; a test is not.
func postpone(d *vitrine.Delivery, now time.Time) {
	d.Failures++
	schedule := retries()
	if d.Failures > len(schedule) || d.Event.Type == vitrine.WebhookTested {
		d.Status, d.ByHand, d.NextAttemptAt = vitrine.DeliveryDead, false, nil
		return
	}
	next := now.Add(spread(schedule[d.Failures-1]))
	d.Status, d.NextAttemptAt = vitrine.DeliveryWaiting, &next
}

// spread adds or takes away up to a fifth, so that what failed together is not
// tried together.
func spread(wait time.Duration) time.Duration {
	return wait - wait/5 + rand.N(2*wait/5+1) //nolint:gosec // no secret
}

func (w *Webhooks) recovered(ctx context.Context, tx *store.Tx, hook *vitrine.Webhook) error {
	if hook.FailingSince == nil {
		return nil
	}
	w.Log.Info("webhook accepts messages again", "webhook", hook.ID)
	return tx.SetFailing(ctx, hook.ID, nil)
}

// failed notes that the webhook fails, and switches it off when it did for long.
// What is only done by hand does not count.
func (w *Webhooks) failed(ctx context.Context, tx *store.Tx, hook *vitrine.Webhook, sent *vitrine.Delivery, attempt vitrine.Attempt) error {
	switch {
	case !hook.IsActive || sent.ByHand || sent.Event.Type == vitrine.WebhookTested:
		return nil
	case hook.FailingSince == nil:
		w.Log.Warn("webhook fails", "webhook", hook.ID, "err", attempt.Error.Message())
		return tx.SetFailing(ctx, hook.ID, &tx.Now)
	case tx.Now.Sub(*hook.FailingSince) < switchedOffAfter:
		return nil
	}
	w.Log.Error("webhook switched off: nothing could be delivered for five days", "webhook", hook.ID, "err", attempt.Error.Message())
	hook.IsActive = false
	if err := tx.UpdateWebhook(ctx, hook); err != nil {
		return err
	}
	return audit(ctx, tx, vitrine.Actor{}, "webhook.switch_off", hook.ID)
}

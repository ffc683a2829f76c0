// Package webhook keeps subscriptions to events and delivers events to them:
// signed, in order while the receiver accepts them, tried again while it does
// not, and never to an address that only this machine's neighbours can reach.
package webhook

import (
	"context"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// Config is what a Webhooks is made of.
type Config struct {
	DB           *store.DB
	Key          []byte        // encrypts the secrets, 32 bytes
	Site         string        // the public address, "https://example.com", or ""
	AllowPrivate bool          // let messages reach private addresses
	Version      string        // of the program, for receivers to see
	Timeout      time.Duration // of an attempt, from the connection to the end of the answer; 0: DefaultTimeout
	Now          func() time.Time
	Log          *slog.Logger
}

// Webhooks carries out the operations. It may be used by several goroutines.
type Webhooks struct {
	Config
	sealer sealer
	guard  guard
	client *http.Client
}

// New returns a Webhooks.
func New(cfg Config) (*Webhooks, error) {
	if cfg.Timeout == 0 {
		cfg.Timeout = DefaultTimeout
	}
	sealer, err := newSealer(cfg.Key)
	if err != nil {
		return nil, err
	}
	w := &Webhooks{Config: cfg, sealer: sealer, guard: newGuard(cfg.AllowPrivate)}
	w.client = newClient(w.guard, cfg.Timeout)
	return w, nil
}

// Page returns a page of the webhooks in the order they were made, and how many
// there are. It needs webhook.read, as do the other reads.
func (w *Webhooks) Page(ctx context.Context, actor vitrine.Actor, page vitrine.Page) ([]*vitrine.Webhook, int, error) {
	if err := actor.Require(vitrine.WebhookRead); err != nil {
		return nil, 0, err
	}
	return w.DB.Webhooks(ctx, page)
}

// Webhook returns a webhook, or a CodeNotFound error.
func (w *Webhooks) Webhook(ctx context.Context, actor vitrine.Actor, id int64) (*vitrine.Webhook, error) {
	if err := actor.Require(vitrine.WebhookRead); err != nil {
		return nil, err
	}
	return w.DB.Webhook(ctx, id)
}

// Create adds a webhook. A secret that is not given is made up; only then does
// the answer hold it. It needs webhook.create.
func (w *Webhooks) Create(ctx context.Context, actor vitrine.Actor, in vitrine.WebhookInput) (*vitrine.Webhook, error) {
	if err := actor.Require(vitrine.WebhookCreate); err != nil {
		return nil, err
	}
	var faults vitrine.Faults
	in.ValidateNew(&faults)
	if err := faults.Err(); err != nil {
		return nil, err
	}
	if err := w.guard.checkURL(in.URL.Value); err != nil {
		return nil, err
	}
	var made vitrine.WebhookSecret
	if !in.Secret.Present() {
		made = vitrine.NewWebhookSecret()
		in.Secret = vitrine.Some(string(made))
	}
	var hook *vitrine.Webhook
	err := w.DB.Update(ctx, func(tx *store.Tx) error {
		hook = &vitrine.Webhook{
			URL: in.URL.Value, Events: in.Events.Value, IsActive: in.IsActive.Or(true), Secret: vitrine.WebhookSecret(in.Secret.Value),
		}
		if err := tx.InsertWebhook(ctx, hook, w.sealer.seal); err != nil {
			return err
		}
		hook.Secret = made
		return audit(ctx, tx, actor, "webhook.create", hook.ID)
	})
	return hook, err
}

// Update changes what is sent of a webhook. One that is made active goes on with
// what it was not sent before. It needs webhook.update. With ifMatch the webhook
// must have one of these versions, else it is a CodeConflict error.
func (w *Webhooks) Update(ctx context.Context, actor vitrine.Actor, id int64, in vitrine.WebhookInput, ifMatch vitrine.Versions) (*vitrine.Webhook, error) {
	if err := actor.Require(vitrine.WebhookUpdate); err != nil {
		return nil, err
	}
	var faults vitrine.Faults
	in.Validate(&faults)
	if err := faults.Err(); err != nil {
		return nil, err
	}
	if err := w.guard.checkURL(in.URL.Value); err != nil {
		return nil, err
	}
	var hook *vitrine.Webhook
	err := w.DB.Update(ctx, func(tx *store.Tx) (err error) {
		if hook, err = tx.Webhook(ctx, id); err != nil {
			return err
		}
		if err := ifMatch.Check(hook.Version); err != nil {
			return err
		}
		if !w.apply(hook, in) {
			return nil
		}
		if err := tx.UpdateWebhook(ctx, hook); err != nil {
			return err
		}
		if err := tx.Enqueue(ctx, vitrine.NewDeliverJob(id, time.Time{})); err != nil {
			return err
		}
		return audit(ctx, tx, actor, "webhook.update", id)
	})
	return hook, err
}

// apply sets the fields that are sent, and reports whether any differs then. A
// secret always does: what it was is not looked at. Another address, or being
// made active, is a new beginning for one that failed.
func (w *Webhooks) apply(hook *vitrine.Webhook, in vitrine.WebhookInput) bool {
	changed := false
	if in.URL.Set && in.URL.Value != hook.URL {
		hook.URL, hook.FailingSince, changed = in.URL.Value, nil, true
	}
	if in.Events.Set && !slices.Equal(in.Events.Value, hook.Events) {
		hook.Events, changed = in.Events.Value, true
	}
	if in.IsActive.Set && in.IsActive.Value != hook.IsActive {
		hook.IsActive, hook.FailingSince, changed = in.IsActive.Value, nil, true
	}
	if in.Secret.Present() {
		hook.Secret = vitrine.WebhookSecret(in.Secret.Value)
		w.sealer.seal(hook)
		hook.Secret, changed = "", true
	}
	return changed
}

// RotateSecret makes up another secret for a webhook, which the answer holds.
// What is sent from now on is signed with it. It needs webhook.update.
func (w *Webhooks) RotateSecret(ctx context.Context, actor vitrine.Actor, id int64) (*vitrine.Webhook, error) {
	if err := actor.Require(vitrine.WebhookUpdate); err != nil {
		return nil, err
	}
	secret := vitrine.NewWebhookSecret()
	var hook *vitrine.Webhook
	err := w.DB.Update(ctx, func(tx *store.Tx) (err error) {
		if hook, err = tx.Webhook(ctx, id); err != nil {
			return err
		}
		hook.Secret = secret
		w.sealer.seal(hook)
		if err := tx.UpdateWebhook(ctx, hook); err != nil {
			return err
		}
		return audit(ctx, tx, actor, "webhook.rotate_secret", id)
	})
	return hook, err
}

// Delete removes a webhook with its deliveries. It needs webhook.delete. IfMatch
// is that of Update.
func (w *Webhooks) Delete(ctx context.Context, actor vitrine.Actor, id int64, ifMatch vitrine.Versions) error {
	if err := actor.Require(vitrine.WebhookDelete); err != nil {
		return err
	}
	return w.DB.Update(ctx, func(tx *store.Tx) error {
		hook, err := tx.Webhook(ctx, id)
		if err != nil {
			return err
		}
		if err := ifMatch.Check(hook.Version); err != nil {
			return err
		}
		if err := tx.DeleteWebhook(ctx, id); err != nil {
			return err
		}
		return audit(ctx, tx, actor, "webhook.delete", id)
	})
}

func audit(ctx context.Context, tx *store.Tx, actor vitrine.Actor, action string, id int64) error {
	return tx.Audit(ctx, store.EntryOf(actor, action, "webhook", id))
}

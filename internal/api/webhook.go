package api

import (
	"time"

	"github.com/vitrine-photos/vitrine"
)

// webhookView is a webhook by itself.
type webhookView struct {
	ID           int64               `json:"id" example:"5"`
	URL          string              `json:"url" example:"https://example.com/hooks/vitrine"`
	Events       []vitrine.EventType `json:"events" enum:"photo.created,photo.updated,photo.deleted,category.created,category.updated,category.deleted,user.login,system.backup" example:"[\"photo.created\",\"photo.deleted\"]"`
	Secret       *string             `json:"secret" doc:"Only in the answer that made it up; else null. Keep it: it is not shown again." example:"whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"`
	IsActive     bool                `json:"is_active" doc:"Whether events are sent. Set to false when nothing could be delivered for five days." example:"true"`
	FailingSince *time.Time          `json:"failing_since" doc:"Null while the receiver accepts what it is sent." example:"2026-05-31T08:30:00Z"`
	CreatedAt    time.Time           `json:"created_at" example:"2026-01-04T11:00:00Z"`
	UpdatedAt    time.Time           `json:"updated_at" example:"2026-01-04T11:00:00Z"`
}

// deliveryView is an event on its way to a webhook.
type deliveryView struct {
	ID             int64                  `json:"id" example:"812"`
	MessageID      string                 `json:"message_id" doc:"The header webhook-id: the same at every attempt." example:"evt_VXMOFPF5PLCYT5IRIKJDI2GSBA"`
	Event          vitrine.EventType      `json:"event" doc:"One of the types of events, or webhook.test." example:"photo.created"`
	Status         vitrine.DeliveryStatus `json:"status" enum:"pending,waiting,delivered,dead" doc:"pending: to be sent; waiting: failed, to be tried again; dead: failed for the last time." example:"delivered"`
	Attempts       int                    `json:"attempts" example:"1"`
	ResponseStatus *int                   `json:"response_status" doc:"HTTP status of the last answer; null without one." example:"204"`
	DurationMS     *int64                 `json:"duration_ms" doc:"How long the last attempt took; null before the first." example:"38"`
	Error          *string                `json:"error" doc:"Why the last attempt failed; null if it did not." example:"answered 503"`
	ErrorReason    *string                `json:"error_reason" reasons:"delivery" doc:"The error by its name; null without one, or for one that only people understand." example:"answered"`
	ErrorParams    map[string]any         `json:"error_params,omitempty" doc:"The figures and names in the error." example:"{\"status\":503}"`
	CreatedAt      time.Time              `json:"created_at" doc:"When the event happened." example:"2026-05-31T08:30:00Z"`
	NextAttemptAt  *time.Time             `json:"next_attempt_at" doc:"Null when it is delivered or dead." example:"2026-05-31T08:35:00Z"`
	RequestBody    *string                `json:"request_body" doc:"The first 4 KiB of what was sent last; null before." example:"{\"event\":\"photo.deleted\",\"timestamp\":\"2026-05-31T08:30:00Z\",\"data\":{\"id\":42},\"signature\":\"sha256=8b5f48702995c1598c573db1e21866a9b825d4a794d169d7060a03605796360b\"}"`
	ResponseBody   *string                `json:"response_body" doc:"The first 4 KiB of the last answer; null without one." example:"ok"`
}

func showWebhook(w *vitrine.Webhook, err error) (item[webhookView], error) {
	if err != nil {
		return item[webhookView]{}, err
	}
	look := ""
	if w.FailingSince != nil {
		look = "f"
	}
	return item[webhookView]{newWebhookView(w), validator{tag: versionTag('w', w.ID, w.Version, look)}}, nil
}

func newWebhookView(w *vitrine.Webhook) webhookView {
	view := webhookView{
		ID: w.ID, URL: w.URL, Events: w.Events, IsActive: w.IsActive, FailingSince: w.FailingSince,
		CreatedAt: w.CreatedAt, UpdatedAt: w.UpdatedAt,
	}
	if w.Secret != "" {
		secret := string(w.Secret)
		view.Secret = &secret
	}
	return view
}

func newDeliveryView(d *vitrine.Delivery) deliveryView {
	view := deliveryView{
		ID: d.ID, MessageID: d.Event.Key, Event: d.Event.Type, Status: d.Status, Attempts: d.Attempts,
		CreatedAt: d.CreatedAt, NextAttemptAt: d.NextAttemptAt,
	}
	if d.Attempts == 0 {
		return view
	}
	last, took := &d.Last, d.Last.Duration.Milliseconds()
	view.ResponseStatus, view.DurationMS, view.RequestBody = last.ResponseStatus, &took, &last.RequestBody
	if last.ResponseStatus != nil {
		view.ResponseBody = &last.ResponseBody
	}
	view.Error, view.ErrorReason, view.ErrorParams = shownFailure(last.Error)
	return view
}

// webhookPath names a webhook.
type webhookPath struct {
	ID int64 `path:"id" doc:"The webhook's id." example:"5"`
}

// webhookCreation and the others are the inputs of operations on webhooks.
type (
	webhookCreation struct{ Body webhookBody }
	webhookChange   struct {
		webhookPath
		conditional
		Body webhookBody
	}
	webhookDeletion struct {
		webhookPath
		conditional
	}
	deliveryQuery struct {
		webhookPath
		paging
		Status string `query:"status" enum:"pending,waiting,delivered,dead" doc:"Only those in this state." example:"dead"`
		Event  string `query:"event" enum:"photo.created,photo.updated,photo.deleted,category.created,category.updated,category.deleted,user.login,system.backup,webhook.test" doc:"Only those of this type of event." example:"photo.created"`
	}
	deliveriesAgain struct {
		webhookPath
		Body deliverySelection
	}
	deliveryPath struct {
		webhookPath
		DeliveryID int64 `path:"delivery_id" doc:"The delivery's id." example:"812"`
	}
)

// deliverySelection names deliveries.
type deliverySelection struct {
	DeliveryIDs vitrine.Optional[[]int64] `json:"delivery_ids" required:"true" maxItems:"500" doc:"The deliveries, by their ids: all of them are sent again, the oldest first, or, if one is not there, none." example:"[812,813]"`
}

func (b *deliverySelection) Validate(f *vitrine.Faults, _ bool) {
	vitrine.CheckDeliveryIDs(f, b.DeliveryIDs)
}

// redeliveredView tells how many are sent again.
type redeliveredView struct {
	Redelivered int `json:"redelivered" example:"2"`
}

// webhookBody is vitrine.WebhookInput as JSON.
type webhookBody struct {
	URL      vitrine.Optional[string]              `json:"url" required:"creation" maxLength:"2000" doc:"Where events are sent: http or https, and not in a private network. Required on creation." example:"https://example.com/hooks/vitrine"`
	Events   vitrine.Optional[[]vitrine.EventType] `json:"events" required:"creation" enum:"photo.created,photo.updated,photo.deleted,category.created,category.updated,category.deleted,user.login,system.backup" doc:"At least one. Required on creation." example:"[\"photo.created\",\"photo.deleted\"]"`
	Secret   vitrine.Optional[string]              `json:"secret" maxLength:"200" doc:"What messages are signed with. One that begins with whsec_ is base64 after it. Not sent or null: made up and shown once on creation, left as it is later." example:"whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"`
	IsActive vitrine.Optional[bool]                `json:"is_active" doc:"Whether events are sent; true by default." example:"true"`
}

func (b *webhookBody) Validate(f *vitrine.Faults, creating bool) {
	in := (*vitrine.WebhookInput)(b)
	if creating {
		in.ValidateNew(f)
		return
	}
	in.Validate(f)
}

func (*webhookBody) Resource() any { return webhookView{} }

func (a *API) listWebhooks(c *call, q *paging) (paged[[]webhookView], error) {
	webhooks, total, err := a.webhooks.Page(c.Context(), c.actor, q.page())
	if err != nil {
		return paged[[]webhookView]{}, err
	}
	views := make([]webhookView, len(webhooks))
	for i, w := range webhooks {
		views[i] = newWebhookView(w)
	}
	return newPaged(views, paginate(q.page(), total))
}

func (a *API) getWebhook(c *call, in *webhookPath) (item[webhookView], error) {
	return showWebhook(a.webhooks.Webhook(c.Context(), c.actor, in.ID))
}

func (a *API) createWebhook(c *call, in *webhookCreation) (item[webhookView], error) {
	return showWebhook(a.webhooks.Create(c.Context(), c.actor, vitrine.WebhookInput(in.Body)))
}

func (a *API) updateWebhook(c *call, in *webhookChange) (item[webhookView], error) {
	return showWebhook(a.webhooks.Update(c.Context(), c.actor, in.ID, vitrine.WebhookInput(in.Body), in.versions('w', in.ID)))
}

func (a *API) rotateSecret(c *call, in *webhookPath) (item[webhookView], error) {
	return showWebhook(a.webhooks.RotateSecret(c.Context(), c.actor, in.ID))
}

func (a *API) deleteWebhook(c *call, in *webhookDeletion) (nothing, error) {
	return nothing{}, a.webhooks.Delete(c.Context(), c.actor, in.ID, in.versions('w', in.ID))
}

func (a *API) listDeliveries(c *call, q *deliveryQuery) (paged[[]deliveryView], error) {
	deliveries, total, err := a.webhooks.Deliveries(c.Context(), c.actor, q.ID,
		vitrine.DeliveryFilter{Page: q.page(), Status: vitrine.DeliveryStatus(q.Status), Event: vitrine.EventType(q.Event)})
	if err != nil {
		return paged[[]deliveryView]{}, err
	}
	views := make([]deliveryView, len(deliveries))
	for i, d := range deliveries {
		views[i] = newDeliveryView(d)
	}
	return newPaged(views, paginate(q.page(), total))
}

func (a *API) testWebhook(c *call, in *webhookPath) (item[deliveryView], error) {
	return showDelivery(a.webhooks.Test(c.Context(), c.actor, in.ID))
}

func (a *API) redeliver(c *call, in *deliveryPath) (item[deliveryView], error) {
	return showDelivery(a.webhooks.Redeliver(c.Context(), c.actor, in.ID, in.DeliveryID))
}

func (a *API) redeliverAll(c *call, in *deliveriesAgain) (item[redeliveredView], error) {
	ids := in.Body.DeliveryIDs.Value
	return one(redeliveredView{len(ids)}), a.webhooks.RedeliverAll(c.Context(), c.actor, in.ID, ids)
}

func showDelivery(d *vitrine.Delivery, err error) (item[deliveryView], error) {
	if err != nil {
		return item[deliveryView]{}, err
	}
	return one(newDeliveryView(d)), nil
}

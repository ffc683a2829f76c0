package vitrine

import (
	"fmt"
	"time"
)

// Webhook is a subscription to events.
type Webhook struct {
	ID        int64
	Version   int64
	URL       string
	Events    []EventType
	Secret    string // in the clear only while it is being made
	IsActive  bool
	CreatedAt time.Time
	UpdatedAt time.Time
}

// WebhookInput holds what a client may set on a webhook.
type WebhookInput struct {
	URL      Optional[string]
	Events   Optional[[]EventType]
	Secret   Optional[string]
	IsActive Optional[bool]
}

// ValidateNew reports everything that forbids to create a webhook.
func (in *WebhookInput) ValidateNew(f *Faults) {
	requireField(f, "url", in.URL)
	requireField(f, "events", in.Events)
	in.Validate(f)
}

// Validate reports every field that is wrong.
func (in *WebhookInput) Validate(f *Faults) {
	notNull(f, "url", in.URL)
	if in.URL.Present() {
		checkWebURL(f, "url", in.URL.Value)
	}
	notNull(f, "events", in.Events)
	if in.Events.Present() && len(in.Events.Value) == 0 {
		f.Add("events", FaultTooShort, "must name at least one event")
	}
	for i, event := range in.Events.Value {
		checkOneOf(f, fmt.Sprintf("events[%d]", i), Some(event), EventTypes())
	}
	notNull(f, "is_active", in.IsActive)
}

package vitrine

import (
	"fmt"
	"slices"
	"time"
)

// Webhook is a subscription to events.
type Webhook struct {
	ID           int64
	Version      int64
	URL          string
	Events       []EventType
	Secret       WebhookSecret // in the clear only while it is being made
	SealedSecret []byte        // encrypted
	IsActive     bool
	FailingSince *time.Time // nil while the receiver accepts what it is sent
	CreatedAt    time.Time
	UpdatedAt    time.Time
}

// WebhookInput holds what a client may set on a webhook.
type WebhookInput struct {
	URL      Optional[string]
	Events   Optional[[]EventType]
	Secret   Optional[string] // null as if it were not sent, for a read shows null
	IsActive Optional[bool]
}

// ValidateNew reports everything that forbids to create a webhook.
func (in *WebhookInput) ValidateNew(f *Faults) {
	requireField(f, "url", in.URL)
	requireField(f, "events", in.Events)
	in.Validate(f)
}

// Validate reports every field that is wrong, and takes out events that are
// named twice.
func (in *WebhookInput) Validate(f *Faults) {
	notNull(f, "url", in.URL)
	if in.URL.Present() {
		checkWebURL(f, "url", in.URL.Value)
	}
	notNull(f, "events", in.Events)
	if in.Events.Present() && len(in.Events.Value) == 0 {
		f.Add("events", FaultTooShort, ReasonOneEvent)
	}
	for i, event := range in.Events.Value {
		checkOneOf(f, fmt.Sprintf("events[%d]", i), Some(event), EventTypes())
	}
	in.Events.Value = inOrder(in.Events.Value)
	if in.Secret.Present() {
		WebhookSecret(in.Secret.Value).check(f, "secret")
	}
	notNull(f, "is_active", in.IsActive)
}

// inOrder returns the events once each, in the order of EventTypes.
func inOrder(events []EventType) []EventType {
	return slices.DeleteFunc(EventTypes(), func(e EventType) bool { return !slices.Contains(events, e) })
}

// DeliveryStatus is how far a delivery has come.
type DeliveryStatus string

// The delivery statuses.
const (
	DeliveryPending   DeliveryStatus = "pending"   // not tried yet, or asked for again
	DeliveryWaiting   DeliveryStatus = "waiting"   // failed, to be tried again
	DeliveryDelivered DeliveryStatus = "delivered" // answered 2xx
	DeliveryDead      DeliveryStatus = "dead"      // failed for the last time
)

// Delivery is one event on its way to one webhook.
type Delivery struct {
	ID            int64
	WebhookID     int64
	Event         Event
	Status        DeliveryStatus
	ByHand        bool // a test, or asked for again: it goes to an inactive webhook too
	Attempts      int
	Failures      int        // of them, since it was last asked for
	NextAttemptAt *time.Time // nil when it is delivered or dead
	Last          Attempt    // the latest
	CreatedAt     time.Time
}

// Attempt is how an attempt to deliver went.
type Attempt struct {
	ResponseStatus *int // nil without an answer
	Duration       time.Duration
	Error          Failure // "" if it did not fail
	RequestBody    string  // its beginning
	ResponseBody   string  // its beginning
}

// DeliveryFilter selects a page of the deliveries of a webhook. Zero fields do not
// filter.
type DeliveryFilter struct {
	Page   Page
	Status DeliveryStatus
	Event  EventType
}

// CheckDeliveryIDs reports what is wrong with the field delivery_ids, which names
// one delivery at least.
func CheckDeliveryIDs(f *Faults, o Optional[[]int64]) {
	checkSome(f, "delivery_ids", o, MaxBatch)
	for i, id := range o.Value[:min(len(o.Value), MaxBatch)] {
		if id < 1 {
			f.Add(fmt.Sprintf("delivery_ids[%d]", i), FaultOutOfRange, ReasonDeliveryID)
		}
	}
}

// DeliverJob is the payload of JobDeliver.
type DeliverJob struct {
	WebhookID int64 `json:"webhook_id"`
}

// NewDeliverJob describes the job that delivers what is due to a webhook at that
// time; the zero time is now. One runs at a time.
func NewDeliverJob(webhookID int64, at time.Time) NewJob {
	return NewJob{
		Kind: JobDeliver, Payload: DeliverJob{webhookID}, UniqueKey: fmt.Sprintf("deliver:%d", webhookID), RunAt: at,
	}
}

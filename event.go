package vitrine

import (
	"encoding/json"
	"time"
)

// EventType names something that happened which others may subscribe to.
type EventType string

// The event types.
const (
	PhotoCreated    EventType = "photo.created"
	PhotoUpdated    EventType = "photo.updated"
	PhotoDeleted    EventType = "photo.deleted"
	CategoryCreated EventType = "category.created"
	CategoryUpdated EventType = "category.updated"
	CategoryDeleted EventType = "category.deleted"
	UserLogin       EventType = "user.login"
	SystemBackedUp  EventType = "system.backup"
)

// WebhookTested is the type of the message that tests a subscription. Nobody
// subscribes to it.
const WebhookTested EventType = "webhook.test"

// EventTypes lists the event types that one may subscribe to.
func EventTypes() []EventType {
	return []EventType{
		PhotoCreated, PhotoUpdated, PhotoDeleted,
		CategoryCreated, CategoryUpdated, CategoryDeleted, UserLogin, SystemBackedUp,
	}
}

// Event is a change that was committed. Subject is the id of what changed; Data
// is what subscribers are told. Addresses in it begin with a slash: where the
// site is may have changed by the time it is sent, see DataAt.
type Event struct {
	ID        int64
	Key       string // the same for all subscribers and attempts, and never used again
	Type      EventType
	Subject   int64
	Data      []byte // JSON
	CreatedAt time.Time
}

// DataAt returns the data for a site at that address, "https://example.com", or
// as it is if the address is "".
func (e *Event) DataAt(site string) ([]byte, error) {
	var told interface{ placeAt(site string) }
	switch e.Type {
	case PhotoCreated, PhotoUpdated:
		told = new(PhotoEvent)
	case CategoryCreated, CategoryUpdated:
		told = new(CategoryEvent)
	}
	if told == nil || site == "" {
		return e.Data, nil
	}
	if err := json.Unmarshal(e.Data, told); err != nil {
		return nil, err
	}
	told.placeAt(site)
	return json.Marshal(told)
}

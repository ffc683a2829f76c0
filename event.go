package vitrine

import "time"

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

// EventTypes lists the event types.
func EventTypes() []EventType {
	return []EventType{
		PhotoCreated, PhotoUpdated, PhotoDeleted,
		CategoryCreated, CategoryUpdated, CategoryDeleted, UserLogin, SystemBackedUp,
	}
}

// Event is a change that was committed. Subject is the id of what changed; the
// payload for subscribers is made from Data.
type Event struct {
	ID        int64
	Type      EventType
	Subject   int64
	Data      []byte // JSON
	CreatedAt time.Time
}

// PhotoEvent is what the events photo.created and photo.updated tell of a photo.
type PhotoEvent struct {
	ID        int64       `json:"id"`
	Title     string      `json:"title"`
	Status    PhotoStatus `json:"status"`
	CreatedAt time.Time   `json:"created_at"`
}

// NewPhotoEvent tells of a photo as it is.
func NewPhotoEvent(p *Photo) PhotoEvent {
	return PhotoEvent{ID: p.ID, Title: p.Title, Status: p.Status, CreatedAt: p.CreatedAt}
}

package vitrine

import "time"

// TimelineEventType is the kind of a timeline event.
type TimelineEventType string

// The kinds of timeline events.
const (
	Milestone   TimelineEventType = "milestone"
	Achievement TimelineEventType = "achievement"
	Exhibition  TimelineEventType = "exhibition"
	Publication TimelineEventType = "publication"
	Award       TimelineEventType = "award"
	Travel      TimelineEventType = "travel"
	OtherEvent  TimelineEventType = "other"
)

// TimelineEventTypes lists the kinds.
func TimelineEventTypes() []TimelineEventType {
	return []TimelineEventType{Milestone, Achievement, Exhibition, Publication, Award, Travel, OtherEvent}
}

// TimelineEvent is something that happened to the photographer on a day.
type TimelineEvent struct {
	ID            int64
	Version       int64
	Title         string
	Description   string
	Date          time.Time // midnight UTC of the day
	Type          TimelineEventType
	RelatedPhotos []int64
	CreatedAt     time.Time
	UpdatedAt     time.Time
}

// TimelineEventInput holds what a client may set on a timeline event.
type TimelineEventInput struct {
	Title         Optional[string]
	Description   Optional[string]
	Date          Optional[string] // YYYY-MM-DD
	Type          Optional[TimelineEventType]
	RelatedPhotos Optional[[]int64]
}

// ValidateNew reports everything that forbids to create a timeline event.
func (in *TimelineEventInput) ValidateNew(f *Faults) {
	requireField(f, "title", in.Title)
	requireField(f, "date", in.Date)
	in.Validate(f)
}

// Validate cleans the input in place and reports every field that is wrong.
func (in *TimelineEventInput) Validate(f *Faults) {
	checkLine(f, "title", &in.Title, MaxName, true)
	checkText(f, "description", &in.Description, MaxDescription)
	checkOneOf(f, "type", in.Type, TimelineEventTypes())
	notNull(f, "date", in.Date)
	if in.Date.Present() {
		if _, err := time.Parse(time.DateOnly, in.Date.Value); err != nil {
			f.Add("date", FaultInvalidFormat, "must be a day such as 2026-05-31")
		}
	}
	if len(in.RelatedPhotos.Value) > MaxBatch {
		f.Add("related_photos", FaultTooMany, "must be at most %d", MaxBatch)
	}
}

package vitrine

import "time"

// Timeline shows photos by the year and month of their capture on the local wall
// clock, with what happened then. Years and months without either are left out;
// the newest come first.
type Timeline struct {
	Years []TimelineYear
	Stats TimelineStats
}

// TimelineYear is a year of a timeline.
type TimelineYear struct {
	Year       int
	PhotoCount int
	Months     []*TimelineMonth
}

// TimelineMonth is a month of a timeline.
type TimelineMonth struct {
	MonthCount
	Photos []TimelinePhoto  // the newest, or a page of them; none unless asked for
	Events []*TimelineEvent // the newest first
}

// MonthCount tells how many photos were taken in a month.
type MonthCount struct {
	Year  int
	Month time.Month
	Count int
}

// TimelinePhoto is a photo as a timeline shows it.
type TimelinePhoto struct {
	ID      int64
	Title   string
	TakenAt time.Time
	Thumb   *Rendition // nil until the pictures are ready
	Public  bool       // as in Photo
}

// TimelineStats describes all dated photos that an audience sees.
type TimelineStats struct {
	TotalPhotos int
	ByYear      []YearCount // years with photos, the newest first
	MostActive  *MonthCount // the later one of equals; nil without photos
}

// YearCount tells how many photos were taken in a year.
type YearCount struct {
	Year  int
	Count int
}

// The bounds of a timeline.
const (
	MaxTimelinePhotos = 100 // of one month, in a timeline of many
	MaxMonthEvents    = 100 // timeline events in one month
)

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
	RelatedPhotos []int64 // those that the audience sees
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
	in.validateDate(f)
	in.validateRelatedPhotos(f)
}

func (in *TimelineEventInput) validateDate(f *Faults) {
	notNull(f, "date", in.Date)
	if !in.Date.Present() {
		return
	}
	switch day, err := time.Parse(time.DateOnly, in.Date.Value); {
	case err != nil:
		f.Add("date", FaultInvalidFormat, ReasonDay, "2026-05-31")
	case day.Year() < 1:
		f.Add("date", FaultOutOfRange, ReasonNotBeforeYear, 1)
	}
}

// validateRelatedPhotos also drops what is named twice.
func (in *TimelineEventInput) validateRelatedPhotos(f *Faults) {
	ids := in.RelatedPhotos.Value
	if len(ids) > MaxBatch {
		f.Add("related_photos", FaultTooMany, ReasonMaxCount, MaxBatch)
		return
	}
	in.RelatedPhotos.Value = distinctIDs(f, "related_photos", ids)
}

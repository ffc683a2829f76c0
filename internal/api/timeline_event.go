package api

import (
	"fmt"
	"hash/crc32"
	"time"

	"github.com/vitrine-photos/vitrine"
)

// timelineEventView is something that happened to the photographer on a day.
type timelineEventView struct {
	ID            int64                     `json:"id" example:"5"`
	Title         string                    `json:"title" example:"First exhibition"`
	Description   string                    `json:"description" example:"Twenty prints at the harbour."`
	Date          string                    `json:"date" format:"date" example:"2026-05-31"`
	Type          vitrine.TimelineEventType `json:"type" enum:"milestone,achievement,exhibition,publication,award,travel,other" example:"exhibition"`
	RelatedPhotos []int64                   `json:"related_photos" doc:"Ids of those that the reader may see." example:"[42,43]"`
	CreatedAt     time.Time                 `json:"created_at" example:"2026-06-02T18:20:11.520413Z"`
	UpdatedAt     time.Time                 `json:"updated_at" example:"2026-06-02T18:20:11.520413Z"`
}

func newTimelineEventView(e *vitrine.TimelineEvent) timelineEventView {
	view := timelineEventView{
		ID: e.ID, Title: e.Title, Description: e.Description, Date: e.Date.Format(time.DateOnly), Type: e.Type,
		RelatedPhotos: e.RelatedPhotos, CreatedAt: e.CreatedAt, UpdatedAt: e.UpdatedAt,
	}
	if view.RelatedPhotos == nil {
		view.RelatedPhotos = []int64{}
	}
	return view
}

// timelineEventPath names a timeline event.
type timelineEventPath struct {
	ID int64 `path:"id" doc:"The event's id." example:"5"`
}

// timelineEventCreation and the others are the inputs of operations that write a
// timeline event.
type (
	timelineEventCreation struct {
		Body timelineEventBody
	}
	timelineEventChange struct {
		timelineEventPath
		conditional
		Body timelineEventBody
	}
	timelineEventDeletion struct {
		timelineEventPath
		conditional
	}
)

// timelineEventBody is vitrine.TimelineEventInput as JSON.
type timelineEventBody struct {
	Title         vitrine.Optional[string]                    `json:"title" required:"creation" maxLength:"200" doc:"Required on creation." example:"First exhibition"`
	Description   vitrine.Optional[string]                    `json:"description" maxLength:"10000" example:"Twenty prints at the harbour."`
	Date          vitrine.Optional[string]                    `json:"date" required:"creation" format:"date" doc:"The day. A month has at most 100 events. Required on creation." example:"2026-05-31"`
	Type          vitrine.Optional[vitrine.TimelineEventType] `json:"type" enum:"milestone,achievement,exhibition,publication,award,travel,other" doc:"What kind of event it is; milestone by default." example:"exhibition"`
	RelatedPhotos vitrine.Optional[[]int64]                   `json:"related_photos" maxItems:"500" doc:"Ids of photos that belong to it, in this order." example:"[42,43]"`
}

func (b *timelineEventBody) Validate(f *vitrine.Faults, creating bool) {
	in := (*vitrine.TimelineEventInput)(b)
	if creating {
		in.ValidateNew(f)
		return
	}
	in.Validate(f)
}

func (*timelineEventBody) Resource() any { return timelineEventView{} }

func showTimelineEvent(e *vitrine.TimelineEvent, err error) (item[timelineEventView], error) {
	if err != nil {
		return item[timelineEventView]{}, err
	}
	return item[timelineEventView]{newTimelineEventView(e), validator{tag: versionTag('e', e.ID, e.Version, "")}}, nil
}

func (a *API) getTimelineEvent(c *call, in *timelineEventPath) (item[timelineEventView], error) {
	e, err := a.catalog.TimelineEvent(c.Context(), c.actor, in.ID)
	if err != nil {
		return item[timelineEventView]{}, err
	}
	look := fmt.Sprintf("%s-%08x", lookOf(c.actor.Audience()), crc32.ChecksumIEEE(fmt.Append(nil, e.RelatedPhotos)))
	return item[timelineEventView]{newTimelineEventView(e), validator{tag: versionTag('e', e.ID, e.Version, look)}}, nil
}

func (a *API) createTimelineEvent(c *call, in *timelineEventCreation) (item[timelineEventView], error) {
	return showTimelineEvent(a.catalog.CreateTimelineEvent(c.Context(), c.actor, vitrine.TimelineEventInput(in.Body)))
}

func (a *API) updateTimelineEvent(c *call, in *timelineEventChange) (item[timelineEventView], error) {
	return showTimelineEvent(a.catalog.UpdateTimelineEvent(c.Context(), c.actor, in.ID, vitrine.TimelineEventInput(in.Body), in.versions('e', in.ID)))
}

func (a *API) deleteTimelineEvent(c *call, in *timelineEventDeletion) (nothing, error) {
	return nothing{}, a.catalog.DeleteTimelineEvent(c.Context(), c.actor, in.ID, in.versions('e', in.ID))
}

package catalog

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// TimelineEvent returns a timeline event with those of its photos that the actor
// sees, or a CodeNotFound error.
func (c *Catalog) TimelineEvent(ctx context.Context, actor vitrine.Actor, id int64) (*vitrine.TimelineEvent, error) {
	return c.DB.TimelineEvent(ctx, id, actor.Audience())
}

// CreateTimelineEvent creates a timeline event. It needs photo.create. A photo
// that does not exist, or a month that is full, is a CodeUnprocessable error.
func (c *Catalog) CreateTimelineEvent(ctx context.Context, actor vitrine.Actor, in vitrine.TimelineEventInput) (*vitrine.TimelineEvent, error) {
	if err := actor.Require(vitrine.PhotoCreate); err != nil {
		return nil, err
	}
	var faults vitrine.Faults
	in.ValidateNew(&faults)
	if err := faults.Err(); err != nil {
		return nil, err
	}
	var event *vitrine.TimelineEvent
	err := c.DB.Update(ctx, func(tx *store.Tx) error {
		next := &vitrine.TimelineEvent{Type: vitrine.Milestone}
		applyTimelineEvent(next, in)
		if err := checkTimelineEvent(ctx, tx, next, in); err != nil {
			return err
		}
		if err := tx.InsertTimelineEvent(ctx, next); err != nil {
			return err
		}
		entry := store.EntryOf(actor, "timeline_event.create", "timeline_event", next.ID).With(titled(next))
		if err := tx.Audit(ctx, entry); err != nil {
			return err
		}
		var err error
		event, err = tx.TimelineEvent(ctx, next.ID, actor.Audience())
		return err
	})
	return event, err
}

// UpdateTimelineEvent changes what is sent of a timeline event: absent fields
// stay, null clears. It needs photo.update. Another version than ifMatch is a
// CodeConflict error; the others are those of CreateTimelineEvent.
func (c *Catalog) UpdateTimelineEvent(ctx context.Context, actor vitrine.Actor, id int64, in vitrine.TimelineEventInput, ifMatch vitrine.Versions) (*vitrine.TimelineEvent, error) {
	if err := actor.Require(vitrine.PhotoUpdate); err != nil {
		return nil, err
	}
	var faults vitrine.Faults
	in.Validate(&faults)
	if err := faults.Err(); err != nil {
		return nil, err
	}
	var event *vitrine.TimelineEvent
	err := c.DB.Update(ctx, func(tx *store.Tx) (err error) {
		if event, err = tx.TimelineEvent(ctx, id, vitrine.AudienceEditor); err != nil {
			return err
		}
		if err := ifMatch.Check(event.Version); err != nil {
			return err
		}
		before := timelineEventFields(event)
		if err := changeTimelineEvent(ctx, tx, event, in); err != nil {
			return err
		}
		changes := vitrine.ChangesOf(before, timelineEventFields(event))
		if len(changes) == 0 {
			return nil
		}
		return tx.Audit(ctx, store.EntryOf(actor, "timeline_event.update", "timeline_event", id).With(changes))
	})
	return event, err
}

// changeTimelineEvent writes what differs between the event and the input. The
// photos are left alone if they are those that a read shows, so that what is in
// the trash comes back when it is restored.
func changeTimelineEvent(ctx context.Context, tx *store.Tx, event *vitrine.TimelineEvent, in vitrine.TimelineEventInput) error {
	month, related := monthOf(event.Date), event.RelatedPhotos
	changed := applyTimelineEvent(event, in)
	if monthOf(event.Date).Equal(month) {
		in.Date = vitrine.Optional[string]{} // it takes no room that it did not have
	}
	if err := checkTimelineEvent(ctx, tx, event, in); err != nil || !changed {
		return err
	}
	if err := tx.UpdateTimelineEvent(ctx, event); err != nil {
		return err
	}
	if slices.Equal(related, event.RelatedPhotos) {
		return nil
	}
	return tx.SetRelatedPhotos(ctx, event)
}

// monthOf returns the first day of a day's month.
func monthOf(t time.Time) time.Time { return day(t.Year(), t.Month(), 1) }

// applyTimelineEvent sets the fields that are sent, and reports whether any
// differs then.
func applyTimelineEvent(e *vitrine.TimelineEvent, in vitrine.TimelineEventInput) bool {
	changed := set(&e.Title, in.Title)
	changed = set(&e.Description, in.Description) || changed
	changed = set(&e.Type, in.Type) || changed
	if date, err := time.Parse(time.DateOnly, in.Date.Value); err == nil && !date.Equal(e.Date) {
		e.Date, changed = date, true
	}
	if in.RelatedPhotos.Set && !slices.Equal(e.RelatedPhotos, in.RelatedPhotos.Value) {
		e.RelatedPhotos, changed = in.RelatedPhotos.Value, true
	}
	return changed
}

// checkTimelineEvent reports photos that do not exist, and a month that has no
// room, of the fields that are sent.
func checkTimelineEvent(ctx context.Context, tx *store.Tx, event *vitrine.TimelineEvent, in vitrine.TimelineEventInput) error {
	var faults vitrine.Faults
	if in.Date.Present() {
		first := monthOf(event.Date)
		events, err := tx.TimelineEvents(ctx, vitrine.AudienceEditor, first, first.AddDate(0, 1, -1))
		if err != nil {
			return err
		}
		if len(events) >= vitrine.MaxMonthEvents {
			faults.Add("date", vitrine.FaultTooMany, vitrine.ReasonMonthFull, len(events))
		}
	}
	photos, err := tx.PhotosByID(ctx, in.RelatedPhotos.Value, vitrine.AudienceEditor)
	if err != nil {
		return err
	}
	for i, id := range in.RelatedPhotos.Value {
		if !slices.ContainsFunc(photos, func(p *vitrine.Photo) bool { return p.ID == id }) {
			faults.Add(fmt.Sprintf("related_photos[%d]", i), vitrine.FaultNotFound, vitrine.ReasonNoPhoto, id)
		}
	}
	return faults.Unprocessable()
}

// DeleteTimelineEvent deletes a timeline event; its photos stay. It needs
// photo.delete. Another version than ifMatch is a CodeConflict error.
func (c *Catalog) DeleteTimelineEvent(ctx context.Context, actor vitrine.Actor, id int64, ifMatch vitrine.Versions) error {
	if err := actor.Require(vitrine.PhotoDelete); err != nil {
		return err
	}
	return c.DB.Update(ctx, func(tx *store.Tx) error {
		event, err := tx.TimelineEvent(ctx, id, vitrine.AudienceEditor)
		if err != nil {
			return err
		}
		if err := ifMatch.Check(event.Version); err != nil {
			return err
		}
		if err := tx.DeleteTimelineEvent(ctx, id); err != nil {
			return err
		}
		return tx.Audit(ctx, store.EntryOf(actor, "timeline_event.delete", "timeline_event", id).With(titled(event)))
	})
}

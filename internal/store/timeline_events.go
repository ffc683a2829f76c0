package store

import (
	"context"
	"strings"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store/calendar"
	"github.com/vitrine-photos/vitrine/internal/store/rows"
	"github.com/vitrine-photos/vitrine/internal/store/sqltext"
)

const selectTimelineEvents = "SELECT id, version, title, description, date, type, created_at, updated_at FROM timeline_events"

func scanTimelineEvent(r rows.Row) (*vitrine.TimelineEvent, error) {
	e := &vitrine.TimelineEvent{}
	var day, createdAt, updatedAt int64
	err := r.Scan(&e.ID, &e.Version, &e.Title, &e.Description, &day, &e.Type, &createdAt, &updatedAt)
	e.Date, _ = calendar.Stretch(calendar.LevelDay, day)
	e.CreatedAt, e.UpdatedAt = fromMicros(createdAt), fromMicros(updatedAt)
	return e, err
}

// TimelineEvents returns the timeline events from one day to another, both
// included, the last first, each with those of its photos that an audience sees.
func (r reader) TimelineEvents(ctx context.Context, audience vitrine.Audience, from, to time.Time) ([]*vitrine.TimelineEvent, error) {
	events, err := rows.All(ctx, r.src, scanTimelineEvent, selectTimelineEvents+" WHERE date BETWEEN $1 AND $2 ORDER BY date DESC, id DESC",
		calendar.DayOf(from), calendar.DayOf(to))
	if err != nil {
		return nil, err
	}
	return events, r.addRelatedPhotos(ctx, events, audience)
}

// TimelineEvent returns a timeline event with those of its photos that an
// audience sees, or a CodeNotFound error.
func (r reader) TimelineEvent(ctx context.Context, id int64, audience vitrine.Audience) (*vitrine.TimelineEvent, error) {
	event, err := rows.One(ctx, r.src, scanTimelineEvent, selectTimelineEvents+" WHERE id = $1", id)
	if err != nil {
		return nil, rows.OrError(err, vitrine.NotFound("timeline_event", id))
	}
	return event, r.addRelatedPhotos(ctx, []*vitrine.TimelineEvent{event}, audience)
}

func (r reader) addRelatedPhotos(ctx context.Context, events []*vitrine.TimelineEvent, audience vitrine.Audience) error {
	byID := make(map[int64]*vitrine.TimelineEvent, len(events))
	for _, e := range events {
		byID[e.ID] = e
	}
	_, err := rows.In(ctx, r.src, keys(byID), func(r rows.Row) (id int64, err error) {
		var event int64
		if err = r.Scan(&event, &id); err == nil {
			byID[event].RelatedPhotos = append(byID[event].RelatedPhotos, id)
		}
		return id, err
	}, `SELECT ep.event_id, ep.photo_id FROM timeline_event_photos ep JOIN photos p ON p.id = ep.photo_id
		WHERE ep.event_id IN (@ids) AND `+visible(audience)+` ORDER BY ep.event_id, ep.position`)
	return err
}

// InsertTimelineEvent adds a timeline event with its photos, and sets its id,
// version and times.
func (tx *Tx) InsertTimelineEvent(ctx context.Context, e *vitrine.TimelineEvent) (err error) {
	e.Version, e.CreatedAt, e.UpdatedAt = 1, tx.Now, tx.Now
	tx.changed(TopicTimeline)
	e.ID, err = rows.Value[int64](ctx, tx.src, `
		INSERT INTO timeline_events (title, description, date, type, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $5) RETURNING id`, e.Title, e.Description, calendar.DayOf(e.Date), string(e.Type), micros(tx.Now))
	if err != nil {
		return err
	}
	return tx.insertRelatedPhotos(ctx, e)
}

// UpdateTimelineEvent writes what a timeline event says of itself, and counts its
// version up.
func (tx *Tx) UpdateTimelineEvent(ctx context.Context, e *vitrine.TimelineEvent) error {
	e.Version, e.UpdatedAt = e.Version+1, tx.Now
	tx.changed(TopicTimeline)
	_, err := tx.exec(ctx, `
		UPDATE timeline_events SET title = $1, description = $2, date = $3, type = $4, updated_at = $5, version = $6
		WHERE id = $7`, e.Title, e.Description, calendar.DayOf(e.Date), string(e.Type), micros(tx.Now), e.Version, e.ID)
	return err
}

// SetRelatedPhotos gives a timeline event photos in the place of those that it
// had, of which some may be in the trash.
func (tx *Tx) SetRelatedPhotos(ctx context.Context, e *vitrine.TimelineEvent) error {
	if _, err := tx.exec(ctx, "DELETE FROM timeline_event_photos WHERE event_id = $1", e.ID); err != nil {
		return err
	}
	return tx.insertRelatedPhotos(ctx, e)
}

func (tx *Tx) insertRelatedPhotos(ctx context.Context, e *vitrine.TimelineEvent) error {
	if len(e.RelatedPhotos) == 0 {
		return nil
	}
	var rows []string
	var args []any
	for i, id := range e.RelatedPhotos {
		rows = append(rows, "("+sqltext.Placeholders(len(args)+1, 3)+")")
		args = append(args, e.ID, id, i)
	}
	_, err := tx.exec(ctx, "INSERT INTO timeline_event_photos (event_id, photo_id, position) VALUES "+strings.Join(rows, ", "), args...)
	return err
}

// DeleteTimelineEvent removes a timeline event; its photos stay.
func (tx *Tx) DeleteTimelineEvent(ctx context.Context, id int64) error {
	tx.changed(TopicTimeline)
	_, err := tx.exec(ctx, "DELETE FROM timeline_events WHERE id = $1", id)
	return err
}

package store

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store/rows"
)

// Emit records that something happened to subject, and a delivery for each
// active webhook that subscribed to it. Data is marshalled as JSON. All of it
// exists if and only if tx is committed.
func (tx *Tx) Emit(ctx context.Context, event vitrine.EventType, subject int64, data any) error {
	id, err := tx.insertEvent(ctx, event, subject, data)
	if err != nil {
		return err
	}
	return tx.fanOut(ctx, id, event)
}

// insertEvent gives the event a key that no other has, also not one that is
// written after this database was lost and an older copy restored.
func (tx *Tx) insertEvent(ctx context.Context, event vitrine.EventType, subject int64, data any) (int64, error) {
	text, err := json.Marshal(data)
	if err != nil {
		return 0, fmt.Errorf("data of event %s: %w", event, err)
	}
	const query = "INSERT INTO events (key, type, subject, data, created_at) VALUES ($1, $2, $3, $4, $5) RETURNING id"
	return rows.Value[int64](ctx, tx.src, query, "evt_"+rand.Text(), event, subject, string(text), micros(tx.Now))
}

const eventColumns = "e.id, e.key, e.type, e.subject, e.data, e.created_at"

// eventFields returns where to scan eventColumns to; finish is called after.
func eventFields(e *vitrine.Event) (fields []any, finish func()) {
	var created int64
	return []any{&e.ID, &e.Key, &e.Type, &e.Subject, &e.Data, &created}, func() { e.CreatedAt = fromMicros(created) }
}

// Events returns up to limit events in the order of their ids, from the one
// after afterID.
func (r reader) Events(ctx context.Context, afterID int64, limit int) ([]vitrine.Event, error) {
	const query = "SELECT " + eventColumns + " FROM events e WHERE e.id > $1 ORDER BY e.id LIMIT $2"
	scan := func(r rows.Row) (e vitrine.Event, err error) {
		fields, finish := eventFields(&e)
		err = r.Scan(fields...)
		finish()
		return e, err
	}
	return rows.All(ctx, r.src, scan, query, afterID, limit)
}

// DeleteEvents removes the events that happened before that time, and their
// deliveries.
func (tx *Tx) DeleteEvents(ctx context.Context, before time.Time) error {
	_, err := tx.exec(ctx, "DELETE FROM events WHERE created_at < $1", micros(before))
	return err
}

package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/vitrine-photos/vitrine"
)

// Emit records that something happened to subject. Data is marshalled as JSON.
// The event exists if and only if tx is committed.
func (tx *Tx) Emit(ctx context.Context, event vitrine.EventType, subject int64, data any) error {
	text, err := json.Marshal(data)
	if err != nil {
		return fmt.Errorf("data of event %s: %w", event, err)
	}
	const query = "INSERT INTO events (type, subject, data, created_at) VALUES ($1, $2, $3, $4)"
	_, err = tx.exec(ctx, query, event, subject, string(text), micros(tx.Now))
	return err
}

// Events returns up to limit events in the order of their ids, from the one
// after afterID.
func (r reader) Events(ctx context.Context, afterID int64, limit int) ([]vitrine.Event, error) {
	const query = "SELECT id, type, subject, data, created_at FROM events WHERE id > $1 ORDER BY id LIMIT $2"
	scan := func(r row) (e vitrine.Event, err error) {
		var created int64
		err = r.Scan(&e.ID, &e.Type, &e.Subject, &e.Data, &created)
		e.CreatedAt = fromMicros(created)
		return e, err
	}
	return selectAll(ctx, r, scan, query, afterID, limit)
}

// DeleteEvents removes the events that happened before that time.
func (tx *Tx) DeleteEvents(ctx context.Context, before time.Time) error {
	_, err := tx.exec(ctx, "DELETE FROM events WHERE created_at < $1", micros(before))
	return err
}

package store

import (
	"context"
	"encoding/json"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store/rows"
)

// Settings returns the settings: the defaults, and over them what was stored. A
// stored value that is out of range by now counts as not stored.
func (r reader) Settings(ctx context.Context) (vitrine.Settings, error) {
	settings := vitrine.DefaultSettings()
	stored := map[string]json.RawMessage{}
	scan := func(r rows.Row) (struct{}, error) {
		var key string
		var value []byte
		err := r.Scan(&key, &value)
		stored[key] = value
		return struct{}{}, err
	}
	if _, err := rows.All(ctx, r.src, scan, "SELECT key, value FROM settings"); err != nil {
		return settings, err
	}
	for _, setting := range vitrine.SettingList() {
		if value, ok := stored[setting.Key]; ok {
			var ignored vitrine.Faults
			setting.Set(&settings, value, &ignored)
		}
	}
	return settings, nil
}

// PutSettings stores values by key. They have been validated.
func (tx *Tx) PutSettings(ctx context.Context, values map[string]json.RawMessage) error {
	const query = `INSERT INTO settings (key, value, updated_at) VALUES ($1, $2, $3)
		ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`
	for key, value := range values {
		if _, err := tx.exec(ctx, query, key, string(value), micros(tx.Now)); err != nil {
			return err
		}
	}
	tx.changed(TopicSettings)
	return nil
}

// DeleteSettings sets the settings with these keys back to their defaults.
func (tx *Tx) DeleteSettings(ctx context.Context, keys []string) error {
	for _, key := range keys {
		if _, err := tx.exec(ctx, "DELETE FROM settings WHERE key = $1", key); err != nil {
			return err
		}
	}
	tx.changed(TopicSettings)
	return nil
}

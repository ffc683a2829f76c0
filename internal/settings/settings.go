// Package settings keeps what the photographer may change while the service
// runs.
package settings

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"sync/atomic"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/cache"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// Settings reads and changes the settings.
type Settings struct {
	db     *store.DB
	cache  cache.Cache
	latest atomic.Pointer[decoded]
}

// decoded is what an entry of the cache says, so that it is read once only.
type decoded struct {
	entry    []byte
	settings vitrine.Settings
}

// New returns the settings kept in db. The cache is invalidated by whoever sees
// db's commits.
func New(db *store.DB, c cache.Cache) *Settings { return &Settings{db: db, cache: c} }

// Get returns the settings in force. Their lists are shared and must not be
// changed.
func (s *Settings) Get(ctx context.Context) (vitrine.Settings, error) {
	entry, err := s.cache.Load(ctx, cache.Settings, "all", func(ctx context.Context) ([]byte, error) {
		stored, err := s.db.Settings(ctx)
		if err != nil {
			return nil, err
		}
		return json.Marshal(stored)
	})
	if err != nil {
		return vitrine.Settings{}, err
	}
	if latest := s.latest.Load(); latest != nil && bytes.Equal(latest.entry, entry) {
		return latest.settings, nil
	}
	next := &decoded{entry: entry}
	if err := json.Unmarshal(entry, &next.settings); err != nil {
		return vitrine.Settings{}, err
	}
	s.latest.Store(next)
	return next.settings, nil
}

// Update changes the settings that are named by their flat keys, all or none,
// and returns those in force then. It needs settings.update. Unknown keys and
// values out of range are CodeValidation errors. Expect, if not nil, is asked
// about the settings that would be changed, and its error forbids it.
func (s *Settings) Update(ctx context.Context, actor vitrine.Actor, changes map[string]json.RawMessage, expect func(vitrine.Settings) error) (vitrine.Settings, error) {
	if err := actor.Require(vitrine.SettingsUpdate); err != nil {
		return vitrine.Settings{}, err
	}
	var next vitrine.Settings
	err := s.db.Update(ctx, func(tx *store.Tx) error {
		current, err := tx.Settings(ctx)
		if err != nil {
			return err
		}
		if expect != nil {
			if err := expect(current); err != nil {
				return err
			}
		}
		next = current
		if err := apply(&next, changes); err != nil {
			return err
		}
		stored, err := changed(current, next)
		if err != nil || len(stored) == 0 {
			return err
		}
		if err := tx.PutSettings(ctx, stored); err != nil {
			return err
		}
		return tx.Audit(ctx, store.EntryOf(actor, "settings.update", "settings", "").With(vitrine.ChangesOf(fieldsOf(current), fieldsOf(next))))
	})
	return next, err
}

// Reset gives the settings of the groups their defaults again, and returns those
// in force then. It needs settings.update.
func (s *Settings) Reset(ctx context.Context, actor vitrine.Actor, groups []vitrine.SettingGroup) (vitrine.Settings, error) {
	if err := actor.Require(vitrine.SettingsUpdate); err != nil {
		return vitrine.Settings{}, err
	}
	var keys []string
	for _, setting := range vitrine.SettingList() {
		if slices.Contains(groups, setting.Group) {
			keys = append(keys, setting.Key)
		}
	}
	var next vitrine.Settings
	err := s.db.Update(ctx, func(tx *store.Tx) error {
		current, err := tx.Settings(ctx)
		if err != nil {
			return err
		}
		if err := tx.DeleteSettings(ctx, keys); err != nil {
			return err
		}
		if next, err = tx.Settings(ctx); err != nil {
			return err
		}
		return tx.Audit(ctx, store.EntryOf(actor, "settings.reset", "settings", "").With(vitrine.ChangesOf(fieldsOf(current), fieldsOf(next))))
	})
	return next, err
}

// apply sets every change in s, or reports all that is wrong with them.
func apply(s *vitrine.Settings, changes map[string]json.RawMessage) error {
	var faults vitrine.Faults
	known := map[string]bool{}
	for _, setting := range vitrine.SettingList() {
		known[setting.Key] = true
		if value, ok := changes[setting.Key]; ok {
			setting.Set(s, value, &faults)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(changes)) {
		if !known[key] {
			faults.Add(key, vitrine.FaultUnknownField, vitrine.ReasonUnknownSetting)
		}
	}
	return faults.Err()
}

// fieldsOf is what the audit log compares of settings.
func fieldsOf(s vitrine.Settings) map[string]any {
	fields := map[string]any{}
	for _, setting := range vitrine.SettingList() {
		fields[setting.Key] = setting.Value(s)
	}
	return fields
}

// changed returns the values of next that differ from those of current.
func changed(current, next vitrine.Settings) (map[string]json.RawMessage, error) {
	values := map[string]json.RawMessage{}
	for _, setting := range vitrine.SettingList() {
		before, err := json.Marshal(setting.Value(current))
		if err != nil {
			return nil, err
		}
		after, err := json.Marshal(setting.Value(next))
		if err != nil {
			return nil, err
		}
		if !bytes.Equal(before, after) {
			values[setting.Key] = after
		}
	}
	return values, nil
}

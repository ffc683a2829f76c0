package storetest

import (
	"encoding/json"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"

	"github.com/google/go-cmp/cmp"
)

func (s *suite) wantSettings(when string, change func(*vitrine.Settings)) {
	s.Helper()
	want := vitrine.DefaultSettings()
	change(&want)
	got, err := s.db.Settings(s.Context())
	s.must(err)
	if diff := cmp.Diff(want, got); diff != "" {
		s.Errorf("settings %s (-want +got):\n%s", when, diff)
	}
}

func (s *suite) putSettings(values map[string]json.RawMessage) {
	s.Helper()
	s.update(func(tx *store.Tx) error { return tx.PutSettings(s.Context(), values) })
}

func testSettings(s *suite) {
	s.wantSettings("of a new database", func(*vitrine.Settings) {})
	s.putSettings(map[string]json.RawMessage{
		"site_title": json.RawMessage(`"Ansel"`), "upload_allowed_types": json.RawMessage(`["image/jpeg"]`),
	})
	s.putSettings(map[string]json.RawMessage{"site_title": json.RawMessage(`"Ansel Adams"`)})
	s.wantSettings("that were stored", func(v *vitrine.Settings) {
		v.General.SiteTitle, v.Upload.AllowedTypes = "Ansel Adams", []string{"image/jpeg"}
	})
	s.update(func(tx *store.Tx) error { return tx.DeleteSettings(s.Context(), []string{"site_title", "unknown"}) })
	s.wantSettings("set back", func(v *vitrine.Settings) { v.Upload.AllowedTypes = []string{"image/jpeg"} })
}

// testStaleSettings stores what an earlier version may have allowed.
func testStaleSettings(s *suite) {
	s.putSettings(map[string]json.RawMessage{
		"image_quality_jpg": json.RawMessage("999"), "display_look": json.RawMessage("7"),
		"no_such_setting": json.RawMessage("1"), "image_quality_webp": json.RawMessage("70"),
	})
	s.wantSettings("with values out of range", func(v *vitrine.Settings) { v.Image.QualityWebP = 70 })
}

func testEvents(s *suite) {
	emit := func(subject int64) {
		s.update(func(tx *store.Tx) error {
			return tx.Emit(s.Context(), vitrine.PhotoCreated, subject, map[string]any{"id": subject})
		})
	}
	emit(7)
	s.Advance(time.Hour)
	emit(8)
	events, err := s.db.Events(s.Context(), 0, 10)
	s.must(err)
	if len(events) != 2 {
		s.Fatalf("events: %+v", events)
	}
	want := vitrine.Event{
		ID: events[0].ID + 1, Key: events[1].Key, Type: vitrine.PhotoCreated, Subject: 8, Data: []byte(`{"id":8}`), CreatedAt: stored(s.Now()),
	}
	if diff := cmp.Diff(want, events[1]); diff != "" {
		s.Errorf("event (-want +got):\n%s", diff)
	}
	if events[0].Key == "" || events[0].Key == events[1].Key {
		s.Errorf("the keys are %q and %q", events[0].Key, events[1].Key)
	}
	s.update(func(tx *store.Tx) error { return tx.DeleteEvents(s.Context(), tx.Now) })
	left, err := s.db.Events(s.Context(), 0, 10)
	if diff := cmp.Diff(events[1:], left); diff != "" || err != nil {
		s.Errorf("events left: %v (-want +got):\n%s", err, diff)
	}
	if after, err := s.db.Events(s.Context(), events[1].ID, 10); len(after) != 0 || err != nil {
		s.Errorf("events after the last: %v, %v", after, err)
	}
	if err := s.db.Update(s.Context(), func(tx *store.Tx) error {
		return tx.Emit(s.Context(), vitrine.PhotoCreated, 1, func() {})
	}); err == nil {
		s.Error("data that is no JSON was emitted")
	}
}

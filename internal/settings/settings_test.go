package settings_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/cache"
	"github.com/vitrine-photos/vitrine/internal/settings"
	"github.com/vitrine-photos/vitrine/internal/store"
	"github.com/vitrine-photos/vitrine/internal/store/storetest"
)

// onBothEngines runs a test on fresh settings of each engine.
func onBothEngines(t *testing.T, test func(t *testing.T, s *settings.Settings)) {
	t.Parallel()
	storetest.Engines(t, func(t *testing.T, open storetest.Open) { test(t, over(t, open(t, storetest.NewClock().Now))) })
}

// over returns the settings in a database, cached as the service caches them.
func over(t *testing.T, db *store.DB) *settings.Settings {
	t.Helper()
	kept := cache.NewMemory(1<<20, cache.All()...)
	db.OnCommit(func(store.Effects) {
		if _, err := kept.Invalidate(t.Context(), cache.Settings); err != nil {
			t.Error(err)
		}
	})
	return settings.New(db, kept)
}

var admin = vitrine.Actor{UserID: 1, Role: vitrine.RoleAdmin}

func get(t *testing.T, s *settings.Settings) vitrine.Settings {
	t.Helper()
	current, err := s.Get(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return current
}

func TestUpdateAndReset(t *testing.T) { onBothEngines(t, testUpdateAndReset) }

func testUpdateAndReset(t *testing.T, s *settings.Settings) {
	if diff := cmp.Diff(vitrine.DefaultSettings(), get(t, s)); diff != "" {
		t.Errorf("a new service has other settings than the defaults: %s", diff)
	}
	want := vitrine.DefaultSettings()
	want.General.SiteTitle = "Ansel"
	want.Image.QualityJPG = 90
	want.Upload.AllowedTypes = []string{"image/jpeg"}
	got, err := s.Update(t.Context(), admin, map[string]json.RawMessage{
		"site_title": json.RawMessage(`" Ansel "`), "image_quality_jpg": json.RawMessage(`90`), "upload_allowed_types": json.RawMessage(`["image/jpeg"]`),
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(want, get(t, s)); diff != "" {
		t.Errorf("what was written is not what is read: %s", diff)
	}
	want.General = vitrine.DefaultSettings().General
	if _, err := s.Reset(t.Context(), admin, []vitrine.SettingGroup{vitrine.GeneralGroup}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, get(t, s)); diff != "" {
		t.Errorf("after the reset of one group: %s", diff)
	}
}

// All faults are reported, and nothing is changed.
func TestUpdateFaults(t *testing.T) { onBothEngines(t, testUpdateFaults) }

func testUpdateFaults(t *testing.T, s *settings.Settings) {
	_, err := s.Update(t.Context(), admin, map[string]json.RawMessage{
		"site_title": json.RawMessage(`"New"`), "image_quality_jpg": json.RawMessage(`0`), "zoom": json.RawMessage(`1`), "colour": json.RawMessage(`1`),
	}, nil)
	e, ok := errors.AsType[*vitrine.Error](err)
	if !ok {
		t.Fatalf("got %v", err)
	}
	var got []string
	for _, f := range e.Faults {
		got = append(got, f.Field+" "+string(f.Code))
	}
	want := []string{"image_quality_jpg OUT_OF_RANGE", "colour UNKNOWN_FIELD", "zoom UNKNOWN_FIELD"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(vitrine.DefaultSettings(), get(t, s)); diff != "" {
		t.Errorf("changed all the same: %s", diff)
	}
}

// What is sent as it was changes nothing, and an expectation can forbid a change.
func TestUpdateIsOnlyOfWhatDiffers(t *testing.T) { onBothEngines(t, testUpdateIsOnlyOfWhatDiffers) }

func testUpdateIsOnlyOfWhatDiffers(t *testing.T, s *settings.Settings) {
	title := func(text string) map[string]json.RawMessage {
		return map[string]json.RawMessage{"site_title": json.RawMessage(`"` + text + `"`), "display_look": json.RawMessage(`"editorial"`)}
	}
	var expected []string
	expect := func(now vitrine.Settings) error {
		expected = append(expected, now.General.SiteTitle)
		if now.General.SiteTitle == "New" {
			return vitrine.Conflict("stale", "No.", nil)
		}
		return nil
	}
	for _, step := range []struct {
		title string
		want  vitrine.Code
	}{{"Portfolio", ""}, {"New", ""}, {"Newer", vitrine.CodeConflict}} {
		if _, err := s.Update(t.Context(), admin, title(step.title), expect); vitrine.ErrorCode(err) != step.want {
			t.Errorf("%s: %v", step.title, err)
		}
	}
	if diff := cmp.Diff([]string{"Portfolio", "Portfolio", "New"}, expected); diff != "" {
		t.Errorf("asked about (-want +got):\n%s", diff)
	}
	if got := get(t, s).General.SiteTitle; got != "New" {
		t.Errorf("the title is %s", got)
	}
}

func TestPermissions(t *testing.T) { onBothEngines(t, testPermissions) }

func testPermissions(t *testing.T, s *settings.Settings) {
	for actor, want := range map[vitrine.Actor]vitrine.Code{
		{}: vitrine.CodeUnauthenticated, {UserID: 2, Role: vitrine.RoleEditor}: vitrine.CodeForbidden, admin: "",
	} {
		_, err := s.Update(t.Context(), actor, nil, nil)
		if got := vitrine.ErrorCode(err); got != want {
			t.Errorf("update as %q: got %q, want %q", actor.Role, got, want)
		}
		_, err = s.Reset(t.Context(), actor, nil)
		if got := vitrine.ErrorCode(err); got != want {
			t.Errorf("reset as %q: got %q, want %q", actor.Role, got, want)
		}
	}
}

package vitrine_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine"
)

// Every field of the settings has exactly one entry, under its flat key.
func TestSettingListIsComplete(t *testing.T) {
	t.Parallel()
	keys := map[string]bool{}
	groups := reflect.TypeFor[vitrine.Settings]()
	for groupField := range groups.Fields() {
		group := groupField.Tag.Get("json")
		for field := range groupField.Type.Fields() {
			name := field.Tag.Get("json")
			if group != "general" {
				name = group + "_" + name
			}
			keys[name] = true
		}
	}
	for _, setting := range vitrine.SettingList() {
		if !keys[setting.Key] {
			t.Errorf("%s is listed twice or names no field", setting.Key)
		}
		delete(keys, setting.Key)
		if setting.Description == "" {
			t.Errorf("%s is not described", setting.Key)
		}
	}
	if len(keys) > 0 {
		t.Errorf("not listed: %v", keys)
	}
}

// A default is itself a valid value, and is what Value reads.
func TestDefaultSettingsAreValid(t *testing.T) {
	t.Parallel()
	defaults := vitrine.DefaultSettings()
	for _, setting := range vitrine.SettingList() {
		encoded, err := json.Marshal(setting.Value(defaults))
		if err != nil {
			t.Fatal(err)
		}
		s := vitrine.DefaultSettings()
		var faults vitrine.Faults
		setting.Set(&s, encoded, &faults)
		if diff := cmp.Diff(defaults, s); len(faults) > 0 || diff != "" {
			t.Errorf("%s: %v %s", setting.Key, faults, diff)
		}
	}
}

func TestSettingFaults(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ key, value, want string }{
		{"site_title", `5`, "site_title INVALID_TYPE"},
		{"site_title", `null`, "site_title INVALID_TYPE"},
		{"site_email", `"nobody"`, "site_email INVALID_FORMAT"},
		{"site_email", `""`, ""},
		{"upload_max_file_size", `1`, "upload_max_file_size OUT_OF_RANGE"},
		{"upload_max_file_size", `1.5`, "upload_max_file_size INVALID_TYPE"},
		{"upload_max_file_size", `99999999999999999999`, "upload_max_file_size OUT_OF_RANGE"},
		{"upload_max_file_size", `-99999999999999999999`, "upload_max_file_size OUT_OF_RANGE"},
		{"upload_max_file_size", `1e999`, "upload_max_file_size INVALID_TYPE"},
		{"upload_max_file_size", `null`, "upload_max_file_size INVALID_TYPE"},
		{"image_watermark_enabled", `99999999999999999999`, "image_watermark_enabled INVALID_TYPE"},
		{"upload_allowed_types", `["image/jpeg","image/svg+xml"]`, "upload_allowed_types[1] INVALID_VALUE"},
		{"upload_allowed_types", `[]`, "upload_allowed_types TOO_SHORT"},
		{"upload_allowed_types", `["image/jpeg"]`, ""},
		{"image_quality_jpg", `101`, "image_quality_jpg OUT_OF_RANGE"},
		{"image_watermark_enabled", `"yes"`, "image_watermark_enabled INVALID_TYPE"},
		{"display_theme_primary_color", `"blue"`, "display_theme_primary_color INVALID_FORMAT"},
		{"display_look", `"baroque"`, "display_look INVALID_VALUE"},
	} {
		for _, setting := range vitrine.SettingList() {
			if setting.Key != test.key {
				continue
			}
			before, s := vitrine.DefaultSettings(), vitrine.DefaultSettings()
			var faults vitrine.Faults
			setting.Set(&s, json.RawMessage(test.value), &faults)
			if got := strings.Join(codes(faults), ", "); got != test.want {
				t.Errorf("%s=%s: got %q, want %q", test.key, test.value, got, test.want)
			}
			if test.want != "" && !cmp.Equal(before, s) {
				t.Errorf("%s=%s changed the settings", test.key, test.value)
			}
		}
	}
}

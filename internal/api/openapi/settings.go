package openapi

import (
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-photos/vitrine"
)

// describeSettings adds to a group of settings what their list knows of them.
func describeSettings(t reflect.Type, group *huma.Schema) {
	if t.PkgPath() != reflect.TypeFor[vitrine.Settings]().PkgPath() || !strings.HasSuffix(t.Name(), "Settings") {
		return
	}
	for _, setting := range vitrine.SettingList() {
		if strings.EqualFold(string(setting.Group)+"Settings", t.Name()) {
			describeSetting(setting, group.Properties[setting.Member()])
		}
	}
}

func describeSetting(d vitrine.Setting, s *huma.Schema) {
	s.Description = d.Description
	s.Default = d.Value(vitrine.DefaultSettings())
	target := s
	if s.Items != nil {
		target = s.Items
	}
	for _, value := range d.Allowed {
		target.Enum = append(target.Enum, value)
	}
	limit := int(d.Max)
	switch {
	case d.Max == 0:
	case s.Type == huma.TypeString:
		s.MaxLength = &limit
	default:
		low, high := float64(d.Min), float64(d.Max)
		s.Minimum, s.Maximum = &low, &high
	}
}

// Settings describes a body that changes settings: under their flat keys, or in
// their groups as a read shows them.
func Settings(r huma.Registry) *huma.Schema {
	flat := &huma.Schema{
		Type: huma.TypeObject, AdditionalProperties: false, Properties: map[string]*huma.Schema{},
		Examples: []any{map[string]any{"site_title": "Light and Shade", "image_quality_jpg": 88}},
	}
	for _, setting := range vitrine.SettingList() {
		property := r.Schema(reflect.TypeOf(setting.Value(vitrine.DefaultSettings())), true, "")
		describeSetting(setting, property)
		flat.Properties[setting.Key] = property
		group := string(setting.Group)
		if flat.Properties[group] == nil {
			flat.Properties[group] = &huma.Schema{
				Type: huma.TypeObject, AdditionalProperties: false, Properties: map[string]*huma.Schema{},
				Description: "The same as the flat keys, as a read shows them.",
			}
		}
		flat.Properties[group].Properties[setting.Member()] = property
	}
	return flat
}

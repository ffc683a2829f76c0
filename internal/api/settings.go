package api

import (
	"encoding/json"
	"slices"

	"github.com/vitrine-photos/vitrine"
)

// settingsView are the groups of settings that the reader may see.
type settingsView struct {
	General *vitrine.GeneralSettings `json:"general,omitempty"`
	Upload  *vitrine.UploadSettings  `json:"upload,omitempty" doc:"Needs settings.read."`
	Image   *vitrine.ImageSettings   `json:"image,omitempty" doc:"Needs settings.read."`
	Display *vitrine.DisplaySettings `json:"display,omitempty"`
}

type settingsQuery struct {
	Category      string `query:"category" enum:"all,general,upload,image,display" default:"all" doc:"Which group."`
	IncludePublic bool   `query:"include_public" default:"true" doc:"False leaves general and display out."`
}

// newSettingsView shows upload and image to those who may read settings only.
func newSettingsView(s *vitrine.Settings, actor vitrine.Actor, q settingsQuery) item[settingsView] {
	wants := func(group vitrine.SettingGroup) bool { return q.Category == "all" || q.Category == string(group) }
	var view settingsView
	if q.IncludePublic && wants(vitrine.GeneralGroup) {
		view.General = &s.General
	}
	if q.IncludePublic && wants(vitrine.DisplayGroup) {
		view.Display = &s.Display
	}
	if actor.Can(vitrine.SettingsRead) && wants(vitrine.UploadGroup) {
		view.Upload = &s.Upload
	}
	if actor.Can(vitrine.SettingsRead) && wants(vitrine.ImageGroup) {
		view.Image = &s.Image
	}
	return one(view)
}

func (a *API) getSettings(c *call, q *settingsQuery) (item[settingsView], error) {
	s, err := a.settings.Get(c.Context())
	if err != nil {
		return item[settingsView]{}, err
	}
	return newSettingsView(&s, c.actor, *q), nil
}

type settingsChange struct{ Body settingsBody }

// settingsBody holds settings under their flat keys, such as site_title or
// image_quality_jpg.
type settingsBody map[string]json.RawMessage

func (*settingsBody) validate(*vitrine.Faults, bool) {} // the settings know their rules

type settingsReset struct{ Body resetBody }

// resetBody names groups of settings.
type resetBody struct {
	Categories vitrine.Optional[[]string] `json:"categories" enum:"general,upload,image,display" doc:"The groups to reset; all if left out." example:"[\"image\"]"`
	Confirm    vitrine.Optional[bool]     `json:"confirm" required:"true" doc:"Must be true." example:"true"`
}

func (b *resetBody) validate(f *vitrine.Faults, _ bool) {
	for i, name := range b.Categories.Value {
		if !slices.Contains(vitrine.SettingGroups(), vitrine.SettingGroup(name)) {
			f.Add(elementPath("categories", i), vitrine.FaultInvalidValue, "must be one of %v", vitrine.SettingGroups())
		}
	}
	requireConfirmation(f, b.Confirm)
}

// groups returns the groups to reset.
func (b *resetBody) groups() []vitrine.SettingGroup {
	if !b.Categories.Present() {
		return vitrine.SettingGroups()
	}
	groups := make([]vitrine.SettingGroup, len(b.Categories.Value))
	for i, name := range b.Categories.Value {
		groups[i] = vitrine.SettingGroup(name)
	}
	return groups
}

func (a *API) updateSettings(c *call, in *settingsChange) (item[settingsView], error) {
	s, err := a.settings.Update(c.Context(), c.actor, in.Body)
	if err != nil {
		return item[settingsView]{}, err
	}
	return newSettingsView(&s, c.actor, allSettings()), nil
}

func (a *API) resetSettings(c *call, in *settingsReset) (item[settingsView], error) {
	s, err := a.settings.Reset(c.Context(), c.actor, in.Body.groups())
	if err != nil {
		return item[settingsView]{}, err
	}
	return newSettingsView(&s, c.actor, allSettings()), nil
}

// allSettings asks for every group.
func allSettings() settingsQuery { return settingsQuery{Category: "all", IncludePublic: true} }

// requireConfirmation reports that what cannot be undone was not confirmed.
func requireConfirmation(f *vitrine.Faults, confirm vitrine.Optional[bool]) {
	switch {
	case !confirm.Present():
		f.Add("confirm", vitrine.FaultRequired, "is required")
	case !confirm.Value:
		f.Add("confirm", vitrine.FaultInvalidValue, "must be true")
	}
}

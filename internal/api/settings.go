package api

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/api/openapi"
	"github.com/vitrine-photos/vitrine/internal/api/strictjson"
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
func newSettingsView(s *vitrine.Settings, actor vitrine.Actor, q settingsQuery) settingsView {
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
	return view
}

// item adds an entity tag made of the content, as the settings as a whole have
// no version.
func (v settingsView) item() (item[settingsView], error) {
	content, err := json.Marshal(v)
	sum := sha256.Sum256(content)
	return item[settingsView]{v, validator{tag: `"s-` + hex.EncodeToString(sum[:8]) + `"`}}, err
}

func (a *API) getSettings(c *call, q *settingsQuery) (item[settingsView], error) {
	s, err := a.settings.Get(c.Context())
	if err != nil {
		return item[settingsView]{}, err
	}
	return newSettingsView(&s, c.actor, *q).item()
}

type settingsChange struct {
	conditional
	Body settingsBody
}

// expect returns nil if the request does not insist on what was read. Any view
// will do, and vouches for the groups in it.
func (in *settingsChange) expect(actor vitrine.Actor) func(vitrine.Settings) error {
	if in.IfMatch == "" || strings.TrimSpace(in.IfMatch) == "*" {
		return nil
	}
	return func(s vitrine.Settings) error {
		for _, q := range settingsQueries() {
			for _, reader := range []vitrine.Actor{actor, {}} {
				view, err := newSettingsView(&s, reader, q).item()
				if err != nil || namesTag(in.IfMatch, view.is.tag) {
					return err
				}
			}
		}
		return vitrine.Conflict("stale", "The settings were changed by someone else. Read them again.", nil)
	}
}

// settingsQueries lists everything that can be asked of the settings.
func settingsQueries() []settingsQuery {
	queries := []settingsQuery{allSettings(), {Category: "all"}}
	for _, group := range vitrine.SettingGroups() {
		queries = append(queries, settingsQuery{Category: string(group), IncludePublic: true})
	}
	return queries
}

// settingsBody holds settings under their flat keys, such as site_title or
// image_quality_jpg. They may be sent in their groups, as a read shows them.
type settingsBody map[string]json.RawMessage

// Validate puts the groups' settings under their flat keys. The settings know
// their other rules.
func (b *settingsBody) Validate(f *vitrine.Faults, _ bool) {
	for _, group := range vitrine.SettingGroups() {
		encoded, sent := (*b)[string(group)]
		if !sent {
			continue
		}
		delete(*b, string(group))
		var members map[string]json.RawMessage
		if json.Unmarshal(encoded, &members) != nil || members == nil {
			f.Add(string(group), vitrine.FaultInvalidType, vitrine.ReasonObject)
		}
		for name, value := range members {
			key := flatKey(group, name)
			if _, twice := (*b)[key]; twice {
				f.Add(key, vitrine.FaultNotUnique, vitrine.ReasonNamedTwice)
			}
			(*b)[key] = value
		}
	}
	slices.SortFunc(*f, func(x, y vitrine.Fault) int { return strings.Compare(x.Field, y.Field) })
}

// flatKey returns the flat key of a member of a group. What is no setting gets
// a name that no setting has.
func flatKey(group vitrine.SettingGroup, name string) string {
	for _, setting := range vitrine.SettingList() {
		if setting.Group == group && setting.Member() == name {
			return setting.Key
		}
	}
	return string(group) + "." + name
}

// Schema implements huma.SchemaProvider.
func (settingsBody) Schema(r huma.Registry) *huma.Schema { return openapi.Settings(r) }

type settingsReset struct{ Body resetBody }

// resetBody names groups of settings.
type resetBody struct {
	Categories vitrine.Optional[[]string] `json:"categories" enum:"general,upload,image,display" doc:"The groups to reset; all if left out." example:"[\"image\"]"`
	Confirm    vitrine.Optional[bool]     `json:"confirm" required:"true" doc:"Must be true." example:"true"`
}

func (b *resetBody) Validate(f *vitrine.Faults, _ bool) {
	requireAmong(f, "categories", b.Categories.Value, vitrine.SettingGroups())
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
	s, err := a.settings.Update(c.Context(), c.actor, in.Body, in.expect(c.actor))
	if err != nil {
		return item[settingsView]{}, err
	}
	return newSettingsView(&s, c.actor, allSettings()).item()
}

func (a *API) resetSettings(c *call, in *settingsReset) (item[settingsView], error) {
	s, err := a.settings.Reset(c.Context(), c.actor, in.Body.groups())
	if err != nil {
		return item[settingsView]{}, err
	}
	return newSettingsView(&s, c.actor, allSettings()).item()
}

// allSettings asks for every group.
func allSettings() settingsQuery { return settingsQuery{Category: "all", IncludePublic: true} }

// requireAmong reports the names of a list that are none of those allowed.
func requireAmong[T ~string](f *vitrine.Faults, field string, names []string, allowed []T) {
	for i, name := range names {
		vitrine.RequireOneOf(f, strictjson.ElementPath(field, i), T(name), allowed)
	}
}

// requireConfirmation reports that what cannot be undone was not confirmed.
func requireConfirmation(f *vitrine.Faults, confirm vitrine.Optional[bool]) {
	switch {
	case !confirm.Present():
		f.Add("confirm", vitrine.FaultRequired, vitrine.ReasonRequired)
	case !confirm.Value:
		f.Add("confirm", vitrine.FaultInvalidValue, vitrine.ReasonTrue)
	}
}

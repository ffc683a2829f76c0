package api

import "github.com/vitrine-photos/vitrine"

type profileChange struct {
	conditional
	Body profileBody
}

// profileBody is what users may change of themselves. Their role and whether
// they are active are accepted as they are.
type profileBody struct {
	Username    vitrine.Optional[string]       `json:"username" doc:"3 to 32 letters, digits, dots, hyphens or underscores; unique whatever the case." example:"ansel"`
	Email       vitrine.Optional[string]       `json:"email" example:"ansel@example.com"`
	DisplayName vitrine.Optional[string]       `json:"display_name" maxLength:"200" example:"Ansel A."`
	AvatarURL   vitrine.Optional[string]       `json:"avatar_url" maxLength:"2000" doc:"http or https." example:"https://example.com/ansel.jpg"`
	Role        vitrine.Optional[vitrine.Role] `json:"role" enum:"super_admin,admin,editor,user" doc:"Cannot be changed here; accepted unchanged." example:"editor"`
	IsActive    vitrine.Optional[bool]         `json:"is_active" doc:"Cannot be changed here; accepted unchanged." example:"true"`
}

func (b *profileBody) input() vitrine.UserInput {
	return vitrine.UserInput{
		Username: b.Username, Email: b.Email, DisplayName: b.DisplayName,
		AvatarURL: b.AvatarURL, Role: b.Role, IsActive: b.IsActive,
	}
}

func (b *profileBody) Validate(f *vitrine.Faults, _ bool) {
	in := b.input()
	in.Validate(f)
}

func (*profileBody) Resource() any { return profileView{} }

type passwordInput struct{ Body passwordBody }

// passwordBody replaces a password.
type passwordBody struct {
	Current vitrine.Optional[string] `json:"current_password" required:"true" example:"moon over half dome"`
	New     vitrine.Optional[string] `json:"new_password" required:"true" minLength:"12" maxLength:"256" example:"clearing winter storm"`
}

func (b *passwordBody) Validate(f *vitrine.Faults, _ bool) {
	requireText(f, "current_password", b.Current)
	requireText(f, "new_password", b.New)
	if b.New.Value != "" {
		vitrine.CheckPassword(f, "new_password", b.New.Value, "")
	}
}

func (a *API) getProfile(c *call, _ *none) (item[profileView], error) {
	u, err := a.identity.Profile(c.Context(), c.actor)
	if err != nil {
		return item[profileView]{}, err
	}
	return newProfileView(u), nil
}

func (a *API) updateProfile(c *call, in *profileChange) (item[profileView], error) {
	u, err := a.identity.UpdateProfile(c.Context(), c.actor, in.Body.input(), in.versions('u', c.actor.UserID))
	if err != nil {
		return item[profileView]{}, err
	}
	return newProfileView(u), nil
}

func (a *API) changePassword(c *call, in *passwordInput) (acknowledged, error) {
	return acknowledged{}, a.identity.ChangePassword(c.Context(), c.actor, in.Body.Current.Value, in.Body.New.Value)
}

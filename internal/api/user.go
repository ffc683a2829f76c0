package api

import (
	"strconv"

	"github.com/vitrine-photos/vitrine"
)

type userPath struct {
	ID int64 `path:"id" doc:"The user's id." example:"3"`
}

type userCreation struct{ Body userBody }

type userChange struct {
	userPath
	conditional
	Body userBody
}

type userDeletion struct {
	userPath
	conditional
}

// userBody is vitrine.UserInput as JSON.
type userBody struct {
	Username    vitrine.Optional[string]       `json:"username" doc:"3 to 32 letters, digits, dots, hyphens or underscores; unique whatever the case. Required on creation." example:"ansel"`
	Email       vitrine.Optional[string]       `json:"email" doc:"Unique whatever the case. Required on creation." example:"ansel@example.com"`
	Password    vitrine.Optional[string]       `json:"password" minLength:"12" maxLength:"256" doc:"Never returned. A change ends the user's sessions. Required on creation." example:"moon over half dome"`
	Role        vitrine.Optional[vitrine.Role] `json:"role" enum:"super_admin,admin,editor,user" doc:"Must rank below one's own; user by default." example:"editor"`
	DisplayName vitrine.Optional[string]       `json:"display_name" maxLength:"200" example:"Ansel A."`
	AvatarURL   vitrine.Optional[string]       `json:"avatar_url" maxLength:"2000" doc:"http or https." example:"https://example.com/ansel.jpg"`
	IsActive    vitrine.Optional[bool]         `json:"is_active" doc:"False forbids to sign in, at once." example:"true"`
}

func (b *userBody) Validate(f *vitrine.Faults, creating bool) {
	in := (*vitrine.UserInput)(b)
	if creating {
		in.ValidateNew(f)
		return
	}
	in.Validate(f)
}

func (*userBody) Resource() any { return userView{} }

// userQuery selects users.
type userQuery struct {
	paging
	Role   string `query:"role" enum:"all,super_admin,admin,editor,user" default:"all" doc:"Only those with the role." example:"editor"`
	Status string `query:"status" enum:"all,active,inactive" default:"all" doc:"Only those who may, or may not, sign in." example:"active"`
	Search string `query:"search" maxLength:"200" doc:"Part of a username, an address or a display name." example:"ansel"`
}

// all is the parameter that does not filter.
const all = "all"

func (q *userQuery) filter() vitrine.UserFilter {
	f := vitrine.UserFilter{Page: q.page(), Search: q.Search}
	if q.Role != all {
		f.Role = vitrine.Role(q.Role)
	}
	if q.Status != all {
		f.Active = vitrine.Some(q.Status == "active")
	}
	return f
}

func (a *API) listUsers(c *call, q *userQuery) (paged[[]userView], error) {
	users, total, err := a.identity.Users(c.Context(), c.actor, q.filter())
	if err != nil {
		return paged[[]userView]{}, err
	}
	views := []userView{}
	for _, u := range users {
		views = append(views, newUserView(u))
	}
	return newPaged(views, paginate(q.page(), total))
}

func (a *API) getUser(c *call, in *userPath) (item[userView], error) {
	u, err := a.identity.User(c.Context(), c.actor, in.ID)
	if err != nil {
		return item[userView]{}, err
	}
	seen := "" // signing in is no new version
	if u.LastLoginAt != nil {
		seen = strconv.FormatInt(u.LastLoginAt.UnixMicro(), 36)
	}
	return item[userView]{newUserView(u), validator{tag: versionTag('u', u.ID, u.Version, seen)}}, nil
}

func (a *API) createUser(c *call, in *userCreation) (item[userView], error) {
	u, err := a.identity.CreateUser(c.Context(), c.actor, vitrine.UserInput(in.Body))
	return showUser(u, err)
}

func (a *API) updateUser(c *call, in *userChange) (item[userView], error) {
	u, err := a.identity.UpdateUser(c.Context(), c.actor, in.ID, vitrine.UserInput(in.Body), in.versions('u', in.ID))
	return showUser(u, err)
}

func (a *API) deleteUser(c *call, in *userDeletion) (nothing, error) {
	return nothing{}, a.identity.DeleteUser(c.Context(), c.actor, in.ID, in.versions('u', in.ID))
}

func showUser(u *vitrine.User, err error) (item[userView], error) {
	if err != nil {
		return item[userView]{}, err
	}
	return item[userView]{newUserView(u), validator{tag: versionTag('u', u.ID, u.Version, "")}}, nil
}

package api

import (
	"time"

	"github.com/vitrine-photos/vitrine"
)

// userRef is a user as a sign-in names it.
type userRef struct {
	ID          int64        `json:"id" example:"1"`
	Username    string       `json:"username" example:"ansel"`
	Email       string       `json:"email" example:"ansel@example.com"`
	Role        vitrine.Role `json:"role" enum:"super_admin,admin,editor,user" example:"editor"`
	DisplayName string       `json:"display_name" example:"Ansel A."`
	AvatarURL   *string      `json:"avatar_url" doc:"Null when there is none." example:"https://example.com/ansel.jpg"`
}

// userView is a user by itself.
type userView struct {
	userRef
	IsActive    bool       `json:"is_active" example:"true"`
	CreatedAt   time.Time  `json:"created_at" example:"2026-01-04T11:00:00Z"`
	UpdatedAt   time.Time  `json:"updated_at" example:"2026-01-04T11:00:00Z"`
	LastLoginAt *time.Time `json:"last_login_at" doc:"Null before the first sign-in." example:"2026-05-31T08:00:00Z"`
}

// profileView is the signed-in user, with what their role grants.
type profileView struct {
	userView
	Permissions []string `json:"permissions" doc:"As <resource>.<action>; * stands for all." example:"[\"photo.read\",\"photo.create\"]"`
}

func newUserRef(u *vitrine.User) userRef {
	ref := userRef{ID: u.ID, Username: u.Username, Email: u.Email, Role: u.Role, DisplayName: u.DisplayName}
	if u.AvatarURL != "" {
		ref.AvatarURL = &u.AvatarURL
	}
	return ref
}

func newUserView(u *vitrine.User) userView {
	return userView{
		userRef: newUserRef(u), IsActive: u.IsActive,
		CreatedAt: u.CreatedAt, UpdatedAt: u.UpdatedAt, LastLoginAt: u.LastLoginAt,
	}
}

func newProfileView(u *vitrine.User) item[profileView] {
	return item[profileView]{
		data: profileView{userView: newUserView(u), Permissions: u.Role.Grants()},
		is:   validator{tag: versionTag('u', u.ID, u.Version, "")},
	}
}

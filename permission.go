package vitrine

import (
	"slices"
	"strings"
)

// Permission is "<resource>.<action>", such as "photo.delete".
type Permission string

// The permissions that routes ask for.
const (
	PhotoRead      Permission = "photo.read"
	PhotoCreate    Permission = "photo.create"
	PhotoUpdate    Permission = "photo.update"
	PhotoDelete    Permission = "photo.delete"
	CategoryRead   Permission = "category.read"
	CategoryCreate Permission = "category.create"
	CategoryUpdate Permission = "category.update"
	CategoryDelete Permission = "category.delete"
	TagRead        Permission = "tag.read"
	TagCreate      Permission = "tag.create"
	TagUpdate      Permission = "tag.update"
	TagDelete      Permission = "tag.delete"
	UserRead       Permission = "user.read"
	UserCreate     Permission = "user.create"
	UserUpdate     Permission = "user.update"
	UserDelete     Permission = "user.delete"
	SettingsRead   Permission = "settings.read"
	SettingsUpdate Permission = "settings.update"
	WebhookRead    Permission = "webhook.read"
	WebhookCreate  Permission = "webhook.create"
	WebhookUpdate  Permission = "webhook.update"
	WebhookDelete  Permission = "webhook.delete"
	SystemRead     Permission = "system.read"
	SystemBackup   Permission = "system.backup"
)

// Permissions lists every permission, in the order above.
func Permissions() []Permission {
	return []Permission{
		PhotoRead, PhotoCreate, PhotoUpdate, PhotoDelete,
		CategoryRead, CategoryCreate, CategoryUpdate, CategoryDelete,
		TagRead, TagCreate, TagUpdate, TagDelete,
		UserRead, UserCreate, UserUpdate, UserDelete,
		SettingsRead, SettingsUpdate,
		WebhookRead, WebhookCreate, WebhookUpdate, WebhookDelete,
		SystemRead, SystemBackup,
	}
}

// Role is what a user may do.
type Role string

// The roles, from most to least.
const (
	RoleSuperAdmin Role = "super_admin"
	RoleAdmin      Role = "admin"
	RoleEditor     Role = "editor"
	RoleUser       Role = "user"
)

// Roles lists the roles from the highest rank to the lowest.
func Roles() []Role { return []Role{RoleSuperAdmin, RoleAdmin, RoleEditor, RoleUser} }

// Valid reports whether r is one of the four roles.
func (r Role) Valid() bool { return slices.Contains(Roles(), r) }

// Outranks reports whether r stands strictly above other.
func (r Role) Outranks(other Role) bool {
	return slices.Index(Roles(), r) < slices.Index(Roles(), other)
}

// Grants returns the role's permissions as the specification writes them:
// "*" is everything, "photo.*" every action on photos.
func (r Role) Grants() []string {
	switch r {
	case RoleSuperAdmin:
		return []string{"*"}
	case RoleAdmin:
		return []string{"photo.*", "category.*", "tag.*", string(UserRead), string(UserUpdate), "settings.*"}
	case RoleEditor:
		return []string{
			string(PhotoRead), string(PhotoCreate), string(PhotoUpdate),
			string(CategoryRead), string(TagRead), string(TagCreate),
		}
	case RoleUser:
		return []string{string(PhotoRead), string(CategoryRead), string(TagRead)}
	}
	return nil
}

// Can reports whether the role grants p.
func (r Role) Can(p Permission) bool {
	resource, _, _ := strings.Cut(string(p), ".")
	for _, grant := range r.Grants() {
		if grant == "*" || grant == string(p) || grant == resource+".*" {
			return true
		}
	}
	return false
}

// Actor is who asks: nobody (the zero value), or a signed-in user.
type Actor struct {
	UserID    int64
	Role      Role
	SessionID string
	Operator  bool // the command line on the server's own machine; no rate limits
	Address   string
	UserAgent string
	RequestID string // "" for what no request asked for
}

// SignedIn reports whether the actor is a user.
func (a Actor) SignedIn() bool { return a.UserID != 0 }

// Can reports whether the actor's role grants p. An anonymous actor can nothing.
func (a Actor) Can(p Permission) bool { return a.SignedIn() && a.Role.Can(p) }

// Require returns nil if the actor has p, else a CodeUnauthenticated or
// CodeForbidden error.
func (a Actor) Require(p Permission) error {
	if !a.SignedIn() {
		return Unauthenticated("Sign in to do this.")
	}
	if !a.Role.Can(p) {
		return Forbidden(p, a.Role)
	}
	return nil
}

// Audience says which photos an actor may see.
func (a Actor) Audience() Audience {
	if a.Can(PhotoUpdate) {
		return AudienceEditor
	}
	return AudiencePublic
}

// Audience is one of the two groups that see different photos.
type Audience int

// The public sees visible photos only; editors see all that are not deleted.
const (
	AudiencePublic Audience = iota
	AudienceEditor
)

package identity

import "github.com/vitrine-photos/vitrine"

// requireSignedIn returns nil for any user, else CodeUnauthenticated.
func requireSignedIn(actor vitrine.Actor) error {
	if !actor.SignedIn() {
		return vitrine.Unauthenticated("Sign in to do this.")
	}
	return nil
}

// isSelf reports whether the actor is the user. An operator is nobody in
// particular, although it acts as the first super_admin.
func isSelf(actor vitrine.Actor, userID int64) bool {
	return actor.UserID == userID && !actor.Operator
}

// reaches reports whether the actor may act on users of a role, and give it.
func reaches(actor vitrine.Actor, role vitrine.Role) bool {
	return actor.Role == vitrine.RoleSuperAdmin || actor.Role.Outranks(role)
}

// mayActOn returns a CodeForbidden error if target is another user who does not
// rank below the actor.
func mayActOn(actor vitrine.Actor, target *vitrine.User, p vitrine.Permission) error {
	if isSelf(actor, target.ID) || reaches(actor, target.Role) {
		return nil
	}
	return forbidden(actor, p, "You may act only on users who rank below you.")
}

// mayGive returns a CodeForbidden error if role does not rank below the actor.
func mayGive(actor vitrine.Actor, role vitrine.Role, p vitrine.Permission) error {
	if reaches(actor, role) {
		return nil
	}
	return forbidden(actor, p, "You may give only roles that rank below yours.")
}

// mayUpdate returns a CodeForbidden error if the actor may not make this change
// to a user, who is target before it.
func mayUpdate(actor vitrine.Actor, target *vitrine.User, in vitrine.UserInput) error {
	if err := mayActOn(actor, target, vitrine.UserUpdate); err != nil {
		return err
	}
	role := in.Role.Or(target.Role)
	if isSelf(actor, target.ID) && (role != target.Role || in.IsActive.Or(target.IsActive) != target.IsActive) {
		return forbidden(actor, vitrine.UserUpdate, "Nobody changes their own role or whether they are active.")
	}
	if role == target.Role {
		return nil
	}
	return mayGive(actor, role, vitrine.UserUpdate)
}

func forbidden(actor vitrine.Actor, p vitrine.Permission, message string) error {
	return &vitrine.Error{
		Code: vitrine.CodeForbidden, Message: message,
		Details: vitrine.ForbiddenDetails{RequiredPermission: p, UserRole: actor.Role},
	}
}

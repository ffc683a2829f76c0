package identity

import (
	"context"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// Users returns a page of users and how many there are in all. It needs
// user.read.
func (i *Identity) Users(ctx context.Context, actor vitrine.Actor, filter vitrine.UserFilter) ([]*vitrine.User, int, error) {
	if err := actor.Require(vitrine.UserRead); err != nil {
		return nil, 0, err
	}
	var f vitrine.Faults
	filter.Page.Validate(&f)
	if filter.Role != "" {
		vitrine.RequireOneOf(&f, "role", filter.Role, vitrine.Roles())
	}
	if err := f.Err(); err != nil {
		return nil, 0, err
	}
	filter.Search = vitrine.Clean(filter.Search)
	found, total, err := i.db.Users(ctx, filter)
	if err != nil {
		return nil, 0, err
	}
	shown := make([]*vitrine.User, len(found))
	for n, user := range found {
		shown[n] = withoutSecrets(user)
	}
	return shown, total, nil
}

// User returns a user, or a CodeNotFound error. It needs user.read.
func (i *Identity) User(ctx context.Context, actor vitrine.Actor, id int64) (*vitrine.User, error) {
	if err := actor.Require(vitrine.UserRead); err != nil {
		return nil, err
	}
	user, err := i.db.User(ctx, id)
	if err != nil {
		return nil, err
	}
	return withoutSecrets(user), nil
}

// CreateUser makes a user. It needs user.create, and the role, which is user
// unless given, must rank below the actor's.
func (i *Identity) CreateUser(ctx context.Context, actor vitrine.Actor, in vitrine.UserInput) (*vitrine.User, error) {
	if err := actor.Require(vitrine.UserCreate); err != nil {
		return nil, err
	}
	if err := i.validateNew(&in); err != nil {
		return nil, err
	}
	if err := mayGive(actor, in.Role.Or(vitrine.RoleUser), vitrine.UserCreate); err != nil {
		return nil, err
	}
	return i.insert(ctx, in, func(user *vitrine.User) store.AuditEntry {
		return store.EntryOf(actor, "user.create", "user", user.ID).With(userDetail(user))
	})
}

// validateNew reports everything that forbids to make a user of the input.
func (i *Identity) validateNew(in *vitrine.UserInput) error {
	var f vitrine.Faults
	in.ValidateNew(&f)
	i.common.check(&f, "password", in.Password.Value, in.Email.Value)
	return f.Err()
}

// insert makes a user of valid input.
func (i *Identity) insert(ctx context.Context, in vitrine.UserInput, audit auditor) (*vitrine.User, error) {
	hash, err := i.passwords.Hash(ctx, in.Password.Value)
	if err != nil {
		return nil, err
	}
	var user *vitrine.User
	err = i.db.Update(ctx, func(tx *store.Tx) (err error) {
		user, err = insertUser(ctx, tx, in, hash, audit)
		return err
	})
	return user, err
}

// auditor tells how the making of a user is recorded.
type auditor func(*vitrine.User) store.AuditEntry

func insertUser(ctx context.Context, tx *store.Tx, in vitrine.UserInput, hash string, audit auditor) (*vitrine.User, error) {
	user := apply(vitrine.User{Role: vitrine.RoleUser, IsActive: true, PasswordHash: hash}, in)
	if err := tx.InsertUser(ctx, &user); err != nil {
		return nil, err
	}
	if err := tx.Audit(ctx, audit(&user)); err != nil {
		return nil, err
	}
	return withoutSecrets(&user), nil
}

// UpdateUser changes a user. It needs user.update and a higher rank than the
// user's present and new role; nobody changes their own role or whether they
// are active. A new password, or not being active, ends the user's sessions.
// With ifMatch, a user whose version is another is CodeConflict, and so is
// leaving no active super_admin.
func (i *Identity) UpdateUser(ctx context.Context, actor vitrine.Actor, id int64, in vitrine.UserInput, ifMatch vitrine.Versions) (*vitrine.User, error) {
	if err := actor.Require(vitrine.UserUpdate); err != nil {
		return nil, err
	}
	return i.update(ctx, actor, id, in, ifMatch)
}

// SetPassword gives a user a new password and ends their sessions. It needs
// user.update and a higher rank; one's own is changed with ChangePassword.
func (i *Identity) SetPassword(ctx context.Context, actor vitrine.Actor, id int64, password string) error {
	_, err := i.UpdateUser(ctx, actor, id, vitrine.UserInput{Password: vitrine.Some(password)}, nil)
	return err
}

func (i *Identity) update(ctx context.Context, actor vitrine.Actor, id int64, in vitrine.UserInput, ifMatch vitrine.Versions) (*vitrine.User, error) {
	hash, err := i.checkUpdate(ctx, actor, id, &in)
	if err != nil {
		return nil, err
	}
	var after *vitrine.User
	err = i.db.Update(ctx, func(tx *store.Tx) error {
		before, err := tx.User(ctx, id)
		if err != nil {
			return err
		}
		if err := mayUpdate(actor, before, in); err != nil {
			return err
		}
		if err := ifMatch.Check(before.Version); err != nil {
			return err
		}
		changed := apply(*before, in)
		if err := i.checkPasswordOf(&changed, in); err != nil {
			return err
		}
		if hash != "" {
			changed.PasswordHash = hash
		}
		if changed != *before {
			err = i.commitUpdate(ctx, tx, actor, before, &changed)
		}
		after = &changed
		return err
	})
	if err != nil {
		return nil, err
	}
	return withoutSecrets(after), nil
}

// checkUpdate validates an update and returns the hash of the new password, or
// "" if there is none.
func (i *Identity) checkUpdate(ctx context.Context, actor vitrine.Actor, id int64, in *vitrine.UserInput) (string, error) {
	var f vitrine.Faults
	in.Validate(&f)
	if in.Password.Set && isSelf(actor, id) {
		f.Add("password", vitrine.FaultInvalidValue, vitrine.ReasonOwnPassword)
	}
	i.common.check(&f, "password", in.Password.Value, in.Email.Value)
	if err := f.Err(); err != nil || !in.Password.Set {
		return "", err
	}
	return i.passwords.Hash(ctx, in.Password.Value)
}

// commitUpdate writes a change and what follows from it.
func (i *Identity) commitUpdate(ctx context.Context, tx *store.Tx, actor vitrine.Actor, before, after *vitrine.User) error {
	if err := tx.UpdateUser(ctx, after); err != nil {
		return err
	}
	if err := keepSuperAdmin(ctx, tx, before); err != nil {
		return err
	}
	if !after.IsActive || after.PasswordHash != before.PasswordHash {
		if _, err := tx.EndUserSessions(ctx, after.ID, ""); err != nil {
			return err
		}
	}
	changes := vitrine.ChangesOf(userFields(before), userFields(after))
	if after.PasswordHash != before.PasswordHash {
		changes["password"] = vitrine.Change{}
	}
	return tx.Audit(ctx, store.EntryOf(actor, "user.update", "user", after.ID).With(changes))
}

// userFields is what the audit log compares of a user.
func userFields(u *vitrine.User) map[string]any {
	return map[string]any{
		"username": u.Username, "email": u.Email, "role": u.Role, "display_name": u.DisplayName,
		"avatar_url": u.AvatarURL, "is_active": u.IsActive,
	}
}

// userDetail tells who was made or is gone.
func userDetail(u *vitrine.User) map[string]any {
	return map[string]any{"username": u.Username, "role": u.Role}
}

// DeleteUser removes a user and ends their sessions; photos and uploads stay. It
// needs user.delete and a higher rank. CodeConflict as for UpdateUser.
func (i *Identity) DeleteUser(ctx context.Context, actor vitrine.Actor, id int64, ifMatch vitrine.Versions) error {
	if err := actor.Require(vitrine.UserDelete); err != nil {
		return err
	}
	return i.db.Update(ctx, func(tx *store.Tx) error {
		user, err := tx.User(ctx, id)
		if err != nil {
			return err
		}
		if err := mayActOn(actor, user, vitrine.UserDelete); err != nil {
			return err
		}
		if err := ifMatch.Check(user.Version); err != nil {
			return err
		}
		if _, err := tx.EndUserSessions(ctx, id, ""); err != nil {
			return err
		}
		if err := tx.DeleteUser(ctx, id); err != nil {
			return err
		}
		if err := keepSuperAdmin(ctx, tx, user); err != nil {
			return err
		}
		return tx.Audit(ctx, store.EntryOf(actor, "user.delete", "user", id).With(userDetail(user)))
	})
}

// apply returns u with the input's fields. Null clears.
func apply(u vitrine.User, in vitrine.UserInput) vitrine.User {
	u.Username = in.Username.Or(u.Username)
	u.Email = in.Email.Or(u.Email)
	u.Role = in.Role.Or(u.Role)
	u.IsActive = in.IsActive.Or(u.IsActive)
	if in.DisplayName.Set {
		u.DisplayName = in.DisplayName.Value
	}
	if in.AvatarURL.Set {
		u.AvatarURL = in.AvatarURL.Value
	}
	return u
}

// checkPasswordOf checks the input's new password against the names that the
// user has.
func (i *Identity) checkPasswordOf(user *vitrine.User, in vitrine.UserInput) error {
	var f vitrine.Faults
	i.common.check(&f, "password", in.Password.Value, user.Username, user.Email)
	return f.Err()
}

// keepSuperAdmin refuses a change to the user before that left nobody who may do
// everything.
func keepSuperAdmin(ctx context.Context, tx *store.Tx, before *vitrine.User) error {
	if before.Role != vitrine.RoleSuperAdmin || !before.IsActive {
		return nil
	}
	left, err := tx.ActiveSuperAdmins(ctx)
	if err == nil && left == 0 {
		err = vitrine.Conflict("last_super_admin", "The last active super_admin must stay one.", nil)
	}
	return err
}

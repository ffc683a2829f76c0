package identity

import (
	"context"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// Profile returns the actor's own user.
func (i *Identity) Profile(ctx context.Context, actor vitrine.Actor) (*vitrine.User, error) {
	user, err := i.self(ctx, actor)
	if err != nil {
		return nil, err
	}
	return withoutSecrets(user), nil
}

// UpdateProfile changes the actor's own user as UpdateUser does, and needs no
// permission for it.
func (i *Identity) UpdateProfile(ctx context.Context, actor vitrine.Actor, in vitrine.UserInput, ifMatch vitrine.Versions) (*vitrine.User, error) {
	if err := requireSignedIn(actor); err != nil {
		return nil, err
	}
	return i.update(ctx, actor, actor.UserID, in, ifMatch)
}

// ChangePassword replaces the actor's own password, given the current one, and
// ends their other sessions. A wrong current password is CodeValidation in the
// field current_password, so that a client does not take it for an expired
// sign-in.
func (i *Identity) ChangePassword(ctx context.Context, actor vitrine.Actor, current, replacement string) error {
	user, err := i.self(ctx, actor)
	if err != nil {
		return err
	}
	var f vitrine.Faults
	vitrine.CheckPassword(&f, "new_password", replacement, user.Username)
	i.common.check(&f, "new_password", replacement, user.Email)
	if err := f.Err(); err != nil {
		return err
	}
	ok, _, err := i.passwords.Verify(ctx, user.PasswordHash, current)
	if err != nil {
		return err
	}
	if !ok {
		return wrongCurrentPassword()
	}
	hash, err := i.passwords.Hash(ctx, replacement)
	if err != nil {
		return err
	}
	return i.db.Update(ctx, func(tx *store.Tx) error {
		return replacePassword(ctx, tx, actor, user.PasswordHash, hash)
	})
}

// replacePassword writes the actor's new hash, unless from is no longer theirs.
func replacePassword(ctx context.Context, tx *store.Tx, actor vitrine.Actor, from, to string) error {
	user, err := tx.User(ctx, actor.UserID)
	if err != nil {
		return err
	}
	if user.PasswordHash != from {
		return wrongCurrentPassword()
	}
	user.PasswordHash = to
	if err := tx.UpdateUser(ctx, user); err != nil {
		return err
	}
	if _, err := tx.EndUserSessions(ctx, user.ID, actor.SessionID); err != nil {
		return err
	}
	return tx.Audit(ctx, store.EntryOf(actor, "user.password", "user", user.ID))
}

func wrongCurrentPassword() error {
	return vitrine.Invalid("current_password", vitrine.FaultInvalidValue, vitrine.ReasonWrongPassword)
}

// self returns the user that the actor is.
func (i *Identity) self(ctx context.Context, actor vitrine.Actor) (*vitrine.User, error) {
	if err := requireSignedIn(actor); err != nil {
		return nil, err
	}
	return i.db.User(ctx, actor.UserID)
}

package identity

import (
	"context"
	"crypto/rand"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// MayRegister returns a CodeForbidden error while registration is closed.
func (i *Identity) MayRegister(actor vitrine.Actor) error {
	if i.registrationOpen {
		return nil
	}
	return forbidden(actor, vitrine.UserCreate, "Registration is closed. Ask the owner of this site for an account.")
}

// Register makes a user for a stranger, if MayRegister; the role is always user.
func (i *Identity) Register(ctx context.Context, in vitrine.UserInput, client Client) (*vitrine.User, error) {
	if err := i.MayRegister(vitrine.Actor{}); err != nil {
		return nil, err
	}
	var f vitrine.Faults
	notOnRegistration(&f, "role", &in.Role)
	notOnRegistration(&f, "is_active", &in.IsActive)
	in.ValidateNew(&f)
	i.common.check(&f, "password", in.Password.Value, in.Email.Value)
	if err := f.Err(); err != nil {
		return nil, err
	}
	return i.insert(ctx, in, madeItself(client))
}

func notOnRegistration[T any](f *vitrine.Faults, field string, o *vitrine.Optional[T]) {
	if o.Set {
		f.Add(field, vitrine.FaultUnknownField, vitrine.ReasonNotOnRegistration)
		*o = vitrine.Optional[T]{}
	}
}

// madeItself returns the audit entry of a user whom no other user made.
func madeItself(client Client) auditor {
	return func(user *vitrine.User) store.AuditEntry {
		return store.EntryOf(client.as(user.ID), "user.register", "user", user.ID).With(userDetail(user))
	}
}

// EnsureSuperAdmin makes the first super_admin if there is no user at all, and
// reports whether it did. If password is empty it makes one up and returns it,
// to be shown once.
func (i *Identity) EnsureSuperAdmin(ctx context.Context, username, email, password string) (made bool, generated string, err error) {
	if n, err := i.db.CountUsers(ctx); err != nil || n > 0 {
		return false, "", err
	}
	if password == "" {
		generated = rand.Text()
		password = generated
	}
	in := vitrine.UserInput{
		Username: vitrine.Some(username), Email: vitrine.Some(email), Password: vitrine.Some(password),
		Role: vitrine.Some(vitrine.RoleSuperAdmin),
	}
	if err := i.validateNew(&in); err != nil {
		return false, "", err
	}
	if made, err = i.insertFirst(ctx, in); !made {
		generated = ""
	}
	return made, generated, err
}

// insertFirst makes a user unless another process has just made the first one.
func (i *Identity) insertFirst(ctx context.Context, in vitrine.UserInput) (made bool, err error) {
	hash, err := i.passwords.Hash(ctx, in.Password.Value)
	if err != nil {
		return false, err
	}
	err = i.db.Update(ctx, func(tx *store.Tx) error {
		n, err := tx.CountUsers(ctx)
		if made = err == nil && n == 0; !made {
			return err
		}
		_, err = insertUser(ctx, tx, in, hash, madeItself(Client{}))
		return err
	})
	if vitrine.ErrorCode(err) == vitrine.CodeConflict {
		return false, nil
	}
	return made && err == nil, err
}

package identity

import (
	"context"
	"slices"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// Logout ends the session that the actor came with. Its tokens are invalid from
// then on. An operator has no session, and nothing happens.
func (i *Identity) Logout(ctx context.Context, actor vitrine.Actor) error {
	if err := requireSignedIn(actor); err != nil {
		return err
	}
	if actor.SessionID == "" {
		return nil
	}
	return i.db.Update(ctx, func(tx *store.Tx) error {
		if err := tx.EndSession(ctx, actor.SessionID); err != nil {
			return err
		}
		return tx.Audit(ctx, entry(actor, "user.logout", "session", actor.SessionID))
	})
}

// Sessions returns the live sessions of a user. One's own need no permission,
// another's need user.read and a higher rank.
func (i *Identity) Sessions(ctx context.Context, actor vitrine.Actor, userID int64) ([]*vitrine.Session, error) {
	if err := mayHandleSessions(ctx, i.db, actor, userID, vitrine.UserRead); err != nil {
		return nil, err
	}
	return i.db.Sessions(ctx, userID)
}

// EndSession forces a session offline. One's own need no permission, another's
// need user.update and a higher rank. A session that is not the user's, or not
// live, is CodeNotFound.
func (i *Identity) EndSession(ctx context.Context, actor vitrine.Actor, userID int64, sessionID string) error {
	return i.db.Update(ctx, func(tx *store.Tx) error {
		if err := mayHandleSessions(ctx, tx, actor, userID, vitrine.UserUpdate); err != nil {
			return err
		}
		live, err := tx.Sessions(ctx, userID)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(live, func(s *vitrine.Session) bool { return s.ID == sessionID }) {
			return vitrine.NotFound("session", sessionID)
		}
		if err := tx.EndSession(ctx, sessionID); err != nil {
			return err
		}
		return tx.Audit(ctx, entry(actor, "session.end", "session", sessionID))
	})
}

// userReader is what *store.DB and *store.Tx have in common here.
type userReader interface {
	User(ctx context.Context, id int64) (*vitrine.User, error)
}

func mayHandleSessions(ctx context.Context, users userReader, actor vitrine.Actor, userID int64, p vitrine.Permission) error {
	if actor.SignedIn() && actor.UserID == userID {
		return nil
	}
	if err := actor.Require(p); err != nil {
		return err
	}
	target, err := users.User(ctx, userID)
	if err != nil {
		return err
	}
	return mayActOn(actor, target, p)
}

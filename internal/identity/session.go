package identity

import (
	"context"

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
		return tx.Audit(ctx, store.EntryOf(actor, "user.logout", "session", actor.SessionID))
	})
}

// MayHandleSessions returns nil if the sessions are the actor's own, or the
// actor has the permission that another's need. Rank is looked at later.
func MayHandleSessions(actor vitrine.Actor, userID int64, p vitrine.Permission) error {
	if actor.SignedIn() && actor.UserID == userID {
		return nil
	}
	return actor.Require(p)
}

// Sessions returns a page of the live sessions of a user, the last seen first,
// and how many there are. One's own need no permission, another's need user.read
// and a higher rank.
func (i *Identity) Sessions(ctx context.Context, actor vitrine.Actor, userID int64, page vitrine.Page) ([]*vitrine.Session, int, error) {
	if err := mayHandleSessionsOf(ctx, i.db, actor, userID, vitrine.UserRead); err != nil {
		return nil, 0, err
	}
	var f vitrine.Faults
	page.Validate(&f)
	if err := f.Err(); err != nil {
		return nil, 0, err
	}
	return i.db.Sessions(ctx, userID, page)
}

// EndSession forces a session offline. One's own need no permission, another's
// need user.update and a higher rank. A session that is not the user's, or not
// live, is CodeNotFound.
func (i *Identity) EndSession(ctx context.Context, actor vitrine.Actor, userID int64, sessionID string) error {
	return i.db.Update(ctx, func(tx *store.Tx) error {
		if err := mayHandleSessionsOf(ctx, tx, actor, userID, vitrine.UserUpdate); err != nil {
			return err
		}
		session, err := tx.Session(ctx, sessionID)
		if err != nil {
			return err
		}
		if session.UserID != userID || session.EndedAt != nil || !tx.Now.Before(session.ExpiresAt) {
			return vitrine.NotFound("session", sessionID)
		}
		if err := tx.EndSession(ctx, sessionID); err != nil {
			return err
		}
		return tx.Audit(ctx, store.EntryOf(actor, "session.end", "session", sessionID).With(map[string]any{"user_id": userID}))
	})
}

// userReader is what *store.DB and *store.Tx have in common here.
type userReader interface {
	User(ctx context.Context, id int64) (*vitrine.User, error)
}

func mayHandleSessionsOf(ctx context.Context, users userReader, actor vitrine.Actor, userID int64, p vitrine.Permission) error {
	if err := MayHandleSessions(actor, userID, p); err != nil {
		return err
	}
	target, err := users.User(ctx, userID)
	if err != nil {
		return err
	}
	return mayActOn(actor, target, p)
}

package identity

import (
	"context"
	"errors"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// refreshGrace is how long after a refresh the used token may come again and is
// answered as before, since the answer may have got lost on its way.
const refreshGrace = 10 * time.Second

// Refresh exchanges a refresh token for its successor and a new access token. A
// token that was used already is answered with the same successor for
// refreshGrace; after that it ends its session. A token that is not the
// session's last fails with CodeInvalidToken, one that is too old with
// CodeTokenExpired.
func (i *Identity) Refresh(ctx context.Context, token string, client Client) (Tokens, error) {
	c, err := i.mint.read(token, refreshToken)
	if err != nil {
		return Tokens{}, err
	}
	var tokens Tokens
	var refused error
	err = i.db.Update(ctx, func(tx *store.Tx) (err error) {
		tokens, refused, err = i.refresh(ctx, tx, c, client)
		return err
	})
	if err != nil {
		return Tokens{}, invalidIfMissing(err)
	}
	if errors.Is(refused, errReused) {
		i.log.WarnContext(ctx, "refresh token used again, session ended",
			"user", c.userID(), "session", c.SessionID, "address", client.Address)
	}
	return tokens, refused
}

// Holder returns the user whose refresh token this is, if Refresh would exchange
// it; it fails as Refresh does, and changes nothing.
func (i *Identity) Holder(ctx context.Context, token string) (vitrine.Actor, error) {
	c, err := i.mint.read(token, refreshToken)
	if err != nil {
		return vitrine.Actor{}, err
	}
	session, user, err := i.db.SessionUser(ctx, c.SessionID)
	if err != nil {
		return vitrine.Actor{}, invalidIfMissing(err)
	}
	now := i.now()
	if err := stateOf(session, user).admits(c, now); err != nil {
		return vitrine.Actor{}, err
	}
	if useOf(session.Refresh, c.ID, now) == lateUse {
		return vitrine.Actor{}, invalidToken(errReused)
	}
	return vitrine.Actor{UserID: user.ID, Role: user.Role, SessionID: session.ID}, nil
}

// errReused is the cause of refusing a token that was replaced for good.
var errReused = errors.New("the refresh token was used before")

// refresh returns the new tokens, or why they are refused. Refusing may change
// the session too, so it must not undo the transaction, as err does.
func (i *Identity) refresh(ctx context.Context, tx *store.Tx, c *claims, client Client) (tokens Tokens, refused, err error) {
	session, user, err := tx.SessionUser(ctx, c.SessionID)
	if err != nil {
		return Tokens{}, nil, err
	}
	if refused := stateOf(session, user).admits(c, tx.Now); refused != nil {
		return Tokens{}, refused, nil
	}
	next := i.mint.successor(session.ID, c.ID)
	switch useOf(session.Refresh, c.ID, tx.Now) {
	case firstUse:
		err := i.rotate(ctx, tx, session, next)
		return i.tokens(session, next, user, tx.Now), nil, err
	case repeatedUse:
		return i.tokens(session, next, user, tx.Now), nil, nil
	default:
		return Tokens{}, invalidToken(errReused), endReused(ctx, tx, session, client)
	}
}

// rotate puts the token with the id next in the place of the current one.
func (i *Identity) rotate(ctx context.Context, tx *store.Tx, session *vitrine.Session, next string) error {
	from := session.Refresh
	session.Refresh = vitrine.RefreshState{Current: fingerprint(next), Previous: from.Current, RotatedAt: tx.Now}
	session.ExpiresAt = i.sessionEnd(tx.Now)
	ok, err := tx.RotateSession(ctx, session.ID, from, session.Refresh, session.ExpiresAt)
	if err == nil && !ok {
		err = vitrine.Unavailable("The session is being refreshed by another request.", time.Second, nil)
	}
	return err
}

func endReused(ctx context.Context, tx *store.Tx, session *vitrine.Session, client Client) error {
	if err := tx.EndSession(ctx, session.ID); err != nil {
		return err
	}
	return tx.Audit(ctx, store.EntryOf(client.as(session.UserID), "session.reuse", "session", session.ID))
}

// use is what presenting a refresh token means.
type use int

const (
	firstUse    use = iota
	repeatedUse     // a moment after the first
	lateUse         // of a token that was replaced for good: someone copied it
)

func useOf(state vitrine.RefreshState, tokenID string, now time.Time) use {
	switch fingerprint(tokenID) {
	case state.Current:
		return firstUse
	case state.Previous:
		if now.Sub(state.RotatedAt).Abs() <= refreshGrace {
			return repeatedUse
		}
	}
	return lateUse
}

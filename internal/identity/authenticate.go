package identity

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// seenEvery is how exactly a session's LastSeenAt is kept, so that requests
// that only read seldom write.
const seenEvery = 5 * time.Minute

// Authenticate returns the actor that a bearer token (the part after "Bearer ")
// stands for: the user of an access token, or the first super_admin for an
// operator token. It fails with CodeTokenExpired or CodeInvalidToken. The
// caller fills in the actor's Address and UserAgent.
func (i *Identity) Authenticate(ctx context.Context, bearer string) (vitrine.Actor, error) {
	c, err := i.mint.read(bearer, accessToken, operatorToken)
	if err != nil {
		return vitrine.Actor{}, err
	}
	if c.Kind == operatorToken {
		return i.operator(ctx)
	}
	known, err := i.session(ctx, c.SessionID)
	if err != nil {
		return vitrine.Actor{}, err
	}
	if err := known.admits(c, i.now()); err != nil {
		return vitrine.Actor{}, err
	}
	return vitrine.Actor{UserID: known.userID, Role: known.role, SessionID: c.SessionID}, nil
}

func (i *Identity) operator(ctx context.Context) (vitrine.Actor, error) {
	user, err := i.db.FirstSuperAdmin(ctx)
	if err != nil {
		return vitrine.Actor{}, invalidIfMissing(err)
	}
	return vitrine.Actor{UserID: user.ID, Role: user.Role, Operator: true}, nil
}

// session returns what is known of a session, asking the store at most once in
// a while.
func (i *Identity) session(ctx context.Context, sessionID string) (sessionState, error) {
	if known, ok := i.recent.get(sessionID); ok {
		return known, nil
	}
	asked := i.recent.ask()
	session, user, err := i.db.SessionUser(ctx, sessionID)
	if err != nil {
		return sessionState{}, invalidIfMissing(err)
	}
	known := stateOf(session, user)
	i.recent.put(sessionID, known, asked)
	if now := i.now(); !known.ended && now.Sub(session.LastSeenAt) >= seenEvery {
		i.touch(ctx, sessionID, now)
	}
	return known, nil
}

// touch records that a session was used. Failing to is no reason to turn the
// user away: with a full disk they can still look.
func (i *Identity) touch(ctx context.Context, sessionID string, at time.Time) {
	err := i.db.Update(ctx, func(tx *store.Tx) error { return tx.TouchSession(ctx, sessionID, at) })
	if err != nil {
		i.log.WarnContext(ctx, "session not marked as seen", "error", err)
	}
}

// invalidIfMissing turns the store's "there is none" into an invalid token.
func invalidIfMissing(err error) error {
	if vitrine.ErrorCode(err) == vitrine.CodeNotFound {
		return invalidToken(err)
	}
	return err
}

// sessionState is what decides whether a session's tokens are let in.
type sessionState struct {
	userID    int64
	role      vitrine.Role
	active    bool
	ended     bool
	expiresAt time.Time
}

func stateOf(session *vitrine.Session, user *vitrine.User) sessionState {
	return sessionState{
		userID: user.ID, role: user.Role, active: user.IsActive,
		ended: session.EndedAt != nil, expiresAt: session.ExpiresAt,
	}
}

// admits returns nil if tokens of the session are let in at this time.
func (s sessionState) admits(c *claims, now time.Time) error {
	switch {
	case s.ended:
		return invalidToken(errors.New("the session has ended"))
	case s.userID != c.userID():
		return invalidToken(errors.New("the session is another user's"))
	case !s.active:
		return invalidToken(errors.New("the user is not active"))
	case !now.Before(s.expiresAt):
		return expiredToken()
	}
	return nil
}

// forgetRecent is called after each commit.
func (i *Identity) forgetRecent(effects store.Effects) {
	if effects.SessionsEnded || slices.Contains(effects.Topics, store.TopicUsers) {
		i.recent.forgetAll()
	}
}

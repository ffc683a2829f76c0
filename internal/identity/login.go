package identity

import (
	"context"
	"crypto/rand"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// Client is the device at the other end, as the list of sessions shows it.
type Client struct {
	Address   string
	UserAgent string
	RequestID string
}

// as returns the actor that a user is at the client.
func (c Client) as(userID int64) vitrine.Actor {
	return vitrine.Actor{UserID: userID, Address: c.Address, UserAgent: c.UserAgent, RequestID: c.RequestID}
}

// maxUserAgent is how much of a User-Agent header is kept, in bytes.
const maxUserAgent = 512

// Tokens is the answer to a sign-in or a refresh.
type Tokens struct {
	AccessToken  string
	RefreshToken string
	ExpiresIn    time.Duration // of the access token
	User         *vitrine.User
}

// Login signs a user in by username or e-mail address and password, and
// announces it. Wrong credentials, an unknown user and one who is not active
// get the same answer, CodeUnauthenticated, after the same time.
func (i *Identity) Login(ctx context.Context, login, password string, client Client) (Tokens, error) {
	login = vitrine.Clean(login)
	var tokens Tokens
	user, rehashed, err := i.checkCredentials(ctx, login, password)
	if err == nil {
		err = i.db.Update(ctx, func(tx *store.Tx) (err error) {
			tokens, err = i.signIn(ctx, tx, user, rehashed, client)
			return err
		})
	}
	if vitrine.ErrorCode(err) == vitrine.CodeUnauthenticated {
		i.recordRefusal(ctx, login, client)
	}
	if err != nil {
		return Tokens{}, err
	}
	return tokens, nil
}

// recordRefusal tells the audit log whose sign-in was refused. A name that nobody
// has is not kept: people type passwords there.
func (i *Identity) recordRefusal(ctx context.Context, login string, client Client) {
	err := i.db.Update(ctx, func(tx *store.Tx) error {
		var whom any = ""
		user, err := tx.UserByLogin(ctx, login)
		switch {
		case err == nil:
			whom = user.ID
		case vitrine.ErrorCode(err) != vitrine.CodeNotFound:
			return err
		}
		return tx.Audit(ctx, store.EntryOf(client.as(0), "user.login_refused", "user", whom))
	})
	if err != nil {
		i.log.WarnContext(ctx, "refused sign-in not recorded", "address", client.Address, "err", err)
	}
}

// checkCredentials returns the user whose login and password these are, and the
// hash that the password should have at today's cost, or "" if it has.
func (i *Identity) checkCredentials(ctx context.Context, login, password string) (*vitrine.User, string, error) {
	user, err := i.db.UserByLogin(ctx, login)
	if vitrine.ErrorCode(err) == vitrine.CodeNotFound {
		if err := i.passwords.Pretend(ctx, password); err != nil {
			return nil, "", err
		}
		return nil, "", wrongCredentials()
	}
	if err != nil {
		return nil, "", err
	}
	ok, stale, err := i.passwords.Verify(ctx, user.PasswordHash, password)
	switch {
	case err != nil:
		return nil, "", err
	case !ok:
		return nil, "", wrongCredentials()
	case !stale:
		return user, "", nil
	}
	rehashed, err := i.passwords.Hash(ctx, password)
	return user, rehashed, err
}

// signIn makes the session of a user whose credentials were right a moment ago.
func (i *Identity) signIn(ctx context.Context, tx *store.Tx, checked *vitrine.User, rehashed string, client Client) (Tokens, error) {
	user, err := tx.User(ctx, checked.ID)
	gone := vitrine.ErrorCode(err) == vitrine.CodeNotFound
	if gone || err == nil && (!user.IsActive || user.PasswordHash != checked.PasswordHash) {
		return Tokens{}, wrongCredentials() // changed meanwhile
	}
	if err != nil {
		return Tokens{}, err
	}
	if rehashed != "" {
		user.PasswordHash = rehashed
		if err := tx.UpdateUser(ctx, user); err != nil {
			return Tokens{}, err
		}
	}
	session, tokenID := i.newSession(user.ID, client, tx.Now)
	if err := tx.InsertSession(ctx, session); err != nil {
		return Tokens{}, err
	}
	if err := i.announceLogin(ctx, tx, user, session, client); err != nil {
		return Tokens{}, err
	}
	user.LastLoginAt = &tx.Now
	return i.tokens(session, tokenID, user, tx.Now), nil
}

// newSession returns a session that begins now, and the id of its first refresh
// token.
func (i *Identity) newSession(userID int64, client Client, now time.Time) (session *vitrine.Session, tokenID string) {
	tokenID = rand.Text()
	return &vitrine.Session{
		ID:         rand.Text(),
		UserID:     userID,
		IPAddress:  client.Address,
		UserAgent:  vitrine.Clean(client.UserAgent[:min(len(client.UserAgent), maxUserAgent)]),
		CreatedAt:  now,
		LastSeenAt: now,
		ExpiresAt:  i.sessionEnd(now),
		Refresh:    vitrine.RefreshState{Current: fingerprint(tokenID), RotatedAt: now},
	}, tokenID
}

// sessionEnd returns when a session that was refreshed now expires. Tokens count
// whole seconds, so sessions do too.
func (i *Identity) sessionEnd(now time.Time) time.Time {
	return now.Add(i.refreshTTL).Truncate(time.Second)
}

func (i *Identity) announceLogin(ctx context.Context, tx *store.Tx, user *vitrine.User, session *vitrine.Session, client Client) error {
	if err := tx.TouchLogin(ctx, user.ID); err != nil {
		return err
	}
	told := loginEvent{ID: user.ID, Username: user.Username, Email: user.Email, Role: user.Role, DisplayName: user.DisplayName}
	if user.AvatarURL != "" {
		told.AvatarURL = &user.AvatarURL
	}
	if err := tx.Emit(ctx, vitrine.UserLogin, user.ID, told); err != nil {
		return err
	}
	return tx.Audit(ctx, store.EntryOf(client.as(user.ID), "user.login", "session", session.ID))
}

// loginEvent is what the event user.login tells of the user.
type loginEvent struct {
	ID          int64        `json:"id"`
	Username    string       `json:"username"`
	Email       string       `json:"email"`
	Role        vitrine.Role `json:"role"`
	DisplayName string       `json:"display_name"`
	AvatarURL   *string      `json:"avatar_url"`
}

// tokens returns the answer for a session whose present refresh token has the
// id tokenID.
func (i *Identity) tokens(session *vitrine.Session, tokenID string, user *vitrine.User, now time.Time) Tokens {
	return Tokens{
		AccessToken:  i.mint.access(session, now, i.accessTTL),
		RefreshToken: i.mint.refresh(session, tokenID),
		ExpiresIn:    i.accessTTL,
		User:         withoutSecrets(user),
	}
}

func wrongCredentials() error {
	return vitrine.Unauthenticated("The username or the password is wrong.")
}

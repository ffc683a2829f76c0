// Package identity knows who is asking and who they may act upon: passwords,
// tokens, sessions and users.
//
// A sign-in makes a session. Every token names its session, and a request is
// let in only while that session is live and its user active. Refresh tokens
// are single use; each is derived from its predecessor, so the session keeps
// only the fingerprints of the current and the previous one, and a refresh
// whose answer got lost can be answered again with the very same token. A
// refresh token that comes back later than that was copied, and ends its
// session.
package identity

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/passhash"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// Config says what an Identity works with. All fields are required.
type Config struct {
	DB               *store.DB
	Key              []byte        // KeyLength random bytes; who has them can be anyone
	AccessTTL        time.Duration // of access tokens; whole seconds
	RefreshTTL       time.Duration // of refresh tokens, and of a session since its last refresh
	RegistrationOpen bool          // whether strangers may make themselves users
	Passwords        *passhash.Hasher
	AuditRetention   time.Duration // of the audit log; zero: for good
	Now              func() time.Time
	Log              *slog.Logger
}

// Identity is the operations on users and sessions. It is safe for concurrent use.
type Identity struct {
	db               *store.DB
	mint             *tokenMint
	passwords        *passhash.Hasher
	common           commonPasswords
	recent           *recentSessions
	accessTTL        time.Duration
	refreshTTL       time.Duration
	auditRetention   time.Duration
	registrationOpen bool
	now              func() time.Time
	log              *slog.Logger
}

// New returns an Identity. It panics if the key has the wrong length.
func New(cfg Config) *Identity {
	i := &Identity{
		db:               cfg.DB,
		mint:             newTokenMint(cfg.Key, cfg.Now),
		passwords:        cfg.Passwords,
		common:           newCommonPasswords(),
		recent:           newRecentSessions(cfg.Now),
		accessTTL:        cfg.AccessTTL,
		refreshTTL:       cfg.RefreshTTL,
		auditRetention:   cfg.AuditRetention,
		registrationOpen: cfg.RegistrationOpen,
		now:              cfg.Now,
		log:              cfg.Log,
	}
	i.db.OnCommit(i.forgetRecent)
	return i
}

// OperatorToken returns a token that acts as the first super_admin; see the
// function of the same name.
func (i *Identity) OperatorToken() string { return i.mint.operator(i.now()) }

// Sweep deletes the sessions that have expired, and what of the audit log is
// older than is kept.
func (i *Identity) Sweep(ctx context.Context) error {
	err := i.db.Update(ctx, func(tx *store.Tx) error {
		return tx.DeleteExpiredSessions(ctx, tx.Now)
	})
	return errors.Join(err, i.pruneAudit(ctx))
}

// withoutSecrets returns a copy of u that may leave the package.
func withoutSecrets(u *vitrine.User) *vitrine.User {
	shown := *u
	shown.PasswordHash = ""
	return &shown
}

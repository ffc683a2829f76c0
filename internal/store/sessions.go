package store

import (
	"context"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store/rows"
)

const sessionColumns = `s.id, s.user_id, s.ip_address, s.user_agent, s.created_at, s.last_seen_at,
	s.expires_at, s.ended_at, s.refresh_current, s.refresh_previous, s.refresh_rotated`

// sessionFields are where a row of sessionColumns is scanned to.
type sessionFields struct {
	session                         vitrine.Session
	created, seen, expires, rotated int64
	ended                           *int64
}

func (f *sessionFields) targets() []any {
	s := &f.session
	return []any{
		&s.ID, &s.UserID, &s.IPAddress, &s.UserAgent, &f.created, &f.seen,
		&f.expires, &f.ended, &s.Refresh.Current, &s.Refresh.Previous, &f.rotated,
	}
}

func (f *sessionFields) value() *vitrine.Session {
	s := &f.session
	s.CreatedAt, s.LastSeenAt, s.ExpiresAt = fromMicros(f.created), fromMicros(f.seen), fromMicros(f.expires)
	s.EndedAt, s.Refresh.RotatedAt = optionalTime(f.ended), fromMicros(f.rotated)
	return s
}

func scanSession(r rows.Row) (*vitrine.Session, error) {
	var f sessionFields
	err := r.Scan(f.targets()...)
	return f.value(), err
}

// Session returns the session with that id, ended or not, or CodeNotFound.
func (r reader) Session(ctx context.Context, id string) (*vitrine.Session, error) {
	session, err := rows.One(ctx, r.src, scanSession, "SELECT "+sessionColumns+" FROM sessions s WHERE s.id = $1", id)
	return session, rows.OrError(err, vitrine.NotFound("session", id))
}

// SessionUser returns a session, ended or not, and whose it is, or CodeNotFound.
func (r reader) SessionUser(ctx context.Context, id string) (*vitrine.Session, *vitrine.User, error) {
	var s sessionFields
	var u userFields
	scan := func(r rows.Row) (struct{}, error) {
		return struct{}{}, r.Scan(append(s.targets(), u.targets()...)...)
	}
	const query = "SELECT " + sessionColumns + ", " + userColumns + `
		FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id = $1`
	if _, err := rows.One(ctx, r.src, scan, query, id); err != nil {
		return nil, nil, rows.OrError(err, vitrine.NotFound("session", id))
	}
	return s.value(), u.value(), nil
}

// Sessions returns a page of the live sessions of a user, the last seen first,
// and how many there are.
func (r reader) Sessions(ctx context.Context, userID int64, page vitrine.Page) (live []*vitrine.Session, total int, err error) {
	const which = " FROM sessions s WHERE s.user_id = $1 AND s.ended_at IS NULL AND s.expires_at > $2"
	now := micros(r.now())
	if total, err = rows.Value[int](ctx, r.src, "SELECT COUNT(*)"+which, userID, now); err != nil {
		return nil, 0, err
	}
	live, err = rows.All(ctx, r.src, scanSession,
		"SELECT "+sessionColumns+which+" ORDER BY s.last_seen_at DESC, s.id LIMIT $3 OFFSET $4",
		userID, now, page.Limit, page.Offset())
	return live, total, err
}

// InsertSession adds a session.
func (tx *Tx) InsertSession(ctx context.Context, s *vitrine.Session) error {
	const query = `INSERT INTO sessions (id, user_id, ip_address, user_agent, created_at, last_seen_at,
		expires_at, ended_at, refresh_current, refresh_previous, refresh_rotated)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`
	_, err := tx.exec(ctx, query, s.ID, s.UserID, s.IPAddress, s.UserAgent, micros(s.CreatedAt),
		micros(s.LastSeenAt), micros(s.ExpiresAt), optionalMicros(s.EndedAt),
		s.Refresh.Current, s.Refresh.Previous, micros(s.Refresh.RotatedAt))
	return err
}

// RotateSession puts the refresh state to in the place of from and prolongs the
// session. It reports false, and changes nothing, if the session is over or its
// current token is not from's.
func (tx *Tx) RotateSession(ctx context.Context, id string, from, to vitrine.RefreshState, expires time.Time) (bool, error) {
	const query = `UPDATE sessions SET refresh_current = $3, refresh_previous = $4, refresh_rotated = $5,
		expires_at = $6, last_seen_at = $7
		WHERE id = $1 AND refresh_current = $2 AND ended_at IS NULL AND expires_at > $7`
	n, err := tx.exec(ctx, query, id, from.Current, to.Current, to.Previous, micros(to.RotatedAt),
		micros(expires), micros(tx.Now))
	return n == 1, err
}

// EndSession ends a session. One that is over or unknown stays as it is.
func (tx *Tx) EndSession(ctx context.Context, id string) error {
	_, err := tx.endSessions(ctx, "id = $2", id)
	return err
}

// EndUserSessions ends the sessions of a user but the one with the id exceptID,
// which may be empty, and returns how many.
func (tx *Tx) EndUserSessions(ctx context.Context, userID int64, exceptID string) (int, error) {
	return tx.endSessions(ctx, "user_id = $2 AND id <> $3", userID, exceptID)
}

func (tx *Tx) endSessions(ctx context.Context, which string, args ...any) (int, error) {
	query := "UPDATE sessions SET ended_at = $1 WHERE ended_at IS NULL AND " + which
	n, err := tx.exec(ctx, query, append([]any{micros(tx.Now)}, args...)...)
	if n > 0 {
		tx.effects.SessionsEnded = true
	}
	return int(n), err
}

// TouchSession records that the session was seen at that time.
func (tx *Tx) TouchSession(ctx context.Context, id string, at time.Time) error {
	_, err := tx.exec(ctx, "UPDATE sessions SET last_seen_at = $2 WHERE id = $1 AND last_seen_at < $2", id, micros(at))
	return err
}

// DeleteExpiredSessions removes the sessions that were over before that time.
func (tx *Tx) DeleteExpiredSessions(ctx context.Context, before time.Time) error {
	_, err := tx.exec(ctx, "DELETE FROM sessions WHERE expires_at < $1 OR ended_at < $1", micros(before))
	return err
}

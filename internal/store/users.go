package store

import (
	"context"
	"fmt"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store/rows"
	"github.com/vitrine-photos/vitrine/internal/store/sqltext"
)

const userColumns = `u.id, u.version, u.username, u.email, u.password_hash, u.role, u.display_name,
	u.avatar_url, u.is_active, u.created_at, u.updated_at, u.last_login_at`

// userFields are where a row of userColumns is scanned to.
type userFields struct {
	user             vitrine.User
	created, updated int64
	login            *int64
}

func (f *userFields) targets() []any {
	u := &f.user
	return []any{
		&u.ID, &u.Version, &u.Username, &u.Email, &u.PasswordHash, &u.Role, &u.DisplayName,
		&u.AvatarURL, &u.IsActive, &f.created, &f.updated, &f.login,
	}
}

func (f *userFields) value() *vitrine.User {
	f.user.CreatedAt, f.user.UpdatedAt = fromMicros(f.created), fromMicros(f.updated)
	f.user.LastLoginAt = optionalTime(f.login)
	return &f.user
}

func scanUser(r rows.Row) (*vitrine.User, error) {
	var f userFields
	err := r.Scan(f.targets()...)
	return f.value(), err
}

// User returns the user with that id, or CodeNotFound.
func (r reader) User(ctx context.Context, id int64) (*vitrine.User, error) {
	user, err := rows.One(ctx, r.src, scanUser, "SELECT "+userColumns+" FROM users u WHERE u.id = $1", id)
	return user, rows.OrError(err, vitrine.NotFound("user", id))
}

// UserByLogin returns the user with that name or address, whatever the case, or
// CodeNotFound. A name goes before an address, though neither may hold the
// characters of the other.
func (r reader) UserByLogin(ctx context.Context, login string) (*vitrine.User, error) {
	const query = "SELECT " + userColumns + ` FROM users u
		WHERE u.username_key = $1 OR u.email_key = $1 ORDER BY u.username_key = $1 DESC LIMIT 1`
	user, err := rows.One(ctx, r.src, scanUser, query, vitrine.FoldName(login))
	return user, rows.OrError(err, vitrine.NotFound("user", login))
}

// Users returns a page of users in the order they were made, and how many there
// are. Search looks for a part of the name, of the address or of the name shown.
func (r reader) Users(ctx context.Context, filter vitrine.UserFilter) (users []*vitrine.User, total int, err error) {
	var c sqltext.Conditions
	if filter.Role != "" {
		c.Add("u.role = ?", filter.Role)
	}
	if filter.Active.Present() {
		c.Add("u.is_active = ?", filter.Active.Value)
	}
	if filter.Search != "" {
		pattern := sqltext.Containing(vitrine.FoldName(filter.Search))
		c.Add(`(u.username_key LIKE ? ESCAPE '\' OR u.email_key LIKE ? ESCAPE '\' OR u.display_name_key LIKE ? ESCAPE '\')`,
			pattern, pattern, pattern)
	}
	total, err = rows.Value[int](ctx, r.src, "SELECT COUNT(*) FROM users u"+c.Where(), c.Args...)
	if err != nil {
		return nil, 0, err
	}
	query := "SELECT " + userColumns + " FROM users u" + c.Where() + " ORDER BY u.id" +
		" LIMIT " + c.Arg(filter.Page.Limit) + " OFFSET " + c.Arg(filter.Page.Offset())
	users, err = rows.All(ctx, r.src, scanUser, query, c.Args...)
	return users, total, err
}

// CountUsers returns how many users there are.
func (r reader) CountUsers(ctx context.Context) (int, error) {
	return rows.Value[int](ctx, r.src, "SELECT COUNT(*) FROM users")
}

// ActiveSuperAdmins returns how many users could set everything right again.
func (r reader) ActiveSuperAdmins(ctx context.Context) (int, error) {
	const query = "SELECT COUNT(*) FROM users WHERE role = $1 AND is_active"
	return rows.Value[int](ctx, r.src, query, vitrine.RoleSuperAdmin)
}

// FirstSuperAdmin returns the active super_admin who has been there longest, or
// CodeNotFound.
func (r reader) FirstSuperAdmin(ctx context.Context) (*vitrine.User, error) {
	const query = "SELECT " + userColumns + " FROM users u WHERE u.role = $1 AND u.is_active ORDER BY u.id LIMIT 1"
	user, err := rows.One(ctx, r.src, scanUser, query, vitrine.RoleSuperAdmin)
	return user, rows.OrError(err, vitrine.NotFound("user", string(vitrine.RoleSuperAdmin)))
}

// InsertUser adds a user and sets its id, version and times. A name or address
// that someone has is CodeConflict.
func (tx *Tx) InsertUser(ctx context.Context, u *vitrine.User) error {
	u.Version, u.CreatedAt, u.UpdatedAt = 1, tx.Now, tx.Now
	const query = `INSERT INTO users (username, username_key, email, email_key, password_hash, role,
		display_name, display_name_key, avatar_url, is_active, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11) RETURNING id`
	var err error
	u.ID, err = rows.Value[int64](ctx, tx.src, query,
		u.Username, vitrine.FoldName(u.Username), u.Email, vitrine.FoldName(u.Email), u.PasswordHash, u.Role,
		u.DisplayName, vitrine.FoldName(u.DisplayName), u.AvatarURL, u.IsActive, micros(tx.Now))
	tx.changed(TopicUsers)
	return tx.userConflict(err)
}

// UpdateUser stores what can change of a user and sets its version and time. It
// is CodeNotFound if the user is gone, and CodeConflict as InsertUser is.
func (tx *Tx) UpdateUser(ctx context.Context, u *vitrine.User) error {
	const query = `UPDATE users SET version = version + 1, username = $2, username_key = $3, email = $4,
		email_key = $5, password_hash = $6, role = $7, display_name = $8, display_name_key = $9, avatar_url = $10,
		is_active = $11, updated_at = $12 WHERE id = $1 RETURNING version`
	version, err := rows.Value[int64](ctx, tx.src, query,
		u.ID, u.Username, vitrine.FoldName(u.Username), u.Email, vitrine.FoldName(u.Email), u.PasswordHash,
		u.Role, u.DisplayName, vitrine.FoldName(u.DisplayName), u.AvatarURL, u.IsActive, micros(tx.Now))
	if err != nil {
		return tx.userConflict(rows.OrError(err, vitrine.NotFound("user", u.ID)))
	}
	u.Version, u.UpdatedAt = version, tx.Now
	tx.changed(TopicUsers)
	return nil
}

func (tx *Tx) userConflict(err error) error {
	column, _ := tx.d.taken(err)
	switch column {
	case "users.username_key":
		return vitrine.Conflict("username_taken", "Someone has this username.", nil)
	case "users.email_key":
		return vitrine.Conflict("email_taken", "Someone has this e-mail address.", nil)
	}
	return err
}

// DeleteUser removes a user and the user's sessions. Photos and uploads stay.
func (tx *Tx) DeleteUser(ctx context.Context, id int64) error {
	n, err := tx.exec(ctx, "DELETE FROM users WHERE id = $1", id)
	if err != nil {
		return fmt.Errorf("delete user %d: %w", id, err)
	}
	if n == 0 {
		return vitrine.NotFound("user", id)
	}
	tx.changed(TopicUsers)
	tx.effects.SessionsEnded = true
	return nil
}

// TouchLogin records that the user signs in now.
func (tx *Tx) TouchLogin(ctx context.Context, id int64) error {
	_, err := tx.exec(ctx, "UPDATE users SET last_login_at = $2 WHERE id = $1", id, micros(tx.Now))
	return err
}

package vitrine

import (
	"regexp"
	"strings"
	"time"
	"unicode/utf8"
)

// User is someone who can sign in.
type User struct {
	ID           int64
	Version      int64
	Username     string // unique whatever the case
	Email        string // unique whatever the case
	PasswordHash string // never leaves the store and identity packages
	Role         Role
	DisplayName  string
	AvatarURL    string
	IsActive     bool
	CreatedAt    time.Time
	UpdatedAt    time.Time
	LastLoginAt  *time.Time
}

// UserInput holds what may be set on a user.
type UserInput struct {
	Username    Optional[string]
	Email       Optional[string]
	Password    Optional[string]
	Role        Optional[Role]
	DisplayName Optional[string]
	AvatarURL   Optional[string]
	IsActive    Optional[bool]
}

var usernamePattern = regexp.MustCompile(`^[\p{L}\p{N}._-]{3,32}$`)

// The bounds of a password, in characters.
const (
	MinPassword = 12
	MaxPassword = 256
)

// ValidateNew reports everything that forbids to create a user.
func (in *UserInput) ValidateNew(f *Faults) {
	requireField(f, "username", in.Username)
	requireField(f, "email", in.Email)
	requireField(f, "password", in.Password)
	in.Validate(f)
}

// Validate cleans the input in place and reports every field that is wrong.
func (in *UserInput) Validate(f *Faults) {
	notNull(f, "username", in.Username)
	if in.Username.Present() {
		in.Username.Value = Clean(in.Username.Value)
		if !usernamePattern.MatchString(in.Username.Value) {
			f.Add("username", FaultInvalidFormat, ReasonUsername, 3, 32)
		}
	}
	notNull(f, "email", in.Email)
	if in.Email.Present() {
		in.Email.Value = Clean(in.Email.Value)
		checkEmail(f, "email", in.Email.Value)
	}
	notNull(f, "password", in.Password)
	if in.Password.Present() {
		CheckPassword(f, "password", in.Password.Value, in.Username.Value)
	}
	checkOneOf(f, "role", in.Role, Roles())
	checkLine(f, "display_name", &in.DisplayName, MaxName, false)
	if in.AvatarURL.Present() && in.AvatarURL.Value != "" {
		checkWebURL(f, "avatar_url", in.AvatarURL.Value)
	}
	notNull(f, "is_active", in.IsActive)
}

// CheckPassword reports a password that is too short, too long or the user's
// own name. Common passwords are refused by the identity package, which has
// the list.
func CheckPassword(f *Faults, field, password, username string) {
	n := utf8.RuneCountInString(password)
	switch {
	case n < MinPassword:
		f.Add(field, FaultTooShort, ReasonMinCharacters, MinPassword)
	case n > MaxPassword:
		f.Add(field, FaultTooLong, ReasonMaxCharacters, MaxPassword)
	case username != "" && strings.EqualFold(password, username):
		f.Add(field, FaultInvalidValue, ReasonNotUsername)
	}
}

// Session is one sign-in of a user on one device.
type Session struct {
	ID         string
	UserID     int64
	IPAddress  string
	UserAgent  string
	CreatedAt  time.Time
	LastSeenAt time.Time
	ExpiresAt  time.Time
	EndedAt    *time.Time
	Refresh    RefreshState
}

// RefreshState tells which refresh token of a session is valid. Tokens are
// single use: each refresh replaces Current, and Previous is remembered so that
// an answer that got lost can be given again.
type RefreshState struct {
	Current   string // SHA-256 of the token's id, hex
	Previous  string
	RotatedAt time.Time
}

// UserFilter selects a page of users. Zero fields do not filter.
type UserFilter struct {
	Page   Page
	Role   Role
	Active Optional[bool]
	Search string
}

package vitrine

import (
	"crypto/rand"
	"encoding/base64"
	"time"
	"unicode/utf8"
)

// Share is a set of photos, of any status, that whoever has its link sees, and
// nobody finds without it.
type Share struct {
	ID            int64
	Version       int64
	Token         string // the secret part of the link
	Title         string
	PhotoIDs      []int64 // in their order, without those in the trash; only of a share by itself
	PhotoCount    int     // without those in the trash
	PasswordHash  string  // "" for none; never leaves the store and share packages
	ExpiresAt     *time.Time
	AllowDownload bool
	AllowPicks    bool
	PickCount     int // of photos that are in the share
	CreatedAt     time.Time
	UpdatedAt     time.Time
}

// HasPassword reports whether the link alone is not enough.
func (s *Share) HasPassword() bool { return s.PasswordHash != "" }

// Expired reports whether the share has ended.
func (s *Share) Expired(now time.Time) bool { return s.ExpiresAt != nil && !now.Before(*s.ExpiresAt) }

// SharePath is the address of a share's page.
func SharePath(token string) string { return "/s/" + token }

// shareTokenSize is the length of a token in random bytes: 192 bits.
const shareTokenSize = 24

// NewShareToken makes up the secret part of a link.
func NewShareToken() string {
	random := make([]byte, shareTokenSize)
	_, _ = rand.Read(random) // never fails, see crypto/rand
	return base64.RawURLEncoding.EncodeToString(random)
}

// The bounds of a share.
const (
	MaxSharePhotos   = 1000
	MaxShareVisitors = 100 // who pick or leave a name
	MinSharePassword = 6   // characters
)

// ShareInput holds what a client may set on a share.
type ShareInput struct {
	Title         Optional[string]
	PhotoIDs      Optional[[]int64]
	Password      Optional[string] // null takes it off
	ExpiresAt     Optional[time.Time]
	AllowDownload Optional[bool]
	AllowPicks    Optional[bool]
}

// ValidateNew reports everything that forbids to create a share.
func (in *ShareInput) ValidateNew(f *Faults) {
	requireField(f, "title", in.Title)
	requireField(f, "photo_ids", in.PhotoIDs)
	if in.PhotoIDs.Present() && len(in.PhotoIDs.Value) == 0 {
		f.Add("photo_ids", FaultTooShort, ReasonOnePhoto)
	}
	in.Validate(f)
}

// Validate cleans the input in place, reports every field that is wrong, and
// drops photos that are named twice.
func (in *ShareInput) Validate(f *Faults) {
	checkLine(f, "title", &in.Title, MaxName, true)
	in.validatePhotos(f)
	if in.Password.Present() {
		switch n := utf8.RuneCountInString(in.Password.Value); {
		case n < MinSharePassword:
			f.Add("password", FaultTooShort, ReasonMinCharacters, MinSharePassword)
		case n > MaxPassword:
			f.Add("password", FaultTooLong, ReasonMaxCharacters, MaxPassword)
		}
	}
	notNull(f, "allow_download", in.AllowDownload)
	notNull(f, "allow_picks", in.AllowPicks)
}

func (in *ShareInput) validatePhotos(f *Faults) {
	notNull(f, "photo_ids", in.PhotoIDs)
	ids := in.PhotoIDs.Value
	if len(ids) > MaxSharePhotos {
		f.Add("photo_ids", FaultTooMany, ReasonMaxCount, MaxSharePhotos)
		return
	}
	in.PhotoIDs.Value = distinctIDs(f, "photo_ids", ids)
}

// ShareVisitor is someone who picks photos of a share.
type ShareVisitor struct {
	ID      int64 // 0 while nothing is known of them
	ShareID int64
	Name    string // "" if they left none
}

// SharePick is a photo of a share that a visitor marked as a favourite.
type SharePick struct {
	PhotoID  int64
	Slug     string
	Title    string
	Filename string // of the file as it was uploaded; "" if there is none
	Visitor  ShareVisitor
	PickedAt time.Time
	InShare  bool // false if the photo has left the share since
}

// CleanShareName returns the name that a visitor left, as it is kept: of one
// line, and no longer than MaxName characters.
func CleanShareName(name string) string {
	runes := []rune(cleanLine(name))
	return cleanLine(string(runes[:min(len(runes), MaxName)]))
}

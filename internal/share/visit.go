package share

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// ErrLocked says that a share asks for its password first.
var ErrLocked = errors.New("the share has a password")

// Pass is what a visitor's browser keeps of a share.
type Pass struct {
	Grant   string // what a right password was answered with; "" without one
	Visitor string // a secret that tells the visitor from others; "" before the first pick
}

// Visit is a visitor's look at a share.
type Visit struct {
	Share   *vitrine.Share // its PhotoIDs are those that can be shown
	Visitor vitrine.ShareVisitor
	Picked  map[int64]bool
}

// Enter lets a visitor in who has the link. A link that leads nowhere, or no
// longer, is a CodeNotFound error whatever the reason; one that asks for a
// password, which the pass does not show to have been given, is ErrLocked.
func (s *Shares) Enter(ctx context.Context, token string, pass Pass) (*Visit, error) {
	share, err := s.live(ctx, token)
	if err != nil {
		return nil, err
	}
	if share.HasPassword() && !s.grants(share, pass.Grant) {
		return nil, ErrLocked
	}
	v := &Visit{Share: share, Visitor: vitrine.ShareVisitor{ShareID: share.ID}, Picked: map[int64]bool{}}
	if !share.AllowPicks || pass.Visitor == "" {
		return v, nil
	}
	known, err := s.DB.ShareVisitor(ctx, share.ID, keyOf(pass.Visitor))
	if err != nil || known.ID == 0 {
		return v, err
	}
	v.Visitor = known
	picks, err := s.DB.PicksOf(ctx, known)
	for _, id := range picks {
		v.Picked[id] = true
	}
	return v, err
}

// live returns a share that has not ended.
func (s *Shares) live(ctx context.Context, token string) (*vitrine.Share, error) {
	share, err := s.DB.ShareByToken(ctx, token)
	if err == nil && share.Expired(s.Now()) {
		err = vitrine.NotFound("share", "")
	}
	return share, err
}

// GrantTTL is how long a right password is good for.
const GrantTTL = 24 * time.Hour

// Unlock returns the grant for a right password, and when it ends. A wrong one is
// a CodeUnauthenticated error, the others are those of Enter. A share without a
// password is open to any.
func (s *Shares) Unlock(ctx context.Context, token, password string) (grant string, ends time.Time, err error) {
	share, err := s.live(ctx, token)
	if err != nil {
		return "", ends, err
	}
	if share.HasPassword() {
		ok, _, err := s.Passwords.Verify(ctx, share.PasswordHash, password)
		if err != nil {
			return "", ends, err
		}
		if !ok {
			return "", ends, vitrine.Unauthenticated("The password is not right.")
		}
	}
	ends = s.Now().Add(GrantTTL).Truncate(time.Second)
	if share.ExpiresAt != nil && share.ExpiresAt.Before(ends) {
		ends = *share.ExpiresAt
	}
	return s.grant(share, ends), ends, nil
}

// grant is the time until which it holds, and an HMAC-SHA-256 (RFC 2104) over
// that, the share and the hash of its password, which is another after each
// change.
func (s *Shares) grant(share *vitrine.Share, ends time.Time) string {
	until := strconv.FormatInt(ends.Unix(), 10)
	mac := hmac.New(sha256.New, s.Key)
	mac.Write([]byte(strconv.FormatInt(share.ID, 10) + "\x00" + share.PasswordHash + "\x00" + until))
	return until + "." + base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

func (s *Shares) grants(share *vitrine.Share, grant string) bool {
	until, _, _ := strings.Cut(grant, ".")
	seconds, err := strconv.ParseInt(until, 10, 64)
	if err != nil {
		return false
	}
	ends := time.Unix(seconds, 0)
	return hmac.Equal([]byte(grant), []byte(s.grant(share, ends))) && s.Now().Before(ends)
}

// Photos returns those photos of a visit that are on a page.
func (s *Shares) Photos(ctx context.Context, v *Visit, page vitrine.Page) ([]*vitrine.Photo, error) {
	from := min(page.Offset(), len(v.Share.PhotoIDs))
	to := min(from+page.Limit, len(v.Share.PhotoIDs))
	return s.shown(ctx, v.Share.PhotoIDs[from:to])
}

// Photo returns a photo of a visit with those before and after it, which are nil
// at an end. One that is not in the share is a CodeNotFound error.
func (s *Shares) Photo(ctx context.Context, v *Visit, id int64) (photo, before, after *vitrine.Photo, err error) {
	ids := v.Share.PhotoIDs
	i := slices.Index(ids, id)
	if i < 0 {
		return nil, nil, nil, vitrine.NotFound("photo", id)
	}
	near, err := s.shown(ctx, ids[max(i-1, 0):min(i+2, len(ids))])
	for _, p := range near {
		switch j := slices.Index(ids, p.ID); {
		case j == i:
			photo = p
		case j < i:
			before = p
		default:
			after = p
		}
	}
	if err == nil && photo == nil { // deleted meanwhile
		err = vitrine.NotFound("photo", id)
	}
	return photo, before, after, err
}

// shown returns photos that have their pictures.
func (s *Shares) shown(ctx context.Context, ids []int64) ([]*vitrine.Photo, error) {
	photos, err := s.DB.PhotosByID(ctx, ids, vitrine.AudienceEditor)
	return slices.DeleteFunc(photos, func(p *vitrine.Photo) bool { return len(p.Renditions) == 0 }), err
}

// NewVisitor makes up the secret that tells a visitor from others.
func NewVisitor() string { return rand.Text() }

// keyOf is how a visitor's secret is stored. It is random, so that a fast hash
// cannot be turned back.
func keyOf(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// Mark is what a visitor does: leaves a name, picks a photo, or takes a pick back.
type Mark struct {
	PhotoID int64 // 0 for none
	Picked  bool
	Name    *string // nil leaves it as it is
}

// Mark carries out what the visitor with that secret does. A photo that is not
// in the share, or a share that takes no picks, is a CodeNotFound error; one that
// MaxShareVisitors have marked is a CodeConflict error for another.
func (s *Shares) Mark(ctx context.Context, visit *Visit, secret string, m Mark) error {
	return s.DB.Update(ctx, func(tx *store.Tx) error {
		share, err := tx.Share(ctx, visit.Share.ID)
		if err != nil {
			return err
		}
		if share.Expired(s.Now()) || !share.AllowPicks || m.PhotoID != 0 && !slices.Contains(share.PhotoIDs, m.PhotoID) {
			return vitrine.NotFound("photo", m.PhotoID)
		}
		visitor, err := known(ctx, tx, share.ID, secret, m.Name)
		switch {
		case err != nil || m.PhotoID == 0:
			return err
		case m.Picked:
			return tx.Pick(ctx, visitor, m.PhotoID)
		}
		return tx.Unpick(ctx, visitor, m.PhotoID)
	})
}

// known returns a visitor who is known from then on, by a name if one is given.
func known(ctx context.Context, tx *store.Tx, shareID int64, secret string, name *string) (vitrine.ShareVisitor, error) {
	visitor, err := tx.ShareVisitor(ctx, shareID, keyOf(secret))
	if err != nil {
		return visitor, err
	}
	if visitor.ID == 0 {
		n, err := tx.ShareVisitorCount(ctx, shareID)
		if err != nil {
			return visitor, err
		}
		if n >= vitrine.MaxShareVisitors {
			return visitor, vitrine.Conflict("share_full", "As many people as this takes have chosen photos here already.", nil)
		}
		visitor.ShareID = shareID
	}
	if name != nil {
		visitor.Name = vitrine.CleanShareName(*name)
	}
	return visitor, tx.PutShareVisitor(ctx, &visitor, keyOf(secret))
}

// Package urlsign makes and checks signed URLs: an address that works for one
// purpose, for a limited time, without any other credential.
package urlsign

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/url"
	"strconv"
	"time"
)

// Purpose says what a signed URL is for. A URL signed for one purpose is not
// valid for another.
type Purpose string

// The purposes.
const (
	Media  Purpose = "media"  // read a picture that is not public
	Upload Purpose = "upload" // read the uploaded bytes
	Chunk  Purpose = "chunk"  // write a chunk of an upload
)

// Share is the purpose of reading a picture in a share.
func Share(id int64) Purpose { return Purpose("share " + strconv.FormatInt(id, 10)) }

// The reasons why Verify refuses a URL.
var (
	ErrInvalid = errors.New("the signature of this address is not valid")
	ErrExpired = errors.New("this address has expired")
)

// Signer signs and verifies. It may be used by several goroutines.
type Signer struct {
	key []byte
	now func() time.Time
}

// New returns a signer with a secret key of at least 32 bytes.
func New(key []byte, now func() time.Time) *Signer { return &Signer{key: key, now: now} }

// rounding is the grid on which expiry times lie, so that the same address is
// given out for a while and browsers can keep what it led to.
const rounding = 5 * time.Minute

// Sign returns path with an expiry and a signature in its query. It is valid for
// at least ttl.
func (s *Signer) Sign(p Purpose, path string, ttl time.Duration) string {
	return s.sign(p, path, s.expiry(ttl))
}

// SignUntil is Sign for an address that is not valid at the end any more, however
// soon that is.
func (s *Signer) SignUntil(p Purpose, path string, ttl time.Duration, end time.Time) string {
	return s.sign(p, path, min(s.expiry(ttl), end.Unix()-1))
}

func (s *Signer) expiry(ttl time.Duration) int64 {
	return s.now().Add(ttl + rounding - 1).Truncate(rounding).Unix()
}

func (s *Signer) sign(p Purpose, path string, expiry int64) string {
	query := url.Values{
		"exp": {strconv.FormatInt(expiry, 10)},
		"sig": {base64.RawURLEncoding.EncodeToString(s.sum(p, path, expiry))},
	}
	return path + "?" + query.Encode()
}

// Verify returns nil, ErrInvalid or ErrExpired. Only the path and the query of
// the URL matter.
func (s *Signer) Verify(p Purpose, u *url.URL) error {
	query := u.Query()
	expiry, err := strconv.ParseInt(query.Get("exp"), 10, 64)
	if err != nil {
		return ErrInvalid
	}
	sum, err := base64.RawURLEncoding.Strict().DecodeString(query.Get("sig"))
	if err != nil || !hmac.Equal(sum, s.sum(p, u.Path, expiry)) {
		return ErrInvalid
	}
	if s.now().Unix() > expiry {
		return ErrExpired
	}
	return nil
}

// sum is an HMAC-SHA-256 (RFC 2104). The fields are parted by a byte that none
// of them can hold.
func (s *Signer) sum(p Purpose, path string, expiry int64) []byte {
	mac := hmac.New(sha256.New, s.key)
	mac.Write([]byte(string(p) + "\x00" + path + "\x00" + strconv.FormatInt(expiry, 10)))
	return mac.Sum(nil)
}

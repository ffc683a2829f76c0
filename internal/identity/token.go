package identity

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"strconv"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/vitrine-photos/vitrine"
)

// tokenKind says what a token is for. No kind is accepted for another.
type tokenKind string

const (
	accessToken   tokenKind = "access"
	refreshToken  tokenKind = "refresh"
	operatorToken tokenKind = "operator"
)

const (
	issuer = "vitrine"

	// KeyLength is the length in bytes of the key that tokens are signed with.
	KeyLength = 32

	// OperatorTTL is how long an operator token is valid.
	OperatorTTL = 5 * time.Minute

	// maxTokenLength is far above what this service issues (about 300 bytes).
	maxTokenLength = 2048
)

// claims is the payload of every token.
type claims struct {
	Kind      tokenKind `json:"kind"`
	SessionID string    `json:"sid,omitempty"`
	jwt.RegisteredClaims
}

// userID returns the subject, or 0, which is no user, if it is not a number.
func (c *claims) userID() int64 {
	n, _ := strconv.ParseInt(c.Subject, 10, 64)
	return n
}

// tokenMint signs and reads tokens: JSON Web Tokens (RFC 7519) under HS256 and
// nothing else.
type tokenMint struct {
	signingKey []byte
	chainKey   []byte
	parser     *jwt.Parser
}

func newTokenMint(key []byte, now func() time.Time) *tokenMint {
	if len(key) != KeyLength {
		panic("identity: the key must have " + strconv.Itoa(KeyLength) + " bytes")
	}
	return &tokenMint{
		signingKey: mac(key, "token signature"),
		chainKey:   mac(key, "refresh chain"),
		parser: jwt.NewParser(
			jwt.WithValidMethods([]string{jwt.SigningMethodHS256.Alg()}),
			jwt.WithIssuer(issuer),
			jwt.WithExpirationRequired(),
			jwt.WithStrictDecoding(),
			jwt.WithTimeFunc(now),
		),
	}
}

// access returns a new access token for a session.
func (m *tokenMint) access(session *vitrine.Session, now time.Time, ttl time.Duration) string {
	return m.sign(claims{
		Kind: accessToken, SessionID: session.ID,
		RegisteredClaims: jwt.RegisteredClaims{
			Subject: strconv.FormatInt(session.UserID, 10), ID: rand.Text(),
			IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(now.Add(ttl)),
		},
	})
}

// refresh returns the refresh token of a session whose id is tokenID. It depends
// on nothing but the session as it is stored, so the same token can be made
// again without ever being kept.
func (m *tokenMint) refresh(session *vitrine.Session, tokenID string) string {
	return m.sign(claims{
		Kind: refreshToken, SessionID: session.ID,
		RegisteredClaims: jwt.RegisteredClaims{
			Subject: strconv.FormatInt(session.UserID, 10), ID: tokenID,
			IssuedAt: jwt.NewNumericDate(session.Refresh.RotatedAt), ExpiresAt: jwt.NewNumericDate(session.ExpiresAt),
		},
	})
}

// OperatorToken returns a token for the command line on the server's own
// machine, which proves itself by holding the key. It is valid for OperatorTTL
// and acts as the first super_admin.
func OperatorToken(key []byte, now time.Time) string {
	return newTokenMint(key, func() time.Time { return now }).operator(now)
}

// operator returns a token that stands for no session and no named user.
func (m *tokenMint) operator(now time.Time) string {
	return m.sign(claims{
		Kind: operatorToken,
		RegisteredClaims: jwt.RegisteredClaims{
			ID: rand.Text(), IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(now.Add(OperatorTTL)),
		},
	})
}

func (m *tokenMint) sign(c claims) string {
	c.Issuer = issuer
	token, err := jwt.NewWithClaims(jwt.SigningMethodHS256, c).SignedString(m.signingKey)
	if err != nil {
		panic("identity: " + err.Error()) // a MAC over these fields cannot fail
	}
	return token
}

// read returns the claims of a token of one of the given kinds. A token that is
// genuine but too old fails with CodeTokenExpired, any other with
// CodeInvalidToken.
func (m *tokenMint) read(token string, kinds ...tokenKind) (*claims, error) {
	if len(token) > maxTokenLength {
		return nil, invalidToken(errors.New("token is too long"))
	}
	var c claims
	_, err := m.parser.ParseWithClaims(token, &c, func(*jwt.Token) (any, error) { return m.signingKey, nil })
	expired := errors.Is(err, jwt.ErrTokenExpired)
	if err != nil && !expired {
		return nil, invalidToken(err)
	}
	for _, kind := range kinds {
		switch {
		case c.Kind != kind || c.Issuer != issuer:
		case expired:
			return nil, expiredToken()
		default:
			return &c, nil
		}
	}
	return nil, invalidToken(errors.New("token is of the wrong kind"))
}

// successor returns the id of the refresh token that replaces the one with
// tokenID. It is a function of its predecessor, so that repeating a refresh
// cannot start a second chain; without the key it cannot be foretold.
func (m *tokenMint) successor(sessionID, tokenID string) string {
	return base64.RawURLEncoding.EncodeToString(mac(m.chainKey, sessionID+"."+tokenID))
}

// fingerprint is what the store keeps of a refresh token's id.
func fingerprint(tokenID string) string {
	sum := sha256.Sum256([]byte(tokenID))
	return hex.EncodeToString(sum[:])
}

func mac(key []byte, message string) []byte {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(message))
	return h.Sum(nil)
}

func invalidToken(cause error) error {
	return &vitrine.Error{Code: vitrine.CodeInvalidToken, Message: "The token is not valid. Sign in again.", Cause: cause}
}

func expiredToken() error {
	return &vitrine.Error{Code: vitrine.CodeTokenExpired, Message: "The token has expired."}
}

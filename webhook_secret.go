package vitrine

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strings"
	"time"
)

// WebhookSecret is what a subscription's messages are signed with, in two ways:
// inside the body, and by headers as Standard Webhooks 1.0 has it.
type WebhookSecret string

// secretPrefix marks a secret whose key for the headers is the rest, in base64.
const secretPrefix = "whsec_"

// madeSecretSize is how many random bytes a secret has that is made up.
const madeSecretSize = 32

// NewWebhookSecret makes up a secret.
func NewWebhookSecret() WebhookSecret {
	key := make([]byte, madeSecretSize)
	_, _ = rand.Read(key) // never fails, see crypto/rand
	return WebhookSecret(secretPrefix + base64.StdEncoding.EncodeToString(key))
}

// headerKey returns the key for the headers: what follows whsec_, decoded, or
// the secret as it is.
func (s WebhookSecret) headerKey() ([]byte, error) {
	encoded, marked := strings.CutPrefix(string(s), secretPrefix)
	if !marked {
		return []byte(s), nil
	}
	return base64.StdEncoding.DecodeString(encoded)
}

// SignHeaders returns the value of the header webhook-signature for a message
// with these values of webhook-id and webhook-timestamp.
func (s WebhookSecret) SignHeaders(id string, at time.Time, body []byte) (string, error) {
	key, err := s.headerKey()
	if err != nil {
		return "", fmt.Errorf("the secret is no base64 after %s: %w", secretPrefix, err)
	}
	mac := hmac.New(sha256.New, key)
	_, _ = fmt.Fprintf(mac, "%s.%d.%s", id, at.Unix(), body) // a hash takes everything
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)), nil
}

// SignBody returns the value of the member signature of a body in which it is
// empty, its last member.
func (s WebhookSecret) SignBody(body []byte) string {
	mac := hmac.New(sha256.New, []byte(s))
	_, _ = mac.Write(body) // a hash takes everything
	return "sha256=" + hex.EncodeToString(mac.Sum(nil))
}

// check reports why the secret cannot be used.
func (s WebhookSecret) check(f *Faults, field string) {
	_, err := s.headerKey()
	switch {
	case s == "":
		f.Add(field, FaultTooShort, ReasonSecretEmpty)
	case len(s) > MaxName:
		f.Add(field, FaultTooLong, ReasonMaxBytes, Bytes(MaxName))
	case err != nil || s == secretPrefix:
		f.Add(field, FaultInvalidFormat, ReasonBase64, secretPrefix)
	}
}

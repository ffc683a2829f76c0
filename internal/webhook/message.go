package webhook

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine-photos/vitrine"
)

// The headers of Standard Webhooks 1.0.
const (
	headerID        = "Webhook-Id"
	headerTimestamp = "Webhook-Timestamp"
	headerSignature = "Webhook-Signature"
)

// message is what a receiver is sent.
type message struct {
	body   []byte
	header map[string]string
}

// newMessage signs an event. Its time is in the body, that of the attempt in the
// headers, so that a receiver can refuse what someone kept and sends again.
func newMessage(e *vitrine.Event, site string, secret vitrine.WebhookSecret, at time.Time) (message, error) {
	data, err := e.DataAt(site)
	if err != nil {
		return message{}, fmt.Errorf("data of event %d: %w", e.ID, err)
	}
	body, err := signedBody(e, data, secret)
	if err != nil {
		return message{}, err
	}
	signature, err := secret.SignHeaders(e.Key, at, body)
	if err != nil {
		return message{}, err
	}
	return message{body: body, header: map[string]string{
		headerID: e.Key, headerTimestamp: strconv.FormatInt(at.Unix(), 10), headerSignature: signature,
	}}, nil
}

// signedBody returns the body with its signature, which is made over the body in
// which the signature is empty.
func signedBody(e *vitrine.Event, data []byte, secret vitrine.WebhookSecret) ([]byte, error) {
	unsigned, err := json.Marshal(struct {
		Event     vitrine.EventType `json:"event"`
		Timestamp time.Time         `json:"timestamp"`
		Data      json.RawMessage   `json:"data"`
		Signature string            `json:"signature"`
	}{e.Type, e.CreatedAt, data, ""})
	if err != nil {
		return nil, err
	}
	const end = `"}`
	signed := append(bytes.TrimSuffix(unsigned, []byte(end)), secret.SignBody(unsigned)...)
	return append(signed, end...), nil
}

// excerptSize is how much of a body is kept, in bytes.
const excerptSize = 4 << 10

// excerpt returns the beginning of a body as text that every database takes.
func excerpt(body []byte) string {
	text := strings.ToValidUTF8(string(body[:min(len(body), excerptSize)]), "")
	return strings.ReplaceAll(text, "\x00", "")
}

package client

import (
	"bytes"
	"crypto/hmac"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine-photos/vitrine"
)

// VerifyWebhook reports why a message is not from who knows the secret, or nil.
// Either signature would do; this checks both: that of Standard Webhooks in the
// headers and that in the body, which must be as it came, to the byte. It
// returns when the message was sent: refuse one that is older than some minutes,
// for it may have been kept and sent again by others.
func VerifyWebhook(secret string, header http.Header, body []byte) (sentAt time.Time, err error) {
	sentAt, err = verifyHeaders(vitrine.WebhookSecret(secret), header, body)
	return sentAt, errors.Join(err, verifyBody(vitrine.WebhookSecret(secret), body))
}

func verifyHeaders(secret vitrine.WebhookSecret, header http.Header, body []byte) (time.Time, error) {
	id := header.Get("Webhook-Id")
	seconds, err := strconv.ParseInt(header.Get("Webhook-Timestamp"), 10, 64)
	if id == "" || err != nil {
		return time.Time{}, errors.New("the headers webhook-id and webhook-timestamp must be there")
	}
	sentAt := time.Unix(seconds, 0)
	want, err := secret.SignHeaders(id, sentAt, body)
	if err != nil {
		return sentAt, err
	}
	for signature := range strings.FieldsSeq(header.Get("Webhook-Signature")) {
		if hmac.Equal([]byte(signature), []byte(want)) {
			return sentAt, nil
		}
	}
	return sentAt, errors.New("the header webhook-signature is not that of this id, time, body and secret")
}

// signatureLength is that of "sha256=" and 64 digits.
const signatureLength = 71

func verifyBody(secret vitrine.WebhookSecret, body []byte) error {
	const key, end = `"signature":"`, `"}`
	signed, closed := bytes.CutSuffix(body, []byte(end))
	at := len(signed) - signatureLength
	if !closed || at < 0 || !bytes.HasSuffix(signed[:at], []byte(key)) {
		return fmt.Errorf("the body does not end in %ssha256=…%s: it must be exactly as it came", key, end)
	}
	want := secret.SignBody(append(bytes.Clone(signed[:at]), end...))
	if !hmac.Equal(signed[at:], []byte(want)) {
		return errors.New("the signature in the body is not that of this body and secret")
	}
	return nil
}

package webhook

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"

	"github.com/vitrine-photos/vitrine"
)

// sealer encrypts the secrets that are kept, by AES-256-GCM. A sealed secret is
//
//	version (1 byte) | key id (4 bytes) | nonce (12 bytes) | ciphertext and tag
//
// and is bound to the id of its webhook, so that it opens in no other row. The
// key id tells by which key it was sealed, so that keys can be told apart when
// there are several.
type sealer struct {
	aead   cipher.AEAD
	header []byte // version and key id
}

const (
	sealVersion = 1
	keyIDSize   = 4
)

// newSealer takes a key of 32 bytes.
func newSealer(key []byte) (sealer, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return sealer{}, err
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		return sealer{}, err
	}
	id := sha256.Sum256(append([]byte("vitrine key id "), key...))
	return sealer{aead: aead, header: append([]byte{sealVersion}, id[:keyIDSize]...)}, nil
}

// seal encrypts the webhook's secret.
func (s sealer) seal(w *vitrine.Webhook) {
	nonce := make([]byte, s.aead.NonceSize())
	_, _ = rand.Read(nonce) // never fails, see crypto/rand
	sealed := append(bytes.Clone(s.header), nonce...)
	w.SealedSecret = s.aead.Seal(sealed, nonce, []byte(w.Secret), s.boundTo(w))
}

// open decrypts it.
func (s sealer) open(w *vitrine.Webhook) (vitrine.WebhookSecret, error) {
	sealed, ok := bytes.CutPrefix(w.SealedSecret, s.header)
	if !ok || len(sealed) < s.aead.NonceSize() {
		return "", errors.New("its secret was encrypted with another key; rotate it")
	}
	nonce, ciphertext := sealed[:s.aead.NonceSize()], sealed[s.aead.NonceSize():]
	secret, err := s.aead.Open(nil, nonce, ciphertext, s.boundTo(w))
	if err != nil {
		return "", errors.New("its secret is damaged; rotate it")
	}
	return vitrine.WebhookSecret(secret), nil
}

func (s sealer) boundTo(w *vitrine.Webhook) []byte {
	return fmt.Appendf(bytes.Clone(s.header), "webhook %d", w.ID)
}

package idempotency

import (
	"crypto/aes"
	"crypto/cipher"
)

// newSeal returns AES-256 in Galois counter mode, which makes its own nonces.
func newSeal(secret []byte) (cipher.AEAD, error) {
	block, err := aes.NewCipher(secret)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCMWithRandomNonce(block)
}

// seal hides the text from who reads the database, and binds it to its scope.
func seal(with cipher.AEAD, scope string, text []byte) []byte {
	return with.Seal(nil, nil, text, []byte(scope)) //nolint:gosec // it makes its own nonce
}

// open is the opposite of seal.
func open(with cipher.AEAD, scope string, sealed []byte) ([]byte, error) {
	return with.Open(nil, nil, sealed, []byte(scope))
}

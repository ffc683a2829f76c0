package app

import (
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// keys are derived from one secret kept in the data directory, so that losing
// or leaking one does not give away another.
type keys struct {
	tokens   []byte // signs access and refresh tokens
	urls     []byte // signs URLs of hidden pictures
	visitors []byte // hashes visitors' addresses for counting
	webhooks []byte // encrypts the secrets of webhooks
	answers  []byte // seals answers that are kept to be given again
	shares   []byte // signs what visitors get for the password of a share
}

// The secret's file in the data directory, and its size in bytes.
const (
	secretName = "secret.key"
	secretSize = 32
)

// openKeys reads the secret, and makes it at the first start.
func openKeys(dataDir string) (keys, error) {
	path := filepath.Join(dataDir, secretName)
	secret, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		secret, err = makeSecret(dataDir, path)
	}
	if err != nil {
		return keys{}, fmt.Errorf("read the secret key: %w", err)
	}
	if len(secret) != secretSize {
		return keys{}, fmt.Errorf("%s is damaged: it must hold %d bytes; restore it from a backup, or remove it to sign everyone out", path, secretSize)
	}
	var k keys
	for purpose, key := range map[string]*[]byte{"tokens": &k.tokens, "urls": &k.urls, "visitors": &k.visitors, "webhooks": &k.webhooks, "answers": &k.answers, "shares": &k.shares} {
		if *key, err = hkdf.Key(sha256.New, secret, nil, "vitrine "+purpose, secretSize); err != nil {
			return keys{}, err
		}
	}
	return k, nil
}

// makeSecret writes a new secret so that a crash leaves either none or all of it.
func makeSecret(dir, path string) ([]byte, error) {
	secret := make([]byte, secretSize)
	_, _ = rand.Read(secret)                         // never fails, see crypto/rand
	temporary, err := os.CreateTemp(dir, "secret-*") // mode 0600
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.Remove(temporary.Name()) }() // unused, if it cannot be removed
	_, err = temporary.Write(secret)
	if err = errors.Join(err, temporary.Sync(), temporary.Close()); err != nil {
		return nil, err
	}
	// Link fails if another process was faster; then its secret is the one.
	if err := os.Link(temporary.Name(), path); err != nil {
		if errors.Is(err, fs.ErrExist) {
			return os.ReadFile(path)
		}
		return nil, err
	}
	return secret, syncDir(dir)
}

func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

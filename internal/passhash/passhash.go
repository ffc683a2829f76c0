// Package passhash turns passwords into hashes that are slow to guess from, and
// compares them: Argon2id (RFC 9106), in the PHC string format. It bounds how many
// hashes are made at once, so whoever keeps passwords shares one Hasher.
package passhash

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"golang.org/x/crypto/argon2"
	"golang.org/x/text/unicode/norm"

	"github.com/vitrine-photos/vitrine"
)

// Cost is what one password costs to hash with Argon2id (RFC 9106), on one lane.
type Cost struct {
	MemoryKiB uint32
	Passes    uint32
}

// DefaultCost returns the cost that OWASP's password storage cheat sheet names
// for one pass.
func DefaultCost() Cost { return Cost{MemoryKiB: 46 << 10, Passes: 1} }

const (
	saltLength = 16 // bytes
	keyLength  = 32 // bytes

	// hashesAtOnce bounds the memory that hashing can take.
	hashesAtOnce = 2

	// returnedFrom is the memory, in KiB, that is given back to the system after
	// a hash. The garbage of three sign-ins otherwise keeps a server of 23 MB at
	// 165 MB for minutes; giving it back takes 4 ms after a hash of 60 ms.
	returnedFrom = 1 << 10

	// maxStoredMemory and maxStoredPasses bound what a stored hash may ask for,
	// so that a damaged row cannot take the server down.
	maxStoredMemory = 1 << 20 // KiB
	maxStoredPasses = 16
)

// Hasher turns passwords into PHC strings and compares them. It may be used by
// several goroutines.
type Hasher struct {
	cost  Cost
	slots chan struct{}
	decoy passwordHash
}

// New returns a Hasher whose hashes cost that much.
func New(cost Cost) *Hasher {
	return &Hasher{
		cost:  cost,
		slots: make(chan struct{}, hashesAtOnce),
		decoy: passwordHash{cost: cost, salt: randomBytes(saltLength), key: randomBytes(keyLength)},
	}
}

// Hash returns the PHC string of a password. It waits for its turn, and fails
// with CodeUnavailable if ctx ends before.
func (h *Hasher) Hash(ctx context.Context, password string) (string, error) {
	made := passwordHash{cost: h.cost, salt: randomBytes(saltLength)}
	key, err := h.derive(ctx, made, password)
	if err != nil {
		return "", err
	}
	made.key = key
	return made.String(), nil
}

// Verify reports whether password is the one that was hashed, and whether the
// hash was made at another cost than today's and should be made again. Errors are
// those of Hash, and that of a stored hash that is damaged.
func (h *Hasher) Verify(ctx context.Context, encoded, password string) (ok, stale bool, err error) {
	stored, err := parsePasswordHash(encoded)
	if err != nil {
		return false, false, err
	}
	key, err := h.derive(ctx, stored, password)
	if err != nil {
		return false, false, err
	}
	return subtle.ConstantTimeCompare(key, stored.key) == 1, stored.cost != h.cost, nil
}

// Pretend takes the time of Verify, so that an unknown user cannot be told from
// a wrong password.
func (h *Hasher) Pretend(ctx context.Context, password string) error {
	_, err := h.derive(ctx, h.decoy, password)
	return err
}

// derive hashes the password in normal form C, since keyboards differ in how
// they compose accents.
func (h *Hasher) derive(ctx context.Context, like passwordHash, password string) ([]byte, error) {
	select {
	case h.slots <- struct{}{}:
		defer func() { <-h.slots }()
	case <-ctx.Done():
		return nil, vitrine.Unavailable("Too many people are signing in at this moment.", time.Second, context.Cause(ctx))
	}
	normal := []byte(norm.NFC.String(password))
	key := argon2.IDKey(normal, like.salt, like.cost.Passes, like.cost.MemoryKiB, 1, keyLength)
	if like.cost.MemoryKiB >= returnedFrom {
		debug.FreeOSMemory()
	}
	return key, nil
}

// passwordHash is the parsed form of a PHC string.
type passwordHash struct {
	cost Cost
	salt []byte
	key  []byte
}

// String returns the hash in the PHC string format,
// "$argon2id$v=19$m=47104,t=1,p=1$salt$key".
func (p passwordHash) String() string {
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=1$%s$%s",
		argon2.Version, p.cost.MemoryKiB, p.cost.Passes,
		base64.RawStdEncoding.EncodeToString(p.salt), base64.RawStdEncoding.EncodeToString(p.key))
}

func parsePasswordHash(encoded string) (passwordHash, error) {
	fail := func(what string) (passwordHash, error) {
		return passwordHash{}, fmt.Errorf("stored password hash: %s", what)
	}
	fields := strings.Split(encoded, "$")
	if len(fields) != 6 || fields[1] != "argon2id" || fields[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return fail("not an argon2id hash in PHC format")
	}
	var p passwordHash
	if _, err := fmt.Sscanf(fields[3], "m=%d,t=%d,p=1", &p.cost.MemoryKiB, &p.cost.Passes); err != nil {
		return fail("unreadable cost")
	}
	if p.cost.MemoryKiB > maxStoredMemory || p.cost.Passes < 1 || p.cost.Passes > maxStoredPasses {
		return fail("cost out of bounds")
	}
	var err error
	if p.salt, err = base64.RawStdEncoding.DecodeString(fields[4]); err != nil {
		return fail("unreadable salt")
	}
	if p.key, err = base64.RawStdEncoding.DecodeString(fields[5]); err != nil || len(p.key) != keyLength {
		return fail("unreadable key")
	}
	return p, nil
}

func randomBytes(n int) []byte {
	b := make([]byte, n)
	_, _ = rand.Read(b) // documented never to fail
	return b
}

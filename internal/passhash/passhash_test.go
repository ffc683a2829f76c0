package passhash_test

import (
	"context"
	"testing"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/passhash"
)

var cheap = passhash.Cost{MemoryKiB: 8, Passes: 1}

func TestHash(t *testing.T) {
	t.Parallel()
	h := passhash.New(cheap)
	first, err := h.Hash(t.Context(), "cafe\u0301 noir")
	if err != nil {
		t.Fatal(err)
	}
	second, err := h.Hash(t.Context(), "cafe\u0301 noir")
	if err != nil || first == second {
		t.Errorf("hashed twice: %q and %q, %v: the salt is the same", first, second, err)
	}
	dearer := passhash.New(passhash.Cost{MemoryKiB: 16, Passes: 2})
	for _, test := range []struct {
		by        *passhash.Hasher
		password  string
		ok, stale bool
	}{
		{h, "caf\u00e9 noir", true, false}, // composed, as another keyboard does
		{h, "cafe noir", false, false},
		{h, "", false, false},
		{dearer, "caf\u00e9 noir", true, true},
		{dearer, "caf\u00e9", false, true},
	} {
		ok, stale, err := test.by.Verify(t.Context(), first, test.password)
		if ok != test.ok || stale != test.stale || err != nil {
			t.Errorf("%q: %t, stale %t, %v", test.password, ok, stale, err)
		}
	}
}

// Whether there is a hash to compare with or not, a password waits for its turn,
// and gives up with its request.
func TestTurns(t *testing.T) {
	t.Parallel()
	h := passhash.New(cheap)
	hash, err := h.Hash(t.Context(), "secret")
	if err != nil {
		t.Fatal(err)
	}
	release := h.Hold()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := h.Verify(ctx, hash, "secret"); vitrine.ErrorCode(err) != vitrine.CodeUnavailable {
		t.Errorf("without a turn a password is compared: %v", err)
	}
	if err := h.Pretend(ctx, "secret"); vitrine.ErrorCode(err) != vitrine.CodeUnavailable {
		t.Errorf("without a turn a comparison is pretended: %v", err)
	}
	release()
	if ok, _, err := h.Verify(t.Context(), hash, "secret"); !ok || err != nil {
		t.Errorf("with a turn: %t, %v", ok, err)
	}
}

package webhook

import (
	"bytes"
	"testing"

	"github.com/vitrine-photos/vitrine"
)

func sealerOf(t *testing.T, key byte) sealer {
	t.Helper()
	s, err := newSealer(bytes.Repeat([]byte{key}, 32))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSecretsAreSealed(t *testing.T) {
	t.Parallel()
	s := sealerOf(t, 1)
	hook, again := &vitrine.Webhook{ID: 7, Secret: "a secret"}, &vitrine.Webhook{ID: 7, Secret: "a secret"}
	s.seal(hook)
	s.seal(again)
	if bytes.Contains(hook.SealedSecret, []byte("secret")) || bytes.Equal(hook.SealedSecret, again.SealedSecret) {
		t.Errorf("sealed as %x and %x", hook.SealedSecret, again.SealedSecret)
	}
	if got, err := s.open(hook); got != "a secret" || err != nil {
		t.Errorf("opened: %q, %v", got, err)
	}
	damaged := bytes.Clone(hook.SealedSecret)
	damaged[len(damaged)-1] ^= 1
	for name, tampered := range map[string]struct {
		sealer sealer
		hook   *vitrine.Webhook
	}{
		"in another row":   {s, &vitrine.Webhook{ID: 8, SealedSecret: hook.SealedSecret}},
		"with another key": {sealerOf(t, 2), hook},
		"damaged":          {s, &vitrine.Webhook{ID: 7, SealedSecret: damaged}},
		"cut off":          {s, &vitrine.Webhook{ID: 7, SealedSecret: hook.SealedSecret[:8]}},
		"empty":            {s, &vitrine.Webhook{ID: 7}},
	} {
		if got, err := tampered.sealer.open(tampered.hook); err == nil {
			t.Errorf("%s it opens as %q", name, got)
		}
	}
}

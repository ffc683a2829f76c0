package identity

// SigningKey returns the key under which forged tokens are genuine.
func (i *Identity) SigningKey() []byte { return i.mint.signingKey }

// HoldHashes takes every turn at hashing passwords until release is called.
func (i *Identity) HoldHashes() (release func()) {
	for range cap(i.hasher.slots) {
		i.hasher.slots <- struct{}{}
	}
	return func() {
		for range cap(i.hasher.slots) {
			<-i.hasher.slots
		}
	}
}

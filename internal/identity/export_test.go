package identity

// SigningKey returns the key under which forged tokens are genuine.
func (i *Identity) SigningKey() []byte { return i.mint.signingKey }

package app

import (
	"time"

	"github.com/vitrine-photos/vitrine/client"
	"github.com/vitrine-photos/vitrine/internal/identity"
)

// OperatorTokens returns a source of tokens for the command line: whoever may
// read the keys in the data directory may do what the first super_admin may.
func OperatorTokens(cfg Config) (client.TokenSource, error) {
	k, err := openKeys(cfg.Data)
	if err != nil {
		return nil, err
	}
	return func() (string, error) { return identity.OperatorToken(k.tokens, time.Now()), nil }, nil
}

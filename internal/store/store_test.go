package store_test

import (
	"context"
	"errors"
	"testing"

	"github.com/vitrine-photos/vitrine/internal/store"
	"github.com/vitrine-photos/vitrine/internal/store/storetest"
)

func TestStore(t *testing.T) {
	t.Parallel()
	storetest.Engines(t, storetest.Run)
}

// Who gives up waiting for another transaction is let go, and is in nobody's way
// afterwards.
func TestWaitingForATurnIsGivenUp(t *testing.T) {
	t.Parallel()
	storetest.Engines(t, func(t *testing.T, open storetest.Open) {
		db := open(t, storetest.NewClock().Now)
		nothing := func(*store.Tx) error { return nil }
		waits := []struct {
			name        string
			first, next func(context.Context, func(*store.Tx) error) error
		}{
			{"to be alone", db.Update, db.UpdateAlone},
			{"for one that is alone", db.UpdateAlone, db.Update},
		}
		for _, wait := range waits {
			t.Run(wait.name, func(t *testing.T) {
				err := wait.first(t.Context(), func(*store.Tx) error {
					ctx, giveUp := context.WithCancel(t.Context())
					waited := make(chan error)
					go func() { waited <- wait.next(ctx, nothing) }()
					giveUp()
					if err := <-waited; !errors.Is(err, context.Canceled) {
						t.Errorf("it ended with %v", err)
					}
					return nil
				})
				if err != nil {
					t.Error(err)
				}
				if err := errors.Join(db.UpdateAlone(t.Context(), nothing), db.Update(t.Context(), nothing)); err != nil {
					t.Errorf("afterwards: %v", err)
				}
			})
		}
	})
}

package store_test

import (
	"context"
	"encoding/json"
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

// A transaction that loses to others again and again has them wait in the end.
func TestLosersComeToBeAlone(t *testing.T) {
	t.Parallel()
	db := storetest.Postgres(t, storetest.NewClock().Now) // on SQLite none runs beside another
	put := func(tx *store.Tx) error {
		return tx.PutSettings(t.Context(), map[string]json.RawMessage{"display_photos_per_page": json.RawMessage("7")})
	}
	attempts := 0
	err := db.Update(t.Context(), func(tx *store.Tx) error {
		attempts++
		if _, err := tx.Settings(t.Context()); err != nil {
			return err
		}
		alone := db.Alone()
		if alone != (attempts > store.AttemptsBeside) {
			t.Errorf("attempt %d is alone: %v", attempts, alone)
		}
		if !alone {
			if err := db.Update(t.Context(), put); err != nil {
				t.Error(err)
			}
		}
		return put(tx)
	})
	if err != nil || attempts != store.AttemptsBeside+1 {
		t.Errorf("after %d attempts: %v", attempts, err)
	}
}

package storetest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"sync"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"

	"github.com/google/go-cmp/cmp"
)

func testAllOrNothing(s *suite) {
	failure := errors.New("changed my mind")
	err := s.db.Update(s.Context(), func(tx *store.Tx) error {
		if err := tx.InsertUser(s.Context(), newUser("ansel")); err != nil {
			return err
		}
		if n, err := tx.CountUsers(s.Context()); n != 1 || err != nil {
			s.Errorf("a transaction sees %d users, %v; want its own", n, err)
		}
		return failure
	})
	if !errors.Is(err, failure) {
		s.Errorf("Update = %v, want what the function returned", err)
	}
	func() {
		defer func() {
			if recover() == nil {
				s.Error("Update swallowed a panic")
			}
		}()
		_ = s.db.Update(s.Context(), func(tx *store.Tx) error {
			if err := tx.InsertUser(s.Context(), newUser("ansel")); err != nil {
				return err
			}
			panic("oh")
		})
	}()
	if n, err := s.db.CountUsers(s.Context()); n != 0 || err != nil {
		s.Errorf("there are %d users, %v; want none", n, err)
	}
	s.update(func(tx *store.Tx) error { return tx.InsertUser(s.Context(), newUser("ansel")) })
	if n, err := s.db.CountUsers(s.Context()); n != 1 || err != nil {
		s.Errorf("there are %d users, %v; want one", n, err)
	}
}

func testEffects(s *suite) {
	var got []store.Effects
	s.db.OnCommit(func(e store.Effects) { got = append(got, e) })
	s.update(func(tx *store.Tx) error { return nil })
	_ = s.db.Update(s.Context(), func(tx *store.Tx) error {
		return errors.Join(tx.PutSettings(s.Context(), nil), errors.New("no"))
	})
	if len(got) != 0 {
		s.Errorf("announced %v before anything was changed", got)
	}
	s.update(func(tx *store.Tx) error {
		return errors.Join(
			tx.InsertUser(s.Context(), newUser("ansel")),
			tx.InsertUser(s.Context(), newUser("dorothea")),
			tx.PutSettings(s.Context(), nil),
			tx.Enqueue(s.Context(), vitrine.NewJob{Kind: vitrine.JobJanitor}))
	})
	want := []store.Effects{{Topics: []store.Topic{store.TopicUsers, store.TopicSettings}, JobsAdded: true}}
	if diff := cmp.Diff(want, got); diff != "" {
		s.Errorf("effects (-want +got):\n%s", diff)
	}
}

// testUnknownEnd cuts a transaction off at its commit: nobody knows whether it
// came through, so what is kept of the data must be read again.
func testUnknownEnd(s *suite) {
	announced := 0
	s.db.OnCommit(func(store.Effects) { announced++ })
	ctx, cancel := context.WithCancel(s.Context())
	err := s.db.Update(ctx, func(tx *store.Tx) error {
		defer cancel()
		return tx.PutSettings(ctx, nil)
	})
	if err == nil || announced != 1 {
		s.Errorf("Update = %v, announced %d times, want once", err, announced)
	}
}

// testSerial lets transactions race for one value, each adding one to it.
func testSerial(s *suite) {
	const racers, rounds = 4, 5
	increment := func(tx *store.Tx) error {
		settings, err := tx.Settings(s.Context())
		if err != nil {
			return err
		}
		next := strconv.Itoa(settings.Display.PhotosPerPage + 1)
		return tx.PutSettings(s.Context(), map[string]json.RawMessage{"display_photos_per_page": json.RawMessage(next)})
	}
	var group sync.WaitGroup
	for range racers {
		group.Go(func() {
			for range rounds {
				if err := s.db.Update(s.Context(), increment); err != nil {
					s.Error(err)
				}
			}
		})
	}
	group.Wait()
	settings, err := s.db.Settings(s.Context())
	s.must(err)
	want := vitrine.DefaultSettings().Display.PhotosPerPage + racers*rounds
	if got := settings.Display.PhotosPerPage; got != want {
		s.Errorf("the value is %d, want %d: a change was lost", got, want)
	}
}

// testSlowAmongQuick has a transaction lose a value to quick ones as often as they
// run beside it: it comes through when they wait for it.
func testSlowAmongQuick(s *suite) {
	raise := func(beforeWrite func()) func(*store.Tx) error {
		return func(tx *store.Tx) error {
			settings, err := tx.Settings(s.Context())
			if err != nil {
				return err
			}
			beforeWrite()
			next := strconv.Itoa(settings.Display.PhotosPerPage + 1)
			return tx.PutSettings(s.Context(), map[string]json.RawMessage{"display_photos_per_page": json.RawMessage(next)})
		}
	}
	committed, done := make(chan struct{}), make(chan struct{})
	var group sync.WaitGroup
	group.Go(func() {
		defer close(committed)
		for {
			if err := s.db.Update(s.Context(), raise(func() {})); err != nil {
				s.Error(err)
				return
			}
			select {
			case <-done:
				return
			case committed <- struct{}{}:
			default: // nobody waits for it
			}
		}
	})
	beside := 0 // transactions of SQLite never run beside one another
	if s.db.Engine() == "postgres" {
		beside = store.AttemptsBeside
	}
	attempts := 0
	err := s.db.Update(s.Context(), raise(func() {
		attempts++
		if attempts > beside {
			return
		}
		for range 2 { // the first may have ended before the value was read
			<-committed
		}
	}))
	if err != nil || attempts != beside+1 {
		s.Errorf("after %d attempts, want %d: %v", attempts, beside+1, err)
	}
	close(done)
	group.Wait()
}

// testManyIDs asks for more than fit in one statement.
func testManyIDs(s *suite) {
	keys := make([]string, 1300)
	for i := range keys {
		keys[i] = fmt.Sprintf("originals/%04d", i)
	}
	s.update(func(tx *store.Tx) error {
		for _, key := range keys[:len(keys)-1] {
			if err := tx.ReserveBlob(s.Context(), key, 1); err != nil {
				return err
			}
		}
		return nil
	})
	known, err := s.db.BlobExists(s.Context(), keys)
	s.must(err)
	if len(known) != len(keys)-1 || known[keys[len(keys)-1]] {
		s.Errorf("%d blobs are known, want all but the last of %d", len(known), len(keys))
	}
	if known, err := s.db.BlobExists(s.Context(), nil); len(known) != 0 || err != nil {
		s.Errorf("BlobExists(none) = %v, %v", known, err)
	}
}

func testSize(s *suite) {
	if n, err := s.db.Size(s.Context()); n < 4096 || err != nil {
		s.Errorf("Size = %d, %v", n, err)
	}
	s.must(s.db.Ping(s.Context()))
}

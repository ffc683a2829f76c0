package storetest

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"sync"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"

	"github.com/google/go-cmp/cmp"
)

// emits returns a part that leaves an event about the subject, and then fails
// with the error.
func emits(ctx context.Context, subject int64, failure error) func(*store.Tx) error {
	return func(tx *store.Tx) error {
		return errors.Join(tx.Emit(ctx, vitrine.PhotoCreated, subject, nil), failure)
	}
}

// subjects returns what the events that others see are about.
func (s *suite) subjects() (all []int64) {
	s.Helper()
	events, err := s.db.Events(s.Context(), 0, 100)
	s.must(err)
	for _, e := range events {
		all = append(all, e.Subject)
	}
	return all
}

func testTogether(s *suite) {
	failure := errors.New("changed my mind")
	s.must(s.db.Together(s.Context(), func(ctx context.Context) error {
		for subject, fails := range map[int64]error{1: nil, 2: failure, 3: nil} {
			if err := s.db.Update(ctx, emits(ctx, subject, fails)); !errors.Is(err, fails) {
				s.Errorf("part %d: %v", subject, err)
			}
			if got := s.subjects(); got != nil {
				s.Errorf("others see %d before the commit", got)
			}
		}
		return nil
	}))
	seen := map[int64]bool{}
	for _, subject := range s.subjects() {
		seen[subject] = true
	}
	if diff := cmp.Diff(map[int64]bool{1: true, 3: true}, seen); diff != "" {
		s.Errorf("events (-want +got):\n%s", diff)
	}
}

func testTogetherFails(s *suite) {
	failure := errors.New("changed my mind")
	if err := s.db.Together(s.Context(), func(ctx context.Context) error {
		return errors.Join(s.db.Update(ctx, emits(ctx, 1, nil)), failure)
	}); !errors.Is(err, failure) {
		s.Errorf("Together = %v", err)
	}
	func() {
		defer func() {
			if recover() == nil {
				s.Error("Together swallowed a panic")
			}
		}()
		_ = s.db.Together(s.Context(), func(ctx context.Context) error {
			s.must(s.db.Update(ctx, emits(ctx, 2, nil)))
			panic("oh")
		})
	}()
	if got := s.subjects(); got != nil {
		s.Errorf("left behind: %d", got)
	}
	var late context.Context
	s.must(s.db.Together(s.Context(), func(ctx context.Context) error {
		late = ctx //nolint:fatcontext // to be used after its end
		return nil
	}))
	s.must(s.db.Update(late, emits(late, 3, nil)))
	if got := s.subjects(); len(got) != 1 {
		s.Errorf("what comes after the end is seen as %d", got)
	}
}

func testApart(s *suite) {
	failure := errors.New("changed my mind")
	err := s.db.Together(s.Context(), func(ctx context.Context) error {
		apart := store.Apart(ctx)
		s.must(s.db.Update(apart, emits(apart, 1, nil)))
		if got := s.subjects(); len(got) != 1 {
			s.Errorf("what is apart is seen as %d", got)
		}
		if err := s.db.Update(ctx, emits(ctx, 2, failure)); !errors.Is(err, failure) {
			s.Errorf("a first part that fails: %v", err)
		}
		s.must(s.db.Update(apart, emits(apart, 3, nil))) // nothing is held any more
		s.must(s.db.Update(ctx, emits(ctx, 4, nil)))
		if err := s.db.Update(apart, emits(apart, 5, nil)); err == nil {
			s.Error("a transaction of its own began within another")
		}
		return failure
	})
	if !errors.Is(err, failure) {
		s.Errorf("Together = %v", err)
	}
	if diff := cmp.Diff([]int64{1, 3}, s.subjects()); diff != "" {
		s.Errorf("events (-want +got):\n%s", diff)
	}
}

func testTogetherEffects(s *suite) {
	var got []store.Effects
	s.db.OnCommit(func(e store.Effects) { got = append(got, e) })
	s.must(s.db.Together(s.Context(), func(ctx context.Context) error {
		s.must(s.db.Update(ctx, func(tx *store.Tx) error { return tx.PutSettings(ctx, nil) }))
		s.must(s.db.Update(ctx, func(tx *store.Tx) error { return tx.InsertUser(ctx, newUser("ansel")) }))
		if got != nil {
			s.Errorf("announced %v before the commit", got)
		}
		return nil
	}))
	want := []store.Effects{{Topics: []store.Topic{store.TopicSettings, store.TopicUsers}}}
	if diff := cmp.Diff(want, got); diff != "" {
		s.Errorf("effects (-want +got):\n%s", diff)
	}
}

// testTogetherRaces lets transactions of two parts race for one value: the first
// part reads it, the second writes it.
func testTogetherRaces(s *suite) {
	const racers, rounds = 3, 4
	increment := func(ctx context.Context) error {
		var settings vitrine.Settings
		err := s.db.Update(ctx, func(tx *store.Tx) (err error) {
			settings, err = tx.Settings(ctx)
			return err
		})
		if err != nil {
			return err
		}
		next := strconv.Itoa(settings.Display.PhotosPerPage + 1)
		return s.db.Update(ctx, func(tx *store.Tx) error {
			return tx.PutSettings(ctx, map[string]json.RawMessage{"display_photos_per_page": json.RawMessage(next)})
		})
	}
	var group sync.WaitGroup
	for range racers {
		group.Go(func() {
			for range rounds {
				if err := s.db.Together(s.Context(), increment); err != nil {
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

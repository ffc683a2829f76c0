package storetest

import (
	"errors"
	"time"

	"github.com/vitrine-photos/vitrine/internal/store"

	"github.com/google/go-cmp/cmp"
)

func testAnswers(s *suite) {
	const kept = 24 * time.Hour
	first := store.Answer{Scope: "a", Request: "create", Sealed: []byte{1, 2}}
	second := store.Answer{Scope: "a", Request: "create again", Sealed: []byte{3}}
	insert := func(a store.Answer) error {
		return s.db.Update(s.Context(), func(tx *store.Tx) error { return tx.InsertAnswer(s.Context(), a, tx.Now.Add(-kept)) })
	}
	check := func(when string, want *store.Answer) {
		s.Helper()
		got, err := s.db.Answer(s.Context(), "a", stored(s.Now()).Add(-kept))
		s.must(err)
		if diff := cmp.Diff(want, got); diff != "" {
			s.Errorf("%s (-want +got):\n%s", when, diff)
		}
	}
	check("before", nil)
	s.must(insert(first))
	check("afterwards", &first)
	if err := insert(second); !errors.Is(err, store.ErrAnswered) {
		s.Errorf("a second answer: %v", err)
	}
	s.Advance(kept - time.Microsecond)
	check("to the end", &first)
	s.Advance(time.Microsecond)
	check("after the end", nil)
	s.must(insert(second))
	check("then", &second)
	s.update(func(tx *store.Tx) error { return tx.DeleteAnswers(s.Context(), tx.Now.Add(-time.Second)) })
	check("kept as it is younger", &second)
	s.update(func(tx *store.Tx) error { return tx.DeleteAnswers(s.Context(), tx.Now) })
	check("forgotten", nil)
}

package storetest

import (
	"errors"
	"fmt"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"

	"github.com/google/go-cmp/cmp"
)

// takeLeaving collects what nothing touched for a day.
func (s *suite) takeLeaving(limit int) (keys []string) {
	s.Helper()
	s.update(func(tx *store.Tx) (err error) {
		keys, err = tx.TakeLeavingBlobs(s.Context(), tx.Now.Add(-day), limit)
		return err
	})
	return keys
}

func (s *suite) reserve(key string) error {
	return s.db.Update(s.Context(), func(tx *store.Tx) error { return tx.ReserveBlob(s.Context(), key, 1) })
}

func (s *suite) wantKeys(when string, got []string, want ...string) {
	s.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		s.Errorf("%s (-want +got):\n%s", when, diff)
	}
}

func testBlobsLeave(s *suite) {
	s.must(s.reserve("a"))
	s.Advance(time.Hour)
	s.must(s.reserve("b"))
	s.wantKeys("in the grace period", s.takeLeaving(10))
	s.Advance(day - time.Minute)
	s.must(s.reserve("b")) // wanted again in time
	s.wantKeys("after a day", s.takeLeaving(10), "a")
	s.wantKeys("while it is not gone yet", s.takeLeaving(10), "a")

	if err := s.reserve("a"); !errors.Is(err, store.ErrBlobLeaving) {
		s.Errorf("reserving a leaving blob: %v", err)
	}
	err := s.db.Update(s.Context(), func(tx *store.Tx) error { return tx.InsertUpload(s.Context(), &vitrine.Upload{ID: "late"}, "a") })
	if !errors.Is(err, store.ErrBlobLeaving) {
		s.Errorf("storing a leaving blob: %v", err)
	}
	for key, want := range map[string]bool{"a": true, "b": false} {
		s.update(func(tx *store.Tx) error {
			deleted, err := tx.DeleteBlob(s.Context(), key)
			if deleted != want {
				s.Errorf("DeleteBlob(%s) = %v", key, deleted)
			}
			return err
		})
	}
	known, err := s.db.BlobExists(s.Context(), []string{"a", "b"})
	s.must(err)
	if diff := cmp.Diff(map[string]bool{"b": true}, known); diff != "" {
		s.Errorf("known (-want +got):\n%s", diff)
	}
	s.must(s.reserve("a"))
}

// testBlobsInUse has more blobs in use than are looked at in one go.
func testBlobsInUse(s *suite) {
	user := s.insertUser(newUser("ansel"))
	s.insertUpload(user, "u", "sha")
	var set []store.NewRendition
	for i := range 600 {
		set = append(set, rendition(vitrine.RenditionName(fmt.Sprint("r", i)), i+1, fmt.Sprint("k", i)))
	}
	s.complete(set...)
	s.Advance(time.Minute)
	s.must(s.reserve("unused"))
	s.Advance(2 * day)
	s.wantKeys("an upload with its renditions", s.takeLeaving(10), "unused")

	s.complete(set[1:]...) // lets go of k0
	s.wantKeys("in the grace period after it was let go of", s.takeLeaving(10), "unused")
	s.Advance(2 * day)
	s.wantKeys("after the grace period", s.takeLeaving(10), "unused", "derived/k0")

	s.update(func(tx *store.Tx) error { return tx.DeleteUpload(s.Context(), "u") })
	s.Advance(2 * day)
	if got := s.takeLeaving(1000); len(got) != 602 {
		s.Errorf("%d blobs leave with their upload, want 602", len(got))
	}
	if got := s.takeLeaving(3); len(got) != 3 {
		s.Errorf("%d blobs leave at once, want the limit", len(got))
	}
}

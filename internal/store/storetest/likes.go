package storetest

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// likes gives or takes back a like, and returns how many there are.
func (a *album) likes(photoID int64, visitor string, likes bool) (n int64, err error) {
	err = a.try(func(ctx context.Context, tx *store.Tx) (err error) {
		if likes {
			n, err = tx.Like(ctx, photoID, []byte(visitor), vitrine.AudiencePublic)
		} else {
			n, err = tx.Unlike(ctx, photoID, []byte(visitor), vitrine.AudiencePublic)
		}
		return err
	})
	return n, err
}

func (a *album) wantLikesSince(age time.Duration, want int) {
	a.Helper()
	if got, err := a.db.LikesSince(a.Context(), a.clock.Now().Add(-age)); err != nil || got != want {
		a.Errorf("%d likes in the last %v, %v, want %d", got, age, err, want)
	}
}

func testLikes(t *testing.T, open Open) {
	a := newAlbum(t, open)
	shown := a.insert(&vitrine.Photo{Title: "P", Status: vitrine.PhotoPublished, UploadID: a.picture()}, nil)
	draft := a.insert(&vitrine.Photo{Title: "Q", Status: vitrine.PhotoDraft}, nil)
	const day = 24 * time.Hour
	for i, step := range []struct {
		visitor string
		likes   bool
		want    int64
	}{
		{"ann", true, 1}, {"ann", true, 1}, {"bob", true, 2}, {"cat", false, 2}, {"bob", false, 1}, {"bob", false, 1}, {"bob", true, 2},
	} {
		if got, err := a.likes(shown.ID, step.visitor, step.likes); err != nil || got != step.want {
			t.Errorf("step %d: %d likes, %v, want %d", i, got, err, step.want)
		}
	}
	a.clock.Advance(3 * day)
	if got, err := a.likes(shown.ID, "dan", true); err != nil || got != 3 {
		t.Errorf("%d likes, %v", got, err)
	}
	a.wantLikesSince(day, 1)
	a.wantLikesSince(3*day, 3)
	if _, err := a.likes(shown.ID, "ann", false); err != nil { // of three days ago
		t.Error(err)
	}
	a.wantLikesSince(day, 1)
	a.wantLikesSince(30*day, 2)
	if got := a.photo(shown.ID); got.LikeCount != 2 || got.Version != shown.Version || !got.UpdatedAt.Equal(shown.UpdatedAt) {
		t.Errorf("the photo has %d likes, version %d, updated %v", got.LikeCount, got.Version, got.UpdatedAt)
	}
	for _, id := range []int64{draft.ID, 987654} {
		_, err := a.likes(id, "ann", true)
		wantCode(t, err, vitrine.CodeNotFound, "")
		_, err = a.likes(id, "ann", false)
		wantCode(t, err, vitrine.CodeNotFound, "")
	}
}

// testLikesAtOnce: of those who like a photo at the same moment each is counted.
func testLikesAtOnce(t *testing.T, open Open) {
	a := newAlbum(t, open)
	p := a.insert(&vitrine.Photo{Title: "P", Status: vitrine.PhotoPublished, UploadID: a.picture()}, nil)
	const visitors = 12
	var group sync.WaitGroup
	for i := range 2 * visitors { // each twice
		group.Go(func() {
			if _, err := a.likes(p.ID, fmt.Sprint("visitor ", i%visitors), true); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if got := a.photo(p.ID).LikeCount; got != visitors {
		t.Errorf("%d likes, want %d", got, visitors)
	}
	a.wantLikesSince(0, visitors)
}

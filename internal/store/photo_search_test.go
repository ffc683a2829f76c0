package store_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
	"github.com/vitrine-photos/vitrine/internal/store/storetest"
)

// Beyond what is ranked, the total stays exact, the pages go on by age without a
// gap, and the facets are estimates that say so.
func TestSearchBeyondWhatIsRanked(t *testing.T) {
	t.Parallel()
	storetest.Engines(t, func(t *testing.T, open storetest.Open) {
		db := open(t, storetest.NewClock().Now)
		err := db.Update(t.Context(), func(tx *store.Tx) error { return addWalks(t.Context(), tx, 12) })
		if err != nil {
			t.Fatal(err)
		}
		for limit := 1; limit <= 13; limit++ {
			var ids []int64
			for number := range 12/limit + 1 {
				f := vitrine.SearchFilter{Audience: vitrine.AudienceEditor, Query: "walk", Page: vitrine.Page{Number: number + 1, Limit: limit}}
				result, err := db.SearchPhotosRanking(t.Context(), f, 5)
				if err != nil {
					t.Fatal(err)
				}
				if !result.Facets.Approximate || result.Total != 12 || result.Facets.Tags[0].Count != 12 {
					t.Errorf("total %d, facets %+v", result.Total, result.Facets)
				}
				for _, p := range result.Photos {
					ids = append(ids, p.ID)
				}
			}
			// The newest five with the word in the title first, then the others.
			if want := []int64{12, 9, 11, 10, 8, 7, 6, 5, 4, 3, 2, 1}; !slices.Equal(ids, want) {
				t.Errorf("pages of %d join to (-want +got):\n%s", limit, cmp.Diff(want, ids))
			}
		}
	})
}

// addWalks adds photos that all are found by "walk", every third by its title.
func addWalks(ctx context.Context, tx *store.Tx, n int) error {
	for i := 1; i <= n; i++ {
		p := &vitrine.Photo{
			Title: fmt.Sprint("Photo ", i), Slug: fmt.Sprint("photo-", i), Description: "a walk",
			Status: vitrine.PhotoDraft, Visibility: vitrine.VisibilityPublic,
		}
		if i%3 == 0 {
			p.Title = fmt.Sprint("Walk ", i)
		}
		if err := tx.InsertPhoto(ctx, p, true); err != nil {
			return err
		}
		if err := tx.SetPhotoTags(ctx, p.ID, []string{"All"}); err != nil {
			return err
		}
		if err := tx.RefreshPhoto(ctx, p.ID); err != nil {
			return err
		}
	}
	return nil
}

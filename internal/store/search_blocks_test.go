package store_test

import (
	"context"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
	"github.com/vitrine-photos/vitrine/internal/store/storetest"
)

// TestPostgresSearchBlocks has photos on both sides of the bounds of blocks, and
// changes them in each way that a row of the search can change.
func TestPostgresSearchBlocks(t *testing.T) {
	t.Parallel()
	db := storetest.Postgres(t, storetest.NewClock().Now)
	run := func(statement string) {
		t.Helper()
		if err := db.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	for _, first := range []int64{1022, 2047, 9000} {
		run("ALTER TABLE photos ALTER COLUMN id RESTART WITH " + strconv.FormatInt(first, 10))
		addHarbours(t, db, first, 3)
	}
	wantInBlocks(t, db, []int64{9002, 9001, 9000, 2049, 2048, 2047, 1024, 1023, 1022})

	run("DELETE FROM photos WHERE id IN (1023, 2049)")
	update(t, db, func(ctx context.Context, tx *store.Tx) error {
		for _, id := range []int64{1024, 9000} {
			photo, err := tx.Photo(ctx, id, vitrine.AudienceEditor)
			if err != nil {
				return err
			}
			photo.Title = "Elsewhere"
			if err := tx.UpdatePhoto(ctx, photo); err != nil {
				return err
			}
		}
		return tx.RefreshPhotos(ctx, []int64{1024, 9000})
	})
	wantInBlocks(t, db, []int64{9002, 9001, 2048, 2047, 1022})

	// No word of a photo that is gone, or was called otherwise, is kept for good.
	run("DELETE FROM photos WHERE id = 1024 OR id >= 9000")
	if err := db.SweepSearch(t.Context()); err != nil {
		t.Fatal(err)
	}
	run(`DO $$ BEGIN
		IF EXISTS (SELECT FROM search_blocks WHERE block = 8 OR term = 'elsewhere') THEN RAISE EXCEPTION 'words are left'; END IF;
	END $$`)
	wantInBlocks(t, db, []int64{2048, 2047, 1022})
}

func addHarbours(t *testing.T, db *store.DB, first, n int64) {
	t.Helper()
	update(t, db, func(ctx context.Context, tx *store.Tx) error {
		for id := first; id < first+n; id++ {
			p := &vitrine.Photo{
				Title: "Harbours at night", Slug: "harbours-" + strconv.FormatInt(id, 10),
				Status: vitrine.PhotoPublished, Visibility: vitrine.VisibilityPublic,
			}
			if err := tx.InsertPhoto(ctx, p, true); err != nil {
				return err
			}
			if err := tx.RefreshPhoto(ctx, p.ID); err != nil {
				return err
			}
		}
		return nil
	})
}

// wantInBlocks compares each page of what a search lists, in both directions, and
// all bits with the terms of the photos.
func wantInBlocks(t *testing.T, db *store.DB, newest []int64) {
	t.Helper()
	for _, order := range []vitrine.SortOrder{vitrine.Descending, vitrine.Ascending} {
		want := slices.Clone(newest)
		if order == vitrine.Ascending {
			slices.Reverse(want)
		}
		var got []int64
		for number := 1; number <= len(newest)/2+2; number++ { // the last one is beyond the end
			page, err := db.PhotoPage(t.Context(), vitrine.PhotoFilter{
				Audience: vitrine.AudienceEditor, Search: "night harb", SortOrder: order, Page: vitrine.Page{Number: number, Limit: 2},
			})
			if err != nil {
				t.Fatal(err)
			}
			if page.Total != len(newest) {
				t.Errorf("page %d %s counts %d, want %d", number, order, page.Total, len(newest))
			}
			for _, photo := range page.Photos {
				got = append(got, photo.ID)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", order, diff)
		}
	}
	if err := db.Exec(t.Context(), `DO $$ BEGIN
		IF EXISTS (
			SELECT FROM search_blocks
			FULL JOIN (
				SELECT term, photo_id / 1024 AS block, SUM(1) AS n FROM photo_search, unnest(tsvector_to_array(terms)) AS term GROUP BY 1, 2
			) AS counted USING (term, block)
			WHERE COALESCE(bit_count(search_blocks.photos), 0) <> COALESCE(n, 0)
		) THEN RAISE EXCEPTION 'the bits are not those of the photos'; END IF;
	END $$`); err != nil {
		t.Error(err)
	}
}

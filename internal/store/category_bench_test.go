package store_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
	"github.com/vitrine-photos/vitrine/internal/store/storetest"
)

// BenchmarkTaxonomy moves a category with four in ten of the photos below
// another one and back, renames, merges and deletes the tag that all photos
// carry, and reads what is made of tags: the reads should cost the same in both
// libraries.
func BenchmarkTaxonomy(b *testing.B) {
	for _, engine := range []struct {
		name string
		open storetest.Open
	}{{"sqlite", storetest.SQLite}, {"postgres", storetest.Postgres}} {
		for _, size := range []int{1_000, 10_000} {
			b.Run(fmt.Sprintf("%s/photos=%d", engine.name, size), func(b *testing.B) { benchmarkTaxonomy(b, engine.open, size) })
		}
	}
}

func benchmarkTaxonomy(b *testing.B, open storetest.Open, size int) {
	clock := storetest.NewClock()
	db := open(b, clock.Now)
	category := fillLibrary(b, db, clock, size)
	above := &vitrine.Category{Name: "Above", Slug: "above", IsActive: true}
	update(b, db, func(ctx context.Context, tx *store.Tx) error { return tx.InsertCategory(ctx, above, true) })
	tags, err := db.Tags(b.Context(), vitrine.AudienceEditor, clock.Now(), 1)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("move", func(b *testing.B) {
		for b.Loop() {
			update(b, db, moveBelow(category, &above.ID))
			update(b, db, moveBelow(category, nil))
		}
	})
	b.Run("rename-tag", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			update(b, db, func(ctx context.Context, tx *store.Tx) error {
				tag := *tags[0]
				tag.Name = fmt.Sprint("Renamed ", i)
				return tx.UpdateTag(ctx, &tag)
			})
		}
	})
	rare, err := db.SuggestTags(b.Context(), "rare", vitrine.AudienceEditor, clock.Now(), 1)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("merge-tag", func(b *testing.B) {
		undone(b, db, func(tx *store.Tx) error { return tx.MergeTag(b.Context(), tags[0].ID, rare[0].ID) })
	})
	b.Run("delete-tag", func(b *testing.B) {
		undone(b, db, func(tx *store.Tx) error { return tx.DeleteTag(b.Context(), tags[0].ID) })
	})
	page := vitrine.TagFilter{Audience: vitrine.AudienceEditor, Page: vitrine.Page{Number: 1, Limit: 50}}
	now := clock.Now()
	for name, read := range map[string]func(context.Context) error{
		"list":  func(ctx context.Context) error { _, err := db.TagPage(ctx, page, now); return err },
		"cloud": func(ctx context.Context) error { _, err := db.Tags(ctx, vitrine.AudienceEditor, now, 50); return err },
		"suggest": func(ctx context.Context) error {
			_, err := db.SuggestTags(ctx, "tga 1", vitrine.AudienceEditor, now, 10)
			return err
		},
		"trending-week": func(ctx context.Context) error {
			_, err := db.TrendingTags(ctx, vitrine.AudienceEditor, now.AddDate(0, 0, -7), now, 10)
			return err
		},
		"trending-decade": func(ctx context.Context) error {
			_, err := db.TrendingTags(ctx, vitrine.AudienceEditor, now.AddDate(-10, 0, 0), now, 10)
			return err
		},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if err := read(b.Context()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// undone measures what cannot be repeated, all but the commit.
func undone(b *testing.B, db *store.DB, change func(*store.Tx) error) {
	b.Helper()
	errUndo := errors.New("undo")
	for b.Loop() {
		err := db.Update(b.Context(), func(tx *store.Tx) error { return cmp.Or(change(tx), errUndo) })
		if !errors.Is(err, errUndo) {
			b.Fatal(err)
		}
	}
}

func moveBelow(id int64, parent *int64) func(context.Context, *store.Tx) error {
	return func(ctx context.Context, tx *store.Tx) error {
		c, err := tx.Category(ctx, id, vitrine.AudienceEditor)
		if err != nil {
			return err
		}
		c.ParentID = parent
		return tx.UpdateCategory(ctx, c)
	}
}

package store_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
	"github.com/vitrine-photos/vitrine/internal/store/storetest"
)

// BenchmarkPhotoPage reads pages of a small and a large library: what each costs
// should be the same in both, but for the last two, which are counted.
func BenchmarkPhotoPage(b *testing.B) {
	engines := []struct {
		name string
		open storetest.Open
	}{{"sqlite", storetest.SQLite}, {"postgres", storetest.Postgres}}
	for _, engine := range engines {
		b.Run(engine.name, func(b *testing.B) {
			for _, size := range []int{1_000, 30_000} {
				b.Run(fmt.Sprintf("photos=%d", size), func(b *testing.B) { benchmarkPages(b, engine.open, size) })
			}
		})
	}
}

func benchmarkPages(b *testing.B, open storetest.Open, size int) {
	clock := storetest.NewClock()
	db := open(b, clock.Now)
	category := fillLibrary(b, db, clock, size)
	middle := vitrine.Page{Number: size * 45 / 100 / 20, Limit: 20}
	first := vitrine.Page{Number: 1, Limit: 20}
	for _, page := range []struct {
		name   string
		filter vitrine.PhotoFilter
	}{
		{"newest", vitrine.PhotoFilter{Page: first}},
		{"newest-middle", vitrine.PhotoFilter{Page: middle}},
		{"taken-middle", vitrine.PhotoFilter{Page: middle, SortBy: vitrine.SortTakenAt}},
		{"title", vitrine.PhotoFilter{Page: first, SortBy: vitrine.SortTitle}},
		{"drafts-by-title", vitrine.PhotoFilter{Page: first, Status: vitrine.PhotoDraft, SortBy: vitrine.SortTitle}},
		{"tag", vitrine.PhotoFilter{Page: first, Tag: "popular"}},
		{"rare-tag", vitrine.PhotoFilter{Page: first, Tag: "rare"}},
		{"category", vitrine.PhotoFilter{Page: first, CategoryID: category}},
		{"month", vitrine.PhotoFilter{Page: first, Year: 2020, Month: 5}},
		{"tag-and-category", vitrine.PhotoFilter{Page: first, Tag: "popular", CategoryID: category}},
		{"search", vitrine.PhotoFilter{Page: first, Search: "harbour 77"}},
	} {
		page.filter.Audience = vitrine.AudienceEditor
		b.Run(page.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := db.PhotoPage(b.Context(), page.filter); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// fillLibrary adds photos over ten years, one in ten a draft, four in ten in a
// category, all tagged. It returns the category.
func fillLibrary(b *testing.B, db *store.DB, clock *storetest.Clock, size int) int64 {
	b.Helper()
	category := &vitrine.Category{Name: "Travel", Slug: "travel", IsActive: true}
	update(b, db, func(ctx context.Context, tx *store.Tx) error { return tx.InsertCategory(ctx, category, true) })
	const batch = 500
	for done := 0; done < size; done += batch {
		update(b, db, func(ctx context.Context, tx *store.Tx) error {
			for i := done; i < min(size, done+batch); i++ {
				if err := addPhoto(ctx, tx, i, size, category.ID); err != nil {
					return err
				}
			}
			return nil
		})
		clock.Advance(10 * 365 * 24 * time.Hour / time.Duration(size/batch+1))
	}
	return category.ID
}

func update(t testing.TB, db *store.DB, fn func(context.Context, *store.Tx) error) {
	t.Helper()
	if err := db.Update(t.Context(), func(tx *store.Tx) error { return fn(t.Context(), tx) }); err != nil {
		t.Fatal(err)
	}
}

func addPhoto(ctx context.Context, tx *store.Tx, i, size int, category int64) error {
	taken := time.Date(2016, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(i) * (10 * 365 * 24 * time.Hour / time.Duration(size)))
	p := &vitrine.Photo{
		Title: fmt.Sprintf("Harbour %d", i), Slug: fmt.Sprintf("harbour-%d", i), Status: vitrine.PhotoPublished,
		Visibility: vitrine.VisibilityPublic, TakenAt: &taken,
	}
	if i%10 == 0 {
		p.Status = vitrine.PhotoDraft
	}
	if err := tx.InsertPhoto(ctx, p, true); err != nil {
		return err
	}
	if i%10 < 4 {
		if err := tx.SetPhotoCategories(ctx, p.ID, []vitrine.CategoryRef{{ID: category}}); err != nil {
			return err
		}
	}
	tags := []string{"Popular", fmt.Sprintf("Tag %d", i%50)}
	if i%(size/25) == 0 {
		tags = append(tags, "Rare")
	}
	if err := tx.SetPhotoTags(ctx, p.ID, tags); err != nil {
		return err
	}
	return tx.RefreshPhoto(ctx, p.ID)
}

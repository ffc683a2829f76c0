package store_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
	"github.com/vitrine-photos/vitrine/internal/store/storetest"
)

// BenchmarkSearch searches a library of 100,000 photos with 500 tags and 200
// categories. "cpu-ms/op" is what the whole process took, on SQLite with the
// engine; "harbour" is in 5 % of the photos, "picture" in all of them.
func BenchmarkSearch(b *testing.B) {
	engines(b, func(b *testing.B, open storetest.Open) {
		db := open(b, storetest.NewClock().Now)
		fillSearchLibrary(b, db, 100_000)
		benchmarkSearches(b, db)
	})
}

func benchmarkSearches(b *testing.B, db *store.DB) {
	b.Helper()
	first := vitrine.Page{Number: 1, Limit: 20}
	for _, one := range []struct {
		name   string
		filter vitrine.SearchFilter
	}{
		{"rare", vitrine.SearchFilter{Query: "needle"}},
		{"one-in-twenty", vitrine.SearchFilter{Query: "harbour"}},
		{"one-in-twenty-with-tag-of-all", vitrine.SearchFilter{Query: "harbour", Tags: []string{"everywhere"}}},
		{"two-words", vitrine.SearchFilter{Query: "picture harbour"}},
		{"all", vitrine.SearchFilter{Query: "picture"}},
		{"one-letter", vitrine.SearchFilter{Query: "h"}},
		{"all-in-category", vitrine.SearchFilter{Query: "picture", CategoryID: 7}},
		{"all-with-tag", vitrine.SearchFilter{Query: "picture", Tags: []string{"tag 7"}}},
		{"year", vitrine.SearchFilter{Query: "harbour", From: dayIn(2020, 1), To: dayIn(2020, 12)}},
		{"camera", vitrine.SearchFilter{Query: "harbour", Camera: "z6"}},
	} {
		one.filter.Audience, one.filter.Page = vitrine.AudienceEditor, first
		b.Run(one.name, func(b *testing.B) {
			before := processorTime(b)
			for b.Loop() {
				if _, err := db.SearchPhotos(b.Context(), one.filter); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64((processorTime(b)-before).Microseconds())/1000/float64(b.N), "cpu-ms/op")
		})
	}
}

func dayIn(year int, month time.Month) time.Time {
	return time.Date(year, month, 15, 0, 0, 0, 0, time.UTC)
}

// processorTime is what the process has taken so far, in user and system mode.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

func fillSearchLibrary(b *testing.B, db *store.DB, size int) {
	b.Helper()
	update(b, db, func(ctx context.Context, tx *store.Tx) error {
		for i := range 200 {
			c := &vitrine.Category{Name: fmt.Sprintf("Category %d", i), Slug: fmt.Sprintf("category-%d", i), IsActive: true}
			if i >= 20 {
				parent := int64(i%20 + 1)
				c.ParentID = &parent
			}
			if err := tx.InsertCategory(ctx, c, true); err != nil {
				return err
			}
		}
		return nil
	})
	random := rand.New(rand.NewPCG(1, 2))
	const batch = 1000
	for done := 0; done < size; done += batch {
		update(b, db, func(ctx context.Context, tx *store.Tx) error {
			ids := make([]int64, batch)
			for i := range ids {
				var err error
				if ids[i], err = addSearchPhoto(ctx, tx, random, done+i); err != nil {
					return err
				}
			}
			return tx.RefreshPhotos(ctx, ids)
		})
	}
}

func addSearchPhoto(ctx context.Context, tx *store.Tx, random *rand.Rand, i int) (int64, error) {
	taken := time.Date(2006, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(random.IntN(20*365*24)) * time.Hour)
	camera, city := fmt.Sprintf("NIKON Z%d", 5+random.IntN(4)), fmt.Sprintf("City %d", random.IntN(300))
	p := &vitrine.Photo{
		Title: words(random, 3), Description: words(random, 20) + " picture", Slug: fmt.Sprintf("photo-%d", i),
		Status: vitrine.PhotoPublished, Visibility: vitrine.VisibilityPublic, TakenAt: &taken,
		EXIF: vitrine.EXIF{Camera: &camera}, Location: vitrine.Location{City: &city},
	}
	switch {
	case i%20 == 0 && i%3 == 0:
		p.Title += " harbour"
	case i%20 == 0:
		p.Description += " harbour"
	case i%10_000 == 1:
		p.Title = "Needle"
	}
	if err := tx.InsertPhoto(ctx, p, true); err != nil {
		return 0, err
	}
	if err := tx.SetPhotoCategories(ctx, p.ID, []vitrine.CategoryRef{{ID: int64(random.IntN(200) + 1)}}); err != nil {
		return 0, err
	}
	tags := []string{"everywhere"}
	for range 5 {
		tags = append(tags, fmt.Sprintf("Tag %d", random.IntN(500)))
	}
	if err := tx.SetPhotoTags(ctx, p.ID, tags); err != nil {
		return 0, err
	}
	return p.ID, nil
}

// words returns some of three thousand words.
func words(random *rand.Rand, n int) string {
	const letters = "bcdfghjklmnpqrstvwz"
	var all []string
	for range n {
		w := random.IntN(3000)
		all = append(all, fmt.Sprintf("%c%c%c%co", letters[w%19], "aeiou"[w/19%5], letters[w/95%19], "aeiou"[w/1805%5]))
	}
	return strings.Join(all, " ")
}

package store_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store/storetest"
)

// BenchmarkTimeline reads the counts of all months, the ten newest photos of
// each, and a page of one month: what each costs should be about the same in a
// small and a large library of ten years.
func BenchmarkTimeline(b *testing.B) {
	engines(b, func(b *testing.B, open storetest.Open) {
		for _, size := range []int{1_000, 100_000} {
			b.Run(fmt.Sprintf("photos=%d", size), func(b *testing.B) { benchmarkTimeline(b, open, size) })
		}
	})
}

func benchmarkTimeline(b *testing.B, open storetest.Open, size int) {
	clock := storetest.NewClock()
	db := open(b, clock.Now)
	fillLibrary(b, db, clock, size)
	for name, read := range map[string]func(context.Context) error{
		"months": func(ctx context.Context) error {
			_, err := db.MonthCounts(ctx, vitrine.AudienceEditor)
			return err
		},
		"newest": func(ctx context.Context) error {
			counts, err := db.MonthCounts(ctx, vitrine.AudienceEditor)
			if err != nil {
				return err
			}
			var months []*vitrine.TimelineMonth
			for _, count := range counts {
				months = append(months, &vitrine.TimelineMonth{MonthCount: count})
			}
			return db.AddNewestPhotos(ctx, vitrine.AudienceEditor, months, 10)
		},
		"month": func(ctx context.Context) error {
			_, err := db.MonthPhotos(ctx, vitrine.AudienceEditor, 2020, 5, vitrine.Page{Number: 1, Limit: 20})
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

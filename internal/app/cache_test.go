package app_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/vitrine-photos/vitrine/internal/app"
)

// What is warm is answered from the cache, and each change shows in the very
// next answer all the same.
func TestWarmAnswersAreNeverStale(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, cfg app.Config) {
		s := serve(t, cfg)
		category, err := s.CreateCategory(t.Context(), "Walks", nil)
		s.must(err)
		photo := s.publish("Harbour", "boats")
		tags, _, err := s.Tags(t.Context(), 1, 10)
		s.must(err)
		address := fmt.Sprint("/v1/photos/", photo.ID)

		paths := []string{address, "/v1/photos", "/v1/categories?include_tree=true", "/v1/tags/cloud"}
		for _, step := range []struct {
			change func() error
			shows  []string // in each of the paths
		}{
			{
				func() error { _, err := s.WarmCache(t.Context()); return err },
				[]string{`"title":"Harbour"`, `"title":"Harbour"`, `"name":"Walks"`, `"name":"boats"`},
			},
			{func() error {
				_, err := s.AssignPhotos(t.Context(), category.ID, []int64{photo.ID}, true)
				return err
			}, []string{`"name":"Walks"`, `"name":"Walks"`, `"photo_count":1`, `"name":"boats"`}},
			{func() error {
				_, err := s.UpdateCategory(t.Context(), category.ID, map[string]any{"name": "Hikes"})
				return err
			}, []string{`"name":"Hikes"`, `"name":"Hikes"`, `"name":"Hikes"`, `"name":"boats"`}},
			{func() error {
				_, err := s.UpdateTag(t.Context(), tags[0].ID, map[string]any{"name": "ships"})
				return err
			}, []string{`"name":"ships"`, `"name":"ships"`, `"name":"Hikes"`, `"name":"ships"`}},
			{
				func() error { s.change(photo.ID, map[string]any{"title": "Quay"}); return nil },
				[]string{`"title":"Quay"`, `"title":"Quay"`, `"name":"Hikes"`, `"name":"ships"`},
			},
			{
				func() error { s.change(photo.ID, map[string]any{"status": "draft"}); return nil },
				[]string{`"RESOURCE_NOT_FOUND"`, `"data":[]`, `"photo_count":0`, `"data":[]`},
			},
		} {
			s.must(step.change())
			for i, path := range paths {
				for range 2 { // the first answer is kept
					if a := s.get(path); !strings.Contains(a.body, step.shows[i]) {
						t.Errorf("%s answers, without %s: %s", path, step.shows[i], a.body)
					}
				}
			}
		}
		stats, err := s.CacheStats(t.Context())
		s.must(err)
		if p := stats.Categories["photos"]; p.HitRate == 0 || stats.Categories["tags"].HitRate == 0 || stats.Categories["categories"].HitRate == 0 {
			t.Errorf("nothing came from the cache: %+v", stats)
		}
	})
}

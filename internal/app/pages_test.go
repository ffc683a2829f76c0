package app_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/vitrine-photos/vitrine/internal/app"
)

// Pages are kept, and each change shows in the very next one all the same.
func TestKeptPagesAreNeverStale(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, cfg app.Config) {
		s := serve(t, cfg)
		category, err := s.CreateCategory(t.Context(), "Walks", nil)
		s.must(err)
		photo := s.publish("Harbour", "boats")
		page := "/p/" + photo.Slug
		tags, _, err := s.Tags(t.Context(), 1, 10)
		s.must(err)
		for _, step := range []struct {
			change func() error
			path   string
			status int
			shows  string
		}{
			{func() error { return nil }, page, http.StatusOK, "Harbour"},
			{func() error { s.change(photo.ID, map[string]any{"title": "Quay"}); return nil }, "/", http.StatusOK, `alt="Quay"`},
			{func() error {
				_, err := s.AssignPhotos(t.Context(), category.ID, []int64{photo.ID}, true)
				return err
			}, page, http.StatusOK, "/c/walks"},
			{func() error {
				_, err := s.UpdateCategory(t.Context(), category.ID, map[string]any{"name": "Hikes"})
				return err
			}, page, http.StatusOK, "Hikes"},
			{func() error {
				_, err := s.UpdateTag(t.Context(), tags[0].ID, map[string]any{"name": "ships"})
				return err
			}, page, http.StatusOK, "ships"},
			{func() error { s.set(map[string]any{"site_title": "Two eyes"}); return nil }, page, http.StatusOK, "Two eyes"},
			{func() error {
				_, err := s.CreateTimelineEvent(t.Context(), map[string]any{"title": "First show", "date": "2024-03-01"})
				return err
			}, "/timeline/2024/3", http.StatusOK, "First show"},
			{func() error { s.change(photo.ID, map[string]any{"status": "draft"}); return nil }, page, http.StatusNotFound, "not on show"},
			{func() error { s.change(photo.ID, map[string]any{"status": "published"}); return nil }, page, http.StatusOK, "Quay"},
			{func() error { return s.DeletePhoto(t.Context(), photo.ID) }, page, http.StatusGone, "taken down"},
		} {
			s.must(step.change())
			for range 2 { // the first answer is kept
				if a := s.get(step.path); a.status != step.status || !strings.Contains(a.body, step.shows) {
					t.Errorf("%s answers %d, without %q: %s", step.path, a.status, step.shows, a.body)
				}
			}
		}
	})
}

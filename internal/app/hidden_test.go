package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/vitrine-photos/vitrine/client"
	"github.com/vitrine-photos/vitrine/internal/app"
)

// The words of a draft that stand nowhere else.
const (
	markedTitle = "Quagga xylophone"
	markedWord  = "zephyrine"
)

// A draft leaves no trace in any answer to the public: neither its words, nor
// its tag, nor the addresses of its pictures, nor a number.
func TestDraftLeavesNoTrace(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, cfg app.Config) {
		s := serve(t, cfg)
		category, err := s.CreateCategory(t.Context(), "Walks", nil)
		s.must(err)
		s.publish("Before the draft")
		draft := s.publish(markedTitle, markedWord, "shared")
		s.change(draft.ID, map[string]any{
			"description": "It is " + markedWord, "categories": []int64{category.ID}, "taken_at": "1999-07-01T00:00:00Z",
		})
		_, err = s.CreateTimelineEvent(t.Context(), map[string]any{"title": "Seen", "date": "2001-01-01", "related_photos": []int64{draft.ID}})
		s.must(err)
		after := s.publish("After the draft", "shared")

		paths := publicPaths(draft, after, category.ID)
		if shown := s.tracesOf(draft, paths); len(shown) < 10 {
			t.Errorf("published, it shows in %q only: this test could not fail", shown)
		}
		for _, status := range []string{"draft", "archived"} {
			s.change(draft.ID, map[string]any{"status": status})
			for _, path := range s.tracesOf(draft, paths) {
				t.Errorf("as %s it shows in %s", status, path)
			}
		}
		s.change(draft.ID, map[string]any{"status": "published"})
		s.must(s.DeletePhoto(t.Context(), draft.ID))
		for _, path := range s.tracesOf(draft, paths) {
			t.Errorf("deleted, it shows in %s", path)
		}
	})
}

// publicPaths are the answers in which a photo could show, but for those that
// repeat what was asked for.
func publicPaths(photo, neighbour *client.Photo, category int64) []string {
	paths := []string{
		"/", "/?page=1", "/p/" + photo.Slug, "/p/" + neighbour.Slug, "/nowhere",
		fmt.Sprint("/v1/photos/", photo.ID), fmt.Sprint("/v1/photos/", neighbour.ID),
		"/v1/categories", "/v1/categories?include_tree=true&include_stats=true", fmt.Sprint("/v1/categories/", category),
		"/v1/tags", "/v1/tags?limit=500", "/v1/settings", "/v1/health", "/healthz", "/readyz", "/metrics", "/openapi.json",
		"/v1/timeline", "/v1/timeline?year=1999&include_photos=true", "/v1/timeline/1999/7?include_photos=true", "/v1/timeline/2001/1",
	}
	for _, filter := range []string{
		"", "status=published", "search=quagga", "search=" + markedWord, "search=xyl", "tag=" + markedWord, "tag=shared",
		fmt.Sprint("category=", category), "sort_by=title", "sort_by=view_count", "sort_order=asc", "limit=100",
	} {
		paths = append(paths, "/v1/photos?"+filter, "/api/v1/photos?"+filter)
	}
	return paths
}

// tracesOf lists the paths whose answers tell a visitor of the photo.
func (s *service) tracesOf(photo *client.Photo, paths []string) (shown []string) {
	s.Helper()
	traces := []string{markedTitle, markedWord, photo.Slug, `"total":3`, `"photo_count":1,`, fmt.Sprintf(`"related_photos":[%d`, photo.ID)}
	for name, address := range photo.Formats {
		if name != "original" {
			traces = append(traces, strings.TrimPrefix(strings.Split(address, ".")[0], "/media/"))
		}
	}
	for _, path := range paths {
		a := s.get(path)
		if a.status >= http.StatusInternalServerError {
			s.Errorf("%s answers %d: %s", path, a.status, a.body)
		}
		everything := strings.ToLower(fmt.Sprint(a.header, a.body))
		for _, trace := range traces {
			if strings.Contains(everything, strings.ToLower(trace)) {
				shown = append(shown, path+" with "+trace)
				break
			}
		}
	}
	return shown
}

// Bytes that no store keeps are no server error, on any engine.
func TestOddAddresses(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, cfg app.Config) {
		s := serve(t, cfg)
		for path, want := range map[string]int{
			"/p/%00": http.StatusNotFound, "/p/%ff%fe": http.StatusNotFound, "/p/" + strings.Repeat("a", 8000): http.StatusNotFound,
			"/p/..%2f..%2fetc%2fpasswd": http.StatusNotFound, "/p/a/b": http.StatusNotFound, "/p/": http.StatusNotFound,
			"/?page=%00": http.StatusOK, "/?page=-1": http.StatusOK, "/?page=1e9;drop": http.StatusOK, "/?%zz": http.StatusOK,
			"/?page=99999999999999999999": http.StatusOK, "/?page=999999": http.StatusNotFound,
			"/v1/photos?search=%00": http.StatusBadRequest, "/v1/photos?tag=%ff": http.StatusBadRequest,
			"/v1/photos?category=99999999999999999999": http.StatusBadRequest, "/v1/photos/0": http.StatusNotFound,
			"/v1/upload/status/%00": http.StatusUnauthorized, "/media/%00": http.StatusNotFound,
			"/media/originals/99999999999999999999": http.StatusNotFound, "/media/uploads/%00": http.StatusForbidden,
			"/assets/%00/site.css": http.StatusOK, "/%00": http.StatusNotFound,
		} {
			if a := s.get(path); a.status != want {
				t.Errorf("%.60s answers %d, want %d: %.300s", path, a.status, want, a.body)
			}
		}
	})
}

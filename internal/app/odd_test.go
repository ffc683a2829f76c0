package app_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/vitrine-photos/vitrine/internal/app"
)

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
			"/v1/photos/search?q=%00": http.StatusBadRequest, "/v1/photos/search?q=%ff": http.StatusBadRequest, "/v1/photos/search": http.StatusBadRequest,
			"/v1/photos/search?q=" + strings.Repeat("a", 10_000): http.StatusBadRequest, "/v1/photos/search?q=%22%20OR%20*": http.StatusOK,
			"/v1/photos/search?q=%E2%80%AE%D7%A9%D7%9C%D7%95%D7%9D": http.StatusOK, "/v1/photos/search?q=a&tags=%27,,%22": http.StatusOK,
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

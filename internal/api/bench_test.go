package api_test

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/vitrine-photos/vitrine/internal/api"
	"github.com/vitrine-photos/vitrine/internal/ratelimit"
)

// newAlbum is a service with 20 public photos that limits and logs as it does
// in earnest.
func newAlbum(b *testing.B) *service {
	b.Helper()
	log, err := os.Create(filepath.Join(b.TempDir(), "log"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = log.Close() })
	s := newService(b, func(cfg *api.Config) {
		cfg.Limiter = ratelimit.NewMemory(cfg.Now)
		cfg.Classes.General.Limit = 1 << 40
		cfg.Log = slog.New(slog.NewTextHandler(log, nil))
	})
	for i := range 20 {
		s.publish(fmt.Sprintf("Photograph number %d", i), "sea", "harbour", "dawn")
	}
	return s
}

// BenchmarkList compares a public list of 20 photos with a bare net/http
// handler that writes the same bytes: over TCP, side by side.
func BenchmarkList(b *testing.B) {
	s := newAlbum(b)
	body := s.ask("", "GET", "/v1/photos", "").Body.Bytes()
	bare := http.NewServeMux()
	bare.HandleFunc("GET /v1/photos", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		_, _ = w.Write(body)
	})
	for _, side := range []struct {
		name    string
		handler http.Handler
	}{{"bare", bare}, {"api", s.api}} {
		b.Run(side.name, func(b *testing.B) {
			server := httptest.NewServer(side.handler)
			defer server.Close()
			b.ReportAllocs()
			b.SetBytes(int64(len(body)))
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					answer, err := server.Client().Get(server.URL + "/v1/photos")
					if err != nil || answer.StatusCode != http.StatusOK {
						b.Error(answer, err)
						return
					}
					_, _ = io.Copy(io.Discard, answer.Body)
					_ = answer.Body.Close()
				}
			})
		})
	}
}

// BenchmarkListAlone is the API's own part of BenchmarkList.
func BenchmarkListAlone(b *testing.B) {
	s := newAlbum(b)
	r := httptest.NewRequest(http.MethodGet, "/v1/photos", nil)
	b.ReportAllocs()
	for b.Loop() {
		s.api.ServeHTTP(httptest.NewRecorder(), r)
	}
}

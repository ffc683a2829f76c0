// Package scale_test compares what requests cost with a large library and with a
// small one, both in one run: `make bench BENCH=Scale`. The figure is the ratio
// of the medians; absolute times say more about the machine.
package scale_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/vitrine-photos/vitrine/internal/app"
	"github.com/vitrine-photos/vitrine/internal/imaging"
	"github.com/vitrine-photos/vitrine/internal/testservers"
	"github.com/vitrine-photos/vitrine/test/library"
)

func TestMain(m *testing.M) {
	imaging.RunIfWorker()
	os.Exit(m.Run())
}

// The sizes of the libraries. Filling a large one takes minutes, so another size
// can be set: VITRINE_BENCH_PHOTOS=1000000.
const (
	small        = 1_000
	defaultLarge = 100_000
)

func large(b *testing.B) int {
	text := os.Getenv("VITRINE_BENCH_PHOTOS")
	if text == "" {
		return defaultLarge
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		b.Fatal("VITRINE_BENCH_PHOTOS: ", err)
	}
	return n
}

// reads are the requests. Those of page 2,000 ask the small library for its last
// page: both skip what they can. Those of a month ask for few photos, since a
// month of the small library has no more.
var reads = []struct{ name, path, smallPath string }{
	{"list", "/v1/photos", ""},
	{"list-page-2000", "/v1/photos?page=2000", "/v1/photos?page=45"},
	{"list-taken", "/v1/photos?sort_by=taken_at&sort_order=asc", ""},
	{"list-title", "/v1/photos?sort_by=title&sort_order=asc", ""},
	{"list-status", "/v1/photos?status=draft", ""},
	{"list-category", "/v1/photos?category=3", ""},
	{"list-tag", "/v1/photos?tag=early-harbour", ""},
	{"list-search", "/v1/photos?search=" + library.RareWord, ""},
	{"list-year", "/v1/photos?year=2021", ""},
	{"list-month", "/v1/photos?month=6", ""},
	{"list-year-month", "/v1/photos?year=2021&month=6&limit=5", ""},
	{"category-photos", "/v1/categories/3/photos", ""},
	{"timeline", "/v1/timeline", ""},
	{"timeline-month", "/v1/timeline/2021/6?limit=5", ""},
	{"categories", "/v1/categories?include_tree=true&include_stats=true", ""},
	{"tags", "/v1/tags", ""},
	{"cloud", "/v1/tags/cloud", ""},
	{"trending", "/v1/tags/trending?period=3650d", ""},
	{"search", "/v1/photos/search?q=" + library.RareWord, ""},
	{"dashboard", "/v1/dashboard/stats", ""},
	{"stats-photos-month", "/v1/stats/photos?group_by=month", ""},
	{"stats-photos-camera", "/v1/stats/photos?group_by=camera", ""},
	{"stats-photos-tag", "/v1/stats/photos?group_by=tag", ""},
	{"stats-photos-year-tag", "/v1/stats/photos?group_by=tag&year=2024", ""},
	{"stats-views", "/v1/stats/views?period=365d", ""},
	{"stats-storage", "/v1/stats/storage", ""},
}

// BenchmarkScale reads as an administrator, whose answers are never cached.
func BenchmarkScale(b *testing.B) {
	b.Run("sqlite", func(b *testing.B) {
		compare(b, open(b, small, ""), open(b, large(b), ""))
	})
	b.Run("postgres", func(b *testing.B) {
		compare(b, open(b, small, testservers.NewDatabase(b)), open(b, large(b), testservers.NewDatabase(b)))
	})
}

// service is a Vitrine that is asked in the same process.
type service struct {
	http.Handler
	tokens func() (string, error) // one is good for minutes, filling a library takes longer
}

func open(b *testing.B, photos int, database string) *service {
	b.Helper()
	cfg := library.Config(b.TempDir())
	cfg.DatabaseURL = database
	pictures, err := filepath.Glob("../../testdata/demo/[a-f]*.jpg")
	must(b, err)
	must(b, library.Fill(b.Context(), cfg, photos, pictures, func(int) {}))
	a, err := app.New(b.Context(), cfg, slog.New(slog.DiscardHandler))
	must(b, err)
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- a.Run(ctx) }()
	b.Cleanup(func() {
		stop()
		must(b, <-ended)
	})
	tokens, err := app.OperatorTokens(cfg)
	must(b, err)
	return &service{a.Handler(), tokens}
}

func must(b *testing.B, err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}

func compare(b *testing.B, few, many *service) {
	for _, read := range reads {
		b.Run(read.name, func(b *testing.B) {
			smallPath := read.path
			if read.smallPath != "" {
				smallPath = read.smallPath
			}
			var short, long []time.Duration
			var less, more int // bytes
			for b.Loop() {
				took, size := few.took(b, smallPath)
				short, less = append(short, took), size
				took, size = many.took(b, read.path)
				long, more = append(long, took), size
			}
			b.ReportMetric(0, "ns/op") // the sum of both says nothing
			b.ReportMetric(float64(median(long))/float64(median(short)), "large/small")
			b.ReportMetric(float64(median(long).Microseconds()), "large-µs")
			b.ReportMetric(float64(more)/float64(less), "bytes/bytes")
		})
	}
}

// took asks once, and returns how long the answer took and is.
func (s *service) took(b *testing.B, path string) (took time.Duration, size int) {
	b.Helper()
	r := httptest.NewRequestWithContext(b.Context(), http.MethodGet, path, nil)
	token, err := s.tokens()
	must(b, err)
	r.Header.Set("Authorization", "Bearer "+token)
	w := httptest.NewRecorder()
	begun := time.Now()
	s.ServeHTTP(w, r)
	took = time.Since(begun)
	if w.Code != http.StatusOK {
		b.Fatalf("%s answers %d: %s", path, w.Code, w.Body)
	}
	return took, w.Body.Len()
}

func median(times []time.Duration) time.Duration {
	slices.Sort(times)
	return times[len(times)/2]
}

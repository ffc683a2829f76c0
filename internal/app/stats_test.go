package app_test

import (
	"fmt"
	"testing"

	"github.com/vitrine-photos/vitrine/internal/app"
)

// What happens on the running service shows on the dashboard and in the
// statistics.
func TestStatistics(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, cfg app.Config) {
		cfg.StorageLimit = "2 GB"
		now := standstill()
		s := serveAt(t, cfg, now)
		photo := s.publish("Harbour", "boats")
		if a := s.get(fmt.Sprint("/v1/photos/", photo.ID)); a.status != 200 {
			t.Fatal(a.body)
		}
		s.must(s.stop()) // which writes the view
		s = serveAt(t, cfg, now)
		_, views, err := s.ViewStats(t.Context(), 1, "day")
		if err != nil || views != 1 {
			t.Errorf("%d views, %v", views, err)
		}
		d, err := s.Dashboard(t.Context(), 7)
		s.must(err)
		if d.Summary.TotalPhotos != 1 || d.Summary.TotalViews != 1 || d.Recent.NewPhotos != 1 || d.Recent.NewViews != 1 || len(d.Trends.Uploads) != 7 {
			t.Errorf("got %+v", d)
		}
		if len(d.Popular.Photos) != 1 || d.Popular.Photos[0].ViewCount != 1 {
			t.Errorf("popular: %+v", d.Popular)
		}
		for _, part := range []string{"database", "cache_store", "storage", "queue"} {
			if d.SystemStatus[part] != "healthy" {
				t.Errorf("%s is %q", part, d.SystemStatus[part])
			}
		}
		tags, err := s.PhotoStats(t.Context(), "tag", now().UTC().Year())
		if err != nil || len(tags) != 1 || tags[0].Key != "boats" || tags[0].Count != 1 {
			t.Errorf("tags: %+v, %v", tags, err)
		}
		storage, err := s.StorageStats(t.Context())
		s.must(err)
		if k := storage.ByKind; storage.Limit != 2e9 || k.Originals == 0 || k.Derivatives == 0 || k.Database == 0 || storage.Used != k.Originals+k.Derivatives+k.Database {
			t.Errorf("storage: %+v", storage)
		}
	})
}

package client_test

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestStats(t *testing.T) {
	t.Parallel()
	c, requests := answering(t, http.StatusOK, `{"success":true,"data":{"summary":{"total_photos":3,"storage_limit":50},"recent":{"period":"7d"},
		"trends":{"uploads":[{"date":"2026-05-31","count":2}]},"popular":{"categories":[{"name":"Sea","count":2,"percentage":100}],"photos":[{"id":4}]},
		"system_status":{"queue":"healthy"},"total":5,"items":[{"key":"2026","date":"2026-05","count":5}],
		"storage_used":9,"by_kind":{"database":4},"by_type":[{"mime_type":"image/webp","files":1,"bytes":5}]}}`)
	d, err := c.Dashboard(t.Context(), 7)
	if err != nil || d.Summary.TotalPhotos != 3 || d.Recent.Period != "7d" || d.Trends.Uploads[0].Count != 2 ||
		d.Popular.Categories[0].Percentage != 100 || d.Popular.Photos[0].ID != 4 || d.SystemStatus["queue"] != "healthy" {
		t.Errorf("dashboard: %+v, %v", d, err)
	}
	photos, err := c.PhotoStats(t.Context(), "tag", 2026)
	if err != nil || photos[0].Key != "2026" || photos[0].Count != 5 {
		t.Errorf("photos: %+v, %v", photos, err)
	}
	views, total, err := c.ViewStats(t.Context(), 60, "month")
	if err != nil || total != 5 || views[0].Date != "2026-05" {
		t.Errorf("views: %+v, %v", views, err)
	}
	storage, err := c.StorageStats(t.Context())
	if err != nil || storage.Used != 9 || storage.ByKind.Database != 4 || storage.ByType[0].Files != 1 {
		t.Errorf("storage: %+v, %v", storage, err)
	}
	want := []string{
		"GET /v1/dashboard/stats?period=7d", "GET /v1/stats/photos?group_by=tag&year=2026",
		"GET /v1/stats/views?group_by=month&period=60d", "GET /v1/stats/storage",
	}
	if diff := cmp.Diff(want, *requests); diff != "" {
		t.Error(diff)
	}
}

package client_test

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine/client"
)

func TestCache(t *testing.T) {
	t.Parallel()
	c, requests := answering(t, http.StatusOK, `{"success":true,"data":{"cleared":{"photos":2},"warmed":{"tag_cloud":1},
		"cache_store":{"connected":true,"used_memory":"1.5 MB","total_keys":3,"hit_rate":0.5},"categories":{"tags":{"keys":1,"hit_rate":0.25}}}}`)
	cleared, err := c.ClearCache(t.Context(), "photos")
	if err != nil || cleared["photos"] != 2 {
		t.Errorf("got %v, %v", cleared, err)
	}
	warmed, err := c.WarmCache(t.Context())
	if err != nil || warmed["tag_cloud"] != 1 {
		t.Errorf("got %v, %v", warmed, err)
	}
	stats, err := c.CacheStats(t.Context())
	if err != nil || !stats.Store.Connected || stats.Store.TotalKeys != 3 || stats.Categories["tags"] != (client.CachePart{Keys: 1, HitRate: 0.25}) {
		t.Errorf("got %+v, %v", stats, err)
	}
	want := []string{
		`POST /v1/settings/cache/clear  {"confirm":true,"types":["photos"]}`, "POST /v1/settings/cache/warm  {}", "GET /v1/settings/cache/stats",
	}
	if diff := cmp.Diff(want, *requests); diff != "" {
		t.Error(diff)
	}
}

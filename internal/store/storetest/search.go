package storetest

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
)

func filter(audience vitrine.Audience) vitrine.PhotoFilter {
	return vitrine.PhotoFilter{Audience: audience, Page: vitrine.Page{Number: 1, Limit: 100}}
}

// testSearch finds photos by title, named by their titles.
func testSearch(t *testing.T, open Open) {
	a := newAlbum(t, open)
	insert := func(title, description, place string, private bool, tags ...string) {
		a.insert(&vitrine.Photo{
			Title: title, Description: description, Status: vitrine.PhotoPublished, UploadID: a.picture(),
			Location: vitrine.Location{City: &place, FromPicture: private},
		}, nil, tags...)
	}
	a.update(func(ctx context.Context, tx *store.Tx) error {
		secret := vitrine.NewTag("clandestine")
		secret.IsActive = false
		return tx.InsertTag(ctx, secret, false)
	})
	insert("Sunsets", "Running along the beach", "Zürich", false, "Golden Hour")
	insert("上海夜景", "外滩的灯光", "", false)
	insert("Café", "e.g. it's 'quoted' \"twice\" & (so) | on: * !", "Αθήνα", false, "clandestine")
	insert("東京タワー", "がか", "Москва", true)
	insert("हिन्दी", "서울 야경", "", false)

	tests := map[string][]string{
		"sunset": {"Sunsets"}, "SUNSETS": {"Sunsets"}, "suns": {"Sunsets"}, "unset": {},
		"beach run": {"Sunsets"}, "run beach": {"Sunsets"}, "run mountain": {}, "runn beach": {},
		"golden": {"Sunsets"}, "hour sunset": {"Sunsets"}, "zurich": {"Sunsets"}, "Zürich": {"Sunsets"}, "züri": {"Sunsets"},
		"夜景": {"上海夜景"}, "上海": {"上海夜景"}, "海夜": {"上海夜景"}, "夜": {"上海夜景"}, "景夜": {}, "上海 灯光": {"上海夜景"}, "上海夜景": {"上海夜景"},
		"cafe": {"Café"}, "quoted": {"Café"}, "'quoted' \"twice\"": {"Café"}, "αθηνα": {"Café"}, "ΑΘΉΝΑ": {"Café"},
		"タワー": {"東京タワー"}, "ヷ": {}, "か": {"東京タワー"}, "が": {"東京タワー"}, "がか": {"東京タワー"}, "かが": {},
		"हिन्दी": {"हिन्दी"}, "न्दी": {}, "हिन्": {"हिन्दी"}, "야경": {"हिन्दी"}, "서": {"हिन्दी"},
		"москва": {}, "clandestine": {}, "!!!": {}, "x') OR (1=1": {}, "* : &": {},
	}
	for query, want := range tests {
		f := filter(vitrine.AudiencePublic)
		f.Search = query
		if diff := cmp.Diff(want, a.titles(f)); diff != "" {
			t.Errorf("%q finds (-want +got):\n%s", query, diff)
		}
	}
	editor := filter(vitrine.AudienceEditor)
	editor.Search = "москва"
	if diff := cmp.Diff([]string{"東京タワー"}, a.titles(editor)); diff != "" {
		t.Errorf("an editor finds by a hidden place (-want +got):\n%s", diff)
	}
}

func (a *album) titles(f vitrine.PhotoFilter) []string {
	a.Helper()
	page, err := a.db.PhotoPage(a.Context(), f)
	if err != nil {
		a.Fatalf("%q: %v", f.Search, err)
	}
	titles := []string{}
	for _, photo := range page.Photos {
		titles = append(titles, photo.Title)
	}
	return titles
}

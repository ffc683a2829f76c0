package vitrine_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine"
)

func event(t *testing.T, kind vitrine.EventType, data any) *vitrine.Event {
	t.Helper()
	text, err := json.Marshal(data)
	if err != nil {
		t.Fatal(err)
	}
	return &vitrine.Event{Type: kind, Data: text}
}

// dataAt returns what subscribers of a site are told.
func dataAt(t *testing.T, e *vitrine.Event, site string) map[string]any {
	t.Helper()
	data, err := e.DataAt(site)
	if err != nil {
		t.Fatal(err)
	}
	var told map[string]any
	if err := json.Unmarshal(data, &told); err != nil {
		t.Fatal(err)
	}
	return told
}

func TestEventAddresses(t *testing.T) {
	t.Parallel()
	const key = "9ac1be43430b27dfa04cde0c44397f55224066658d07582ce79d1f09213f3f75"
	thumb := vitrine.Rendition{Name: vitrine.ThumbSmall, Key: key, MIMEType: "image/jpeg"}
	photo := &vitrine.Photo{
		ID: 1, Title: "/media/" + key + ".jpg", CreatedAt: time.Unix(1, 0).UTC(), Public: true,
		Renditions: []vitrine.Rendition{thumb, {Name: vitrine.Display, Key: "d"}, {Name: vitrine.WebP, Key: "w", MIMEType: "image/webp"}},
	}
	category := &vitrine.Category{ID: 2, CoverPhoto: &vitrine.CoverPhoto{ID: 1, Thumb: thumb, Public: true}}
	created, sorted := event(t, vitrine.PhotoCreated, vitrine.NewPhotoEvent(photo)), event(t, vitrine.CategoryCreated, vitrine.NewCategoryEvent(category))
	for site, want := range map[string]string{"": "", "https://photos.example.com": "https://photos.example.com"} {
		told := dataAt(t, created, site)
		formats := map[string]any{"thumb_small": want + "/media/" + key + ".jpg", "webp": want + "/media/w.webp"}
		if diff := cmp.Diff(formats, told["formats"]); diff != "" {
			t.Errorf("formats at %q (-want +got):\n%s", site, diff)
		}
		if told["title"] != photo.Title {
			t.Errorf("the title %v is taken for an address", told["title"])
		}
		cover, ok := dataAt(t, sorted, site)["cover_photo"].(map[string]any)
		if !ok || cover["thumb_url"] != want+"/media/"+key+".jpg" {
			t.Errorf("the cover at %q is %v", site, cover)
		}
	}
}

// A hidden photo's addresses run out, so none is told.
func TestEventsOfHiddenPhotos(t *testing.T) {
	t.Parallel()
	thumb := vitrine.Rendition{Name: vitrine.ThumbSmall, Key: "k", MIMEType: "image/jpeg"}
	photo := &vitrine.Photo{ID: 1, Renditions: []vitrine.Rendition{thumb}}
	category := &vitrine.Category{ID: 2, CoverPhoto: &vitrine.CoverPhoto{ID: 1, Thumb: thumb}}
	for _, e := range []*vitrine.Event{
		event(t, vitrine.PhotoUpdated, vitrine.NewPhotoEvent(photo)), event(t, vitrine.CategoryUpdated, vitrine.NewCategoryEvent(category)),
	} {
		if data, err := e.DataAt("https://photos.example.com"); err != nil || strings.Contains(string(data), "http") || strings.Contains(string(data), "/media") {
			t.Errorf("%s tells %s, %v", e.Type, data, err)
		}
	}
}

func TestEventsOfOtherKindsStay(t *testing.T) {
	t.Parallel()
	e := event(t, vitrine.UserLogin, map[string]string{"avatar_url": "/a"})
	if data, err := e.DataAt("https://photos.example.com"); err != nil || string(data) != `{"avatar_url":"/a"}` {
		t.Errorf("got %s, %v", data, err)
	}
}

package site_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-photos/vitrine"
)

// taken dates a photo.
func taken(at string) func(*vitrine.PhotoInput) {
	return func(in *vitrine.PhotoInput) {
		day, err := time.Parse(time.DateOnly, at)
		if err != nil {
			panic(err) // the test is written wrong
		}
		in.TakenAt = vitrine.Some(day)
	}
}

func (b *bench) happened(title, date string, photos ...*vitrine.Photo) {
	b.Helper()
	var related []int64
	for _, p := range photos {
		related = append(related, p.ID)
	}
	_, err := b.CreateTimelineEvent(b.Context(), b.editor, vitrine.TimelineEventInput{
		Title: vitrine.Some(title), Description: vitrine.Some("Of " + title), Date: vitrine.Some(date), RelatedPhotos: vitrine.Some(related),
	})
	b.must(err)
}

var bare = picture{width: 900, height: 600}

func TestTimeline(t *testing.T) {
	t.Parallel()
	b := newBench(t, home)
	if len(b.page("/").links("/timeline")) != 0 || len(b.page("/timeline").all("img")) != 0 {
		t.Error("an empty timeline is linked to, or shows pictures")
	}
	for i := range 8 {
		b.publish(fmt.Sprint("May ", i+1), bare, taken(fmt.Sprintf("2026-05-%02d", i+1)))
	}
	b.publish("April", bare, taken("2026-04-30"))
	old := b.publish("Old", bare, taken("2019-12-31"))
	b.publish("Undated", bare)
	hidden := b.publish("Hidden", bare, taken("2018-01-01"))
	b.hide(hidden)
	b.happened("Prize & <fame>", "2026-03-01", old, hidden)

	if got := b.page("/").links("/timeline"); !slices.Equal(got, []string{"/timeline"}) {
		t.Errorf("the navigation leads to %q", got)
	}
	page := b.page("/timeline")
	if got := page.links("/timeline/"); !slices.Equal(got, []string{"/timeline/2026/5", "/timeline/2026/4", "/timeline/2026/3"}) {
		t.Errorf("the months are %q", got)
	}
	var titles []string
	for _, img := range page.all("img") {
		titles = append(titles, img.attrs["alt"])
	}
	if want := []string{"May 8", "May 7", "May 6", "May 5", "May 4", "May 3", "April"}; !slices.Equal(titles, want) {
		t.Errorf("the months show %q", titles)
	}
	if when := page.one("time"); when.attrs["datetime"] != "2026-03-01" || when.text != "1 March 2026" || !slices.Contains(page.texts("bdi"), "Prize & <fame>") {
		t.Errorf("the event is not told of:\n%s", page.source)
	}
	if got := page.links("/timeline?"); !slices.Equal(got, []string{"/timeline?year=2019"}) {
		t.Errorf("the other years are %q", got)
	}
	other := b.page("/timeline?year=2019&x=y")
	if got := other.links("/timeline/"); !slices.Equal(got, []string{"/timeline/2019/12"}) || other.one("title").text != "Timeline 2019 — Portfolio" {
		t.Errorf("2019 has the months %q", got)
	}
	for path, want := range map[string]string{"/timeline?year=2026": "/timeline", "/zh/timeline?year=2019": "/zh/timeline?year=2019"} {
		if got := b.page(path).one("link", "rel", "canonical").attrs["href"]; got != home+want {
			t.Errorf("%s is %q for good", path, got)
		}
	}
	if got := b.page("/zh/timeline").texts("a", "href", "/zh/timeline/2026/5"); !slices.Equal(got, []string{"5月"}) {
		t.Errorf("May is %q in Chinese", got)
	}
	for _, path := range []string{"?year=2018", "?year=0", "?year=x", "?year=%00", "?year=99999999999999999999", "?year=-2026", "/", "/2026", "/2026/6", "/2026/05", "/2026/0", "/2018/1", "/x/y", "/2026/5/1"} {
		b.pageWith("/timeline"+path, http.StatusNotFound)
	}
}

func TestTimelineMonth(t *testing.T) {
	t.Parallel()
	b := newBench(t, home)
	b.settings.Display.PhotosPerPage = 2
	var photos []*vitrine.Photo
	for i := range 3 {
		photos = append(photos, b.publish(fmt.Sprint("May ", i+1), bare, taken(fmt.Sprintf("2026-05-%02d", i+1))))
	}
	b.publish("Earlier", bare, taken("2025-12-31"))
	b.hide(photos[0])
	b.happened("Opening </h2>", "2026-05-09", photos...)
	b.happened("Later", "2026-07-01")

	page := b.page("/timeline/2026/5")
	if got := page.texts("span", "class", "caption"); !slices.Equal(got, []string{"May 3", "May 2"}) || page.one("h1").text != "May 2026" {
		t.Errorf("%s shows %q", page.one("h1").text, got)
	}
	if got := page.one("h2").text; got != "Opening </h2>" || page.one("p", "class", "words").text != "Of Opening </h2>" {
		t.Errorf("the event is %q", got)
	}
	if got := len(page.all("img")); got != 4 || strings.Contains(page.source, photos[0].Title) {
		t.Errorf("there are %d pictures, want two of the month and two of the event", got)
	}
	if got := page.links("/timeline"); !slices.Equal(got, []string{"/timeline", "/timeline", "/timeline", "/timeline/2026/7", "/timeline/2025/12"}) {
		t.Errorf("the month leads to %q", got)
	}
	if got := b.page("/timeline/2026/7"); len(got.all("img")) != 0 || got.one("h2").text != "Later" {
		t.Errorf("a month with an event only shows\n%s", got.source)
	}
	b.publish("May 4", bare, taken("2026-05-04"))
	second := b.page("/timeline/2026/5?page=2")
	if got := second.texts("span", "class", "caption"); !slices.Equal(got, []string{"May 2"}) || len(second.all("h2")) != 0 {
		t.Errorf("the second page shows %q, and the events again: %v", got, len(second.all("h2")) != 0)
	}
	if got := second.one("link", "rel", "canonical").attrs["href"]; got != home+"/timeline/2026/5?page=2" {
		t.Errorf("it is %q for good", got)
	}
	b.pageWith("/timeline/2026/5?page=3", http.StatusNotFound)
}

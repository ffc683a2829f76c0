package site_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine-photos/vitrine"
)

func tagged(tags ...string) func(*vitrine.PhotoInput) {
	return func(in *vitrine.PhotoInput) { in.Tags = vitrine.Some(tags) }
}

func described(words string) func(*vitrine.PhotoInput) {
	return func(in *vitrine.PhotoInput) { in.Description = vitrine.Some(words) }
}

// found returns the titles that a search shows, without their marks.
func (d *document) found() (titles []string) {
	for _, label := range d.all("span", "class", "label") {
		titles = append(titles, label.text)
	}
	slices.Sort(titles)
	return titles
}

func TestSearch(t *testing.T) {
	t.Parallel()
	b := newBench(t, home)
	coast := b.gallery("Coast & co", nil)
	b.publish("One", bare, in(coast), tagged("Sea", "Harbour"), taken("2024-05-01"), described("the lighthouse of <Skagen>"))
	b.publish("Two", bare, tagged("Sea"), taken("2025-05-01"), described("a lighthouse"))
	b.publish("Three", bare, described("no such thing"))
	b.hide(b.publish("Hidden", bare, tagged("Secret"), described("lighthouse")))

	page := b.page("/search?q=lighthouse")
	if got := page.found(); !slices.Equal(got, []string{"One", "Two"}) || page.one("meta", "name", "robots").attrs["content"] != "noindex" {
		t.Errorf("found %q", got)
	}
	if got := page.texts("mark"); !slices.Equal(got, []string{"lighthouse", "lighthouse"}) || !strings.Contains(page.source, "&lt;Skagen&gt;") {
		t.Errorf("marked %q", got)
	}
	narrowed := page.links("/search?")
	want := []string{
		"/search?category=coast-co&q=lighthouse", "/search?q=lighthouse&tag=Sea", "/search?q=lighthouse&tag=Harbour",
		"/search?q=lighthouse&year=2025", "/search?q=lighthouse&year=2024",
	}
	if !slices.Equal(narrowed, want) {
		t.Errorf("it is narrowed by %q", narrowed)
	}
	for path, titles := range map[string][]string{
		want[0]: {"One"}, want[1]: {"One", "Two"}, want[2]: {"One"}, want[3]: {"Two"}, want[4]: {"One"},
		"/zh" + want[1] + "&tag=Harbour&year=2024": {"One"}, want[1] + "&year=2023": nil, "/search?q=nothing": nil,
		"/search?q=lighthouse&category=no/such": nil, "/search?q=lighthouse&tag=Secret": nil,
	} {
		if got := b.page(path).found(); !slices.Equal(got, titles) {
			t.Errorf("%s finds %q, want %q", path, got, titles)
		}
	}
	chosen := b.page(want[1]+"&year=2025").all("a", "class", "chosen")
	if len(chosen) != 2 || chosen[0].attrs["href"] != "/search?q=lighthouse&year=2025" || chosen[1].attrs["href"] != want[1] {
		t.Errorf("the filters are taken off by %+v", chosen)
	}
}

func TestSearchPages(t *testing.T) {
	t.Parallel()
	b := newBench(t, home)
	b.settings.Display.PhotosPerPage = 2
	for i := range 5 {
		b.publish(fmt.Sprint("Pier ", i), bare, tagged("Sea"))
	}
	first, second := b.page("/search?q=pier"), b.page("/search?q=pier&page=2")
	if first.linkTo("prev") != "" || first.linkTo("next") != "/search?q=pier&page=2" {
		t.Errorf("the first page leads to %q and %q", first.linkTo("prev"), first.linkTo("next"))
	}
	if second.linkTo("prev") != "/search?q=pier" || second.linkTo("next") != "/search?q=pier&page=3" || len(second.all("img")) != 2 {
		t.Errorf("the second page leads to %q and %q", second.linkTo("prev"), second.linkTo("next"))
	}
	b.pageWith("/search?q=pier&page=4", http.StatusNotFound)
	begin := b.page("/search")
	if got := begin.links("/t/"); !slices.Equal(got, []string{"/t/sea"}) || len(begin.all("img")) != 0 {
		t.Errorf("without words it leads to %q", got)
	}
}

// Whatever stands in the address, there is a page, and nothing of it is markup.
func TestSearchForAnything(t *testing.T) {
	t.Parallel()
	b := newBench(t, home)
	b.publish("Pier <b>", bare, tagged("Sea"), described("<mark>x</mark>"))
	for _, words := range []string{
		"<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "%", "\x00", "\xff\xfe", "' OR 1=1 --", "AND OR NOT NEAR(", "*", "\"",
		"(((", "title:pier", "{{.}}", "漁港", "\u202e", strings.Repeat("a", 5000), strings.Repeat("a b ", 2000), "😀", "100%",
	} {
		page := b.page("/search?q=" + url.QueryEscape(words))
		if got := page.one("input").attrs["value"]; len([]rune(got)) > vitrine.MaxName || !strings.HasPrefix(vitrine.Clean(words), got) {
			t.Errorf("%.40q became %.40q", words, got)
		}
	}
	for _, query := range []string{
		"q=pier&year=x", "q=pier&year=-5", "q=pier&year=99999999999999999999", "q=pier&category=x", "q=pier&category=%00%ff/", "q=pier&category=1&category=2",
		"q=pier&page=-1", "q=pier&page=x", "q[]=pier", "&&&==;", "%zz", "q=%zz", "tag=%00&q=pier", "q=pier" + strings.Repeat("&tag=x", 1000), "page=2",
		"q=pier&tag=" + strings.Repeat("x", 5000), "year=9999&q=pier", "q=pier&year=1",
	} {
		b.page("/search?" + query)
	}
	if got := b.page("/search?q=mark").texts("mark"); !slices.Equal(got, []string{"mark", "mark"}) {
		t.Errorf("marked %q of a text that holds marks", got)
	}
}

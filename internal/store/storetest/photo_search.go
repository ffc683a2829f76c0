package storetest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// searched is a photo that a search found, as these tests name it.
type searched struct {
	Title string
	Score float64
}

func searchFor(query string) vitrine.SearchFilter {
	return vitrine.SearchFilter{Query: query, Page: vitrine.Page{Number: 1, Limit: 100}}
}

func (a *album) search(f vitrine.SearchFilter) vitrine.SearchResult {
	a.Helper()
	result, err := a.db.SearchPhotos(a.Context(), f)
	if err != nil {
		a.Fatalf("%+v: %v", f, err)
	}
	return result
}

// found names what a search finds in its order, by titles.
func (a *album) found(f vitrine.SearchFilter) []string {
	a.Helper()
	titles := []string{}
	for _, p := range a.search(f).Photos {
		titles = append(titles, p.Title)
	}
	return titles
}

// show adds a photo that the public sees.
func (a *album) show(p *vitrine.Photo, categories []int64, tags ...string) {
	a.Helper()
	p.Status, p.UploadID = vitrine.PhotoPublished, a.picture()
	a.insert(p, categories, tags...)
}

// testSearchOrder: the same photos in the same order with the same scores.
func testSearchOrder(t *testing.T, open Open) {
	a := newAlbum(t, open)
	harbour, town := "Harbour", "harbour town"
	a.show(&vitrine.Photo{Title: "In the place", Location: vitrine.Location{City: &town}}, nil)
	a.show(&vitrine.Photo{Title: "Harbour in all", Description: "the harbour", Location: vitrine.Location{City: &harbour}}, nil, "Harbour")
	a.show(&vitrine.Photo{Title: "In the text", Description: "down at the harbour with mist"}, nil)
	a.show(&vitrine.Photo{Title: "Harbour"}, nil)
	a.show(&vitrine.Photo{Title: "On a tag"}, nil, "harbours")
	a.show(&vitrine.Photo{Title: "Harbouring"}, nil)
	a.show(&vitrine.Photo{Title: "Harbourage"}, nil)
	a.show(&vitrine.Photo{Title: "Misty harbour"}, nil)
	a.show(&vitrine.Photo{Title: "Elsewhere"}, nil)
	a.show(&vitrine.Photo{Title: "夜の港", Description: "横浜の夜景"}, nil, "港")

	for query, want := range map[string][]searched{
		"harbour": {
			{"Harbour in all", 1},
			{"Misty harbour", 0.5333},
			{"Harbouring", 0.5333},
			{"Harbour", 0.5333},
			{"Harbourage", 0.48},
			{"On a tag", 0.2667},
			{"In the text", 0.1333},
			{"In the place", 0.0667},
		},
		"harb": {
			{"Harbour in all", 0.9},
			{"Misty harbour", 0.48},
			{"Harbourage", 0.48},
			{"Harbouring", 0.48},
			{"Harbour", 0.48},
			{"On a tag", 0.24},
			{"In the text", 0.12},
			{"In the place", 0.06},
		},
		"harbour mist": {{"Misty harbour", 0.5067}, {"In the text", 0.1333}},
		"mist harbour": {{"In the text", 0.1333}},
		"港":            {{"夜の港", 0.8}}, "夜景": {{"夜の港", 0.1333}}, "夜": {{"夜の港", 0.6667}},
		"nothing": nil, "…": nil,
	} {
		result := a.search(searchFor(query))
		var got []searched
		for _, p := range result.Photos {
			got = append(got, searched{p.Title, p.Score})
		}
		if diff := cmp.Diff(want, got); diff != "" || result.Total != len(want) {
			t.Errorf("%q finds %d (-want +got):\n%s", query, result.Total, diff)
		}
	}
	a.checkPages("harbour", 8)
}

// checkPages compares the whole of what a search finds with its pages.
func (a *album) checkPages(query string, total int) {
	a.Helper()
	whole, paged := a.found(searchFor(query)), []string{}
	for page := range 4 {
		f := searchFor(query)
		f.Page = vitrine.Page{Number: page + 1, Limit: 3}
		if n := a.search(f).Total; n != total {
			a.Errorf("page %d counts %d, want %d", page+1, n, total)
		}
		paged = append(paged, a.found(f)...)
	}
	if diff := cmp.Diff(whole, paged); diff != "" {
		a.Errorf("the pages together (-whole +paged):\n%s", diff)
	}
}

// walks fills an album with three photos of walks for testSearchFilters.
func (a *album) walks() (travel, japan, secret int64) {
	a.Helper()
	travel = a.category("travel", 0, true)
	japan = a.category("japan", travel, true)
	secret = a.category("secret", 0, false)
	at := func(text string) *time.Time {
		when, err := time.Parse(time.RFC3339, text)
		if err != nil {
			a.Fatal(err)
		}
		return &when
	}
	z6, leica, fifty, kyoto, odd := "NIKON Z 6_2", "Leica M10", "50mm f/1.8", "Kyōto", "100%"
	a.show(&vitrine.Photo{
		Title: "One", Description: "walk", TakenAt: at("2026-05-31T14:30:00Z"), TakenOffset: 9 * time.Hour,
		EXIF: vitrine.EXIF{Camera: &z6, Lens: &fifty}, Location: vitrine.Location{City: &kyoto},
	}, []int64{japan}, "Street", "Night")
	a.show(&vitrine.Photo{
		Title: "Two", Description: "walk", TakenAt: at("2026-05-31T15:30:00Z"), TakenOffset: 9 * time.Hour,
		EXIF: vitrine.EXIF{Camera: &leica}, Location: vitrine.Location{Name: &odd, City: &kyoto, FromPicture: true},
	}, []int64{travel}, "Street")
	a.show(&vitrine.Photo{Title: "Three", Description: "walk"}, []int64{secret}, "Night", "Harbour Town")
	return travel, japan, secret
}

// testSearchFilters: each filter narrows, and all together.
func testSearchFilters(t *testing.T, open Open) {
	a := newAlbum(t, open)
	travel, japan, secret := a.walks()
	for name, tt := range map[string]struct {
		narrow func(*vitrine.SearchFilter)
		want   []string
	}{
		"all":               {func(*vitrine.SearchFilter) {}, []string{"Three", "Two", "One"}},
		"category":          {func(f *vitrine.SearchFilter) { f.CategoryID = travel }, []string{"Two", "One"}},
		"one below":         {func(f *vitrine.SearchFilter) { f.CategoryID = japan }, []string{"One"}},
		"hidden category":   {func(f *vitrine.SearchFilter) { f.CategoryID = secret }, []string{}},
		"no category":       {func(f *vitrine.SearchFilter) { f.CategoryID = -1 }, []string{}},
		"tag":               {func(f *vitrine.SearchFilter) { f.Tags = []string{"NIGHT"} }, []string{"Three", "One"}},
		"tags":              {func(f *vitrine.SearchFilter) { f.Tags = []string{"street", "night"} }, []string{"One"}},
		"tag by slug":       {func(f *vitrine.SearchFilter) { f.Tags = []string{"harbour-town"} }, []string{"Three"}},
		"unknown tag":       {func(f *vitrine.SearchFilter) { f.Tags = []string{"street", "nope"} }, []string{}},
		"camera":            {func(f *vitrine.SearchFilter) { f.Camera = "nikon z" }, []string{"One"}},
		"camera literally":  {func(f *vitrine.SearchFilter) { f.Camera = "6_" }, []string{"One"}},
		"camera no pattern": {func(f *vitrine.SearchFilter) { f.Camera = "M_0" }, []string{}},
		"lens":              {func(f *vitrine.SearchFilter) { f.Lens = "F/1.8" }, []string{"One"}},
		"location":          {func(f *vitrine.SearchFilter) { f.Location = "KYOT" }, []string{"One"}},
		"shown places":      {func(f *vitrine.SearchFilter) { f.Location, f.HiddenPlaces = "yōto", true }, []string{"Two", "One"}},
		"place with %":      {func(f *vitrine.SearchFilter) { f.Location, f.HiddenPlaces = "0%", true }, []string{"Two"}},
		"local day":         {func(f *vitrine.SearchFilter) { f.From = dayOf(2026, 6, 1) }, []string{"Two"}},
		"until a day":       {func(f *vitrine.SearchFilter) { f.To = dayOf(2026, 5, 31) }, []string{"One"}},
		"one day":           {func(f *vitrine.SearchFilter) { f.From, f.To = dayOf(2026, 5, 31), dayOf(2026, 5, 31) }, []string{"One"}},
		"together": {func(f *vitrine.SearchFilter) {
			f.CategoryID, f.Tags, f.Camera, f.Location, f.From = travel, []string{"street"}, "z", "kyo", dayOf(2026, 1, 1)
		}, []string{"One"}},
	} {
		f := searchFor("walk")
		tt.narrow(&f)
		if diff := cmp.Diff(tt.want, a.found(f)); diff != "" {
			t.Errorf("%s finds (-want +got):\n%s", name, diff)
		}
	}
	f := searchFor("kyoto")
	for _, places := range []bool{false, true} {
		f.HiddenPlaces = places
		if got := len(a.found(f)); (got == 2) != places || got == 0 {
			t.Errorf("with the places of pictures shown %v, the public finds %d by them", places, got)
		}
	}
}

func dayOf(year int, month time.Month, day int) time.Time {
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

// testFacets: they count all that was found, and for the public nothing else.
func testFacets(t *testing.T, open Open) {
	a := newAlbum(t, open)
	travel := a.category("travel", 0, true)
	japan := a.category("japan", travel, true)
	osaka := a.category("osaka", japan, true)
	secret := a.category("secret", travel, false)
	taken := time.Date(2025, 12, 31, 20, 0, 0, 0, time.UTC)
	a.show(&vitrine.Photo{Title: "walk 1", TakenAt: &taken, TakenOffset: 9 * time.Hour}, []int64{osaka, travel}, "Street")
	a.show(&vitrine.Photo{Title: "walk 2", TakenAt: &taken}, []int64{japan, osaka}, "Street", "Quiet")
	a.show(&vitrine.Photo{Title: "walk 3"}, []int64{secret}, "Night")
	a.show(&vitrine.Photo{Title: "else"}, []int64{japan}, "Street", "Else")
	a.insert(&vitrine.Photo{Title: "walk, a draft", Status: vitrine.PhotoDraft}, []int64{japan}, "Street", "Hidden")
	a.update(func(ctx context.Context, tx *store.Tx) error {
		page, err := tx.TagPage(ctx, vitrine.TagFilter{Audience: vitrine.AudienceEditor, Page: vitrine.Page{Number: 1, Limit: 100}}, tx.Now)
		if err != nil {
			return err
		}
		quiet := page.Tags[slices.IndexFunc(page.Tags, func(t *vitrine.Tag) bool { return t.Name == "Quiet" })]
		quiet.IsActive = false
		return tx.UpdateTag(ctx, quiet)
	})
	f := searchFor("walk")
	f.Page.Limit = 1
	a.wantFacets("the public", f, "travel 3, japan 2, osaka 2; Street 2, Night 1; 2026 1, 2025 1")
	f.Audience = vitrine.AudienceEditor
	a.wantFacets("an editor", f, "travel 4, japan 3, osaka 2, secret 1; Street 3, Quiet 1, Night 1, Hidden 1; 2026 1, 2025 1")

	a.update(func(ctx context.Context, tx *store.Tx) error {
		c, err := tx.Category(ctx, japan, vitrine.AudienceEditor)
		if err != nil {
			return err
		}
		c.ParentID = nil
		return tx.UpdateCategory(ctx, c)
	})
	f.Audience = vitrine.AudiencePublic
	a.wantFacets("the public after a move", f, "travel 2, japan 2, osaka 2; Street 2, Night 1; 2026 1, 2025 1")
	f.CategoryID = travel
	if n := a.search(f).Total; n != 2 {
		t.Errorf("after the move %d are found in travel, want 2", n)
	}
	a.update(func(ctx context.Context, tx *store.Tx) error { return tx.DeleteCategory(ctx, osaka) })
	f.CategoryID = 0
	a.wantFacets("the public after a deletion", f, "travel 2, japan 1; Street 2, Night 1; 2026 1, 2025 1")
}

// wantFacets compares facets as they are written in one line. Of equals in a
// list, the order does not matter.
func (a *album) wantFacets(who string, f vitrine.SearchFilter, want string) {
	a.Helper()
	facets := a.search(f).Facets
	var categories, tags, years []string
	for _, c := range facets.Categories {
		categories = append(categories, fmt.Sprint(c.Name, " ", c.Count))
	}
	for _, t := range facets.Tags {
		tags = append(tags, fmt.Sprint(t.Name, " ", t.Count))
	}
	for _, y := range facets.Years {
		years = append(years, fmt.Sprint(y.Year, " ", y.Count))
	}
	got := strings.Join([]string{strings.Join(categories, ", "), strings.Join(tags, ", "), strings.Join(years, ", ")}, "; ")
	if got != want || facets.Approximate {
		a.Errorf("facets for %s:\ngot  %s (approximate: %v)\nwant %s", who, got, facets.Approximate, want)
	}
}

// testHostileSearch: whatever is written, it is words or nothing.
func testHostileSearch(t *testing.T, open Open) {
	a := newAlbum(t, open)
	a.show(&vitrine.Photo{Title: "Harbour OR near", Description: "title marks p t1 c1"}, nil, "NOT")
	for query, want := range map[string]int{
		`"`: 0, `'`: 0, `\`: 0, `*`: 0, `harbour*`: 1, `"harbour`: 1, `harbour"`: 1, `title:harbour`: 1, `-harbour`: 1,
		`NEAR(harbour, 2)`: 0, `harbour OR nothing`: 0, `harbour NOT`: 1, `or`: 1, `AND`: 0, `{title} : harbour`: 1, `^harbour`: 1,
		"\uE000p": 1, "\uE000t1": 1, "\uE000": 0, "harbour\x00near": 1, "(((((((": 0, "harbour:*ABCD": 0, "a & b | !c <-> d": 0,
		"'; DROP TABLE photos; --": 0, "$1 ?2 @p :x": 0, "عربي": 0, "\u202Eharbour": 1, "\xff\xfe": 0, "e\u0301\u0301\u0301": 0,
		strings.Repeat("harbour ", 1250): 1, strings.Repeat("x", 10_000): 0, strings.Repeat("日本", 100): 0, strings.Repeat("( OR ", 2000): 1,
		"𐐷𐐷 𞤀𞤣": 0, "\U0001E6C0\u0CDC": 0, "👩‍🚀": 0, "½ ﬁ ①": 0,
	} {
		if got := a.search(searchFor(query)); got.Total != want {
			t.Errorf("%.40q finds %d, want %d", query, got.Total, want)
		}
		f := filter(vitrine.AudiencePublic)
		f.Search = query
		if _, got := a.list(f); got != want {
			t.Errorf("the list by %.40q has %d, want %d", query, got, want)
		}
	}
}

// checkSearch compares what a search finds with what a look at all photos says,
// and its facets, so that none counts what the audience does not see.
func (w *world) checkSearch(rt *rapid.T, f vitrine.PhotoFilter) {
	s := vitrine.SearchFilter{Audience: f.Audience, Page: vitrine.Page{Number: 1, Limit: 100}, Query: f.Search, CategoryID: f.CategoryID}
	if s.Query == "" {
		s.Query = "img"
	}
	if f.Tag != "" {
		s.Tags = []string{f.Tag}
	}
	if f.Year != 0 {
		s.From, s.To = dayOf(f.Year, 1, 1), dayOf(f.Year, 12, 31)
	}
	same := vitrine.PhotoFilter{Audience: f.Audience, Search: s.Query, CategoryID: f.CategoryID, Tag: f.Tag, Year: f.Year}
	matching := slices.DeleteFunc(w.seen(f.Audience), func(m *model) bool { return !w.matches(m, same) })
	want := map[string]int{}
	for _, m := range matching {
		want[fmt.Sprint("photo ", m.ID)] = 1
		if m.TakenAt != nil {
			want[fmt.Sprint("year ", m.LocalTakenAt().Year())]++
		}
		for _, tag := range m.tags {
			if f.Audience == vitrine.AudienceEditor || tag != "Inactive" {
				want["tag "+tag]++
			}
		}
		for category := range w.tree {
			if w.isIn(m, category, true) && (f.Audience == vitrine.AudienceEditor || !w.hidden[category]) {
				want[fmt.Sprint("category ", category)]++
			}
		}
	}
	result, err := w.db.SearchPhotos(w.Context(), s)
	if err != nil {
		rt.Fatalf("%+v: %v", s, err)
	}
	if diff := cmp.Diff(want, countsOf(result)); diff != "" || result.Total != len(matching) {
		rt.Errorf("%+v\nfinds %d, want %d (-want +got):\n%s", s, result.Total, len(matching), diff)
	}
}

// countsOf names what a search has found, and all its facets.
func countsOf(result vitrine.SearchResult) map[string]int {
	counts := map[string]int{}
	for _, p := range result.Photos {
		counts[fmt.Sprint("photo ", p.ID)]++
	}
	for _, c := range result.Facets.Categories {
		counts[fmt.Sprint("category ", c.ID)] = c.Count
	}
	for _, t := range result.Facets.Tags {
		counts["tag "+t.Name] = t.Count
	}
	for _, y := range result.Facets.Years {
		counts[fmt.Sprint("year ", y.Year)] = y.Count
	}
	return counts
}

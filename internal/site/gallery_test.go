package site_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine-photos/vitrine"
)

// gallery adds a category.
func (b *bench) gallery(name string, parent *vitrine.Category, change ...func(*vitrine.CategoryInput)) *vitrine.Category {
	b.Helper()
	in := vitrine.CategoryInput{Name: vitrine.Some(name)}
	if parent != nil {
		in.ParentID = vitrine.Some(parent.ID)
	}
	for _, c := range change {
		c(&in)
	}
	c, err := b.CreateCategory(b.Context(), vitrine.Actor{UserID: b.editor.UserID, Role: vitrine.RoleAdmin}, in)
	b.must(err)
	return c
}

// in puts a photo into galleries.
func in(galleries ...*vitrine.Category) func(*vitrine.PhotoInput) {
	return func(input *vitrine.PhotoInput) {
		var refs []vitrine.CategoryRef
		for _, g := range galleries {
			refs = append(refs, vitrine.CategoryRef{ID: g.ID})
		}
		input.Categories = vitrine.Some(refs)
	}
}

// Galleries are reached from the navigation and the home page, show what is in
// them and below, and lead up and down.
func TestGalleries(t *testing.T) {
	t.Parallel()
	b := newBench(t, "https://photos.example.com")
	travel := b.gallery("Travel & co", nil, func(in *vitrine.CategoryInput) {
		in.Description, in.SEOTitle = vitrine.Some("Far away"), vitrine.Some("Travels")
	})
	japan := b.gallery("日本", travel, func(in *vitrine.CategoryInput) { in.IsFeatured = vitrine.Some(true) })
	b.gallery("Empty", nil)
	b.publish("Night train", photograph(), in(travel))
	b.publish("Ferry", photograph(), in(japan))

	home := b.page("/")
	if got := home.links("/c/"); !slices.Equal(got, []string{"/c/travel-co", "/c/travel-co/%E6%97%A5%E6%9C%AC"}) {
		t.Errorf("the home page leads to %q", got)
	}
	page := b.page("/c/travel-co")
	if got := page.texts("span", "class", "caption"); !slices.Equal(got, []string{"Ferry", "Night train"}) {
		t.Errorf("the gallery shows %q", got)
	}
	if page.one("h1").text != "Travel & co" || page.one("title").text != "Travels — Portfolio" || page.one("p", "class", "words").text != "Far away" {
		t.Errorf("the gallery says\n%s", page.source)
	}
	below := b.page("/c/travel-co/%E6%97%A5%E6%9C%AC")
	if got := below.links("/c/travel-co"); !slices.Contains(got, "/c/travel-co") {
		t.Errorf("there is no way up: %q", got)
	}
	if got := below.one("link", "rel", "canonical").attrs["href"]; got != "https://photos.example.com/c/travel-co/%E6%97%A5%E6%9C%AC" {
		t.Errorf("the address for good is %q", got)
	}
	for _, path := range []string{"/c/empty/x", "/c/", "/c/travel-co/", "/c/japan", "/c/%ff", "/c/travel-co?page=2", "/t/none", "/t/%00"} {
		b.pageWith(path, http.StatusNotFound)
	}
	if got := b.page("/galleries").links("/c/"); !slices.Equal(got, []string{"/c/travel-co", "/c/travel-co"}) {
		t.Errorf("all galleries are %q", got)
	}
}

// What is hidden hides its gallery too, wherever that is named.
func TestHiddenGallery(t *testing.T) {
	t.Parallel()
	b := newBench(t, "")
	secret := b.gallery("Secret", nil, func(in *vitrine.CategoryInput) {
		in.IsActive, in.IsFeatured = vitrine.Some(false), vitrine.Some(true)
	})
	b.publish("Shown", photograph(), in(secret))
	for _, path := range []string{"/", "/galleries", "/p/shown", "/about"} {
		if page := b.page(path); strings.Contains(page.source, "ecret") {
			t.Errorf("%s tells of a hidden gallery:\n%s", path, page.source)
		}
	}
	b.pageWith("/c/secret", http.StatusNotFound)
}

// The site's own words are in the language of the address, and the page names
// itself in the others.
func TestLanguages(t *testing.T) {
	t.Parallel()
	b := newBench(t, "https://photos.example.com")
	b.publish("Pier", photograph(), in(b.gallery("Coast", nil)))
	for _, path := range []string{"/", "/p/pier", "/c/coast", "/about", "/galleries"} {
		english, chinese := b.page(path), b.page("/zh"+path)
		if english.one("html").attrs["lang"] != "en" || chinese.one("html").attrs["lang"] != "zh-CN" {
			t.Errorf("%s: the languages are %v and %v", path, english.one("html").attrs, chinese.one("html").attrs)
		}
		for _, page := range []*document{english, chinese} {
			for tag, want := range map[string]string{"en": path, "x-default": path, "zh-CN": "/zh" + path} {
				if got := page.one("link", "hreflang", tag).attrs["href"]; got != "https://photos.example.com"+want {
					t.Errorf("%s in %s is said to be at %q", path, tag, got)
				}
			}
		}
		for _, link := range chinese.links("/") {
			if !strings.HasPrefix(link, "/zh/") && link != path {
				t.Errorf("/zh%s leads out of its language to %s", path, link)
			}
		}
	}
	if w := b.ask(http.MethodGet, "/zh"); w.Code != http.StatusMovedPermanently && w.Code != http.StatusTemporaryRedirect || w.Header().Get("Location") != "/zh/" {
		t.Errorf("/zh answers %d %v", w.Code, w.Header())
	}
	if got := b.pageWith("/zh/p/none", http.StatusNotFound).one("h1").text; got != "此页面未展出" {
		t.Errorf("the Chinese 404 says %q", got)
	}
}

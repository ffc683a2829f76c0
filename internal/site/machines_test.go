package site_test

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine-photos/vitrine"
)

const home = "https://photos.example.com"

// read returns a document that must be there.
func (b *bench) read(target, contentType string) []byte {
	b.Helper()
	w := b.ask(http.MethodGet, target)
	if w.Code != http.StatusOK || !strings.HasPrefix(w.Header().Get("Content-Type"), contentType) {
		b.Fatalf("%s answers %d %v: %s", target, w.Code, w.Header(), w.Body)
	}
	return w.Body.Bytes()
}

func (b *bench) readJSON(target, contentType string, v any) {
	b.Helper()
	b.must(json.Unmarshal(b.read(target, contentType), v))
}

func (b *bench) readXML(target, contentType string, v any) {
	b.Helper()
	b.must(xml.Unmarshal(b.read(target, contentType), v))
}

func (b *bench) hide(photo *vitrine.Photo) {
	b.Helper()
	_, err := b.UpdatePhoto(b.Context(), b.editor, photo.ID, vitrine.PhotoInput{Status: vitrine.Some(vitrine.PhotoDraft)}, nil)
	b.must(err)
}

func TestFeeds(t *testing.T) {
	t.Parallel()
	b := newBench(t, home)
	b.settings.General = vitrine.GeneralSettings{SiteTitle: "A & B", SiteAuthor: "Zoë"}
	b.publish("Old", photograph())
	b.hide(b.publish("Hidden", photograph()))
	newest := b.publish("Salt & <light>", photograph(), func(in *vitrine.PhotoInput) { in.Description = vitrine.Some("</p><script>") })

	var atom struct {
		Title   string `xml:"title"`
		Updated string `xml:"updated"`
		Entries []struct {
			ID      string `xml:"id"`
			Title   string `xml:"title"`
			Content string `xml:"content"`
		} `xml:"entry"`
	}
	b.readXML("/feed.atom", "application/atom+xml", &atom)
	if len(atom.Entries) != 2 || atom.Title != "A & B" || atom.Entries[0].Title != newest.Title || atom.Entries[0].ID != home+"/p/"+newest.Slug {
		t.Errorf("the Atom feed is %+v", atom)
	}
	if content := atom.Entries[0].Content; strings.Contains(content, "<script>") || !strings.Contains(content, home+"/media/") {
		t.Errorf("the content is %s", content)
	}
	if want := newest.UpdatedAt.Format("2006-01-02T15:04:05Z"); atom.Updated != want {
		t.Errorf("updated at %s, want %s", atom.Updated, want)
	}
	var feed struct {
		Version string
		Items   []struct{ ID, Title, Image string }
	}
	b.readJSON("/feed.json", "application/feed+json", &feed)
	if len(feed.Items) != 2 || feed.Items[0].Title != newest.Title || !strings.HasPrefix(feed.Items[0].Image, home+"/media/") {
		t.Errorf("the JSON feed is %+v", feed)
	}
	for _, link := range b.page("/").all("link", "rel", "alternate") {
		if strings.HasPrefix(link.attrs["type"], "application/") {
			b.read(link.attrs["href"], link.attrs["type"])
		}
	}
}

func TestSitemap(t *testing.T) {
	t.Parallel()
	b := newBench(t, home)
	coast := b.gallery("Coast", nil)
	b.gallery("Empty", nil)
	shown := b.publish("漁港", photograph(), in(coast), func(in *vitrine.PhotoInput) { in.Tags = vitrine.Some([]string{"Sea side"}) })
	b.hide(b.publish("Hidden", photograph(), func(in *vitrine.PhotoInput) { in.Tags = vitrine.Some([]string{"Secret"}) }))
	type locations struct {
		Files []string `xml:"sitemap>loc"`
		Pages []string `xml:"url>loc"`
	}
	var index, pages, photos locations
	b.readXML("/sitemap.xml", "application/xml", &index)
	if want := []string{home + "/sitemap/pages.xml", home + "/sitemap/photos-1.xml"}; !slices.Equal(index.Files, want) {
		t.Fatalf("the map names %q", index.Files)
	}
	b.readXML("/sitemap/pages.xml", "application/xml", &pages)
	if want := []string{home + "/", home + "/galleries", home + "/about", home + "/c/coast", home + "/t/sea-side", home + "/timeline", home + "/timeline/2026/5"}; !slices.Equal(pages.Pages, want) {
		t.Errorf("the pages are %q", pages.Pages)
	}
	b.readXML("/sitemap/photos-1.xml", "application/xml", &photos)
	if want := []string{home + "/p/" + url.PathEscape(shown.Slug)}; !slices.Equal(photos.Pages, want) {
		t.Errorf("the photos are %q", photos.Pages)
	}
	for _, page := range append(pages.Pages, photos.Pages...) {
		b.page(strings.TrimPrefix(page, home))
	}
	for _, path := range []string{"/sitemap/photos-2.xml", "/sitemap/photos-0.xml", "/sitemap/photos-x.xml", "/sitemap/other.xml", "/sitemap/"} {
		if w := b.ask(http.MethodGet, path); w.Code != http.StatusNotFound {
			t.Errorf("%s answers %d", path, w.Code)
		}
	}
	if !strings.Contains(string(b.read("/robots.txt", "text/plain")), "Sitemap: "+home+"/sitemap.xml") {
		t.Error("robots are not told of the map")
	}
}

func TestRobotsLeaveOriginalsAlone(t *testing.T) {
	t.Parallel()
	for _, offered := range []bool{false, true} {
		b := newBench(t, home)
		b.settings.Display.AllowOriginalDownload = offered
		kept := strings.Contains(string(b.read("/robots.txt", "text/plain")), "\nDisallow: /media/originals/\n")
		if kept != offered {
			t.Errorf("with originals offered %t, robots are kept off them %t", offered, kept)
		}
	}
}

func TestOEmbed(t *testing.T) {
	t.Parallel()
	b := newBench(t, home)
	photo := b.publish("Pier", photograph())
	hidden := b.publish("Hidden", photograph())
	b.hide(hidden)
	type answer struct {
		Version, Type, Title, URL string
		Width, Height             int
	}
	for _, test := range []struct {
		query string
		width int
	}{
		{"", 2048}, {"&maxwidth=1100", 1024}, {"&maxwidth=2000&maxheight=500", 640}, {"&maxwidth=10", 320}, {"&maxwidth=x", 2048},
	} {
		var got answer
		b.readJSON("/oembed?url="+url.QueryEscape(home+"/p/"+photo.Slug)+test.query, "application/json", &got)
		if got.Version != "1.0" || got.Type != "photo" || got.Title != "Pier" || got.Width != test.width || !strings.HasPrefix(got.URL, home+"/media/") {
			t.Errorf("%s: %+v", test.query, got)
		}
	}
	var inXML answer
	b.readXML("/oembed?format=xml&url="+url.QueryEscape(home+"/zh/p/pier?x=y"), "text/xml", &inXML)
	for _, address := range []string{home + "/p/" + hidden.Slug, home + "/p/none", home + "/p/", home + "/", "https://elsewhere.example/p/pier", "/p/pier", "", home + "/p/%ff", ":"} {
		if w := b.ask(http.MethodGet, "/oembed?url="+url.QueryEscape(address)); w.Code != http.StatusNotFound {
			t.Errorf("%q answers %d %s", address, w.Code, w.Body)
		}
	}
	discovered := b.page("/p/pier").one("link", "type", "application/json+oembed").attrs["href"]
	b.read(strings.TrimPrefix(discovered, home), "application/json")
}

// Linked data says what the page says, and no more.
func TestLinkedData(t *testing.T) {
	t.Parallel()
	b := newBench(t, home)
	b.settings.General.SiteAuthor, b.settings.Display.LicenseURL = "Zoë", "https://example.com/licence"
	b.publish("Pier </script><b>", photograph(), func(in *vitrine.PhotoInput) { in.Tags = vitrine.Some([]string{"Sea"}) })
	read := func() map[string]any {
		t.Helper()
		var data map[string]any
		b.must(json.Unmarshal([]byte(b.page("/p/pier-script-b").one("script", "type", "application/ld+json").text), &data))
		return data
	}
	data := read()
	for key, want := range map[string]string{
		"@type": "ImageObject", "name": "Pier </script><b>", "url": home + "/p/pier-script-b", "license": "https://example.com/licence",
		"creditText": "Zoë", "copyrightNotice": "© Zoë", "acquireLicensePage": home + "/about", "keywords": "[Sea]",
		"dateCreated": "2026-05-31T00:12:40+02:00", "creator": "map[@type:Person name:Zoë]",
	} {
		if got := fmt.Sprint(data[key]); got != want {
			t.Errorf("%s is %s, want %s", key, got, want)
		}
	}
	if _, told := data["contentLocation"]; told || data["exifData"] == nil {
		t.Errorf("the data is %v", data)
	}
	b.settings.Display.ShowEXIF, b.settings.Display.ShowLocation = false, true
	data = read()
	if data["exifData"] != nil || data["contentLocation"] == nil {
		t.Errorf("with the switches turned the data is %v", data)
	}
}

// Without a public address nothing is said that others would come back to.
func TestNoAddress(t *testing.T) {
	t.Parallel()
	b := newBench(t, "")
	b.publish("Pier", photograph())
	for _, path := range []string{"/sitemap.xml", "/sitemap/pages.xml", "/feed.atom", "/feed.json", "/oembed?url=/p/pier"} {
		if w := b.ask(http.MethodGet, path); w.Code != http.StatusNotFound {
			t.Errorf("%s answers %d", path, w.Code)
		}
	}
	page := b.page("/p/pier")
	if len(page.all("script", "type", "application/ld+json"))+len(page.all("link", "rel", "alternate")) != 0 {
		t.Errorf("the page tells of addresses:\n%s", page.source)
	}
	b.read("/robots.txt", "text/plain")
}

// A photo that was public and is deleted is gone, whatever comes after; one that
// never was public leaves no trace.
func TestGone(t *testing.T) {
	t.Parallel()
	b := newBench(t, home)
	shown, draft := b.publish("Pier", photograph()), b.publish("Sketch", photograph())
	admin := vitrine.Actor{UserID: b.editor.UserID, Role: vitrine.RoleAdmin}
	unpublished, err := b.CreatePhoto(t.Context(), b.editor, vitrine.PhotoInput{Title: vitrine.Some("Never")})
	b.must(err)
	b.must(b.DeletePhoto(t.Context(), admin, shown.ID, nil))
	b.must(b.DeletePhoto(t.Context(), admin, unpublished.ID, nil))
	b.hide(draft)
	gone := b.pageWith("/p/pier", http.StatusGone)
	if strings.Contains(gone.source, "Pier") || len(gone.all("link", "rel", "canonical")) != 0 {
		t.Errorf("what is gone is told of:\n%s", gone.source)
	}
	b.pageWith("/zh/p/pier", http.StatusGone)
	b.pageWith("/p/sketch", http.StatusNotFound)
	b.pageWith("/p/never", http.StatusNotFound)
	_, err = b.RestorePhoto(t.Context(), admin, shown.ID)
	b.must(err)
	b.page("/p/pier")
}

// What has another address is found at the old one, by those who may see it.
func TestFormerAddresses(t *testing.T) {
	t.Parallel()
	b := newBench(t, home)
	pier := b.publish("Pier", photograph(), in(b.gallery("Coast", nil)))
	slug := func(name string) vitrine.PhotoInput { return vitrine.PhotoInput{Slug: vitrine.Some(name)} }
	change := func(id int64, in vitrine.PhotoInput) {
		t.Helper()
		_, err := b.UpdatePhoto(t.Context(), b.editor, id, in, nil)
		b.must(err)
	}
	change(pier.ID, slug("the-pier"))
	for _, tt := range []struct{ method, from, to string }{
		{http.MethodGet, "/p/pier", "/p/the-pier"},
		{http.MethodHead, "/zh/p/pier", "/zh/p/the-pier"},
	} {
		w := b.ask(tt.method, tt.from)
		if w.Code != http.StatusMovedPermanently || w.Header().Get("Location") != tt.to || w.Header().Get("Cache-Control") != "no-cache" || w.Body.Len() != 0 {
			t.Errorf("%s %s answers %d %v %s", tt.method, tt.from, w.Code, w.Header(), w.Body)
		}
	}
	if sitemap := b.ask(http.MethodGet, "/sitemap/photos-1.xml").Body.String(); !strings.Contains(sitemap, "/p/the-pier<") || strings.Contains(sitemap, "/p/pier<") {
		t.Errorf("the sitemap names\n%s", sitemap)
	}
	b.readJSON("/oembed?url="+home+"/p/pier", "application/json; charset=utf-8", &struct{}{})

	b.hide(pier)
	unknown := b.ask(http.MethodGet, "/p/unknown")
	if w := b.ask(http.MethodGet, "/p/pier"); w.Code != unknown.Code || w.Body.String() != unknown.Body.String() {
		t.Errorf("what is hidden answers at its old address %d\n%s", w.Code, w.Body)
	}
	change(pier.ID, vitrine.PhotoInput{Status: vitrine.Some(vitrine.PhotoPublished)})
	other := b.publish("Other", photograph())
	change(other.ID, slug("pier"))
	b.page("/p/pier")

	category, err := b.CategoryByPath(t.Context(), b.editor, "coast")
	b.must(err)
	admin := vitrine.Actor{UserID: b.editor.UserID, Role: vitrine.RoleAdmin}
	_, err = b.UpdateCategory(t.Context(), admin, category.ID, vitrine.CategoryInput{Slug: vitrine.Some("shores")}, nil)
	b.must(err)
	if w := b.ask(http.MethodGet, "/c/coast?page=2"); w.Code != http.StatusMovedPermanently || w.Header().Get("Location") != "/c/shores?page=2" {
		t.Errorf("the category answers at its old address %d %v", w.Code, w.Header())
	}
}

package site_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine"
)

// Whatever a title holds is shown as it is, wherever it is shown.
func TestTitles(t *testing.T) {
	t.Parallel()
	b := newBench(t, "https://photos.example.com")
	for _, title := range []string{
		"Fish & <b>chips</b> \"here\" 'now' `x`",
		"</title></style><script>alert(1)</script>",
		"\" onerror=alert(1) x=\"",
		"{{.Site}} %s 100%",
		"שָׁלוֹם עולם — هدوء البحر",
		"漁港の夜明け 灯台",
		strings.Repeat("Ⅷ長", 100),
		"\u202eright to left override\u202c",
		"--><!-- ]]>",
	} {
		photo := b.publish(title, photograph(), func(in *vitrine.PhotoInput) {
			in.Description, in.Tags = vitrine.Some(title+"\n\n"+title), vitrine.Some([]string{title})
		})
		page := b.page("/p/" + photo.Slug)
		want := map[string]string{
			"heading": page.one("h1").text, "alt": page.one("img").attrs["alt"],
			"preview": page.one("meta", "property", "og:title").attrs["content"], "tag": page.one("a", "rel", "tag").text,
			"words": strings.Split(page.one("p", "class", "words").text, "\n")[0],
			"title": strings.TrimSuffix(page.one("title").text, " — Portfolio"),
		}
		for where, got := range want {
			if got != photo.Title {
				t.Errorf("as %s %q became %q", where, photo.Title, got)
			}
		}
		if page.one("h1").attrs["dir"] != "auto" {
			t.Error("the heading does not follow the direction of its script")
		}
		home := b.page("/")
		if img := home.all("img")[0]; img.attrs["alt"] != photo.Title || home.all("span", "class", "caption")[0].text != photo.Title {
			t.Errorf("on the home page %q became %q", photo.Title, img.attrs["alt"])
		}
		if link := home.links("/p/")[0]; b.page(link).one("h1").text != photo.Title {
			t.Errorf("the link %s leads elsewhere", link)
		}
		if tag := page.one("a", "rel", "tag").attrs["href"]; b.page(tag).one("h1").text != page.one("a", "rel", "tag").text {
			t.Errorf("the tag %s leads elsewhere", tag)
		}
	}
}

func TestSiteTexts(t *testing.T) {
	t.Parallel()
	b := newBench(t, "")
	b.settings.General = vitrine.GeneralSettings{
		SiteTitle: "A & B <i>", SiteDescription: "\"Quoted\" </p>", SiteAuthor: "Zoë <z@x>", SiteEmail: "o'neil+x@example.com",
	}
	home := b.page("/")
	if got := home.one("title").text; got != "A & B <i>" {
		t.Errorf("the title is %q", got)
	}
	if got := b.page("/about").one("p", "class", "words").text; got != "\"Quoted\" </p>" {
		t.Errorf("the description is %q", got)
	}
	if got := home.one("meta", "name", "author").attrs["content"]; got != "Zoë <z@x>" {
		t.Errorf("the author is %q", got)
	}
	if got := home.links("mailto:o"); len(got) != 1 || home.one("a", "href", got[0]).text != "o'neil+x@example.com" {
		t.Errorf("the address is %q", got)
	}
	if len(home.all("link", "rel", "canonical")) != 0 {
		t.Error("without a public address a page names its own")
	}
}

func TestEmptyPortfolio(t *testing.T) {
	t.Parallel()
	b := newBench(t, "")
	home := b.page("/")
	if len(home.all("img")) != 0 || len(home.all("nav", "aria-label", "Pages")) != 0 || home.one("h2").text != "Nothing on the walls yet" {
		t.Errorf("an empty portfolio shows\n%s", home.source)
	}
	b.pageWith("/?page=2", http.StatusNotFound)
}

func TestPagination(t *testing.T) {
	t.Parallel()
	b := newBench(t, "https://photos.example.com")
	b.settings.Display.PhotosPerPage = 2
	for i := range 5 {
		b.publish(fmt.Sprint("Photo ", i+1), photograph())
	}
	for _, page := range []struct {
		path, newer, older string
		titles             []string
	}{
		{"/", "", "/?page=2", []string{"Photo 5", "Photo 4"}},
		{"/?page=1", "", "/?page=2", []string{"Photo 5", "Photo 4"}},
		{"/?page=2", "/", "/?page=3", []string{"Photo 3", "Photo 2"}},
		{"/?page=3&utm=x", "/?page=2", "", []string{"Photo 1"}},
		{"/?page=banana", "", "/?page=2", []string{"Photo 5", "Photo 4"}},
		{"/?page=0", "", "/?page=2", []string{"Photo 5", "Photo 4"}},
		{"/?page=2&page=3", "/", "/?page=3", []string{"Photo 3", "Photo 2"}},
	} {
		d := b.page(page.path)
		if got := d.texts("span", "class", "caption"); !slices.Equal(got, page.titles) {
			t.Errorf("%s shows %q", page.path, got)
		}
		if newer, older := d.linkTo("prev"), d.linkTo("next"); newer != page.newer || older != page.older {
			t.Errorf("%s leads to %q and %q", page.path, newer, older)
		}
	}
	for _, path := range []string{"/?page=4", "/?page=1000000"} {
		b.pageWith(path, http.StatusNotFound)
	}
	if got := b.page("/?page=2&x=y").one("link", "rel", "canonical").attrs["href"]; got != "https://photos.example.com/?page=2" {
		t.Errorf("the address for good is %q", got)
	}
}

// linkTo returns the address of a link by its relation; "" without one.
func (d *document) linkTo(rel string) string {
	for _, a := range d.all("a", "rel", rel) {
		return a.attrs["href"]
	}
	return ""
}

func TestNeighbours(t *testing.T) {
	t.Parallel()
	b := newBench(t, "")
	var slugs []string
	for _, title := range []string{"Old", "Hidden", "Middle", "New"} {
		slugs = append(slugs, b.publish(title, photograph()).Slug)
	}
	hidden, err := b.PhotoBySlug(t.Context(), b.editor, slugs[1])
	b.must(err)
	_, err = b.UpdatePhoto(t.Context(), b.editor, hidden.ID, vitrine.PhotoInput{Status: vitrine.Some(vitrine.PhotoDraft)}, nil)
	b.must(err)
	for i, want := range map[int][2]string{0: {"/p/" + slugs[2], ""}, 2: {"/p/" + slugs[3], "/p/" + slugs[0]}, 3: {"", "/p/" + slugs[2]}} {
		d := b.page("/p/" + slugs[i])
		if got := [2]string{d.linkTo("prev"), d.linkTo("next")}; got != want {
			t.Errorf("%s leads to %q, want %q", slugs[i], got, want)
		}
	}
}

func TestPhotoPage(t *testing.T) {
	t.Parallel()
	b := newBench(t, "https://photos.example.com")
	photo := b.publish("Pier", photograph())
	d := b.page("/p/pier")
	facts := map[string]string{}
	for i, name := range d.texts("dt") {
		facts[name] = d.texts("dd")[i]
	}
	want := map[string]string{"Camera": "Nikon <Z 6>", "Lens": "Z 50mm \"S\"", "Aperture": "f/2.8", "ISO": "200"}
	if diff := cmp.Diff(want, facts); diff != "" {
		t.Error(diff)
	}
	if when := d.one("time"); when.text != "31 May 2026" || when.attrs["datetime"] != "2026-05-31T00:12:40+02:00" {
		t.Errorf("taken at %+v, want the wall clock of the place", when)
	}
	if strings.Contains(d.source, "Pier &amp; Sons") || strings.Contains(d.source, "Ærøskøbing") {
		t.Error("the place of the picture is shown")
	}
	img := d.one("img")
	if img.attrs["width"] != "6000" || img.attrs["height"] != "4000" || img.attrs["alt"] != "Pier" {
		t.Errorf("the picture is %v", img.attrs)
	}
	large, _ := photo.Rendition(vitrine.ThumbLarge)
	if preview := d.one("meta", "property", "og:image").attrs["content"]; preview != "https://photos.example.com/media/"+large.Key+".jpg" {
		t.Errorf("the preview is %q", preview)
	}
	if got := d.one("link", "rel", "canonical").attrs["href"]; got != "https://photos.example.com/p/pier" {
		t.Errorf("the address for good is %q", got)
	}

	b.settings.Display.ShowLocation = true
	if place := b.page("/p/pier").one("bdi").text; place != "Pier & Sons, Ærøskøbing" {
		t.Errorf("the place is %q", place)
	}
	b.settings.Display.ShowEXIF = false
	if d := b.page("/p/pier"); len(d.all("dl")) != 0 || strings.Contains(d.source, "Nikon") {
		t.Error("the camera is shown")
	}
}

// Originals are offered where they are given: if the setting is on, and of types
// that can be freed from private data.
func TestDownload(t *testing.T) {
	t.Parallel()
	b := newBench(t, "")
	heic := photograph()
	heic.mimeType = "image/heic"
	photo, other := b.publish("Pier", photograph()), b.publish("Quay", heic)
	offers := func(photo *vitrine.Photo) string {
		for _, a := range b.page("/p/"+photo.Slug).all("a", "class", "keep") {
			return a.attrs["href"]
		}
		return ""
	}
	if got := offers(photo); got != "" {
		t.Errorf("offers %q before it is allowed", got)
	}
	b.settings.Display.AllowOriginalDownload = true
	if got, want := offers(photo), fmt.Sprintf("/media/originals/%d", photo.ID); got != want {
		t.Errorf("offers %q, want %q", got, want)
	}
	if got := offers(other); got != "" {
		t.Errorf("offers %q, which will be refused", got)
	}
}

// A place that a person gave is public; a picture that says nothing leaves no
// empty boxes.
func TestSparsePhotoPage(t *testing.T) {
	t.Parallel()
	b := newBench(t, "")
	b.publish("Bare", picture{width: 900, height: 600})
	d := b.page("/p/bare")
	for _, absent := range [][]string{{"dl"}, {"time"}, {"ul", "class", "tags"}, {"nav", "class", "turn"}} {
		if len(d.all(absent[0], absent[1:]...)) != 0 {
			t.Errorf("a bare photo has %s:\n%s", absent, d.source)
		}
	}
	if len(d.all("p", "class", "when"))+len(d.all("p", "class", "words")) != 0 {
		t.Errorf("a bare photo has empty lines:\n%s", d.source)
	}
	b.publish("Told", picture{width: 900, height: 600}, func(in *vitrine.PhotoInput) {
		in.Location = vitrine.Some(vitrine.LocationInput{Country: vitrine.Some("日本"), City: vitrine.Some("尾道")})
	})
	if place := b.page("/p/told").all("p", "class", "when"); len(place) != 1 || b.page("/p/told").all("bdi")[0].text != "尾道, 日本" {
		t.Error("a place that was given is not shown")
	}
}

// Pictures of any shape keep their shape, and no width is promised twice.
func TestShapes(t *testing.T) {
	t.Parallel()
	for name, shape := range map[string]picture{
		"landscape": {width: 6000, height: 4000}, "portrait": {width: 4000, height: 6000},
		"panorama": {width: 20000, height: 900}, "column": {width: 300, height: 12000},
		"pixel": {width: 1, height: 1}, "thumbnail": {width: 200, height: 150}, "line": {width: 5000, height: 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t, "")
			photo := b.publish(name, shape)
			for _, path := range []string{"/", "/p/" + name} {
				img := b.page(path).one("img")
				if img.attrs["width"] != strconv.Itoa(shape.width) || img.attrs["height"] != strconv.Itoa(shape.height) {
					t.Errorf("%s: the picture is %v", path, img.attrs)
				}
				for candidate := range strings.SplitSeq(img.attrs["srcset"], ", ") {
					if !isRendition(photo, candidate) {
						t.Errorf("%s promises %s, which is no rendition", path, candidate)
					}
				}
			}
		})
	}
}

// A panorama is drawn as wide as the height of its tile makes it, not as wide as
// the tile, so its source must not be chosen by the tile.
func TestPanoramaIsSharp(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		shape picture
		sizes string
	}{
		"landscape": {picture{width: 6000, height: 4000}, "(min-width: 170rem) 38vw, (min-width: 115rem) 57vw, (min-width: 85rem) 75vw, (min-width: 60rem) 85vw, (min-width: 40rem) 97vw, 84vw"},
		"panorama":  {picture{width: 12000, height: 1000}, "(min-width: 170rem) 194vw, (min-width: 115rem) 194vw, (min-width: 85rem) 194vw, (min-width: 60rem) 194vw, (min-width: 40rem) 194vw, 164vw"},
		"column":    {picture{width: 300, height: 12000}, "(min-width: 170rem) 13vw, (min-width: 115rem) 19vw, (min-width: 85rem) 25vw, (min-width: 60rem) 29vw, (min-width: 40rem) 37vw, 84vw"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t, "")
			display, _ := b.publish(name, test.shape).Rendition(vitrine.Display)
			img := b.page("/").one("img")
			if img.attrs["sizes"] != test.sizes {
				t.Errorf("the sizes are %q, want %q", img.attrs["sizes"], test.sizes)
			}
			if !strings.HasSuffix(img.attrs["srcset"], fmt.Sprintf(" %dw", display.Width)) {
				t.Errorf("the widest of %q is not %d", img.attrs["srcset"], display.Width)
			}
		})
	}
}

// isRendition reports whether a candidate of a srcset is a rendition in its true
// width.
func isRendition(photo *vitrine.Photo, candidate string) bool {
	return slices.ContainsFunc(photo.Renditions, func(r vitrine.Rendition) bool {
		return candidate == fmt.Sprintf("/media/%s.jpg %dw", r.Key, r.Width)
	})
}

func TestLooks(t *testing.T) {
	t.Parallel()
	b := newBench(t, "")
	for _, look := range vitrine.Looks() {
		for _, dark := range []bool{true, false} {
			for color, ground := range map[string]string{"#fff": "dark", "#000000": "light", "#1f2937": "light"} {
				b.settings.Display.Look, b.settings.Display.EnableDarkMode = look, dark
				b.settings.Display.ThemePrimaryColor, b.settings.Display.ThemeSecondaryColor = color, color
				d := b.page("/")
				if n := len(d.all("link", "rel", "stylesheet")); (n == 2) != (dark || look == "dark") {
					t.Errorf("%s, dark mode %v: %d style sheets", look, dark, n)
				}
				if want := ":root{--primary-" + ground + ":" + color + ";--accent-" + ground + ":" + color + ";}"; d.one("style").text != want {
					t.Errorf("%s: the colours are %q, want %q", look, d.one("style").text, want)
				}
				if n := len(d.all("button", "id", "ground")); (n == 1) != (dark && look != "dark") {
					t.Errorf("%s, dark mode %v: %d buttons to choose the ground", look, dark, n)
				}
			}
		}
	}
}

func TestHiddenAndAbsent(t *testing.T) {
	t.Parallel()
	b := newBench(t, "")
	photo := b.publish("Going", photograph())
	b.page("/p/going")
	_, err := b.UpdatePhoto(t.Context(), b.editor, photo.ID, vitrine.PhotoInput{Status: vitrine.Some(vitrine.PhotoDraft)}, nil)
	b.must(err)
	hidden := b.pageWith("/p/going", http.StatusNotFound)
	for _, path := range []string{"/p/absent", "/p/%00", "/p/%ff", "/p/", "/p", "/p/going/", "/index.html", "/wp-login.php", "/assets/", "/%2e%2e/etc"} {
		if d := b.pageWith(path, http.StatusNotFound); d.source != hidden.source {
			t.Errorf("%s is told apart from what is hidden", path)
		}
	}
	if len(b.page("/").all("img")) != 0 {
		t.Error("the home page shows what is hidden")
	}
}

func TestMethods(t *testing.T) {
	t.Parallel()
	b := newBench(t, "")
	b.publish("Pier", photograph())
	asset := b.page("/").all("link", "rel", "stylesheet")[0].attrs["href"]
	for _, path := range []string{"/", "/p/pier", "/?page=9", "/p/absent", asset} {
		get, head := b.ask(http.MethodGet, path), b.ask(http.MethodHead, path)
		if diff := cmp.Diff(get.Header(), head.Header()); head.Code != get.Code || diff != "" {
			t.Errorf("HEAD %s answers %d: %s", path, head.Code, diff)
		}
		if head.Body.Len() != 0 && path != asset { // net/http leaves out what ServeContent wrote
			t.Errorf("HEAD %s has a body", path)
		}
	}
	for _, path := range []string{"/", "/p/pier", "/p/absent", asset} {
		for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodOptions, "BREW"} {
			w := b.ask(method, path)
			if w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") != "GET, HEAD" || strings.Contains(w.Body.String(), "go:") {
				t.Errorf("%s %s answers %d %v %s", method, path, w.Code, w.Header(), w.Body)
			}
		}
	}
}

// Assets stay for good under the hash of their content; under any other they
// are today's, and asked for again.
func TestAssets(t *testing.T) {
	t.Parallel()
	b := newBench(t, "")
	links := slices.DeleteFunc(b.page("/").all("link"), func(e *element) bool { return e.attrs["rel"] == "expect" })
	if len(links) < 3 {
		t.Fatalf("there are %d links", len(links))
	}
	for _, link := range links {
		path := link.attrs["href"]
		w := b.ask(http.MethodGet, path)
		if w.Code != http.StatusOK || w.Header().Get("Cache-Control") != "public, max-age=31536000, immutable" || w.Body.Len() == 0 {
			t.Errorf("%s answers %d %v", path, w.Code, w.Header())
		}
		zipped := b.askWith(http.MethodGet, path, "Accept-Encoding", "gzip")
		if got := unzip(t, zipped.Body); zipped.Header().Get("Content-Encoding") != "gzip" || zipped.Header().Get("Content-Type") != w.Header().Get("Content-Type") || got != w.Body.String() {
			t.Errorf("zipped %s is something else: %v", path, zipped.Header())
		}
		parts := strings.Split(path, "/")
		old := b.ask(http.MethodGet, "/assets/0123456789ab/"+parts[3])
		if old.Code != http.StatusOK || old.Header().Get("Cache-Control") != "no-cache" || old.Body.String() != w.Body.String() {
			t.Errorf("under an old hash %s answers %d %v", path, old.Code, old.Header())
		}
	}
	for _, path := range []string{"/assets/0123456789ab/site.gohtml", "/assets/0123456789ab/..%2fsite.css", "/assets/x/"} {
		if w := b.ask(http.MethodGet, path); w.Code != http.StatusNotFound {
			t.Errorf("%s answers %d", path, w.Code)
		}
	}
}

// What goes wrong inside is not told.
func TestFailure(t *testing.T) {
	t.Parallel()
	b := newBench(t, "")
	b.publish("Pier", photograph())
	b.must(b.db.Close())
	for _, path := range []string{"/", "/p/pier"} {
		w := b.ask(http.MethodGet, path)
		if w.Code < 500 || strings.Contains(w.Body.String(), "sql") || strings.Contains(w.Body.String(), "database") {
			t.Errorf("%s answers %d %s", path, w.Code, w.Body)
		}
	}
}

// A look at a page counts once for a visitor, be the page kept or even known to
// the visitor; HEAD and the home page do not.
func TestViews(t *testing.T) {
	t.Parallel()
	b := newBench(t, "")
	photo := b.publish("Pier", photograph())
	b.ask(http.MethodHead, "/p/pier")
	b.page("/")
	b.expectViews(photo.ID, 0)
	first := b.askWith(http.MethodGet, "/p/pier", "User-Agent", "Firefox")
	b.askWith(http.MethodGet, "/p/pier", "User-Agent", "Firefox")
	b.expectViews(photo.ID, 1)
	b.askWith(http.MethodGet, "/p/pier", "User-Agent", "Safari")
	b.askWith(http.MethodGet, "/zh/p/pier", "User-Agent", "Safari")
	b.askWith(http.MethodGet, "/p/pier", "User-Agent", "Chrome", "If-None-Match", first.Header().Get("ETag"))
	b.expectViews(photo.ID, 3)
}

func (b *bench) expectViews(id, want int64) {
	b.Helper()
	b.must(b.Flush(context.Background()))
	photo, err := b.Photo(b.Context(), b.editor, id)
	b.must(err)
	if photo.ViewCount != want {
		b.Errorf("counted %d views, want %d", photo.ViewCount, want)
	}
}

package app_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/vitrine-photos/vitrine/client"
	"github.com/vitrine-photos/vitrine/internal/app"
)

// The words of hidden photos, which stand nowhere else.
const (
	markedTitle = "Quagga xylophone"
	markedWord  = "zephyrine"
)

// TestHiddenPhotosLeaveNoTrace: whatever is asked in public, a library with
// hidden photos answers as it did without them, in every byte and header: no word,
// no address, no number, no order.
func TestHiddenPhotosLeaveNoTrace(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, cfg app.Config) {
		g := newGallery(t, cfg)
		before := g.answers()
		for way := range uint64(8) {
			h := hiding{Rand: rand.New(rand.NewPCG(way, 0)), number: int(way)}
			told := g.hide(h)
			g.expectSame(before, told)
		}
		g.renameHidden()
		g.expectSame(before, "a hidden tag and category renamed")

		g.publish(markedTitle, markedWord, "shared")
		if changed := g.differences(before); len(changed) < len(before)/10 {
			t.Errorf("a public photo changes only %d of %d answers: this test could not fail", len(changed), len(before))
		}
	})
}

// gallery is a service with two public photos, and what a hidden photo may share
// with them. Its clock stands still.
type gallery struct {
	*service
	paths         []string
	shared, attic int64  // categories, of which the second is hidden
	garret        int64  // a hidden tag
	unfinished    string // a file without its set of pictures
}

func newGallery(t *testing.T, cfg app.Config) *gallery {
	t.Helper()
	now := standstill()
	g := &gallery{service: serveAt(t, cfg, now)}
	g.shared, g.attic = g.category("Walks"), g.category("Attic")
	g.must(g.call("PUT", fmt.Sprint("/v1/categories/", g.attic), `{"is_active": false}`))
	for i, title := range []string{"Before", "After"} {
		photo := g.publish(title, "shared", "garret")
		g.change(photo.ID, map[string]any{
			"categories": []int64{g.shared, g.attic}, "taken_at": fmt.Sprintf("2024-0%d-01T00:00:00Z", i+5), "location": map[string]any{"name": "Quay", "latitude": 54.9, "longitude": 10.4},
		})
	}
	g.garret = g.tag("garret")
	g.must(g.call("PUT", fmt.Sprint("/v1/tags/", g.garret), `{"is_active": false}`))
	g.set(map[string]any{"upload_generate_thumbnails": false})
	g.unfinished = g.upload(g.Client, "zephyrine.jpg", marked(g.service, "unfinished"))
	g.set(map[string]any{"upload_generate_thumbnails": true})
	g.paths = g.publicPaths()
	g.answers()
	g.must(g.stop()) // writes the views down: from here on none of the same visitor counts
	g.service = serveAt(t, cfg, now)
	return g
}

func (g *gallery) category(name string) int64 {
	g.Helper()
	category, err := g.CreateCategory(g.Context(), name, nil)
	g.must(err)
	return category.ID
}

func (g *gallery) tag(name string) int64 {
	g.Helper()
	tags, _, err := g.Tags(g.Context(), 1, 100)
	g.must(err)
	return tags[slices.IndexFunc(tags, func(t client.Tag) bool { return t.Name == name })].ID
}

// call sends a request that must succeed.
func (g *gallery) call(method, path, body string) error {
	g.Helper()
	if a := g.ask(method, path, body, g.asOperator()); a.status >= 300 {
		return fmt.Errorf("%s %s: %d %s", method, path, a.status, a.body)
	}
	return nil
}

// marked is a picture whose camera has a name of its own.
func marked(s *service, name string) []byte {
	return bytes.Replace(withEXIF(jpegOf(s, name)), []byte("NIKON Z 6"), []byte("ZEPHYRCAM"), 1)
}

// hiding draws one way to hide a photo.
type hiding struct {
	*rand.Rand
	number int
}

func (h hiding) perhaps() bool { return h.IntN(2) == 0 }

// fields are those of a photo that bears the marks, or some of them.
func (h hiding) fields(g *gallery) map[string]any {
	fields := map[string]any{"title": fmt.Sprint(markedTitle, " ", h.number), "tags": []string{}, "categories": []int64{}}
	place := [][2]float64{{12.5, 45.5}, {54.9, 10.4}}[h.IntN(2)]
	marks := map[string]any{
		"description": "It is " + markedWord,
		"tags":        []string{markedWord, "shared", "garret"},
		"categories":  []int64{g.shared, g.attic},
		"location":    map[string]any{"name": markedWord, "city": markedWord, "country": markedWord, "latitude": place[0], "longitude": place[1]},
		"metadata":    map[string]any{"weather": markedWord, markedWord: markedTitle},
		"slug":        fmt.Sprint(markedWord, "-", h.number),
	}
	for _, name := range slices.Sorted(maps.Keys(marks)) {
		if h.perhaps() {
			fields[name] = marks[name]
		}
	}
	fields["taken_at"] = []any{"1999-07-01T00:00:00Z", "2024-05-20T00:00:00Z", "2031-01-01T00:00:00Z", nil}[h.IntN(4)]
	return fields
}

// hide adds a photo that the public does not see, and tells how it is hidden.
func (g *gallery) hide(h hiding) string {
	g.Helper()
	fields := h.fields(g)
	state := []string{"unfinished", "draft", "archived", "trashed", "purged"}[h.number%5]
	if h.number == 0 {
		fields["file_id"], fields["status"] = g.unfinished, "published"
	} else {
		fields["file_id"] = g.upload(g.Client, markedWord+".jpg", marked(g.service, strconv.Itoa(h.number)))
		fields["status"] = map[bool]string{true: "archived", false: "draft"}[state == "archived"]
	}
	body, err := json.Marshal(fields)
	g.must(err)
	var created struct{ Data client.Photo }
	a := g.ask("POST", "/v1/photos", string(body), g.asOperator())
	if g.must(json.Unmarshal([]byte(a.body), &created)); a.status != 201 {
		g.Fatalf("%s is answered %d: %s", body, a.status, a.body)
	}
	id := created.Data.ID
	g.must(g.call("POST", fmt.Sprintf("/v1/photos/%d/like", id), ""))
	g.must(g.call("PUT", fmt.Sprintf("/v1/categories/%d/cover", g.attic), fmt.Sprintf(`{"photo_id": %d}`, id)))
	_, link := g.share(map[string]any{"title": markedTitle, "photo_ids": []int64{id}, "allow_download": true})
	g.must(g.call("PUT", fmt.Sprint("/v1/photos/", id), fmt.Sprintf(`{"slug": "zephyrine-now-%d"}`, h.number)))
	if state == "trashed" || state == "purged" {
		g.must(g.DeletePhoto(g.Context(), id))
	}
	if state == "purged" {
		g.must(g.call("DELETE", fmt.Sprint("/v1/photos/trash/", id), ""))
	}
	shown := strings.Contains(g.page(link), `alt="`+markedTitle)
	if want := h.number != 0 && state != "trashed" && state != "purged"; shown != want {
		g.Errorf("%s: its share link shows it: %t", state, shown)
	}
	for name, address := range created.Data.Formats {
		path, _, _ := strings.Cut(address, "?") // without its signature
		if a := g.get(path); a.status < 400 {
			g.Errorf("%s: %s answers %d", state, name, a.status)
		}
	}
	return fmt.Sprintf("%s, with %s", state, body)
}

// renameHidden gives the marks to a category and a tag that are hidden while
// their photos are not.
func (g *gallery) renameHidden() {
	g.Helper()
	g.must(g.call("PUT", fmt.Sprint("/v1/categories/", g.attic), `{"name": "Zephyrine attic", "slug": "zephyrine-attic", "description": "Quagga", "color": "#123456"}`))
	g.must(g.call("PUT", fmt.Sprint("/v1/tags/", g.garret), `{"name": "zephyrine garret", "slug": "zephyrine-tag", "description": "Quagga", "color": "#123456"}`))
}

// version is what the ETag of a photo counts: every change of its record, also of
// what only editors see of it.
var version = regexp.MustCompile(`^("p\d+-)\d+`)

// answers are those to all public paths, with their headers.
func (g *gallery) answers() map[string]string {
	g.Helper()
	all := map[string]string{}
	for _, path := range g.paths {
		a := g.get(path, "X-Request-Id: same")
		if a.status >= 500 {
			g.Errorf("%s answers %d: %s", path, a.status, a.body)
		}
		a.header.Del("Date")
		a.header.Set("Etag", version.ReplaceAllString(a.header.Get("Etag"), "$1"))
		all[path] = fmt.Sprint(a.status, a.header, a.body)
	}
	return all
}

// differences lists the paths that are answered otherwise than before.
func (g *gallery) differences(before map[string]string) (changed []string) {
	g.Helper()
	now := g.answers()
	for _, path := range g.paths {
		if now[path] != before[path] {
			changed = append(changed, path)
		}
	}
	return changed
}

func (g *gallery) expectSame(before map[string]string, told string) {
	g.Helper()
	for _, path := range g.differences(before) {
		g.Errorf("%s: %s was answered\n%s\nand now\n%s", told, path, before[path], g.answers()[path])
	}
}

// publicPaths asks for every page, and every operation that the document opens
// to the public: alone, with each value of each parameter, and with some at once.
func (g *gallery) publicPaths() []string {
	g.Helper()
	paths := []string{
		"/", "/?page=2", "/p/before", "/p/after", "/p/quagga-xylophone-1", "/p/zephyrine-1", "/p/zephyrine-now-1", "/galleries", "/c/walks", "/c/attic", "/c/zephyrine-attic",
		"/t/shared", "/t/garret", "/t/zephyrine", "/t/zephyrine-tag",
		"/timeline", "/timeline?year=1999", "/timeline?year=2024", "/timeline/1999/7", "/timeline/2024/5", "/map", "/map/10,45", "/map/50,10", "/about", "/nowhere",
		"/robots.txt", "/sitemap.xml", "/sitemap/photos-1.xml", "/sitemap/1.xml", "/feed.atom", "/feed.json",
		"/oembed?url=" + url.QueryEscape(g.url+"/p/before"), "/oembed?url=" + url.QueryEscape(g.url+"/p/quagga-xylophone-1"),
		"/zh/", "/zh/p/before", "/zh/galleries", "/zh/c/walks", "/zh/t/shared", "/s/1", "/s/zephyrine", "/zh/s/1", "/openapi.json", "/metrics", "/healthz", "/media/originals/4",
	}
	var document struct {
		Paths map[string]map[string]struct {
			Access     string `json:"x-permission"`
			Parameters []struct{ Name, In string }
		}
	}
	g.must(json.Unmarshal([]byte(g.page("/openapi.json")), &document))
	random := rand.New(rand.NewPCG(1, 2))
	for _, template := range slices.Sorted(maps.Keys(document.Paths)) {
		read, ok := document.Paths[template]["get"]
		if !ok || read.Access != "public" {
			continue
		}
		var query []string
		places := []string{template}
		for _, p := range read.Parameters {
			switch p.In {
			case "query":
				query = append(query, p.Name)
			case "path":
				places = g.fill(places, p.Name)
			}
		}
		for _, path := range places {
			paths = append(paths, path)
			paths = append(paths, g.queries(path, query, random)...)
		}
	}
	return paths
}

// fill puts each value into the place of a name.
func (g *gallery) fill(paths []string, name string) (filled []string) {
	g.Helper()
	for _, path := range paths {
		for _, value := range g.valuesOf(name) {
			filled = append(filled, strings.ReplaceAll(path, "{"+name+"}", value))
		}
	}
	return filled
}

// queries are a path with each value of each parameter, and with ten random
// choices of several.
func (g *gallery) queries(path string, names []string, random *rand.Rand) (all []string) {
	g.Helper()
	for _, name := range names {
		for _, value := range g.valuesOf(name) {
			all = append(all, path+"?"+url.Values{name: {value}}.Encode())
		}
	}
	for range 10 * min(len(names), 1) {
		several := url.Values{}
		for _, name := range names {
			if values := g.valuesOf(name); random.IntN(2) == 0 {
				several.Set(name, values[random.IntN(len(values))])
			}
		}
		all = append(all, path+"?"+several.Encode())
	}
	return all
}

// valuesOf are values of a parameter that ask for the hidden, the public and
// both.
func (g *gallery) valuesOf(name string) []string {
	g.Helper()
	words := []string{markedWord, "zephy", "quagga xylo", "shared", "garret", "after", "quay"}
	values, ok := map[string][]string{
		"id": {"1", "2", "3", "4", "5", "9"}, "year": {"1999", "2024", "2031"}, "month": {"5", "6", "7"},
		"processing_status": {"failed", "pending,processing"},
		"page":              {"1", "2"}, "limit": {"1", "100"}, "status": {"published"}, "category": {strconv.FormatInt(g.shared, 10), strconv.FormatInt(g.attic, 10), "9"},
		"tag": words, "tags": append(words, "shared,"+markedWord), "search": words, "q": words, "location": words, "camera": {"zephyrcam", "NIKON", "n"}, "lens": words,
		"date_from": {"1999-01-01", "2024-05-02"}, "date_to": {"1999-12-31", "2024-05-31", "2040-01-01"},
		"sort_by": {"created_at", "taken_at", "title", "name", "usage_count", "trend_score"}, "sort_order": {"asc", "desc"},
		"group": {"all", "style"}, "period": {"1d", "3650d"}, "min_usage": {"1", "3"}, "max_tags": {"1", "100"}, "photos_limit": {"1", "50"},
		"include_photos": {"true"}, "include_stats": {"true"}, "include_tree": {"true"}, "include_public": {"true"},
	}[name]
	if !ok {
		g.Fatalf("the parameter %s is new: give it values that could find what is hidden", name)
	}
	return values
}

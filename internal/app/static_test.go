package app_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"log/slog"
	"mime"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"github.com/vitrine-photos/vitrine/client"
	"github.com/vitrine-photos/vitrine/internal/app"
	"github.com/vitrine-photos/vitrine/internal/export"
)

// The copy of a site, made while it is served, is whole: every link in it leads
// to a file of the right kind. It holds nothing that is hidden, and making it
// counts as nobody's look.
func TestExportedSite(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, cfg app.Config) {
		s := serve(t, cfg)
		s.set(map[string]any{"display_photos_per_page": 2})
		photos := s.fillForExport()
		cfg.BaseURL = "https://photos.example.com/copy"
		dir := filepath.Join(t.TempDir(), "site")
		first := s.export(cfg, dir)
		if first.Pages < 2*(len(photos)+6) || first.Pictures < 4*len(photos) {
			t.Errorf("the copy has %+v", first)
		}

		w := &walk{service: s, base: cfg.BaseURL, dir: dir, seen: map[string]bool{}}
		mux := http.NewServeMux()
		mux.Handle("/copy/", http.StripPrefix("/copy", http.FileServer(http.Dir(dir))))
		server := httptest.NewServer(mux)
		defer server.Close()
		w.server = server.URL
		w.follow("/copy/", "text/html")
		w.follow("/copy/sitemap.xml", "xml")
		if len(w.seen) < first.Pages+first.Pictures {
			t.Errorf("followed %d addresses of %d files", len(w.seen), first.Pages+first.Pictures)
		}
		w.expectNothingHidden()

		other := filepath.Join(t.TempDir(), "again")
		s.export(cfg, other)
		if diff := cmp.Diff(contentOf(t, dir), contentOf(t, other)); diff != "" {
			t.Errorf("a second copy differs:\n%s", diff)
		}
		s.change(photos[0].ID, map[string]any{"status": "archived"})
		if again := s.export(cfg, dir); again.Removed == 0 || again.Pages >= first.Pages || again.Pictures >= first.Pictures {
			t.Errorf("after a photo was hidden the copy has %+v, before %+v", again, first)
		}
		s.must(s.stop()) // which writes what was counted
		s = serve(t, withoutBase(cfg))
		for _, photo := range photos {
			read, err := s.Photo(t.Context(), photo.ID)
			s.must(err)
			if read.ViewCount != 0 {
				t.Errorf("%s was looked at %d times", photo.Title, read.ViewCount)
			}
		}
	})
}

func withoutBase(cfg app.Config) app.Config { cfg.BaseURL = ""; return cfg }

// hiddenMark is in what nobody may see.
const hiddenMark = "Verborgen"

// fillForExport publishes photos with all that pages show, and hides some.
func (s *service) fillForExport() (photos []*client.Photo) {
	s.Helper()
	category, err := s.CreateCategory(s.Context(), "Walks & Talks", nil)
	s.must(err)
	for _, title := range []string{"Harbour", "漁港の夜明け", "Fish & <b>chips</b>", strings.Repeat("長い", 90), "https://photos.example.com/copy/p/none"} {
		photos = append(photos, s.publish(title, "boats", "夜"))
	}
	_, err = s.AssignPhotos(s.Context(), category.ID, []int64{photos[0].ID, photos[1].ID, photos[2].ID}, true)
	s.must(err)
	s.change(photos[0].ID, map[string]any{
		"taken_at": "2024-03-05T12:00:00Z", "description": "See https://photos.example.com/copy/p/gone, and /p/none.",
		"location": map[string]any{"name": "Pier", "latitude": 55.7, "longitude": 12.6},
	})
	_, err = s.CreateTimelineEvent(s.Context(), map[string]any{"title": "First show", "date": "2019-03-01"})
	s.must(err)
	draft := s.publish(hiddenMark+" draft", hiddenMark)
	s.change(draft.ID, map[string]any{"status": "draft"})
	s.must(s.DeletePhoto(s.Context(), s.publish(hiddenMark+" deleted").ID))
	return photos
}

func (s *service) export(cfg app.Config, dir string) *export.Result {
	s.Helper()
	result, err := app.Export(s.Context(), cfg, dir, slog.New(slog.DiscardHandler), nil)
	s.must(err)
	return result
}

// contentOf returns the files of a directory.
func contentOf(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		files[strings.TrimPrefix(name, dir)], err = os.ReadFile(name)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// walk follows the links of a copy, as it is served below a path.
type walk struct {
	*service
	base, dir, server string
	seen              map[string]bool
}

// follow asks for an address, and for all that are named there.
func (w *walk) follow(address, kind string) {
	w.Helper()
	if w.seen[address] {
		return
	}
	w.seen[address] = true
	a := w.get(w.server + strings.TrimSuffix(address, "index.html")) // as its server would redirect
	got, _, _ := mime.ParseMediaType(a.header.Get("Content-Type"))
	if a.status != http.StatusOK || !strings.Contains(got, kind) {
		w.Errorf("%s answers %d with %s, want %s", address, a.status, got, kind)
		return
	}
	switch {
	case got == "text/html":
		w.followPage(address, a.body)
	case strings.HasSuffix(got, "xml"):
		for _, named := range regexp.MustCompile(`<(?:image:)?loc>([^<]*)<`).FindAllStringSubmatch(a.body, -1) {
			w.followAbsolute(named[1], "")
		}
	}
}

func (w *walk) followAbsolute(address, kind string) {
	w.Helper()
	path, ours := strings.CutPrefix(address, w.base)
	if !ours {
		w.Errorf("%s is not below %s", address, w.base)
		return
	}
	w.follow("/copy"+path, kind)
}

// followPage follows the links of a page, and looks that there are no others.
func (w *walk) followPage(address, source string) {
	w.Helper()
	document, err := html.Parse(strings.NewReader(source))
	w.must(err)
	page, err := url.Parse(address)
	w.must(err)
	for element := range document.Descendants() {
		if element.Type != html.ElementNode || element.Data == "base" {
			continue
		}
		attributes := map[string]string{}
		for _, a := range element.Attr {
			attributes[a.Key] = a.Val
		}
		absolute := attributes["rel"] == "canonical" || (element.Data == "link" && attributes["hreflang"] != "")
		for key, value := range attributes {
			for _, target := range targets(key, value) {
				to, err := page.Parse(target)
				w.must(err)
				switch {
				case absolute || strings.HasPrefix(attributes["property"], "og:"):
					w.followAbsolute(target, "")
				case to.Host != "" || strings.HasPrefix(target, "/") && !strings.Contains(address, "404"):
					w.Errorf("%s leads to %s in a %s", address, target, element.Data)
				default:
					to.Fragment = ""
					w.follow(to.String(), kindOf(element.Data, key, to.Path))
				}
			}
		}
	}
}

// targets returns the addresses in an attribute.
func targets(key, value string) (addresses []string) {
	switch key {
	case "href", "src", "data-webp", "data-avif", "data-lightbox", "data-styles":
		return []string{value}
	case "srcset":
		for source := range strings.SplitSeq(value, ", ") {
			address, _, _ := strings.Cut(source, " ")
			addresses = append(addresses, address)
		}
	case "content":
		if strings.HasPrefix(value, "https://photos.example.com/copy/media/") {
			return []string{value}
		}
	}
	return addresses
}

// kindOf is what is behind an address.
func kindOf(element, attribute, path string) string {
	switch {
	case element == "a" && attribute == "href":
		return "text/html"
	case element == "img", attribute == "srcset", strings.HasPrefix(path, "/copy/media/"):
		return "image/"
	case strings.HasSuffix(path, ".css"):
		return "text/css"
	case strings.HasSuffix(path, ".js"):
		return "javascript"
	case strings.HasSuffix(path, ".svg"):
		return "image/svg+xml"
	}
	return "" // of feeds, servers differ
}

// expectNothingHidden looks at every byte of the copy.
func (w *walk) expectNothingHidden() {
	w.Helper()
	err := filepath.WalkDir(w.dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(name)
		if bytes.Contains(bytes.ToLower(append(content, name...)), []byte(strings.ToLower(hiddenMark))) {
			return fmt.Errorf("%s tells of what is hidden", name)
		}
		return err
	})
	w.must(err)
}

// The library of a copy must be there.
func TestExportWithoutLibrary(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	dir := filepath.Join(t.TempDir(), "site")
	if _, err := app.Export(t.Context(), cfg, dir, slog.New(slog.DiscardHandler), nil); err == nil || !strings.Contains(err.Error(), "there is no library in "+cfg.Data) {
		t.Errorf("exported nothing: %v", err)
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("it made a directory all the same")
	}
}

package site_test

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/cache"
	"github.com/vitrine-photos/vitrine/internal/catalog"
	"github.com/vitrine-photos/vitrine/internal/media"
	"github.com/vitrine-photos/vitrine/internal/site"
	"github.com/vitrine-photos/vitrine/internal/store"
	"github.com/vitrine-photos/vitrine/internal/urlsign"
)

// bench is the site over a real store. Pictures have rows but no files: the site
// only links to them.
type bench struct {
	testing.TB
	*catalog.Catalog
	http.Handler
	db       *store.DB
	settings vitrine.Settings
	shown    vitrine.Settings // with which the kept pages were made
	pages    *counting
	editor   vitrine.Actor
	files    int
	now      time.Time
}

func newBench(t testing.TB, baseURL string) *bench {
	t.Helper()
	b := &bench{TB: t, settings: vitrine.DefaultSettings(), now: time.Date(2026, 5, 31, 12, 0, 0, 0, time.UTC)}
	clock := func() time.Time { return b.now }
	log := slog.New(slog.DiscardHandler)
	var err error
	b.db, err = store.Open(t.Context(), store.Config{URL: filepath.Join(t.TempDir(), "test.db"), Now: clock, Log: log})
	b.must(err)
	t.Cleanup(func() { b.must(b.db.Close()) })
	settings := func(context.Context) (vitrine.Settings, error) { return b.settings, nil }
	b.Catalog = catalog.New(catalog.Config{DB: b.db, Settings: settings, VisitorKey: make([]byte, 32), Now: clock, Log: log})
	b.pages = &counting{Cache: cache.NewMemory(1<<20, cache.Pages)}
	b.db.OnCommit(func(store.Effects) { b.forget() })
	s, err := site.New(site.Config{
		Catalog: b.Catalog, Settings: settings, Pages: b.pages, BaseURL: baseURL, Log: log,
		URLs:    media.URLs{Base: baseURL, Signer: urlsign.New(make([]byte, 32), clock)},
		Address: func(*http.Request) netip.Addr { return netip.MustParseAddr("192.0.2.1") },
	})
	b.must(err)
	b.Handler = s.Handler()
	user := &vitrine.User{Username: "ansel", Email: "ansel@example.com", PasswordHash: "x", Role: vitrine.RoleEditor, IsActive: true}
	b.must(b.db.Update(t.Context(), func(tx *store.Tx) error { return tx.InsertUser(t.Context(), user) }))
	b.editor = vitrine.Actor{UserID: user.ID, Role: vitrine.RoleEditor}
	return b
}

func (b *bench) must(err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}

// picture is what a worker would find out of a file.
type picture struct {
	width, height int
	mimeType      string // of a JPEG if empty
	details       vitrine.PictureDetails
}

// photograph is a picture with all that a camera and a person may say.
func photograph() picture {
	camera, lens, iso, aperture := "Nikon <Z 6>", "Z 50mm \"S\"", 200, "f/2.8"
	name, city := "Pier & Sons", "Ærøskøbing"
	taken := time.Date(2026, 5, 30, 22, 12, 40, 0, time.UTC)
	return picture{width: 6000, height: 4000, details: vitrine.PictureDetails{
		EXIF:    vitrine.EXIF{Camera: &camera, Lens: &lens, ISO: &iso, Aperture: &aperture},
		TakenAt: &taken, TakenOffset: 2 * time.Hour,
		Location: vitrine.Location{Name: &name, City: &city, FromPicture: true},
	}}
}

// fit returns the size within a square, never enlarged.
func (p picture) fit(side int) (width, height int) {
	scale := min(1, float64(side)/float64(max(p.width, p.height)))
	return max(1, int(float64(p.width)*scale)), max(1, int(float64(p.height)*scale))
}

// upload adds a file with all its derived pictures.
func (b *bench) upload(p picture) string {
	b.Helper()
	b.files++
	id := fmt.Sprintf("file%d", b.files)
	sides := map[vitrine.RenditionName]int{
		vitrine.ThumbSmall: 320, vitrine.ThumbMedium: 640, vitrine.ThumbLarge: 1024, vitrine.Display: 2048, vitrine.WebP: 2048,
	}
	var set []store.NewRendition
	for i, name := range vitrine.RenditionNames() {
		key := fmt.Sprintf("%060x%04x", b.files, i)
		r := vitrine.Rendition{Name: name, Key: key, MIMEType: "image/jpeg", Size: 10}
		if name == vitrine.WebP {
			r.MIMEType = "image/webp"
		}
		r.Width, r.Height = p.fit(cmp.Or(sides[name], 2560))
		set = append(set, store.NewRendition{BlobKey: "derived/" + key, Rendition: r})
	}
	b.must(b.db.Update(b.Context(), func(tx *store.Tx) error {
		for _, key := range append([]store.NewRendition{{BlobKey: "originals/" + id}}, set...) {
			if err := tx.ReserveBlob(b.Context(), key.BlobKey, 10); err != nil {
				return err
			}
		}
		if err := tx.InsertUpload(b.Context(), &vitrine.Upload{
			ID: id, UserID: b.editor.UserID, SHA256: fmt.Sprintf("%064x", b.files), OriginalFilename: id + ".jpg",
			Size: 10, MIMEType: cmp.Or(p.mimeType, "image/jpeg"), Status: vitrine.UploadUploaded, Steps: vitrine.NewSteps(),
		}, "originals/"+id); err != nil {
			return err
		}
		if err := tx.SetUploadDetails(b.Context(), id, p.details, true); err != nil {
			return err
		}
		found := vitrine.Picture{Width: p.width, Height: p.height, Thumbhash: []byte("not a whole thumbhash, but long enough"), DominantColor: "#3a4b5c"}
		return tx.CompleteUpload(b.Context(), id, found, set)
	}))
	return id
}

// publish adds a published photo, a second after the last one.
func (b *bench) publish(title string, p picture, change ...func(*vitrine.PhotoInput)) *vitrine.Photo {
	b.Helper()
	in := vitrine.PhotoInput{
		Title: vitrine.Some(title), FileID: vitrine.Some(b.upload(p)), Status: vitrine.Some(vitrine.PhotoPublished),
	}
	for _, c := range change {
		c(&in)
	}
	b.now = b.now.Add(time.Second)
	photo, err := b.CreatePhoto(b.Context(), b.editor, in)
	b.must(err)
	return photo
}

// forget drops the kept pages, as each change does.
func (b *bench) forget() {
	_, err := b.pages.Invalidate(context.Background(), cache.Pages)
	b.must(err)
}

// ask sends a request.
func (b *bench) ask(method, target string) *httptest.ResponseRecorder {
	b.Helper()
	if !reflect.DeepEqual(b.settings, b.shown) {
		b.forget()
		b.shown = b.settings
	}
	return b.askWith(method, target)
}

// page reads a page that must be there, and holds it against the rules for all
// pages.
func (b *bench) page(target string) *document {
	b.Helper()
	return b.pageWith(target, http.StatusOK)
}

func (b *bench) pageWith(target string, status int) *document {
	b.Helper()
	w := b.ask(http.MethodGet, target)
	if w.Code != status {
		b.Fatalf("%.80s answers %d, want %d: %s", target, w.Code, status, w.Body)
	}
	d := parse(b, w.Body.String())
	d.expectRules(w.Header())
	return d
}

package app_test

import (
	"cmp"
	"fmt"
	"image"
	_ "image/jpeg" // what the renditions are
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/vitrine-photos/vitrine/client"
	"github.com/vitrine-photos/vitrine/internal/app"
)

// A photographer signs in, uploads, sorts and publishes; a visitor sees it; it
// is hidden, deleted, restored; and all of it is there after a restart.
func TestJourney(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, cfg app.Config) {
		s := serve(t, cfg)
		author := client.New(s.url, nil)
		_, err := author.Login(t.Context(), "admin", password)
		s.must(err)
		photo := s.createByHand(author)
		s.expectShown(photo)

		s.must(author.DeletePhoto(t.Context(), photo.ID))
		s.expectUnseen(photo, http.StatusGone)
		_, err = author.RestorePhoto(t.Context(), photo.ID)
		s.must(err)
		s.expectShown(photo)
		for _, hiding := range []map[string]any{{"status": "draft"}, {"status": "archived"}} {
			s.change(photo.ID, hiding)
			s.expectUnseen(photo, http.StatusNotFound)
			s.change(photo.ID, map[string]any{"status": "published"})
			s.expectShown(photo)
		}
		s.must(s.stop())

		s = serve(t, cfg)
		s.expectShown(photo)
		kept := s.publicPhoto(photo.ID)
		if kept.Title != photo.Title || !maps.Equal(kept.Formats, photo.Formats) {
			t.Errorf("after the restart %+v, before %+v", kept, photo)
		}
	})
}

// createByHand publishes a photo step by step as the author, and returns it as
// the public reads it.
func (s *service) createByHand(author *client.Client) *client.Photo {
	s.Helper()
	file := s.upload(author, "harbour.jpg", withEXIF(jpegOf(s, "harbour")))
	travel, err := author.CreateCategory(s.Context(), "Travel", nil)
	s.must(err)
	japan, err := author.CreateCategory(s.Context(), "Japan", &travel.ID)
	s.must(err)
	created, err := author.CreatePhoto(s.Context(), client.NewPhoto{
		Title: "Harbour at night", FileID: file, Categories: []int64{japan.ID}, Tags: []string{"Sea", "夜"},
	})
	s.must(err)
	if created.Status != "draft" {
		s.Errorf("a photo that names no status is %s", created.Status)
	}
	_, err = client.New(s.url, nil).Photo(s.Context(), created.ID)
	s.expectStatus(err, http.StatusNotFound)
	if created.Location.Latitude == nil || *created.Location.Latitude != 38.7 {
		s.Errorf("the author sees the place %+v", created.Location)
	}
	s.change(created.ID, map[string]any{"status": "published"})
	photo := s.publicPhoto(created.ID)
	if len(photo.Tags) != 2 || len(photo.Categories) != 1 || photo.Categories[0].ID != japan.ID {
		s.Errorf("published with the tags %+v and the categories %+v", photo.Tags, photo.Categories)
	}
	if photo.EXIF.ISO == nil || *photo.EXIF.ISO != 400 || photo.EXIF.Camera == nil || *photo.EXIF.Camera != "NIKON Z 6" {
		s.Errorf("the public sees the camera data %+v", photo.EXIF)
	}
	if photo.Location != (client.Location{}) {
		s.Errorf("the public sees the place %+v", photo.Location)
	}
	if taken := photo.TakenAt; taken == nil || taken.Format("2006-01-02 15:04") != "2026-05-31 21:30" {
		s.Errorf("taken at %v, want 21:30 UTC", taken)
	}
	return photo
}

// publicPhoto reads a photo as a visitor.
func (s *service) publicPhoto(id int64) *client.Photo {
	s.Helper()
	photo, err := client.New(s.url, nil).Photo(s.Context(), id)
	s.must(err)
	return photo
}

// expectShown looks for a photo wherever a visitor may find it.
func (s *service) expectShown(photo *client.Photo) {
	s.Helper()
	visitor := client.New(s.url, nil)
	for name, q := range listsWith(photo) {
		found, pagination, err := visitor.Photos(s.Context(), q)
		s.must(err)
		if pagination.Total != 1 || len(found) != 1 || found[0].ID != photo.ID {
			s.Errorf("the list %s has %d photos, want the one", name, pagination.Total)
		}
	}
	s.expectPictures(s.page("/"), 1)
	page := s.page("/p/" + photo.Slug)
	s.expectPictures(page, 2)
	for _, want := range []string{"Harbour at night", "NIKON Z 6", "31 May 2026", "<li", "夜"} {
		if !strings.Contains(page, want) {
			s.Errorf("the page lacks %q", want)
		}
	}
	for name, address := range photo.Formats {
		want := http.StatusOK
		if name == "original" {
			want = http.StatusUnauthorized // not given to the public unless the settings say so
		}
		if a := s.get(address); a.status != want {
			s.Errorf("%s answers %d, want %d", name, a.status, want)
		}
	}
	if names := slices.Sorted(maps.Keys(photo.Formats)); len(names) != 6 {
		s.Errorf("the formats are %q", names)
	}
}

// expectUnseen looks for a photo where a visitor found it before. Its page says
// why it is not there.
func (s *service) expectUnseen(photo *client.Photo, page int) {
	s.Helper()
	visitor := client.New(s.url, nil)
	for name, q := range listsWith(photo) {
		if _, pagination, err := visitor.Photos(s.Context(), q); err != nil || pagination.Total != 0 {
			s.Errorf("the list %s has %d photos (%v), want none", name, pagination.Total, err)
		}
	}
	addresses := maps.Clone(photo.Formats)
	addresses["record"] = fmt.Sprint("/v1/photos/", photo.ID)
	addresses["page"] = "/p/" + photo.Slug
	for _, source := range sources(s.page("/")) {
		s.Errorf("the home page shows %s", source.address)
	}
	for name, address := range addresses {
		for _, method := range []string{http.MethodGet, http.MethodHead} {
			want := http.StatusNotFound
			if name == "page" {
				want = page
			}
			if a := s.ask(method, address, ""); a.status != want {
				s.Errorf("%s %s answers %d, want %d", method, name, a.status, want)
			}
		}
	}
}

// listsWith are the lists in which the photo of the journey stands alone.
func listsWith(photo *client.Photo) map[string]client.PhotoQuery {
	return map[string]client.PhotoQuery{
		"of all":           {},
		"of the category":  {Category: photo.Categories[0].ID},
		"of the tag":       {Tag: "sea"},
		"of a search":      {Search: "harb"},
		"of the month":     {Year: 2026, Month: 5}, // on the clock of the place
		"of the published": {Status: "published"},
	}
}

// source is one picture that a page offers, and the width it promises.
type source struct {
	address string
	width   int
}

var srcset = regexp.MustCompile(`srcset="([^"]*)"`)

func sources(page string) (all []source) {
	for _, set := range srcset.FindAllStringSubmatch(page, -1) {
		for candidate := range strings.SplitSeq(set[1], ", ") {
			address, width, _ := strings.Cut(candidate, " ")
			pixels, err := strconv.Atoi(strings.TrimSuffix(width, "w"))
			all = append(all, source{address, cmp.Or(pixels, -1)})
			if err != nil {
				all = append(all, source{address: set[1]})
			}
		}
	}
	return all
}

// expectPictures fetches all that a page's srcsets offer: the widths must be
// true, and none promised twice in one set.
func (s *service) expectPictures(page string, sets int) {
	s.Helper()
	if n := len(srcset.FindAllString(page, -1)); n != sets {
		s.Errorf("the page has %d srcsets, want %d", n, sets)
	}
	for _, set := range srcset.FindAllStringSubmatch(page, -1) {
		if all := sources(set[0]); len(slices.CompactFunc(slices.Clone(all), func(a, b source) bool { return a.width == b.width })) != len(all) {
			s.Errorf("a width is promised twice in %s", set[1])
		}
	}
	for _, offered := range sources(page) {
		a := s.get(offered.address)
		if a.status != http.StatusOK {
			s.Errorf("%s answers %d", offered.address, a.status)
			continue
		}
		if a.header.Get("Content-Type") == "image/webp" {
			continue // read by no decoder of the standard library
		}
		if header, _, err := image.DecodeConfig(strings.NewReader(a.body)); err != nil || header.Width != offered.width {
			s.Errorf("%s is %d pixels wide (%v), the page says %d", offered.address, header.Width, err, offered.width)
		}
	}
}

// Photographs of real cameras go all the way, and their places stay private.
func TestRealPhotographs(t *testing.T) {
	t.Parallel()
	folder := os.Getenv("VITRINE_TEST_PHOTOS")
	if folder == "" {
		t.Skip("VITRINE_TEST_PHOTOS does not name the folder of test photographs")
	}
	s := serve(t, config(t))
	for name, located := range map[string]bool{
		"exif/jpg_gps_DSCN0010.jpg":                   true,
		"exif/jpg_Nikon_D70.jpg":                      false,
		"formats/formats_webp_denali.webp":            false,
		"formats/heic_mobile_iphone_13_pro_max.HEIC":  false,
		"orientation/jpg_orientation_landscape_6.jpg": false,
	} {
		picture, err := os.ReadFile(filepath.Join(folder, name))
		s.must(err)
		created, err := s.CreatePhoto(t.Context(), client.NewPhoto{
			Title: filepath.Base(name), Status: "published", FileID: s.upload(s.Client, filepath.Base(name), picture),
		})
		s.must(err)
		if (created.Location.Latitude != nil) != located {
			t.Errorf("%s: the author sees the place %+v", name, created.Location)
		}
		photo := s.publicPhoto(created.ID)
		if photo.Location != (client.Location{}) {
			t.Errorf("%s: the public sees the place %+v", name, photo.Location)
		}
		s.expectPictures(s.page("/p/"+photo.Slug), 2)
	}
}

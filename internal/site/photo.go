package site

import (
	"fmt"
	"html/template"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/catalog"
)

// photo shows one photo with its camera panel.
func (s *Site) photo(r *http.Request) (*view, error) {
	ctx, slug := r.Context(), r.PathValue("slug")
	if !utf8.ValidString(slug) || strings.ContainsRune(slug, 0) {
		return nil, vitrine.NotFound("photo", "") // no store keeps such a name, or even looks for it
	}
	photo, err := s.Catalog.PhotoBySlug(ctx, vitrine.Actor{}, slug)
	if err != nil {
		return nil, err
	}
	v, err := s.newView(r, "photo")
	if err != nil {
		return nil, err
	}
	newer, older, err := s.Catalog.Neighbours(ctx, vitrine.Actor{}, photo)
	if err != nil {
		return nil, err
	}
	if r.Method == http.MethodGet { // who asks for the header only sees nothing
		s.Catalog.CountView(photo.ID, catalog.Visitor{Address: s.Address(r), UserAgent: r.UserAgent()})
	}
	v.Title = photo.Title
	v.Description = summary(photo.Description)
	v.Canonical = s.absolute("/p/" + photo.Slug)
	v.Image = s.preview(photo)
	v.Photo = s.largePicture(photo)
	v.addStyle(photoStyle(photo))
	v.Newer, v.Older = linkTo(newer), linkTo(older)
	v.describe(photo)
	return v, nil
}

// describe fills in what is said beside the picture.
func (v *view) describe(photo *vitrine.Photo) {
	v.Words = photo.Description
	if taken := photo.LocalTakenAt(); !taken.IsZero() {
		v.Taken = taken.Format("2 January 2006")
		v.TakenISO = taken.Format(time.RFC3339)
	}
	v.Place = place(photo.Location.Public(v.settings.Display.ShowLocation))
	for _, tag := range photo.Tags {
		v.Tags = append(v.Tags, tag.Name)
	}
	if v.settings.Display.ShowEXIF {
		v.EXIF = cameraFacts(photo.EXIF)
	}
}

// linkTo returns nil, not an empty link, where there is no photo: the template
// asks for nil.
func linkTo(photo *vitrine.Photo) any {
	if photo == nil {
		return nil
	}
	return link{Slug: photo.Slug, Title: photo.Title}
}

func (s *Site) largePicture(photo *vitrine.Photo) tileView {
	display, _ := photo.Rendition(vitrine.Display)
	webp, _ := photo.Rendition(vitrine.WebP)
	return tileView{
		Class: "only", Alt: photo.Title,
		Source:    s.URLs.Rendition(display, true),
		SourceSet: s.sourceSet(photo, []vitrine.RenditionName{vitrine.ThumbMedium, vitrine.ThumbLarge, vitrine.Display}),
		WebP:      fmt.Sprintf("%s %dw", s.URLs.Rendition(webp, true), webp.Width),
		Width:     photo.Picture.Width, Height: photo.Picture.Height,
	}
}

func photoStyle(photo *vitrine.Photo) template.CSS {
	return template.CSS(fmt.Sprintf(".only{--r:%.4f;--w:%d;%s}", ratio(photo), max(photo.Picture.Width, 320), placeholder(photo.Picture.Thumbhash))) //nolint:gosec // numbers and colours
}

func place(l vitrine.Location) string {
	var parts []string
	for _, part := range []*string{l.Name, l.City, l.Country} {
		if part != nil && *part != "" {
			parts = append(parts, *part)
		}
	}
	return strings.Join(parts, ", ")
}

func cameraFacts(exif vitrine.EXIF) []fact {
	var facts []fact
	add := func(name string, value *string) {
		if value != nil && *value != "" {
			facts = append(facts, fact{name, *value})
		}
	}
	add("Camera", exif.Camera)
	add("Lens", exif.Lens)
	add("Focal length", exif.FocalLength)
	add("Aperture", exif.Aperture)
	add("Shutter speed", exif.ShutterSpeed)
	if exif.ISO != nil {
		facts = append(facts, fact{"ISO", strconv.Itoa(*exif.ISO)})
	}
	return facts
}

// summary shortens a description to what search engines show.
func summary(text string) string {
	const limit = 160
	runes := []rune(strings.Join(strings.Fields(text), " "))
	if len(runes) <= limit {
		return string(runes)
	}
	return string(runes[:limit-1]) + "…"
}

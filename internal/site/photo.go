package site

import (
	"errors"
	"fmt"
	"html/template"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/ingest"
)

// photoPage shows one photo with what is known of it.
type photoPage struct {
	Photo        tileView
	Taken        string
	TakenISO     string
	Place        string
	Words        string
	Categories   []crumb
	Tags         []crumb
	EXIF         []fact
	Original     string // where it can be downloaded; "" if it cannot
	Newer, Older any    // a link, or nil
}

// fact is a line of the camera panel.
type fact struct{ Name, Value string }

// link leads to another photo.
type link struct{ Path, Title string }

// photoPath is the address of a photo in the default language.
func photoPath(slug string) string { return "/p/" + url.PathEscape(slug) }

// storable returns a name from an address, unless no store would keep such a
// name, or even look for it.
func storable(name, kind string) (string, error) {
	if name == "" || !utf8.ValidString(name) || strings.ContainsRune(name, 0) {
		return "", vitrine.NotFound(kind, "")
	}
	return name, nil
}

func (s *Site) photo(r *request) (*page, error) {
	slug, err := storable(r.PathValue("slug"), "photo")
	if err != nil {
		return nil, err
	}
	photo, err := s.Catalog.PhotoBySlug(r.Context(), vitrine.Actor{}, slug)
	if err != nil {
		err = movedOr(r.Context(), err, slug, s.Catalog.PhotoSlugNow, photoPath)
		return nil, s.goneOr(err, r, slug)
	}
	p, err := s.newPage(r, "photo")
	if err != nil {
		return nil, err
	}
	newer, older, err := s.Catalog.Neighbours(r.Context(), vitrine.Actor{}, photo)
	if err != nil {
		return nil, err
	}
	p.photo, p.Title = photo.ID, photo.Title
	p.Description = summary(photo.Description)
	p.Image = s.preview(photo)
	p.LinkedData = s.linkedData(photo, p)
	if s.BaseURL != "" {
		p.Embeddable = s.absolute("/oembed?format=json&url=" + url.QueryEscape(s.absolute(photoPath(photo.Slug))))
	}
	p.addStyle(photoStyle(photo))
	body := describe(photo, p)
	body.Photo = s.largePicture(photo)
	body.Newer, body.Older = linkTo(newer), linkTo(older)
	if p.settings.Display.AllowOriginalDownload && photo.File != nil && ingest.HasPublicCopy(photo.File.MIMEType) {
		body.Original = s.URLs.Original(photo, false)
	}
	p.Body = body
	return p, nil
}

// errGone is the error of a photo that was public once and is deleted.
var errGone = errors.New("the photo is gone")

// goneOr returns errGone instead of "not found" where that is the reason.
func (s *Site) goneOr(notFound error, r *request, slug string) error {
	if vitrine.ErrorCode(notFound) != vitrine.CodeNotFound {
		return notFound
	}
	gone, err := s.Catalog.PhotoGone(r.Context(), slug)
	switch {
	case err != nil:
		return err
	case gone:
		return errGone
	}
	return notFound
}

// describe returns what is said beside the picture.
func describe(photo *vitrine.Photo, p *page) photoPage {
	body := photoPage{Words: photo.Description}
	if taken := photo.LocalTakenAt(); !taken.IsZero() {
		body.Taken = p.Lang.day(taken)
		body.TakenISO = taken.Format(time.RFC3339)
	}
	body.Place = place(photo.Location.Public(p.settings.Display.ShowLocation))
	for _, c := range photo.Categories {
		body.Categories = append(body.Categories, crumb{Path: categoryPath(c.Path), Name: c.Name})
	}
	for _, tag := range photo.Tags {
		body.Tags = append(body.Tags, crumb{Path: tagPath(tag.Slug), Name: tag.Name})
	}
	if p.settings.Display.ShowEXIF {
		body.EXIF = cameraFacts(photo.EXIF, p.Lang)
	}
	return body
}

// linkTo returns nil, not an empty link, where there is no photo: the template
// asks for nil.
func linkTo(photo *vitrine.Photo) any {
	if photo == nil {
		return nil
	}
	return link{Path: photoPath(photo.Slug), Title: photo.Title}
}

func (u pictures) largePicture(photo *vitrine.Photo) tileView {
	display, _ := photo.Rendition(vitrine.Display)
	return tileView{
		Class: "only", Alt: photo.Title,
		Source:    u.at.Rendition(display, true),
		SourceSet: u.sourceSet(photo, []vitrine.RenditionName{vitrine.ThumbMedium, vitrine.ThumbLarge, vitrine.Display}),
		WebP:      u.address(photo, vitrine.WebP), AVIF: u.address(photo, vitrine.AVIF),
		Width: photo.Picture.Width, Height: photo.Picture.Height,
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

func cameraFacts(exif vitrine.EXIF, l *language) []fact {
	var facts []fact
	add := func(name string, value *string) {
		if value != nil && *value != "" {
			facts = append(facts, fact{l.say(name), *value})
		}
	}
	add("Camera", exif.Camera)
	add("Lens", exif.Lens)
	add("Focal length", exif.FocalLength)
	add("Aperture", exif.Aperture)
	add("Shutter speed", exif.ShutterSpeed)
	if exif.ISO != nil {
		facts = append(facts, fact{l.say("ISO"), strconv.Itoa(*exif.ISO)})
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

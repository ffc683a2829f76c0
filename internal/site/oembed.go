package site

import (
	"encoding/xml"
	"math"
	"net/http"
	"strconv"

	"github.com/vitrine-photos/vitrine"
)

// embedding is a photo for other sites to show, as https://oembed.com describes.
type embedding struct {
	XMLName         xml.Name `json:"-" xml:"oembed"`
	Version         string   `json:"version" xml:"version"`
	Type            string   `json:"type" xml:"type"`
	Title           string   `json:"title" xml:"title"`
	Author          string   `json:"author_name" xml:"author_name"`
	AuthorURL       string   `json:"author_url" xml:"author_url"`
	Provider        string   `json:"provider_name" xml:"provider_name"`
	ProviderURL     string   `json:"provider_url" xml:"provider_url"`
	URL             string   `json:"url" xml:"url"`
	Width           int      `json:"width" xml:"width"`
	Height          int      `json:"height" xml:"height"`
	ThumbnailURL    string   `json:"thumbnail_url" xml:"thumbnail_url"`
	ThumbnailWidth  int      `json:"thumbnail_width" xml:"thumbnail_width"`
	ThumbnailHeight int      `json:"thumbnail_height" xml:"thumbnail_height"`
	CacheAge        int      `json:"cache_age" xml:"cache_age"` // seconds
}

// oembed describes the photo whose page is at ?url=.
func (s *Site) oembed(r *http.Request) (document, error) {
	query := r.URL.Query()
	slug, ours := s.slugOf(query.Get("url"))
	if !ours {
		return document{}, vitrine.NotFound("photo", "")
	}
	slug, err := storable(slug, "photo")
	if err != nil {
		return document{}, err
	}
	photo, err := s.Catalog.PhotoBySlug(r.Context(), vitrine.Actor{}, slug)
	if vitrine.ErrorCode(err) == vitrine.CodeNotFound {
		if slug, err = s.Catalog.PhotoSlugNow(r.Context(), vitrine.Actor{}, slug); err == nil {
			photo, err = s.Catalog.PhotoBySlug(r.Context(), vitrine.Actor{}, slug)
		}
	}
	if err != nil {
		return document{}, err
	}
	settings, err := s.Settings(r.Context())
	if err != nil {
		return document{}, err
	}
	e := s.embedding(photo, settings, bound(query.Get("maxwidth")), bound(query.Get("maxheight")))
	switch query.Get("format") {
	case "", "json":
		return jsonDocument("application/json; charset=utf-8", e)
	case "xml":
		return xmlDocument("text/xml; charset=utf-8", e)
	}
	return document{}, vitrine.NotFound("format", "") // the standard's 501 would say no more
}

func (s *Site) embedding(photo *vitrine.Photo, settings vitrine.Settings, maxWidth, maxHeight int) embedding {
	small, _ := photo.Rendition(vitrine.ThumbSmall)
	best := small
	for _, name := range gridRenditions() {
		if r, ok := photo.Rendition(name); ok && r.Width <= maxWidth && r.Height <= maxHeight {
			best = r
		}
	}
	return embedding{
		Version: "1.0", Type: "photo", Title: photo.Title, CacheAge: 3600,
		Author: authorOf(settings), AuthorURL: s.absolute("/about"),
		Provider: settings.General.SiteTitle, ProviderURL: s.absolute("/"),
		URL: s.absolute(s.URLs.Rendition(best, true)), Width: best.Width, Height: best.Height,
		ThumbnailURL: s.absolute(s.URLs.Rendition(small, true)), ThumbnailWidth: small.Width, ThumbnailHeight: small.Height,
	}
}

// bound reads the greatest width or height that fits; without one, anything does.
func bound(text string) int {
	if n, err := strconv.Atoi(text); err == nil && n > 0 {
		return n
	}
	return math.MaxInt
}

package site

import (
	"encoding/xml"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine-photos/vitrine"
)

// sitemapPhotos is how many photos one file of the map lists. The protocol
// (https://www.sitemaps.org/protocol.html) allows 50,000; a smaller file is
// made in a moment.
const sitemapPhotos = 1000

// The elements of the protocol, and of its extension for images
// (https://developers.google.com/search/docs/crawling-indexing/sitemaps/image-sitemaps).
type (
	sitemapIndex struct {
		XMLName xml.Name      `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 sitemapindex"`
		Files   []sitemapFile `xml:"sitemap"`
	}
	sitemapFile struct {
		Location string `xml:"loc"`
	}
	sitemapSet struct {
		XMLName xml.Name      `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
		Images  string        `xml:"xmlns:image,attr"`
		Pages   []sitemapPage `xml:"url"`
	}
	sitemapPage struct {
		Location string         `xml:"loc"`
		Modified string         `xml:"lastmod,omitempty"`
		Images   []sitemapImage `xml:"image:image"`
	}
	sitemapImage struct {
		Location string `xml:"image:loc"`
	}
)

// sitemapIndex names the files of the map: one of pages, and as many of photos
// as it takes.
func (s *Site) sitemapIndex(r *http.Request) (document, error) {
	if s.BaseURL == "" {
		return document{}, errNoAddress()
	}
	newest, err := s.Catalog.Photos(r.Context(), vitrine.Actor{}, oldestFirst(1, 1))
	if err != nil {
		return document{}, err
	}
	index := sitemapIndex{Files: []sitemapFile{{s.absolute("/sitemap/pages.xml")}}}
	for n := range (newest.Total + sitemapPhotos - 1) / sitemapPhotos {
		index.Files = append(index.Files, sitemapFile{s.absolute(fmt.Sprintf("/sitemap/photos-%d.xml", n+1))})
	}
	return xmlDocument("application/xml; charset=utf-8", index)
}

// oldestFirst selects a page of the photos in an order that new ones do not
// disturb.
func oldestFirst(number, limit int) vitrine.PhotoFilter {
	return vitrine.PhotoFilter{
		Page: vitrine.Page{Number: number, Limit: limit}, PicturesOnly: true, SortBy: vitrine.SortCreatedAt, SortOrder: vitrine.Ascending,
	}
}

// sitemap is one file of the map.
func (s *Site) sitemap(r *http.Request) (document, error) {
	if s.BaseURL == "" {
		return document{}, errNoAddress()
	}
	var pages []sitemapPage
	var err error
	if r.PathValue("name") == "pages.xml" {
		pages, err = s.mappedPages(r)
	} else {
		pages, err = s.mappedPhotos(r)
	}
	if err != nil {
		return document{}, err
	}
	return xmlDocument("application/xml; charset=utf-8",
		sitemapSet{Images: "http://www.google.com/schemas/sitemap-image/1.1", Pages: pages})
}

// mappedPages lists everything but the photos.
func (s *Site) mappedPages(r *http.Request) (pages []sitemapPage, err error) {
	add := func(path string) { pages = append(pages, sitemapPage{Location: s.absolute(path)}) }
	for _, path := range []string{"/", "/galleries", "/about"} {
		add(path)
	}
	categories, err := s.Catalog.Categories(r.Context(), vitrine.Actor{})
	if err != nil {
		return nil, err
	}
	for _, c := range categories {
		if c.PhotoCount > 0 {
			add(categoryPath(c.Path))
		}
	}
	tags, err := s.Catalog.Tags(r.Context(), vitrine.Actor{}, sitemapPhotos)
	if err != nil {
		return nil, err
	}
	for _, tag := range tags {
		add(tagPath(tag.Slug))
	}
	months, err := s.Catalog.TimelineMonths(r.Context(), vitrine.Actor{})
	if err != nil {
		return nil, err
	}
	for _, path := range timelinePaths(months) {
		add(path)
	}
	places, err := s.Catalog.Places(r.Context(), mapPlaces)
	if err != nil || len(places) == 0 {
		return pages, err
	}
	add(mapPath)
	for _, c := range clustersOf(places) {
		add(c.path())
	}
	return pages, nil
}

// mappedPhotos lists the photos of a file "photos-2.xml".
func (s *Site) mappedPhotos(r *http.Request) (pages []sitemapPage, err error) {
	const limit = 100 // a page of a list
	middle, isPhotos := strings.CutPrefix(r.PathValue("name"), "photos-")
	middle, isXML := strings.CutSuffix(middle, ".xml")
	file, err := strconv.Atoi(middle)
	if err != nil || !isPhotos || !isXML || file < 1 || file > 1_000_000 {
		return nil, vitrine.NotFound("document", "")
	}
	for n := range sitemapPhotos / limit {
		found, err := s.Catalog.Photos(r.Context(), vitrine.Actor{}, oldestFirst((file-1)*sitemapPhotos/limit+n+1, limit))
		if err != nil {
			return nil, err
		}
		for _, photo := range found.Photos {
			picture, _ := photo.Rendition(vitrine.Display)
			pages = append(pages, sitemapPage{
				Location: s.absolute(photoPath(photo.Slug)), Modified: photo.UpdatedAt.Format(time.RFC3339),
				Images: []sitemapImage{{s.absolute(s.URLs.Rendition(picture, true))}},
			})
		}
		if len(found.Photos) < limit {
			break
		}
	}
	if len(pages) == 0 {
		return nil, vitrine.NotFound("document", "")
	}
	return pages, nil
}

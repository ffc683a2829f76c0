package site

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"html"
	"net/http"
	"time"

	"github.com/vitrine-photos/vitrine"
)

// feedLength is how many photos a feed tells of.
const feedLength = 30

// feedEntry is a photo in a feed.
type feedEntry struct {
	URL, Title, HTML, Text string
	Picture                vitrine.Rendition
	PictureURL             string
	Published, Updated     time.Time
}

// newest returns the newest photos for a feed, and the settings of the site.
func (s *Site) newest(r *http.Request) (vitrine.Settings, []feedEntry, error) {
	if s.BaseURL == "" {
		return vitrine.Settings{}, nil, errNoAddress()
	}
	settings, err := s.Settings(r.Context())
	if err != nil {
		return settings, nil, err
	}
	page, err := s.Catalog.Photos(r.Context(), vitrine.Actor{}, vitrine.PhotoFilter{
		Page: vitrine.Page{Number: 1, Limit: feedLength}, PicturesOnly: true, SortBy: vitrine.SortCreatedAt, SortOrder: vitrine.Descending,
	})
	if err != nil {
		return settings, nil, err
	}
	var entries []feedEntry
	for _, photo := range page.Photos {
		entries = append(entries, s.feedEntry(photo))
	}
	return settings, entries, nil
}

func (s *Site) feedEntry(photo *vitrine.Photo) feedEntry {
	picture, _ := photo.Rendition(vitrine.ThumbLarge)
	e := feedEntry{
		URL: s.absolute(photoPath(photo.Slug)), Title: photo.Title, Text: photo.Description,
		Picture: picture, PictureURL: s.absolute(s.URLs.Rendition(picture, true)),
		Published: photo.CreatedAt, Updated: photo.UpdatedAt,
	}
	if photo.PublishedAt != nil {
		e.Published = *photo.PublishedAt
	}
	e.HTML = `<p><img src="` + html.EscapeString(e.PictureURL) + `" alt="` + html.EscapeString(photo.Title) + `"></p>`
	if photo.Description != "" {
		e.HTML += "<p>" + html.EscapeString(photo.Description) + "</p>"
	}
	return e
}

// The elements of RFC 4287.
type (
	atomFeed struct {
		XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
		ID      string      `xml:"id"`
		Title   string      `xml:"title"`
		Tagline string      `xml:"subtitle,omitempty"`
		Updated string      `xml:"updated"`
		Author  atomPerson  `xml:"author"`
		Links   []atomLink  `xml:"link"`
		Entries []atomEntry `xml:"entry"`
	}
	atomPerson struct {
		Name string `xml:"name"`
	}
	atomLink struct {
		Rel  string `xml:"rel,attr"`
		Href string `xml:"href,attr"`
		Type string `xml:"type,attr,omitempty"`
		Size int64  `xml:"length,attr,omitempty"`
	}
	atomEntry struct {
		ID        string     `xml:"id"`
		Title     string     `xml:"title"`
		Published string     `xml:"published"`
		Updated   string     `xml:"updated"`
		Links     []atomLink `xml:"link"`
		Content   atomText   `xml:"content"`
	}
	atomText struct {
		Type string `xml:"type,attr"`
		Text string `xml:",chardata"`
	}
)

// atom is the feed of RFC 4287.
func (s *Site) atom(r *http.Request) (document, error) {
	settings, entries, err := s.newest(r)
	if err != nil {
		return document{}, err
	}
	feed := atomFeed{
		ID: s.absolute("/"), Title: settings.General.SiteTitle, Tagline: settings.General.SiteDescription,
		Author: atomPerson{authorOf(settings)}, Updated: time.Unix(0, 0).UTC().Format(time.RFC3339),
		Links: []atomLink{
			{Rel: "self", Href: s.absolute("/feed.atom"), Type: "application/atom+xml"},
			{Rel: "alternate", Href: s.absolute("/"), Type: "text/html"},
		},
	}
	for _, e := range entries {
		feed.Updated = max(feed.Updated, e.Updated.Format(time.RFC3339))
		feed.Entries = append(feed.Entries, atomEntry{
			ID: e.URL, Title: e.Title, Published: e.Published.Format(time.RFC3339), Updated: e.Updated.Format(time.RFC3339),
			Links: []atomLink{
				{Rel: "alternate", Href: e.URL, Type: "text/html"},
				{Rel: "enclosure", Href: e.PictureURL, Type: e.Picture.MIMEType, Size: e.Picture.Size},
			},
			Content: atomText{Type: "html", Text: e.HTML},
		})
	}
	return xmlDocument("application/atom+xml; charset=utf-8", feed)
}

// authorOf is whom the feeds and the linked data name; a feed must name someone.
func authorOf(settings vitrine.Settings) string {
	if settings.General.SiteAuthor != "" {
		return settings.General.SiteAuthor
	}
	return settings.General.SiteTitle
}

func xmlDocument(contentType string, v any) (document, error) {
	var body bytes.Buffer
	body.WriteString(xml.Header)
	if err := xml.NewEncoder(&body).Encode(v); err != nil {
		return document{}, err
	}
	return document{contentType, body.Bytes()}, nil
}

func jsonDocument(contentType string, v any) (document, error) {
	body, err := json.Marshal(v)
	return document{contentType, body}, err
}

// jsonFeed is the feed of https://www.jsonfeed.org/version/1.1/.
func (s *Site) jsonFeed(r *http.Request) (document, error) {
	settings, entries, err := s.newest(r)
	if err != nil {
		return document{}, err
	}
	items := make([]map[string]any, 0, len(entries))
	for _, e := range entries {
		items = append(items, map[string]any{
			"id": e.URL, "url": e.URL, "title": e.Title, "content_html": e.HTML, "image": e.PictureURL,
			"date_published": e.Published.Format(time.RFC3339), "date_modified": e.Updated.Format(time.RFC3339),
			"attachments": []map[string]any{{"url": e.PictureURL, "mime_type": e.Picture.MIMEType, "size_in_bytes": e.Picture.Size}},
		})
	}
	return jsonDocument("application/feed+json; charset=utf-8", map[string]any{
		"version": "https://jsonfeed.org/version/1.1", "title": settings.General.SiteTitle,
		"description":   settings.General.SiteDescription,
		"home_page_url": s.absolute("/"), "feed_url": s.absolute("/feed.json"),
		"authors": []map[string]string{{"name": authorOf(settings)}}, "items": items,
	})
}

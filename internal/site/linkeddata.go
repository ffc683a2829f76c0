package site

import (
	"time"

	"github.com/vitrine-photos/vitrine"
)

// linkedData describes a photo as an ImageObject (https://schema.org/ImageObject)
// with what image searches ask for: licence, creator and credit. It says no
// more than the page does.
func (s *Site) linkedData(photo *vitrine.Photo, p *page) map[string]any {
	if s.BaseURL == "" {
		return nil
	}
	display, _ := photo.Rendition(vitrine.Display)
	small, _ := photo.Rendition(vitrine.ThumbMedium)
	author := authorOf(p.settings)
	creator := map[string]any{"@type": "Person", "name": author}
	data := map[string]any{
		"@context": "https://schema.org", "@type": "ImageObject",
		"url": s.absolute(photoPath(photo.Slug)), "name": photo.Title,
		"contentUrl": s.absolute(s.URLs.Rendition(display, true)), "encodingFormat": display.MIMEType,
		"width": display.Width, "height": display.Height,
		"thumbnailUrl": s.absolute(s.URLs.Rendition(small, true)),
		"creator":      creator, "creditText": author, "copyrightNotice": "© " + author,
		"acquireLicensePage": s.absolute("/about"), "dateModified": photo.UpdatedAt.Format(time.RFC3339),
	}
	if license := p.settings.Display.LicenseURL; license != "" {
		data["license"] = license
	}
	if photo.Description != "" {
		data["description"] = photo.Description
	}
	if taken := photo.LocalTakenAt(); !taken.IsZero() {
		data["dateCreated"] = taken.Format(time.RFC3339)
	}
	if photo.PublishedAt != nil {
		data["datePublished"] = photo.PublishedAt.Format(time.RFC3339)
	}
	addSubject(data, photo, p.settings.Display)
	return data
}

// addSubject says what is in the photo and how it was taken, where that is shown.
func addSubject(data map[string]any, photo *vitrine.Photo, display vitrine.DisplaySettings) {
	var keywords []string
	for _, tag := range photo.Tags {
		keywords = append(keywords, tag.Name)
	}
	if len(keywords) > 0 {
		data["keywords"] = keywords
	}
	location := photo.Location.Public(display.ShowLocation)
	if name := place(location); name != "" || location.Latitude != nil {
		where := map[string]any{"@type": "Place", "name": name}
		if location.Latitude != nil && location.Longitude != nil {
			where["geo"] = map[string]any{"@type": "GeoCoordinates", "latitude": *location.Latitude, "longitude": *location.Longitude}
		}
		data["contentLocation"] = where
	}
	if !display.ShowEXIF {
		return
	}
	var exif []map[string]any
	for _, fact := range cameraFacts(photo.EXIF, &language{}) {
		exif = append(exif, map[string]any{"@type": "PropertyValue", "name": fact.Name, "value": fact.Value})
	}
	if len(exif) > 0 {
		data["exifData"] = exif
	}
}

package ingest

import (
	"slices"
	"strings"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/imaging"
)

// detailsOf returns what a file says of its picture in the words of the
// service, cleaned as if a client had sent it. A capture time without an offset
// is placed in zone.
func detailsOf(m imaging.Metadata, zone *time.Location) vitrine.PictureDetails {
	d := vitrine.PictureDetails{
		EXIF: vitrine.EXIF{
			Camera:       line(m.Camera()),
			Lens:         line(m.Lens),
			Aperture:     line(m.Aperture()),
			ShutterSpeed: line(m.ShutterSpeed()),
			FocalLength:  line(m.FocalLengthText()),
		},
		Location:  locationOf(m),
		Altitude:  m.Altitude,
		Title:     oneLine(m.Title),
		Caption:   short(m.Caption, vitrine.MaxDescription),
		Keywords:  keywordsOf(m.Keywords),
		Creator:   oneLine(m.Creator),
		Copyright: oneLine(m.Copyright),
		Rating:    m.Rating,
	}
	if m.ISO > 0 {
		d.EXIF.ISO = &m.ISO
	}
	if at, known := m.Captured.At(zone); known {
		_, offset := at.Zone()
		utc := at.UTC()
		d.TakenAt, d.TakenOffset = &utc, time.Duration(offset)*time.Second
	}
	return d
}

// locationOf names the place by its smallest part that is known.
func locationOf(m imaging.Metadata) vitrine.Location {
	l := vitrine.Location{
		Latitude: m.Latitude, Longitude: m.Longitude,
		City: line(m.City), Country: line(m.Country),
	}
	for _, name := range []string{m.Sublocation, m.City, m.State, m.Country} {
		if l.Name = line(name); l.Name != nil {
			break
		}
	}
	l.FromPicture = l.Latitude != nil || l.Name != nil
	return l
}

// keywordsOf cleans the keywords, which become tags, and drops repeated ones.
func keywordsOf(raw []string) []string {
	var keywords []string
	for _, word := range raw {
		word = oneLine(word)
		known := slices.ContainsFunc(keywords, func(k string) bool { return strings.EqualFold(k, word) })
		if word != "" && !known && len(keywords) < vitrine.MaxPhotoTags {
			keywords = append(keywords, word)
		}
	}
	return keywords
}

// line returns a text of one line, or nil if there is none.
func line(s string) *string {
	if s = oneLine(s); s == "" {
		return nil
	}
	return &s
}

// oneLine cleans a text that may have no line breaks.
func oneLine(s string) string { return short(strings.Join(strings.Fields(s), " "), vitrine.MaxName) }

// short cleans a text and cuts it to a number of characters.
func short(s string, limit int) string {
	s = vitrine.Clean(s)
	if runes := []rune(s); len(runes) > limit {
		return strings.TrimSpace(string(runes[:limit]))
	}
	return s
}

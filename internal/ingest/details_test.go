package ingest_test

import (
	"math"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine"
)

// TestDetails reads photographs without deriving from them. The site is in
// Japan, nine hours east of UTC.
func TestDetails(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.settings.Upload.GenerateThumbnails = false
	for name, want := range map[string]vitrine.PictureDetails{
		"exif/jpg_Canon_40D.jpg": { // no offset: the site's zone
			EXIF: vitrine.EXIF{
				Camera: new("Canon EOS 40D"), ISO: new(100), Aperture: new("f/7.1"),
				ShutterSpeed: new("1/160"), FocalLength: new("135mm"),
			},
			TakenAt: utc(2008, 5, 30, 6, 56, 1), TakenOffset: 9 * time.Hour,
		},
		"formats/heic_mobile_iphone_13_pro_max.HEIC": { // its own offset
			EXIF: vitrine.EXIF{
				Camera: new("Apple iPhone 13 Pro Max"), Lens: new("iPhone 13 Pro Max back triple camera 5.7mm f/1.5"),
				ISO: new(250), Aperture: new("f/1.5"), ShutterSpeed: new("1/60"), FocalLength: new("5.7mm"),
			},
			TakenAt: utc(2022, 2, 16, 11, 55, 41), TakenOffset: time.Hour,
		},
		"exif/metadata_gps-position_empty_gps.jpg": {
			TakenAt: utc(2025, 6, 1, 7, 59, 26), TakenOffset: 9 * time.Hour,
		},
		"exif/metadata_tags_picasa.jpg": {
			TakenAt: utc(2010, 2, 13, 5, 55, 31), TakenOffset: 9 * time.Hour,
			Caption: "Image-Description", Keywords: []string{"Frost", "Yard"},
		},
		"exif/metadata_rating_mongolels.jpg": {
			TakenAt: utc(2009, 8, 29, 4, 18, 8), TakenOffset: 9 * time.Hour,
			Title: "Mongol Els", Caption: "Mongol Els", Rating: new(3),
		},
		"exif/metadata_dates_gps-datetime.jpg": {
			Location: vitrine.Location{Latitude: new(37.7749), Longitude: new(-122.4194), FromPicture: true},
		},
	} {
		u := b.finish(b.send(filepath.Base(name), testPhoto(t, name)).ID)
		got := u.Details
		if want.EXIF == (vitrine.EXIF{}) {
			got.EXIF = vitrine.EXIF{} // others are tested by package imaging
		}
		if want.TakenAt == nil {
			got.TakenAt, got.TakenOffset = nil, 0
		} else if got.TakenAt != nil {
			*got.TakenAt = got.TakenAt.Truncate(time.Second)
		}
		round(got.Location.Latitude)
		round(got.Location.Longitude)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func utc(year, month, day, hour, minute, second int) *time.Time {
	return new(time.Date(year, time.Month(month), day, hour, minute, second, 0, time.UTC))
}

// round rounds degrees to what the test can write down.
func round(degrees *float64) {
	if degrees != nil {
		*degrees = math.Round(*degrees*1e4) / 1e4
	}
}

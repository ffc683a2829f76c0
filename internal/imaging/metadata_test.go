package imaging_test

import (
	"math"
	"testing"
	"time"

	"github.com/vitrine-photos/vitrine/internal/imaging"
)

func TestCamera(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ maker, model, want string }{
		{"Canon", "Canon EOS 40D", "Canon EOS 40D"},
		{"Canon", "EOS R5", "Canon EOS R5"},
		{"NIKON CORPORATION", "NIKON D70", "NIKON D70"},
		{"NIKON", "COOLPIX P6000", "NIKON COOLPIX P6000"},
		{"OLYMPUS IMAGING CORP.", "E-M10", "OLYMPUS E-M10"},
		{"FUJI PHOTO FILM CO., LTD.", "FinePix S7000", "FUJI PHOTO FILM FinePix S7000"},
		{"EASTMAN KODAK COMPANY", "KODAK CX7530 ZOOM DIGITAL CAMERA", "KODAK CX7530 ZOOM DIGITAL CAMERA"},
		{"Apple", "iPhone 7", "Apple iPhone 7"},
		{"", "iPhone 7", "iPhone 7"},
		{"Leica Camera AG", "", "Leica Camera AG"},
		{"Leica Camera AG", "M10", "Leica M10"},
		{"SONY", "ILCE-7M3", "SONY ILCE-7M3"},
		{"", "", ""},
	} {
		m := imaging.Metadata{Make: test.maker, Model: test.model}
		if got := m.Camera(); got != test.want {
			t.Errorf("%q, %q is %q, want %q", test.maker, test.model, got, test.want)
		}
	}
}

func TestExposureTexts(t *testing.T) {
	t.Parallel()
	for want, exposure := range map[string]imaging.Rational{
		"1/250":  {Num: 1, Den: 250},
		"1/8000": {Num: 125, Den: 1_000_000},
		"1/60":   {Num: 10, Den: 600},
		"1/4":    {Num: 1, Den: 4},
		"0.3s":   {Num: 3, Den: 10},
		"0.5s":   {Num: 1, Den: 2},
		"1s":     {Num: 1, Den: 1},
		"2.5s":   {Num: 5, Den: 2},
		"30s":    {Num: 30, Den: 1},
		"":       {Num: 1, Den: 0},
	} {
		if got := (imaging.Metadata{Exposure: exposure}).ShutterSpeed(); got != want {
			t.Errorf("%v is %q, want %q", exposure, got, want)
		}
	}
	for want, f := range map[string]float64{"f/2.8": 2.8, "f/8": 8, "f/1.8": 1.79999, "": 0} {
		if got := (imaging.Metadata{FNumber: f}).Aperture(); got != want {
			t.Errorf("%v is %q, want %q", f, got, want)
		}
	}
	for want, f := range map[string]float64{"50mm": 50, "5.7mm": 5.7, "4mm": 3.99, "": 0} {
		if got := (imaging.Metadata{FocalLength: f}).FocalLengthText(); got != want {
			t.Errorf("%v is %q, want %q", f, got, want)
		}
	}
}

func TestCapturedAt(t *testing.T) {
	t.Parallel()
	tokyo := time.FixedZone("", 9*3600)
	wall := time.Date(2024, 5, 31, 23, 30, 0, 5e6, time.UTC)
	hours := func(h float64) *time.Duration {
		d := time.Duration(math.Round(h * float64(time.Hour)))
		return &d
	}
	for _, test := range []struct {
		name     string
		captured imaging.Captured
		want     string
	}{
		{"without an offset", imaging.Captured{Local: wall, Source: "EXIF:DateTimeOriginal"}, "2024-05-31T23:30:00.005+09:00"},
		{"with an offset", imaging.Captured{Local: wall, Offset: hours(-3.5)}, "2024-05-31T23:30:00.005-03:30"},
		{"by satellite", imaging.Captured{Local: wall, Offset: hours(0), Source: "GPS"}, "2024-06-01T08:30:00.005+09:00"},
	} {
		at, ok := test.captured.At(tokyo)
		if got := at.Format(time.RFC3339Nano); !ok || got != test.want {
			t.Errorf("%s: %s, %v; want %s", test.name, got, ok, test.want)
		}
	}
	last := time.Date(9999, 12, 31, 23, 30, 0, 0, time.UTC)
	for name, unknown := range map[string]imaging.Captured{
		"nothing":               {},
		"the year 10000 in UTC": {Local: last, Offset: hours(-14)},
		"the year 10000 there":  {Local: last, Source: "GPS"},
	} {
		if at, ok := unknown.At(tokyo); ok {
			t.Errorf("%s is known: %s", name, at)
		}
	}
}

package imaging

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// Metadata is what a picture says of itself. What it does not say, or says
// without sense, is zero or nil. Serial numbers are never part of it.
type Metadata struct {
	Type         Type
	Width        int    // pixels, of the upright picture
	Height       int    // pixels
	ColorProfile string // name of the embedded ICC profile

	Make        string
	Model       string
	Lens        string
	ISO         int
	FNumber     float64
	Exposure    Rational // seconds
	FocalLength float64  // millimetres

	Latitude  *float64 // degrees north (WGS 84); always together with Longitude
	Longitude *float64 // degrees east
	Altitude  *float64 // metres above sea level
	Captured  Captured

	Title       string
	Caption     string
	Keywords    []string
	Creator     string
	Copyright   string
	Rating      *int // 0–5
	Sublocation string
	City        string
	State       string
	Country     string
}

// Rational is a fraction as cameras write it.
type Rational struct{ Num, Den int64 }

// Float returns the value, 0 if there is none.
func (r Rational) Float() float64 {
	if r.Den == 0 {
		return 0
	}
	return float64(r.Num) / float64(r.Den)
}

// Camera returns make and model as people say them: "Canon EOS 40D". The make
// stands once, and by the name in the model where that has it: "NIKON
// CORPORATION" and "NIKON D70" are "NIKON D70".
func (m Metadata) Camera() string {
	brand := brandName(m.Make)
	if m.Model == "" {
		return m.Make
	}
	first, _, _ := strings.Cut(m.Model, " ")
	named := func(word string) bool { return strings.EqualFold(word, first) }
	if brand == "" || slices.ContainsFunc(strings.Fields(brand), named) {
		return m.Model
	}
	return brand + " " + m.Model
}

// brandName drops what companies add to their names.
func brandName(maker string) string {
	name := strings.TrimRight(maker, " .,")
	for {
		short := name
		for _, suffix := range []string{" corporation", " corp", " company", " co", ",ltd", " ltd", " inc", " gmbh", " ag", " camera", " optical", " imaging"} {
			if len(short) > len(suffix) && strings.EqualFold(short[len(short)-len(suffix):], suffix) {
				short = strings.TrimRight(short[:len(short)-len(suffix)], " .,")
			}
		}
		if short == name {
			return name
		}
		name = short
	}
}

// Aperture returns the f-number: "f/2.8", "f/8".
func (m Metadata) Aperture() string {
	if m.FNumber <= 0 {
		return ""
	}
	return "f/" + decimal(m.FNumber, 1)
}

// ShutterSpeed returns the exposure time as cameras show it: "1/250" below 0.3
// seconds, else seconds with one decimal: "0.5s", "2s", "2.5s".
func (m Metadata) ShutterSpeed() string {
	seconds := m.Exposure.Float()
	switch {
	case seconds <= 0:
		return ""
	case seconds < 0.3:
		return "1/" + decimal(1/seconds, 0)
	default:
		return decimal(seconds, 1) + "s"
	}
}

// FocalLengthText returns the focal length of the lens: "50mm", "5.7mm".
func (m Metadata) FocalLengthText() string {
	if m.FocalLength <= 0 {
		return ""
	}
	return decimal(m.FocalLength, 1) + "mm"
}

// decimal formats the number with at most so many decimals, and none that are 0.
func decimal(f float64, decimals int) string {
	scale := math.Pow10(decimals)
	return strconv.FormatFloat(math.Round(f*scale)/scale, 'f', -1, 64)
}

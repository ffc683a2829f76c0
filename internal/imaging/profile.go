package imaging

import (
	"encoding/binary"
	"math"
	"strings"
	"unicode/utf16"
)

// profile is what is told from an ICC profile (ICC.1:2022).
type profile struct {
	description string
	isSRGB      bool // converting to sRGB would change nothing to be seen
}

// iccTags gives the contents of a profile's tags by their signatures.
type iccTags map[string][]byte

// parseProfile reads an ICC profile. What is damaged is left out.
func parseProfile(icc []byte) *profile {
	tags := readTags(icc)
	return &profile{
		description: tags.description(),
		isSRGB:      len(icc) > 20 && string(icc[16:20]) == "RGB " && tags.isSRGB(),
	}
}

// readTags finds the tags.
func readTags(icc []byte) iccTags {
	const headerSize, entrySize = 128, 12
	tags := iccTags{}
	if len(icc) < headerSize+4 {
		return tags
	}
	table := icc[headerSize+4:]
	count := min(int(binary.BigEndian.Uint32(icc[headerSize:])), len(table)/entrySize, 100)
	for i := range count {
		entry := table[i*entrySize:]
		at := uint64(binary.BigEndian.Uint32(entry[4:]))
		end := at + uint64(binary.BigEndian.Uint32(entry[8:]))
		if end <= uint64(len(icc)) {
			tags[string(entry[:4])] = icc[at:end]
		}
	}
	return tags
}

// description returns the profile's name: plain text in version 2 of the
// standard, UTF-16 for several languages, of which the first is taken, in 4.
func (t iccTags) description() string {
	tag := t["desc"]
	if len(tag) < 12 {
		return ""
	}
	if string(tag[:4]) == "desc" {
		text := tag[12:]
		return strings.TrimRight(string(text[:min(len(text), int(binary.BigEndian.Uint32(tag[8:])))]), "\x00")
	}
	if string(tag[:4]) != "mluc" || len(tag) < 28 {
		return ""
	}
	length, at := uint64(binary.BigEndian.Uint32(tag[20:])), uint64(binary.BigEndian.Uint32(tag[24:]))
	if at+length > uint64(len(tag)) {
		return ""
	}
	var units []uint16
	for text := tag[at : at+length]; len(text) >= 2; text = text[2:] {
		units = append(units, binary.BigEndian.Uint16(text))
	}
	return strings.TrimRight(string(utf16.Decode(units)), "\x00")
}

// isSRGB compares the profile's primaries and tone curves with those of sRGB
// (IEC 61966-2-1), the primaries adapted to D50 as profiles have them. Many
// profiles under many names say the same.
func (t iccTags) isSRGB() bool {
	if t["A2B0"] != nil {
		return false // a table may say anything
	}
	for name, want := range map[string][3]float64{
		"rXYZ": {0.4361, 0.2225, 0.0139},
		"gXYZ": {0.3851, 0.7169, 0.0971},
		"bXYZ": {0.1431, 0.0606, 0.7141},
	} {
		tag := t[name]
		if len(tag) < 20 {
			return false
		}
		for i, v := range want {
			if math.Abs(fixed16(tag[8+4*i:])-v) > 0.002 {
				return false
			}
		}
	}
	return isSRGBCurve(t["rTRC"]) && isSRGBCurve(t["gTRC"]) && isSRGBCurve(t["bTRC"])
}

// fixed16 reads a number of ICC's type s15Fixed16Number.
func fixed16(b []byte) float64 { return float64(int32(binary.BigEndian.Uint32(b))) / 65536 }

// isSRGBCurve compares a tone curve with that of sRGB. The tolerance is about
// half a level of 8 bits in the middle, and tells gamma 2.2 apart.
func isSRGBCurve(tag []byte) bool {
	for _, x := range []float64{0.1, 0.25, 0.5, 0.75} {
		y, ok := toneCurve(tag, x)
		if !ok || math.Abs(y-math.Pow((x+0.055)/1.055, 2.4)) > 0.002 {
			return false
		}
	}
	return true
}

// toneCurve evaluates a tag of type curve or parametric curve at x.
func toneCurve(tag []byte, x float64) (float64, bool) {
	if len(tag) < 12 {
		return 0, false
	}
	switch string(tag[:4]) {
	case "curv":
		return sampledCurve(tag[12:], int(binary.BigEndian.Uint32(tag[8:])), x)
	case "para":
		return parametricCurve(tag[12:], binary.BigEndian.Uint16(tag[8:]), x)
	}
	return 0, false
}

// sampledCurve evaluates a curve of equidistant samples; one sample is a gamma,
// none is the identity.
func sampledCurve(samples []byte, count int, x float64) (float64, bool) {
	switch {
	case count == 0:
		return x, true
	case count < 0 || count > len(samples)/2:
		return 0, false
	case count == 1:
		return math.Pow(x, float64(binary.BigEndian.Uint16(samples))/256), true
	}
	at := x * float64(count-1)
	i := min(int(at), count-2)
	low := float64(binary.BigEndian.Uint16(samples[2*i:])) / 65535
	high := float64(binary.BigEndian.Uint16(samples[2*i+2:])) / 65535
	return low + (high-low)*(at-float64(i)), true
}

// parametricCurve evaluates the form that sRGB is written in: type 3, with
// parameters g, a, b, c, d. Other forms are not sRGB.
func parametricCurve(params []byte, form uint16, x float64) (float64, bool) {
	const sRGBForm = 3
	if form != sRGBForm || len(params) < 20 {
		return 0, false
	}
	g, a, b, c, d := fixed16(params), fixed16(params[4:]), fixed16(params[8:]), fixed16(params[12:]), fixed16(params[16:])
	if x < d {
		return c * x, true
	}
	return math.Pow(a*x+b, g), true
}

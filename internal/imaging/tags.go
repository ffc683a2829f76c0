package imaging

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/bep/imagemeta"
)

// The bounds of what is read of a file's metadata.
const (
	tagTimeout   = 5 * time.Second
	tagLimit     = 5000
	tagSizeLimit = math.MaxUint16 // imagemeta compares it in 16 bits
	textLimit    = 20_000         // bytes of one text that are kept
	keywordLimit = 200
)

// tags holds the fields of a file's EXIF, IPTC and XMP blocks by "block:Field".
// The first of several equal ones counts, except that lists grow.
type tags map[string][]any

// readMetadataTags reads the fields of the file. What is broken is left out.
func readMetadataTags(data []byte, format Type) tags {
	t := tags{}
	formats := map[Type]imagemeta.ImageFormat{
		JPEG: imagemeta.JPEG, PNG: imagemeta.PNG, WebP: imagemeta.WebP,
		TIFF: imagemeta.TIFF, HEIC: imagemeta.HEIF, AVIF: imagemeta.AVIF,
	}
	known, ok := formats[format]
	if !ok {
		return t
	}
	// The fields before a fault are good, so the error tells nothing of use.
	_, _ = imagemeta.Decode(imagemeta.Options{
		R:               bytes.NewReader(data),
		ImageFormat:     known,
		Sources:         imagemeta.EXIF | imagemeta.IPTC | imagemeta.XMP,
		ShouldHandleTag: func(info imagemeta.TagInfo) bool { return blockOf(info) != "" },
		HandleTag: func(info imagemeta.TagInfo) error {
			t.add(blockOf(info)+":"+info.Tag, info.Value)
			return nil
		},
		Timeout:      tagTimeout,
		LimitNumTags: tagLimit,
		LimitTagSize: tagSizeLimit,
	})
	return t
}

// blockOf names the block that a field belongs to, "" for blocks that are not
// read: the thumbnail's directory, and the interoperability directory, whose
// first two fields have the numbers, and so the names, of GPS fields.
func blockOf(info imagemeta.TagInfo) string {
	switch info.Source {
	case imagemeta.EXIF:
		switch info.Namespace {
		case "IFD0", "IFD0/ExifIFDP":
			return "exif"
		case "IFD0/GPSInfoIFD":
			return "gps"
		}
	case imagemeta.IPTC:
		return "iptc"
	case imagemeta.XMP:
		switch info.Namespace {
		case "http://purl.org/dc/elements/1.1/":
			return "xmp-dc"
		case "http://ns.adobe.com/xap/1.0/":
			return "xmp-xmp"
		case "http://ns.adobe.com/photoshop/1.0/":
			return "xmp-photoshop"
		case "http://ns.adobe.com/exif/1.0/":
			return "xmp-exif"
		case "http://ns.adobe.com/exif/1.0/aux/":
			return "xmp-aux"
		case "http://cipa.jp/exif/1.0/", "http://cipa.jp/exif/2.32/":
			return "xmp-exifEX"
		case "http://ns.adobe.com/tiff/1.0/":
			return "xmp-tiff"
		case "http://ns.microsoft.com/photo/1.0/", "http://ns.microsoft.com/photo/1.0":
			return "xmp-microsoft"
		case "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/":
			return "xmp-iptc"
		}
	}
	return ""
}

// add keeps the value, or each of several.
func (t tags) add(name string, value any) {
	switch v := value.(type) {
	case []string:
		for _, s := range v {
			t[name] = append(t[name], s)
		}
	case []any:
		t[name] = append(t[name], v...)
	default:
		t[name] = append(t[name], v)
	}
}

// text returns the first of the fields that says something.
func (t tags) text(names ...string) string {
	for _, name := range names {
		for _, v := range t[name] {
			if s := cleanText(v); s != "" {
				return s
			}
		}
	}
	return ""
}

// texts returns every value of the fields, each once.
func (t tags) texts(names ...string) []string {
	var all []string
	for _, name := range names {
		for _, v := range t[name] {
			if s := cleanText(v); s != "" && !slices.Contains(all, s) && len(all) < keywordLimit {
				all = append(all, s)
			}
		}
	}
	return all
}

// cleanText returns a value as text: valid UTF-8 without control characters or
// space around it, up to the first NUL and to textLimit.
func cleanText(value any) string {
	s := fmt.Sprint(value)
	if b, ok := value.([]byte); ok {
		s = string(b)
	}
	s, _, _ = strings.Cut(s, "\x00")
	s = strings.ToValidUTF8(s, "")
	for len(s) > textLimit {
		_, last := utf8.DecodeLastRuneInString(s[:textLimit+1])
		s = s[:textLimit+1-last]
	}
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, s)
	return strings.TrimSpace(s)
}

// number returns the first of the fields that is a finite number.
func (t tags) number(names ...string) (float64, bool) {
	for _, name := range names {
		for _, v := range t[name] {
			if f, ok := toNumber(v); ok {
				return f, true
			}
		}
	}
	return 0, false
}

// toNumber reads a value as a number; texts may be decimals or fractions.
func toNumber(value any) (float64, bool) {
	var f float64
	switch v := value.(type) {
	case interface{ Float64() float64 }:
		f = v.Float64()
	case string:
		num, den, isFraction := strings.Cut(strings.TrimSpace(v), "/")
		var err error
		if f, err = strconv.ParseFloat(num, 64); err != nil {
			return 0, false
		}
		if isFraction {
			d, err := strconv.ParseFloat(den, 64)
			if err != nil {
				return 0, false
			}
			f /= d
		}
	default:
		var err error
		if f, err = strconv.ParseFloat(fmt.Sprint(v), 64); err != nil {
			return 0, false
		}
	}
	return f, !math.IsNaN(f) && !math.IsInf(f, 0)
}

// rational returns the field as a fraction.
func (t tags) rational(names ...string) Rational {
	for _, name := range names {
		for _, v := range t[name] {
			if r, ok := v.(imagemeta.Rat[uint32]); ok && r.Den() != 0 {
				return Rational{int64(r.Num()), int64(r.Den())}
			}
			if f, ok := toNumber(v); ok && f > 0 && f < 1e6 {
				const microseconds = 1_000_000
				return Rational{int64(math.Round(f * microseconds)), microseconds}
			}
		}
	}
	return Rational{}
}

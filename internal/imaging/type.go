package imaging

import "bytes"

// Type is a format of picture files.
type Type string

// The types that are read. JPEG, WebP and AVIF are also written.
const (
	JPEG Type = "jpeg"
	PNG  Type = "png"
	WebP Type = "webp"
	AVIF Type = "avif"
	HEIC Type = "heic"
	TIFF Type = "tiff"
	GIF  Type = "gif"
)

// SniffLen is how many bytes of a file's beginning Sniff wants.
const SniffLen = 64

// Types lists the types that are read.
func Types() []Type { return []Type{JPEG, PNG, WebP, AVIF, HEIC, TIFF, GIF} }

// TypeByMIME returns the type of that media type.
func TypeByMIME(mime string) (Type, bool) {
	for _, t := range Types() {
		if t.MIME() == mime {
			return t, true
		}
	}
	return "", false
}

// MIME returns the media type, such as "image/jpeg".
func (t Type) MIME() string { return "image/" + string(t) }

// Extension returns the usual ending of file names, such as ".jpg".
func (t Type) Extension() string {
	switch t {
	case JPEG:
		return ".jpg"
	case TIFF:
		return ".tif"
	default:
		return "." + string(t)
	}
}

// Sniff tells the type of a file from its first bytes, SniffLen of them if the
// file is that long. Names and declared types do not count. Formats that are
// programs (SVG, PostScript, ImageMagick's MVG) have no type here.
func Sniff(head []byte) (Type, bool) {
	for _, m := range []struct {
		magic string
		t     Type
	}{
		{"\xff\xd8\xff", JPEG},
		{"\x89PNG\r\n\x1a\n", PNG},
		{"GIF87a", GIF},
		{"GIF89a", GIF},
		{"II*\x00", TIFF},
		{"MM\x00*", TIFF},
	} {
		if bytes.HasPrefix(head, []byte(m.magic)) {
			return m.t, true
		}
	}
	if len(head) >= 12 && string(head[:4]) == "RIFF" && string(head[8:12]) == "WEBP" {
		return WebP, true
	}
	return sniffBrands(head)
}

// sniffBrands tells the type of a file of the ISO base media format (ISO/IEC
// 14496-12) from the brands in its first box: the major brand, or, where that is
// the general "mif1" or "msf1", the first compatible one that says more.
func sniffBrands(head []byte) (Type, bool) {
	if len(head) < 12 || string(head[4:8]) != "ftyp" {
		return "", false
	}
	size := int(head[3]) | int(head[2])<<8 | int(head[1])<<16 | int(head[0])<<24
	box := head[:min(max(size, 0), len(head))]
	for at := 8; at+4 <= len(box); at += 4 {
		if at == 12 {
			continue // the minor version stands between the brands
		}
		switch string(box[at : at+4]) {
		case "avif", "avis":
			return AVIF, true
		case "heic", "heix", "heim", "heis", "hevc", "hevx":
			return HEIC, true
		}
	}
	return "", false
}

// decoder returns the name of the libvips operation that reads the type.
func (t Type) decoder() string {
	switch t {
	case HEIC, AVIF:
		return "heifload_buffer"
	default:
		return string(t) + "load_buffer"
	}
}

package imaging

import (
	"strings"

	"github.com/vitrine-photos/vitrine/internal/imaging/vips"
)

// picture is an original in a worker: its bytes and its header, with no pixel
// decoded yet.
type picture struct {
	lib     *vips.Library
	data    []byte
	format  Type
	header  *vips.Image
	stored  size // as the file has it
	upright size // as it is to be looked at
	profile *profile
}

// openPicture reads the header of the picture and refuses what is not to be
// decoded. The error is an *Error.
func openPicture(lib *vips.Library, data []byte, maxPixels int64) (*picture, error) {
	format, err := identify(data)
	if err != nil {
		return nil, err
	}
	header, err := lib.Open(format.decoder(), data)
	if err != nil {
		return nil, decodeFailure(format, err)
	}
	p := &picture{lib: lib, data: data, format: format, header: header}
	p.stored = size{header.Width(), header.Height()}
	p.upright = p.stored
	if p.lyingDown() {
		p.upright = p.stored.turned()
	}
	if weight := p.pixelWeight(); p.stored.area()*weight > maxPixels {
		p.close()
		return nil, tooManyPixels(p.stored.width, p.stored.height, weight, maxPixels)
	}
	if icc := header.Blob("icc-profile-data"); icc != nil {
		p.profile = parseProfile(icc)
	}
	return p, nil
}

func (p *picture) close() { p.header.Close() }

// identify tells the type by content.
func identify(data []byte) (Type, error) {
	if len(data) == 0 {
		return "", &Error{Kind: Unsupported, Message: "the file is empty"}
	}
	format, ok := Sniff(data[:min(len(data), SniffLen)])
	if !ok {
		return "", &Error{
			Kind:    Unsupported,
			Message: "the file is not a picture of a type that can be read: JPEG, PNG, WebP, AVIF, HEIC, TIFF or GIF",
		}
	}
	return format, nil
}

// decodeFailure is the failure to read a picture of a known type. Some libraries
// find out only at the pixels that they were built without the codec.
func decodeFailure(format Type, err error) *Error {
	detail := err.Error()
	// libheif's words without the codec, and libvips' without the format.
	if strings.Contains(detail, "has not been built in") || strings.Contains(detail, "not found") {
		return &Error{
			Kind:    Unsupported,
			Message: "the libvips of this machine cannot read " + strings.ToUpper(string(format)) + " pictures",
			Detail:  detail,
		}
	}
	return undecodable(err)
}

// orientation returns how the stored picture is to be turned, as EXIF numbers it,
// 1 for not at all. HEIC and AVIF are turned by their decoder, whatever their EXIF
// says; libvips then gives 1 here.
func (p *picture) orientation() int {
	o, ok := p.header.Int("orientation")
	if !ok || o < 1 || o > 8 || p.format == HEIC || p.format == AVIF {
		return 1
	}
	return o
}

// lyingDown reports whether width and height change places when the picture is
// turned upright.
func (p *picture) lyingDown() bool { return p.orientation() >= 5 }

// pixelWeight is how often each pixel counts towards the limit: progressive and
// interlaced pictures have to be held in memory whole.
func (p *picture) pixelWeight() int64 {
	for _, field := range []string{"jpeg-multiscan", "interlaced"} {
		if v, ok := p.header.Int(field); ok && v != 0 {
			return 2
		}
	}
	return 1
}

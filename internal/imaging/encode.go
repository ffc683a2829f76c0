package imaging

import (
	"github.com/vitrine-photos/vitrine/internal/imaging/vips"
)

// progressiveFrom is the longest side from which JPEG is written progressively.
// Smaller ones would grow by it.
const progressiveFrom = 1600

// The effort of the encoders. More costs more time than all the rest of the work
// and saves a few per cent of bytes.
const (
	webpEffort = 2
	avifEffort = 0
)

// encoder returns the name of the libvips operation that writes the type.
func (t Type) encoder() string {
	if t == AVIF {
		return "heifsave_buffer"
	}
	return string(t) + "save_buffer"
}

// encode writes one derivative. Credit is an Exif block, or nil.
func (b *bitmaps) encode(t target, credit []byte) ([]byte, error) {
	image, err := b.bySize[t.size].Image()
	if err != nil {
		return nil, undecodable(err)
	}
	if t.Watermark != "" {
		marked, err := watermark(b.lib, b.bySize[t.size], t.Watermark)
		image.Close()
		if err != nil {
			return nil, err
		}
		image = marked
	}
	defer image.Close()
	encoded, err := encodeAs(t, image, credit)
	if err != nil {
		return nil, undecodable(err)
	}
	return encoded, nil
}

// encodeAs writes the image in the format of the target.
func encodeAs(t target, image *vips.Image, credit []byte) ([]byte, error) {
	quality := vips.Int("Q", t.Quality)
	bare := vips.Bool("strip", true)
	switch t.Format {
	case JPEG:
		progressive := max(t.size.width, t.size.height) >= progressiveFrom
		encoded, err := image.Encode(JPEG.encoder(), quality, bare,
			vips.Bool("optimize_coding", true), vips.Bool("interlace", progressive))
		return creditJPEG(encoded, credit), err
	case WebP:
		encoded, err := image.Encode(WebP.encoder(), quality, bare, vips.Int("effort", webpEffort))
		return creditWebP(encoded, t.size, credit), err
	default:
		// AVIF carries no credit: libvips would write it among tags of its own.
		return image.Encode(AVIF.encoder(), quality, bare,
			vips.String("compression", "av1"), vips.Int("effort", avifEffort))
	}
}

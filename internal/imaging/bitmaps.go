package imaging

import (
	"github.com/vitrine-photos/vitrine/internal/imaging/thumbhash"
	"github.com/vitrine-photos/vitrine/internal/imaging/vips"
)

// bitmaps holds the pixels of every size that a plan needs. They carry nothing of
// the original's header, so no position, serial number or thumbnail can pass into
// a derivative.
type bitmaps struct {
	lib     *vips.Library
	targets []target // small ones first
	bySize  map[size]*vips.Bitmap
	least   *vips.Bitmap // the smallest, which the summary is made from
}

// summarySide is the longest side of the picture that the summary of a plan
// without outputs is made from.
const summarySide = 320

// derive decodes the picture once and makes each size from the next larger one.
// That is cheaper than going back to the file, and looks better than decoding the
// file at a reduced size for each.
func (p *picture) derive(plan Plan) (*bitmaps, error) {
	set := &bitmaps{lib: p.lib, targets: plan.targets(p.upright), bySize: map[size]*vips.Bitmap{}}
	sizes := make([]size, 0, len(set.targets))
	for _, t := range set.targets {
		sizes = append(sizes, t.size)
	}
	if len(sizes) == 0 {
		sizes = append(sizes, Output{MaxWidth: summarySide, MaxHeight: summarySide}.fit(p.upright))
	}
	largest, err := p.render(sizes[len(sizes)-1])
	if err != nil {
		return nil, err
	}
	set.add(sizes[len(sizes)-1], largest)
	for i := len(sizes) - 2; i >= 0; i-- {
		if set.bySize[sizes[i]] != nil {
			continue
		}
		smaller, err := scale(set.least, sizes[i])
		if err != nil {
			set.free()
			return nil, undecodable(err)
		}
		set.add(sizes[i], smaller)
	}
	return set, nil
}

// add keeps the next smaller bitmap.
func (b *bitmaps) add(s size, bitmap *vips.Bitmap) {
	b.bySize[s] = bitmap
	b.least = bitmap
}

// free gives the memory back.
func (b *bitmaps) free() {
	for _, bitmap := range b.bySize {
		bitmap.Free()
	}
}

// summarize measures the picture by its smallest derivative.
func (b *bitmaps) summarize(s Summary) (Summary, error) {
	fit := Output{MaxWidth: thumbhash.MaxSide, MaxHeight: thumbhash.MaxSide}.fit(size{b.least.Width, b.least.Height})
	small, err := scale(b.least, fit)
	if err != nil {
		return Summary{}, undecodable(err)
	}
	defer small.Free()
	square, err := scale(b.least, size{hashSide, hashSide})
	if err != nil {
		return Summary{}, undecodable(err)
	}
	defer square.Free()
	s.Thumbhash = thumbhash.Encode(fit.width, fit.height, small.Bytes())
	s.DominantColor = dominantColor(small.Bytes())
	s.PerceptualHash = perceptualHash(square.Bytes())
	return s, nil
}

// scale returns the pixels in another size.
func scale(from *vips.Bitmap, to size) (*vips.Bitmap, error) {
	image, err := from.Image()
	if err != nil {
		return nil, err
	}
	defer image.Close()
	resized, err := image.ResizeTo(to.width, to.height)
	if err != nil {
		return nil, err
	}
	defer resized.Close()
	return resized.Bitmap()
}

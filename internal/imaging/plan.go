package imaging

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
)

// Source is the file of a picture. Open is called once for each attempt, so it
// must give the same bytes each time. Size is how many there are.
type Source struct {
	Open func() (io.ReadCloser, error)
	Size int64
}

// Output asks for one derivative.
type Output struct {
	Name      string // the caller's own, given back with the result
	Format    Type   // JPEG, WebP or AVIF
	MaxWidth  int    // pixels; the picture is fitted into this box, never enlarged
	MaxHeight int
	Quality   int    // 1–100, as the format's encoder understands it
	Watermark string // text for the lower right corner; "": none
}

// Plan lists the derivatives of one picture. All are made from one decode.
type Plan struct {
	Outputs []Output
}

// Rendition describes a derivative that was made.
type Rendition struct {
	Name   string
	Type   Type
	Width  int
	Height int
	Size   int64 // bytes
}

// Summary is what was measured of the upright picture.
type Summary struct {
	Width          int // pixels
	Height         int
	Thumbhash      []byte // placeholder, see package thumbhash
	DominantColor  string // #rrggbb
	PerceptualHash uint64 // see hashBits; copies of a picture differ in few bits
}

// Sink receives what is read and made, from one goroutine: Metadata once, then
// Rendition for each output, small ones first. If the decoder dies half way it is
// tried once more, and the sink sees everything again from the start. An error of
// the sink ends the work and is returned as it is.
type Sink interface {
	Metadata(m Metadata) error
	// Rendition takes one derivative. Bytes of body that it leaves are dropped.
	Rendition(r Rendition, body io.Reader) error
}

// maxSide is the longest side that may be asked for: WebP has no longer one.
const maxSide = 16383

// Validate reports an output that cannot be made, which is a mistake of the
// program.
func (p Plan) Validate() error {
	for _, o := range p.Outputs {
		switch {
		case o.Format != JPEG && o.Format != WebP && o.Format != AVIF:
			return fmt.Errorf("imaging: output %s: format %q is not written here", o.Name, o.Format)
		case o.MaxWidth < 1 || o.MaxHeight < 1:
			return fmt.Errorf("imaging: output %s: a box of %d x %d pixels holds nothing", o.Name, o.MaxWidth, o.MaxHeight)
		case o.Quality < 1 || o.Quality > 100:
			return fmt.Errorf("imaging: output %s: quality %d is not between 1 and 100", o.Name, o.Quality)
		}
	}
	return nil
}

// size is a width and a height in pixels.
type size struct{ width, height int }

func (s size) area() int64 { return int64(s.width) * int64(s.height) }

// turned returns the size of a picture lying on its side.
func (s size) turned() size { return size{s.height, s.width} }

// fit returns the size of the picture scaled down into the output's box. It is
// computed from the original's size, so that no error adds up when one derivative
// is made from another.
func (o Output) fit(original size) size {
	width, height := min(o.MaxWidth, maxSide), min(o.MaxHeight, maxSide)
	scale := min(1, float64(width)/float64(original.width), float64(height)/float64(original.height))
	side := func(n int) int { return max(1, int(math.Round(float64(n)*scale))) }
	return size{side(original.width), side(original.height)}
}

// target is an output with the size it comes to.
type target struct {
	Output
	size size
}

// targets returns the outputs with their sizes for an upright original, small
// ones first; of one size, in the order of the plan.
func (p Plan) targets(original size) []target {
	list := make([]target, 0, len(p.Outputs))
	for _, o := range p.Outputs {
		list = append(list, target{o, o.fit(original)})
	}
	slices.SortStableFunc(list, func(a, b target) int { return cmp.Compare(a.size.area(), b.size.area()) })
	return list
}

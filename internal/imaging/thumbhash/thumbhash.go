// Package thumbhash makes placeholders for pictures that are still loading: about
// twenty-five bytes that hold the lowest frequencies of brightness and colour and
// the shape of the picture. The format is Evan Wallace's ThumbHash
// (https://evanw.github.io/thumbhash/); the bytes equal those of its reference
// implementation for opaque pictures.
package thumbhash

import "math"

// MaxSide is the longest side of a picture to be hashed, in pixels. More would
// take longer and change nothing.
const MaxSide = 100

// The numbers of frequencies along the longer side that are kept of brightness,
// and along each side of colour.
const (
	brightnessTerms = 7
	colorTerms      = 3
)

// Encode returns the hash of an opaque picture. The pixels are rows of red, green
// and blue bytes; there must be width × height of them, and neither side may be
// longer than MaxSide.
func Encode(width, height int, rgb []byte) []byte {
	p := planes(width, height, rgb)
	long := float64(max(width, height))
	lx := max(1, round(brightnessTerms*float64(width)/long))
	ly := max(1, round(brightnessTerms*float64(height)/long))
	l := p.transform(p.l, max(3, lx), max(3, ly))
	yb := p.transform(p.yellowBlue, colorTerms, colorTerms)
	rg := p.transform(p.redGreen, colorTerms, colorTerms)

	header := round(63*l.mean) | round(31.5+31.5*yb.mean)<<6 | round(31.5+31.5*rg.mean)<<12 | round(31*l.scale)<<18
	shape := lx | round(63*yb.scale)<<3 | round(63*rg.scale)<<9
	if width > height {
		shape = ly | round(63*yb.scale)<<3 | round(63*rg.scale)<<9 | 1<<15
	}
	hash := []byte{byte(header), byte(header >> 8), byte(header >> 16), byte(shape), byte(shape >> 8)}
	return appendNibbles(hash, l.terms, yb.terms, rg.terms)
}

// appendNibbles appends each term in four bits, the first in the low half.
func appendNibbles(hash []byte, channels ...[]float64) []byte {
	high := false
	for _, terms := range channels {
		for _, t := range terms {
			nibble := byte(round(15 * t))
			if high {
				hash[len(hash)-1] |= nibble << 4
			} else {
				hash = append(hash, nibble)
			}
			high = !high
		}
	}
	return hash
}

// picture is a picture in brightness and two differences of colour, 0–1 and ±1.
type picture struct {
	width, height           int
	l, yellowBlue, redGreen []float64
}

// planes takes the pixels apart.
func planes(width, height int, rgb []byte) picture {
	p := picture{width: width, height: height}
	for i := 0; i+2 < len(rgb); i += 3 {
		r, g, b := unit(rgb[i]), unit(rgb[i+1]), unit(rgb[i+2])
		p.l = append(p.l, (r+g+b)/3)
		p.yellowBlue = append(p.yellowBlue, (r+g)/2-b)
		p.redGreen = append(p.redGreen, r-g)
	}
	return p
}

// unit brings a byte to 0–1, by the reference's arithmetic.
func unit(v byte) float64 {
	const perLevel = 1.0 / 255
	return perLevel * float64(v)
}

// channel is one plane as a sum of cosines: its mean, and the other terms scaled
// to 0–1 around 0.5 by the largest of them.
type channel struct {
	mean, scale float64
	terms       []float64
}

// transform computes the triangle of lowest frequencies, nx by ny, of the plane.
func (p picture) transform(plane []float64, nx, ny int) channel {
	var c channel
	for cy := range ny {
		for cx := 0; cx*ny < nx*(ny-cy); cx++ {
			f := p.frequency(plane, cx, cy)
			if cx == 0 && cy == 0 {
				c.mean = f
				continue
			}
			c.terms = append(c.terms, f)
			c.scale = max(c.scale, math.Abs(f))
		}
	}
	for i := range c.terms {
		if c.scale != 0 {
			c.terms[i] = 0.5 + 0.5/c.scale*c.terms[i]
		}
	}
	return c
}

// frequency returns one coefficient of the cosine transform.
func (p picture) frequency(plane []float64, cx, cy int) float64 {
	wave := make([]float64, p.width)
	for x := range wave {
		wave[x] = math.Cos(math.Pi / float64(p.width) * float64(cx) * (float64(x) + 0.5))
	}
	f := 0.0
	for y := range p.height {
		fy := math.Cos(math.Pi / float64(p.height) * float64(cy) * (float64(y) + 0.5))
		for x, w := range wave {
			f += plane[x+y*p.width] * w * fy
		}
	}
	return f / float64(p.width*p.height)
}

// round rounds halves up, as the reference does.
func round(f float64) int { return int(math.Floor(f + 0.5)) }

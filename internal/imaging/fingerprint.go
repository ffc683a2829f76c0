package imaging

import (
	"fmt"
	"math"
	"slices"
)

// hashSide is the side of the square that the perceptual hash looks at, and
// hashBits the side of the block of lowest frequencies that it keeps.
const (
	hashSide = 32
	hashBits = 8
)

// perceptualHash is pHash: the signs, against their median, of the 8 x 8 lowest
// frequencies of the cosine transform of the grey 32 x 32 picture. Re-encoded and
// resized copies differ in few of the 64 bits; other pictures in about half.
func perceptualHash(rgb []byte) uint64 {
	low := lowFrequencies(greys(rgb))
	sorted := slices.Sorted(slices.Values(low[1:])) // the first is the mean brightness
	median := sorted[len(sorted)/2]
	var hash uint64
	for i, v := range low {
		if v > median {
			hash |= 1 << (63 - i)
		}
	}
	return hash
}

// greys returns the luma (ITU-R BT.601) of each pixel.
func greys(rgb []byte) []float64 {
	grey := make([]float64, 0, len(rgb)/3)
	for i := 0; i+2 < len(rgb); i += 3 {
		grey = append(grey, 0.299*float64(rgb[i])+0.587*float64(rgb[i+1])+0.114*float64(rgb[i+2]))
	}
	return grey
}

// lowFrequencies returns the first 8 x 8 coefficients of the DCT-II, by rows.
func lowFrequencies(grey []float64) []float64 {
	var wave [hashBits][hashSide]float64
	for u := range wave {
		for x := range wave[u] {
			wave[u][x] = math.Cos(math.Pi / hashSide * (float64(x) + 0.5) * float64(u))
		}
	}
	low := make([]float64, 0, hashBits*hashBits)
	for v := range hashBits {
		for u := range hashBits {
			sum := 0.0
			for y := range hashSide {
				for x := range hashSide {
					sum += grey[y*hashSide+x] * wave[u][x] * wave[v][y]
				}
			}
			low = append(low, sum)
		}
	}
	return low
}

// dominantColor returns the colour that most of the picture has: the mean of the
// fullest cell when colours are sorted into a coarse grid, where vivid ones weigh
// more, as they do for the eye.
func dominantColor(rgb []byte) string {
	const shift = 5 // eight steps for each channel
	type cell struct {
		weight  int
		n       int
		r, g, b int
	}
	var grid [1 << 9]cell
	best := 0
	for i := 0; i+2 < len(rgb); i += 3 {
		r, g, b := int(rgb[i]), int(rgb[i+1]), int(rgb[i+2])
		at := r>>shift<<6 | g>>shift<<3 | b>>shift
		c := &grid[at]
		c.n, c.r, c.g, c.b = c.n+1, c.r+r, c.g+g, c.b+b
		c.weight += 64 + max(r, g, b) - min(r, g, b)
		if c.weight > grid[best].weight {
			best = at
		}
	}
	c := grid[best]
	n := max(c.n, 1)
	return fmt.Sprintf("#%02x%02x%02x", c.r/n, c.g/n, c.b/n)
}

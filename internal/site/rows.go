package site

import (
	"bytes"
	"math"
	"slices"
	"strconv"
)

// screen is a range of window widths whose pages break the grid into the same
// rows. The shape of a row is its width by its height, which is the sum of the
// ratios of the pictures in it.
type screen struct {
	from  int     // least width of the window, in rem
	good  float64 // the shape that a row should have
	most  float64 // the longest shape of a row of more than one picture
	fills bool    // the last row is as wide as the others, however high it gets
}

// screens lists the ranges, narrow ones first. Their bounds stand in site.css too.
func screens() []screen {
	return []screen{
		{from: 0, good: 1.35, most: 1.8, fills: true},
		{from: 40, good: 2.9, most: 6.7},
		{from: 60, good: 3.8, most: 8},
		{from: 85, good: 4.3, most: 9},
		{from: 115, good: 5.7, most: 12},
		{from: 170, good: 8.5, most: 16},
	}
}

// spot is the part of a row that a picture takes.
type spot struct {
	share float64 // of the width of the row that is left between the gaps
	gaps  int
}

// rows breaks pictures of these ratios into rows that are all filled, in
// the order given and with heights as even as possible: least sum of squares of
// how far the logarithm of each shape is from the good one, found as Knuth and
// Plass break paragraphs ("Breaking Paragraphs into Lines", 1981). It returns the
// spot of each picture.
func (s screen) rows(ratios []float64) []spot {
	cost := make([]float64, len(ratios)+1) // of the best rows for that many pictures
	start := make([]int, len(ratios)+1)    // where the last of them begins
	for end := 1; end <= len(ratios); end++ {
		cost[end] = math.Inf(1)
		shape := 0.0
		for first := end - 1; first >= 0; first-- {
			shape += ratios[first]
			if first < end-1 && shape > s.most {
				break
			}
			if c := cost[first] + s.cost(shape, end == len(ratios)); c < cost[end] {
				cost[end], start[end] = c, first
			}
		}
	}
	found := make([]spot, len(ratios))
	for end := len(ratios); end > 0; end = start[end] {
		s.fill(found[start[end]:end], ratios[start[end]:end], end == len(ratios), start[end] == 0)
	}
	return found
}

// loose is the cost of a last row that is not filled: less than that of rows of
// very uneven heights.
const loose = 0.12

func (s screen) cost(shape float64, last bool) float64 {
	off := math.Log(shape / s.good)
	if last && !s.fills && off < 0 {
		return min(off*off, loose)
	}
	return off * off
}

// fill gives the pictures of one row their spots. A last row of few pictures keeps the
// height of the others; if it is the only one, it may be twice as high.
func (s screen) fill(row []spot, ratios []float64, last, only bool) {
	shape := 0.0
	for _, r := range ratios {
		shape += r
	}
	least, gaps := 0.0, len(ratios)-1
	switch {
	case !last || s.fills:
	case only:
		least = s.good / 2.2
	case shape < 0.75*s.good:
		least = s.good
	}
	for i, r := range ratios {
		row[i] = spot{share: r / max(shape, least), gaps: gaps}
	}
}

// spots are where a picture stands on each of the screens.
type spots []spot

// spotsOf returns the spots of pictures of these ratios.
func spotsOf(ratios []float64) []spots {
	all := make([]spots, len(ratios))
	for _, s := range screens() {
		for i, p := range s.rows(ratios) {
			all[i] = append(all[i], p)
		}
	}
	return all
}

// css sets the properties that site.css makes widths of. Shares are rounded
// down, so that no row overflows.
func (p spots) css() string {
	css := make([]byte, 0, 24*len(p))
	for i, on := range p {
		css = append(css, "--f"...)
		css = strconv.AppendInt(css, int64(i), 10)
		css = append(css, ':')
		css = strconv.AppendFloat(css, math.Floor(on.share*1e5)/1e5, 'f', 5, 64)
		css = append(css, ";--k"...)
		css = strconv.AppendInt(css, int64(i), 10)
		css = append(css, ':')
		css = strconv.AppendInt(css, int64(on.gaps), 10)
		css = append(css, ';')
	}
	return string(css)
}

// The width of the grid in the window, in percent. On a phone, whose pixels are
// finer than eyes, pictures are asked for as if it were narrower than it is, which
// halves their bytes: 640 pixels of width instead of 1024 on most. None is asked for
// that is wider than 640 px on a phone of 390 without such pixels.
const (
	gridWidth  = 97.0
	phoneWidth = 84.0
	phoneMost  = 164.0
)

// sizes tells the browser how wide the picture will be drawn. One that is
// cropped is drawn wider than its tile, by stretch.
func (p spots) sizes(stretch float64) string {
	sizes := make([]byte, 0, 32*len(p))
	for i, s := range slices.Backward(screens()) {
		drawn := p[i].share * stretch
		width := min(math.Ceil(drawn*phoneWidth), phoneMost)
		if s.from > 0 {
			width = math.Ceil(drawn * gridWidth)
			sizes = append(sizes, "(min-width: "...)
			sizes = strconv.AppendInt(sizes, int64(s.from), 10)
			sizes = append(sizes, "rem) "...)
		}
		sizes = strconv.AppendInt(sizes, int64(width), 10)
		sizes = append(sizes, "vw, "...)
	}
	return string(bytes.TrimSuffix(sizes, []byte(", ")))
}

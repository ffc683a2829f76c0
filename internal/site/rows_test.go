package site

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Whatever the pictures, each row but the last is as wide as the page, and no
// row of several pictures is longer than the screen lets it be.
func TestRows(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		ratios := rapid.SliceOfN(rapid.Float64Range(0.5, 6), 1, 60).Draw(t, "ratios")
		for _, s := range screens() {
			found := s.rows(ratios)
			for len(found) > 0 {
				n := min(found[0].gaps+1, len(found))
				width, shape := 0.0, 0.0
				for i, p := range found[:n] {
					if p.gaps != n-1 || math.Abs(p.share/found[0].share-ratios[i]/ratios[0]) > 1e-6 {
						t.Fatalf("from %d rem: a row of uneven heights: %v", s.from, found[:n])
					}
					width, shape = width+p.share, shape+ratios[i]
				}
				last := n == len(found)
				if width > 1+1e-9 || (!last || s.fills) && width < 1-1e-9 {
					t.Fatalf("from %d rem: a row fills %.3f of the page", s.from, width)
				}
				if n > 1 && shape > s.most {
					t.Fatalf("from %d rem: a row of the shape %.2f", s.from, shape)
				}
				found, ratios = found[n:], append(ratios[n:len(ratios):len(ratios)], ratios[:n]...)
			}
		}
	})
}

// How rows break, from one picture to a portrait beside a panorama.
func TestRowBreaks(t *testing.T) {
	t.Parallel()
	const landscape, portrait, panorama = 1.5, 0.667, 5.0
	desk, phone := screens()[3], screens()[0]
	for name, test := range map[string]struct {
		on     screen
		ratios []float64
		rows   []int
		share  float64 // of the first picture
	}{
		"one":                    {desk, []float64{landscape}, []int{1}, landscape * 2.2 / 4.3},
		"one column":             {desk, []float64{0.5}, []int{1}, 0.5 * 2.2 / 4.3},
		"one panorama":           {desk, []float64{panorama}, []int{1}, 1},
		"two":                    {desk, []float64{landscape, landscape}, []int{2}, 0.5},
		"portrait by panorama":   {desk, []float64{portrait, panorama}, []int{2}, portrait / (portrait + panorama)},
		"panorama among others":  {desk, []float64{landscape, landscape, landscape, panorama, landscape, landscape, portrait, portrait}, []int{3, 1, 4}, 1.0 / 3},
		"four":                   {desk, []float64{landscape, landscape, landscape, landscape}, []int{4}, 1.0 / 4},
		"one left over":          {desk, []float64{panorama, landscape}, []int{1, 1}, 1},
		"a phone":                {phone, []float64{landscape, portrait, portrait, landscape}, []int{1, 2, 1}, 1},
		"a panorama on a phone":  {phone, []float64{portrait, panorama}, []int{1, 1}, 1},
		"nothing at all to show": {desk, nil, nil, 0},
	} {
		found := test.on.rows(test.ratios)
		var rows []int
		for i := 0; i < len(found); i += found[i].gaps + 1 {
			rows = append(rows, found[i].gaps+1)
		}
		if !slices.Equal(rows, test.rows) {
			t.Errorf("%s: rows of %v, want %v", name, rows, test.rows)
		}
		if len(found) > 0 && math.Abs(found[0].share-test.share) > 1e-3 {
			t.Errorf("%s: the first picture takes %.3f of the row, want %.3f", name, found[0].share, test.share)
		}
	}
}

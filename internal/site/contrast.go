package site

import (
	"math"
	"strconv"
	"strings"
)

// readableContrast is the least contrast of large text and of signs (WCAG 2.2,
// 1.4.3 and 1.4.11).
const readableContrast = 3.0

// ground is what the pages are printed on, as site.css and dark.css set it.
type ground struct{ name, color string }

func grounds() []ground { return []ground{{"light", "#fbfaf8"}, {"dark", "#121212"}} }

// contrast returns the contrast ratio of two colours (#rgb or #rrggbb), as WCAG
// 2.2 defines it; 0 if one of them is anything else.
func contrast(one, other string) float64 {
	a, ok := luminance(one)
	b, valid := luminance(other)
	if !ok || !valid {
		return 0
	}
	return (max(a, b) + 0.05) / (min(a, b) + 0.05)
}

func luminance(color string) (l float64, ok bool) {
	hex := strings.TrimPrefix(color, "#")
	if len(hex) == 3 {
		hex = string([]byte{hex[0], hex[0], hex[1], hex[1], hex[2], hex[2]})
	}
	rgb, err := strconv.ParseUint(hex, 16, 32)
	if err != nil || len(hex) != 6 {
		return 0, false
	}
	return 0.2126*linear(rgb>>16) + 0.7152*linear(rgb>>8) + 0.0722*linear(rgb), true
}

// linear undoes the gamma of the lowest eight bits of v.
func linear(v uint64) float64 {
	c := float64(v&0xff) / 255
	if c <= 0.04045 {
		return c / 12.92
	}
	return math.Pow((c+0.055)/1.055, 2.4)
}

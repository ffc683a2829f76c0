package site

import (
	"math"
	"strconv"
	"strings"
)

// readableContrast is the least contrast of large text and of signs (WCAG 2.2,
// 1.4.3 and 1.4.11).
const readableContrast = 3.0

// paperLuminance is that of the light paper, #fbfaf8.
const paperLuminance = 0.956

// contrastOnPaper returns the contrast ratio of a colour (#rgb or #rrggbb) on
// the light paper, as WCAG 2.2 defines it; 0 for anything else.
func contrastOnPaper(color string) float64 {
	hex := strings.TrimPrefix(color, "#")
	if len(hex) == 3 {
		hex = string([]byte{hex[0], hex[0], hex[1], hex[1], hex[2], hex[2]})
	}
	rgb, err := strconv.ParseUint(hex, 16, 32)
	if err != nil || len(hex) != 6 {
		return 0
	}
	luminance := 0.2126*linear(rgb>>16) + 0.7152*linear(rgb>>8) + 0.0722*linear(rgb)
	lighter, darker := max(luminance, paperLuminance), min(luminance, paperLuminance)
	return (lighter + 0.05) / (darker + 0.05)
}

// linear undoes the gamma of the lowest eight bits of v.
func linear(v uint64) float64 {
	c := float64(v&0xff) / 255
	if c <= 0.04045 {
		return c / 12.92
	}
	return math.Pow((c+0.055)/1.055, 2.4)
}

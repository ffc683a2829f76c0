package site

import "testing"

func TestContrastOnPaper(t *testing.T) {
	t.Parallel()
	for color, readable := range map[string]bool{
		"#1f2937": true, "#b45309": true, "#000": true, "#fff": false, "#ffff00": false, "": false, "red": false,
	} {
		if got := contrastOnPaper(color) >= readableContrast; got != readable {
			t.Errorf("%q has the contrast %.2f", color, contrastOnPaper(color))
		}
	}
}

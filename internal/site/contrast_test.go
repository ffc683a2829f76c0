package site

import "testing"

func TestContrast(t *testing.T) {
	t.Parallel()
	for color, readable := range map[string][2]bool{ // on the light ground, on the dark one
		"#1f2937": {true, false}, "#b45309": {true, true}, "#000": {true, false}, "#fff": {false, true},
		"#ffff00": {false, true}, "": {false, false}, "red": {false, false}, "#12345": {false, false},
	} {
		for i, ground := range grounds() {
			if got := contrast(color, ground.color) >= readableContrast; got != readable[i] {
				t.Errorf("%q has the contrast %.2f on the %s ground", color, contrast(color, ground.color), ground.name)
			}
		}
	}
	if got := contrast("#fff", "#000"); got < 20.99 || got > 21.01 {
		t.Errorf("white on black has the contrast %f, want 21", got)
	}
}

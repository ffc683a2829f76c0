package thumbhash_test

import (
	"encoding/hex"
	"testing"

	"github.com/vitrine-photos/vitrine/internal/imaging/thumbhash"
)

// pattern paints a picture that has some of every frequency; k 0 is one colour.
func pattern(width, height, k int) []byte {
	rgb := make([]byte, 0, 3*width*height)
	for y := range height {
		for x := range width {
			if k == 0 {
				rgb = append(rgb, 200, 60, 40)
				continue
			}
			rgb = append(rgb, byte(x*k*3+y), byte(x*y*k+17*k), byte(255-y*k*2+x))
		}
	}
	return rgb
}

// The hashes are those of the reference implementation, thumbhash 0.1.1 for
// JavaScript, of the same pixels.
func TestEncodeEqualsReference(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		width, height, k int
		want             string
	}{
		{100, 75, 1, "20f7093590098885919886547a887576231f8b8086"},
		{60, 100, 2, "5ff7052c08195047da89b10886294767a05086"},
		{100, 100, 3, "1ff8050f0078675787777697789778688c600805a82c010c"},
		{1, 1, 4, "1b7135bf2308f708888788708f7088f80888707ff8f7870f"},
		{100, 3, 5, "9919063186e95d773054567705c826f4c9"},
		{7, 64, 6, "5ca705210c717788887a775f7170093968"},
	} {
		got := hex.EncodeToString(thumbhash.Encode(test.width, test.height, pattern(test.width, test.height, test.k)))
		if got != test.want {
			t.Errorf("%d x %d, pattern %d: %s, want %s", test.width, test.height, test.k, got, test.want)
		}
	}
}

// Of one colour, only rounding errors of the cosines are left beyond the mean, so
// the reference's bytes are compared as far as they are meant.
func TestEncodeOneColor(t *testing.T) {
	t.Parallel()
	got := hex.EncodeToString(thumbhash.Encode(32, 32, pattern(32, 32, 0)))
	if want := "d91a030700"; got[:len(want)] != want {
		t.Errorf("%s does not begin with %s", got, want)
	}
}

func BenchmarkEncode(b *testing.B) {
	rgb := pattern(100, 75, 1)
	for b.Loop() {
		thumbhash.Encode(100, 75, rgb)
	}
}

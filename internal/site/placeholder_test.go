package site

import (
	"encoding/hex"
	"math"
	"regexp"
	"strconv"
	"testing"
)

var gradient = regexp.MustCompile(`^background-image:linear-gradient\(135deg,#([0-9a-f]{6}),#([0-9a-f]{6}),#([0-9a-f]{6})\)$`)

// The colours are near those that the reference implementation (npm thumbhash
// 0.1.1) shows at the same three points.
func TestPlaceholder(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		hash      string
		want      [3][3]float64
		tolerance float64
	}{
		"flat":          {"d91a0305807878787f878777787887750b78f76088", [3][3]float64{{203, 61, 39}, {203, 61, 39}, {203, 61, 39}}, 4},
		"left to right": {"1f081a058080878778788887888887870000000000", [3][3]float64{{38, 34, 32}, {127, 123, 120}, {179, 175, 173}}, 48},
		"top to bottom": {"96b6027d1477887887f88887877f77f78880870788", [3][3]float64{{45, 28, 193}, {125, 27, 113}, {206, 28, 32}}, 40},
		"diagonal":      {"e0f7051f0e80878780878778787878888787080888808008", [3][3]float64{{23, 141, 135}, {123, 130, 131}, {231, 106, 117}}, 40},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			hash, err := hex.DecodeString(test.hash)
			if err != nil {
				t.Fatal(err)
			}
			css := placeholder(hash)
			colors := gradient.FindStringSubmatch(css)
			if colors == nil {
				t.Fatalf("got %q", css)
			}
			for i, want := range test.want {
				rgb, err := strconv.ParseUint(colors[i+1], 16, 32)
				if err != nil {
					t.Fatal(err)
				}
				for c, value := range []uint64{rgb >> 16, rgb >> 8 & 0xff, rgb & 0xff} {
					if math.Abs(float64(value)-want[c]) > test.tolerance {
						t.Errorf("colour %d is #%s, want about %v", i, colors[i+1], want)
						break
					}
				}
			}
		})
	}
}

func TestPlaceholderWithoutHash(t *testing.T) {
	t.Parallel()
	for _, hash := range [][]byte{nil, {1, 2, 3}, {0x96, 0xb6, 0x02, 0x7d, 0x14, 0x77}} {
		if css := placeholder(hash); css != "" {
			t.Errorf("%x gave %q", hash, css)
		}
	}
}

func FuzzPlaceholder(f *testing.F) {
	f.Add([]byte("0123456789abcdef0123456"))
	f.Fuzz(func(t *testing.T, hash []byte) {
		if css := placeholder(hash); css != "" && !gradient.MatchString(css) {
			t.Errorf("%x gave %q", hash, css)
		}
	})
}

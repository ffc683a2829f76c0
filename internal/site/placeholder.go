package site

import (
	"encoding/hex"
	"math"
)

// placeholder returns CSS that stands in for a picture until it arrives: a
// gradient through the colours of its upper left, middle and lower right, read
// from the low frequencies of its thumbhash (https://evanw.github.io/thumbhash/).
// "" if there is no valid hash.
func placeholder(hash []byte) string {
	h, ok := parseThumbhash(hash)
	if !ok {
		return ""
	}
	return "background-image:linear-gradient(135deg," + h.color(0.17, 0.17) + "," + h.color(0.5, 0.5) + "," + h.color(0.83, 0.83) + ")"
}

// thumbhash holds the colour channels as cosine coefficients: luminance and two
// opponent colours. Frequencies above the first are left out; a gradient of
// three colours cannot show them.
type thumbhash struct{ l, p, q channel }

// channel is the mean of a channel and its lowest horizontal, vertical and
// diagonal waves.
type channel struct{ mean, x, y, xy float64 }

func parseThumbhash(hash []byte) (thumbhash, bool) {
	if len(hash) < 6 {
		return thumbhash{}, false
	}
	header := int(hash[0]) | int(hash[1])<<8 | int(hash[2])<<16
	tail := int(hash[3]) | int(hash[4])<<8
	alpha := header>>23 != 0
	landscape := tail>>15 != 0
	nx, ny := luminanceWaves(tail&7, landscape, alpha)
	start := 5
	if alpha {
		start = 6
	}
	r := nibbles{hash: hash, at: 2 * start}
	var t thumbhash
	t.l = r.channel(nx, ny, float64(header>>18&31)/31)
	t.p = r.channel(3, 3, float64(tail>>3&63)/63*1.25)
	t.q = r.channel(3, 3, float64(tail>>9&63)/63*1.25)
	t.l.mean = float64(header&63) / 63
	t.p.mean = float64(header>>6&63)/31.5 - 1
	t.q.mean = float64(header>>12&63)/31.5 - 1
	return t, !r.short
}

// luminanceWaves returns how many waves of each direction the luminance has.
func luminanceWaves(shorter int, landscape, alpha bool) (nx, ny int) {
	longer := 7
	if alpha {
		longer = 5
	}
	if landscape {
		return longer, max(3, shorter)
	}
	return max(3, shorter), longer
}

// nibbles reads the quantised coefficients, four bits each.
type nibbles struct {
	hash  []byte
	at    int
	short bool
}

func (n *nibbles) next() float64 {
	if n.at/2 >= len(n.hash) {
		n.short = true
		return 0
	}
	v := n.hash[n.at/2] >> (4 * (n.at % 2)) & 15
	n.at++
	return float64(v)/7.5 - 1
}

func (n *nibbles) channel(nx, ny int, scale float64) channel {
	var c channel
	for y := range ny {
		for x := 0; x*ny < nx*(ny-y); x++ {
			if x == 0 && y == 0 {
				continue
			}
			v := n.next() * scale
			switch {
			case x == 1 && y == 0:
				c.x = v
			case x == 0 && y == 1:
				c.y = v
			case x == 1 && y == 1:
				c.xy = v
			}
		}
	}
	return c
}

// at evaluates the channel at a point; both coordinates run from 0 to 1.
func (c channel) at(x, y float64) float64 {
	cx, cy := math.Cos(math.Pi*x), math.Cos(math.Pi*y)
	return c.mean + 2*(c.x*cx+c.y*cy+2*c.xy*cx*cy)
}

func (t thumbhash) color(x, y float64) string {
	l, p, q := t.l.at(x, y), t.p.at(x, y), t.q.at(x, y)
	b := l - 2.0/3*p
	r := (3*l - b + q) / 2
	return "#" + hex.EncodeToString([]byte{level(r), level(r - q), level(b)})
}

func level(v float64) byte { return byte(math.Round(255 * max(0, min(1, v)))) }

package imaging_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/color/palette"
	"image/draw"
	"image/gif"
	"image/jpeg"
	"image/png"
	"math"
	"math/bits"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/vitrine-photos/vitrine/internal/imaging"
)

// quarters is a picture whose four quarters differ, so that any turn shows.
func quarters(width, height int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			img.SetRGBA(x, y, quarterColors()[2*(y*2/height)+x*2/width])
		}
	}
	return img
}

// quarterColors are those of upper left, upper right, lower left, lower right.
func quarterColors() []color.RGBA {
	return []color.RGBA{{200, 60, 40, 255}, {60, 160, 60, 255}, {50, 70, 200, 255}, {220, 220, 210, 255}}
}

func encodeJPEG(t testing.TB, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: 95}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func encodePNG(t testing.TB, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// decodeJPEG reads a derivative.
func decodeJPEG(t testing.TB, data []byte) image.Image {
	t.Helper()
	img, err := jpeg.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// near reports whether the colours differ by no more than that many levels.
func near(a, b color.Color, levels int) bool {
	ar, ag, ab, _ := a.RGBA()
	br, bg, bb, _ := b.RGBA()
	far := func(x, y uint32) bool { return math.Abs(float64(x>>8)-float64(y>>8)) > float64(levels) }
	return !far(ar, br) && !far(ag, bg) && !far(ab, bb)
}

// withOrientation puts an EXIF block with an orientation, and nothing else, into
// a JPEG.
func withOrientation(jpg []byte, orientation int) []byte {
	block := []byte("Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00")
	block[6+8+2+9] = byte(orientation)
	segment := binary.BigEndian.AppendUint16([]byte{0xff, 0xe1}, uint16(2+len(block)))
	return slices.Concat(jpg[:2], segment, block, jpg[2:])
}

// stored returns the picture as a camera would store it that writes this
// orientation: the inverse of what a viewer does.
func stored(upright *image.RGBA, orientation int) *image.RGBA {
	w, h := upright.Rect.Dx(), upright.Rect.Dy()
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	if orientation >= 5 {
		out = image.NewRGBA(image.Rect(0, 0, h, w))
	}
	for y := range h {
		for x := range w {
			var at image.Point
			switch orientation {
			case 1:
				at = image.Pt(x, y)
			case 2:
				at = image.Pt(w-1-x, y)
			case 3:
				at = image.Pt(w-1-x, h-1-y)
			case 4:
				at = image.Pt(x, h-1-y)
			case 5:
				at = image.Pt(y, x)
			case 6:
				at = image.Pt(y, w-1-x)
			case 7:
				at = image.Pt(h-1-y, w-1-x)
			case 8:
				at = image.Pt(h-1-y, x)
			}
			out.SetRGBA(at.X, at.Y, upright.RGBAAt(x, y))
		}
	}
	return out
}

func TestOrientations(t *testing.T) {
	t.Parallel()
	pool := newPool(t, imaging.Config{})
	upright := quarters(400, 240)
	for orientation := 1; orientation <= 8; orientation++ {
		data := withOrientation(encodeJPEG(t, stored(upright, orientation)), orientation)
		summary, got := derive(t, pool, bytesSource(data), jpegOutput("small", 200))
		if summary.Width != 400 || summary.Height != 240 {
			t.Errorf("orientation %d: the summary has %d x %d pixels", orientation, summary.Width, summary.Height)
		}
		img := decodeJPEG(t, got.bodies["small"])
		if img.Bounds().Dx() != 200 || img.Bounds().Dy() != 120 {
			t.Fatalf("orientation %d: the derivative has %v", orientation, img.Bounds())
		}
		for i, want := range quarterColors() {
			if c := img.At(50+100*(i%2), 30+60*(i/2)); !near(c, want, 4) {
				t.Errorf("orientation %d: quarter %d is %v, not %v", orientation, i, c, want)
			}
		}
	}
}

func TestColorsReachSRGB(t *testing.T) {
	t.Parallel()
	pool := newPool(t, imaging.Config{})
	files, err := filepath.Glob(photo(t, "colour/t*"))
	if err != nil || len(files) < 8 {
		t.Fatalf("%d files in the folder of colours: %v", len(files), err)
	}
	for _, path := range files {
		if strings.Contains(path, "grey") || strings.Contains(path, "cmyk") {
			continue // they hold another colour
		}
		_, got := derive(t, pool, fileSource(t, path), jpegOutput("x", 64))
		img := decodeJPEG(t, got.bodies["x"])
		c := img.At(img.Bounds().Dx()/2, img.Bounds().Dy()/2)
		if want := (color.RGBA{200, 60, 40, 255}); !near(c, want, 3) {
			t.Errorf("%s: %v, not %v", filepath.Base(path), c, want)
		}
	}
}

func TestPixelFormats(t *testing.T) {
	t.Parallel()
	pool := newPool(t, imaging.Config{})
	red := color.NRGBA{200, 60, 40, 255}
	fill := func(img draw.Image, c color.Color) image.Image {
		for i := range 64 * 64 {
			img.Set(i%64, i/64, c)
		}
		return img
	}
	area := image.Rect(0, 0, 64, 64)
	for name, test := range map[string]struct {
		img  image.Image
		want color.Color
	}{
		"8 bit":               {fill(image.NewRGBA(area), red), red},
		"16 bit":              {fill(image.NewRGBA64(area), red), red},
		"grey":                {fill(image.NewGray(area), color.Gray{120}), color.Gray{120}},
		"16 bit grey":         {fill(image.NewGray16(area), color.Gray16{120 * 257}), color.Gray{120}},
		"palette":             {fill(image.NewPaletted(area, palette.Plan9), palette.Plan9[77]), palette.Plan9[77]},
		"half transparent":    {fill(image.NewNRGBA(area), color.NRGBA{200, 60, 40, 128}), color.RGBA{227, 157, 147, 255}},
		"transparent":         {fill(image.NewNRGBA(area), color.NRGBA{}), color.White},
		"16 bit, transparent": {fill(image.NewNRGBA64(area), color.NRGBA64{}), color.White},
	} {
		_, got := derive(t, pool, bytesSource(encodePNG(t, test.img)), jpegOutput("x", 32))
		if c := decodeJPEG(t, got.bodies["x"]).At(16, 16); !near(c, test.want, 3) {
			t.Errorf("%s: %v, not %v", name, c, test.want)
		}
	}
}

func TestOnlyTheFirstFrameIsShown(t *testing.T) {
	t.Parallel()
	pool := newPool(t, imaging.Config{})
	var b bytes.Buffer
	animation := &gif.GIF{Delay: []int{1, 1}}
	for _, c := range []color.Color{color.White, color.Black} {
		frame := image.NewPaletted(image.Rect(0, 0, 40, 30), color.Palette{c})
		animation.Image = append(animation.Image, frame)
	}
	if err := gif.EncodeAll(&b, animation); err != nil {
		t.Fatal(err)
	}
	summary, got := derive(t, pool, bytesSource(b.Bytes()), jpegOutput("x", 64))
	if summary.Width != 40 || summary.Height != 30 {
		t.Errorf("%d x %d pixels of an animation of 40 x 30", summary.Width, summary.Height)
	}
	if c := decodeJPEG(t, got.bodies["x"]).At(20, 15); !near(c, color.White, 2) {
		t.Errorf("the first frame is white, the derivative %v", c)
	}
}

func TestSizesComeFromTheOriginal(t *testing.T) {
	t.Parallel()
	pool := newPool(t, imaging.Config{})
	src := bytesSource(encodeJPEG(t, quarters(1507, 848))) // a quarter of 6028 x 3391
	var outputs []imaging.Output
	sides := []int{2560, 1024, 600, 299, 150, 37, 1}
	for _, side := range sides {
		outputs = append(outputs, jpegOutput(strconv.Itoa(side), side))
	}
	_, got := derive(t, pool, src, outputs...)
	if !slices.IsSortedFunc(got.renditions, func(a, b imaging.Rendition) int { return a.Width - b.Width }) {
		t.Error("the derivatives do not come small ones first")
	}
	for i, r := range slices.Backward(got.renditions) {
		side := sides[len(sides)-1-i]
		scale := min(1, float64(side)/1507)
		wantW, wantH := int(math.Round(1507*scale)), max(1, int(math.Round(848*scale)))
		img := decodeJPEG(t, got.bodies[r.Name]).Bounds()
		if img.Dx() != wantW || img.Dy() != wantH || r.Width != wantW || r.Height != wantH {
			t.Errorf("side %d: %v, announced as %d x %d; want %d x %d", side, img, r.Width, r.Height, wantW, wantH)
		}
		if r.Size != int64(len(got.bodies[r.Name])) {
			t.Errorf("side %d: announced %d bytes, came %d", side, r.Size, len(got.bodies[r.Name]))
		}
	}
}

func TestSameInputSameBytes(t *testing.T) {
	t.Parallel()
	src := bytesSource(encodeJPEG(t, quarters(900, 700)))
	outputs := []imaging.Output{
		jpegOutput("a", 300),
		{Name: "b", Format: imaging.WebP, MaxWidth: 500, MaxHeight: 500, Quality: 80, Watermark: "© Ada"},
		{Name: "c", Format: imaging.AVIF, MaxWidth: 200, MaxHeight: 200, Quality: 50},
	}
	s1, first := derive(t, newPool(t, imaging.Config{}), src, outputs...)
	s2, second := derive(t, newPool(t, imaging.Config{}), src, outputs...)
	for name := range first.bodies {
		if !bytes.Equal(first.bodies[name], second.bodies[name]) {
			t.Errorf("%s differs from one run to the next", name)
		}
	}
	if !bytes.Equal(s1.Thumbhash, s2.Thumbhash) || s1.DominantColor != s2.DominantColor || s1.PerceptualHash != s2.PerceptualHash {
		t.Errorf("summaries differ: %v, %v", s1, s2)
	}
	for _, r := range first.renditions {
		if sniffed, _ := imaging.Sniff(first.bodies[r.Name]); sniffed != r.Type {
			t.Errorf("%s is announced as %s and is %s", r.Name, r.Type, sniffed)
		}
	}
}

func TestSummary(t *testing.T) {
	t.Parallel()
	pool := newPool(t, imaging.Config{})
	hash := func(img image.Image) uint64 {
		s, _ := derive(t, pool, bytesSource(encodeJPEG(t, img)), jpegOutput("x", 320))
		return s.PerceptualHash
	}
	plain := image.NewRGBA(image.Rect(0, 0, 300, 200))
	for i := range 300 * 200 {
		plain.SetRGBA(i%300, i/300, color.RGBA{200, 60, 40, 255})
	}
	s, _ := derive(t, pool, bytesSource(encodePNG(t, plain)))
	if s.DominantColor != "#c83c28" || len(s.Thumbhash) < 10 || s.Width != 300 {
		t.Errorf("the summary of a red area is %+v", s)
	}
	original := hash(hills(800, 600))
	if d := bits.OnesCount64(original ^ hash(hills(333, 250))); d > 4 {
		t.Errorf("a smaller copy is %d bits away", d)
	}
	if d := bits.OnesCount64(original ^ hash(stored(hills(800, 600), 4))); d < 12 {
		t.Errorf("another picture is only %d bits away", d)
	}
}

// hills is a picture with something at every low frequency, as photographs have.
func hills(width, height int) *image.RGBA {
	random := rand.New(rand.NewPCG(1, 2))
	var waves [8][8]float64
	for v := range waves {
		for u := range waves[v] {
			waves[v][u] = random.NormFloat64() / float64(1+u+v)
		}
	}
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			level := 128.0
			for v := range waves {
				for u := range waves[v] {
					level += 24 * waves[v][u] *
						math.Cos(math.Pi*float64(u)*(float64(x)+0.5)/float64(width)) *
						math.Cos(math.Pi*float64(v)*(float64(y)+0.5)/float64(height))
				}
			}
			grey := uint8(max(0, min(255, level)))
			img.SetRGBA(x, y, color.RGBA{grey, grey, grey, 255})
		}
	}
	return img
}

func TestWatermark(t *testing.T) {
	t.Parallel()
	pool := newPool(t, imaging.Config{})
	src := bytesSource(encodeJPEG(t, quarters(800, 600)))
	marked := jpegOutput("marked", 800)
	marked.Watermark = `<b>Ada & Sons "©"`
	_, got := derive(t, pool, src, jpegOutput("clean", 800), marked)
	clean, with := decodeJPEG(t, got.bodies["clean"]), decodeJPEG(t, got.bodies["marked"])
	changed := image.Rectangle{}
	for y := range 600 {
		for x := range 800 {
			if !near(clean.At(x, y), with.At(x, y), 24) {
				changed = changed.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	if changed.Dx() < 80 || changed.Min.X < 400 || changed.Min.Y < 500 {
		t.Errorf("the watermark is at %v, not in the lower right corner", changed)
	}
}

func TestDerivativesCarryCreditAndNothingElse(t *testing.T) {
	t.Parallel()
	pool := newPool(t, imaging.Config{})
	outputs := []imaging.Output{
		jpegOutput("jpeg", 320),
		{Name: "webp", Format: imaging.WebP, MaxWidth: 321, MaxHeight: 321, Quality: 80},
		{Name: "avif", Format: imaging.AVIF, MaxWidth: 320, MaxHeight: 320, Quality: 50},
	}
	folder := t.TempDir()
	credits := map[string]imaging.Metadata{}
	for i, file := range []string{
		"exif/jpg_gps_DSCN0010.jpg", "exif/jpg_tests_32-lens_data.jpeg",
		"exif/metadata_gps-position_thompson-springs.jpg", "formats/heic_mobile_iphone_13_pro_max.HEIC",
	} {
		_, got := derive(t, pool, fileSource(t, photo(t, file)), outputs...)
		for name, body := range got.bodies {
			path := filepath.Join(folder, fmt.Sprint(i, ".", name))
			writeFile(t, path, body)
			if name != "avif" { // which carries none
				credits[path] = got.metadata[0]
			}
		}
	}
	for path, found := range exiftool(t, folder) {
		checkCredit(t, filepath.Base(path), credits[path], found)
	}
}

// checkCredit fails for any field of a derivative that is about more than its
// pixels, but for artist and copyright.
func checkCredit(t *testing.T, what string, m imaging.Metadata, found map[string]any) {
	t.Helper()
	for tag := range found {
		group, _, _ := strings.Cut(tag, ":")
		switch {
		case tag == "IFD0:Artist" || tag == "IFD0:Copyright":
		case slices.Contains([]string{"System", "File", "JFIF", "RIFF", "ExifTool", "Composite", "QuickTime", "Meta"}, group):
		case tag == "SourceFile":
		default:
			t.Errorf("%s: it carries %s = %v", what, tag, found[tag])
		}
	}
	if m.Creator != oracleValue(found, []string{"IFD0:Artist"}) || m.Copyright != oracleValue(found, []string{"IFD0:Copyright"}) {
		t.Errorf("%s: credit is %v, %v; want %q, %q", what, found["IFD0:Artist"], found["IFD0:Copyright"], m.Creator, m.Copyright)
	}
}

func TestEveryTypeIsRead(t *testing.T) {
	t.Parallel()
	pool := newPool(t, imaging.Config{})
	for file, want := range map[string]imaging.Type{
		"formats/formats_avif_8bit-sRGB.avif":         imaging.AVIF,
		"formats/formats_avif_10bit-HDR-P3-nclx.avif": imaging.AVIF,
		"formats/formats_heic_IMG_2682.heic":          imaging.HEIC,
		"formats/formats_webp_denali.webp":            imaging.WebP,
		"colour/t_cmyk_noprofile.jpg":                 imaging.JPEG,
		"orientation/jpg_orientation_landscape_6.jpg": imaging.JPEG,
	} {
		m, err := pool.ReadMetadata(context.Background(), fileSource(t, photo(t, file)))
		if err != nil || m.Type != want {
			t.Errorf("%s: %s, %v", file, m.Type, err)
			continue
		}
		_, got := derive(t, pool, fileSource(t, photo(t, file)), jpegOutput("x", 100))
		img := decodeJPEG(t, got.bodies["x"]).Bounds()
		if (img.Dx() > img.Dy()) != (m.Width > m.Height) {
			t.Errorf("%s: %v of a picture of %d x %d", file, img, m.Width, m.Height)
		}
	}
}

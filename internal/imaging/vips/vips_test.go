package vips_test

import (
	"bytes"
	"errors"
	"image"
	"image/jpeg"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/vitrine-photos/vitrine/internal/imaging/vips"
)

// library loads the system's libvips once for all tests, which then run one after
// the other, as the package asks.
var library = sync.OnceValues(func() (*vips.Library, error) { return vips.Load("") })

func load(t *testing.T) *vips.Library {
	t.Helper()
	lib, err := library()
	if err != nil {
		t.Fatal(err, "(on Debian and Ubuntu install libvips42)")
	}
	return lib
}

// sample is a JPEG of 40 x 30 pixels.
func sample(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	img := image.NewGray(image.Rect(0, 0, 40, 30))
	for i := range img.Pix {
		img.Pix[i] = 100
	}
	if err := jpeg.Encode(&b, img, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestLoadErrors(t *testing.T) {
	for _, path := range []string{filepath.Join(t.TempDir(), "missing.so"), "libc.so.6"} {
		if _, err := vips.Load(path); !errors.Is(err, vips.ErrLoad) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func TestOpenAndEncode(t *testing.T) {
	lib := load(t)
	img, err := lib.Open("jpegload_buffer", sample(t))
	if err != nil {
		t.Fatal(err)
	}
	defer img.Close()
	if img.Width() != 40 || img.Height() != 30 || img.Bands() != 1 || img.Space() != vips.SpaceGrey || img.HasAlpha() || !img.Is8Bit() {
		t.Errorf("%d x %d pixels of %d bands in space %d", img.Width(), img.Height(), img.Bands(), img.Space())
	}
	small, err := img.ResizeTo(13, 11)
	if err != nil {
		t.Fatal(err)
	}
	defer small.Close()
	encoded, err := small.Encode("jpegsave_buffer", vips.Int("Q", 90), vips.Bool("strip", true))
	if err != nil {
		t.Fatal(err)
	}
	got, err := jpeg.Decode(bytes.NewReader(encoded))
	if err != nil || got.Bounds() != image.Rect(0, 0, 13, 11) {
		t.Errorf("encoded as %v, %v", got.Bounds(), err)
	}
}

func TestBitmapKeepsPixelsOnly(t *testing.T) {
	lib := load(t)
	img, err := lib.Open("jpegload_buffer", sample(t))
	if err != nil {
		t.Fatal(err)
	}
	defer img.Close()
	bitmap, err := img.Bitmap()
	if err != nil {
		t.Fatal(err)
	}
	defer bitmap.Free()
	if len(bitmap.Bytes()) != 40*30 || bitmap.Bytes()[600] < 98 || bitmap.Bytes()[600] > 102 {
		t.Errorf("%d bytes, one of them %d", len(bitmap.Bytes()), bitmap.Bytes()[600])
	}
	again, err := bitmap.Image()
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if _, ok := again.String("vips-loader"); ok {
		t.Error("the header has passed into the bitmap")
	}
}

func TestOnlyTrustedDecoders(t *testing.T) {
	lib := load(t)
	svg := []byte(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>`)
	for _, decoder := range []string{"svgload_buffer", "magickload_buffer", "pdfload_buffer"} {
		if !lib.Has(decoder) {
			continue
		}
		if img, err := lib.Open(decoder, svg); err == nil {
			img.Close()
			t.Errorf("%s has read a picture", decoder)
		}
	}
}

func TestErrorsNameTheOperation(t *testing.T) {
	lib := load(t)
	for _, operation := range []string{"no_such_operation", "jpegload_buffer"} {
		_, err := lib.Open(operation, []byte("not a picture"))
		failure, ok := errors.AsType[*vips.Error](err)
		if !ok || failure.Operation != operation || strings.Contains(failure.Detail, "\n") {
			t.Errorf("%s: %v", operation, err)
		}
	}
	// An error must not stay behind for the next call.
	img, err := lib.Open("jpegload_buffer", sample(t))
	if err != nil {
		t.Fatal(err)
	}
	defer img.Close()
	if _, err := img.Do("resize", vips.String("scale", "nonsense")); err == nil {
		t.Error("a resize without a scale works")
	}
}

func TestText(t *testing.T) {
	mask, err := load(t).Text("Ada &amp; Sons", 20)
	if err != nil {
		t.Fatal(err)
	}
	defer mask.Close()
	if mask.Bands() != 1 || mask.Width() < 60 || mask.Height() < 10 {
		t.Errorf("a text of %d x %d pixels in %d bands", mask.Width(), mask.Height(), mask.Bands())
	}
}

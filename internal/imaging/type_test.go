package imaging_test

import (
	"testing"

	"github.com/vitrine-photos/vitrine/internal/imaging"
)

func TestSniff(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		head string
		want imaging.Type
	}{
		{"\xff\xd8\xff\xe0\x00\x10JFIF", imaging.JPEG},
		{"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", imaging.PNG},
		{"GIF89a\x01\x00", imaging.GIF},
		{"II*\x00\x08\x00", imaging.TIFF},
		{"MM\x00*\x00\x00", imaging.TIFF},
		{"RIFF\x10\x00\x00\x00WEBPVP8 ", imaging.WebP},
		{"\x00\x00\x00\x1cftypavif\x00\x00\x00\x00avifmif1miaf", imaging.AVIF},
		{"\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic", imaging.HEIC},
		{"\x00\x00\x00\x18ftypmif1\x00\x00\x00\x00mif1heic", imaging.HEIC},
		{"\x00\x00\x00\x1cftypmif1\x00\x00\x00\x00mif1avifmiaf", imaging.AVIF},
		// Neither a video, nor brands after the end of the box, nor in the version.
		{"\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isommp42", ""},
		{"\x00\x00\x00\x14ftypmif1\x00\x00\x00\x00mif1heic", ""},
		{"\x00\x00\x00\x10ftypmif1heic", ""},
		{"\xff\xff\xff\xffftyp", ""},
		{"RIFF\x10\x00\x00\x00WAVEfmt ", ""},
		{"<svg xmlns='http://www.w3.org/2000/svg'/>", ""},
		{"<?xml version='1.0'?><svg/>", ""},
		{"%!PS-Adobe-3.0 EPSF-3.0", ""},
		{"push graphic-context\nimage over 0,0 0,0", ""},
		{"BM\x00\x00", ""},
		{"", ""},
	} {
		got, ok := imaging.Sniff([]byte(test.head))
		if got != test.want || ok != (test.want != "") {
			t.Errorf("%q is %q, %v; want %q", test.head, got, ok, test.want)
		}
	}
}

func TestTypesByMIME(t *testing.T) {
	t.Parallel()
	for _, want := range imaging.Types() {
		if got, ok := imaging.TypeByMIME(want.MIME()); got != want || !ok {
			t.Errorf("%s is %s, %v", want.MIME(), got, ok)
		}
	}
	if imaging.JPEG.Extension() != ".jpg" || imaging.WebP.Extension() != ".webp" {
		t.Errorf("extensions are %s, %s", imaging.JPEG.Extension(), imaging.WebP.Extension())
	}
	if _, ok := imaging.TypeByMIME("image/svg+xml"); ok {
		t.Error("SVG is taken for a type that is read")
	}
}

func FuzzSniff(f *testing.F) {
	f.Add([]byte("\x00\x00\x00\x1cftypmif1\x00\x00\x00\x00mif1avifmiaf"))
	f.Fuzz(func(t *testing.T, head []byte) {
		if sniffed, ok := imaging.Sniff(head); ok == (sniffed == "") {
			t.Errorf("%q, %v", sniffed, ok)
		}
	})
}

package imaging_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine-photos/vitrine/internal/imaging"
)

// strip returns the public copy of the file.
func strip(t testing.TB, data []byte, format imaging.Type) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := imaging.StripPrivate(&out, bytes.NewReader(data), format); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestStrippedPhotosTellNothingPrivate(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(photo(t, "exif/*.jp*g"))
	if err != nil {
		t.Fatal(err)
	}
	more, err := filepath.Glob(photo(t, "orientation/*.jpg"))
	if err != nil {
		t.Fatal(err)
	}
	originals, copies := t.TempDir(), t.TempDir()
	for _, path := range append(append(files, more...), photo(t, "formats/formats_webp_denali.webp")) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		format, _ := imaging.Sniff(data)
		public := strip(t, data, format)
		if format == imaging.JPEG {
			samePixels(t, path, data, public)
		}
		writeFile(t, filepath.Join(originals, filepath.Base(path)), data)
		writeFile(t, filepath.Join(copies, filepath.Base(path)), public)
	}
	said := exiftool(t, originals, copies)
	for path, after := range said {
		if filepath.Dir(path) == copies {
			checkPublic(t, filepath.Base(path), said[filepath.Join(originals, filepath.Base(path))], after)
		}
	}
}

// checkPublic fails for any private field in what exiftool says of a stripped
// copy, and for any public one that is lost.
func checkPublic(t *testing.T, name string, before, after map[string]any) {
	t.Helper()
	public := []string{"IFD0:Orientation", "IFD0:Artist", "IFD0:Copyright", "ICC_Profile:ProfileDescription"}
	technical := []string{"System", "File", "JFIF", "RIFF", "ExifTool", "Composite", "Adobe", "APP14"}
	for tag := range after {
		group, _, _ := strings.Cut(tag, ":")
		if !slices.Contains(public, tag) && !slices.Contains(technical, group) && !strings.HasPrefix(group, "ICC") && tag != "SourceFile" {
			t.Errorf("%s: the copy carries %s = %v", name, tag, after[tag])
		}
	}
	for _, tag := range public {
		if want := oracleValue(before, []string{tag}); oracleValue(after, []string{tag}) != want {
			t.Errorf("%s: %s was %q and is %v", name, tag, want, after[tag])
		}
	}
}

// samePixels fails unless both JPEGs decode to the same.
func samePixels(t *testing.T, what string, a, b []byte) {
	t.Helper()
	one, err := jpeg.Decode(bytes.NewReader(a))
	if err != nil {
		t.Logf("%s is not decoded by image/jpeg: %v", what, err)
		return
	}
	other := decodeJPEG(t, b)
	if x, ok := one.(*image.YCbCr); ok {
		y, _ := other.(*image.YCbCr)
		if !bytes.Equal(x.Y, y.Y) || !bytes.Equal(x.Cb, y.Cb) || !bytes.Equal(x.Cr, y.Cr) {
			t.Errorf("%s: pixels have changed", what)
		}
	}
}

func TestStripJPEG(t *testing.T) {
	t.Parallel()
	plain := encodeJPEG(t, quarters(200, 100))
	comment := slices.Concat([]byte{0xff, 0xfe, 0, 8}, []byte("secret"))
	xmp := slices.Concat([]byte{0xff, 0xe1, 0, 12}, []byte("http://xmp"))
	dirty := slices.Concat(plain[:2], comment, xmp, []byte{0xff}, plain[2:], []byte("secret trailer"))
	if got := strip(t, dirty, imaging.JPEG); !bytes.Equal(got, plain) {
		t.Errorf("the copy has %d bytes, the file without its private parts %d", len(got), len(plain))
	}
	turned := withOrientation(plain, 6)
	if got := strip(t, slices.Concat(turned, plain), imaging.JPEG); !bytes.Equal(got, turned) {
		t.Error("orientation is not kept as it was")
	}
}

func TestStripPNG(t *testing.T) {
	t.Parallel()
	plain := encodePNG(t, quarters(200, 100))
	chunk := func(name, payload string) []byte {
		body := append([]byte(name), payload...)
		out := binary.BigEndian.AppendUint32(nil, uint32(len(payload)))
		return binary.BigEndian.AppendUint32(append(out, body...), crc32.ChecksumIEEE(body))
	}
	const headerEnd = 8 + 12 + 13
	dirty := slices.Concat(plain[:headerEnd], chunk("tEXt", "Comment\x00secret"), chunk("eXIf", "MM\x00*\x00\x00\x00\x08\x00\x00"),
		plain[headerEnd:], []byte("secret trailer"))
	got := strip(t, dirty, imaging.PNG)
	if !bytes.Equal(got, plain) {
		t.Errorf("the copy has %d bytes, the file without its private parts %d", len(got), len(plain))
	}
	if _, err := png.Decode(bytes.NewReader(got)); err != nil {
		t.Error(err)
	}
}

func TestStripWebP(t *testing.T) {
	t.Parallel()
	_, made := derive(t, newPool(t, imaging.Config{}), bytesSource(encodeJPEG(t, quarters(200, 100))),
		imaging.Output{Name: "x", Format: imaging.WebP, MaxWidth: 99, MaxHeight: 99, Quality: 80})
	plain := made.bodies["x"]
	dirty := slices.Concat(plain, []byte("XMP \x07\x00\x00\x00private\x00"))
	binary.LittleEndian.PutUint32(dirty[4:], uint32(len(dirty)-8))
	if got := strip(t, append(dirty, "trailer"...), imaging.WebP); !bytes.Equal(got, plain) {
		t.Errorf("the copy has %d bytes, the file without its private parts %d", len(got), len(plain))
	}
}

func TestStripRefuses(t *testing.T) {
	t.Parallel()
	good := encodeJPEG(t, quarters(64, 48))
	for _, test := range []struct {
		name   string
		data   []byte
		format imaging.Type
		kind   imaging.Kind
	}{
		{"HEIC", good, imaging.HEIC, imaging.Unsupported},
		{"half a JPEG", good[:len(good)/2], imaging.JPEG, imaging.Undecodable},
		{"a JPEG called PNG", good, imaging.PNG, imaging.Undecodable},
		{"half a PNG", encodePNG(t, quarters(64, 48))[:100], imaging.PNG, imaging.Undecodable},
		{"nothing", nil, imaging.WebP, imaging.Undecodable},
	} {
		var out bytes.Buffer
		wantKind(t, imaging.StripPrivate(&out, bytes.NewReader(test.data), test.format), test.kind)
		if out.Len() > 0 {
			t.Errorf("%s: %d bytes were written before the fault was noticed", test.name, out.Len())
		}
	}
}

func FuzzStripPrivate(f *testing.F) {
	f.Add(withOrientation(encodeJPEG(f, quarters(16, 16)), 6))
	f.Add(encodePNG(f, quarters(16, 16)))
	f.Add([]byte("RIFF\x1a\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x0c\x00\x00\x00\x00\x00\x00\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		format, _ := imaging.Sniff(data)
		var out bytes.Buffer
		if imaging.StripPrivate(&out, bytes.NewReader(data), format) != nil {
			return
		}
		var again bytes.Buffer
		if err := imaging.StripPrivate(&again, bytes.NewReader(out.Bytes()), format); err != nil || !bytes.Equal(out.Bytes(), again.Bytes()) {
			t.Errorf("a copy of the copy differs: %v", err)
		}
	})
}

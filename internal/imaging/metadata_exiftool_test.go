package imaging_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/vitrine-photos/vitrine/internal/imaging"
)

// exiftoolFields pairs each field with exiftool's tags that say the same, of
// which the first that is present counts.
var exiftoolFields = []struct {
	name string
	got  func(imaging.Metadata) string
	tags []string
}{
	{"make", func(m imaging.Metadata) string { return m.Make }, []string{"IFD0:Make"}},
	{"model", func(m imaging.Metadata) string { return m.Model }, []string{"IFD0:Model"}},
	{"lens", func(m imaging.Metadata) string { return m.Lens }, []string{"ExifIFD:LensModel", "XMP-aux:Lens"}},
	{"iso", func(m imaging.Metadata) string { return number(float64(m.ISO)) }, []string{"ExifIFD:ISO"}},
	{"f-number", func(m imaging.Metadata) string { return number(m.FNumber) }, []string{"ExifIFD:FNumber"}},
	{"exposure", func(m imaging.Metadata) string { return number(m.Exposure.Float()) }, []string{"ExifIFD:ExposureTime"}},
	{"focal length", func(m imaging.Metadata) string { return number(m.FocalLength) }, []string{"ExifIFD:FocalLength"}},
	{"latitude", func(m imaging.Metadata) string { return pointer(m.Latitude) }, []string{"Composite:GPSLatitude"}},
	{"longitude", func(m imaging.Metadata) string { return pointer(m.Longitude) }, []string{"Composite:GPSLongitude"}},
	{"altitude", func(m imaging.Metadata) string { return pointer(m.Altitude) }, []string{"Composite:GPSAltitude"}},
	{"captured", localTime, []string{
		"Composite:SubSecDateTimeOriginal", "ExifIFD:DateTimeOriginal", "Composite:DateTimeOriginal",
		"ExifIFD:CreateDate", "XMP-exif:GPSDateTime",
	}},
	{"offset", offset, []string{"ExifIFD:OffsetTimeOriginal"}},
	{"title", func(m imaging.Metadata) string { return m.Title }, []string{"XMP-dc:Title", "IPTC:ObjectName"}},
	{"caption", func(m imaging.Metadata) string { return m.Caption }, []string{"XMP-dc:Description", "IPTC:Caption-Abstract", "IFD0:ImageDescription"}},
	{"keywords", func(m imaging.Metadata) string { return strings.Join(m.Keywords, ", ") }, []string{"IPTC:Keywords", "XMP-dc:Subject"}},
	{"creator", func(m imaging.Metadata) string { return m.Creator }, []string{"IFD0:Artist", "XMP-dc:Creator", "IPTC:By-line"}},
	{"copyright", func(m imaging.Metadata) string { return m.Copyright }, []string{"IFD0:Copyright", "XMP-dc:Rights", "IPTC:CopyrightNotice"}},
	{"city", func(m imaging.Metadata) string { return m.City }, []string{"XMP-photoshop:City", "IPTC:City"}},
	{"state", func(m imaging.Metadata) string { return m.State }, []string{"XMP-photoshop:State", "IPTC:Province-State"}},
	{"country", func(m imaging.Metadata) string { return m.Country }, []string{"XMP-photoshop:Country", "IPTC:Country-PrimaryLocationName"}},
	{"colour profile", func(m imaging.Metadata) string { return m.ColorProfile }, []string{"ICC_Profile:ProfileDescription"}},
}

// number writes a number as both sides of a comparison do: to six digits.
func number(f float64) string {
	if f == 0 || math.IsNaN(f) {
		return ""
	}
	return fmt.Sprintf("%.6g", f)
}

func pointer(f *float64) string {
	if f == nil {
		return ""
	}
	return number(*f)
}

func localTime(m imaging.Metadata) string {
	if m.Captured.Local.IsZero() {
		return ""
	}
	return m.Captured.Local.Format("2006:01:02 15:04:05.999999")
}

func offset(m imaging.Metadata) string {
	if m.Captured.Offset == nil {
		return ""
	}
	at, _ := m.Captured.At(nil)
	return at.Format("-07:00")
}

func TestMetadataEqualsExiftool(t *testing.T) {
	t.Parallel()
	pool := newPool(t, imaging.Config{})
	files, fields := 0, 0
	for path, oracle := range exiftool(t, photo(t, "exif"), photo(t, "formats")) {
		m, err := pool.ReadMetadata(context.Background(), fileSource(t, path))
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		files++
		for _, f := range exiftoolFields {
			want := oracleValue(oracle, f.tags)
			if f.name == "offset" && want == "" {
				continue // where no offset is named it may be inferred from the position's time
			}
			if got := f.got(m); got != want {
				t.Errorf("%s: %s = %q, exiftool says %q", filepath.Base(path), f.name, got, want)
			}
			if want != "" {
				fields++
			}
		}
		checkSize(t, path, m, oracle)
	}
	t.Logf("%d values of %d files", fields, files)
	if files < 15 || fields < 100 {
		t.Errorf("only %d values of %d files were compared", fields, files)
	}
}

// checkSize compares the upright size.
func checkSize(t *testing.T, path string, m imaging.Metadata, oracle map[string]any) {
	t.Helper()
	width, height := findNumber(oracle, "ImageWidth"), findNumber(oracle, "ImageHeight")
	turned := findNumber(oracle, "Orientation") >= 5
	if strings.HasSuffix(strings.ToLower(path), "heic") {
		rotation := findNumber(oracle, "Rotation")
		turned = rotation == 90 || rotation == 270
	}
	if turned {
		width, height = height, width
	}
	if m.Width != int(width) || m.Height != int(height) {
		t.Errorf("%s: %d x %d pixels, exiftool says %v x %v", path, m.Width, m.Height, width, height)
	}
}

// exiftool reads the metadata of all files below the folders with exiftool.
func exiftool(t *testing.T, folders ...string) map[string]map[string]any {
	t.Helper()
	program, err := exec.LookPath("exiftool")
	if err != nil {
		t.Skip("exiftool, the oracle of this test, is not installed")
	}
	out, err := exec.Command(program, append([]string{"-json", "-n", "-G1", "-r"}, folders...)...).Output()
	if len(out) == 0 {
		t.Fatal("exiftool:", err)
	}
	var list []map[string]any
	if err := json.Unmarshal(out, &list); err != nil {
		t.Fatal("exiftool:", err)
	}
	byPath := map[string]map[string]any{}
	for _, entry := range list {
		byPath[entry["SourceFile"].(string)] = entry
	}
	return byPath
}

// oracleValue returns the first of the tags that says something.
func oracleValue(entry map[string]any, tags []string) string {
	for _, tag := range tags {
		var text string
		switch v := entry[tag].(type) {
		case nil:
		case float64:
			text = number(v)
		case []any:
			parts := make([]string, 0, len(v))
			for _, p := range v {
				parts = append(parts, fmt.Sprint(p))
			}
			text = strings.Join(parts, ", ")
		default:
			text = strings.TrimSpace(fmt.Sprint(v))
		}
		if strings.Contains(tag, "Date") {
			text = clockOnly(text)
		}
		if text != "" {
			return text
		}
	}
	return ""
}

// clockOnly drops the offset of a date and zeros at the end of its fraction.
func clockOnly(date string) string {
	if len(date) > 19 {
		clock := strings.TrimRight(date[19:], "Z")
		if i := strings.IndexAny(clock, "+-"); i >= 0 {
			clock = clock[:i]
		}
		if strings.Contains(clock, ".") {
			clock = strings.TrimRight(strings.TrimRight(clock, "0"), ".")
		}
		return date[:19] + clock
	}
	return date
}

// findNumber returns the number under that name in any group.
func findNumber(entry map[string]any, name string) float64 {
	for _, group := range []string{"File", "RIFF", "Meta", "IFD0", "QuickTime", "PNG", "Track1"} {
		if v, ok := entry[group+":"+name].(float64); ok {
			return v
		}
	}
	return 0
}

// writeFile writes a file for exiftool to read.
func writeFile(t testing.TB, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

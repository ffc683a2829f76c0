package imaging

import (
	"math"
	"testing"
	"time"
)

// The parsers of what files bring along are not exported: a worker calls them
// deep inside. They are fuzzed from within.

func FuzzProfile(f *testing.F) {
	f.Add(append(make([]byte, 128), 0, 0, 0, 1, 'd', 'e', 's', 'c', 0, 0, 0, 144, 0, 0, 0, 28))
	f.Fuzz(func(_ *testing.T, icc []byte) {
		parseProfile(icc)
		for _, x := range []float64{0, 0.5, 1} {
			toneCurve(icc, x)
		}
	})
}

func FuzzExifBlock(f *testing.F) {
	f.Add(exifBlock{orientation: 6, artist: "Ada", copyright: "© Ada Lovelace"}.bytes())
	f.Fuzz(func(t *testing.T, block []byte) {
		kept := publicPart(block)
		if again := publicPart(kept.bytes()); again != kept {
			t.Errorf("%+v came back as %+v", kept, again)
		}
	})
}

func FuzzCaptured(f *testing.F) {
	f.Add("2024:05:31 23:30:00", "+09:00", "05", "2024:05:31", "14:30:01.5")
	f.Add("2024-05-31T23:30:00.5Z", "-0330", "", "", "")
	f.Add("9999:12:31 23:59:59", "-14:00", "", "", "")
	f.Fuzz(func(t *testing.T, date, offset, fraction, gpsDate, gpsTime string) {
		fields := tags{
			"exif:DateTimeOriginal": {date}, "exif:OffsetTimeOriginal": {offset},
			"gps:GPSDateStamp": {gpsDate}, "gps:GPSTimeStamp": {gpsTime},
		}
		c := fields.captured(func(string) string { return fraction })
		at, ok := c.At(time.UTC)
		if ok && c.Local.IsZero() {
			t.Errorf("%+v gives %v", c, at)
		}
		if _, err := at.UTC().MarshalText(); ok && err != nil {
			t.Errorf("%+v cannot be written: %v", c, err)
		}
		if ok && c.Local.Sub(at).Abs() > 24*time.Hour {
			t.Errorf("%v is not within a day of %v", at, c.Local)
		}
	})
}

func FuzzNumber(f *testing.F) {
	f.Add("1/250")
	f.Add("NaN")
	f.Fuzz(func(t *testing.T, s string) {
		if n, ok := toNumber(s); ok && (math.IsNaN(n) || math.IsInf(n, 0)) {
			t.Errorf("%q is %v", s, n)
		}
	})
}

package imaging

import (
	"math"
	"strings"
	"time"
)

// Captured is when a picture was taken: what the camera's clock showed, and how
// far that was from UTC, if the file tells.
type Captured struct {
	Local  time.Time      // the wall clock, written as if it were UTC; zero: unknown
	Offset *time.Duration // of the wall clock from UTC, east positive; nil: unknown
	Source string         // the field it was read from, such as "EXIF:DateTimeOriginal"
}

// sourceGPS marks a time that comes from satellites alone: the instant is known,
// the wall clock is not.
const sourceGPS = "GPS"

// At returns the instant, with the offset of the place. The zone serves where the
// file names no offset. It returns false if the time is unknown, or if its year,
// there or in UTC, is none that RFC 3339 can write.
func (c Captured) At(zone *time.Location) (time.Time, bool) {
	if c.Local.IsZero() {
		return time.Time{}, false
	}
	at := c.in(zone)
	return at, hasPlainYear(at) && hasPlainYear(at.UTC())
}

func (c Captured) in(zone *time.Location) time.Time {
	if c.Source == sourceGPS {
		return c.Local.In(zone)
	}
	if c.Offset != nil {
		zone = time.FixedZone("", int(*c.Offset/time.Second))
	}
	l := c.Local
	return time.Date(l.Year(), l.Month(), l.Day(), l.Hour(), l.Minute(), l.Second(), l.Nanosecond(), zone)
}

func hasPlainYear(t time.Time) bool { return t.Year() >= 0 && t.Year() <= 9999 }

// dateField names a field that may tell when the picture was taken.
type dateField struct {
	source    string
	date      string
	time      string // a second field with the time of day, if date has none
	offset    string
	subSecond string
}

// dateFields lists the fields that tell when a picture was taken, the most
// trustworthy first: when the shutter opened, when the content was made, when it
// became digital. When the file was changed is not among them.
func dateFields() []dateField {
	return []dateField{
		{"EXIF:DateTimeOriginal", "exif:DateTimeOriginal", "", "exif:OffsetTimeOriginal", "SubSecTimeOriginal"},
		{"XMP:DateTimeOriginal", "xmp-exif:DateTimeOriginal", "", "", ""},
		{"IPTC:DateCreated", "iptc:DateCreated", "iptc:TimeCreated", "", ""},
		{"XMP:DateCreated", "xmp-photoshop:DateCreated", "", "", ""},
		{"EXIF:CreateDate", "exif:CreateDate", "", "exif:OffsetTimeDigitized", "SubSecTimeDigitized"},
		{"XMP:CreateDate", "xmp-xmp:CreateDate", "", "", ""},
	}
}

// captured tells when the picture was taken. SubSecond returns a field with
// decimals of the second.
func (t tags) captured(subSecond func(field string) string) Captured {
	satellites := t.satelliteTime()
	for _, field := range dateFields() {
		local, offset, ok := parseDate(strings.TrimSpace(t.text(field.date) + " " + t.text(field.time)))
		if !ok {
			continue
		}
		if field.subSecond != "" {
			local = local.Add(fraction(subSecond(field.subSecond)))
		}
		for _, name := range []string{field.offset, "exif:OffsetTime"} {
			if offset == nil && strings.HasPrefix(field.date, "exif:") {
				offset = parseOffset(t.text(name))
			}
		}
		if offset == nil {
			offset = offsetFrom(local, satellites)
		}
		return Captured{Local: local, Offset: offset, Source: field.source}
	}
	if satellites.IsZero() {
		return Captured{}
	}
	utc := time.Duration(0)
	return Captured{Local: satellites, Offset: &utc, Source: sourceGPS}
}

// satelliteTime returns the time of the position fix, in UTC.
func (t tags) satelliteTime() time.Time {
	stamp := t.text("gps:GPSDateStamp") + " " + t.text("gps:GPSTimeStamp")
	if local, _, ok := parseDate(stamp); ok && t.text("gps:GPSTimeStamp") != "" {
		return local
	}
	for _, name := range []string{"xmp-exif:GPSDateTime", "xmp-exif:GPSTimeStamp"} {
		if local, offset, ok := parseDate(t.text(name)); ok {
			if offset != nil {
				local = local.Add(-*offset)
			}
			return local
		}
	}
	return time.Time{}
}

// offsetFrom guesses the wall clock's offset by the satellites' time. A fix may be
// minutes old, and offsets are whole quarters of an hour; what does not come near
// one was not taken at the same time.
func offsetFrom(local, satellites time.Time) *time.Duration {
	const (
		quarter = 15 * time.Minute
		slack   = 5 * time.Minute
		least   = -12 * time.Hour
		most    = 14 * time.Hour
	)
	if satellites.IsZero() {
		return nil
	}
	difference := local.Sub(satellites)
	offset := difference.Round(quarter)
	if offset < least || offset > most || (difference-offset).Abs() > slack {
		return nil
	}
	return &offset
}

// parseDate reads a date with time as EXIF ("2006:01:02 15:04:05") or XMP and ISO
// 8601 ("2006-01-02T15:04:05.07+02:00") write it. A date alone is midnight.
func parseDate(s string) (time.Time, *time.Duration, bool) {
	s = strings.TrimSpace(s)
	if len(s) < len("2006:01:02") || strings.HasPrefix(s, "0000") {
		return time.Time{}, nil, false
	}
	date := strings.ReplaceAll(s[:10], ":", "-")
	clock := strings.TrimLeft(s[10:], " T")
	offset := (*time.Duration)(nil)
	if i := strings.IndexAny(clock, "+-Zz"); i >= 0 {
		offset = parseOffset(clock[i:])
		clock = strings.TrimSpace(clock[:i])
	}
	for _, layout := range []string{"2006-01-02 15:04:05", "2006-01-02 15:04", "2006-01-02"} {
		// A fraction of the second is read even where the layout has none.
		if t, err := time.Parse(layout, strings.TrimSpace(date+" "+clock)); err == nil {
			return t, offset, true
		}
	}
	return time.Time{}, nil, false
}

// parseOffset reads "+02:00", "-0930" or "Z".
func parseOffset(s string) *time.Duration {
	s = strings.ToUpper(strings.TrimSpace(s))
	for _, layout := range []string{"Z07:00", "-0700", "-07"} {
		if t, err := time.Parse(layout, s); err == nil {
			_, seconds := t.Zone()
			offset := time.Duration(seconds) * time.Second
			return &offset
		}
	}
	return nil
}

// fraction reads the decimals of a second: "023460" is 23.46 ms.
func fraction(digits string) time.Duration {
	value := 0.0
	for i, c := range strings.TrimSpace(digits) {
		if c < '0' || c > '9' || i > 8 {
			break
		}
		value += float64(c-'0') * math.Pow10(8-i)
	}
	return time.Duration(value)
}

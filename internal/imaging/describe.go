package imaging

import (
	"math"
	"strings"
)

// metadata reads what the picture says of itself. Broken blocks are passed over.
func (p *picture) metadata() Metadata {
	t := readMetadataTags(p.data, p.format)
	m := Metadata{Type: p.format, Width: p.upright.width, Height: p.upright.height}
	if p.profile != nil {
		m.ColorProfile = cleanText(p.profile.description)
	}
	m.Captured = t.captured(p.subSecond)
	t.describeCamera(&m)
	t.describePlace(&m)
	t.describeContent(&m)
	return m
}

// subSecond returns an EXIF field with decimals of the second. It comes from
// libvips, since imagemeta makes it a number and drops the zeros in front.
func (p *picture) subSecond(field string) string {
	// libvips gives "05 (05, ASCII, 3 components, 3 bytes)".
	text, _ := p.header.String("exif-ifd2-" + field)
	digits, _, _ := strings.Cut(text, " (")
	return digits
}

// describeCamera fills in what the camera says of itself and the exposure.
func (t tags) describeCamera(m *Metadata) {
	m.Make = t.text("exif:Make", "xmp-tiff:Make")
	m.Model = t.text("exif:Model", "xmp-tiff:Model")
	m.Lens = t.text("exif:LensModel", "xmp-exifEX:LensModel", "xmp-aux:Lens")
	m.Exposure = t.rational("exif:ExposureTime", "xmp-exif:ExposureTime")
	if iso, ok := t.number("exif:ISO", "xmp-exif:ISOSpeedRatings", "xmp-exifEX:PhotographicSensitivity"); ok && iso > 0 && iso < 1e8 {
		m.ISO = int(iso)
	}
	if f, ok := t.number("exif:FNumber", "xmp-exif:FNumber"); ok && f > 0 {
		m.FNumber = f
	}
	if f, ok := t.number("exif:FocalLength", "xmp-exif:FocalLength"); ok && f > 0 {
		m.FocalLength = f
	}
}

// describePlace fills in where the picture was taken.
func (t tags) describePlace(m *Metadata) {
	m.Latitude, m.Longitude = t.position()
	if m.Latitude != nil {
		m.Altitude = t.altitude()
	}
	m.Sublocation = t.text("xmp-iptc:Location", "iptc:Sub-location")
	m.City = t.text("xmp-photoshop:City", "iptc:City")
	m.State = t.text("xmp-photoshop:State", "iptc:Province-State")
	m.Country = t.text("xmp-photoshop:Country", "iptc:Country-PrimaryLocationName")
}

// position returns latitude and longitude, or nil for both when they are missing
// or mean nothing: 0/0 is what many devices write without a fix.
func (t tags) position() (latitude, longitude *float64) {
	lat, okLat := t.number("gps:GPSLatitude")
	lon, okLon := t.number("gps:GPSLongitude")
	if strings.HasPrefix(strings.ToUpper(t.text("gps:GPSLatitudeRef")), "S") {
		lat = -lat
	}
	if strings.HasPrefix(strings.ToUpper(t.text("gps:GPSLongitudeRef")), "W") {
		lon = -lon
	}
	if !okLat || !okLon {
		lat, okLat = t.number("xmp-exif:GPSLatitude")
		lon, okLon = t.number("xmp-exif:GPSLongitude")
	}
	if !okLat || !okLon || lat == 0 && lon == 0 || math.Abs(lat) > 90 || math.Abs(lon) > 180 {
		return nil, nil
	}
	return &lat, &lon
}

// altitude returns the height above the sea.
func (t tags) altitude() *float64 {
	block := "gps"
	if _, ok := t.number("gps:GPSAltitude"); !ok {
		block = "xmp-exif"
	}
	altitude, ok := t.number(block + ":GPSAltitude")
	if !ok {
		return nil
	}
	const belowSea = 1
	if ref, ok := t.number(block + ":GPSAltitudeRef"); ok && ref == belowSea {
		altitude = -altitude
	}
	return &altitude
}

// describeContent fills in what people wrote about the picture.
func (t tags) describeContent(m *Metadata) {
	m.Title = t.text("xmp-dc:Title", "iptc:ObjectName", "exif:XPTitle", "xmp-photoshop:Headline", "iptc:Headline")
	m.Caption = t.text("xmp-dc:Description", "iptc:Caption-Abstract")
	if m.Caption == "" {
		m.Caption = withoutBoilerplate(t.text("exif:ImageDescription"))
	}
	m.Keywords = t.texts("iptc:Keywords", "xmp-dc:Subject")
	if len(m.Keywords) == 0 {
		for word := range strings.SplitSeq(t.text("exif:XPKeywords"), ";") {
			if word = strings.TrimSpace(word); word != "" && len(m.Keywords) < keywordLimit {
				m.Keywords = append(m.Keywords, word)
			}
		}
	}
	m.Creator = t.text("exif:Artist", "xmp-dc:Creator", "iptc:By-line")
	m.Copyright = t.text("exif:Copyright", "xmp-dc:Rights", "iptc:CopyrightNotice")
	m.Rating = t.rating()
}

// withoutBoilerplate drops what some cameras write into every picture.
func withoutBoilerplate(caption string) string {
	upper := strings.ToUpper(caption)
	for _, filler := range []string{"DIGITAL CAMERA", "SONY DSC", "DCIM", "DEFAULT", "UNTITLED", "PICTURE", "EXIF_JPEG"} {
		if upper == filler || strings.HasSuffix(upper, " "+filler) && len(upper) < 30 || filler == "DCIM" && strings.HasPrefix(upper, filler) {
			return ""
		}
	}
	return caption
}

// rating returns the stars. Percentages are Microsoft's: 1, 25, 50, 75 and 99 for
// one to five.
func (t tags) rating() *int {
	stars, ok := t.number("xmp-xmp:Rating", "exif:Rating")
	if !ok {
		percent, isPercent := t.number("xmp-microsoft:Rating", "exif:RatingPercent")
		if !isPercent {
			return nil
		}
		stars = math.Ceil(percent / 25)
		if percent >= 25 {
			stars = math.Floor(percent/25) + 1
		}
	}
	if stars < 0 || stars > 5 { // -1 is "rejected" and no rating
		return nil
	}
	n := int(math.Round(stars))
	return &n
}

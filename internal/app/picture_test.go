package app_test

import (
	"bytes"
	"encoding/binary"
	"hash/fnv"
	"image"
	"image/color"
	"image/jpeg"
	"testing"
)

// jpegOf returns a picture of 1200 by 800 that no other name gives.
func jpegOf(t testing.TB, name string) []byte {
	t.Helper()
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(name)) // never fails
	seed := hash.Sum32()
	img := image.NewRGBA(image.Rect(0, 0, 1200, 800))
	for y := range 800 {
		for x := range 1200 {
			img.SetRGBA(x, y, color.RGBA{uint8(x/5) ^ uint8(seed), uint8(y/4) ^ uint8(seed>>8), uint8(seed >> 16), 255})
		}
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, img, nil); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// withEXIF adds what a camera writes: a NIKON Z 6 at ISO 400 in Lisbon (38.7° N,
// 9.1° W) on 31 May 2026 at 23:30, two hours east of UTC.
func withEXIF(picture []byte) []byte {
	const header, exifAt, gpsAt = 8, 100, 200
	block := make([]byte, 400)
	copy(block, "MM\x00\x2a\x00\x00\x00\x08")
	end := 300 // where long values go
	entry := func(directory, index int, tag, kind uint16, count int, value []byte) {
		at := block[directory+2+12*index:]
		binary.BigEndian.PutUint16(block[directory:], uint16(index+1))
		binary.BigEndian.PutUint16(at, tag)
		binary.BigEndian.PutUint16(at[2:], kind)
		binary.BigEndian.PutUint32(at[4:], uint32(count))
		if len(value) > 4 {
			binary.BigEndian.PutUint32(at[8:], uint32(end))
			end += copy(block[end:], value)
			return
		}
		copy(at[8:], value)
	}
	const ascii, short, long, rational = 2, 3, 4, 5
	entry(header, 0, 0x0110, ascii, 10, []byte("NIKON Z 6\x00"))
	entry(header, 1, 0x8769, long, 1, []byte{0, 0, 0, exifAt})
	entry(header, 2, 0x8825, long, 1, []byte{0, 0, 0, gpsAt})
	entry(exifAt, 0, 0x8827, short, 1, []byte{400 >> 8, 400 & 0xff})
	entry(exifAt, 1, 0x9003, ascii, 20, []byte("2026:05:31 23:30:00\x00"))
	entry(exifAt, 2, 0x9011, ascii, 7, []byte("+02:00\x00"))
	entry(gpsAt, 0, 1, ascii, 2, []byte("N\x00"))
	entry(gpsAt, 1, 2, rational, 3, []byte{0, 0, 0, 38, 0, 0, 0, 1, 0, 0, 0, 42, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1})
	entry(gpsAt, 2, 3, ascii, 2, []byte("W\x00"))
	entry(gpsAt, 3, 4, rational, 3, []byte{0, 0, 0, 9, 0, 0, 0, 1, 0, 0, 0, 6, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1})

	segment := append([]byte("Exif\x00\x00"), block...)
	out := append([]byte{0xff, 0xd8, 0xff, 0xe1}, binary.BigEndian.AppendUint16(nil, uint16(len(segment)+2))...)
	return append(append(out, segment...), picture[2:]...)
}

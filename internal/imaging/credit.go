package imaging

import (
	"encoding/binary"
	"slices"
)

// The tags of the Exif standard (CIPA DC-008) that a derivative may carry.
const (
	tagArtist    = 0x013b
	tagCopyright = 0x8298
)

// creditBlock returns an Exif block that names the artist and the copyright and
// holds nothing else, or nil when both are unknown.
func creditBlock(artist, copyright string) []byte {
	type entry struct {
		tag  uint16
		text []byte
	}
	var entries []entry
	for _, e := range []entry{{tagArtist, []byte(artist)}, {tagCopyright, []byte(copyright)}} {
		if len(e.text) > 0 {
			e.text = append(e.text, 0)
			entries = append(entries, e)
		}
	}
	if len(entries) == 0 {
		return nil
	}
	const asciiType = 2
	order := binary.BigEndian
	block := append([]byte("MM\x00*"), 0, 0, 0, 8) // the directory follows the header
	block = order.AppendUint16(block, uint16(len(entries)))
	textAt := len(block) + 12*len(entries) + 4
	var texts []byte
	for _, e := range entries {
		block = order.AppendUint16(block, e.tag)
		block = order.AppendUint16(block, asciiType)
		block = order.AppendUint32(block, uint32(len(e.text)))
		if len(e.text) <= 4 { // short values stand in the entry itself
			block = append(block, append(e.text, 0, 0, 0)[:4]...)
			continue
		}
		block = order.AppendUint32(block, uint32(textAt+len(texts)))
		texts = append(texts, e.text...)
	}
	block = order.AppendUint32(block, 0) // no further directory
	return append(block, texts...)
}

// creditJPEG puts an Exif block into a JPEG just encoded, after its JFIF segment.
func creditJPEG(encoded, credit []byte) []byte {
	const (
		startOfImage = 2 // bytes
		jfifMarker   = 0xe0
		exifMarker   = 0xe1
	)
	if credit == nil || len(encoded) < 6 {
		return encoded
	}
	at := startOfImage
	if encoded[3] == jfifMarker {
		at += 2 + int(binary.BigEndian.Uint16(encoded[4:]))
	}
	segment := []byte{0xff, exifMarker}
	segment = binary.BigEndian.AppendUint16(segment, uint16(2+6+len(credit)))
	segment = append(segment, "Exif\x00\x00"...)
	segment = append(segment, credit...)
	return slices.Insert(encoded, at, segment...)
}

// creditWebP makes a WebP just encoded of its picture and an Exif block, or of the
// picture alone. libvips 8.14 writes an Exif block of its own even when told to
// leave metadata out.
func creditWebP(encoded []byte, s size, credit []byte) []byte {
	const (
		riffHeader  = 12
		chunkHeader = 8
		exifFlag    = 0x08
	)
	if len(encoded) < riffHeader {
		return encoded
	}
	out := slices.Clone(encoded[:riffHeader])
	if credit != nil {
		uint24 := func(n int) []byte { return []byte{byte(n), byte(n >> 8), byte(n >> 16)} }
		features := slices.Concat([]byte{exifFlag, 0, 0, 0}, uint24(s.width-1), uint24(s.height-1))
		out = append(out, webpChunk("VP8X", features)...)
	}
	for rest := encoded[riffHeader:]; len(rest) >= chunkHeader; {
		length := int(binary.LittleEndian.Uint32(rest[4:]))
		length = min(chunkHeader+length+length%2, len(rest))
		if name := string(rest[:4]); name == "VP8 " || name == "VP8L" {
			out = append(out, rest[:length]...)
		}
		rest = rest[length:]
	}
	if credit != nil {
		out = append(out, webpChunk("EXIF", credit)...)
	}
	binary.LittleEndian.PutUint32(out[4:], uint32(len(out)-8))
	return out
}

// webpChunk returns a RIFF chunk, padded to an even length.
func webpChunk(name string, payload []byte) []byte {
	chunk := binary.LittleEndian.AppendUint32([]byte(name), uint32(len(payload)))
	chunk = append(chunk, payload...)
	if len(payload)%2 == 1 {
		chunk = append(chunk, 0)
	}
	return chunk
}

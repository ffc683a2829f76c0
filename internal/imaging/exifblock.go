package imaging

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// The tags of the Exif standard (CIPA DC-008) that a public file may carry.
const (
	tagOrientation = 0x0112
	tagArtist      = 0x013b
	tagCopyright   = 0x8298
)

// The types of their values.
const (
	exifASCII = 2
	exifShort = 3
)

// exifPrefix comes before an Exif block in JPEG, and by many hands elsewhere.
const exifPrefix = "Exif\x00\x00"

// exifBlock is the part of an Exif block that a public file may carry.
type exifBlock struct {
	orientation int // 1–8; 0: not named
	artist      string
	copyright   string
}

// bytes returns the block, or nil when there is nothing to say.
func (b exifBlock) bytes() []byte {
	type entry struct {
		tag, kind uint16
		count     uint32
		value     []byte
	}
	var entries []entry
	if b.orientation != 0 {
		entries = append(entries, entry{tagOrientation, exifShort, 1, []byte{0, byte(b.orientation)}})
	}
	for _, text := range []struct {
		tag  uint16
		text string
	}{{tagArtist, b.artist}, {tagCopyright, b.copyright}} {
		if text.text != "" {
			entries = append(entries, entry{text.tag, exifASCII, uint32(len(text.text) + 1), append([]byte(text.text), 0)})
		}
	}
	if len(entries) == 0 {
		return nil
	}
	order := binary.BigEndian
	block := append([]byte("MM\x00*"), 0, 0, 0, 8) // the directory follows the header
	block = order.AppendUint16(block, uint16(len(entries)))
	valuesAt := len(block) + ifdEntrySize*len(entries) + 4
	var values []byte
	for _, e := range entries {
		block = order.AppendUint16(block, e.tag)
		block = order.AppendUint16(block, e.kind)
		block = order.AppendUint32(block, e.count)
		if len(e.value) <= 4 { // short values stand in the entry itself
			block = append(block, append(e.value, 0, 0, 0)[:4]...)
			continue
		}
		block = order.AppendUint32(block, uint32(valuesAt+len(values)))
		values = append(values, e.value...)
	}
	block = order.AppendUint32(block, 0) // no further directory
	return append(block, values...)
}

// ifdEntrySize is the size of an entry of an Exif directory.
const ifdEntrySize = 12

// publicPart reads from an Exif block what a public file may carry of it. What is
// broken is left out.
func publicPart(block []byte) exifBlock {
	var b exifBlock
	block = bytes.TrimPrefix(block, []byte(exifPrefix))
	if len(block) < 8 {
		return b
	}
	var order binary.ByteOrder = binary.BigEndian
	if block[0] == 'I' {
		order = binary.LittleEndian
	}
	at := uint64(order.Uint32(block[4:]))
	if at+2 > uint64(len(block)) {
		return b
	}
	entries := block[at+2:]
	for range order.Uint16(block[at:]) {
		if len(entries) < ifdEntrySize {
			break
		}
		b.read(block, entries[:ifdEntrySize], order)
		entries = entries[ifdEntrySize:]
	}
	return b
}

// read takes one entry of a directory in, if it is one of ours.
func (b *exifBlock) read(block, entry []byte, order binary.ByteOrder) {
	switch tag := order.Uint16(entry); tag {
	case tagOrientation:
		if o := int(order.Uint16(entry[8:])); o >= 1 && o <= 8 {
			b.orientation = o
		}
	case tagArtist, tagCopyright:
		value := entry[8:]
		length := uint64(order.Uint32(entry[4:]))
		if length > 4 {
			at := uint64(order.Uint32(entry[8:]))
			if at+length > uint64(len(block)) {
				return
			}
			value = block[at : at+length]
		}
		if tag == tagArtist {
			b.artist = cleanText(value)
		} else {
			b.copyright = cleanText(value)
		}
	}
}

// creditJPEG puts an Exif block into a JPEG just encoded, after its JFIF segment.
func creditJPEG(encoded, credit []byte) []byte {
	const (
		startOfImage = 2 // bytes
	)
	if credit == nil || len(encoded) < 6 {
		return encoded
	}
	at := startOfImage
	if encoded[3] == markerAPP0 {
		at += 2 + int(binary.BigEndian.Uint16(encoded[4:]))
	}
	return slices.Insert(encoded, at, exifSegment(credit)...)
}

// exifSegment returns an Exif block as a segment of a JPEG.
func exifSegment(block []byte) []byte {
	segment := binary.BigEndian.AppendUint16([]byte{0xff, markerAPP1}, uint16(2+len(exifPrefix)+len(block)))
	return slices.Concat(segment, []byte(exifPrefix), block)
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

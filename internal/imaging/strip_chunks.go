package imaging

import (
	"encoding/binary"
	"hash/crc32"
	"slices"
)

// maxExifChunk bounds the Exif block that is read of a PNG or WebP; what is longer
// is left out.
const maxExifChunk = 1 << 20

// publicPNG finds the chunks of a PNG (ISO/IEC 15948) that may be shown: those
// about pixels and colour, animation included.
func publicPNG(s *scanner) ([]piece, error) {
	public := []string{
		"IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "mDCV", "cLLI",
		"sBIT", "bKGD", "pHYs", "acTL", "fcTL", "fdAT",
	}
	const (
		signature = 8
		frame     = 12 // length, name and checksum
	)
	if err := s.skip(signature); err != nil {
		return nil, err
	}
	pieces := []piece{{at: 0, length: signature}}
	for {
		chunk := piece{at: s.at}
		head, err := s.take(8)
		if err != nil {
			return nil, err
		}
		length, name := int64(binary.BigEndian.Uint32(head)), string(head[4:])
		chunk.length = length + frame
		switch {
		case name == "eXIf" && length <= maxExifChunk:
			block, err := s.take(int(length))
			if err != nil {
				return nil, err
			}
			if kept := publicPart(block).bytes(); kept != nil {
				pieces = append(pieces, literal(pngChunk(name, kept)))
			}
			length = 0
		case slices.Contains(public, name):
			pieces = append(pieces, chunk)
		}
		if err := s.skip(length + 4); err != nil {
			return nil, err
		}
		if name == "IEND" {
			return pieces, nil
		}
	}
}

// pngChunk returns a chunk of a PNG.
func pngChunk(name string, payload []byte) []byte {
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(payload)))
	chunk = append(append(chunk, name...), payload...)
	return binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:]))
}

// The flags of a WebP's header that announce metadata.
const (
	webpExif = 0x08
	webpXMP  = 0x04
)

// publicWebP finds the chunks of a WebP (RFC 9649) that may be shown.
func publicWebP(s *scanner) ([]piece, error) {
	head, err := s.take(12)
	if err != nil {
		return nil, err
	}
	end := int64(binary.LittleEndian.Uint32(head[4:])) + 8
	pieces := []piece{literal(head)}
	features := -1 // which piece is the header of the extended format
	for s.at+8 <= end {
		chunk, name, err := s.webpPiece()
		if err != nil {
			return nil, err
		}
		if name == "VP8X" && len(chunk.bytes) > 8 {
			features = len(pieces)
			chunk.bytes[8] &^= webpExif | webpXMP
		}
		if name == "EXIF" && len(chunk.bytes) > 0 && features > 0 {
			pieces[features].bytes[8] |= webpExif
		}
		if chunk.bytes != nil || chunk.length > 0 {
			pieces = append(pieces, chunk)
		}
	}
	total := -int64(8)
	for _, p := range pieces {
		total += p.length + int64(len(p.bytes))
	}
	binary.LittleEndian.PutUint32(head[4:], uint32(total))
	return pieces, nil
}

// webpPiece reads one chunk and returns what may be shown of it, an empty piece
// for nothing.
func (s *scanner) webpPiece() (piece, string, error) {
	at := s.at
	head, err := s.take(8)
	if err != nil {
		return piece{}, "", err
	}
	name, length := string(head[:4]), int64(binary.LittleEndian.Uint32(head[4:]))
	padded := length + length%2
	switch name {
	case "VP8X", "EXIF":
		if length > maxExifChunk {
			return piece{}, name, s.skip(padded)
		}
		payload, err := s.take(int(padded))
		if err != nil {
			return piece{}, name, err
		}
		if name == "VP8X" {
			return literal(append(head, payload...)), name, nil
		}
		if kept := publicPart(payload).bytes(); kept != nil {
			return literal(webpChunk(name, kept)), name, nil
		}
		return piece{}, name, nil
	case "ICCP", "ANIM", "ANMF", "ALPH", "VP8 ", "VP8L":
		return piece{at: at, length: 8 + padded}, name, s.skip(padded)
	default:
		return piece{}, name, s.skip(padded)
	}
}

package imaging

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
)

// The markers of JPEG (ITU-T T.81) that are told apart.
const (
	markerRST0  = 0xd0
	markerRST7  = 0xd7
	markerEOI   = 0xd9
	markerSOS   = 0xda
	markerAPP0  = 0xe0
	markerAPP1  = 0xe1
	markerAPP2  = 0xe2
	markerAPP14 = 0xee
	markerAPP15 = 0xef
	markerCOM   = 0xfe
)

// publicJPEG finds the parts of a JPEG that may be shown: up to the end of the
// first picture, since previews and depth maps may follow it.
func publicJPEG(s *scanner) ([]piece, error) {
	head, err := s.take(2)
	if err != nil {
		return nil, err
	}
	pieces := []piece{literal(head)}
	marker, err := s.marker()
	for err == nil && marker != markerEOI {
		var segment []byte
		if segment, err = s.segment(marker); err != nil {
			break
		}
		if segment = publicSegment(segment); segment != nil {
			pieces = append(pieces, literal(segment))
		}
		if marker != markerSOS {
			marker, err = s.marker()
			continue
		}
		scan := piece{at: s.at}
		marker, err = s.scan()
		scan.length = s.at - 2 - scan.at
		if scan.length > 0 {
			pieces = append(pieces, scan)
		}
	}
	return append(pieces, literal([]byte{0xff, markerEOI})), err
}

// marker reads the next marker, with any bytes that fill the space before it.
func (s *scanner) marker() (byte, error) {
	b, err := s.take(2)
	if err != nil {
		return 0, err
	}
	if b[0] != 0xff {
		return 0, errMalformed
	}
	for b[1] == 0xff {
		next, err := s.take(1)
		if err != nil {
			return 0, err
		}
		b[1] = next[0]
	}
	return b[1], nil
}

// segment reads the rest of a segment and returns it whole.
func (s *scanner) segment(marker byte) ([]byte, error) {
	length, err := s.take(2)
	if err != nil {
		return nil, err
	}
	n := int(binary.BigEndian.Uint16(length))
	if n < 2 {
		return nil, errMalformed
	}
	payload, err := s.take(n - 2)
	return slices.Concat([]byte{0xff, marker}, length, payload), err
}

// scan passes over coded pixels and returns the marker behind them, which has
// been read.
func (s *scanner) scan() (byte, error) {
	for {
		piece, err := s.r.ReadSlice(0xff)
		s.at += int64(len(piece))
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err != nil {
			return 0, err
		}
		for {
			next, err := s.take(1)
			if err != nil {
				return 0, err
			}
			code := next[0]
			if code == 0xff {
				continue // filling
			}
			if code == 0 || code >= markerRST0 && code <= markerRST7 {
				break // a byte of pixels, or a mark to begin anew at
			}
			return code, nil
		}
	}
}

// publicSegment returns what may be shown of a segment, nil for nothing.
func publicSegment(segment []byte) []byte {
	marker, payload := segment[1], segment[4:]
	switch {
	case marker == markerAPP0 && bytes.HasPrefix(payload, []byte("JFIF\x00")) && len(payload) >= 14:
		bare := slices.Clone(segment[:18]) // without its thumbnail
		bare[2], bare[3], bare[16], bare[17] = 0, 16, 0, 0
		return bare
	case marker == markerAPP1 && bytes.HasPrefix(payload, []byte(exifPrefix)):
		if block := publicPart(payload).bytes(); block != nil {
			return exifSegment(block)
		}
		return nil
	case marker == markerAPP2 && bytes.HasPrefix(payload, []byte("ICC_PROFILE\x00")):
		return segment
	case marker == markerAPP14: // Adobe's, which says how colours are coded
		return segment
	case marker >= markerAPP0 && marker <= markerAPP15, marker == markerCOM:
		return nil
	default:
		return segment
	}
}

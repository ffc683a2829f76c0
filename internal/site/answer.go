package site

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
)

// answer is a page or a document as it is sent, ready to be kept.
type answer struct {
	Type     string `json:"type"` // of the content
	Language string `json:"language"`
	Policy   string `json:"policy"` // what the content may do, for Content-Security-Policy
	Hash     string `json:"hash"`   // of the plain content
	Photo    int64  `json:"photo"`  // that a visitor looks at; 0 for none
	Size     int    `json:"size"`   // of the plain content, in bytes

	plain, zipped []byte
}

// zippers are writers for answers to be zipped with: each takes most of a
// megabyte.
type zippers struct{ sync.Pool }

func (z *zippers) zip(content []byte) []byte {
	writer, used := z.Get().(*gzip.Writer)
	if !used {
		writer = gzip.NewWriter(nil)
	}
	defer z.Put(writer)
	zipped := bytes.NewBuffer(make([]byte, 0, len(content)/3))
	writer.Reset(zipped)
	_, _ = writer.Write(content) // a buffer takes everything
	_ = writer.Close()
	return zipped.Bytes()
}

// finish fills an answer with its content.
func (s *Site) finish(a answer, content []byte) answer {
	sum := sha256.Sum256(content)
	a.Hash = base64.RawURLEncoding.EncodeToString(sum[:12])
	a.Size, a.plain, a.zipped = len(content), content, s.zippers.zip(content)
	return a
}

// encode returns the answer as bytes: a line of JSON, the plain content, and the
// zipped one.
func (a answer) encode() ([]byte, error) {
	head, err := json.Marshal(a)
	return bytes.Join([][]byte{head, {'\n'}, a.plain, a.zipped}, nil), err
}

// decodeAnswer is the opposite of encode.
func decodeAnswer(entry []byte) (a answer, err error) {
	head, rest, _ := bytes.Cut(entry, []byte{'\n'})
	if err := json.Unmarshal(head, &a); err != nil {
		return a, fmt.Errorf("read a kept page: %w", err)
	}
	a.plain, a.zipped = rest[:a.Size], rest[a.Size:]
	return a, nil
}

// send writes the answer, or that it is unchanged since the visitor got it.
func (a answer) send(w http.ResponseWriter, r *http.Request, status int) {
	h := w.Header()
	content, tag := a.plain, `"`+a.Hash+`"`
	if acceptsGzip(r) {
		content, tag = a.zipped, `"`+a.Hash+`-gzip"`
		h.Set("Content-Encoding", "gzip")
	}
	h.Add("Vary", "Accept-Encoding")
	h.Set("Cache-Control", "no-cache")
	h.Set("Content-Security-Policy", a.Policy)
	h.Set("X-Content-Type-Options", "nosniff")
	if a.Language != "" {
		h.Set("Content-Language", a.Language)
		h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
	}
	if status == http.StatusOK {
		h.Set("ETag", tag)
		if a.isKnownTo(r) {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	h.Set("Content-Type", a.Type)
	h.Set("Content-Length", strconv.Itoa(len(content)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(content) // the visitor may have left
	}
}

// isKnownTo reports whether the visitor has the same content, plain or zipped, by
// If-None-Match (RFC 9110, 13.1.2; the comparison is weak).
func (a answer) isKnownTo(r *http.Request) bool {
	for known := range strings.SplitSeq(r.Header.Get("If-None-Match"), ",") {
		known = strings.TrimPrefix(strings.TrimSpace(known), "W/")
		if known == "*" || known == `"`+a.Hash+`"` || known == `"`+a.Hash+`-gzip"` {
			return true
		}
	}
	return false
}

// acceptsGzip reports whether the visitor takes zipped content (RFC 9110, 12.5.3).
func acceptsGzip(r *http.Request) bool {
	for offer := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		coding, weight, _ := strings.Cut(offer, ";")
		if !strings.EqualFold(strings.TrimSpace(coding), "gzip") {
			continue
		}
		value, weighed := strings.CutPrefix(strings.ReplaceAll(weight, " ", ""), "q=")
		q, err := strconv.ParseFloat(value, 64)
		return !weighed || (err == nil && q > 0)
	}
	return false
}

package api

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"mime"
	"net/http"
	"reflect"
	"strconv"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/api/openapi"
)

// result is what a handler answers with: the members of the success envelope
// between its message and its meta.
type result interface {
	// members returns `"data":…` and what stands beside it.
	members() ([]byte, error)
	// schemas describes the members.
	schemas(s *openapi.Schemas) map[string]*huma.Schema
	// validator returns what conditional requests compare.
	validator() validator
}

// item is an answer with one thing in data.
type item[T any] struct {
	data T
	is   validator // with a strong entity tag, or none
}

func one[T any](data T) item[T] { return item[T]{data: data} }

// measured is an item without a version. Its weak entity tag is made of what it
// says, as that of a list.
func measured[T any](data T) (item[T], error) {
	content, err := json.Marshal(data)
	sum := sha256.Sum256(content)
	return item[T]{data, validator{tag: `W/"` + hex.EncodeToString(sum[:hashLength/2]) + `"`}}, err
}

func (i item[T]) members() ([]byte, error) { return appendMember(nil, "data", i.data) }

func (item[T]) schemas(s *openapi.Schemas) map[string]*huma.Schema {
	return map[string]*huma.Schema{"data": s.Of(reflect.TypeFor[T]())}
}

func (i item[T]) validator() validator { return i.is }

// nothing is the answer 204.
type nothing struct{}

func (nothing) members() ([]byte, error) { return nil, nil }

func (nothing) schemas(*openapi.Schemas) map[string]*huma.Schema { return nil }

func (nothing) validator() validator { return validator{} }

// acknowledged is an answer whose data is null.
type acknowledged struct{}

func (acknowledged) members() ([]byte, error) { return []byte(`"data":null`), nil } //nolint:unparam // as others may fail

func (acknowledged) schemas(*openapi.Schemas) map[string]*huma.Schema {
	return map[string]*huma.Schema{"data": {Type: "null"}}
}

func (acknowledged) validator() validator { return validator{} }

// table is an answer in CSV, without an envelope.
type table struct {
	name    string // of the file that it is saved as
	content []byte
}

// tableType is the media type of a table.
const tableType = "text/csv; charset=utf-8"

func (t table) members() ([]byte, error) { return t.content, nil } //nolint:unparam // as others may fail

func (table) schemas(*openapi.Schemas) map[string]*huma.Schema { return nil }

func (t table) validator() validator {
	sum := sha256.Sum256(t.content)
	return validator{tag: `"` + hex.EncodeToString(sum[:hashLength/2]) + `"`}
}

// paged is a page of things in data, with its pagination beside it. It is held
// encoded, so that a page can be kept in the cache as it will be sent.
type paged[T any] struct {
	encoded []byte // 16 hexadecimal digits of its hash, then the members
}

// hashLength is the number of digits before the members of a page.
const hashLength = 16

func (p paged[T]) members() ([]byte, error) { return p.encoded[hashLength:], nil } //nolint:unparam // as others may fail

func (paged[T]) schemas(s *openapi.Schemas) map[string]*huma.Schema {
	return map[string]*huma.Schema{"data": s.Of(reflect.TypeFor[T]()), "pagination": s.Of(reflect.TypeFor[pagination]())}
}

// The tag is weak: two pages with one tag mean the same, but their meta differs.
// Signed addresses are part of what it is made of.
func (p paged[T]) validator() validator {
	return validator{tag: `W/"` + string(p.encoded[:hashLength]) + `"`}
}

// newPaged encodes a page. What is beside data goes into the envelope after it.
func newPaged[T any](data T, beside ...member) (paged[T], error) {
	encoded, err := appendMember(make([]byte, hashLength, 1024), "data", data)
	for _, m := range beside {
		if err == nil {
			encoded, err = appendMember(append(encoded, ','), m.name, m.value)
		}
	}
	if err != nil {
		return paged[T]{}, err
	}
	sum := sha256.Sum256(encoded[hashLength:])
	hex.Encode(encoded, sum[:hashLength/2])
	return paged[T]{encoded: encoded}, nil
}

// member is a named value of the envelope.
type member struct {
	name  string
	value any
}

// paging are the parameters of every list.
type paging struct {
	Page  int `query:"page" default:"1" minimum:"1" maximum:"1000000" doc:"Which page, from 1 on." example:"1"`
	Limit int `query:"limit" default:"20" minimum:"1" maximum:"100" doc:"Items on a page." example:"20"`
}

func (p paging) page() vitrine.Page { return vitrine.Page{Number: p.Page, Limit: p.Limit} }

// pagination tells which page of how many an answer holds.
type pagination struct {
	Page       int  `json:"page" example:"1"`
	Limit      int  `json:"limit" example:"20"`
	Total      int  `json:"total" doc:"Items on all pages." example:"57"`
	TotalPages int  `json:"total_pages" example:"3"`
	HasNext    bool `json:"has_next" example:"true"`
	HasPrev    bool `json:"has_prev" example:"false"`
}

func paginate(page vitrine.Page, total int) member {
	pages := (total + page.Limit - 1) / page.Limit
	return member{"pagination", pagination{
		Page: page.Number, Limit: page.Limit, Total: total, TotalPages: pages,
		HasNext: page.Number < pages, HasPrev: page.Number > 1,
	}}
}

// meta is at the end of every envelope.
type meta struct {
	Timestamp time.Time `json:"timestamp" doc:"When the answer was made." example:"2026-05-31T08:30:00Z"`
	RequestID string    `json:"request_id" doc:"Also in the header X-Request-Id; name it when you report a problem." example:"K7Q2M4XW5T3B6Y7Z2A4C5D6E7F"`
}

// appendMember appends "name":value without escaping HTML, which JSON answers
// never are.
func appendMember(b []byte, name string, value any) ([]byte, error) {
	b = append(b, '"')
	b = append(b, name...)
	b = append(b, '"', ':')
	buf := bytes.NewBuffer(b)
	enc := json.NewEncoder(buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n")), nil
}

// appendMeta appends the end of an envelope. A request id holds no character
// that JSON would escape.
func appendMeta(b []byte, now time.Time, requestID string) []byte {
	b = append(b, `,"meta":{"timestamp":"`...)
	b = now.UTC().Truncate(time.Microsecond).AppendFormat(b, time.RFC3339Nano)
	b = append(b, `","request_id":"`...)
	b = append(b, requestID...)
	return append(b, `"}}`...)
}

// succeed writes a handler's result.
func (c *call) succeed(status int, res result) error {
	if is := res.validator(); is.tag != "" {
		c.w.Header().Set("ETag", is.tag)
		if c.isRead() && !is.expires && matchesTag(c.Header.Get("If-None-Match"), is.tag) {
			c.w.WriteHeader(http.StatusNotModified)
			return nil
		}
	}
	if status == http.StatusNoContent {
		c.w.WriteHeader(status)
		return nil
	}
	if t, ok := res.(table); ok {
		c.w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": t.name}))
		c.write(status, tableType, t.content)
		return nil
	}
	buffer := c.buffers.take()
	defer c.buffers.put(buffer)
	var err error
	if *buffer, err = c.appendSuccess((*buffer)[:0], status, res); err != nil {
		return err
	}
	c.writeJSON(status, *buffer)
	return nil
}

// appendSuccess appends the envelope of a result.
func (c *call) appendSuccess(b []byte, status int, res result) ([]byte, error) {
	members, err := res.members()
	if err != nil {
		return b, err
	}
	b = append(b, `{"success":true,"code":`...)
	b = strconv.AppendInt(b, int64(status), 10)
	b = append(b, `,"message":"`...)
	b = append(b, http.StatusText(status)...)
	b = append(b, `",`...)
	b = append(b, members...)
	return appendMeta(b, c.now, c.id), nil
}

// buffers lends the memory in which answers are put together.
type buffers struct{ pool sync.Pool }

// maxKept is the largest buffer that is kept for the next answer, in bytes.
const maxKept = 256 << 10

func (p *buffers) take() *[]byte {
	if b, ok := p.pool.Get().(*[]byte); ok {
		return b
	}
	return new([]byte)
}

func (p *buffers) put(b *[]byte) {
	if cap(*b) <= maxKept {
		p.pool.Put(b)
	}
}

func (c *call) writeJSON(status int, body []byte) {
	c.write(status, "application/json; charset=utf-8", body)
}

func (c *call) write(status int, mediaType string, body []byte) {
	h := c.w.Header()
	h.Set("Content-Type", mediaType)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	c.w.WriteHeader(status)
	if c.Method != http.MethodHead {
		_, _ = c.w.Write(body) // the client may have left
	}
}

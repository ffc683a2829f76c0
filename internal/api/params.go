package api

import (
	"cmp"
	"math"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/vitrine-photos/vitrine"
)

// param is one value that an operation takes from the path, the query or a
// header. Its rules are tags on the field of the operation's input, and are
// documented from the same tags:
//
//	Limit int `query:"limit" default:"20" minimum:"1" maximum:"100" doc:"Items on a page."`
//
// A field that is a pointer stays nil if the parameter is not sent.
type param struct {
	name      string
	in        string // inPath, inQuery or inHeader
	field     reflect.StructField
	fallback  string // used when the parameter is not sent
	enum      []string
	minimum   int64
	maximum   int64
	maxLength int64 // characters
	required  bool
}

// The places of parameters, as tags and the document name them.
const (
	inPath   = "path"
	inQuery  = "query"
	inHeader = "header"
)

// paramsOf returns the parameters of an input struct, in the order of its
// fields.
func paramsOf(input reflect.Type) []param {
	var params []param
	for _, field := range reflect.VisibleFields(input) {
		for _, place := range []string{inPath, inQuery, inHeader} {
			if name, ok := field.Tag.Lookup(place); ok {
				params = append(params, newParam(field, place, name))
			}
		}
	}
	return params
}

func newParam(field reflect.StructField, in, name string) param {
	p := param{
		name: name, in: in, field: field, fallback: field.Tag.Get("default"),
		minimum:   limitOf(field, "minimum", math.MinInt64),
		maximum:   limitOf(field, "maximum", math.MaxInt64),
		maxLength: limitOf(field, "maxLength", math.MaxInt64),
		required:  in == inPath || field.Tag.Get("required") == "true",
	}
	if enum := field.Tag.Get("enum"); enum != "" {
		p.enum = strings.Split(enum, ",")
	}
	return p
}

// limitOf reads a number from a tag.
func limitOf(field reflect.StructField, tag string, fallback int64) int64 {
	n, err := strconv.ParseInt(field.Tag.Get(tag), 10, 64)
	if err != nil {
		return fallback
	}
	return n
}

// bindParams fills in the parameters and reports every fault at once. Query
// parameters that nobody asked for are ignored, and empty ones count as not
// sent, as forms have them.
func bindParams(r *http.Request, params []param, target reflect.Value, f *vitrine.Faults) {
	var query url.Values
	if r.URL.RawQuery != "" {
		var err error
		if query, err = url.ParseQuery(r.URL.RawQuery); err != nil {
			f.Add("query", vitrine.FaultInvalidFormat, "is not a well-formed query string")
		}
	}
	for i := range params {
		p := &params[i]
		text := cmp.Or(p.sent(r, query), p.fallback)
		switch {
		case text != "" || p.in == inPath:
			p.set(target.FieldByIndex(p.field.Index), text, f)
		case p.required:
			f.Add(p.name, vitrine.FaultRequired, "is required")
		}
	}
}

// sent returns what the request says of the parameter, or "".
func (p *param) sent(r *http.Request, query url.Values) string {
	switch p.in {
	case inPath:
		return r.PathValue(p.name)
	case inHeader:
		return strings.Join(r.Header.Values(p.name), ", ")
	}
	return query.Get(p.name)
}

func (p *param) set(target reflect.Value, text string, f *vitrine.Faults) {
	switch target.Kind() {
	case reflect.Pointer:
		target.Set(reflect.New(target.Type().Elem()))
		p.set(target.Elem(), text, f)
	case reflect.String:
		p.setText(target, text, f)
	case reflect.Bool:
		truth, err := strconv.ParseBool(text)
		if err != nil {
			f.Add(p.name, vitrine.FaultInvalidType, "must be true or false")
		}
		target.SetBool(truth)
	case reflect.Int, reflect.Int64:
		p.setNumber(target, text, f)
	default:
		panic("a parameter cannot be a " + target.Type().String())
	}
}

func (p *param) setText(target reflect.Value, text string, f *vitrine.Faults) {
	switch {
	case !utf8.ValidString(text) || strings.ContainsRune(text, 0):
		f.Add(p.name, vitrine.FaultInvalidFormat, "must be UTF-8 without the character NUL")
	case p.enum != nil && !slices.Contains(p.enum, text):
		f.Add(p.name, vitrine.FaultInvalidValue, "must be one of %s", strings.Join(p.enum, ", "))
	case int64(utf8.RuneCountInString(text)) > p.maxLength:
		f.Add(p.name, vitrine.FaultTooLong, "must be at most %d characters", p.maxLength)
	default:
		target.SetString(text)
	}
}

func (p *param) setNumber(target reflect.Value, text string, f *vitrine.Faults) {
	n, err := strconv.ParseInt(text, 10, target.Type().Bits())
	switch {
	case err != nil && isDigits(text):
		f.Add(p.name, vitrine.FaultOutOfRange, "is too large a number")
	case err != nil:
		f.Add(p.name, vitrine.FaultInvalidType, "must be a whole number")
	case n < p.minimum && p.maximum == math.MaxInt64:
		f.Add(p.name, vitrine.FaultOutOfRange, "must be at least %d", p.minimum)
	case n < p.minimum || n > p.maximum:
		f.Add(p.name, vitrine.FaultOutOfRange, "must be between %d and %d", p.minimum, p.maximum)
	default:
		target.SetInt(n)
	}
}

func isDigits(text string) bool {
	return text != "" && strings.Trim(strings.TrimPrefix(text, "-"), "0123456789") == ""
}

// paging are the parameters of every list.
type paging struct {
	Page  int `query:"page" default:"1" minimum:"1" maximum:"1000000" doc:"Which page, from 1 on." example:"1"`
	Limit int `query:"limit" default:"20" minimum:"1" maximum:"100" doc:"Items on a page." example:"20"`
}

func (p paging) page() vitrine.Page { return vitrine.Page{Number: p.Page, Limit: p.Limit} }

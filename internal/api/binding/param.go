package binding

import (
	"cmp"
	"errors"
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

// Param is one value that an operation takes from the path, the query or a
// header. Its rules are tags on the field of the operation's input, and are
// documented from the same tags:
//
//	Limit int `query:"limit" default:"20" minimum:"1" maximum:"100" doc:"Items on a page."`
//
// A field that is a pointer stays nil if the parameter is not sent.
type Param struct {
	Name     string
	In       string // InPath, InQuery or InHeader
	Field    reflect.StructField
	Required bool

	fallback  string // used when the parameter is not sent
	enum      []string
	minimum   int64
	maximum   int64
	maxLength int64 // characters
}

// The places of parameters, as tags and the document name them.
const (
	InPath   = "path"
	InQuery  = "query"
	InHeader = "header"
)

// Params are the parameters of an operation.
type Params []Param

// ParamsOf returns the parameters of an input struct, in the order of its
// fields.
func ParamsOf(input reflect.Type) Params {
	var params Params
	for _, field := range reflect.VisibleFields(input) {
		for _, place := range []string{InPath, InQuery, InHeader} {
			if name, ok := field.Tag.Lookup(place); ok {
				params = append(params, newParam(field, place, name))
			}
		}
	}
	return params
}

func newParam(field reflect.StructField, in, name string) Param {
	p := Param{
		Name: name, In: in, Field: field, fallback: field.Tag.Get("default"),
		minimum:   limitOf(field, "minimum", math.MinInt64),
		maximum:   limitOf(field, "maximum", math.MaxInt64),
		maxLength: limitOf(field, "maxLength", math.MaxInt64),
		Required:  in == InPath || field.Tag.Get("required") == "true",
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

// Bind fills in the parameters' fields of target, an input struct, and reports
// every fault at once. Query parameters that nobody asked for are ignored, and
// empty ones count as not sent, as forms have them.
func (params Params) Bind(r *http.Request, target reflect.Value, f *vitrine.Faults) {
	var query url.Values
	if r.URL.RawQuery != "" {
		var err error
		if query, err = url.ParseQuery(r.URL.RawQuery); err != nil {
			f.Add("query", vitrine.FaultInvalidFormat, vitrine.ReasonQuery)
		}
	}
	for i := range params {
		p := &params[i]
		text := cmp.Or(p.sent(r, query), p.fallback)
		switch {
		case text != "" || p.In == InPath:
			p.set(target.FieldByIndex(p.Field.Index), text, f)
		case p.Required:
			f.Add(p.Name, vitrine.FaultRequired, vitrine.ReasonRequired)
		}
	}
}

// sent returns what the request says of the parameter, or "".
func (p *Param) sent(r *http.Request, query url.Values) string {
	switch p.In {
	case InPath:
		return r.PathValue(p.Name)
	case InHeader:
		return strings.Join(r.Header.Values(p.Name), ", ")
	}
	return query.Get(p.Name)
}

func (p *Param) set(target reflect.Value, text string, f *vitrine.Faults) {
	switch target.Kind() {
	case reflect.Pointer:
		target.Set(reflect.New(target.Type().Elem()))
		p.set(target.Elem(), text, f)
	case reflect.String:
		p.setText(target, text, f)
	case reflect.Bool:
		truth, err := strconv.ParseBool(text)
		if err != nil {
			f.Add(p.Name, vitrine.FaultInvalidType, vitrine.ReasonBoolean)
		}
		target.SetBool(truth)
	case reflect.Int, reflect.Int64:
		p.setNumber(target, text, f)
	default:
		panic("a parameter cannot be a " + target.Type().String())
	}
}

func (p *Param) setText(target reflect.Value, text string, f *vitrine.Faults) {
	switch {
	case !utf8.ValidString(text) || strings.ContainsRune(text, 0):
		f.Add(p.Name, vitrine.FaultInvalidFormat, vitrine.ReasonUTF8WithoutNUL)
	case p.enum != nil && !slices.Contains(p.enum, text):
		f.Add(p.Name, vitrine.FaultInvalidValue, vitrine.ReasonOneOf, p.enum)
	case int64(utf8.RuneCountInString(text)) > p.maxLength:
		f.Add(p.Name, vitrine.FaultTooLong, vitrine.ReasonMaxCharacters, p.maxLength)
	default:
		target.SetString(text)
	}
}

// isID reports whether the parameter names a thing in its address.
func (p *Param) isID() bool {
	return p.In == InPath && (p.Name == "id" || strings.HasSuffix(p.Name, "_id"))
}

func (p *Param) setNumber(target reflect.Value, text string, f *vitrine.Faults) {
	n, err := strconv.ParseInt(text, 10, target.Type().Bits())
	if p.isID() && err == nil && strconv.FormatInt(n, 10) != text {
		err = strconv.ErrSyntax // photos/07 and photos/+7 are no second address of photo 7; but a month may be 07
	}
	switch {
	case errors.Is(err, strconv.ErrRange):
		f.Add(p.Name, vitrine.FaultOutOfRange, vitrine.ReasonNumberTooLarge)
	case err != nil:
		f.Add(p.Name, vitrine.FaultInvalidType, vitrine.ReasonWholeNumber)
	case n < p.minimum && p.maximum == math.MaxInt64:
		f.Add(p.Name, vitrine.FaultOutOfRange, vitrine.ReasonMin, p.minimum)
	case n < p.minimum || n > p.maximum:
		f.Add(p.Name, vitrine.FaultOutOfRange, vitrine.ReasonBetween, p.minimum, p.maximum)
	default:
		target.SetInt(n)
	}
}

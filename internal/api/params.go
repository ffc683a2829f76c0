package api

import (
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/vitrine-photos/vitrine"
)

// param is one value that an operation takes from the path or the query. Its
// rules are tags on the field of the operation's input, and are documented
// from the same tags:
//
//	Limit int `query:"limit" default:"20" minimum:"1" maximum:"100" doc:"Items on a page."`
type param struct {
	name     string
	inPath   bool
	field    reflect.StructField
	fallback string // used when the query does not name the parameter
	enum     []string
	minimum  int64
	maximum  int64
	bounded  bool
}

// paramsOf returns the parameters of an input struct, in the order of its
// fields.
func paramsOf(input reflect.Type) []param {
	var params []param
	for _, field := range reflect.VisibleFields(input) {
		p := param{field: field, fallback: field.Tag.Get("default")}
		p.name, p.inPath = field.Tag.Lookup("path")
		if !p.inPath {
			p.name = field.Tag.Get("query")
		}
		if p.name == "" {
			continue
		}
		if enum := field.Tag.Get("enum"); enum != "" {
			p.enum = strings.Split(enum, ",")
		}
		if maximum := field.Tag.Get("maximum"); maximum != "" {
			p.bounded = true
			p.minimum, _ = strconv.ParseInt(field.Tag.Get("minimum"), 10, 64)
			p.maximum, _ = strconv.ParseInt(maximum, 10, 64)
		}
		params = append(params, p)
	}
	return params
}

// bindParams fills in the parameters and reports every fault at once. Query
// parameters that nobody asked for are ignored.
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
		text, given := p.fallback, p.fallback != ""
		if p.inPath {
			text, given = r.PathValue(p.name), true
		} else if values := query[p.name]; len(values) > 0 {
			text, given = values[0], true
		}
		if given {
			p.set(target.FieldByIndex(p.field.Index), text, f)
		}
	}
}

func (p *param) set(target reflect.Value, text string, f *vitrine.Faults) {
	switch target.Kind() {
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
	case text != "" && p.enum != nil && !slices.Contains(p.enum, text):
		f.Add(p.name, vitrine.FaultInvalidValue, "must be one of %s", strings.Join(p.enum, ", "))
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
	case p.bounded && (n < p.minimum || n > p.maximum):
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

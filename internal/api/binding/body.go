package binding

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/api/strictjson"
)

// A Body is what an operation takes as JSON: a struct of vitrine.Optional
// fields with json tags, or of structs of such. A field tagged ref:"name" takes
// objects as a read gave them as well as bare values; the ref names the member
// that counts. It is the pointer to the struct that has the methods.
type Body interface {
	// Validate applies the vocabulary's rules. Creating tells whether a
	// resource is made, so that required fields must be there.
	Validate(f *vitrine.Faults, creating bool)
}

// A ResourceBody is a body that changes a resource. What a read of the resource
// shows but nobody can set is accepted in the body, and ignored.
type ResourceBody interface {
	Body
	// Resource returns what a read shows, of any value.
	Resource() any
}

// JSON decodes data into target and returns every fault at once. Faults of the
// body as a whole name strictjson.Whole.
func JSON(data []byte, target Body, creating bool) vitrine.Faults {
	var f vitrine.Faults
	tree := strictjson.Parse(data, &f)
	if f.Has(strictjson.Whole) {
		return f
	}
	var view reflect.Type
	if r, ok := target.(ResourceBody); ok {
		view = reflect.TypeOf(r.Resource())
	}
	b := binder{faults: &f}
	b.value("", tree, reflect.ValueOf(target).Elem(), view, "")
	if f.Has(strictjson.Whole) {
		return f
	}
	var rules vitrine.Faults
	target.Validate(&rules, creating)
	f.Merge(rules)
	return f
}

// binder puts parsed JSON into Go values.
type binder struct{ faults *vitrine.Faults }

// value decodes v into target. View is the type that a read shows in this
// place, or nil.
func (b *binder) value(path string, v any, target reflect.Value, view reflect.Type, ref string) {
	if target.Type() == reflect.TypeFor[time.Time]() {
		b.timestamp(path, v, target)
		return
	}
	switch target.Kind() {
	case reflect.Struct:
		b.structure(path, v, target, view, ref)
	case reflect.Slice:
		b.slice(path, v, target, view, ref)
	case reflect.Map:
		b.mapping(path, v, target)
	default:
		b.scalar(path, v, target, ref)
	}
}

func (b *binder) structure(path string, v any, target reflect.Value, view reflect.Type, ref string) {
	members, ok := v.(*strictjson.Object)
	if !ok && ref != "" && v != nil {
		members, ok = &strictjson.Object{Keys: []string{ref}, Values: map[string]any{ref: v}}, true
	}
	if !ok {
		b.wrongType(path, vitrine.ReasonObject)
		return
	}
	fields := Fields(target.Type())
	shown := Fields(view)
	for _, key := range members.Keys {
		at := strictjson.MemberPath(path, key)
		if field, known := fields[key]; known {
			b.field(at, members.Values[key], target.FieldByIndex(field.Index), shown[key].Type, field.Tag.Get("ref"))
		} else if _, readOnly := shown[key]; !readOnly {
			b.faults.Add(at, vitrine.FaultUnknownField, vitrine.ReasonUnknownField)
		}
	}
}

// field decodes into a field of a struct: an Optional, or a plain value.
func (b *binder) field(path string, v any, target reflect.Value, view reflect.Type, ref string) {
	if !IsOptional(target.Type()) {
		b.value(path, v, target, view, ref)
		return
	}
	if v == nil {
		target.FieldByName("Set").SetBool(true)
		target.FieldByName("Null").SetBool(true)
		return
	}
	before := len(*b.faults)
	b.value(path, v, target.FieldByName("Value"), view, ref)
	// A list keeps the elements that are right, and an object the members, so that
	// all are checked.
	if len(*b.faults) == before || isComposite(target.FieldByName("Value")) && !hasFaultAt(*b.faults, path) {
		target.FieldByName("Set").SetBool(true)
	}
}

// isComposite reports whether a value has parts that may each be right or wrong.
func isComposite(v reflect.Value) bool {
	return v.Kind() == reflect.Slice || v.Kind() == reflect.Struct && v.Type() != reflect.TypeFor[time.Time]()
}

// hasFaultAt reports whether the value at a path is wrong as a whole.
func hasFaultAt(f vitrine.Faults, path string) bool {
	return slices.ContainsFunc(f, func(fault vitrine.Fault) bool { return fault.Field == path })
}

func (b *binder) slice(path string, v any, target reflect.Value, view reflect.Type, ref string) {
	items, ok := v.([]any)
	if !ok {
		b.wrongType(path, vitrine.ReasonList)
		return
	}
	if view != nil && view.Kind() == reflect.Slice {
		view = view.Elem()
	}
	list := reflect.MakeSlice(target.Type(), len(items), len(items))
	for i, item := range items {
		b.value(strictjson.ElementPath(path, i), item, list.Index(i), view, ref)
	}
	target.Set(list)
}

// mapping decodes an object with any keys: of texts, or of JSON for someone else
// to decode.
func (b *binder) mapping(path string, v any, target reflect.Value) {
	members, ok := v.(*strictjson.Object)
	if !ok {
		b.wrongType(path, vitrine.ReasonObject)
		return
	}
	target.Set(reflect.MakeMapWithSize(target.Type(), len(members.Keys)))
	for _, key := range members.Keys {
		at, value := strictjson.MemberPath(path, key), members.Values[key]
		if target.Type().Elem() == reflect.TypeFor[json.RawMessage]() {
			b.raw(at, key, value, target)
		} else {
			b.text(at, key, value, target)
		}
	}
}

// text keeps a text under its key. One that is null is left out.
func (b *binder) text(path, key string, v any, target reflect.Value) {
	switch v := v.(type) {
	case nil:
	case string:
		target.SetMapIndex(reflect.ValueOf(key), reflect.ValueOf(v))
	default:
		b.wrongType(path, vitrine.ReasonText)
	}
}

func (b *binder) raw(path, key string, v any, target reflect.Value) {
	encoded, err := json.Marshal(plain(v))
	if err != nil {
		b.wrongType(path, vitrine.ReasonJSONValue)
		return
	}
	target.SetMapIndex(reflect.ValueOf(key), reflect.ValueOf(json.RawMessage(encoded)))
}

// plain turns a parsed value into one that encoding/json knows.
func plain(v any) any {
	switch v := v.(type) {
	case *strictjson.Object:
		members := make(map[string]any, len(v.Keys))
		for _, key := range v.Keys {
			members[key] = plain(v.Values[key])
		}
		return members
	case []any:
		for i := range v {
			v[i] = plain(v[i])
		}
	}
	return v
}

func (b *binder) scalar(path string, v any, target reflect.Value, ref string) {
	if members, ok := v.(*strictjson.Object); ok && ref != "" {
		v = members.Values[ref]
	}
	switch target.Kind() {
	case reflect.String:
		if text, ok := v.(string); ok {
			target.SetString(text)
			return
		}
		b.wrongType(path, vitrine.ReasonText)
	case reflect.Bool:
		if truth, ok := v.(bool); ok {
			target.SetBool(truth)
			return
		}
		b.wrongType(path, vitrine.ReasonBoolean)
	case reflect.Float64:
		b.number(path, v, target)
	case reflect.Int, reflect.Int64:
		b.integer(path, v, target)
	default:
		panic(fmt.Sprintf("a body cannot hold a %s", target.Type()))
	}
}

func (b *binder) integer(path string, v any, target reflect.Value) {
	digits, ok := v.(json.Number)
	if !ok || strings.ContainsAny(digits.String(), ".eE") {
		b.wrongType(path, vitrine.ReasonWholeNumber)
		return
	}
	n, err := strconv.ParseInt(digits.String(), 10, target.Type().Bits())
	if err != nil {
		b.faults.Add(path, vitrine.FaultOutOfRange, vitrine.ReasonNumberTooLarge)
		return
	}
	target.SetInt(n)
}

func (b *binder) number(path string, v any, target reflect.Value) {
	digits, ok := v.(json.Number)
	if !ok {
		b.wrongType(path, vitrine.ReasonNumber)
		return
	}
	n, err := digits.Float64()
	if err != nil {
		b.faults.Add(path, vitrine.FaultOutOfRange, vitrine.ReasonNumberTooLarge)
		return
	}
	target.SetFloat(n)
}

func (b *binder) timestamp(path string, v any, target reflect.Value) {
	text, ok := v.(string)
	if !ok {
		b.wrongType(path, vitrine.ReasonText)
		return
	}
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		b.faults.Add(path, vitrine.FaultInvalidFormat, vitrine.ReasonTime, "2026-05-31T10:30:00+02:00")
		return
	}
	target.Set(reflect.ValueOf(t))
}

func (b *binder) wrongType(path string, want vitrine.Reason) {
	b.faults.Add(strictjson.OrWhole(path), vitrine.FaultInvalidType, want)
}

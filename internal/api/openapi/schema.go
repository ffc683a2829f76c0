package openapi

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-photos/vitrine/internal/api/binding"
)

// Schemas describes Go types as JSON schemas for the document. It is a
// huma.Registry, so that huma reads the field tags, but it knows what huma does
// not: optional fields, embedded structs, and objects that may be null.
type Schemas struct {
	huma.Registry
	named map[string]*huma.Schema
	types map[string]reflect.Type // by the names of their schemas
}

const schemaPrefix = "#/components/schemas/"

func newSchemas() *Schemas {
	return &Schemas{Registry: huma.NewMapRegistry(schemaPrefix, huma.DefaultSchemaNamer), named: map[string]*huma.Schema{}, types: map[string]reflect.Type{}}
}

// MarshalJSON writes the schemas that have a name.
func (s *Schemas) MarshalJSON() ([]byte, error) { return json.Marshal(s.named) }

// Map implements huma.Registry.
func (s *Schemas) Map() map[string]*huma.Schema { return s.named }

// SchemaFromRef implements huma.Registry.
func (s *Schemas) SchemaFromRef(ref string) *huma.Schema {
	return s.named[strings.TrimPrefix(ref, schemaPrefix)]
}

// Schema implements huma.Registry.
func (s *Schemas) Schema(t reflect.Type, _ bool, _ string) *huma.Schema { return s.Of(t) }

// Of returns the schema of a type: a reference for a struct.
func (s *Schemas) Of(t reflect.Type) *huma.Schema {
	switch {
	case t.Kind() == reflect.Pointer:
		return nullable(s.Of(t.Elem()))
	case binding.IsOptional(t):
		value, _ := t.FieldByName("Value")
		return nullable(s.Of(value.Type))
	case t.Implements(reflect.TypeFor[huma.SchemaProvider]()) || reflect.PointerTo(t).Implements(reflect.TypeFor[huma.SchemaProvider]()):
		return s.reference(t)
	}
	switch t.Kind() {
	case reflect.Struct:
		if t == reflect.TypeFor[time.Time]() {
			return &huma.Schema{Type: huma.TypeString, Format: "date-time"}
		}
		return s.reference(t)
	case reflect.Slice:
		elem := t.Elem()
		if elem.Kind() == reflect.Pointer {
			elem = elem.Elem()
		}
		return &huma.Schema{Type: huma.TypeArray, Items: s.Of(elem)}
	case reflect.Map:
		return &huma.Schema{Type: huma.TypeObject, AdditionalProperties: s.Of(t.Elem())}
	}
	return huma.SchemaFromType(s, t)
}

// reference describes a struct under its name, once.
func (s *Schemas) reference(t reflect.Type) *huma.Schema {
	name := schemaName(t)
	if other := s.types[name]; other != nil && other != t {
		panic(fmt.Sprintf("%s and %s are both described as %s: give one another name", t, other, name))
	}
	s.types[name] = t
	if s.named[name] == nil {
		s.named[name] = &huma.Schema{Type: huma.TypeObject} // it may contain itself
		*s.named[name] = *s.structure(t)
	}
	return &huma.Schema{Ref: schemaPrefix + name}
}

// schemaName turns photoDetail into PhotoDetail and categoryView into Category.
func schemaName(t reflect.Type) string {
	name := strings.TrimSuffix(t.Name(), "View")
	return strings.ToUpper(name[:1]) + name[1:]
}

func (s *Schemas) structure(t reflect.Type) *huma.Schema {
	if provider, ok := reflect.TypeAssert[huma.SchemaProvider](reflect.New(t)); ok {
		return provider.Schema(s)
	}
	object := &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{}}
	isInput := reflect.PointerTo(t).Implements(reflect.TypeFor[binding.Body]())
	for name, field := range binding.Fields(t) {
		if ref := field.Tag.Get("ref"); ref != "" {
			object.Properties[name] = s.reffed(field, ref)
		} else {
			object.Properties[name] = huma.SchemaFromField(s, field, "")
			describeReasons(field.Tag.Get("reasons"), object.Properties[name])
		}
		if isRequired(field, isInput) {
			object.Required = append(object.Required, name)
		}
	}
	slices.Sort(object.Required)
	if isInput && !reflect.PointerTo(t).Implements(reflect.TypeFor[binding.ResourceBody]()) {
		object.AdditionalProperties = false // else what a read shows is accepted too
	}
	describeSettings(t, object)
	return object
}

// isRequired reports whether a field is always there: in answers unless it is
// left out when empty, in bodies only if it says so.
func isRequired(field reflect.StructField, isInput bool) bool {
	if isInput || binding.IsOptional(field.Type) {
		return field.Tag.Get("required") == "true"
	}
	return !strings.Contains(field.Tag.Get("json"), ",omit")
}

// reffed describes a list whose elements may be given as a bare value or as the
// object that a read gave. Its example is one of bare values.
func (s *Schemas) reffed(field reflect.StructField, ref string) *huma.Schema {
	value, _ := field.Type.FieldByName("Value")
	elem := value.Type.Elem()
	bare := elem
	if member, ok := binding.Fields(elem)[ref]; ok {
		bare = member.Type
	}
	whole := s.Of(elem)
	if whole.Ref == "" {
		whole = &huma.Schema{Type: huma.TypeObject, Required: []string{ref}, Properties: map[string]*huma.Schema{ref: whole}}
	}
	field.Type = reflect.SliceOf(bare)
	list := huma.SchemaFromField(s, field, "")
	list.Items = &huma.Schema{OneOf: []*huma.Schema{list.Items, whole}}
	return nullable(list)
}

// nullable returns a schema that also takes null.
func nullable(s *huma.Schema) *huma.Schema {
	if s.Ref != "" {
		return &huma.Schema{AnyOf: []*huma.Schema{s, {Type: "null"}}}
	}
	s.Nullable = true
	return s
}

// Package binding fills in Go structs with what a request sends: parameters of
// its path, query and headers, and its JSON body. The rules are tags on the
// structs' fields, from which package openapi writes the document too, so that
// neither can say otherwise than the other. Every fault of a request is found, and
// reported under its JSON path.
package binding

import (
	"reflect"
	"strings"

	"github.com/vitrine-photos/vitrine"
)

// Fields returns the fields of a struct, those of embedded structs too, by
// their JSON names. A type that is no struct has none.
func Fields(t reflect.Type) map[string]reflect.StructField {
	if t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t == nil || t.Kind() != reflect.Struct {
		return nil
	}
	fields := map[string]reflect.StructField{}
	for _, field := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name != "" && name != "-" {
			fields[name] = field
		}
	}
	return fields
}

// IsOptional reports whether t is a vitrine.Optional.
func IsOptional(t reflect.Type) bool {
	return t.Kind() == reflect.Struct && t.PkgPath() == reflect.TypeFor[vitrine.Faults]().PkgPath() &&
		strings.HasPrefix(t.Name(), "Optional[")
}

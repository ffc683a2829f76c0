package api

import (
	"bytes"
	"encoding/json"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/api/binding"
)

// document is what these tests read of an OpenAPI document.
type document struct {
	OpenAPI    string
	Servers    []struct{ URL string }
	Paths      map[string]map[string]operation
	Components struct {
		Schemas   map[string]schema
		Responses map[string]any
		Headers   map[string]any
	}
	Tags []struct{ Name, Description string }
}

type operation struct {
	OperationID string
	Summary     string
	Description string
	Permission  string `json:"x-permission"`
	Security    []map[string][]string
	Deprecated  bool
	Parameters  []struct {
		Name, In, Description string
		Required              bool
		Schema                map[string]any
	}
	RequestBody *struct {
		Required bool
		Content  map[string]struct{ Schema map[string]any }
	}
	Tags      []string
	Responses map[string]struct {
		Ref     string `json:"$ref"`
		Headers map[string]any
		Content map[string]struct{ Schema schema }
	}
}

type schema struct {
	Ref        string `json:"$ref"`
	Required   []string
	Properties map[string]struct {
		Description      string
		Default          any
		Examples         []any
		Ref              string `json:"$ref"`
		Type             any
		AnyOf            []any
		Items            any
		MaxLength        *int
		Minimum, Maximum *float64
	}
}

func readDocument(t *testing.T, encoded []byte) (doc document) {
	t.Helper()
	if err := json.Unmarshal(encoded, &doc); err != nil {
		t.Fatal(err)
	}
	return doc
}

func describe(t *testing.T) (document, []byte) {
	t.Helper()
	encoded, err := newDocument(new(API).routes(), map[string]time.Time{"GET /tags": noon()}, "")
	if err != nil {
		t.Fatal(err)
	}
	return readDocument(t, encoded), encoded
}

func TestDocumentHoldsEveryRoute(t *testing.T) {
	t.Parallel()
	doc, _ := describe(t)
	if doc.OpenAPI != "3.1.0" {
		t.Errorf("openapi is %s", doc.OpenAPI)
	}
	described := 0
	for _, operations := range doc.Paths {
		described += len(operations)
	}
	routes := new(API).routes()
	if described != len(routes) {
		t.Errorf("%d operations for %d routes", described, len(routes))
	}
	ids := map[string]bool{}
	for _, r := range routes {
		name := r.method + " " + r.path
		op, ok := doc.Paths["/v1"+r.path][strings.ToLower(r.method)]
		if !ok {
			t.Errorf("%s is missing", name)
			continue
		}
		if op.Permission != string(r.access) || op.Summary != r.summary || op.Description == "" || ids[op.OperationID] {
			t.Errorf("%s is described as %+v", name, op)
		}
		ids[op.OperationID] = true
		if open := len(op.Security) == 2 && len(op.Security[0]) == 0; open != (r.access == public) {
			t.Errorf("%s: security is %v", name, op.Security)
		}
		success := op.Responses[strconv.Itoa(r.success)]
		data := success.Content["application/json"].Schema
		if _, isTable := success.Content[tableType]; isTable != (r.output == reflect.TypeFor[table]()) {
			t.Errorf("%s: a table is described: %t", name, isTable)
		} else if (isTable || r.success == http.StatusNoContent) == (len(data.Properties) > 0) {
			t.Errorf("%s: success is described as %+v", name, data)
		}
		for _, member := range data.Required {
			if _, ok := data.Properties[member]; !ok {
				t.Errorf("%s: %s is required but not described", name, member)
			}
		}
		if _, announced := success.Headers["API-Sunset"]; op.Deprecated != (name == "GET /tags") || op.Deprecated != announced {
			t.Errorf("%s: deprecated is %v", name, op.Deprecated)
		}
		checkInput(t, name, r, op)
		if !slices.ContainsFunc(doc.Tags, func(tag struct{ Name, Description string }) bool { return tag.Name == op.Tags[0] }) {
			t.Errorf("%s: nothing is said of %q in documentTags", name, op.Tags[0])
		}
	}
}

func checkInput(t *testing.T, name string, r route, op operation) {
	t.Helper()
	_, hasBody := r.input.FieldByName("Body")
	if hasBody = hasBody || r.media != ""; hasBody != (op.RequestBody != nil) {
		t.Errorf("%s: the body is described: %v", name, !hasBody)
	}
	described, required := map[string]string{}, map[string]bool{}
	for _, p := range op.Parameters {
		described[p.Name] = p.In
		required[p.Name] = p.Required
		if p.Description == "" || p.Required && p.In == "header" {
			t.Errorf("%s: parameter %+v", name, p)
		}
	}
	if _, keyed := described["Idempotency-Key"]; keyed != r.isIdempotent() {
		t.Errorf("%s: an Idempotency-Key is described: %v", name, keyed)
	}
	for _, p := range binding.ParamsOf(r.input) {
		if described[p.Name] != p.In || required[p.Name] != (p.In == "path" || p.Name == "q" && r.path == "/photos/search") {
			t.Errorf("%s: parameter %s is described in %q", name, p.Name, described[p.Name])
		}
	}
	for _, status := range []string{"401", "500", "503"} {
		if op.Responses[status].Ref == "" {
			t.Errorf("%s: no answer %s", name, status)
		}
	}
}

func TestDocumentIsWhole(t *testing.T) {
	t.Parallel()
	doc, encoded := describe(t)
	for _, part := range strings.Split(string(encoded), `"$ref":"#/components/`)[1:] {
		kind, name, _ := strings.Cut(part[:strings.IndexByte(part, '"')], "/")
		_, found := doc.Components.Schemas[name]
		switch kind {
		case "responses":
			_, found = doc.Components.Responses[name]
		case "headers":
			_, found = doc.Components.Headers[name]
		}
		if !found {
			t.Errorf("nothing is at %s/%s", kind, name)
		}
	}
	for name, s := range doc.Components.Schemas {
		for field, p := range s.Properties {
			isPlain := p.Ref == "" && p.AnyOf == nil && p.Items == nil && p.Type != "object"
			if isPlain && len(p.Examples) == 0 && p.Default == nil && !isTold(name) {
				t.Errorf("%s.%s has no example", name, field)
			}
		}
	}
}

// isTold names the types of the vocabulary, whose fields carry no examples.
func isTold(name string) bool {
	switch name {
	case "EXIF", "LocationInput", "CategoryRef", "CategoryStats", "Fault", "ForbiddenDetails", "NotFoundDetails", "LimitDetails":
		return true
	}
	return false
}

func TestDocumentNamesEveryFormat(t *testing.T) {
	t.Parallel()
	field, _ := reflect.TypeFor[reprocessBody]().FieldByName("Formats")
	want := string(vitrine.AVIF)
	for _, name := range slices.Backward(vitrine.RenditionNames()) {
		want = string(name) + "," + want
	}
	if got := field.Tag.Get("enum"); got != want {
		t.Errorf("formats are %s, want %s", got, want)
	}
}

func TestDocumentIsTheSameEachTime(t *testing.T) {
	t.Parallel()
	_, first := describe(t)
	for range 5 {
		if _, again := describe(t); !bytes.Equal(first, again) {
			t.Fatal("the document changed")
		}
	}
}

func TestDocumentTellsOfSettings(t *testing.T) {
	t.Parallel()
	doc, _ := describe(t)
	for _, setting := range vitrine.SettingList() {
		flat, ok := doc.Components.Schemas["SettingsBody"].Properties[setting.Key]
		group := strings.ToUpper(string(setting.Group[:1])) + string(setting.Group[1:]) + "Settings"
		grouped, okGrouped := doc.Components.Schemas[group].Properties[strings.TrimPrefix(setting.Key, string(setting.Group)+"_")]
		if !ok || !okGrouped {
			t.Errorf("%s is missing", setting.Key)
			continue
		}
		for _, p := range []string{flat.Description, grouped.Description} {
			if p != setting.Description {
				t.Errorf("%s is described as %q", setting.Key, p)
			}
		}
		if flat.Default == nil {
			t.Errorf("%s has no default", setting.Key)
		}
		if setting.Max > 0 && flat.Maximum == nil && flat.MaxLength == nil {
			t.Errorf("%s has no limit", setting.Key)
		}
	}
}

func TestDocumentNamesTheServer(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{"": "/", "https://photos.example": "https://photos.example"} {
		encoded, err := newDocument(nil, nil, given)
		if err != nil {
			t.Fatal(err)
		}
		if got := readDocument(t, encoded).Servers[0].URL; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

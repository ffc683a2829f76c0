package openapi_test

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/api/openapi"
)

type boatView struct {
	ID     int64     `json:"id" example:"7"`
	Name   string    `json:"name" doc:"As painted on it." example:"Nele"`
	Built  time.Time `json:"built"`
	Owner  *string   `json:"owner"`
	Tender *boatView `json:"tender,omitempty"`
}

type boatBody struct {
	Name  vitrine.Optional[string]   `json:"name" required:"creation" maxLength:"200"`
	Owner vitrine.Optional[string]   `json:"owner"`
	Sails vitrine.Optional[[]string] `json:"sails" ref:"name"`
}

func (*boatBody) Validate(*vitrine.Faults, bool) {}

type boatInput struct {
	ID   int64 `path:"id" minimum:"1" doc:"Which boat."`
	Body boatBody
}

// described returns what a document says at a path, decoded.
func described(t *testing.T, d *openapi.Document, path ...string) any {
	t.Helper()
	encoded, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	var v any
	if err := json.Unmarshal(encoded, &v); err != nil {
		t.Fatal(err)
	}
	for _, name := range path {
		object, _ := v.(map[string]any)
		v = object[name]
	}
	return v
}

func same(t *testing.T, what string, got any, want string) {
	t.Helper()
	var wanted any
	if err := json.Unmarshal([]byte(want), &wanted); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(wanted, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// meta ends the envelopes of these documents.
type meta struct {
	ID string `json:"id" example:"x"`
}

func newDocument() *openapi.Document {
	return openapi.New(openapi.Service{Version: "1.0", BaseURL: "https://boats.example", Meta: meta{"x"}})
}

func TestOperation(t *testing.T) {
	t.Parallel()
	d := newDocument()
	d.Add(openapi.Operation{
		Method: "POST", Path: "/v1/boats/{id}", Tag: "boats", Summary: "Build boat", Access: "boat.create", Class: "general",
		Input: reflect.TypeFor[boatInput](), Success: 201, Members: map[string]*huma.Schema{"data": d.Schemas.Of(reflect.TypeFor[boatView]())},
		Refuses: true, Limited: true, Keyed: true,
	})
	op := described(t, d, "paths", "/v1/boats/{id}", "post").(map[string]any)
	if op["operationId"] != "buildBoat" || op["x-permission"] != "boat.create" || op["x-rate-class"] != "general" {
		t.Errorf("described as %v", op)
	}
	same(t, "security", op["security"], `[{"bearer":[]}]`)
	var names, statuses []string
	for _, p := range op["parameters"].([]any) {
		names = append(names, p.(map[string]any)["name"].(string))
	}
	for _, status := range []string{"200", "201", "304", "400", "401", "403", "404", "409", "422", "429", "500", "503"} {
		if _, ok := op["responses"].(map[string]any)[status]; ok {
			statuses = append(statuses, status)
		}
	}
	if diff := cmp.Diff([]string{"id", "Idempotency-Key"}, names); diff != "" {
		t.Errorf("parameters (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"201", "400", "401", "403", "404", "409", "422", "429", "500", "503"}, statuses); diff != "" {
		t.Errorf("answers (-want +got):\n%s", diff)
	}
	same(t, "body", op["requestBody"], `{"required":true,"content":{"application/json":{"schema":{"allOf":[
		{"$ref":"#/components/schemas/BoatBody"},{"type":"object","required":["name"]}]}}}}`)
	same(t, "servers", described(t, d, "servers"), `[{"url":"https://boats.example"}]`)
}

func TestReadsTakeTags(t *testing.T) {
	t.Parallel()
	d := newDocument()
	d.Add(openapi.Operation{
		Method: "GET", Path: "/v1/boats", Tag: "boats", Summary: "List boats", Token: openapi.TokenOptional,
		Input: reflect.TypeFor[struct{}](), Success: 200, Tagged: true, Deprecated: true,
	})
	op := described(t, d, "paths", "/v1/boats", "get").(map[string]any)
	same(t, "security", op["security"], `[{},{"bearer":[]}]`)
	answers := op["responses"].(map[string]any)
	for _, status := range []string{"304", "400"} {
		if answers[status] == nil {
			t.Errorf("no answer %s", status)
		}
	}
	for _, status := range []string{"403", "404", "409", "422", "429"} {
		if answers[status] != nil {
			t.Errorf("an answer %s", status)
		}
	}
	headers := answers["200"].(map[string]any)["headers"].(map[string]any)
	for _, name := range []string{"ETag", "API-Deprecated", "API-Sunset"} {
		if headers[name] == nil {
			t.Errorf("no header %s", name)
		}
	}
}

func TestSchemas(t *testing.T) {
	t.Parallel()
	d := newDocument()
	d.Schemas.Of(reflect.TypeFor[boatView]())
	d.Schemas.Of(reflect.TypeFor[boatBody]())
	same(t, "what is shown", described(t, d, "components", "schemas", "Boat"), `{"type":"object","required":["built","id","name","owner"],"properties":{
		"id":{"type":"integer","format":"int64","examples":[7]},
		"name":{"type":"string","description":"As painted on it.","examples":["Nele"]},
		"built":{"type":"string","format":"date-time"},
		"owner":{"type":["string","null"]},
		"tender":{"anyOf":[{"$ref":"#/components/schemas/Boat"},{"type":"null"}]}}}`)
	same(t, "what is sent", described(t, d, "components", "schemas", "BoatBody"), `{"type":"object","additionalProperties":false,"properties":{
		"name":{"type":["string","null"],"maxLength":200},
		"owner":{"type":["string","null"]},
		"sails":{"type":["array","null"],"items":{"oneOf":[{"type":"string"},{"type":"object","required":["name"],"properties":{"name":{"type":"string"}}}]}}}}`)
}

// TestNamesAreTaken: two types of one name would overwrite one another.
func TestNamesAreTaken(t *testing.T) {
	t.Parallel()
	d := newDocument()
	type boat struct{}
	d.Schemas.Of(reflect.TypeFor[boatView]())
	defer func() {
		if recover() == nil {
			t.Error("nobody noticed")
		}
	}()
	d.Schemas.Of(reflect.TypeFor[boat]())
}

func TestErrors(t *testing.T) {
	t.Parallel()
	d := newDocument()
	d.AddErrors(openapi.Errors{
		Status: 404, Codes: []vitrine.Code{vitrine.CodeNotFound}, Message: "There is no such boat.",
		Problem: "x", Details: []*huma.Schema{{Type: "null"}}, Headers: []string{"Retry-After"},
	})
	answer := described(t, d, "components", "responses", "NotFound").(map[string]any)
	if answer["description"] != "RESOURCE_NOT_FOUND: There is no such boat." || answer["headers"].(map[string]any)["Retry-After"] == nil {
		t.Errorf("described as %v", answer)
	}
	content := described(t, d, "components", "responses", "NotFound", "content", "application/json", "schema", "properties", "code")
	same(t, "code", content, `{"type":"integer","enum":[404],"description":"The HTTP status."}`)
}

package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// badDocument is what is read of the OpenAPI document to make bad requests.
type badDocument struct {
	Paths      map[string]map[string]badOperation
	Components struct{ Schemas map[string]badSchema }
}

type badOperation struct {
	operation
	Parameters []struct {
		Name, In string
		Schema   badSchema
	}
	RequestBody *struct {
		Required bool
		Content  map[string]struct{ Schema badSchema }
	}
}

type badSchema struct {
	Ref                 string `json:"$ref"`
	Type                any
	Enum                []any
	AnyOf, OneOf, AllOf []badSchema
	Properties          map[string]badSchema
}

// resolved returns the schema and all that it is made of.
func (d *badDocument) resolved(s badSchema) []badSchema {
	all := []badSchema{s}
	if name, ok := strings.CutPrefix(s.Ref, "#/components/schemas/"); ok {
		all = append(all, d.resolved(d.Components.Schemas[name])...)
	}
	for _, part := range slices.Concat(s.AnyOf, s.OneOf, s.AllOf) {
		all = append(all, d.resolved(part)...)
	}
	return all
}

// types returns the JSON types that a schema allows; none if it allows any.
func (d *badDocument) types(s badSchema) map[string]bool {
	types := map[string]bool{}
	for _, part := range d.resolved(s) {
		switch t := part.Type.(type) {
		case string:
			types[t] = true
		case []any:
			for _, name := range t {
				types[fmt.Sprint(name)] = true
			}
		}
	}
	if types["number"] {
		types["integer"] = true
	}
	return types
}

// properties returns the fields of a body, in a fixed order.
func (d *badDocument) properties(s badSchema) (names []string, schemas map[string]badSchema) {
	schemas = map[string]badSchema{}
	for _, part := range d.resolved(s) {
		for name, property := range part.Properties {
			schemas[name] = property
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names), schemas
}

// watched is a service that tells whether anything was changed.
type watched struct {
	*service
	document badDocument
	commits  atomic.Int64 // with an effect that others are told of
}

func watch(s *service) *watched {
	w := &watched{service: s}
	s.db.OnCommit(func(store.Effects) { w.commits.Add(1) })
	s.must(json.Unmarshal(s.ask("", "GET", "/openapi.json", "").Body.Bytes(), &w.document))
	return w
}

// state moves with whatever is changed.
func (w *watched) state() string {
	w.Helper()
	records, _, err := w.identity.AuditLog(w.Context(), w.actors[vitrine.RoleSuperAdmin], vitrine.AuditFilter{Page: vitrine.Page{Number: 1, Limit: 1}})
	w.must(err)
	return fmt.Sprint(records[0].ID, " ", w.commits.Load())
}

// refused sends a request that must be refused with one of the statuses and
// change nothing.
func (w *watched) refused(t *testing.T, what, method, path, body string, statuses ...int) {
	t.Helper()
	before := w.state()
	answer := w.ask(vitrine.RoleSuperAdmin, strings.ToUpper(method), path, body)
	var e struct {
		Success bool
		Error   struct{ Type string }
	}
	err := json.Unmarshal(answer.Body.Bytes(), &e)
	if !slices.Contains(statuses, answer.Code) || err != nil || e.Success || e.Error.Type == "" {
		t.Errorf("%s: %s %.120s: got %d, want %v: %.300s", what, method, path, answer.Code, statuses, answer.Body)
	}
	if after := w.state(); after != before {
		t.Errorf("%s: %s %s changed something", what, method, path)
	}
}

// TestBadBodies sends to every operation with a body what cannot be one, and in
// each of its fields every type that the field does not have.
func TestBadBodies(t *testing.T) {
	t.Parallel()
	w := watch(newService(t, nil))
	writes := w.writes()
	for _, operations := range w.document.Paths {
		for method, op := range operations {
			if op.RequestBody == nil || op.RequestBody.Content["application/json"].Schema.isEmpty() {
				continue
			}
			good, ok := writes[op.Summary]
			if !ok {
				t.Errorf("%s: is missing in writes", op.Summary)
				continue
			}
			t.Run(op.Summary, func(t *testing.T) {
				w.sendBadBodies(t, method, good.path, op)
				w.sendBadFields(t, method, good.path, op)
			})
		}
	}
}

func (s badSchema) isEmpty() bool {
	return s.Ref == "" && s.Type == nil && s.AllOf == nil && s.AnyOf == nil && s.OneOf == nil
}

func (w *watched) sendBadBodies(t *testing.T, method, path string, op badOperation) {
	names, _ := w.document.properties(op.RequestBody.Content["application/json"].Schema)
	name := names[0]
	const depth = 10_000
	for what, body := range map[string]string{
		"half":            `{"` + name + `": `,
		"a list":          `[]`,
		"a number":        `1`,
		"null":            `null`,
		"no JSON":         `<xml/>`,
		"unknown field":   `{"no_such_field": 1}`,
		"doubled key":     `{"` + name + `": null, "` + name + `": null}`,
		"trailing data":   `{"` + name + `": null} {}`,
		"NUL":             `{"` + name + `": "a\u0000b"}`,
		"raw NUL":         "{\"" + name + "\": \"a\x00b\"}",
		"invalid UTF-8":   "{\"" + name + "\": \"\xff\xfe\"}",
		"deep lists":      `{"` + name + `": ` + strings.Repeat("[", depth) + strings.Repeat("]", depth) + `}`,
		"deep objects":    strings.Repeat(`{"`+name+`":`, depth) + `1` + strings.Repeat("}", depth),
		"too large":       `{"` + name + `": "` + strings.Repeat("x", 2<<20) + `"}`,
		"too many digits": `{"` + name + `": ` + strings.Repeat("9", 100_000) + `}`,
	} {
		w.refused(t, what, method, path, body, http.StatusBadRequest)
	}
	if op.RequestBody.Required {
		w.refused(t, "nothing", method, path, "", http.StatusBadRequest)
	}
}

func (w *watched) sendBadFields(t *testing.T, method, path string, op badOperation) {
	names, schemas := w.document.properties(op.RequestBody.Content["application/json"].Schema)
	for _, name := range names {
		types := w.document.types(schemas[name])
		for kind, values := range map[string][]string{
			"boolean": {"true"}, "integer": {"7"}, "string": {`"no such value \u202e"`}, "object": {`{"no_such_member": 1}`}, "array": {"[[]]"},
		} {
			if len(types) == 0 || types[kind] {
				continue
			}
			for _, value := range values {
				w.refused(t, name+" as "+kind, method, path, fmt.Sprintf(`{"%s": %s}`, name, value), http.StatusBadRequest)
			}
		}
		if types["integer"] {
			for _, value := range []string{"1e400", "99999999999999999999", "-99999999999999999999", "NaN"} {
				w.refused(t, name+" as "+value, method, path, fmt.Sprintf(`{"%s": %s}`, name, value), http.StatusBadRequest)
			}
		}
		if types["string"] && !types["array"] && !types["object"] {
			w.refused(t, name+" over-long", method, path, fmt.Sprintf(`{"%s": "%s"}`, name, strings.Repeat("x", 100_000)),
				http.StatusBadRequest, http.StatusUnauthorized, http.StatusUnprocessableEntity) // some name what is not there
		}
	}
}

// TestBadParameters sends to every operation, in each of its parameters, what the
// parameter cannot be.
func TestBadParameters(t *testing.T) {
	t.Parallel()
	w := watch(newService(t, nil))
	for path, operations := range w.document.Paths {
		for method, op := range operations {
			t.Run(op.Summary, func(t *testing.T) {
				for _, p := range op.Parameters {
					w.sendBadParameter(t, method, path, op, p.Name, p.In, p.Schema)
				}
			})
		}
	}
}

func (w *watched) sendBadParameter(t *testing.T, method, path string, op badOperation, name, in string, schema badSchema) {
	types := w.document.types(schema)
	bad := []string{"a\x00b", "\xff\xfe"}
	if types["integer"] {
		bad = append(bad, "x", "1.5", "1e3", "99999999999999999999", "0x10", "１")
	}
	if types["boolean"] {
		bad = append(bad, "perhaps", "2")
	}
	if len(schema.Enum) > 0 {
		bad = append(bad, "no such value", strings.Repeat("x", 5000))
	}
	statuses := []int{http.StatusBadRequest}
	if op.Permission == "signed" {
		statuses = append(statuses, http.StatusForbidden)
	}
	for _, value := range bad {
		switch in {
		case "query":
			w.refused(t, name, method, fill(path, op)+"?"+name+"="+url.QueryEscape(value), "", statuses...)
		case "path":
			wrong := strings.ReplaceAll(path, "{"+name+"}", url.PathEscape(value))
			w.refused(t, name, method, fill(wrong, op), "", append(statuses, http.StatusNotFound)...)
		}
	}
}

// fill puts what does not exist into the places of a path.
func fill(path string, op badOperation) string {
	for _, p := range op.Parameters {
		value := "missing"
		if p.Schema.Type == "integer" {
			value = "987654"
		}
		path = strings.ReplaceAll(path, "{"+p.Name+"}", value)
	}
	return path
}

// TestMarkupComesBack: whatever looks like markup is text, and comes back as it
// was sent.
func TestMarkupComesBack(t *testing.T) {
	t.Parallel()
	s := newService(t, nil)
	const markup = `</title><script>alert("1")</script> & {{.}} ${x} %s '; DROP TABLE photos; --`
	quoted, err := json.Marshal(markup)
	s.must(err)
	for path, fields := range map[string][]string{
		"/v1/photos":          {"title", "description"},
		"/v1/categories":      {"name", "description", "seo_title", "seo_description"},
		"/v1/tags":            {"name", "description"},
		"/v1/timeline/events": {"title", "description"},
	} {
		for _, field := range fields {
			title := "name"
			if path == "/v1/photos" || path == "/v1/timeline/events" {
				title = "title"
			}
			body := map[string]json.RawMessage{title: json.RawMessage(fmt.Sprintf(`"Plain %s"`, field)), "date": json.RawMessage(`"2026-05-31"`)}
			if path != "/v1/timeline/events" {
				delete(body, "date")
			}
			body[field] = quoted
			encoded, err := json.Marshal(body)
			s.must(err)
			w := s.ask(vitrine.RoleSuperAdmin, "POST", path, string(encoded))
			var answer struct{ Data map[string]any }
			if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil || w.Code != http.StatusCreated || answer.Data[field] != markup {
				t.Errorf("%s of %s: got %d %s", field, path, w.Code, w.Body)
			}
		}
	}
}

// FuzzRequests sends anything anywhere: no answer is a failure of the server, and
// each can be read.
func FuzzRequests(f *testing.F) {
	s := newService(f, nil)
	w := watch(s)
	var operations [][2]string
	for path, of := range w.document.Paths {
		for method, op := range of {
			operations = append(operations, [2]string{strings.ToUpper(method), fill(path, op)})
		}
	}
	slices.SortFunc(operations, func(a, b [2]string) int { return strings.Compare(a[1]+a[0], b[1]+b[0]) })
	f.Add(uint(0), "page=1", []byte(`{"title": "Harbour"}`))
	f.Add(uint(7), "limit=%ff&sort_by=title", []byte("{\"tags\": [\"a\x00\"]}"))
	f.Fuzz(func(t *testing.T, which uint, query string, body []byte) {
		s.TB = t // what it reports is of this input
		op := operations[which%uint(len(operations))]
		target := (&url.URL{Path: op[1], RawQuery: strings.Map(printable, query)}).String()
		answer := s.ask(vitrine.RoleSuperAdmin, op[0], target, string(body))
		if answer.Code >= http.StatusInternalServerError {
			t.Errorf("%s %s: got %d %s", op[0], target, answer.Code, answer.Body)
		}
		if answer.Code != http.StatusNoContent && !json.Valid(answer.Body.Bytes()) {
			t.Errorf("%s %s: got %q", op[0], target, answer.Body)
		}
	})
}

// printable drops what no request line can hold.
func printable(r rune) rune {
	if r <= ' ' || r > '~' {
		return -1
	}
	return r
}

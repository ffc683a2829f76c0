package api_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/api"
)

// contract is the OpenAPI document, against which every answer in these tests is
// held: its status, its headers, and its body to the last field.
type contract struct {
	operations map[string][]*promise // by method
	compiler   *jsonschema.Compiler

	mu      sync.Mutex // the compiler is for one at a time
	schemas map[string]*jsonschema.Schema
}

// promise is a method of a path, in segments.
type promise struct {
	path      []string
	pointer   string // of the operation in the document
	responses map[string]response
}

type response struct {
	pointer string
	headers map[string]bool // whether each is required
	isJSON  bool
	media   string // of a body that is no JSON; "" for none
}

// documentURL is where the compiler finds the document.
const documentURL = "https://vitrine.example/openapi.json"

// theContract reads the document once: that of any service is the same.
var theContract = sync.OnceValues(func() (*contract, error) {
	a, err := api.New(api.Config{})
	if err != nil {
		return nil, err
	}
	w := httptest.NewRecorder()
	a.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/openapi.json", nil))
	document, err := jsonschema.UnmarshalJSON(w.Body)
	if err != nil {
		return nil, err
	}
	seal(document)
	c := &contract{operations: map[string][]*promise{}, compiler: jsonschema.NewCompiler(), schemas: map[string]*jsonschema.Schema{}}
	c.compiler.DefaultDraft(jsonschema.Draft2020)
	c.compiler.AssertFormat()
	if err := c.compiler.AddResource(documentURL, document); err != nil {
		return nil, err
	}
	for path, methods := range member(document, "paths").(map[string]any) {
		for method, op := range methods.(map[string]any) {
			c.add(document, path, method, op)
		}
	}
	return c, nil
})

// seal closes every object that is described by its properties, so that a field
// that is not described is noticed. In the document they are open: what is added
// to an answer one day must not break a client.
func seal(v any) {
	switch v := v.(type) {
	case map[string]any:
		_, isObject := v["properties"].(map[string]any)
		if _, said := v["additionalProperties"]; isObject && !said && v["type"] == "object" {
			v["additionalProperties"] = false
		}
		for _, inner := range v {
			seal(inner)
		}
	case []any:
		for _, inner := range v {
			seal(inner)
		}
	}
}

// member returns what is at a path into the document.
func member(v any, path ...string) any {
	for _, name := range path {
		object, _ := v.(map[string]any)
		v = object[name]
	}
	return v
}

// follow returns what is described at the pointer, and where: elsewhere if that
// is a reference.
func follow(document any, pointer string) (any, string) {
	var path []string
	for part := range strings.SplitSeq(strings.TrimPrefix(pointer, "#/"), "/") {
		path = append(path, strings.NewReplacer("~1", "/", "~0", "~").Replace(part))
	}
	v := member(document, path...)
	if ref, ok := member(v, "$ref").(string); ok {
		return follow(document, ref)
	}
	return v, pointer
}

func (c *contract) add(document any, path, method string, described any) {
	op := &promise{
		path:    strings.Split(strings.TrimPrefix(path, "/v1/"), "/"),
		pointer: "#/paths/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(path) + "/" + method, responses: map[string]response{},
	}
	for status := range member(described, "responses").(map[string]any) {
		found, pointer := follow(document, op.pointer+"/responses/"+status)
		r := response{pointer: pointer, headers: map[string]bool{}, isJSON: member(found, "content", "application/json") != nil}
		content, _ := member(found, "content").(map[string]any)
		for media := range content {
			if !r.isJSON {
				r.media = media
			}
		}
		headers, _ := member(found, "headers").(map[string]any)
		for name := range headers {
			header, _ := follow(document, pointer+"/headers/"+name)
			r.headers[http.CanonicalHeaderKey(name)] = member(header, "required") == true
		}
		op.responses[status] = r
	}
	c.operations[strings.ToUpper(method)] = append(c.operations[strings.ToUpper(method)], op)
}

// find returns the operation that answers a request; nil if there is none. As in
// a ServeMux, a word counts for more than a parameter.
func (c *contract) find(method, path string) *promise {
	if method == http.MethodHead {
		method = http.MethodGet
	}
	segments := strings.Split(strings.TrimPrefix(strings.TrimPrefix(path, "/api"), "/v1/"), "/")
	var best *promise
	for _, op := range c.operations[method] {
		if op.matches(segments) && (best == nil || op.words() > best.words()) {
			best = op
		}
	}
	return best
}

func (op *promise) matches(segments []string) bool {
	return slices.EqualFunc(op.path, segments, func(described, sent string) bool {
		return described == sent || strings.HasPrefix(described, "{") && sent != ""
	})
}

func (op *promise) words() (n int) {
	for _, segment := range op.path {
		if !strings.HasPrefix(segment, "{") {
			n++
		}
	}
	return n
}

// check returns what the document does not say of an answer, or says otherwise.
func (c *contract) check(r *http.Request, w *httptest.ResponseRecorder) error {
	op := c.find(r.Method, r.URL.Path)
	if op == nil || w.Code == http.StatusMethodNotAllowed {
		return nil // no operation, so nothing is said
	}
	described, ok := op.responses[strconv.Itoa(w.Code)]
	if !ok {
		return fmt.Errorf("the status %d is not documented", w.Code)
	}
	if err := described.checkHeaders(w.Header()); err != nil {
		return err
	}
	switch {
	case described.media != "":
		if got := w.Header().Get("Content-Type"); got != described.media {
			return fmt.Errorf("Content-Type is %q, not %q", got, described.media)
		}
		return nil
	case !described.isJSON || r.Method == http.MethodHead:
		if w.Body.Len() > 0 {
			return errors.New("there is a body")
		}
		return nil
	case w.Header().Get("Content-Type") != "application/json; charset=utf-8":
		return fmt.Errorf("Content-Type is %q", w.Header().Get("Content-Type"))
	}
	body, err := jsonschema.UnmarshalJSON(bytes.NewReader(w.Body.Bytes()))
	if err != nil {
		return err
	}
	schema, err := c.schema(described.pointer + "/content/application~1json/schema")
	if err != nil {
		return err
	}
	return schema.Validate(body)
}

// checkHeaders compares the headers that mean something to clients of this API.
func (r response) checkHeaders(h http.Header) error {
	for name, required := range r.headers {
		if required && h.Get(name) == "" {
			return fmt.Errorf("the header %s is missing", name)
		}
	}
	for name := range h {
		ours := strings.HasPrefix(name, "X-R") || strings.HasPrefix(name, "Api-") ||
			slices.Contains([]string{"Etag", "Retry-After", "Idempotent-Replayed", "Www-Authenticate"}, name)
		if _, documented := r.headers[name]; ours && !documented {
			return fmt.Errorf("the header %s is not documented", name)
		}
	}
	return nil
}

func (c *contract) schema(pointer string) (*jsonschema.Schema, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if known, ok := c.schemas[pointer]; ok {
		return known, nil
	}
	schema, err := c.compiler.Compile(documentURL + pointer)
	if err == nil {
		c.schemas[pointer] = schema
	}
	return schema, err
}

// abide holds an answer against the document.
func (s *service) abide(r *http.Request, w *httptest.ResponseRecorder) {
	s.Helper()
	c, err := theContract()
	s.must(err)
	if err := c.check(r, w); err != nil {
		s.Errorf("%s %s: got %d, not as the document says: %v\n%s", r.Method, r.URL, w.Code, err, w.Body)
	}
}

// TestContractNotices: what is not documented is noticed, of an answer that is.
func TestContractNotices(t *testing.T) {
	t.Parallel()
	s := newService(t, nil)
	s.publish("Harbour", "boats")
	c, err := theContract()
	s.must(err)
	for name, tt := range map[string]struct {
		target string
		change func(w *httptest.ResponseRecorder, body map[string]any)
	}{
		"a status":         {"/v1/photos/1", func(w *httptest.ResponseRecorder, _ map[string]any) { w.Code = http.StatusAccepted }},
		"a header":         {"/v1/photos/1", func(w *httptest.ResponseRecorder, _ map[string]any) { w.Header().Set("Retry-After", "1") }},
		"a missing header": {"/v1/photos/1", func(w *httptest.ResponseRecorder, _ map[string]any) { w.Header().Del("X-RateLimit-Limit") }},
		"a media type":     {"/v1/photos/1", func(w *httptest.ResponseRecorder, _ map[string]any) { w.Header().Set("Content-Type", "text/html") }},
		"a field":          {"/v1/photos/1", func(_ *httptest.ResponseRecorder, body map[string]any) { body["data"].(map[string]any)["more"] = 1 }},
		"a missing field":  {"/v1/photos/1", func(_ *httptest.ResponseRecorder, body map[string]any) { delete(body["data"].(map[string]any), "slug") }},
		"a missing member": {"/v1/photos", func(_ *httptest.ResponseRecorder, body map[string]any) { delete(body, "pagination") }},
		"a type":           {"/v1/photos", func(_ *httptest.ResponseRecorder, body map[string]any) { body["data"] = nil }},
		"a format": {"/v1/photos/1", func(_ *httptest.ResponseRecorder, body map[string]any) {
			body["data"].(map[string]any)["created_at"] = "yesterday"
		}},
		"details": {"/v1/photos/2", func(_ *httptest.ResponseRecorder, body map[string]any) {
			body["error"].(map[string]any)["details"] = nil
		}},
	} {
		r := httptest.NewRequest(http.MethodGet, tt.target, nil)
		w := s.ask(vitrine.RoleEditor, r.Method, tt.target, "")
		var body map[string]any
		s.must(json.Unmarshal(w.Body.Bytes(), &body))
		tt.change(w, body)
		changed, err := json.Marshal(body)
		s.must(err)
		w.Body = bytes.NewBuffer(changed)
		if c.check(r, w) == nil {
			t.Errorf("%s is not noticed", name)
		}
	}
}

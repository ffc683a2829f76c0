package openapi

import (
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-photos/vitrine/internal/api/binding"
	"github.com/vitrine-photos/vitrine/internal/idempotency"
)

// Operation is what the document says of one route of the table.
type Operation struct {
	Method  string
	Path    string // with its prefix
	Tag     string // the part that it is sorted into
	Summary string // what it does, in the imperative; names the operation too
	Access  string // who may, as the table has it
	Class   string // which rate limit it counts in, as the table has it
	Words   string // both of these in sentences
	Token   Token

	Input reflect.Type // a struct of parameters and, if there is one, a Body
	Media string       // of a body that is no JSON; "" for JSON
	File  string       // the field of a form that holds files, many if it ends in "[]"; "" if the body is the file

	Success int                     // status of a success
	Members map[string]*huma.Schema // of its envelope, beside those that each has; nil for no body
	Content string                  // media type of a success without an envelope; "" for the envelope
	Refuses bool                    // some who are known: 403
	Limited bool                    // by a rate limit: 429
	Tagged  bool                    // a read whose answers carry an entity tag, to be asked with
	Keyed   bool                    // an Idempotency-Key is honoured

	Deprecated bool // it says when it goes
}

// Token tells whether an operation takes an access token.
type Token int

// Whether a token is taken.
const (
	TokenRequired Token = iota
	TokenOptional
	TokenIgnored // something else says who may
)

// security lists the ways to be admitted; one of them must be gone.
func (t Token) security() []map[string][]string {
	switch t {
	case TokenOptional:
		return []map[string][]string{{}, {"bearer": {}}}
	case TokenIgnored:
		return []map[string][]string{{}}
	}
	return []map[string][]string{{"bearer": {}}}
}

// Add describes an operation.
func (d *Document) Add(op Operation) {
	described := &huma.Operation{
		OperationID: operationID(op.Summary), Method: op.Method, Path: op.Path,
		Summary: op.Summary, Description: op.Words, Tags: []string{op.Tag},
		Responses:  map[string]*huma.Response{strconv.Itoa(op.Success): d.success(&op)},
		Security:   op.Token.security(),
		Extensions: map[string]any{"x-permission": op.Access, "x-rate-class": op.Class},
		Deprecated: op.Deprecated,
	}
	for _, p := range binding.ParamsOf(op.Input) {
		described.Parameters = append(described.Parameters, d.parameter(p))
	}
	if op.Tagged {
		described.Parameters = append(described.Parameters, ifNoneMatch())
		described.Responses["304"] = unchanged()
	}
	if op.Keyed {
		described.Parameters = append(described.Parameters, idempotencyKey())
	}
	described.RequestBody = d.requestBody(&op)
	for _, status := range op.errorStatuses(described) {
		described.Responses[strconv.Itoa(status)] = &huma.Response{Ref: "#/components/responses/" + responseName(status)}
	}
	d.model.AddOperation(described)
}

// operationID turns "List photos" into listPhotos.
func operationID(summary string) string {
	words := strings.Fields(summary)
	for i, word := range words {
		words[i] = strings.ToUpper(word[:1]) + word[1:]
	}
	words[0] = strings.ToLower(words[0])
	return strings.Join(words, "")
}

func (d *Document) parameter(p binding.Param) *huma.Param {
	if p.Field.Type.Kind() == reflect.Pointer {
		p.Field.Type = p.Field.Type.Elem() // it may be left out, but not be null
	}
	return &huma.Param{
		Name: p.Name, In: p.In, Required: p.Required, Description: p.Field.Tag.Get("doc"),
		Schema: huma.SchemaFromField(d.Schemas, p.Field, ""),
	}
}

func ifNoneMatch() *huma.Param {
	return &huma.Param{
		Name: "If-None-Match", In: binding.InHeader, Description: "Answer 304 if this is still the ETag.",
		Schema: &huma.Schema{Type: huma.TypeString, Examples: []any{`"p42-7-pe"`}},
	}
}

func idempotencyKey() *huma.Param {
	shortest, longest := 1, idempotency.MaxKey
	return &huma.Param{
		Name: idempotency.Header, In: binding.InHeader,
		Description: "Names this request, so that it can be sent again within a day: it is carried out once, and answered the same.",
		Schema: &huma.Schema{
			Type: huma.TypeString, MinLength: &shortest, MaxLength: &longest, Pattern: "^[ -~]+$",
			Examples: []any{"8e03978e-40d5-43dd-bc93-6894a57f9324"},
		},
	}
}

func (d *Document) requestBody(op *Operation) *huma.RequestBody {
	if op.Media != "" {
		return &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{op.Media: {Schema: fileSchema(op.File)}}}
	}
	field, ok := op.Input.FieldByName("Body")
	if !ok {
		return nil
	}
	return &huma.RequestBody{
		Required: field.Tag.Get("required") != "false",
		Content:  map[string]*huma.MediaType{"application/json": {Schema: d.bodySchema(field.Type, op.Success == http.StatusCreated)}},
	}
}

// fileSchema describes bytes, or a form with a file in the field, or many if that
// ends in "[]".
func fileSchema(field string) *huma.Schema {
	if field == "" {
		return &huma.Schema{Type: huma.TypeString, Format: "binary"}
	}
	file := &huma.Schema{Type: huma.TypeString, Format: "binary", Description: "The picture. Its content decides the type."}
	if strings.HasSuffix(field, "[]") {
		file = &huma.Schema{Type: huma.TypeArray, Items: file, Description: "The field may be repeated."}
	}
	return &huma.Schema{Type: huma.TypeObject, Required: []string{field}, Properties: map[string]*huma.Schema{field: file}}
}

// bodySchema describes a body. What only a creation requires is added to it
// there, as one schema serves both ways of writing.
func (d *Document) bodySchema(t reflect.Type, creating bool) *huma.Schema {
	body := d.Schemas.Of(t)
	var required []string
	for name, field := range binding.Fields(t) {
		if field.Tag.Get("required") == "creation" {
			required = append(required, name)
		}
	}
	if !creating || required == nil {
		return body
	}
	slices.Sort(required)
	return &huma.Schema{AllOf: []*huma.Schema{body, {Type: huma.TypeObject, Required: required}}}
}

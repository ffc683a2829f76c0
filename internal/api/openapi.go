package api

import (
	"encoding/json"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-photos/vitrine/internal/idempotency"
)

// documenter writes the OpenAPI document from the table of routes and the types
// that the handlers take and give.
type documenter struct {
	schemas *schemas
	doc     *huma.OpenAPI
}

// newDocument describes the routes as OpenAPI 3.1, in JSON.
func newDocument(routes []route, deprecated map[string]time.Time, baseURL string) ([]byte, error) {
	d := documenter{schemas: newSchemas()}
	if baseURL == "" {
		baseURL = "/"
	}
	d.doc = &huma.OpenAPI{
		OpenAPI: "3.1.0",
		Info: &huma.Info{
			Title: "Vitrine", Version: apiVersion + ".0",
			Description: "A photo portfolio: photos and their derived pictures, categories, tags, settings and users. " +
				"Every answer is an envelope with success, code, message and meta; every error names its type, and faults name their fields.",
			License: &huma.License{Name: "Apache-2.0", Identifier: "Apache-2.0"},
		},
		Servers: []*huma.Server{{URL: baseURL}},
		Tags:    documentTags(),
		Components: &huma.Components{
			Schemas:   d.schemas,
			Headers:   componentHeaders(),
			Responses: map[string]*huma.Response{},
			SecuritySchemes: map[string]*huma.SecurityScheme{
				"bearer": {Type: "http", Scheme: "bearer", BearerFormat: "JWT", Description: "The access token of POST /v1/auth/login."},
			},
		},
	}
	d.describeErrors()
	for _, r := range routes {
		op := d.operation(r)
		if _, op.Deprecated = deprecated[r.method+" "+r.path]; op.Deprecated {
			maps.Copy(op.Responses[strconv.Itoa(r.success)].Headers, deprecationHeaders())
		}
		d.doc.AddOperation(op)
	}
	return json.Marshal(d.doc)
}

// documentTags describe the parts that operations are sorted into: the first
// word of their path.
func documentTags() []*huma.Tag {
	var tags []*huma.Tag
	for _, tag := range [][2]string{
		{"auth", "Signing in and out, and one's own profile."},
		{"photos", "Photos, their trash and their search."},
		{"upload", "Files on their way in, and the work on them."},
		{"categories", "The tree that photos are sorted into."},
		{"tags", "The words that photos share."},
		{"timeline", "Photos by year and month, and what happened then."},
		{"settings", "What the photographer may change while the service runs, and the cache."},
		{"dashboard", "The service at a glance."},
		{"stats", "Counts of photos, views and bytes."},
		{"users", "Who may sign in, and their sessions."},
		{"webhooks", "Who is told of events, and how that went."},
		{"system", "Backups, and the log of who changed what."},
		{"health", "How the parts of the service are."},
	} {
		tags = append(tags, &huma.Tag{Name: tag[0], Description: tag[1]})
	}
	return tags
}

func (d *documenter) operation(r route) *huma.Operation {
	op := &huma.Operation{
		OperationID: operationID(r.summary), Method: r.method, Path: prefixes()[0] + r.path,
		Summary: r.summary, Description: accessSentence(r), Tags: []string{strings.Split(r.path, "/")[1]},
		Responses:  map[string]*huma.Response{strconv.Itoa(r.success): d.success(r)},
		Extensions: map[string]any{"x-permission": string(r.access), "x-rate-class": string(r.class)},
	}
	switch r.access {
	case public:
		op.Security = []map[string][]string{{}, {"bearer": {}}}
	case signed:
		op.Security = []map[string][]string{{}}
	default:
		op.Security = []map[string][]string{{"bearer": {}}}
	}
	for _, p := range paramsOf(r.input) {
		op.Parameters = append(op.Parameters, d.parameter(p))
	}
	if r.hasTag() {
		op.Parameters = append(op.Parameters, ifNoneMatch())
		op.Responses["304"] = &huma.Response{Description: "Nothing has changed since the answer with that ETag.", Headers: headerRefs(answerHeaders("ETag")...)}
	}
	if r.isIdempotent() {
		op.Parameters = append(op.Parameters, idempotencyKey())
	}
	op.RequestBody = d.requestBody(r)
	for _, status := range errorStatuses(r, op) {
		op.Responses[strconv.Itoa(status)] = &huma.Response{Ref: "#/components/responses/" + responseName(status)}
	}
	return op
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

func accessSentence(r route) string {
	who := "Needs the permission " + string(r.access) + "."
	switch r.access {
	case public:
		who = "For everyone; a token, if sent, must be valid."
	case signedIn:
		who = "For any signed-in user."
	case signed:
		who = "For whoever holds the signed address."
	case byAction:
		who = "Needs the permission of the action."
	}
	if r.class == unlimited {
		return who + " Counts in no rate limit."
	}
	return who + " Counts in the rate class " + string(r.class) + "."
}

func (d *documenter) parameter(p param) *huma.Param {
	if p.field.Type.Kind() == reflect.Pointer {
		p.field.Type = p.field.Type.Elem() // it may be left out, but not be null
	}
	return &huma.Param{
		Name: p.name, In: p.in, Required: p.required, Description: p.field.Tag.Get("doc"),
		Schema: huma.SchemaFromField(d.schemas, p.field, ""),
	}
}

func ifNoneMatch() *huma.Param {
	return &huma.Param{
		Name: "If-None-Match", In: inHeader, Description: "Answer 304 if this is still the ETag.",
		Schema: &huma.Schema{Type: huma.TypeString, Examples: []any{`"p42-7-pe"`}},
	}
}

func idempotencyKey() *huma.Param {
	shortest, longest := 1, idempotency.MaxKey
	return &huma.Param{
		Name: idempotency.Header, In: inHeader,
		Description: "Names this request, so that it can be sent again within a day: it is carried out once, and answered the same.",
		Schema: &huma.Schema{
			Type: huma.TypeString, MinLength: &shortest, MaxLength: &longest, Pattern: "^[ -~]+$",
			Examples: []any{"8e03978e-40d5-43dd-bc93-6894a57f9324"},
		},
	}
}

func (d *documenter) requestBody(r route) *huma.RequestBody {
	if r.media != "" {
		return &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{r.media: {Schema: fileSchema(r.field)}}}
	}
	field, ok := r.input.FieldByName("Body")
	if !ok {
		return nil
	}
	return &huma.RequestBody{
		Required: field.Tag.Get("required") != "false",
		Content:  map[string]*huma.MediaType{"application/json": {Schema: d.bodySchema(field.Type, r.success == http.StatusCreated)}},
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
func (d *documenter) bodySchema(t reflect.Type, creating bool) *huma.Schema {
	body := d.schemas.of(t)
	var required []string
	for name, field := range jsonFields(t) {
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

package api

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-photos/vitrine"
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
		Components: &huma.Components{
			Schemas:   d.schemas,
			Responses: map[string]*huma.Response{},
			SecuritySchemes: map[string]*huma.SecurityScheme{
				"bearer": {Type: "http", Scheme: "bearer", BearerFormat: "JWT", Description: "The access token of POST /v1/auth/login."},
			},
		},
	}
	d.describeErrors()
	for _, r := range routes {
		op := d.operation(r)
		_, op.Deprecated = deprecated[r.method+" "+r.path]
		d.doc.AddOperation(op)
	}
	return json.Marshal(d.doc)
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
	if r.method == get && r.class != unlimited {
		op.Parameters = append(op.Parameters, ifNoneMatch())
		op.Responses["304"] = &huma.Response{Description: "Nothing has changed since the answer with that ETag."}
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
		Name: p.name, In: p.in, Required: p.in == inPath, Description: p.field.Tag.Get("doc"),
		Schema: huma.SchemaFromField(d.schemas, p.field, ""),
	}
}

func ifNoneMatch() *huma.Param {
	return &huma.Param{
		Name: "If-None-Match", In: inHeader, Description: "Answer 304 if this is still the ETag.",
		Schema: &huma.Schema{Type: huma.TypeString, Examples: []any{`"p42-7-pe"`}},
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

// success describes the answer of an operation that went well.
func (d *documenter) success(r route) *huma.Response {
	response := &huma.Response{Description: http.StatusText(r.success), Headers: rateHeaders()}
	members := reflect.Zero(r.output).Interface().(result).schemas(d.schemas) //nolint:errcheck // on takes results only
	if members == nil {
		return response
	}
	members["success"] = &huma.Schema{Type: huma.TypeBoolean, Enum: []any{true}}
	members["code"] = &huma.Schema{Type: huma.TypeInteger, Examples: []any{r.success}}
	members["message"] = &huma.Schema{Type: huma.TypeString, Examples: []any{http.StatusText(r.success)}}
	members["meta"] = d.schemas.of(reflect.TypeFor[meta]())
	response.Content = map[string]*huma.MediaType{"application/json": {
		Schema: &huma.Schema{Type: huma.TypeObject, Properties: members, Required: slices.Sorted(maps.Keys(members))},
	}}
	return response
}

func rateHeaders() map[string]*huma.Param {
	headers := map[string]*huma.Param{}
	for name, description := range map[string]string{
		"X-RateLimit-Limit":     "Requests allowed in the window.",
		"X-RateLimit-Remaining": "Requests left in the window.",
		"X-RateLimit-Reset":     "When the window ends, in epoch seconds.",
		"X-RateLimit-Window":    "Length of the window in seconds.",
	} {
		headers[name] = &huma.Header{Description: description, Schema: &huma.Schema{Type: huma.TypeInteger}}
	}
	return headers
}

// errorExamples are the errors of the service, with what their details hold.
func errorExamples() []*vitrine.Error {
	errorOf := func(err error) *vitrine.Error { return err.(*vitrine.Error) } //nolint:errcheck,errorlint // made right here
	return []*vitrine.Error{
		errorOf(vitrine.Invalid("location.latitude", vitrine.FaultOutOfRange, "must be between -90 and 90")),
		errorOf(vitrine.Unauthenticated("Sign in to do this.")),
		errorOf(vitrine.Forbidden(vitrine.PhotoDelete, vitrine.RoleEditor)),
		errorOf(vitrine.NotFound("photo", 42)),
		errorOf(vitrine.Conflict("slug_taken", "Another photo has this slug.", map[string]any{"slug": "harbour-at-dawn"})),
		errorOf(vitrine.Unprocessable("categories[1]", vitrine.FaultNotFound, "there is no such category")),
		{
			Code: vitrine.CodeRateLimited, Message: "Too many requests. Wait a little and try again.",
			Details: limitDetails{Limit: 1000, Window: 3600, ResetAt: time.Date(2026, 5, 31, 9, 0, 0, 0, time.UTC)},
		},
		{Code: vitrine.CodeInternal, Message: "Something went wrong here. It was logged under this request's id."},
		errorOf(vitrine.Unavailable("There is no room left to keep files.", time.Minute, nil)),
	}
}

// describeErrors adds a response for each status of an error, and their schema.
func (d *documenter) describeErrors() {
	codes := []any{}
	for _, code := range []vitrine.Code{
		vitrine.CodeValidation, vitrine.CodeUnauthenticated, vitrine.CodeInvalidToken, vitrine.CodeTokenExpired,
		vitrine.CodeForbidden, vitrine.CodeNotFound, vitrine.CodeConflict, vitrine.CodeUnprocessable,
		vitrine.CodeRateLimited, vitrine.CodeInternal, vitrine.CodeUnavailable,
	} {
		codes = append(codes, string(code))
	}
	d.schemas.named["Error"] = &huma.Schema{
		Type: huma.TypeObject, Required: []string{"success", "code", "message", "error", "meta"},
		Properties: map[string]*huma.Schema{
			"success": {Type: huma.TypeBoolean, Enum: []any{false}},
			"code":    {Type: huma.TypeInteger, Description: "The HTTP status."},
			"message": {Type: huma.TypeString, Description: "What was wrong, for people."},
			"meta":    d.schemas.of(reflect.TypeFor[meta]()),
			"error": {Type: huma.TypeObject, Required: []string{"type", "details"}, Properties: map[string]*huma.Schema{
				"type":    {Type: huma.TypeString, Enum: codes},
				"details": {Description: "A list of faults for VALIDATION_ERROR and UNPROCESSABLE_ENTITY; an object or null for the others.", AnyOf: d.detailSchemas()},
			}},
		},
	}
	for _, e := range errorExamples() {
		status := statusOf(e.Code)
		d.doc.Components.Responses[responseName(status)] = &huma.Response{
			Description: fmt.Sprintf("%s: %s", e.Code, e.Message), Headers: rateHeaders(),
			Content: map[string]*huma.MediaType{"application/json": {
				Schema: &huma.Schema{Ref: schemaPrefix + "Error"},
				Example: map[string]any{
					"success": false, "code": status, "message": e.Message,
					"error": problem{Type: e.Code, Details: detailsOf(e)},
					"meta":  meta{Timestamp: time.Date(2026, 5, 31, 8, 30, 0, 0, time.UTC), RequestID: "K7Q2M4XW5T3B6Y7Z2A4C5D6E7F"},
				},
			}},
		}
	}
}

func (d *documenter) detailSchemas() []*huma.Schema {
	return []*huma.Schema{
		d.schemas.of(reflect.TypeFor[[]vitrine.Fault]()),
		d.schemas.of(reflect.TypeFor[vitrine.ForbiddenDetails]()),
		d.schemas.of(reflect.TypeFor[originDetails]()),
		d.schemas.of(reflect.TypeFor[vitrine.NotFoundDetails]()),
		d.schemas.of(reflect.TypeFor[limitDetails]()),
		{Type: huma.TypeObject, AdditionalProperties: true},
		{Type: "null"},
	}
}

// responseName turns 404 into NotFound.
func responseName(status int) string { return strings.ReplaceAll(http.StatusText(status), " ", "") }

// errorStatuses lists the statuses of the errors that an operation may answer.
func errorStatuses(r route, op *huma.Operation) []int {
	statuses := []int{http.StatusUnauthorized, http.StatusInternalServerError, http.StatusServiceUnavailable}
	if r.class != unlimited {
		statuses = append(statuses, http.StatusTooManyRequests)
	}
	if len(op.Parameters) > 0 || op.RequestBody != nil {
		statuses = append(statuses, http.StatusBadRequest)
	}
	if r.access != public && r.access != signedIn || r.restricted {
		statuses = append(statuses, http.StatusForbidden)
	}
	if strings.Contains(r.path, "{") {
		statuses = append(statuses, http.StatusNotFound)
	}
	if r.method != get {
		statuses = append(statuses, http.StatusConflict)
	}
	if op.RequestBody != nil {
		statuses = append(statuses, http.StatusUnprocessableEntity)
	}
	return statuses
}

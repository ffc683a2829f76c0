package api

import (
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-photos/vitrine"
)

// hasTag reports whether the answers of a route carry an entity tag that a
// client may ask with: those of reads do, but for what moves all the time.
func (r route) hasTag() bool { return r.method == get && r.class != unlimited }

// success describes the answer of an operation that went well.
func (d *documenter) success(r route) *huma.Response {
	names := answerHeaders()
	if r.hasTag() || r.method == put || r.method == post {
		names = append(names, "ETag")
	}
	if r.isIdempotent() {
		names = append(names, "Idempotent-Replayed")
	}
	response := &huma.Response{Description: http.StatusText(r.success), Headers: headerRefs(names...)}
	members := reflect.Zero(r.output).Interface().(result).schemas(d.schemas) //nolint:errcheck // on takes results only
	if members == nil {
		return response
	}
	members["success"] = &huma.Schema{Type: huma.TypeBoolean, Enum: []any{true}}
	members["code"] = &huma.Schema{Type: huma.TypeInteger, Enum: []any{r.success}, Examples: []any{r.success}}
	members["message"] = &huma.Schema{Type: huma.TypeString, Examples: []any{http.StatusText(r.success)}}
	members["meta"] = d.schemas.of(reflect.TypeFor[meta]())
	response.Content = map[string]*huma.MediaType{"application/json": {
		Schema: &huma.Schema{Type: huma.TypeObject, Properties: members, Required: slices.Sorted(maps.Keys(members))},
	}}
	return response
}

const headerPrefix = "#/components/headers/"

// componentHeaders describes the headers of answers that mean something to
// clients of this API in particular.
func componentHeaders() map[string]*huma.Header {
	number := &huma.Schema{Type: huma.TypeInteger}
	text := &huma.Schema{Type: huma.TypeString}
	return map[string]*huma.Header{
		"API-Version":           {Description: "The version of this interface.", Required: true, Schema: &huma.Schema{Type: huma.TypeString, Examples: []any{apiVersion}}},
		"X-Request-Id":          {Description: "As in meta. One that is sent is kept if it is 1 to 64 of A-Za-z0-9._-.", Required: true, Schema: text},
		"X-RateLimit-Limit":     {Description: "Requests allowed in the window.", Required: true, Schema: number},
		"X-RateLimit-Remaining": {Description: "Requests left in the window.", Required: true, Schema: number},
		"X-RateLimit-Reset":     {Description: "When the window ends, in epoch seconds.", Required: true, Schema: number},
		"X-RateLimit-Window":    {Description: "Length of the window in seconds.", Required: true, Schema: number},
		"ETag":                  {Description: "The version of what is answered, for If-None-Match and If-Match; absent where there is none.", Schema: &huma.Schema{Type: huma.TypeString, Examples: []any{`"p42-7-pe"`}}},
		"Idempotent-Replayed":   {Description: "The request was carried out before, and this is the answer of then.", Schema: truth()},
		"Retry-After":           {Description: "Seconds to wait before the next try.", Schema: number},
		"WWW-Authenticate":      {Description: "How to sign in (RFC 6750).", Required: true, Schema: text},
	}
}

// answerHeaders names the headers of every answer, and more.
func answerHeaders(more ...string) []string {
	return append([]string{"API-Version", "X-Request-Id", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "X-RateLimit-Window"}, more...)
}

func headerRefs(names ...string) map[string]*huma.Param {
	headers := map[string]*huma.Param{}
	for _, name := range names {
		headers[name] = &huma.Header{Ref: headerPrefix + name}
	}
	return headers
}

// deprecationHeaders describes what the answers of a deprecated operation carry
// besides.
func deprecationHeaders() map[string]*huma.Param {
	return map[string]*huma.Param{
		"API-Deprecated": {Description: "This operation will go.", Required: true, Schema: truth()},
		"API-Sunset":     {Description: "When it goes.", Required: true, Schema: &huma.Schema{Type: huma.TypeString, Format: "date-time"}},
	}
}

// truth describes a header that says "true" or is not there.
func truth() *huma.Schema { return &huma.Schema{Type: huma.TypeString, Enum: []any{"true"}} }

// errorAnswer describes the errors of one status.
type errorAnswer struct {
	example *vitrine.Error
	codes   []vitrine.Code
	details []*huma.Schema // one of these
	headers []string       // besides those of every answer
}

func (d *documenter) errorAnswers() []errorAnswer {
	errorOf := func(err error) *vitrine.Error { return err.(*vitrine.Error) } //nolint:errcheck,errorlint // made right here
	of := func(types ...reflect.Type) (all []*huma.Schema) {
		for _, t := range types {
			all = append(all, d.schemas.of(t))
		}
		return all
	}
	faults := of(reflect.TypeFor[[]vitrine.Fault]())
	nothing := []*huma.Schema{{Type: "null"}}
	return []errorAnswer{
		{
			errorOf(vitrine.Invalid("location.latitude", vitrine.FaultOutOfRange, "must be between -90 and 90")),
			[]vitrine.Code{vitrine.CodeValidation}, faults, nil,
		},
		{
			errorOf(vitrine.Unauthenticated("Sign in to do this.")),
			[]vitrine.Code{vitrine.CodeUnauthenticated, vitrine.CodeInvalidToken, vitrine.CodeTokenExpired}, nothing, []string{"WWW-Authenticate"},
		},
		{
			errorOf(vitrine.Forbidden(vitrine.PhotoDelete, vitrine.RoleEditor)),
			[]vitrine.Code{vitrine.CodeForbidden}, of(reflect.TypeFor[vitrine.ForbiddenDetails](), reflect.TypeFor[originDetails]()), nil,
		},
		{
			errorOf(vitrine.NotFound("photo", 42)),
			[]vitrine.Code{vitrine.CodeNotFound}, of(reflect.TypeFor[vitrine.NotFoundDetails]()), nil,
		},
		{
			errorOf(vitrine.Conflict("slug_taken", "Another photo has this slug.", map[string]any{"slug": "harbour-at-dawn"})),
			[]vitrine.Code{vitrine.CodeConflict}, []*huma.Schema{conflictSchema()}, []string{"Retry-After", "Idempotent-Replayed"},
		},
		{
			errorOf(vitrine.Unprocessable("categories[1]", vitrine.FaultNotFound, "there is no such category")),
			[]vitrine.Code{vitrine.CodeUnprocessable}, faults, []string{"Idempotent-Replayed"},
		},
		{
			&vitrine.Error{
				Code: vitrine.CodeRateLimited, Message: "Too many requests. Wait a little and try again.",
				Details: limitDetails{Limit: 1000, Window: 3600, ResetAt: time.Date(2026, 5, 31, 9, 0, 0, 0, time.UTC)},
			},
			[]vitrine.Code{vitrine.CodeRateLimited}, of(reflect.TypeFor[limitDetails]()), []string{"Retry-After"},
		},
		{
			&vitrine.Error{Code: vitrine.CodeInternal, Message: "Something went wrong here. It was logged under this request's id."},
			[]vitrine.Code{vitrine.CodeInternal}, nothing, nil,
		},
		{
			errorOf(vitrine.Unavailable("There is no room left to keep files.", time.Minute, nil)),
			[]vitrine.Code{vitrine.CodeUnavailable}, nothing, []string{"Retry-After"},
		},
	}
}

// conflictSchema describes the details of a conflict: what it is in a word, and
// what helps to resolve it.
func conflictSchema() *huma.Schema {
	return &huma.Schema{
		Type: huma.TypeObject, Required: []string{"conflict"}, AdditionalProperties: true,
		Properties: map[string]*huma.Schema{"conflict": {
			Type: huma.TypeString, Description: "What the conflict is; what stands beside it depends on that.", Examples: []any{"slug_taken"},
		}},
	}
}

// describeErrors adds a response for each status of an error.
func (d *documenter) describeErrors() {
	for _, e := range d.errorAnswers() {
		status := statusOf(e.example.Code)
		d.doc.Components.Responses[responseName(status)] = &huma.Response{
			Description: fmt.Sprintf("%s: %s", e.example.Code, e.example.Message), Headers: headerRefs(answerHeaders(e.headers...)...),
			Content: map[string]*huma.MediaType{"application/json": {
				Schema: d.errorSchema(status, e),
				Example: map[string]any{
					"success": false, "code": status, "message": e.example.Message,
					"error": problem{Type: e.example.Code, Details: detailsOf(e.example)},
					"meta":  meta{Timestamp: time.Date(2026, 5, 31, 8, 30, 0, 0, time.UTC), RequestID: "K7Q2M4XW5T3B6Y7Z2A4C5D6E7F"},
				},
			}},
		}
	}
}

// errorSchema describes the envelope of the errors of one status.
func (d *documenter) errorSchema(status int, e errorAnswer) *huma.Schema {
	var codes []any
	for _, code := range e.codes {
		codes = append(codes, string(code))
	}
	details := e.details[0]
	if len(e.details) > 1 {
		details = &huma.Schema{AnyOf: e.details}
	}
	return &huma.Schema{
		Type: huma.TypeObject, Required: []string{"code", "error", "message", "meta", "success"},
		Properties: map[string]*huma.Schema{
			"success": {Type: huma.TypeBoolean, Enum: []any{false}},
			"code":    {Type: huma.TypeInteger, Enum: []any{status}, Description: "The HTTP status."},
			"message": {Type: huma.TypeString, Description: "What was wrong, for people."},
			"meta":    d.schemas.of(reflect.TypeFor[meta]()),
			"error": {Type: huma.TypeObject, Required: []string{"details", "type"}, Properties: map[string]*huma.Schema{
				"type":    {Type: huma.TypeString, Enum: codes},
				"details": details,
			}},
		},
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
	// Whoever may write: pages of other origins may not.
	if r.method != get || r.access != public && r.access != signedIn || r.restricted {
		statuses = append(statuses, http.StatusForbidden)
	}
	if strings.Contains(r.path, "{") {
		statuses = append(statuses, http.StatusNotFound)
	}
	if r.method != get {
		statuses = append(statuses, http.StatusConflict)
	}
	if op.RequestBody != nil || r.isIdempotent() {
		statuses = append(statuses, http.StatusUnprocessableEntity)
	}
	return statuses
}

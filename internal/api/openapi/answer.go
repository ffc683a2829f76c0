package openapi

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-photos/vitrine"
)

// success describes the answer of an operation that went well.
func (d *Document) success(op *Operation) *huma.Response {
	names := answerHeaders()
	if op.Tagged || op.Method == http.MethodPut || op.Method == http.MethodPost {
		names = append(names, "ETag")
	}
	if op.Keyed {
		names = append(names, "Idempotent-Replayed")
	}
	response := &huma.Response{Description: http.StatusText(op.Success), Headers: headerRefs(names...)}
	if op.Deprecated {
		maps.Copy(response.Headers, deprecationHeaders())
	}
	if op.Content != "" {
		response.Content = map[string]*huma.MediaType{op.Content: {Schema: &huma.Schema{Type: huma.TypeString}}}
	}
	if op.Members == nil {
		return response
	}
	members := maps.Clone(op.Members)
	members["success"] = &huma.Schema{Type: huma.TypeBoolean, Enum: []any{true}}
	members["code"] = &huma.Schema{Type: huma.TypeInteger, Enum: []any{op.Success}, Examples: []any{op.Success}}
	members["message"] = &huma.Schema{Type: huma.TypeString, Examples: []any{http.StatusText(op.Success)}}
	members["meta"] = d.meta()
	response.Content = map[string]*huma.MediaType{"application/json": {
		Schema: &huma.Schema{Type: huma.TypeObject, Properties: members, Required: slices.Sorted(maps.Keys(members))},
	}}
	return response
}

// unchanged describes the answer to a read that has what it asks for.
func unchanged() *huma.Response {
	return &huma.Response{Description: "Nothing has changed since the answer with that ETag.", Headers: headerRefs(answerHeaders("ETag")...)}
}

// Errors describes the errors of one status.
type Errors struct {
	Status  int
	Codes   []vitrine.Code // the first is that of the example
	Message string         // of the example
	Problem any            // the member error of the example
	Details []*huma.Schema // one of these
	Headers []string       // besides those of every answer
}

// AddErrors describes the errors of a status, for the operations to refer to.
func (d *Document) AddErrors(e Errors) {
	d.model.Components.Responses[responseName(e.Status)] = &huma.Response{
		Description: fmt.Sprintf("%s: %s", e.Codes[0], e.Message), Headers: headerRefs(answerHeaders(e.Headers...)...),
		Content: map[string]*huma.MediaType{"application/json": {
			Schema: d.errorSchema(e),
			Example: map[string]any{
				"success": false, "code": e.Status, "message": e.Message, "error": e.Problem, "meta": d.service.Meta,
			},
		}},
	}
}

// errorSchema describes the envelope of the errors of one status.
func (d *Document) errorSchema(e Errors) *huma.Schema {
	var codes []any
	for _, code := range e.Codes {
		codes = append(codes, string(code))
	}
	details := e.Details[0]
	if len(e.Details) > 1 {
		details = &huma.Schema{AnyOf: e.Details}
	}
	return &huma.Schema{
		Type: huma.TypeObject, Required: []string{"code", "error", "message", "meta", "success"},
		Properties: map[string]*huma.Schema{
			"success": {Type: huma.TypeBoolean, Enum: []any{false}},
			"code":    {Type: huma.TypeInteger, Enum: []any{e.Status}, Description: "The HTTP status."},
			"message": {Type: huma.TypeString, Description: "What was wrong, for people."},
			"meta":    d.meta(),
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
func (op *Operation) errorStatuses(described *huma.Operation) []int {
	statuses := []int{http.StatusUnauthorized, http.StatusInternalServerError, http.StatusServiceUnavailable}
	if op.Limited {
		statuses = append(statuses, http.StatusTooManyRequests)
	}
	if len(described.Parameters) > 0 || described.RequestBody != nil {
		statuses = append(statuses, http.StatusBadRequest)
	}
	if op.Refuses {
		statuses = append(statuses, http.StatusForbidden)
	}
	if strings.Contains(op.Path, "{") {
		statuses = append(statuses, http.StatusNotFound)
	}
	if op.Method != http.MethodGet {
		statuses = append(statuses, http.StatusConflict)
	}
	if described.RequestBody != nil || op.Keyed {
		statuses = append(statuses, http.StatusUnprocessableEntity)
	}
	return statuses
}

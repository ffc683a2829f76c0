package api

import (
	"encoding/json"
	"reflect"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/api/openapi"
)

// newDocument describes the routes as OpenAPI 3.1, in JSON.
func newDocument(routes []route, deprecated map[string]time.Time, baseURL string) ([]byte, error) {
	d := openapi.New(openapi.Service{
		Version: apiVersion, BaseURL: baseURL, Tags: documentTags(),
		Meta: meta{Timestamp: time.Date(2026, 5, 31, 8, 30, 0, 0, time.UTC), RequestID: "K7Q2M4XW5T3B6Y7Z2A4C5D6E7F"},
	})
	for _, e := range errorAnswers(d.Schemas) {
		d.AddErrors(openapi.Errors{
			Status: statusOf(e.example.Code), Codes: e.codes, Message: e.example.Message,
			Problem: problem{Type: e.example.Code, Details: detailsOf(e.example)}, Details: e.details, Headers: e.headers,
		})
	}
	for _, r := range routes {
		op := r.describe(d.Schemas)
		_, op.Deprecated = deprecated[r.method+" "+r.path]
		d.Add(op)
	}
	return json.Marshal(d)
}

// describe says of a route what the document needs.
func (r route) describe(s *openapi.Schemas) openapi.Operation {
	op := openapi.Operation{
		Method: r.method, Path: prefixes()[0] + r.path, Tag: strings.Split(r.path, "/")[1],
		Summary: r.summary, Access: string(r.access), Class: string(r.class), Words: r.accessSentence(),
		Input: r.input, Media: r.media, File: r.field,
		Success: r.success, Members: reflect.Zero(r.output).Interface().(result).schemas(s), //nolint:errcheck // on takes results only
		// Whoever may write: pages of other origins may not.
		Refuses: r.method != get || r.access != public && r.access != signedIn || r.restricted,
		Limited: r.class != unlimited, Tagged: r.hasTag(), Keyed: r.isIdempotent(),
	}
	if r.output == reflect.TypeFor[table]() {
		op.Content = tableType
	}
	switch r.access {
	case public:
		op.Token = openapi.TokenOptional
	case signed:
		op.Token = openapi.TokenIgnored
	}
	return op
}

// hasTag reports whether the answers of a route carry an entity tag that a
// client may ask with: those of reads do, but for what moves all the time.
func (r route) hasTag() bool { return r.method == get && r.class != unlimited }

func (r route) accessSentence() string {
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
		{"shares", "Links that show chosen photos to whoever has them, and what was picked there."},
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

// errorAnswer describes the errors of one status.
type errorAnswer struct {
	example *vitrine.Error
	codes   []vitrine.Code // the first is that of the example
	details []*huma.Schema // one of these
	headers []string       // besides those of every answer
}

// errorAnswers are the errors of each status.
func errorAnswers(s *openapi.Schemas) []errorAnswer {
	errorOf := func(err error) *vitrine.Error { return err.(*vitrine.Error) } //nolint:errcheck,errorlint // made right here
	of := func(types ...reflect.Type) (all []*huma.Schema) {
		for _, t := range types {
			all = append(all, s.Of(t))
		}
		return all
	}
	faults := of(reflect.TypeFor[[]vitrine.Fault]())
	nothing := []*huma.Schema{{Type: "null"}}
	return []errorAnswer{
		{
			example: errorOf(vitrine.Invalid("location.latitude", vitrine.FaultOutOfRange, vitrine.ReasonBetween, -90, 90)),
			codes:   []vitrine.Code{vitrine.CodeValidation}, details: faults,
		},
		{
			example: errorOf(vitrine.Unauthenticated("Sign in to do this.")),
			codes:   []vitrine.Code{vitrine.CodeUnauthenticated, vitrine.CodeInvalidToken, vitrine.CodeTokenExpired}, details: nothing, headers: []string{"WWW-Authenticate"},
		},
		{
			example: errorOf(vitrine.Forbidden(vitrine.PhotoDelete, vitrine.RoleEditor)),
			codes:   []vitrine.Code{vitrine.CodeForbidden}, details: of(reflect.TypeFor[vitrine.ForbiddenDetails](), reflect.TypeFor[originDetails]()),
		},
		{
			example: errorOf(vitrine.NotFound("photo", 42)),
			codes:   []vitrine.Code{vitrine.CodeNotFound}, details: of(reflect.TypeFor[vitrine.NotFoundDetails]()),
		},
		{
			example: errorOf(vitrine.Conflict("slug_taken", "Another photo has this slug.", map[string]any{"slug": "harbour-at-dawn"})),
			codes:   []vitrine.Code{vitrine.CodeConflict}, details: []*huma.Schema{conflictSchema()}, headers: []string{"Retry-After", "Idempotent-Replayed"},
		},
		{
			example: errorOf(vitrine.Unprocessable("categories[1]", vitrine.FaultNotFound, vitrine.ReasonNoCategory, 7)),
			codes:   []vitrine.Code{vitrine.CodeUnprocessable}, details: faults, headers: []string{"Idempotent-Replayed"},
		},
		{
			example: &vitrine.Error{
				Code: vitrine.CodeRateLimited, Message: "Too many requests. Wait a little and try again.",
				Details: limitDetails{Limit: 1000, Window: 3600, ResetAt: time.Date(2026, 5, 31, 9, 0, 0, 0, time.UTC)},
			},
			codes: []vitrine.Code{vitrine.CodeRateLimited}, details: of(reflect.TypeFor[limitDetails]()), headers: []string{"Retry-After"},
		},
		{
			example: &vitrine.Error{Code: vitrine.CodeInternal, Message: "Something went wrong here. It was logged under this request's id."},
			codes:   []vitrine.Code{vitrine.CodeInternal}, details: nothing,
		},
		{
			example: errorOf(vitrine.Unavailable("There is no room left to keep files.", time.Minute, nil)),
			codes:   []vitrine.Code{vitrine.CodeUnavailable}, details: nothing, headers: []string{"Retry-After"},
		},
	}
}

// conflictSchema describes the details of a conflict: what it is in a word, and
// what helps to resolve it.
func conflictSchema() *huma.Schema {
	var conflicts []any
	for _, conflict := range vitrine.Conflicts() {
		conflicts = append(conflicts, conflict)
	}
	return &huma.Schema{
		Type: huma.TypeObject, Required: []string{"conflict"}, AdditionalProperties: true,
		Properties: map[string]*huma.Schema{"conflict": {
			Type: huma.TypeString, Enum: conflicts, Description: "What the conflict is; what stands beside it depends on that.", Examples: []any{"slug_taken"},
		}},
	}
}

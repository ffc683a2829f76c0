package vitrine

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Code classifies an Error. The API maps each to one HTTP status and type.
type Code string

// The codes of the service.
const (
	CodeValidation      Code = "VALIDATION_ERROR"
	CodeUnauthenticated Code = "AUTHENTICATION_REQUIRED"
	CodeInvalidToken    Code = "INVALID_TOKEN"
	CodeTokenExpired    Code = "TOKEN_EXPIRED"
	CodeForbidden       Code = "PERMISSION_DENIED"
	CodeNotFound        Code = "RESOURCE_NOT_FOUND"
	CodeConflict        Code = "RESOURCE_CONFLICT"
	CodeUnprocessable   Code = "UNPROCESSABLE_ENTITY"
	CodeRateLimited     Code = "RATE_LIMIT_EXCEEDED"
	CodeInternal        Code = "INTERNAL_SERVER_ERROR"
	CodeUnavailable     Code = "SERVICE_UNAVAILABLE"
)

// Error is an error with two faces: Message and Details are for the client,
// Cause is for the log and is never shown.
type Error struct {
	Code       Code
	Message    string
	Faults     []Fault           // what is wrong with which field (validation, unprocessable)
	Details    any               // the code's own details, when there are no faults
	RetryAfter time.Duration     // when trying again makes sense (unavailable, rate limited)
	Cause      error             // for the log
	Header     map[string]string // headers that belong to the answer, such as Allow
}

// Error returns the message and the cause, for logs.
func (e *Error) Error() string {
	parts := []string{e.Message}
	for _, f := range e.Faults {
		parts = append(parts, f.Field+": "+f.Message)
	}
	if e.Cause != nil {
		parts = append(parts, e.Cause.Error())
	}
	return strings.Join(parts, ": ")
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// ErrorCode returns the code of err: the code of the *Error in its chain,
// CodeInternal for any other error, and "" for nil.
func ErrorCode(err error) Code {
	if err == nil {
		return ""
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return CodeInternal
}

// FaultCode says in what way a field is wrong.
type FaultCode string

// The fault codes of the service.
const (
	FaultRequired      FaultCode = "REQUIRED"
	FaultInvalidFormat FaultCode = "INVALID_FORMAT"
	FaultInvalidType   FaultCode = "INVALID_TYPE"
	FaultInvalidValue  FaultCode = "INVALID_VALUE"
	FaultOutOfRange    FaultCode = "OUT_OF_RANGE"
	FaultTooShort      FaultCode = "TOO_SHORT"
	FaultTooLong       FaultCode = "TOO_LONG"
	FaultTooLarge      FaultCode = "TOO_LARGE"
	FaultTooMany       FaultCode = "TOO_MANY"
	FaultNotFound      FaultCode = "NOT_FOUND"
	FaultUnknownField  FaultCode = "UNKNOWN_FIELD"
	FaultNotUnique     FaultCode = "NOT_UNIQUE"
)

// Fault says what is wrong with one field. Field is a JSON path such as
// "tags[2]" or "location.latitude", or the name of a query parameter.
type Fault struct {
	Field   string         `json:"field" example:"title"`
	Message string         `json:"message" doc:"In English, to be read after the name of the field." example:"must be at most 200 characters"`
	Code    FaultCode      `json:"code" example:"TOO_LONG"`
	Reason  string         `json:"reason" reasons:"fault" doc:"The sentence that the message is, by its name." example:"max_characters"`
	Params  map[string]any `json:"params,omitempty" doc:"The figures and names in the message." example:"{\"max\":200}"`
}

// Faults collects every fault of one request, so that all are reported at once.
type Faults []Fault

// Add records one fault. The figures are those that the reason names, in its order.
func (f *Faults) Add(field string, code FaultCode, reason Reason, figures ...any) {
	message, params := reason.say(figures)
	*f = append(*f, Fault{Field: field, Code: code, Message: message, Reason: reason.Word(), Params: params})
}

// Has reports whether field, or something inside it, already has a fault.
func (f Faults) Has(field string) bool {
	for _, fault := range f {
		if fault.Field == field || strings.HasPrefix(fault.Field, field+".") || strings.HasPrefix(fault.Field, field+"[") {
			return true
		}
	}
	return false
}

// Merge records those of more that concern fields which have no fault yet: what
// is wrong with a field in itself comes before what is wrong with its meaning.
func (f *Faults) Merge(more Faults) {
	before := *f
	for _, fault := range more {
		if !before.Has(fault.Field) {
			*f = append(*f, fault)
		}
	}
}

// RequireOneOf records a fault of a value that is not among those allowed.
func RequireOneOf[T ~string](f *Faults, field string, value T, allowed []T) {
	if slices.Contains(allowed, value) {
		return
	}
	names := make([]string, len(allowed))
	for i, name := range allowed {
		names[i] = string(name)
	}
	f.Add(field, FaultInvalidValue, ReasonOneOf, names)
}

// Err returns a CodeValidation error that holds the faults, or nil if there are none.
func (f Faults) Err() error {
	if len(f) == 0 {
		return nil
	}
	return &Error{Code: CodeValidation, Message: "The request has invalid fields.", Faults: f}
}

// Unprocessable returns a CodeUnprocessable error that holds the faults, or nil
// if there are none.
func (f Faults) Unprocessable() error {
	if len(f) == 0 {
		return nil
	}
	return &Error{Code: CodeUnprocessable, Message: "The request is well formed but cannot be carried out.", Faults: f}
}

// Invalid returns a CodeValidation error for one field.
func Invalid(field string, code FaultCode, reason Reason, figures ...any) error {
	var f Faults
	f.Add(field, code, reason, figures...)
	return f.Err()
}

// Unprocessable returns a CodeUnprocessable error for one field.
func Unprocessable(field string, code FaultCode, reason Reason, figures ...any) error {
	var f Faults
	f.Add(field, code, reason, figures...)
	return f.Unprocessable()
}

// NotFoundDetails names the resource that does not exist.
type NotFoundDetails struct {
	ResourceType string `json:"resource_type"`
	ResourceID   any    `json:"resource_id"` // an integer; a string where the identifier is one
}

// NotFound returns a CodeNotFound error for a resource such as "photo".
func NotFound(resourceType string, id any) error {
	return &Error{
		Code:    CodeNotFound,
		Message: fmt.Sprintf("There is no such %s.", strings.ReplaceAll(resourceType, "_", " ")),
		Details: NotFoundDetails{ResourceType: resourceType, ResourceID: id},
	}
}

// Conflict returns a CodeConflict error. What names the conflict in a word
// ("slug_taken"); extra adds what helps to resolve it and may be nil.
func Conflict(what, message string, extra map[string]any) error {
	details := map[string]any{"conflict": what}
	maps.Copy(details, extra)
	return &Error{Code: CodeConflict, Message: message, Details: details}
}

// Conflicts lists what a conflict can be.
func Conflicts() []string {
	return []string{
		"stale", "slug_taken", "name_taken", "username_taken", "email_taken", "last_super_admin", "has_children",
		"file_in_use", "file_not_ready", "upload_in_use", "no_file", "upload_processing", "upload_complete", "chunks_missing",
		"chunks_changing", "backup_running", "share_full", "still_running",
	}
}

// ForbiddenDetails names the permission that was missing.
type ForbiddenDetails struct {
	RequiredPermission Permission `json:"required_permission"`
	UserRole           Role       `json:"user_role"`
}

// Forbidden returns a CodeForbidden error: role lacks permission p.
func Forbidden(p Permission, role Role) error {
	return &Error{
		Code:    CodeForbidden,
		Message: fmt.Sprintf("This needs the permission %s.", p),
		Details: ForbiddenDetails{RequiredPermission: p, UserRole: role},
	}
}

// Unauthenticated returns a CodeUnauthenticated error.
func Unauthenticated(message string) error {
	return &Error{Code: CodeUnauthenticated, Message: message}
}

// Unavailable returns a CodeUnavailable error; trying again after retryAfter
// makes sense.
func Unavailable(message string, retryAfter time.Duration, cause error) error {
	return &Error{Code: CodeUnavailable, Message: message, RetryAfter: retryAfter, Cause: cause}
}

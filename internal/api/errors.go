package api

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine-photos/vitrine"
)

// problem is the member "error" of an error envelope.
type problem struct {
	Type    vitrine.Code `json:"type"`
	Details any          `json:"details"`
}

// statusOf returns the HTTP status of a code. This is the one place that knows.
func statusOf(code vitrine.Code) int {
	switch code {
	case vitrine.CodeValidation:
		return http.StatusBadRequest
	case vitrine.CodeUnauthenticated, vitrine.CodeInvalidToken, vitrine.CodeTokenExpired:
		return http.StatusUnauthorized
	case vitrine.CodeForbidden:
		return http.StatusForbidden
	case vitrine.CodeNotFound:
		return http.StatusNotFound
	case vitrine.CodeConflict:
		return http.StatusConflict
	case vitrine.CodeUnprocessable:
		return http.StatusUnprocessableEntity
	case vitrine.CodeRateLimited:
		return http.StatusTooManyRequests
	case vitrine.CodeUnavailable:
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}

// fail writes the answer for err, and logs what only the operator may know.
func (c *call) fail(err error) {
	if c.Context().Err() != nil && errors.Is(err, context.Canceled) {
		return // the client has left
	}
	e := shownError(err)
	status := statusOf(e.Code)
	if e.Header["Allow"] != "" {
		status = http.StatusMethodNotAllowed // the one status outside the table of types
	}
	if status >= http.StatusInternalServerError {
		c.log.LogAttrs(c.Context(), slog.LevelError, "request failed", slog.String("request_id", c.id),
			slog.String("method", c.Method), slog.String("path", c.URL.Path), slog.Any("err", err))
	}
	c.failWith(status, e)
}

// shownError is what clients are told of an error.
func shownError(err error) *vitrine.Error {
	e, ok := errors.AsType[*vitrine.Error](err)
	if !ok || e.Code == vitrine.CodeInternal {
		return &vitrine.Error{Code: vitrine.CodeInternal, Message: "Something went wrong here. It was logged under this request's id."}
	}
	return e
}

// failWith writes e under a status of the caller's choice.
func (c *call) failWith(status int, e *vitrine.Error) {
	h := c.w.Header()
	for name, value := range e.Header {
		h.Set(name, value)
	}
	h.Del("ETag")
	if status == http.StatusUnauthorized {
		h.Set("WWW-Authenticate", challenge(e.Code))
	}
	if e.RetryAfter > 0 || status == http.StatusServiceUnavailable {
		h.Set("Retry-After", strconv.Itoa(max(1, ceilSeconds(e.RetryAfter))))
	}
	c.writeJSON(status, c.errorBody(status, e))
}

// errorBody returns the envelope of an error.
func (c *call) errorBody(status int, e *vitrine.Error) []byte {
	body := []byte(`{"success":false,"code":` + strconv.Itoa(status) + `,`)
	body, err := appendMember(body, "message", e.Message)
	if err == nil {
		body, err = appendMember(append(body, ','), "error", problem{Type: e.Code, Details: detailsOf(e)})
	}
	if err != nil {
		panic(err) // details are plain values
	}
	return appendMeta(body, c.now, c.id)
}

func detailsOf(e *vitrine.Error) any {
	if len(e.Faults) > 0 {
		return e.Faults
	}
	return e.Details
}

// challenge tells a client how to sign in, as RFC 6750 has it.
func challenge(code vitrine.Code) string {
	if code == vitrine.CodeUnauthenticated {
		return `Bearer realm="vitrine"`
	}
	return `Bearer realm="vitrine", error="invalid_token"`
}

// ceilSeconds rounds up, so that who waits that long does not come too early.
func ceilSeconds(d time.Duration) int { return int(math.Ceil(d.Seconds())) }

// unknownRoute is the error of an address that does not exist.
func unknownRoute(path string) *vitrine.Error {
	return &vitrine.Error{
		Code: vitrine.CodeNotFound, Message: "There is no such address.",
		Details: vitrine.NotFoundDetails{ResourceType: "route", ResourceID: path},
	}
}

// wrongMethod is the error of an address that exists for other methods.
func wrongMethod(method, allow string) *vitrine.Error {
	var f vitrine.Faults
	f.Add("method", vitrine.FaultInvalidValue, vitrine.ReasonOneOf, strings.Split(allow, ", "))
	return &vitrine.Error{
		Code: vitrine.CodeValidation, Message: "This address does not know the method " + method + ".",
		Faults: f, Header: map[string]string{"Allow": allow},
	}
}

// shownFailure is what clients are told of a failure: nothing of none.
func shownFailure(f vitrine.Failure) (message, reason *string, params map[string]any) {
	return textOrNull(f.Message()), textOrNull(f.Reason()), f.Params()
}

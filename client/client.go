// Package client speaks the HTTP API of a Vitrine server.
//
//	c := client.New("https://photos.example.com", nil)
//	if _, err := c.Login(ctx, "ansel", "zone system"); err != nil { … }
//	page, err := c.Photos(ctx, client.PhotoQuery{Status: "draft"})
package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Client calls the API of one server. It may be used by several goroutines.
type Client struct {
	base string
	http *http.Client

	mu    sync.Mutex
	token func(context.Context) (string, error) // nil sends none
}

// TokenSource returns the access token to send, or "" for none.
type TokenSource func() (string, error)

// New returns a client of the server at baseURL, such as
// "https://photos.example.com". A nil source sends no token until Login.
func New(baseURL string, source TokenSource) *Client {
	c := &Client{base: strings.TrimSuffix(baseURL, "/"), http: &http.Client{}}
	if source != nil {
		c.token = func(context.Context) (string, error) { return source() }
	}
	return c
}

// Error is an answer of the server that tells of a failure.
type Error struct {
	Status     int             // HTTP status
	Type       string          // such as VALIDATION_ERROR
	Message    string          // for people
	Details    json.RawMessage // as the type has it
	RequestID  string
	RetryAfter time.Duration // 0 if the server named none
}

// Fault is one entry of the details of a VALIDATION_ERROR or an
// UNPROCESSABLE_ENTITY.
type Fault struct {
	Field   string         `json:"field"`
	Message string         `json:"message"`
	Code    string         `json:"code"`
	Reason  string         `json:"reason"` // which sentence the message is
	Params  map[string]any `json:"params"` // the figures in it
}

// Faults returns what is wrong with which field, if the answer says so.
func (e *Error) Faults() []Fault {
	var faults []Fault
	if json.Unmarshal(e.Details, &faults) != nil {
		return nil // details of another shape
	}
	return faults
}

// Error says what is wrong with which field, or the message if it is no field.
func (e *Error) Error() string {
	var parts []string
	for _, f := range e.Faults() {
		parts = append(parts, f.Field+" "+f.Message)
	}
	if len(parts) == 0 {
		return e.Message
	}
	return strings.Join(parts, "; ")
}

// Pagination tells where a page stands in its list.
type Pagination struct {
	Page       int  `json:"page"`
	Limit      int  `json:"limit"`
	Total      int  `json:"total"`
	TotalPages int  `json:"total_pages"`
	HasNext    bool `json:"has_next"`
	HasPrev    bool `json:"has_prev"`
}

// envelope is the shape of every answer.
type envelope struct {
	Success    bool            `json:"success"`
	Message    string          `json:"message"`
	Data       json.RawMessage `json:"data"`
	Pagination Pagination      `json:"pagination"`
	Error      struct {
		Type    string          `json:"type"`
		Details json.RawMessage `json:"details"`
	} `json:"error"`
	Meta struct {
		RequestID string `json:"request_id"`
	} `json:"meta"`
}

// call sends a JSON request and decodes the answer's data into out, unless nil.
func (c *Client) call(ctx context.Context, method, path string, query url.Values, body, out any) (Pagination, error) {
	var reader io.Reader
	if body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			return Pagination{}, err
		}
		reader = bytes.NewReader(encoded)
	}
	if len(query) > 0 {
		path += "?" + query.Encode()
	}
	return c.send(ctx, method, path, "application/json", reader, out)
}

func (c *Client) send(ctx context.Context, method, path, contentType string, body io.Reader, out any) (Pagination, error) {
	req, err := http.NewRequestWithContext(ctx, method, c.base+path, body)
	if err != nil {
		return Pagination{}, err
	}
	if body != nil {
		req.Header.Set("Content-Type", contentType)
	}
	if key, given := ctx.Value(idempotencyKey{}).(string); given && method == http.MethodPost {
		req.Header.Set("Idempotency-Key", key)
	}
	if err := c.authorize(req); err != nil {
		return Pagination{}, err
	}
	res, err := c.http.Do(req)
	if err != nil {
		return Pagination{}, fmt.Errorf("reach the server: %w", err)
	}
	defer res.Body.Close()
	return decode(res, out)
}

type idempotencyKey struct{}

// WithIdempotencyKey returns a context that gives the one request sent with it a
// key, 1 to 255 printable ASCII characters. If its answer gets lost, send it again
// with the same key within a day: it is carried out once, and answered the same.
// Signing in takes no key.
func WithIdempotencyKey(ctx context.Context, key string) context.Context {
	return context.WithValue(ctx, idempotencyKey{}, key)
}

func (c *Client) authorize(req *http.Request) error {
	c.mu.Lock()
	current := c.token
	c.mu.Unlock()
	if current == nil {
		return nil
	}
	token, err := current(req.Context())
	if err != nil {
		return err
	}
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	return nil
}

// maxAnswer bounds what is read of an answer.
const maxAnswer = 64 << 20

func decode(res *http.Response, out any) (Pagination, error) {
	if res.StatusCode == http.StatusNoContent {
		return Pagination{}, nil
	}
	body, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	if err != nil {
		return Pagination{}, fmt.Errorf("read the answer: %w", err)
	}
	if raw, ok := out.(*[]byte); ok && res.StatusCode < http.StatusMultipleChoices {
		*raw = body // it has no envelope
		return Pagination{}, nil
	}
	var e envelope
	if err := json.Unmarshal(body, &e); err != nil || (!e.Success && e.Message == "") {
		return Pagination{}, fmt.Errorf("the server answered %s, and not as Vitrine does", res.Status)
	}
	if !e.Success {
		return Pagination{}, newError(res, e)
	}
	if out == nil {
		return e.Pagination, nil
	}
	return e.Pagination, json.Unmarshal(e.Data, out)
}

func newError(res *http.Response, e envelope) error {
	seconds, err := strconv.Atoi(res.Header.Get("Retry-After"))
	if err != nil {
		seconds = 0 // absent
	}
	return &Error{
		Status: res.StatusCode, Type: e.Error.Type, Message: e.Message, Details: e.Error.Details,
		RequestID: e.Meta.RequestID, RetryAfter: time.Duration(seconds) * time.Second,
	}
}

// IsNotFound reports whether err says that something does not exist.
func IsNotFound(err error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.Status == http.StatusNotFound
}

package api

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/ratelimit"
)

// These tests are inside the package because they mount routes of their own:
// what the frame promises holds for rows that the real table does not have.

// noon is when everything in these tests happens.
func noon() time.Time { return time.Date(2026, 5, 31, 12, 0, 0, 0, time.UTC) }

// frame is a router over routes of a test's own, for roles named as tokens.
func frame(t *testing.T, change func(*router), routes ...route) *router {
	t.Helper()
	rt := &router{
		authenticate: roleOf,
		limits:       limits{classes: ratelimit.DefaultClasses()},
		address:      func(*http.Request) netip.Addr { return netip.MustParseAddr("192.0.2.1") },
		now:          noon,
		log:          slog.New(slog.DiscardHandler),
	}
	var err error
	if rt.origins, err = newOrigins([]string{"https://friend.example"}); err != nil {
		t.Fatal(err)
	}
	if change != nil {
		change(rt)
	}
	if err := rt.mount(routes); err != nil {
		t.Fatal(err)
	}
	return rt
}

// roleOf signs in whoever names a role.
func roleOf(_ context.Context, token string) (vitrine.Actor, error) {
	role := vitrine.Role(token)
	switch {
	case role.Valid():
		return vitrine.Actor{UserID: 1, Role: role}, nil
	case token == "expired":
		return vitrine.Actor{}, &vitrine.Error{Code: vitrine.CodeTokenExpired, Message: "The token has expired."}
	}
	return vitrine.Actor{}, &vitrine.Error{Code: vitrine.CodeInvalidToken, Message: "The token is not valid."}
}

// ask sends a request to a handler. Headers are "Name: value".
func ask(h http.Handler, method, target, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	r.Header.Set("X-Request-Id", "test")
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

type word struct {
	Word string `json:"word"`
}

type wordPath struct {
	ID int64 `path:"id"`
}

type wordChange struct {
	wordPath
	conditional
}

func sayHello(*call, *none) (item[word], error) { return one(word{"hello & <welcome>"}), nil }

func hello() route {
	return route{get, "/hello", public, general, 200, "Say hello", on(sayHello)}
}

func failing(err error) route {
	return route{get, "/fail", public, general, 200, "Fail", on(func(*call, *none) (nothing, error) { return nothing{}, err })}
}

func TestEnvelopes(t *testing.T) {
	t.Parallel()
	const meta = `"meta":{"timestamp":"2026-05-31T12:00:00Z","request_id":"test"}}`
	details := func(kind, message, details string) string {
		return `"message":"` + message + `","error":{"type":"` + kind + `","details":` + details + `},` + meta
	}
	rt := frame(t, nil,
		hello(),
		route{post, "/hello", public, general, 201, "Make hello", on(sayHello)},
		route{del, "/hello", public, general, 204, "End hello", on(func(*call, *none) (nothing, error) { return nothing{}, nil })},
		route{post, "/bye", public, general, 200, "Say bye", on(func(*call, *none) (acknowledged, error) { return acknowledged{}, nil })},
		route{get, "/words", public, general, 200, "List words", on(func(_ *call, q *paging) (paged[[]word], error) {
			return newPaged([]word{{"a"}, {"b"}}, paginate(q.page(), 5))
		})},
		route{get, "/photos/{id}", vitrine.PhotoDelete, general, 200, "Miss a photo", on(func(_ *call, in *wordPath) (nothing, error) {
			return nothing{}, vitrine.NotFound("photo", in.ID)
		})},
	)
	for _, tt := range []struct {
		name, method, target string
		headers              []string
		status               int
		want                 string
	}{
		{"one", "GET", "/v1/hello", nil, 200, `{"success":true,"code":200,"message":"OK","data":{"word":"hello & <welcome>"},` + meta},
		{"other prefix", "GET", "/api/v1/hello", nil, 200, `{"success":true,"code":200,"message":"OK","data":{"word":"hello & <welcome>"},` + meta},
		{"head", "HEAD", "/v1/hello", nil, 200, ""},
		{"created", "POST", "/v1/hello", nil, 201, `{"success":true,"code":201,"message":"Created","data":{"word":"hello & <welcome>"},` + meta},
		{"deleted", "DELETE", "/v1/hello", nil, 204, ""},
		{"acknowledged", "POST", "/v1/bye", nil, 200, `{"success":true,"code":200,"message":"OK","data":null,` + meta},
		{"page", "GET", "/v1/words?limit=2&page=2", nil, 200, `{"success":true,"code":200,"message":"OK","data":[{"word":"a"},{"word":"b"}],` +
			`"pagination":{"page":2,"limit":2,"total":5,"total_pages":3,"has_next":true,"has_prev":true},` + meta},
		{"bad parameters", "GET", "/v1/words?limit=0&page=x", nil, 400, `{"success":false,"code":400,` + details("VALIDATION_ERROR", "The request has invalid fields.",
			`[{"field":"page","message":"must be a whole number","code":"INVALID_TYPE","reason":"whole_number"},{"field":"limit","message":"must be between 1 and 100","code":"OUT_OF_RANGE","reason":"between","params":{"max":100,"min":1}}]`)},
		{"stranger", "GET", "/v1/photos/7", nil, 401, `{"success":false,"code":401,` + details("AUTHENTICATION_REQUIRED", "Sign in to do this.", "null")},
		{"bad token", "GET", "/v1/hello", []string{"Authorization: Bearer forged"}, 401, `{"success":false,"code":401,` + details("INVALID_TOKEN", "The token is not valid.", "null")},
		{"no bearer", "GET", "/v1/hello", []string{"Authorization: Basic YTpi"}, 401, `{"success":false,"code":401,` + details("INVALID_TOKEN", "The token is not valid.", "null")},
		{"old token", "GET", "/v1/hello", []string{"Authorization: bearer expired"}, 401, `{"success":false,"code":401,` + details("TOKEN_EXPIRED", "The token has expired.", "null")},
		{"forbidden", "GET", "/v1/photos/7", []string{"Authorization: Bearer editor"}, 403, `{"success":false,"code":403,` + details("PERMISSION_DENIED", "This needs the permission photo.delete.",
			`{"required_permission":"photo.delete","user_role":"editor"}`)},
		{"not found", "GET", "/v1/photos/7", []string{"Authorization: Bearer admin"}, 404, `{"success":false,"code":404,` + details("RESOURCE_NOT_FOUND", "There is no such photo.",
			`{"resource_type":"photo","resource_id":7}`)},
		{"unknown address", "GET", "/v1/nowhere", nil, 404, `{"success":false,"code":404,` + details("RESOURCE_NOT_FOUND", "There is no such address.",
			`{"resource_type":"route","resource_id":"/v1/nowhere"}`)},
		{"bare prefix", "GET", "/api/v1", nil, 404, `{"success":false,"code":404,` + details("RESOURCE_NOT_FOUND", "There is no such address.",
			`{"resource_type":"route","resource_id":"/api/v1"}`)},
		{"wrong method", "PUT", "/v1/hello", nil, 405, `{"success":false,"code":405,` + details("VALIDATION_ERROR", "This address does not know the method PUT.",
			`[{"field":"method","message":"must be one of GET, HEAD, POST, DELETE","code":"INVALID_VALUE","reason":"one_of","params":{"allowed":["GET","HEAD","POST","DELETE"]}}]`)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := ask(rt, tt.method, tt.target, "", tt.headers...)
			body := w.Body.String()
			if tt.method == "HEAD" {
				body = ""
			}
			if w.Code != tt.status || body != tt.want {
				t.Errorf("got %d\n%s\nwant %d\n%s", w.Code, body, tt.status, tt.want)
			}
			for name, want := range map[string]string{
				"API-Version": "1.0", "X-Request-Id": "test", "Cache-Control": "private, no-cache", "Vary": "Authorization",
				"X-Content-Type-Options": "nosniff", "X-RateLimit-Limit": "1000", "X-RateLimit-Remaining": "1000",
				"X-RateLimit-Window": "3600", "X-RateLimit-Reset": "1780232400",
				"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
			} {
				if got := w.Header().Get(name); got != want {
					t.Errorf("%s is %q, want %q", name, got, want)
				}
			}
		})
	}
}

func TestWrongMethodNamesTheRightOnes(t *testing.T) {
	t.Parallel()
	w := ask(frame(t, nil, hello()), "DELETE", "/v1/hello", "")
	if got := w.Header().Get("Allow"); got != "GET, HEAD" {
		t.Errorf("Allow is %q", got)
	}
}

func TestFailures(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		err        error
		status     int
		kind       vitrine.Code
		retryAfter string
	}{
		"conflict":      {vitrine.Conflict("slug_taken", "Taken.", nil), 409, vitrine.CodeConflict, ""},
		"unprocessable": {vitrine.Unprocessable("file_id", vitrine.FaultNotFound, vitrine.ReasonNoUpload), 422, vitrine.CodeUnprocessable, ""},
		"unavailable":   {vitrine.Unavailable("Full.", 90*time.Second, errors.New("secret cause")), 503, vitrine.CodeUnavailable, "90"},
		"at once":       {vitrine.Unavailable("Busy.", 0, nil), 503, vitrine.CodeUnavailable, "1"},
		"unforeseen":    {errors.New("secret cause"), 500, vitrine.CodeInternal, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var log strings.Builder
			rt := frame(t, func(rt *router) { rt.log = slog.New(slog.NewTextHandler(&log, nil)) }, failing(tt.err))
			w := ask(rt, "GET", "/v1/fail", "")
			var got struct{ Error problem }
			if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
				t.Fatal(err)
			}
			if w.Code != tt.status || got.Error.Type != tt.kind || w.Header().Get("Retry-After") != tt.retryAfter {
				t.Errorf("got %d %s, Retry-After %q", w.Code, got.Error.Type, w.Header().Get("Retry-After"))
			}
			if strings.Contains(w.Body.String(), "secret") {
				t.Errorf("the cause leaks to the client: %s", w.Body)
			}
			if logged := strings.Contains(log.String(), "request failed"); logged != (tt.status >= 500) {
				t.Errorf("logged as a failure: %v\n%s", logged, log.String())
			}
		})
	}
}

func TestPanicIsLoggedAndHidden(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	rt := frame(t, func(rt *router) { rt.log = slog.New(slog.NewTextHandler(&log, nil)) },
		route{get, "/panic", public, general, 200, "Panic", on(func(*call, *none) (nothing, error) { panic("secret cause") })})
	w := ask(rt, "GET", "/v1/panic", "")
	if w.Code != 500 || strings.Contains(w.Body.String(), "secret") || !strings.Contains(w.Body.String(), `"request_id":"test"`) {
		t.Errorf("got %d %s", w.Code, w.Body)
	}
	if !strings.Contains(log.String(), "secret cause") || !strings.Contains(log.String(), "request_id=test") {
		t.Errorf("the log does not tell: %s", log.String())
	}
}

func TestRequestID(t *testing.T) {
	t.Parallel()
	rt := frame(t, nil, hello())
	for given, kept := range map[string]bool{
		"a.B_9-": true, strings.Repeat("x", 64): true, strings.Repeat("x", 65): false, "with space": false, `quo"te`: false, "": false,
	} {
		w := ask(rt, "GET", "/v1/hello", "", "X-Request-Id: "+given)
		got := w.Header().Get("X-Request-Id")
		if (got == given) != kept || got == "" || !strings.Contains(w.Body.String(), `"request_id":"`+got+`"`) {
			t.Errorf("%q became %q", given, got)
		}
	}
}

func TestDeprecation(t *testing.T) {
	t.Parallel()
	sunset := time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)
	rt := frame(t, func(rt *router) { rt.deprecated = map[string]time.Time{"GET /hello": sunset} }, hello(), failing(nil))
	for target, want := range map[string][2]string{
		"/v1/hello": {"true", "2027-01-01T00:00:00Z"}, "/api/v1/hello": {"true", "2027-01-01T00:00:00Z"}, "/v1/fail": {"", ""},
	} {
		h := ask(rt, "GET", target, "").Header()
		if got := [2]string{h.Get("API-Deprecated"), h.Get("API-Sunset")}; got != want {
			t.Errorf("%s: got %q, want %q", target, got, want)
		}
	}
}

func TestRoutesMustSayWhoMayUseThem(t *testing.T) {
	t.Parallel()
	rt := &router{log: slog.New(slog.DiscardHandler)}
	err := rt.mount([]route{{get, "/hello", "", general, 200, "Say hello", on(sayHello)}})
	if err == nil || !strings.Contains(err.Error(), "GET /hello names nobody who may use it") {
		t.Errorf("got %v", err)
	}
}

func TestBodiesMustHaveRules(t *testing.T) {
	t.Parallel()
	type lawless struct{ Body word }
	rt := &router{log: slog.New(slog.DiscardHandler)}
	err := rt.mount([]route{{post, "/words", public, general, 201, "Say", on(func(*call, *lawless) (nothing, error) { return nothing{}, nil })}})
	if err == nil || !strings.Contains(err.Error(), "POST /words takes api.word, which is no binding.Body") {
		t.Errorf("got %v", err)
	}
}

func TestConditionalRequests(t *testing.T) {
	t.Parallel()
	var insisted []vitrine.Versions
	rt := frame(t, nil,
		route{get, "/words/{id}", public, general, 200, "Get word", on(func(_ *call, in *wordPath) (item[word], error) {
			return item[word]{word{"hi"}, validator{tag: versionTag('w', in.ID, 7, "e")}}, nil
		})},
		route{put, "/words/{id}", public, general, 200, "Change word", on(func(_ *call, in *wordChange) (acknowledged, error) {
			insisted = append(insisted, in.versions('w', in.ID))
			return acknowledged{}, nil
		})},
	)
	for header, status := range map[string]int{
		`"w42-7-e"`: 304, `W/"w42-7-e"`: 304, `"w1-1", "w42-7-e"`: 304, `*`: 304, `"w42-6-e"`: 200, `"w42-7-p"`: 200, ``: 200,
	} {
		w := ask(rt, "GET", "/v1/words/42", "", "If-None-Match: "+header)
		if w.Code != status || w.Header().Get("ETag") != `"w42-7-e"` || (status == 304) != (w.Body.Len() == 0) {
			t.Errorf("If-None-Match %s: got %d, ETag %s", header, w.Code, w.Header().Get("ETag"))
		}
	}
	for _, header := range []string{"", "*", `"w42-7"`, `"w42-7-e"`, `"w42-7-pel"`, `"w41-7"`, `W/"w42-7"`, `"w42-7`, `"x", "w42-9", "w42-3"`} {
		ask(rt, "PUT", "/v1/words/42", "", "If-Match: "+header)
	}
	want := []vitrine.Versions{nil, nil, {7}, {7}, {7}, {}, {}, {}, {9, 3}}
	if diff := cmp.Diff(want, insisted); diff != "" {
		t.Errorf("If-Match (-want +got):\n%s", diff)
	}
}

func TestPagesHaveWeakTags(t *testing.T) {
	t.Parallel()
	words := []word{{"a"}}
	rt := frame(t, nil, route{get, "/words", public, general, 200, "List words", on(func(*call, *none) (paged[[]word], error) {
		return newPaged(words)
	})})
	tag := ask(rt, "GET", "/v1/words", "").Header().Get("ETag")
	if !strings.HasPrefix(tag, `W/"`) {
		t.Fatalf("ETag is %s", tag)
	}
	if got := ask(rt, "GET", "/v1/words", "", "If-None-Match: "+tag).Code; got != 304 {
		t.Errorf("an unchanged page: got %d", got)
	}
	words = append(words, word{"b"})
	if got := ask(rt, "GET", "/v1/words", "", "If-None-Match: "+tag).Code; got != 200 {
		t.Errorf("a changed page: got %d", got)
	}
}

func TestCrossOriginRequests(t *testing.T) {
	t.Parallel()
	rt := frame(t, nil, hello(), route{post, "/hello", public, general, 201, "Make hello", on(sayHello)})
	for name, tt := range map[string]struct {
		method  string
		headers []string
		status  int
		allowed string
	}{
		"reads from anywhere":        {"GET", []string{"Origin: https://any.example"}, 200, "*"},
		"writes of a friend":         {"POST", []string{"Origin: https://friend.example", "Sec-Fetch-Site: cross-site"}, 201, "https://friend.example"},
		"writes of a stranger":       {"POST", []string{"Origin: https://any.example", "Sec-Fetch-Site: cross-site"}, 403, ""},
		"writes of an old browser":   {"POST", []string{"Origin: https://any.example"}, 403, ""},
		"writes of the own pages":    {"POST", []string{"Origin: http://example.com", "Sec-Fetch-Site: same-origin"}, 201, ""},
		"writes of a program":        {"POST", nil, 201, ""},
		"preflight of a read":        {"OPTIONS", []string{"Origin: https://any.example", "Access-Control-Request-Method: GET"}, 204, "*"},
		"preflight of a write":       {"OPTIONS", []string{"Origin: https://any.example", "Access-Control-Request-Method: POST"}, 204, ""},
		"preflight of a good friend": {"OPTIONS", []string{"Origin: https://friend.example", "Access-Control-Request-Method: PUT"}, 204, "https://friend.example"},
		"looks from anywhere":        {"HEAD", []string{"Origin: https://any.example"}, 200, "*"},
		"reads of a friend":          {"GET", []string{"Origin: https://friend.example"}, 200, "*"},
		"writes of a sandbox":        {"POST", []string{"Origin: null", "Sec-Fetch-Site: cross-site"}, 403, ""},
		"writes of a like name":      {"POST", []string{"Origin: https://friend.example.evil.example"}, 403, ""},
		"writes by another scheme":   {"POST", []string{"Origin: http://friend.example"}, 403, ""},
		"preflight of a sandbox":     {"OPTIONS", []string{"Origin: null", "Access-Control-Request-Method: DELETE"}, 204, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := ask(rt, tt.method, "/v1/hello", "", tt.headers...)
			if got := w.Header().Get("Access-Control-Allow-Origin"); w.Code != tt.status || got != tt.allowed {
				t.Errorf("got %d, allowed %q", w.Code, got)
			}
			origin, _ := strings.CutPrefix(strings.Join(tt.headers[:min(1, len(tt.headers))], ""), "Origin: ")
			if w.Code == 403 && !strings.Contains(w.Body.String(), `"details":{"required_permission":null,"user_role":"","origin":"`+origin+`"}`) {
				t.Errorf("refused with %s", w.Body)
			}
			if w.Header().Get("Access-Control-Allow-Credentials") != "" {
				t.Error("credentials are allowed")
			}
		})
	}
}

// TestPreflights asks for every method and header that the API knows.
func TestPreflights(t *testing.T) {
	t.Parallel()
	rt := frame(t, nil, hello())
	const asked = "authorization, content-digest, content-type, idempotency-key, if-match, if-none-match, x-request-id"
	for _, method := range []string{"GET", "HEAD", "POST", "PUT", "DELETE"} {
		for origin, allowed := range map[string]bool{"https://friend.example": true, "https://any.example": false} {
			w := ask(rt, "OPTIONS", "/api/v1/hello", "", "Origin: "+origin, "Access-Control-Request-Method: "+method, "Access-Control-Request-Headers: "+asked)
			h := w.Header()
			reads := method == "GET" || method == "HEAD"
			if got := h.Get("Access-Control-Allow-Origin"); w.Code != 204 || (got != "") != (allowed || reads) {
				t.Errorf("%s from %s: got %d, allowed %q", method, origin, w.Code, got)
			}
			if methods := h.Get("Access-Control-Allow-Methods"); strings.Contains(methods, method) != allowed {
				t.Errorf("%s from %s: the methods are %q", method, origin, methods)
			}
			if got := strings.ToLower(h.Get("Access-Control-Allow-Headers")); got != asked || h.Get("Access-Control-Max-Age") != "600" {
				t.Errorf("%s from %s: %v", method, origin, h)
			}
			if vary := h.Get("Vary"); !strings.Contains(vary, "Origin") || w.Body.Len() > 0 {
				t.Errorf("%s from %s: varies by %q", method, origin, vary)
			}
		}
	}
}

// TestExposedHeaders: a script of another origin reads every header that the
// document names.
func TestExposedHeaders(t *testing.T) {
	t.Parallel()
	doc, _ := describe(t)
	rt := frame(t, nil, hello())
	exposed := strings.Split(ask(rt, "GET", "/v1/hello", "", "Origin: https://any.example").Header().Get("Access-Control-Expose-Headers"), ", ")
	for name := range doc.Components.Headers {
		if name != "WWW-Authenticate" && !slices.Contains(exposed, name) { // which repeats the status and the type
			t.Errorf("%s is not exposed", name)
		}
	}
}

// TestEveryAnswerIsReadableElsewhere: a script must be able to read why it was
// refused, whoever refused it.
func TestEveryAnswerIsReadableElsewhere(t *testing.T) {
	t.Parallel()
	rt := limited(t, noon)
	a := &API{router: rt}
	for range 3 {
		ask(rt, "GET", "/v1/hello", "", "From: 192.0.2.1")
	}
	outside := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { a.Fail(w, r, vitrine.NotFound("photo", 1)) })
	for name, tt := range map[string]struct {
		handler        http.Handler
		target, sender string
		status         int
	}{
		"too many":        {rt, "/v1/hello", "192.0.2.1", 429},
		"bad token":       {rt, "/v1/hello", "192.0.2.2", 401},
		"unknown address": {rt, "/v1/nowhere", "192.0.2.3", 404},
		"no route at all": {outside, "/media/1", "192.0.2.3", 404},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := ask(tt.handler, "GET", tt.target, "", "From: "+tt.sender, "Origin: https://any.example", "Authorization: Bearer forged")
			h := w.Header()
			if w.Code != tt.status || h.Get("Access-Control-Allow-Origin") != "*" || !strings.Contains(h.Get("Access-Control-Expose-Headers"), "Retry-After") {
				t.Errorf("got %d, %v", w.Code, h)
			}
		})
	}
	w := ask(rt, "POST", "/v1/login", "", "From: 192.0.2.4", "Origin: https://friend.example", "Authorization: Bearer forged")
	if got := w.Header().Get("Access-Control-Allow-Origin"); w.Code != 401 || got != "https://friend.example" {
		t.Errorf("a friend's write with a bad token: got %d, allowed %q", w.Code, got)
	}
}

func TestAccessLog(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	rt := frame(t, func(rt *router) { rt.log = slog.New(slog.NewTextHandler(&log, nil)) }, hello())
	ask(rt, "GET", "/v1/hello", "", "Authorization: Bearer admin")
	for _, part := range []string{"request_id=test", "method=GET", "path=/v1/hello", "route=/hello", "status=200", "user=1", "address=192.0.2.1"} {
		if !strings.Contains(log.String(), part) {
			t.Errorf("%s is not in %s", part, log.String())
		}
	}
}

// brokenBody fails as a connection does that is cut.
type brokenBody struct{}

func (brokenBody) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

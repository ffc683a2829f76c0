package console

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"time"

	"github.com/vitrine-photos/vitrine"
)

// sessions are the sign-ins of browsers. They are those of the API, asked under
// its own addresses, limits and log; but the refresh token stays in a cookie, and
// a refresh counts by whose it is.
type sessions struct {
	api       http.Handler
	refresher http.Handler
	fail      func(http.ResponseWriter, *http.Request, error)
	life      time.Duration
}

func newSessions(cfg Config) *sessions {
	return &sessions{api: cfg.API, refresher: cfg.Refresh, fail: cfg.Fail, life: cfg.RefreshTTL}
}

// mount adds the routes, which pages of other origins may not use.
func (s *sessions) mount(mux *http.ServeMux) {
	guard := http.NewCrossOriginProtection()
	guard.SetDenyHandler(http.HandlerFunc(s.deny))
	for pattern, handle := range map[string]http.HandlerFunc{
		"POST /admin/session":         s.signIn,
		"POST /admin/session/refresh": s.refresh,
		"DELETE /admin/session":       s.signOut,
	} {
		mux.Handle(pattern, guard.Handler(handle))
	}
}

func (s *sessions) deny(w http.ResponseWriter, r *http.Request) {
	s.fail(w, r, &vitrine.Error{Code: vitrine.CodeForbidden, Message: "Pages of other sites may not sign in here."})
}

// signIn takes what POST /v1/auth/login takes, and answers the same without the
// refresh token.
func (s *sessions) signIn(w http.ResponseWriter, r *http.Request) {
	s.begin(w, r, s.ask(r, http.MethodPost, "/v1/auth/login", r.Body, r.ContentLength))
}

// refresh answers as signIn does, from the cookie; with nothing if there is none,
// since to be a stranger is no error.
func (s *sessions) refresh(w http.ResponseWriter, r *http.Request) {
	cookie, err := r.Cookie(cookieName(r))
	if err != nil {
		w.Header().Set("Cache-Control", "no-store")
		w.WriteHeader(http.StatusNoContent)
		return
	}
	asked := r.Clone(r.Context())
	asked.Header.Set("Authorization", "Bearer "+cookie.Value)
	got := answerOf(s.refresher, asked)
	if got.status == http.StatusUnauthorized {
		http.SetCookie(got, newCookie(r, "", 0))
	}
	s.begin(w, r, got)
}

// signOut ends the session of the bearer token. The cookie goes in any case.
func (s *sessions) signOut(w http.ResponseWriter, r *http.Request) {
	got := s.ask(r, http.MethodPost, "/v1/auth/logout", http.NoBody, 0)
	http.SetCookie(got, newCookie(r, "", 0))
	got.send(w)
}

// begin moves the refresh token of an answer into the cookie, and sends it.
func (s *sessions) begin(w http.ResponseWriter, r *http.Request, got *answer) {
	if got.status == http.StatusOK {
		token, err := got.takeRefreshToken()
		if err != nil {
			s.fail(w, r, err)
			return
		}
		http.SetCookie(got, newCookie(r, token, s.life))
	}
	got.send(w)
}

// ask has the API answer in the place of this request.
func (s *sessions) ask(r *http.Request, method, path string, body io.Reader, length int64) *answer {
	asked := r.Clone(r.Context())
	asked.Method, asked.URL.Path, asked.URL.RawPath = method, path, ""
	asked.Body, asked.ContentLength = io.NopCloser(body), length
	if length > 0 {
		asked.Header.Set("Content-Type", "application/json")
	}
	return answerOf(s.api, asked)
}

// answerOf returns what h answers to a request that is ours to change.
func answerOf(h http.Handler, asked *http.Request) *answer {
	asked.Header.Del("Cookie")
	got := &answer{header: http.Header{}}
	h.ServeHTTP(got, asked)
	return got
}

// answer is what the API answered.
type answer struct {
	header http.Header
	status int // 0 if the browser left before there was an answer
	body   bytes.Buffer
}

// Header implements http.ResponseWriter.
func (a *answer) Header() http.Header { return a.header }

// WriteHeader implements http.ResponseWriter.
func (a *answer) WriteHeader(status int) { a.status = status }

// Write implements http.ResponseWriter.
func (a *answer) Write(p []byte) (int, error) {
	a.status = cmp.Or(a.status, http.StatusOK)
	return a.body.Write(p)
}

// takeRefreshToken removes the token from the answer.
func (a *answer) takeRefreshToken() (token string, err error) {
	var envelope, data map[string]json.RawMessage
	if err := json.Unmarshal(a.body.Bytes(), &envelope); err != nil {
		return "", fmt.Errorf("read the answer to a sign-in: %w", err)
	}
	if err := json.Unmarshal(envelope["data"], &data); err != nil {
		return "", fmt.Errorf("read the data of a sign-in: %w", err)
	}
	if err := json.Unmarshal(data["refresh_token"], &token); err != nil {
		return "", fmt.Errorf("read the refresh token: %w", err)
	}
	delete(data, "refresh_token")
	if envelope["data"], err = json.Marshal(data); err != nil {
		return "", err
	}
	rest, err := json.Marshal(envelope)
	a.body.Reset()
	a.body.Write(rest)
	return token, err
}

func (a *answer) send(w http.ResponseWriter) {
	if a.status == 0 {
		return
	}
	h := w.Header()
	maps.Copy(h, a.header)
	h.Del("Content-Length")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(a.status)
	_, _ = w.Write(a.body.Bytes()) //nolint:gosec // JSON of the API; the browser may have left
}

package api_test

import (
	"bytes"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/idempotency"
	"github.com/vitrine-photos/vitrine/internal/identity"
	"github.com/vitrine-photos/vitrine/internal/store/storetest"
)

// keyed has every request that may carry an Idempotency-Key carry one, and sends
// it twice: the second answer must be the first if it was to be kept.
type keyed struct {
	handler http.Handler
	t       *testing.T
	mu      sync.Mutex
	count   int
}

// ServeHTTP implements http.Handler.
func (k *keyed) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost || r.Header.Get("Authorization") == "" || r.Header[idempotency.Header] != nil ||
		strings.Contains(r.URL.Path, "/auth/") || strings.HasSuffix(r.URL.Path, "/rotate-secret") {
		k.handler.ServeHTTP(w, r)
		return
	}
	k.mu.Lock()
	k.count++
	r.Header.Set(idempotency.Header, strings.Repeat("k", k.count))
	k.mu.Unlock()
	var body bytes.Buffer
	if _, err := body.ReadFrom(r.Body); err != nil {
		k.t.Fatal(err)
	}
	again := r.Clone(r.Context())
	first, second := httptest.NewRecorder(), httptest.NewRecorder()
	r.Body, again.Body = http.NoBody, http.NoBody
	if body.Len() > 0 {
		r.Body, again.Body = io.NopCloser(bytes.NewReader(body.Bytes())), io.NopCloser(&body)
	}
	k.handler.ServeHTTP(first, r)
	k.handler.ServeHTTP(second, again)
	k.compare(r, first, second)
	maps.Copy(w.Header(), first.Header())
	w.WriteHeader(first.Code)
	_, _ = w.Write(first.Body.Bytes())
}

func (k *keyed) compare(r *http.Request, first, second *httptest.ResponseRecorder) {
	isKept := first.Code < 300 || first.Code == http.StatusConflict || first.Code == http.StatusUnprocessableEntity
	switch replayed := second.Header().Get("Idempotent-Replayed") == "true"; {
	case first.Header().Get("Idempotent-Replayed") != "":
		k.t.Errorf("%s %s is a replay at first", r.Method, r.URL)
	case replayed != isKept, second.Code != first.Code, second.Header().Get("ETag") != first.Header().Get("ETag"):
		k.t.Errorf("%s %s: %d, then %d, replayed: %v\n%s", r.Method, r.URL, first.Code, second.Code, replayed, second.Body)
	case isKept && !bytes.Equal(first.Body.Bytes(), second.Body.Bytes()):
		k.t.Errorf("%s %s: answered\n%s\nthen\n%s", r.Method, r.URL, first.Body, second.Body)
	}
}

// TestUploadsOnce sends files twice under one key, in forms that differ in all
// but what is in them.
func TestUploadsOnce(t *testing.T) {
	t.Parallel()
	storetest.Engines(t, func(t *testing.T, open storetest.Open) {
		s := newServiceOn(t, open, nil)
		data := string(picture(t))
		for field, path := range map[string]string{"file": "/v1/upload/single", "files[]": "/v1/upload/multiple"} {
			send := func(key, content string) *httptest.ResponseRecorder {
				body, contentType := form(s, field+"/a.jpg", content)
				return s.ask(vitrine.RoleEditor, "POST", path, body, "Content-Type: "+contentType, "Idempotency-Key: "+key)
			}
			first, second := send("k", data), send("k", data)
			if first.Code != 201 || second.Code != 201 || first.Body.String() != second.Body.String() || second.Header().Get("Idempotent-Replayed") != "true" {
				t.Errorf("%s: %d %s\nthen %d %s", path, first.Code, first.Body, second.Code, second.Body)
			}
			if other := send("k", data+"more"); other.Code != 422 {
				t.Errorf("%s with another file: %d %s", path, other.Code, other.Body)
			}
			if next := send("another", data); next.Code != 201 || next.Header().Get("Idempotent-Replayed") != "" {
				t.Errorf("%s under another key: %d %s", path, next.Code, next.Body)
			}
		}
	})
}

// TestManyAtOnce sends one request from many sides at once: it is carried out
// once, and who is not told so is told to wait.
func TestManyAtOnce(t *testing.T) {
	t.Parallel()
	storetest.Engines(t, func(t *testing.T, open storetest.Open) {
		s := newServiceOn(t, open, nil)
		var group sync.WaitGroup
		for range 8 {
			group.Go(func() {
				for {
					w := s.ask(vitrine.RoleEditor, "POST", "/v1/photos", `{"title": "Harbour"}`, "Idempotency-Key: k")
					if w.Code == http.StatusConflict && w.Header().Get("Retry-After") == "1" && strings.Contains(w.Body.String(), "still_running") {
						continue
					}
					if w.Code != http.StatusCreated || w.Header().Get("ETag") != `"p1-1-e"` && w.Header().Get("ETag") != `"p2-1-e"` {
						t.Errorf("%d %s", w.Code, w.Body)
					}
					return
				}
			})
		}
		group.Wait()
		w := s.ask(vitrine.RoleEditor, "GET", "/v1/photos?status=draft", "")
		if !strings.Contains(w.Body.String(), `"total":1,`) {
			t.Errorf("there are other photos: %s", w.Body)
		}
	})
}

func TestKeysExpire(t *testing.T) {
	t.Parallel()
	s := newService(t, nil)
	create := func() *httptest.ResponseRecorder {
		return s.ask(vitrine.RoleEditor, "POST", "/v1/upload/chunked/init",
			`{"filename": "a.jpg", "file_size": 100, "mime_type": "image/jpeg"}`, "Idempotency-Key: k")
	}
	first := create().Body.String()
	s.wait(10 * time.Minute) // while the token is good
	if again := create().Body.String(); again != first {
		t.Errorf("ten minutes later: %s", again)
	}
	s.wait(24 * time.Hour)
	tokens, err := s.identity.Login(t.Context(), "editor", password, identity.Client{})
	s.must(err)
	s.tokens[vitrine.RoleEditor] = tokens.AccessToken
	if w := create(); w.Code != 201 || w.Body.String() == first {
		t.Errorf("a day later: %d %s", w.Code, w.Body)
	}
}

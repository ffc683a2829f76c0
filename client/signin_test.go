package client_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/vitrine-photos/vitrine/client"
)

// renewing is a server whose access tokens are good for that many seconds each,
// and whose refresh tokens are good for one use.
type renewing struct {
	expiresIn atomic.Int64
	count     atomic.Int64 // of tokens given out
	refused   atomic.Int64
	ended     atomic.Bool
}

func (s *renewing) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var sent struct {
		RefreshToken string `json:"refresh_token"`
	}
	body, _ := io.ReadAll(r.Body)
	_ = json.Unmarshal(body, &sent)
	count := s.count.Load()
	switch {
	case r.URL.Path == "/v1/auth/login", r.URL.Path == "/v1/auth/refresh" && sent.RefreshToken == fmt.Sprint("r", count) && !s.ended.Load():
		count = s.count.Add(1)
		_, _ = fmt.Fprintf(w, `{"success":true,"data":{"access_token":"a%d","refresh_token":"r%d","expires_in":%d}}`, count, count, s.expiresIn.Load())
	case r.Header.Get("Authorization") == fmt.Sprint("Bearer a", count):
		_, _ = io.WriteString(w, `{"success":true,"data":{"id":9}}`)
	default:
		s.refused.Add(1)
		w.WriteHeader(http.StatusUnauthorized)
		_, _ = io.WriteString(w, `{"success":false,"message":"The token is not valid.","error":{"type":"INVALID_TOKEN"}}`)
	}
}

func TestTokensAreRefreshed(t *testing.T) {
	t.Parallel()
	api := &renewing{}
	server := httptest.NewServer(api)
	t.Cleanup(server.Close)
	c := client.New(server.URL, nil)
	if _, err := c.Login(t.Context(), "ansel", "zone system"); err != nil { // for 0 seconds
		t.Fatal(err)
	}
	api.expiresIn.Store(900)
	var requests sync.WaitGroup
	for range 20 {
		requests.Go(func() {
			if photo, err := c.Photo(t.Context(), 9); err != nil || photo.ID != 9 {
				t.Errorf("got %v, %v", photo, err)
			}
		})
	}
	requests.Wait()
	if given, refused := api.count.Load(), api.refused.Load(); given != 2 || refused != 0 {
		t.Errorf("%d tokens were given out, %d requests refused; want 2, 0", given, refused)
	}
}

// A sign-in that was ended elsewhere is told of, and can be begun anew.
func TestRefreshIsRefused(t *testing.T) {
	t.Parallel()
	api := &renewing{}
	server := httptest.NewServer(api)
	t.Cleanup(server.Close)
	c := client.New(server.URL, nil)
	if _, err := c.Login(t.Context(), "ansel", "zone system"); err != nil {
		t.Fatal(err)
	}
	api.ended.Store(true)
	if _, err := c.Photo(t.Context(), 9); err == nil || err.Error() != "refresh the sign-in: The token is not valid." {
		t.Errorf("got %v", err)
	}
	api.expiresIn.Store(900)
	if _, err := c.Login(t.Context(), "ansel", "zone system"); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Photo(t.Context(), 9); err != nil {
		t.Error(err)
	}
}

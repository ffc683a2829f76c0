package app_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/vitrine-photos/vitrine/client"
)

// TestClientCoversEveryOperation calls every method of the client, whatever it
// takes, and looks at what it asks for: all that the document has, and nothing
// that it has not.
func TestClientCoversEveryOperation(t *testing.T) {
	t.Parallel()
	s := serve(t, config(t))
	var document struct{ Paths map[string]map[string]any }
	s.must(json.Unmarshal([]byte(s.page("/openapi.json")), &document))
	place := regexp.MustCompile(`\\\{[^/]+?\\\}`)
	asked := requestsOf(t)
	known := map[string]bool{}
	for path, operations := range document.Paths {
		pattern := place.ReplaceAllString(regexp.QuoteMeta(path), `[^/]+`)
		for method := range operations {
			operation := regexp.MustCompile("^" + strings.ToUpper(method) + " " + pattern + "$")
			if !slices.ContainsFunc(asked, operation.MatchString) {
				t.Errorf("no method of the client asks %s %s", strings.ToUpper(method), path)
			}
			for _, request := range asked {
				known[request] = known[request] || operation.MatchString(request)
			}
		}
	}
	for request, ok := range known {
		if !ok {
			t.Errorf("the client asks %s, which there is not", request)
		}
	}
}

// requestsOf lists what the methods of the client ask for.
func requestsOf(t *testing.T) (requests []string) {
	t.Helper()
	var mu sync.Mutex
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		requests = append(requests, r.Method+" "+r.URL.EscapedPath())
		// A sign-in that must be refreshed at once.
		_, _ = io.WriteString(w, `{"success": true, "data": {"access_token": "t", "refresh_token": "r", "expires_in": 0}}`)
	}))
	defer server.Close()
	c := reflect.ValueOf(client.New(server.URL, nil))
	for _, method := range c.Methods() {
		var in []reflect.Value
		for n := range method.Type().NumIn() {
			if n == 0 {
				in = append(in, reflect.ValueOf(t.Context()))
			} else if !method.Type().IsVariadic() || n < method.Type().NumIn()-1 {
				in = append(in, someValue(method.Type().In(n)))
			}
		}
		method.Call(in) // answers that it cannot read are no matter
	}
	return requests
}

// someValue is one that goes into an address.
func someValue(kind reflect.Type) reflect.Value {
	v := reflect.New(kind).Elem()
	switch {
	case kind == reflect.TypeFor[io.Reader]():
		v.Set(reflect.ValueOf(strings.NewReader("bytes")))
	case v.CanInt():
		v.SetInt(1)
	case kind.Kind() == reflect.String:
		v.SetString("/v1/upload/chunked/a/chunks/1") // a whole address for the one method that takes it
	}
	return v
}

// TestClientKeepsHouse empties the trash and changes settings through the client.
func TestClientKeepsHouse(t *testing.T) {
	t.Parallel()
	s := serve(t, config(t))
	photo := s.publish("Rubbish")
	s.must(s.DeletePhoto(t.Context(), photo.ID))
	trash, pagination, err := s.Trash(t.Context(), 1, 10)
	s.must(err)
	if pagination.Total != 1 || trash[0].ID != photo.ID || trash[0].DeletedAt.IsZero() {
		t.Errorf("the trash holds %+v", trash)
	}
	s.must(s.PurgePhoto(t.Context(), photo.ID))
	s.expectStatus(s.PurgePhoto(t.Context(), photo.ID), http.StatusNotFound)

	_, err = s.UpdateSettings(t.Context(), map[string]any{"site_title": "Attic", "display_photos_per_page": 7})
	s.must(err)
	settings, err := s.Settings(t.Context())
	s.must(err)
	if settings["general"]["site_title"] != "Attic" || settings["display"]["photos_per_page"] != 7.0 {
		t.Errorf("the settings are %v", settings)
	}
	settings, err = s.ResetSettings(t.Context(), "general")
	s.must(err)
	if settings["general"]["site_title"] == "Attic" || settings["display"]["photos_per_page"] != 7.0 {
		t.Errorf("reset, the settings are %v", settings)
	}
	health, err := s.Client.Health(t.Context())
	s.must(err)
	if health.Status != "healthy" || health.Components["database"] != "healthy" {
		t.Errorf("the service is %+v", health)
	}
}

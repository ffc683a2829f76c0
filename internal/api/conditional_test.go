package api_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine-photos/vitrine"
)

// unconditional says why an operation that changes or deletes something does not
// ask for a version.
func unconditional() map[string]string {
	return map[string]string{
		"Change password":               "nobody reads it, so it has no version",
		"Put chunk":                     "a chunk that is sent again replaces the former one",
		"Abort chunked upload":          "an upload has no versions",
		"Delete upload":                 "an upload has no versions",
		"End session of user":           "a session has no versions",
		"Unlike photo":                  "likes move no version",
		"Unassign photos from category": "takes out what is named, whatever else is in it",
		"Purge photo":                   "what is in the trash is not changed any more",
	}
}

func (op operation) takes(header string) bool {
	return slices.ContainsFunc(op.Parameters, func(p parameter) bool { return p.In == "header" && p.Name == header })
}

// TestIfMatch carries out every operation of the document that changes or deletes
// something, on the version that it is at and on others.
func TestIfMatch(t *testing.T) {
	t.Parallel()
	s := newService(t, nil)
	writes := s.writes()
	for path, operations := range s.document().Paths {
		for method, op := range operations {
			if method != "put" && method != "delete" {
				if op.takes("If-Match") {
					t.Errorf("%s %s asks for a version", method, path)
				}
				continue
			}
			if op.takes("If-Match") == (unconditional()[op.Summary] != "") {
				t.Errorf("%s %s: embed conditional, or say in unconditional why not", method, path)
				continue
			}
			if op.takes("If-Match") {
				t.Run(op.Summary, func(t *testing.T) { s.checkIfMatch(t, method, writes[op.Summary]) })
			}
		}
	}
}

func (s *service) checkIfMatch(t *testing.T, method string, w write) {
	tag := s.tagOf(t, w.path)
	for _, header := range []string{
		`"z1-1"`, strings.Replace(tag, "-", "-9", 1), "W/" + tag, strings.Trim(tag, `"`), `"", W/` + tag, `"p1-0"`,
	} {
		w.header = "If-Match: " + header
		answer := s.carryOut(method, w, "x")
		var body struct {
			Error struct{ Details struct{ Conflict string } }
		}
		if err := json.Unmarshal(answer.Body.Bytes(), &body); err != nil || answer.Code != http.StatusConflict || body.Error.Details.Conflict != "stale" {
			t.Errorf("If-Match: %s where it is %s: got %d %s", header, tag, answer.Code, answer.Body)
		}
	}
	if now := s.tagOf(t, w.path); now != tag {
		t.Errorf("what was refused made %s of %s", now, tag)
	}
	headers := []string{"*", "<tag>", `"z1-1", <tag> , W/"a", <later>`}
	if method == "delete" { // of which there is one
		headers = headers[2:]
	}
	for _, header := range headers {
		present := s.tagOf(t, w.path)
		later := strings.Replace(present, "-", "-9", 1)
		w.header = "If-Match: " + strings.NewReplacer("<tag>", present, "<later>", later).Replace(header)
		if answer := s.carryOut(method, w, "x"); answer.Code >= 300 {
			t.Errorf("%s: got %d %s", w.header, answer.Code, answer.Body)
		}
	}
}

// tagOf returns the entity tag of what is at an address: that of the answer to a
// change of nothing.
func (s *service) tagOf(t *testing.T, path string) string {
	t.Helper()
	answer := s.ask(vitrine.RoleSuperAdmin, http.MethodPut, strings.TrimSuffix(strings.TrimSuffix(path, "/cover"), "/position"), "{}")
	tag := answer.Header().Get("ETag")
	if answer.Code != http.StatusOK || tag == "" || strings.HasPrefix(tag, "W/") {
		t.Fatalf("PUT %s {}: got %d, ETag %q %s", path, answer.Code, tag, answer.Body)
	}
	return tag
}

// TestDocumentedTags: where 304 is promised there is an entity tag, and only
// there.
func TestDocumentedTags(t *testing.T) {
	t.Parallel()
	s := newService(t, nil)
	addresses := s.addresses()
	for path, operations := range s.document().Paths {
		read, ok := operations["get"]
		if !ok {
			continue
		}
		w := s.ask(vitrine.RoleSuperAdmin, "GET", addresses.Replace(path), "")
		_, documented := read.Responses["304"]
		if tagged := w.Header().Get("ETag") != ""; w.Code != http.StatusOK || tagged != documented {
			t.Errorf("GET %s: got %d; 304 is documented: %v, there is a tag: %v", path, w.Code, documented, tagged)
		}
	}
}

// addresses makes something of each kind, and returns what turns the paths of
// the document into addresses of them.
func (s *service) addresses() *strings.Replacer {
	s.Helper()
	s.publish("Harbour", "surf")
	s.made("/v1/categories", `{"name": "Coast"}`)
	s.made("/v1/timeline/events", `{"title": "Regatta", "date": "2026-05-01"}`)
	s.made("/v1/webhooks", `{"url": "https://example.com", "events": ["user.login"]}`)
	s.made("/v1/shares", `{"title": "For Ada", "photo_ids": [1]}`)
	s.made("/v1/system/backups", "")
	return strings.NewReplacer("{id}", "1", "{file_id}", s.file(), "{upload_id}", s.begin(1).UploadID,
		"{year}", "2026", "{month}", "5", "/search", "/search?q=a")
}

// TestIfNoneMatch asks every read of the document that has an entity tag again
// with the tag, and with others.
func TestIfNoneMatch(t *testing.T) {
	t.Parallel()
	s := newService(t, nil)
	addresses := s.addresses()
	asked := 0
	for path, operations := range s.document().Paths {
		op, reads := operations["get"]
		if !reads || !op.takes("If-None-Match") {
			continue
		}
		asked++
		t.Run(op.Summary, func(t *testing.T) { s.checkIfNoneMatch(t, op, addresses.Replace(path)) })
	}
	if asked < 25 {
		t.Errorf("only %d reads have tags", asked)
	}
}

func (s *service) checkIfNoneMatch(t *testing.T, op operation, target string) {
	who := vitrine.RoleSuperAdmin
	if op.Permission == "public" {
		who = "" // whose answers hold no address that runs out
	}
	first := s.ask(who, http.MethodGet, target, "")
	tag := first.Header().Get("ETag")
	if first.Code != http.StatusOK || tag == "" {
		t.Fatalf("GET %s: got %d, ETag %q %s", target, first.Code, tag, first.Body)
	}
	strong := strings.TrimPrefix(tag, "W/")
	for header, want := range map[string]int{
		tag: 304, strong: 304, "W/" + strong: 304, "*": 304, `"a", W/"b" ,` + tag: 304,
		`"a"`: 200, strings.Trim(strong, `"`): 200, `"` + strings.Trim(strong, `"`) + `9"`: 200, "": 200,
	} {
		for _, method := range []string{http.MethodGet, http.MethodHead} {
			again := s.ask(who, method, target, "", "If-None-Match: "+header)
			if again.Code != want || again.Header().Get("ETag") != tag || want == 304 && again.Body.Len() > 0 {
				t.Errorf("%s, If-None-Match: %s where it is %s: got %d, ETag %q", method, header, tag, again.Code, again.Header().Get("ETag"))
			}
		}
	}
}

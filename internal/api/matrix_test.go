package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/api"
	"github.com/vitrine-photos/vitrine/internal/identity"
)

// TestAccess asks every operation of the document as everyone, under both
// prefixes, and compares who is turned away with the roles' permissions.
func TestAccess(t *testing.T) {
	t.Parallel()
	s := newService(t, nil)
	for path, operations := range s.document().Paths {
		for method, op := range operations {
			for _, prefix := range []string{"/v1", "/api/v1"} {
				for _, role := range append(vitrine.Roles(), "") {
					target := prefix + strings.NewReplacer("{id}", "987654", "{file_id}", "missing", "{upload_id}", "missing", "{number}", "0").Replace(strings.TrimPrefix(path, "/v1"))
					if op.Summary == "Sign out" {
						continue // it would end the session that the others need
					}
					t.Run(fmt.Sprintf("%s %s as %s", method, target, role), func(t *testing.T) {
						s.checkAccess(t, role, strings.ToUpper(method), target, op.Permission)
					})
				}
			}
		}
	}
}

func (s *service) checkAccess(t *testing.T, role vitrine.Role, method, target, permission string) {
	t.Helper()
	w := s.ask(role, method, target, "")
	want := 0
	switch {
	case permission == "public":
	case permission == "signed": // the address is not
		want, permission = http.StatusForbidden, string(vitrine.PhotoCreate)
	case role == "":
		want = http.StatusUnauthorized
	case permission == "signed-in":
	case !role.Can(vitrine.Permission(permission)):
		want = http.StatusForbidden
	}
	turnedAway := w.Code == http.StatusUnauthorized || w.Code == http.StatusForbidden
	if want != 0 && w.Code != want || want == 0 && turnedAway || w.Code >= 500 {
		t.Errorf("needs %s: got %d, want %d\n%s", permission, w.Code, want, w.Body)
	}
	if want == http.StatusForbidden {
		var answer struct {
			Error struct{ Details vitrine.ForbiddenDetails }
		}
		if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
			t.Fatal(err)
		}
		if d := answer.Error.Details; string(d.RequiredPermission) != permission || d.UserRole != role {
			t.Errorf("the details are %+v", d)
		}
	}
}

// TestPermissionComesBeforeFaults: who may not do something is told so, whatever
// is wrong with the request.
func TestPermissionComesBeforeFaults(t *testing.T) {
	t.Parallel()
	s := newService(t, nil)
	closed := s.config
	closed.Identity = identity.New(identity.Config{DB: s.db, Key: make([]byte, identity.KeyLength), Now: s.now, Log: closed.Log})
	shut, err := api.New(closed)
	s.must(err)
	for _, tt := range []struct {
		handler        http.Handler
		role           vitrine.Role
		method, target string
		status         int
		details        string
	}{
		{shut, "", "POST", "/v1/auth/register", 403, `{"required_permission":"user.create","user_role":""}`},
		{shut, vitrine.RoleUser, "POST", "/v1/auth/register", 403, `{"required_permission":"user.create","user_role":"user"}`},
		{s.api, "", "POST", "/v1/auth/register", 400, ``},
		{s.api, "", "GET", "/v1/photos?status=draft&page=0", 401, `null`},
		{s.api, vitrine.RoleUser, "GET", "/v1/photos?page=x&status=archived", 403, `{"required_permission":"photo.update","user_role":"user"}`},
		{s.api, vitrine.RoleEditor, "GET", "/v1/photos?status=draft&page=0", 400, ``},
		{s.api, "", "GET", "/v1/photos?status=gone&page=0", 400, ``},
	} {
		w := s.send(tt.handler, tt.role, tt.method, tt.target)
		if w.Code != tt.status || !strings.Contains(w.Body.String(), `"details":`+tt.details) {
			t.Errorf("%s %s as %q: got %d %s", tt.method, tt.target, tt.role, w.Code, w.Body)
		}
	}
}

// accessDocument is what is read of the OpenAPI document.
type accessDocument struct {
	Paths map[string]map[string]struct {
		Summary    string
		Permission string `json:"x-permission"`
		Parameters []struct{ Name string }
		Responses  map[string]any
	}
}

// TestDocumentedTags: where 304 is promised there is an entity tag, and only
// there.
func TestDocumentedTags(t *testing.T) {
	t.Parallel()
	s := newService(t, nil)
	s.publish("Harbour")
	if w := s.ask(vitrine.RoleAdmin, "POST", "/v1/categories", `{"name": "Coast"}`); w.Code != http.StatusCreated {
		t.Fatal(w.Body)
	}
	id, chunked := s.file(), s.begin(1).UploadID
	for path, operations := range s.document().Paths {
		read, ok := operations["get"]
		if !ok {
			continue
		}
		w := s.ask(vitrine.RoleSuperAdmin, "GET", strings.NewReplacer("{id}", "1", "{file_id}", id, "{upload_id}", chunked).Replace(path), "")
		_, documented := read.Responses["304"]
		if tagged := w.Header().Get("ETag") != ""; w.Code != http.StatusOK || tagged != documented {
			t.Errorf("GET %s: got %d; 304 is documented: %v, there is a tag: %v", path, w.Code, documented, tagged)
		}
	}
}

func (s *service) document() (doc accessDocument) {
	s.Helper()
	w := s.ask("", "GET", "/openapi.json", "")
	s.must(json.Unmarshal(w.Body.Bytes(), &doc))
	if len(doc.Paths) == 0 {
		s.Fatal("the document is empty")
	}
	return doc
}

package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/api"
	"github.com/vitrine-photos/vitrine/internal/identity"
)

// Those who come with a token that was good once.
const (
	disabled vitrine.Role = "disabled" // a super_admin who may not sign in any more
	expired  vitrine.Role = "expired"  // a super_admin's, too old
	revoked  vitrine.Role = "revoked"  // of a super_admin's session that was ended
)

// narrower are the permissions of routes that are open to any signed-in user for
// what is their own, and are asked here for what is not; or that need what their
// body asks for, which is empty here.
var narrower = map[string]vitrine.Permission{
	"Change photos in batch": vitrine.PhotoUpdate,
	"List sessions of user":  vitrine.UserRead,
	"End session of user":    vitrine.UserUpdate,
}

// TestAccess asks every operation of the document as everyone, under both
// prefixes, and compares who is turned away with the roles' permissions. A row
// that is added to the table is asked, too.
func TestAccess(t *testing.T) {
	t.Parallel()
	s := newService(t, nil)
	s.addTurnedAway()
	everyone := append(vitrine.Roles(), "", disabled, expired, revoked)
	for path, operations := range s.document().Paths {
		for method, op := range operations {
			permission := op.Permission
			if own, ok := narrower[op.Summary]; ok {
				permission = string(own)
			}
			for _, prefix := range []string{"/v1", "/api/v1"} {
				target := prefix + op.fill(strings.TrimPrefix(path, "/v1"))
				for _, who := range everyone {
					t.Run(fmt.Sprintf("%s %s as %s", method, target, who), func(t *testing.T) {
						s.checkAccess(t, who, strings.ToUpper(method), target, permission)
					})
					if op.Summary == "Sign out" && who.Valid() {
						s.signIn(who)
					}
				}
			}
		}
	}
}

// addTurnedAway gets the tokens that were good once.
func (s *service) addTurnedAway() {
	s.Helper()
	s.tokens[expired] = s.tokens[vitrine.RoleSuperAdmin]
	s.wait(20 * time.Minute)
	for _, role := range vitrine.Roles() {
		s.signIn(role)
	}
	root := s.actors[vitrine.RoleSuperAdmin]
	user, err := s.identity.CreateUser(s.Context(), root, vitrine.UserInput{
		Username: vitrine.Some("disabled"), Email: vitrine.Some("disabled@example.com"),
		Password: vitrine.Some(password), Role: vitrine.Some(vitrine.RoleSuperAdmin),
	})
	s.must(err)
	s.signIn(disabled)
	_, err = s.identity.UpdateUser(s.Context(), root, user.ID, vitrine.UserInput{IsActive: vitrine.Some(false)}, nil)
	s.must(err)
	tokens := s.login(vitrine.RoleSuperAdmin)
	s.tokens[revoked] = tokens.AccessToken
	actor, err := s.identity.Authenticate(s.Context(), tokens.AccessToken)
	s.must(err)
	s.must(s.identity.EndSession(s.Context(), root, root.UserID, actor.SessionID))
}

// signIn signs in the user who is named as the role, for what is asked from then
// on.
func (s *service) signIn(who vitrine.Role) {
	s.Helper()
	s.tokens[who] = s.login(who).AccessToken
}

func (s *service) login(who vitrine.Role) identity.Tokens {
	s.Helper()
	tokens, err := s.identity.Login(s.Context(), string(who), password, identity.Client{})
	s.must(err)
	return tokens
}

func (s *service) checkAccess(t *testing.T, who vitrine.Role, method, target, permission string) {
	t.Helper()
	w := s.ask(who, method, target, "")
	var answer struct {
		Error struct {
			Type    string
			Details json.RawMessage
		}
	}
	if w.Body.Len() > 0 {
		if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
			t.Fatal(err)
		}
	}
	status, kind := expectedAccess(who, permission)
	turnedAway := w.Code == http.StatusUnauthorized || w.Code == http.StatusForbidden
	if status == 0 && (turnedAway || w.Code >= 500) || status != 0 && (w.Code != status || answer.Error.Type != kind) {
		t.Errorf("needs %s: got %d, want %d %s\n%s", permission, w.Code, status, kind, w.Body)
	}
	if status != http.StatusForbidden {
		return
	}
	if permission == "signed" { // the address is not
		permission = string(vitrine.PhotoCreate)
	}
	var details vitrine.ForbiddenDetails
	if err := json.Unmarshal(answer.Error.Details, &details); err != nil {
		t.Fatal(err)
	}
	if string(details.RequiredPermission) != permission || details.UserRole != who {
		t.Errorf("the details are %+v", details)
	}
}

// expectedAccess returns the status and the error with which someone is turned
// away, or 0 if they are let in.
func expectedAccess(who vitrine.Role, permission string) (status int, kind string) {
	switch {
	case who == expired:
		return http.StatusUnauthorized, "TOKEN_EXPIRED"
	case who == disabled, who == revoked:
		return http.StatusUnauthorized, "INVALID_TOKEN"
	case permission == "public":
		return 0, ""
	case permission == "signed":
		return http.StatusForbidden, "PERMISSION_DENIED"
	case who == "":
		return http.StatusUnauthorized, "AUTHENTICATION_REQUIRED"
	case permission == "signed-in" || who.Can(vitrine.Permission(permission)):
		return 0, ""
	}
	return http.StatusForbidden, "PERMISSION_DENIED"
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

// TestBatchPermission: a batch needs the permission of its action, which is asked
// for before anything else in the body.
func TestBatchPermission(t *testing.T) {
	t.Parallel()
	s := newService(t, nil)
	for _, tt := range []struct {
		role   vitrine.Role
		body   string
		status int
		needs  string
	}{
		{"", `{"action": "delete"}`, 401, ""},
		{"", `{`, 401, ""},
		{vitrine.RoleUser, `{`, 403, "photo.update"},
		{vitrine.RoleUser, `{"action": "gone", "photo_ids": "x"}`, 403, "photo.update"},
		{vitrine.RoleUser, `{"action": "add_tags", "nonsense": 1}`, 403, "photo.update"},
		{vitrine.RoleUser, `{"action": "create"}`, 403, "photo.create"},
		{vitrine.RoleUser, `{"action": "delete"}`, 403, "photo.delete"},
		{vitrine.RoleUser, `{"action": "delete", "x": "` + strings.Repeat("x", 1<<20) + `"}`, 403, "photo.update"},
		{vitrine.RoleEditor, `{"action": "delete", "photo_ids": [0], "nonsense": 1}`, 403, "photo.delete"},
		{vitrine.RoleEditor, `{"action": "delete", "action": "add_tags", "photo_ids": [1]}`, 400, ""},
		{vitrine.RoleEditor, `{"action": "delete", "x": "` + strings.Repeat("x", 1<<20) + `"}`, 400, ""},
		{vitrine.RoleEditor, `{"action": "gone"}`, 400, ""},
		{vitrine.RoleEditor, `{"action": "create", "data": {"photos": []}}`, 400, ""},
		{vitrine.RoleAdmin, `{"action": "delete", "photo_ids": []}`, 400, ""},
		{vitrine.RoleAdmin, `{"action": "delete", "photo_ids": [987654]}`, 200, ""},
	} {
		w := s.ask(tt.role, "POST", "/v1/photos/batch", tt.body)
		if w.Code != tt.status || tt.needs != "" && !strings.Contains(w.Body.String(), `"required_permission":"`+tt.needs+`"`) {
			t.Errorf("%q sends %.80s: got %d %s, want %d and %q", tt.role, tt.body, w.Code, w.Body, tt.status, tt.needs)
		}
	}
}

// accessDocument is what is read of the OpenAPI document.
type accessDocument struct {
	Paths map[string]map[string]operation
}

type operation struct {
	Summary    string
	Permission string `json:"x-permission"`
	Parameters []parameter
	Responses  map[string]any
}

type parameter struct {
	Name, In string
	Schema   struct{ Type string }
}

// fill puts what does not exist into the places of a path.
func (op operation) fill(path string) string {
	for _, p := range op.Parameters {
		value := "missing"
		if p.Schema.Type == "integer" {
			value = "987654"
		}
		path = strings.ReplaceAll(path, "{"+p.Name+"}", value)
	}
	return path
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

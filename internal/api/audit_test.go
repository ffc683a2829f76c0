package api_test

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/vitrine-photos/vitrine"
)

// unaudited are the operations without GET that leave nothing in the audit log,
// and why.
func unaudited() map[string]string {
	return map[string]string{
		"Refresh a sign-in":   "keeps a sign-in going and changes nothing else; a reuse that ends it is recorded",
		"Put chunk":           "is part of an upload, which is recorded when it begins and when it is complete",
		"Find known contents": "only asks",
		"Clear cache":         "changes nothing that is kept",
		"Like photo":          "says what somebody thinks, which is not to be traced to them",
		"Unlike photo":        "says what somebody thinks, which is not to be traced to them",
		"Warm cache":          "changes nothing that is kept",
	}
}

// TestWritesAreAudited carries out every operation of the document that is not a
// GET, and wants the record of it. One that is added must be added to writes, or
// to unaudited.
func TestWritesAreAudited(t *testing.T) {
	t.Parallel()
	s := newService(t, nil)
	writes := s.writes()
	for path, operations := range s.document().Paths {
		for method, op := range operations {
			w, known := writes[op.Summary]
			switch {
			case method == "get":
			case !known || (w.action == "") != (unaudited()[op.Summary] != ""):
				t.Errorf("%s %s: say in writes which action the audit log names, or in unaudited why none", method, path)
			default:
				t.Run(op.Summary, func(t *testing.T) { s.checkAudited(t, method, op, w) })
			}
		}
	}
}

func (s *service) checkAudited(t *testing.T, method string, op operation, w write) {
	id := "audited." + strings.ReplaceAll(op.Summary, " ", "-")
	answer := s.carryOut(method, w, id)
	if _, ok := op.Responses[strconv.Itoa(answer.Code)]; !ok || answer.Code >= 300 {
		t.Fatalf("got %d %s", answer.Code, answer.Body)
	}
	var found []*vitrine.AuditRecord
	records, _, err := s.identity.AuditLog(t.Context(), s.actors[vitrine.RoleSuperAdmin], vitrine.AuditFilter{
		Page: vitrine.Page{Number: 1, Limit: 100},
	})
	s.must(err)
	for _, r := range records {
		if r.RequestID == id {
			found = append(found, r)
		}
	}
	if w.action == "" {
		if len(found) != 0 {
			t.Errorf("it is recorded, although it need not be: %+v", found[0])
		}
		return
	}
	if len(found) != 1 || found[0].Action != w.action || found[0].UserID == 0 || found[0].ObjectType == "" || found[0].IPAddress != "192.0.2.1" {
		t.Errorf("there are %d records, want one of %s: %s", len(found), w.action, inJSON(t, found))
	}
	for _, secret := range []string{password, "clearing winter storm", "argon2"} {
		if strings.Contains(inJSON(t, found), secret) {
			t.Errorf("a secret is recorded: %s", inJSON(t, found))
		}
	}
}

func inJSON(t *testing.T, v any) string {
	t.Helper()
	encoded, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(encoded)
}

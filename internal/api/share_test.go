package api_test

import (
	"strings"
	"testing"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/share"
)

// TestSharePicks: what visitors pick is listed, and given as a table in which no
// name of a stranger is a formula.
func TestSharePicks(t *testing.T) {
	t.Parallel()
	s := newService(t, nil)
	photo := s.publish("=Harbour")
	s.made("/v1/shares", at(`{"title": "For Ada", "photo_ids": [%d], "allow_picks": true}`, photo.ID))
	made, err := s.shares.Share(t.Context(), s.actors[vitrine.RoleEditor], 1)
	s.must(err)
	for secret, name := range map[string]string{"a": `@SUM(A1:A9)|"x"`, "b": ""} {
		visit, err := s.shares.Enter(t.Context(), made.Token, share.Pass{Visitor: secret})
		s.must(err)
		s.must(s.shares.Mark(t.Context(), visit, secret, share.Mark{PhotoID: photo.ID, Picked: true, Name: &name}))
	}
	list := s.ask(vitrine.RoleEditor, "GET", "/v1/shares/1/picks?limit=1&page=2", "").Body.String()
	if !strings.Contains(list, `"photo_id":1,"file_name":`) || !strings.Contains(list, `"total":2`) {
		t.Errorf("the list is %s", list)
	}
	w := s.ask(vitrine.RoleEditor, "GET", "/v1/shares/1/picks.csv", "")
	rows := strings.Split(w.Body.String(), "\r\n")
	if w.Code != 200 || len(rows) != 4 || rows[0] != "\ufefffile_name,photo_id,slug,title,picked_by,picked_at" {
		t.Fatalf("the table is answered %d: %q", w.Code, rows)
	}
	for _, want := range []string{`,1,harbour,'=Harbour,"'@SUM(A1:A9)|""x""",2026-05-31T12:00:0`, `,1,harbour,'=Harbour,Visitor `} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("the table lacks %s:\n%s", want, w.Body)
		}
	}
	if got := w.Header().Get("Content-Disposition"); got != "attachment; filename=picks-1.csv" {
		t.Errorf("Content-Disposition is %q", got)
	}
	if w := s.ask(vitrine.RoleEditor, "GET", "/v1/shares/1/picks.csv", "", "If-None-Match: "+w.Header().Get("ETag")); w.Code != 304 {
		t.Errorf("asked again: %d", w.Code)
	}
	if w := s.ask(vitrine.RoleUser, "GET", "/v1/shares/1/picks.csv", ""); w.Code != 403 {
		t.Errorf("asked by a user: %d", w.Code)
	}
}

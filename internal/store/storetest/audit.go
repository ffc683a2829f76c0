package storetest

import (
	"strconv"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// auditPage is the first page of the audit log, narrowed.
func (s *suite) auditPage(narrow func(*vitrine.AuditFilter)) (ids []string, total int) {
	s.Helper()
	filter := vitrine.AuditFilter{Page: vitrine.Page{Number: 1, Limit: 10}}
	if narrow != nil {
		narrow(&filter)
	}
	records, total, err := s.db.AuditLog(s.Context(), filter)
	s.must(err)
	for _, r := range records {
		ids = append(ids, r.RequestID)
	}
	return ids, total
}

func (s *suite) audit(entries ...store.AuditEntry) {
	s.Helper()
	s.update(func(tx *store.Tx) error {
		for _, e := range entries {
			if err := tx.Audit(s.Context(), e); err != nil {
				return err
			}
		}
		return nil
	})
}

func testAuditLog(s *suite) {
	user := s.insertUser(newUser("ansel"))
	actor := vitrine.Actor{UserID: user.ID, Address: "192.0.2.7", RequestID: "a"}
	s.audit(store.EntryOf(actor, "photo.update", "photo", 42).With(map[string]int{"n": 1}))
	first := stored(s.Now())
	s.Advance(24 * time.Hour)
	s.audit(store.AuditEntry{Action: "user.login_refused", ObjectType: "user", RequestID: "b"},
		store.AuditEntry{UserID: 999, Action: "photo.update", ObjectType: "photo", ObjectID: "43", RequestID: "c"})

	records, _, err := s.db.AuditLog(s.Context(), vitrine.AuditFilter{Page: vitrine.Page{Number: 3, Limit: 1}})
	s.must(err)
	want := []*vitrine.AuditRecord{{
		ID: records[0].ID, At: first, UserID: user.ID, Username: "ansel", IPAddress: "192.0.2.7", RequestID: "a",
		Action: "photo.update", ObjectType: "photo", ObjectID: "42", Detail: []byte(`{"n":1}`),
	}}
	if diff := cmp.Diff(want, records); diff != "" {
		s.Errorf("record (-want +got):\n%s", diff)
	}
	for name, test := range map[string]struct {
		narrow func(*vitrine.AuditFilter)
		want   []string
	}{
		"all":           {nil, []string{"c", "b", "a"}},
		"a user":        {func(f *vitrine.AuditFilter) { f.UserID = &user.ID }, []string{"a"}},
		"an action":     {func(f *vitrine.AuditFilter) { f.Action = "photo.update" }, []string{"c", "a"}},
		"things":        {func(f *vitrine.AuditFilter) { f.ObjectType = "user" }, []string{"b"}},
		"a thing":       {func(f *vitrine.AuditFilter) { f.ObjectType, f.ObjectID = "photo", "43" }, []string{"c"}},
		"from a time":   {func(f *vitrine.AuditFilter) { f.From = first.Add(time.Second) }, []string{"c", "b"}},
		"until a time":  {func(f *vitrine.AuditFilter) { f.Until = s.Now() }, []string{"a"}},
		"what is not":   {func(f *vitrine.AuditFilter) { f.Action = "photo" }, nil},
		"a second page": {func(f *vitrine.AuditFilter) { f.Page = vitrine.Page{Number: 2, Limit: 2} }, []string{"a"}},
	} {
		got, total := s.auditPage(test.narrow)
		if diff := cmp.Diff(test.want, got); diff != "" || (name != "a second page" && total != len(got)) {
			s.Errorf("%s, %d in all (-want +got):\n%s", name, total, diff)
		}
	}
}

func testAuditDepth(s *suite) {
	var entries []store.AuditEntry
	for i := range vitrine.MaxAuditDepth + 5 {
		entries = append(entries, store.AuditEntry{Action: "x", RequestID: strconv.Itoa(i)})
	}
	s.audit(entries...)
	last := vitrine.Page{Number: vitrine.MaxAuditDepth / 10, Limit: 10}
	got, total := s.auditPage(func(f *vitrine.AuditFilter) { f.Page = last })
	if len(got) != 10 || got[9] != "5" || total != vitrine.MaxAuditDepth {
		s.Errorf("the last page holds %v of %d", got, total)
	}
	last.Number++
	if got, _ := s.auditPage(func(f *vitrine.AuditFilter) { f.Page = last }); len(got) != 0 {
		s.Errorf("the page after the last holds %v", got)
	}
}

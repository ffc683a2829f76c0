package storetest

import (
	"fmt"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"

	"github.com/google/go-cmp/cmp"
)

func newUser(name string) *vitrine.User {
	return &vitrine.User{
		Username: name, Email: name + "@example.com", PasswordHash: "hash of " + name,
		Role: vitrine.RoleUser, DisplayName: "The " + name, IsActive: true,
	}
}

// insertUser adds a user and returns it.
func (s *suite) insertUser(user *vitrine.User) *vitrine.User {
	s.Helper()
	s.update(func(tx *store.Tx) error { return tx.InsertUser(s.Context(), user) })
	return user
}

func testUsers(s *suite) {
	user := newUser("Ansel")
	user.AvatarURL = "https://example.com/a.jpg"
	s.insertUser(user)
	if user.ID == 0 || user.Version != 1 || !user.CreatedAt.Equal(stored(s.Now())) {
		s.Errorf("InsertUser made %+v", user)
	}
	s.Advance(time.Hour)
	user.Role, user.IsActive, user.DisplayName, user.Username = vitrine.RoleEditor, false, "", "Ansel.Adams"
	s.update(func(tx *store.Tx) error { return tx.UpdateUser(s.Context(), user) })
	s.update(func(tx *store.Tx) error { return tx.TouchLogin(s.Context(), user.ID) })
	want := *user
	login := stored(s.Now())
	want.Version, want.UpdatedAt, want.LastLoginAt = 2, login, &login

	got, err := s.db.User(s.Context(), user.ID)
	s.must(err)
	if diff := cmp.Diff(&want, got); diff != "" {
		s.Errorf("User (-want +got):\n%s", diff)
	}
	for _, login := range []string{"ansel.adams", "ANSEL.ADAMS", "Ansel@Example.COM"} {
		if got, err := s.db.UserByLogin(s.Context(), login); err != nil || got.ID != user.ID {
			s.Errorf("UserByLogin(%q) = %v, %v", login, got, err)
		}
	}
	for _, err := range []error{
		second(s.db.User(s.Context(), 999)),
		second(s.db.UserByLogin(s.Context(), "nobody")),
		second(s.db.UserByLogin(s.Context(), "%")),
		s.db.Update(s.Context(), func(tx *store.Tx) error { return tx.UpdateUser(s.Context(), &vitrine.User{ID: 999}) }),
		s.db.Update(s.Context(), func(tx *store.Tx) error { return tx.DeleteUser(s.Context(), 999) }),
	} {
		s.wantCode(err, vitrine.CodeNotFound)
	}
}

func second[T any](_ T, err error) error { return err }

func (s *suite) wantCode(err error, code vitrine.Code) {
	s.Helper()
	if got := vitrine.ErrorCode(err); got != code {
		s.Errorf("got %q (%v), want %q", got, err, code)
	}
}

func testUserConflicts(s *suite) {
	s.insertUser(newUser("Straße"))
	other := s.insertUser(newUser("other"))
	tests := map[string]struct {
		change func(*vitrine.User)
		want   string
	}{
		"name":    {func(u *vitrine.User) { u.Username = "STRASSE" }, "username_taken"},
		"address": {func(u *vitrine.User) { u.Email = "straße@EXAMPLE.com" }, "email_taken"},
	}
	for name, test := range tests {
		fresh, changed := newUser("third"), *other
		test.change(fresh)
		test.change(&changed)
		for _, err := range []error{
			s.db.Update(s.Context(), func(tx *store.Tx) error { return tx.InsertUser(s.Context(), fresh) }),
			s.db.Update(s.Context(), func(tx *store.Tx) error { return tx.UpdateUser(s.Context(), &changed) }),
		} {
			s.wantConflict(name, err, test.want)
		}
	}
}

func (s *suite) wantConflict(name string, err error, want string) {
	s.Helper()
	s.wantCode(err, vitrine.CodeConflict)
	if conflictOf(err) != want {
		s.Errorf("%s: %v, want the conflict %q", name, err, want)
	}
}

func testUserPages(s *suite) {
	for i := range 5 {
		user := newUser(fmt.Sprintf("user_%d", i))
		user.IsActive = i != 2
		if i == 1 {
			user.DisplayName = "Monsieur Élan"
		}
		if i > 2 {
			user.Role = vitrine.RoleEditor
		}
		s.insertUser(user)
	}
	page := func(number, limit int) vitrine.Page { return vitrine.Page{Number: number, Limit: limit} }
	tests := map[string]struct {
		filter vitrine.UserFilter
		want   []string
		total  int
	}{
		"first page":   {vitrine.UserFilter{Page: page(1, 2)}, []string{"user_0", "user_1"}, 5},
		"last page":    {vitrine.UserFilter{Page: page(3, 2)}, []string{"user_4"}, 5},
		"past the end": {vitrine.UserFilter{Page: page(4, 2)}, nil, 5},
		"role":         {vitrine.UserFilter{Page: page(1, 9), Role: vitrine.RoleEditor}, []string{"user_3", "user_4"}, 2},
		"inactive":     {vitrine.UserFilter{Page: page(1, 9), Active: vitrine.Some(false)}, []string{"user_2"}, 1},
		"search": {
			vitrine.UserFilter{Page: page(1, 9), Search: "R_3@EXAMPLE", Active: vitrine.Some(true)},
			[]string{"user_3"},
			1,
		},
		"search in shown names": {vitrine.UserFilter{Page: page(1, 9), Search: "éLAN"}, []string{"user_1"}, 1},
		"search is literal":     {vitrine.UserFilter{Page: page(1, 9), Search: "user%"}, nil, 0},
	}
	for name, test := range tests {
		users, total, err := s.db.Users(s.Context(), test.filter)
		s.must(err)
		var got []string
		for _, user := range users {
			got = append(got, user.Username)
		}
		if diff := cmp.Diff(test.want, got); diff != "" || total != test.total {
			s.Errorf("%s: total %d, want %d (-want +got):\n%s", name, total, test.total, diff)
		}
	}
}

func testSuperAdmins(s *suite) {
	s.wantCode(second(s.db.FirstSuperAdmin(s.Context())), vitrine.CodeNotFound)
	var admins []*vitrine.User
	for _, name := range []string{"off", "one", "two"} {
		admin := newUser(name)
		admin.Role, admin.IsActive = vitrine.RoleSuperAdmin, name != "off"
		admins = append(admins, s.insertUser(admin))
	}
	s.insertUser(newUser("user"))
	if n, err := s.db.ActiveSuperAdmins(s.Context()); n != 2 || err != nil {
		s.Errorf("ActiveSuperAdmins = %d, %v", n, err)
	}
	if first, err := s.db.FirstSuperAdmin(s.Context()); err != nil || first.ID != admins[1].ID {
		s.Errorf("FirstSuperAdmin = %v, %v", first, err)
	}
}

func testDeleteUser(s *suite) {
	user := s.insertUser(newUser("gone"))
	s.insertSession(user, "session")
	upload := s.insertUpload(user, "upload", "sha")
	var ended bool
	s.db.OnCommit(func(e store.Effects) { ended = ended || e.SessionsEnded })
	s.update(func(tx *store.Tx) error {
		audit := store.AuditEntry{UserID: user.ID, Action: "user.delete", Detail: map[string]any{"name": user.Username}}
		if err := tx.Audit(s.Context(), audit); err != nil {
			return err
		}
		return tx.DeleteUser(s.Context(), user.ID)
	})
	if !ended {
		s.Error("nobody was told that sessions ended")
	}
	s.wantCode(second(s.db.Session(s.Context(), "session")), vitrine.CodeNotFound)
	if got, err := s.db.Upload(s.Context(), upload.ID); err != nil || got.UserID != 0 {
		s.Errorf("the upload of a deleted user: %v, %v", got, err)
	}
}

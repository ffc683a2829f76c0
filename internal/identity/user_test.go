package identity_test

import (
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine"
)

// cast is one user of each role, and a second admin and super_admin to act on.
type cast map[string]vitrine.Actor

func (s *service) cast() cast {
	root := s.root()
	users := cast{"root": root, "nobody": {}}
	for name, role := range map[string]vitrine.Role{
		"root2": vitrine.RoleSuperAdmin, "admin": vitrine.RoleAdmin, "admin2": vitrine.RoleAdmin,
		"editor": vitrine.RoleEditor, "user": vitrine.RoleUser,
	} {
		users[name] = s.add(root, name, role)
	}
	users["operator"] = s.actor(s.OperatorToken())
	return users
}

func TestWhoMayActOnWhom(t *testing.T) {
	t.Parallel()
	const (
		allowed   = vitrine.Code("")
		anonymous = vitrine.CodeUnauthenticated
		forbidden = vitrine.CodeForbidden
		invalid   = vitrine.CodeValidation
	)
	rename := vitrine.UserInput{DisplayName: vitrine.Some("Someone")}
	become := func(r vitrine.Role) vitrine.UserInput { return vitrine.UserInput{Role: vitrine.Some(r)} }
	off := vitrine.UserInput{IsActive: vitrine.Some(false)}
	tests := []struct {
		actor, target string
		in            vitrine.UserInput
		want          vitrine.Code
	}{
		{"nobody", "user", rename, anonymous},
		{"user", "user", rename, forbidden}, // the profile is for that
		{"editor", "user", rename, forbidden},
		{"admin", "user", rename, allowed},
		{"admin", "editor", rename, allowed},
		{"admin", "admin", rename, allowed}, // oneself
		{"admin", "admin2", rename, forbidden},
		{"admin", "root", rename, forbidden},
		{"root", "root2", rename, allowed},
		{"operator", "root", rename, allowed},

		{"admin", "user", become(vitrine.RoleEditor), allowed},
		{"admin", "editor", become(vitrine.RoleUser), allowed},
		{"admin", "editor", become(vitrine.RoleAdmin), forbidden},
		{"admin", "editor", become(vitrine.RoleSuperAdmin), forbidden},
		{"admin", "admin2", become(vitrine.RoleUser), forbidden},
		{"admin", "admin", become(vitrine.RoleSuperAdmin), forbidden},
		{"admin", "admin", become(vitrine.RoleUser), forbidden},
		{"admin", "admin", become(vitrine.RoleAdmin), allowed}, // as it is
		{"root", "user", become(vitrine.RoleSuperAdmin), allowed},
		{"root", "root2", become(vitrine.RoleUser), allowed},
		{"root", "root", become(vitrine.RoleAdmin), forbidden},
		{"operator", "root", become(vitrine.RoleAdmin), allowed}, // root2 stays
		{"root", "user", become("owner"), invalid},

		{"admin", "user", off, allowed},
		{"admin", "admin2", off, forbidden},
		{"admin", "admin", off, forbidden},
		{"root", "root", off, forbidden},
		{"root", "root2", off, allowed},
		{"operator", "root", off, allowed},

		{"admin", "user", vitrine.UserInput{Password: vitrine.Some(newWords)}, allowed},
		{"admin", "admin2", vitrine.UserInput{Password: vitrine.Some(newWords)}, forbidden},
		{"admin", "admin", vitrine.UserInput{Password: vitrine.Some(newWords)}, invalid},
		{"operator", "root", vitrine.UserInput{Password: vitrine.Some(newWords)}, allowed},
	}
	s := newService(t)
	users := s.cast()
	for _, test := range tests {
		target := users[test.target]
		before, err := s.db.User(t.Context(), target.UserID)
		if err != nil {
			t.Fatal(err)
		}
		after, err := s.UpdateUser(t.Context(), users[test.actor], target.UserID, test.in, nil)
		if got := vitrine.ErrorCode(err); got != test.want {
			t.Errorf("%s changes %s to %+v: %q (%v), want %q", test.actor, test.target, test.in, got, err, test.want)
		}
		if err == nil && after.PasswordHash != "" {
			t.Errorf("%s was shown the hash of %s", test.actor, test.target)
		}
		s.restore(before)
	}
}

// restore gives a user back what a test changed.
func (s *service) restore(before *vitrine.User) {
	s.t.Helper()
	operator := s.actor(s.OperatorToken())
	_, err := s.UpdateUser(s.t.Context(), operator, before.ID, vitrine.UserInput{
		DisplayName: vitrine.Some(before.DisplayName), Role: vitrine.Some(before.Role),
		IsActive: vitrine.Some(before.IsActive), Password: vitrine.Some(password),
	}, nil)
	if err != nil {
		s.t.Fatal(err)
	}
}

func TestForbiddenNamesPermission(t *testing.T) {
	t.Parallel()
	s := newService(t)
	users := s.cast()
	_, err := s.UpdateUser(t.Context(), users["admin"], users["admin"].UserID, vitrine.UserInput{IsActive: vitrine.Some(false)}, nil)
	want := vitrine.ForbiddenDetails{RequiredPermission: vitrine.UserUpdate, UserRole: vitrine.RoleAdmin}
	if diff := cmp.Diff(any(want), detailsOf(err)); diff != "" {
		t.Errorf("details (-want +got):\n%s", diff)
	}
}

func TestCreateUser(t *testing.T) {
	t.Parallel()
	s := newService(t)
	users := s.cast()
	for name, want := range map[string]vitrine.Code{
		"nobody": vitrine.CodeUnauthenticated, "user": vitrine.CodeForbidden, "editor": vitrine.CodeForbidden,
		"admin": vitrine.CodeForbidden, "root": "", "operator": "",
	} {
		_, err := s.CreateUser(t.Context(), users[name], newUser("by."+name, vitrine.RoleSuperAdmin))
		wantCode(t, err, want)
	}

	in := newUser("Imogen", "")
	in.Role = vitrine.Optional[vitrine.Role]{}
	in.DisplayName, in.AvatarURL = vitrine.Some("  Imogen C. "), vitrine.Some("https://example.com/i.jpg")
	in.IsActive = vitrine.Some(false)
	got, err := s.CreateUser(t.Context(), users["root"], in)
	if err != nil {
		t.Fatal(err)
	}
	now := s.clock.Now()
	want := &vitrine.User{
		ID: got.ID, Version: 1, Username: "Imogen", Email: "Imogen@example.com", Role: vitrine.RoleUser,
		DisplayName: "Imogen C.", AvatarURL: "https://example.com/i.jpg", CreatedAt: now, UpdatedAt: now,
	}
	if diff := cmp.Diff(want, got); diff != "" || got.ID == 0 {
		t.Errorf("user (-want +got):\n%s", diff)
	}
	for name, again := range map[string]vitrine.UserInput{
		"username_taken": {Username: vitrine.Some("IMOGEN"), Email: vitrine.Some("i@example.com"), Password: vitrine.Some(password)},
		"email_taken":    {Username: vitrine.Some("cunningham"), Email: vitrine.Some("imogen@EXAMPLE.com"), Password: vitrine.Some(password)},
	} {
		_, err := s.CreateUser(t.Context(), users["root"], again)
		wantConflict(t, err, name)
	}
}

func TestUpdateUser(t *testing.T) {
	t.Parallel()
	s := newService(t)
	users := s.cast()
	id, root := users["user"].UserID, users["root"]
	before, err := s.Profile(t.Context(), users["user"])
	if err != nil {
		t.Fatal(err)
	}
	s.clock.Advance(time.Minute)
	same, err := s.UpdateUser(t.Context(), root, id, vitrine.UserInput{Username: vitrine.Some("user"), Role: vitrine.Some(vitrine.RoleUser)}, nil)
	if diff := cmp.Diff(before, same); diff != "" || err != nil {
		t.Errorf("what changes nothing (-want +got): %v\n%s", err, diff)
	}

	stale, fresh := before.Version+1, before.Version
	in := vitrine.UserInput{
		Username: vitrine.Some("Dorothea"), Email: vitrine.Some("dorothea@example.com"),
		DisplayName: vitrine.Some("Dorothea L."), AvatarURL: vitrine.Some("https://example.com/d.jpg"),
	}
	_, err = s.UpdateUser(t.Context(), root, id, in, vitrine.Versions{stale})
	wantConflict(t, err, "stale")
	got, err := s.UpdateUser(t.Context(), root, id, in, vitrine.Versions{fresh})
	if err != nil {
		t.Fatal(err)
	}
	want := *before
	want.Version, want.Username, want.Email = before.Version+1, "Dorothea", "dorothea@example.com"
	want.DisplayName, want.AvatarURL, want.UpdatedAt = "Dorothea L.", "https://example.com/d.jpg", s.clock.Now()
	if diff := cmp.Diff(&want, got); diff != "" {
		t.Errorf("user (-want +got):\n%s", diff)
	}
	cleared, err := s.UpdateUser(t.Context(), root, id, vitrine.UserInput{DisplayName: vitrine.Null[string](), AvatarURL: vitrine.Null[string]()}, nil)
	if err != nil || cleared.DisplayName != "" || cleared.AvatarURL != "" {
		t.Errorf("cleared = %+v, %v", cleared, err)
	}

	_, err = s.UpdateUser(t.Context(), root, id, vitrine.UserInput{Username: vitrine.Some("Editor")}, nil)
	wantConflict(t, err, "username_taken")
	_, err = s.UpdateUser(t.Context(), root, id, vitrine.UserInput{Username: vitrine.Null[string](), Role: vitrine.Null[vitrine.Role]()}, nil)
	wantFaults(t, err, "username", "role")
	_, err = s.UpdateUser(t.Context(), root, id, vitrine.UserInput{Password: vitrine.Some("dorothea@EXAMPLE.com")}, nil)
	wantFaults(t, err, "password")
	_, err = s.UpdateUser(t.Context(), root, 9999, in, nil)
	wantCode(t, err, vitrine.CodeNotFound)
}

func TestDeleteUser(t *testing.T) {
	t.Parallel()
	s := newService(t)
	users := s.cast()
	tests := []struct {
		actor, target string
		want          vitrine.Code
	}{
		{"nobody", "user", vitrine.CodeUnauthenticated},
		{"user", "user", vitrine.CodeForbidden},
		{"admin", "user", vitrine.CodeForbidden},
		{"root", "user", ""},
		{"root", "user", vitrine.CodeNotFound},
		{"root2", "root2", ""},
		{"root", "root", vitrine.CodeConflict},
		{"operator", "root", vitrine.CodeConflict},
	}
	for _, test := range tests {
		err := s.DeleteUser(t.Context(), users[test.actor], users[test.target].UserID, nil)
		if got := vitrine.ErrorCode(err); got != test.want {
			t.Errorf("%s deletes %s: %q (%v), want %q", test.actor, test.target, got, err, test.want)
		}
	}
	version := int64(99)
	wantCode(t, s.DeleteUser(t.Context(), users["root"], users["editor"].UserID, vitrine.Versions{version}), vitrine.CodeConflict)
	if _, err := s.Profile(t.Context(), users["editor"]); err != nil {
		t.Error(err)
	}
}

func TestLastSuperAdminStays(t *testing.T) {
	t.Parallel()
	s := newService(t)
	root := s.root()
	operator := s.actor(s.OperatorToken())
	s.add(root, "admin", vitrine.RoleAdmin)
	sleeping := newUser("sleeping", vitrine.RoleSuperAdmin)
	sleeping.IsActive = vitrine.Some(false)
	if _, err := s.CreateUser(t.Context(), root, sleeping); err != nil {
		t.Fatal(err)
	}
	for _, in := range []vitrine.UserInput{
		{Role: vitrine.Some(vitrine.RoleAdmin)}, {IsActive: vitrine.Some(false)},
	} {
		_, err := s.UpdateUser(t.Context(), operator, root.UserID, in, nil)
		wantConflict(t, err, "last_super_admin")
	}
	user, err := s.Profile(t.Context(), root)
	if err != nil || user.Role != vitrine.RoleSuperAdmin || !user.IsActive {
		t.Errorf("user = %+v, %v", user, err)
	}
}

func TestSessionsDoNotComeBack(t *testing.T) {
	t.Parallel()
	s := newService(t)
	root := s.root()
	s.add(root, "ansel", vitrine.RoleUser)
	tokens := s.login("ansel")
	for _, active := range []bool{false, true} {
		if _, err := s.UpdateUser(t.Context(), root, tokens.User.ID, vitrine.UserInput{IsActive: vitrine.Some(active)}, nil); err != nil {
			t.Fatal(err)
		}
	}
	s.wantToken(tokens.AccessToken, vitrine.CodeInvalidToken)
	s.wantRefresh(tokens.RefreshToken, vitrine.CodeInvalidToken)
	s.login("ansel")
}

// Two super_admins who demote each other at the same moment cannot both succeed.
func TestSuperAdminsDemoteEachOther(t *testing.T) {
	onBothEngines(t, func(t *testing.T, s *service) {
		one := s.root()
		two := s.add(one, "two", vitrine.RoleSuperAdmin)
		demote := vitrine.UserInput{Role: vitrine.Some(vitrine.RoleUser)}
		errs := make([]error, 2)
		var both sync.WaitGroup
		both.Go(func() { _, errs[0] = s.UpdateUser(t.Context(), one, two.UserID, demote, nil) })
		both.Go(func() { _, errs[1] = s.UpdateUser(t.Context(), two, one.UserID, demote, nil) })
		both.Wait()
		if (errs[0] == nil) == (errs[1] == nil) {
			t.Errorf("errors = %v, want one of them", errs)
		}
		left, err := s.db.ActiveSuperAdmins(t.Context())
		if err != nil || left != 1 {
			t.Errorf("%d super_admins are left, %v", left, err)
		}
	})
}

func TestUsers(t *testing.T) {
	t.Parallel()
	s := newService(t)
	users := s.cast()
	all := vitrine.UserFilter{Page: vitrine.Page{Number: 1, Limit: 4}}
	for name, want := range map[string]vitrine.Code{
		"nobody": vitrine.CodeUnauthenticated, "user": vitrine.CodeForbidden, "editor": vitrine.CodeForbidden, "admin": "", "root": "",
	} {
		_, _, err := s.Users(t.Context(), users[name], all)
		wantCode(t, err, want)
	}
	page, total, err := s.Users(t.Context(), users["admin"], all)
	if err != nil || len(page) != 4 || total != 6 {
		t.Fatalf("Users = %d of %d, %v", len(page), total, err)
	}
	for _, user := range page {
		if user.PasswordHash != "" || user.Username == "" {
			t.Errorf("user = %+v", user)
		}
	}
	found, total, err := s.Users(t.Context(), users["admin"], vitrine.UserFilter{Page: all.Page, Role: vitrine.RoleEditor, Search: " EDIT "})
	if err != nil || total != 1 || found[0].Username != "editor" {
		t.Errorf("Users = %v of %d, %v", found, total, err)
	}
	_, _, err = s.Users(t.Context(), users["admin"], vitrine.UserFilter{Role: "owner"})
	wantFaults(t, err, "page", "limit", "role")
}

package vitrine_test

import (
	"testing"

	"github.com/vitrine-photos/vitrine"
)

// The specification's table of roles, written out.
func TestRoleGrants(t *testing.T) {
	t.Parallel()
	all := vitrine.Permissions()
	admin := []vitrine.Permission{
		"photo.read", "photo.create", "photo.update", "photo.delete",
		"category.read", "category.create", "category.update", "category.delete",
		"tag.read", "tag.create", "tag.update", "tag.delete",
		"user.read", "user.update", "settings.read", "settings.update",
	}
	editor := []vitrine.Permission{"photo.read", "photo.create", "photo.update", "category.read", "tag.read", "tag.create"}
	user := []vitrine.Permission{"photo.read", "category.read", "tag.read"}
	for role, granted := range map[vitrine.Role][]vitrine.Permission{
		vitrine.RoleSuperAdmin: all, vitrine.RoleAdmin: admin, vitrine.RoleEditor: editor, vitrine.RoleUser: user, "nobody": nil,
	} {
		want := map[vitrine.Permission]bool{}
		for _, p := range granted {
			want[p] = true
		}
		for _, p := range all {
			if got := role.Can(p); got != want[p] {
				t.Errorf("%s may %s: got %t", role, p, got)
			}
		}
	}
}

func TestOutranks(t *testing.T) {
	t.Parallel()
	roles := vitrine.Roles()
	for i, a := range roles {
		for j, b := range roles {
			if got := a.Outranks(b); got != (i < j) {
				t.Errorf("%s outranks %s: got %t", a, b, got)
			}
		}
	}
}

func TestRequire(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		actor vitrine.Actor
		want  vitrine.Code
	}{
		{vitrine.Actor{}, vitrine.CodeUnauthenticated},
		{vitrine.Actor{Role: vitrine.RoleSuperAdmin}, vitrine.CodeUnauthenticated}, // a role alone is nobody
		{vitrine.Actor{UserID: 1, Role: vitrine.RoleUser}, vitrine.CodeForbidden},
		{vitrine.Actor{UserID: 1, Role: vitrine.RoleEditor}, ""},
	} {
		if got := vitrine.ErrorCode(test.actor.Require(vitrine.PhotoCreate)); got != test.want {
			t.Errorf("%+v: got %q, want %q", test.actor, got, test.want)
		}
	}
}

package identity_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/identity"
)

// stranger is what someone sends who registers.
func stranger(change func(*vitrine.UserInput)) vitrine.UserInput {
	in := newUser("vivian", "")
	in.Role = vitrine.Optional[vitrine.Role]{}
	change(&in)
	return in
}

func TestRegister(t *testing.T) {
	t.Parallel()
	s := newService(t)
	user, err := s.Register(t.Context(), stranger(func(in *vitrine.UserInput) { in.DisplayName = vitrine.Some("Vivian M.") }), laptop)
	if err != nil {
		t.Fatal(err)
	}
	now := s.clock.Now()
	want := &vitrine.User{
		ID: user.ID, Version: 1, Username: "vivian", Email: "vivian@example.com", DisplayName: "Vivian M.",
		Role: vitrine.RoleUser, IsActive: true, CreatedAt: now, UpdatedAt: now,
	}
	if diff := cmp.Diff(want, user); diff != "" {
		t.Errorf("user (-want +got):\n%s", diff)
	}
	if actor := s.signIn("vivian"); actor.Can(vitrine.PhotoCreate) {
		t.Errorf("actor = %+v may upload", actor)
	}
	_, err = s.Register(t.Context(), stranger(func(in *vitrine.UserInput) {
		in.Username, in.Email = vitrine.Some("VIVIAN"), vitrine.Some("v@example.com")
	}), laptop)
	wantConflict(t, err, "username_taken")
	_, err = s.Register(t.Context(), stranger(func(in *vitrine.UserInput) { in.Username = vitrine.Some("maier") }), laptop)
	wantConflict(t, err, "email_taken")
}

func TestRegisterRefuses(t *testing.T) {
	t.Parallel()
	s := newService(t)
	for name, test := range map[string]struct {
		change func(*vitrine.UserInput)
		faults []string
	}{
		"nothing":             {func(in *vitrine.UserInput) { *in = vitrine.UserInput{} }, []string{"username", "email", "password"}},
		"a role":              {func(in *vitrine.UserInput) { in.Role = vitrine.Some(vitrine.RoleUser) }, []string{"role"}},
		"an unknown role":     {func(in *vitrine.UserInput) { in.Role = vitrine.Some[vitrine.Role]("x") }, []string{"role"}},
		"a state":             {func(in *vitrine.UserInput) { in.IsActive = vitrine.Some(true) }, []string{"is_active"}},
		"a short password":    {func(in *vitrine.UserInput) { in.Password = vitrine.Some("elevenchars") }, []string{"password"}},
		"a long password":     {func(in *vitrine.UserInput) { in.Password = vitrine.Some(strings.Repeat("ab c", 65)) }, []string{"password"}},
		"a common password":   {func(in *vitrine.UserInput) { in.Password = vitrine.Some("Password2026!") }, []string{"password"}},
		"the e-mail address":  {func(in *vitrine.UserInput) { in.Password = vitrine.Some("Vivian@Example.com") }, []string{"password"}},
		"a username to write": {func(in *vitrine.UserInput) { in.Username = vitrine.Some("vivian maier") }, []string{"username"}},
		"no e-mail address":   {func(in *vitrine.UserInput) { in.Email = vitrine.Some("Vivian <v@example.com>") }, []string{"email"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := s.Register(t.Context(), stranger(test.change), laptop)
			wantFaults(t, err, test.faults...)
		})
	}
}

func TestRegistrationClosed(t *testing.T) {
	t.Parallel()
	s := newService(t, func(c *identity.Config) { c.RegistrationOpen = false })
	_, err := s.Register(t.Context(), stranger(func(*vitrine.UserInput) {}), laptop)
	wantCode(t, err, vitrine.CodeForbidden)
	want := vitrine.ForbiddenDetails{RequiredPermission: vitrine.UserCreate}
	if diff := cmp.Diff(any(want), detailsOf(err)); diff != "" {
		t.Errorf("details (-want +got):\n%s", diff)
	}
}

func TestCommonPasswords(t *testing.T) {
	t.Parallel()
	s := newService(t)
	tests := []struct {
		password string
		common   bool
	}{
		{"passwordpassword", true},
		{"Password1234", true},
		{"p@ssw0rd2026!", true},
		{"Pa$$word123456", true},
		{"12345678password", true},
		{"Photography2026", true},
		{"!!Portfolio!!", true},
		{"iloveyouforever", true},
		{"aaaaaaaaaaaa", true},
		{"abcabcabcabc", true},
		{"heronheronheron", true},
		{"heron7heron7", true},
		{"123456789012", true},
		{"210987654321", true},
		{"abcdefghijklm", true},
		{"qwertyuiop[]", true},
		{"QwertyUiop12", true},
		{"qwerty123456", true},
		{"1qaz2wsx3edc", true},
		{"1q2w3e4r5t6y", true},
		{"asdfghjkl;'#", true},
		{"aaaabbbbcccc", true},
		{"йцукенгшщзхъ", true},

		{"a stone in the river", false},
		{"Tr0ub4dor&3xyz", false},
		{"password for my heron", false},
		{"my nikon and my dog", false},
		{"dragon8371946205183", false},
		{"kJ8#vq2!Lz0p", false},
		{"ein Reiher am Teich", false},
		{"河边有一块石头和七只苍鹭呢", false},
		{"properties of steel", false},
		{"839174026518", false},
	}
	for _, test := range tests {
		t.Run(test.password, func(t *testing.T) {
			_, err := s.Register(t.Context(), vitrine.UserInput{
				Username: vitrine.Some("x"), // wrong, so that no hash is made
				Email:    vitrine.Some("x@example.com"), Password: vitrine.Some(test.password),
			}, laptop)
			if test.common {
				wantFaults(t, err, "username", "password")
			} else {
				wantFaults(t, err, "username")
			}
		})
	}
}

func TestEnsureSuperAdmin(t *testing.T) {
	t.Parallel()
	s := newService(t)
	_, _, err := s.EnsureSuperAdmin(t.Context(), "a", "b", "password1234")
	wantFaults(t, err, "username", "email", "password")

	made, generated, err := s.EnsureSuperAdmin(t.Context(), "admin", "admin@localhost", "")
	if err != nil || !made || len(generated) < 20 {
		t.Fatalf("EnsureSuperAdmin = %v, %q, %v", made, generated, err)
	}
	tokens, err := s.Login(t.Context(), "admin@localhost", generated, laptop)
	if err != nil || tokens.User.Role != vitrine.RoleSuperAdmin {
		t.Errorf("Login = %+v, %v", tokens.User, err)
	}
	made, generated, err = s.EnsureSuperAdmin(t.Context(), "root", "root@localhost", "")
	if err != nil || made || generated != "" {
		t.Errorf("again: EnsureSuperAdmin = %v, %q, %v", made, generated, err)
	}
}

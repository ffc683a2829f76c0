package identity_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/vitrine-photos/vitrine"
)

func TestProfile(t *testing.T) {
	t.Parallel()
	s := newService(t)
	user := s.add(s.root(), "ansel", vitrine.RoleUser)
	got, err := s.UpdateProfile(t.Context(), user, vitrine.UserInput{
		DisplayName: vitrine.Some("Ansel A."), Email: vitrine.Some("a@example.org"),
		Role: vitrine.Some(vitrine.RoleUser), IsActive: vitrine.Some(true), // as they are
	}, nil)
	if err != nil || got.DisplayName != "Ansel A." || got.PasswordHash != "" {
		t.Fatalf("UpdateProfile = %+v, %v", got, err)
	}
	read, err := s.Profile(t.Context(), user)
	if err != nil || read.Email != "a@example.org" || read.PasswordHash != "" {
		t.Errorf("Profile = %+v, %v", read, err)
	}
	version := read.Version - 1
	for name, test := range map[string]struct {
		actor   vitrine.Actor
		in      vitrine.UserInput
		ifMatch vitrine.Versions
		want    vitrine.Code
	}{
		"nobody":         {vitrine.Actor{}, vitrine.UserInput{}, nil, vitrine.CodeUnauthenticated},
		"higher role":    {user, vitrine.UserInput{Role: vitrine.Some(vitrine.RoleAdmin)}, nil, vitrine.CodeForbidden},
		"not active":     {user, vitrine.UserInput{IsActive: vitrine.Some(false)}, nil, vitrine.CodeForbidden},
		"password":       {user, vitrine.UserInput{Password: vitrine.Some(newWords)}, nil, vitrine.CodeValidation},
		"taken username": {user, vitrine.UserInput{Username: vitrine.Some("ROOT")}, nil, vitrine.CodeConflict},
		"stale":          {user, vitrine.UserInput{DisplayName: vitrine.Some("A.")}, vitrine.Versions{version}, vitrine.CodeConflict},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := s.UpdateProfile(t.Context(), test.actor, test.in, test.ifMatch)
			wantCode(t, err, test.want)
		})
	}
	_, err = s.Profile(t.Context(), vitrine.Actor{})
	wantCode(t, err, vitrine.CodeUnauthenticated)
}

func TestChangePassword(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.add(s.root(), "ansel.easton.adams", vitrine.RoleUser)
	here, elsewhere := s.login("ansel.easton.adams"), s.login("ansel.easton.adams")
	user := s.actor(here.AccessToken)
	for name, test := range map[string]struct{ current, replacement, field string }{
		"wrong current":  {newWords, newWords, "current_password"},
		"no current":     {"", newWords, "current_password"},
		"short":          {password, "elevenchars", "new_password"},
		"common":         {password, "welcome12345", "new_password"},
		"the username":   {password, "Ansel.Easton.Adams", "new_password"},
		"e-mail address": {password, "ansel.easton.adams@example.com", "new_password"},
	} {
		t.Run(name, func(t *testing.T) {
			wantFaults(t, s.ChangePassword(t.Context(), user, test.current, test.replacement), test.field)
		})
	}
	s.wantToken(elsewhere.AccessToken, "")

	wantCode(t, s.ChangePassword(t.Context(), user, password, newWords), "")
	s.wantToken(here.AccessToken, "")
	s.wantRefresh(here.RefreshToken, "")
	s.wantToken(elsewhere.AccessToken, vitrine.CodeInvalidToken)
	s.wantRefresh(elsewhere.RefreshToken, vitrine.CodeInvalidToken)
	_, err := s.Login(t.Context(), "ansel.easton.adams", password, laptop)
	wantCode(t, err, vitrine.CodeUnauthenticated)
	_, err = s.Login(t.Context(), "ansel.easton.adams", newWords, laptop)
	wantCode(t, err, "")
	wantCode(t, s.ChangePassword(t.Context(), vitrine.Actor{}, password, newWords), vitrine.CodeUnauthenticated)
}

// Who signs in with the old password while it is replaced has no session after.
func TestLoginWhilePasswordIsSet(t *testing.T) {
	onBothEngines(t, func(t *testing.T, s *service) {
		root := s.root()
		user := s.add(root, "ansel", vitrine.RoleUser)
		old := password
		for round := range 30 {
			fresh := fmt.Sprintf("%s, number %d", newWords, round)
			var both sync.WaitGroup
			both.Go(func() { _, _ = s.Login(t.Context(), "ansel", old, laptop) })
			both.Go(func() { wantCode(t, s.SetPassword(t.Context(), root, user.UserID, fresh), "") })
			both.Wait()
			if n := s.liveSessions("ansel"); n != 0 {
				t.Fatalf("round %d: %d sessions under the old password", round, n)
			}
			old = fresh
		}
	})
}

// Of two changes from the same password one succeeds.
func TestChangePasswordAtOnce(t *testing.T) {
	onBothEngines(t, func(t *testing.T, s *service) {
		user := s.root()
		current := password
		for round := range 30 {
			errs := make([]error, 2)
			var both sync.WaitGroup
			for n := range errs {
				both.Go(func() {
					errs[n] = s.ChangePassword(t.Context(), user, current, fmt.Sprintf("%s %d.%d", newWords, round, n))
				})
			}
			both.Wait()
			if (errs[0] == nil) == (errs[1] == nil) {
				t.Fatalf("round %d: errors = %v, want one of them", round, errs)
			}
			current = fmt.Sprintf("%s %d.%d", newWords, round, map[bool]int{true: 0, false: 1}[errs[0] == nil])
		}
	})
}

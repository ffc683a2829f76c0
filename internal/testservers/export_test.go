package testservers

import "testing"

// EnsureTemplate makes a template that no test has a copy of.
func EnsureTemplate(t testing.TB, name string, prepare func(url string) error) error {
	t.Helper()
	return ensureTemplate(t.Context(), serverURL(t), "template_"+name, prepare)
}

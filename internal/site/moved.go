package site

import (
	"context"
	"net/http"

	"github.com/vitrine-photos/vitrine"
)

// moved is the error of an address at which something was that has another one
// now, in the default language.
type moved struct{ to string }

func (m moved) Error() string { return "it is at " + m.to }

// movedOr returns moved instead of "not found" where what was at an address has
// another one that the public sees. now looks it up by the name in the address.
func movedOr(ctx context.Context, notFound error, name string, now func(context.Context, vitrine.Actor, string) (string, error), path func(string) string) error {
	if vitrine.ErrorCode(notFound) != vitrine.CodeNotFound {
		return notFound
	}
	to, err := now(ctx, vitrine.Actor{}, name)
	switch {
	case err == nil:
		return moved{path(to)}
	case vitrine.ErrorCode(err) == vitrine.CodeNotFound:
		return notFound
	}
	return err
}

// redirect leads to where something is now, for good: but browsers shall ask
// again, since something else may get the old address.
func (m moved) redirect(w http.ResponseWriter, r *http.Request, l *language) {
	to := l.Prefix + m.to
	if r.URL.RawQuery != "" {
		to += "?" + r.URL.RawQuery
	}
	w.Header().Set("Cache-Control", "no-cache")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Location", to)
	w.WriteHeader(http.StatusMovedPermanently)
}

package site

import (
	"context"
	"net/http"
	"net/url"
	"strconv"

	"github.com/vitrine-photos/vitrine/internal/cache"
)

// reading returns what of an address's query its page depends on, in one
// spelling, so that pages are kept under as few keys as there are pages. It
// reports false for a page that is made anew each time, since there are as many
// as visitors may think of.
type reading func(url.Values) (query string, keep bool)

// readsNothing is for pages that are the same whatever the query.
func readsNothing(url.Values) (string, bool) { return "", true }

// readsPage is for lists.
func readsPage(values url.Values) (string, bool) { return numbered("", pageOf(values)), true }

// readsYear is for the timeline.
func readsYear(values url.Values) (string, bool) {
	text := values.Get("year")
	if year, err := strconv.Atoi(text); err == nil {
		return "?year=" + strconv.Itoa(year), true
	}
	return "", text == "" // anything else is not found
}

// readsSearch is for the search: only its first page, which asks for words, is
// kept.
func readsSearch(values url.Values) (string, bool) {
	return "", readSearch(values).path() == searchPath
}

// readsAll is for what depends on more than is worth keeping.
func readsAll(url.Values) (string, bool) { return "", false }

// kept returns the answer to a request: the one kept since the last change of
// anything that the public sees, or else the one that build makes.
func (s *Site) kept(r *http.Request, reads reading, build func(context.Context) (answer, error)) (answer, error) {
	query, keep := reads(r.URL.Query())
	if !keep {
		return build(r.Context())
	}
	entry, err := s.Pages.Load(r.Context(), cache.Pages, query+" "+r.URL.Path, func(ctx context.Context) ([]byte, error) {
		made, err := build(ctx)
		if err != nil {
			return nil, err
		}
		return made.encode()
	})
	if err != nil {
		return answer{}, err
	}
	return decodeAnswer(entry)
}

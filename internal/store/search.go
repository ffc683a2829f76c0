package store

import (
	"context"
	"fmt"
	"strings"

	"github.com/vitrine-photos/vitrine"
)

// statement is SQL with its arguments.
type statement struct {
	query string
	args  []any
}

func (tx *Tx) execAll(ctx context.Context, statements []statement) error {
	for _, s := range statements {
		if _, err := tx.exec(ctx, s.query, s.args...); err != nil {
			return err
		}
	}
	return nil
}

// searchText is what the words of a search are looked for in. The public is not
// shown the hidden part, and so does not find by it.
type searchText struct{ shown, hidden string }

func (sqlite) searchChange() (remove, put string) {
	return "DELETE FROM photo_search WHERE rowid IN (@ids)",
		"INSERT INTO photo_search (rowid, shown, hidden) VALUES @rows"
}

func (sqlite) searchTerms(words searchText) []any {
	terms := func(text string) string { return strings.Join(indexTerms(text), " ") }
	return []any{terms(words.shown), terms(words.hidden)}
}

// searchMatch writes the language of https://www.sqlite.org/fts5.html#full_text_query_syntax.
func (sqlite) searchMatch(terms []queryTerm, hidden bool) string {
	var all []string
	for _, t := range terms {
		one := fmt.Sprintf("%q", t.term)
		if t.prefix != "" {
			one = fmt.Sprintf("(%q OR %q*)", t.term, t.prefix)
		}
		all = append(all, one)
	}
	match := strings.Join(all, " AND ")
	if !hidden {
		match = "shown : (" + match + ")"
	}
	return match
}

func (sqlite) searchCondition() string {
	return "p.id IN (SELECT rowid FROM photo_search WHERE photo_search MATCH ?)"
}

func (postgres) searchChange() (remove, put string) {
	return "DELETE FROM photo_search WHERE photo_id IN (@ids)",
		"INSERT INTO photo_search (photo_id, terms) VALUES @rows"
}

// searchTerms gives each part a weight, A and B, and one position of its own:
// where in the text a term stands does not matter.
func (postgres) searchTerms(words searchText) []any {
	places := map[string]string{}
	for _, term := range indexTerms(words.shown) {
		places[term] = "1A"
	}
	for _, term := range indexTerms(words.hidden) {
		if places[term] == "" {
			places[term] = "2B"
		}
	}
	var vector strings.Builder
	for term, at := range places {
		fmt.Fprintf(&vector, "'%s':%s ", term, at)
	}
	return []any{vector.String()}
}

// searchMatch writes the language of
// https://www.postgresql.org/docs/current/datatype-textsearch.html#DATATYPE-TSQUERY.
func (postgres) searchMatch(terms []queryTerm, hidden bool) string {
	weights := "A"
	if hidden {
		weights = "AB"
	}
	var all []string
	for _, t := range terms {
		one := fmt.Sprintf("'%s':%s", t.term, weights)
		if t.prefix != "" {
			one = fmt.Sprintf("(%s | '%s':*%s)", one, t.prefix, weights)
		}
		all = append(all, one)
	}
	return strings.Join(all, " & ")
}

// searchCondition has the index asked first: left free, the engine may rather
// walk the photos in the order of the page, and does not know how long it must.
func (postgres) searchCondition() string {
	return `p.id IN (WITH found AS MATERIALIZED (
		SELECT photo_id FROM photo_search WHERE terms @@ CAST(? AS text)::tsquery) SELECT photo_id FROM found)`
}

// search returns the condition on photos p that they match a query, with "?"
// for its arguments.
func (r reader) search(query string, audience vitrine.Audience) (condition string, args []any) {
	terms := queryTerms(query)
	if len(terms) == 0 {
		return "FALSE", nil // nothing that could be found
	}
	return r.d.searchCondition(), []any{r.d.searchMatch(terms, audience == vitrine.AudienceEditor)}
}

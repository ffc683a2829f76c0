package store

import (
	"context"
	"fmt"
	"slices"
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

// searchText is what the words of a search are looked for in.
type searchText struct{ title, tags, description, place string }

// fields returns the texts in the order of their weight.
func (s searchText) fields() []string { return []string{s.title, s.tags, s.description, s.place} }

func (s sqlite) searchPut(id int64, words searchText) []statement {
	args := []any{id}
	for _, text := range words.fields() {
		args = append(args, strings.Join(indexTerms(text), " "))
	}
	return append(s.searchRemove(id), statement{
		"INSERT INTO photo_search (rowid, title, tags, description, place) VALUES ($1, $2, $3, $4, $5)", args,
	})
}

func (sqlite) searchRemove(id int64) []statement {
	return []statement{{"DELETE FROM photo_search WHERE rowid = $1", []any{id}}}
}

// searchMatch writes the language of https://www.sqlite.org/fts5.html#full_text_query_syntax.
func (sqlite) searchMatch(terms []queryTerm, places bool) string {
	var all []string
	for _, t := range terms {
		one := fmt.Sprintf("%q", t.term)
		if t.prefix != "" {
			one = fmt.Sprintf("(%q OR %q*)", t.term, t.prefix)
		}
		all = append(all, one)
	}
	match := strings.Join(all, " AND ")
	if !places {
		match = "{title tags description} : (" + match + ")"
	}
	return match
}

func (sqlite) searchCondition() string {
	return "p.id IN (SELECT rowid FROM photo_search WHERE photo_search MATCH ?)"
}

// searchPut gives each field a weight, A to D, and one position of its own:
// where in the text a term stands does not matter.
func (postgres) searchPut(id int64, words searchText) []statement {
	places := map[string][]string{}
	for i, text := range words.fields() {
		weight := fmt.Sprintf("%d%c", i+1, 'A'+i)
		for _, term := range indexTerms(text) {
			if !slices.Contains(places[term], weight) {
				places[term] = append(places[term], weight)
			}
		}
	}
	var vector strings.Builder
	for term, at := range places {
		fmt.Fprintf(&vector, "'%s':%s ", term, strings.Join(at, ","))
	}
	return []statement{{`
		INSERT INTO photo_search (photo_id, terms) VALUES ($1, CAST($2 AS text)::tsvector)
		ON CONFLICT (photo_id) DO UPDATE SET terms = excluded.terms`, []any{id, vector.String()}}}
}

func (postgres) searchRemove(id int64) []statement {
	return []statement{{"DELETE FROM photo_search WHERE photo_id = $1", []any{id}}}
}

// searchMatch writes the language of
// https://www.postgresql.org/docs/current/datatype-textsearch.html#DATATYPE-TSQUERY.
func (postgres) searchMatch(terms []queryTerm, places bool) string {
	weights := "ABC"
	if places {
		weights = "ABCD"
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

func (postgres) searchCondition() string {
	return "p.id IN (SELECT photo_id FROM photo_search WHERE terms @@ CAST(? AS text)::tsquery)"
}

// search returns the condition on photos p that they match a query, with "?"
// for its arguments. The public does not find a photo by a place that it is
// not shown.
func (r reader) search(query string, audience vitrine.Audience) (condition string, args []any) {
	terms := queryTerms(query)
	if len(terms) == 0 {
		return "FALSE", nil // nothing that could be found
	}
	matches := r.d.searchCondition()
	if audience == vitrine.AudienceEditor {
		return matches, []any{r.d.searchMatch(terms, true)}
	}
	return "(NOT p.location_private AND " + matches + " OR " + matches + ")",
		[]any{r.d.searchMatch(terms, true), r.d.searchMatch(terms, false)}
}

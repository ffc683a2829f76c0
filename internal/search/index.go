package search

import (
	"fmt"
	"slices"
	"strings"
)

// The first characters of terms that no text has: none holds a character of
// private use.
const (
	markSign   = "\uE000" // of what a photo is found by but its words
	hiddenSign = "\uE001" // of words that are hidden from the public
)

// MarkPublic is the mark of photos that the public sees.
const MarkPublic = markSign + "p"

// MarkTag is the mark of photos with a tag.
func MarkTag(id int64) string { return fmt.Sprintf("%st%d", markSign, id) }

// MarkCategory is the mark of photos that are in the category itself.
func MarkCategory(id int64) string { return fmt.Sprintf("%sc%d", markSign, id) }

// Entry is what a photo is found by.
type Entry struct {
	Texts       map[Field]string
	HiddenPlace string // hidden from the public
	Marks       []string
}

func (e Entry) terms(field Field) []string {
	terms := Terms(e.Texts[field])
	if field == Place {
		for _, term := range Terms(e.HiddenPlace) {
			terms = append(terms, hiddenSign+term)
		}
	}
	return terms
}

// Columns returns the entry as FTS5 of SQLite keeps it: the terms of each field,
// in the order of Fields, and the marks.
func (e Entry) Columns() []any {
	var columns []any
	for _, field := range Fields() {
		columns = append(columns, strings.Join(e.terms(field), " "))
	}
	return append(columns, strings.Join(e.Marks, " "))
}

// Vector returns the entry as a tsvector of PostgreSQL. Each field has a position
// of its own: where in it a term stands does not matter.
func (e Entry) Vector() string {
	places := map[string][]string{}
	for position, field := range Fields() {
		place := fmt.Sprintf("%d%s", position+1, weights()[field])
		for _, term := range e.terms(field) {
			if !slices.Contains(places[term], place) {
				places[term] = append(places[term], place)
			}
		}
	}
	var vector strings.Builder
	for term, at := range places {
		fmt.Fprintf(&vector, "'%s':%s ", term, strings.Join(at, ","))
	}
	for _, mark := range e.Marks {
		fmt.Fprintf(&vector, "'%s' ", mark)
	}
	return vector.String()
}

// columns names the fields in FTS5, weights in a tsvector.
func columns() map[Field]string {
	return map[Field]string{Title: "title", Tags: "tags", Description: "description", Place: "place"}
}

func weights() map[Field]string {
	return map[Field]string{Title: "A", Tags: "B", Description: "C", Place: "D"}
}

// Match is what the entry of a photo must have: one of each of these.
type Match [][]atom

// atom asks for a term, or for any that begins with it, in some of the fields; in
// none for a mark.
type atom struct {
	term   string
	prefix bool
	fields Field
}

// AskMarks asks for one of some marks.
func AskMarks(marks ...string) Match {
	atoms := make([]atom, len(marks))
	for i, mark := range marks {
		atoms[i] = atom{term: mark}
	}
	return Match{atoms}
}

// Ask asks for all the words, wherever they are, by hidden ones too if asked for.
func (q Query) Ask(hidden bool) Match {
	var match Match
	for _, term := range q {
		match = append(match, term.in(Everywhere, hidden))
	}
	return match
}

// AskIn is Ask with one of the words in some fields alone.
func (q Query) AskIn(word int, as Term, fields Field, hidden bool) Match {
	match := q.Ask(hidden)
	match[word] = as.in(fields, hidden)
	return match
}

func (t Term) in(fields Field, hidden bool) []atom {
	atoms := []atom{{t.Exact, false, fields}}
	if t.Prefix != "" {
		atoms = append(atoms, atom{t.Prefix, true, fields})
	}
	if hidden && fields&Place != 0 {
		for _, a := range slices.Clone(atoms) {
			atoms = append(atoms, atom{hiddenSign + a.term, a.prefix, fields})
		}
	}
	return atoms
}

// Ranges returns the match as ranges of terms: the entry must have one of those
// from a first to a last, byte by byte, for each number of a clause, which begin
// at 0. It does not say in which fields.
func (m Match) Ranges() (clause []int64, first, last []string) {
	const highest = "\U0010FFFF"
	for number, atoms := range m {
		for _, a := range atoms {
			end := a.term
			if a.prefix {
				end += highest
			}
			clause, first, last = append(clause, int64(number)), append(first, a.term), append(last, end)
		}
	}
	return clause, first, last
}

// FTS5 writes the match in the language of
// https://www.sqlite.org/fts5.html#full_text_query_syntax.
func (m Match) FTS5() string {
	return m.write(" AND ", " OR ", func(a atom) string {
		text := `"` + a.term + `"`
		if a.prefix {
			text += " *"
		}
		if a.fields == 0 {
			return "marks : " + text
		}
		return "{" + a.fields.names(columns(), " ") + "} : " + text
	})
}

// TSQuery writes the match in the language of
// https://www.postgresql.org/docs/current/datatype-textsearch.html#DATATYPE-TSQUERY.
// Without weights an index alone has the answer.
func (m Match) TSQuery() string {
	return m.write(" & ", " | ", func(a atom) string {
		options := ""
		if a.prefix {
			options = "*"
		}
		if a.fields != Everywhere && a.fields != 0 {
			options += a.fields.names(weights(), "")
		}
		if options == "" {
			return "'" + a.term + "'"
		}
		return "'" + a.term + "':" + options
	})
}

func (m Match) write(and, or string, write func(atom) string) string {
	var all []string
	for _, atoms := range m {
		var some []string
		for _, a := range atoms {
			some = append(some, write(a))
		}
		all = append(all, "("+strings.Join(some, or)+")")
	}
	return strings.Join(all, and)
}

func (f Field) names(names map[Field]string, between string) string {
	var all []string
	for _, field := range Fields() {
		if f&field != 0 {
			all = append(all, names[field])
		}
	}
	return strings.Join(all, between)
}

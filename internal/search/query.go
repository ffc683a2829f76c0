package search

import (
	"slices"
	"strings"

	"github.com/kljensen/snowball/english"
)

// Term is something that a photo must have to match a query: a word with this
// term, or one that begins with Prefix unless that is "".
type Term struct{ Exact, Prefix string }

// Query is what a photo must have, all of it. The last word may be the beginning
// of one. A query without terms matches nothing.
type Query []Term

// ParseQuery returns what is asked for by words. Whatever else stands between
// them has no meaning.
func ParseQuery(text string) Query {
	var query Query
	words := slices.Collect(tokens(text))
	for i, word := range words {
		switch {
		case word.cjk:
			parts := word.pairs()
			if len(parts) == 0 {
				parts = word.characters()
			}
			for _, part := range parts {
				query = query.with(Term{Exact: part})
			}
		case i == len(words)-1:
			query = query.with(Term{english.Stem(word.truncated(), true), word.truncated()})
		default:
			query = query.with(Term{Exact: english.Stem(word.truncated(), true)})
		}
	}
	return query
}

func (q Query) with(t Term) Query {
	if slices.Contains(q, t) {
		return q
	}
	return append(q, t)
}

// marks returns the parts of a token, from where to where in the text that it is
// from, that the query asks for.
func (q Query) marks(text string, t token) []span {
	if t.cjk {
		return q.marksInRun(text[t.start:t.end], t.start)
	}
	word := t.truncated()
	for _, term := range q {
		if term.matches(word) {
			return []span{{t.start, t.end}}
		}
	}
	return nil
}

func (t Term) matches(word string) bool {
	if word[0] != t.Exact[0] { // a stem begins as its word does
		return false
	}
	if word == t.Exact || t.Prefix != "" && strings.HasPrefix(word, t.Prefix) {
		return true
	}
	stem := english.Stem(word, true)
	return stem == t.Exact || t.Prefix != "" && strings.HasPrefix(stem, t.Prefix)
}

// marksInRun looks for the terms at each character of a run, which may be written
// in more than one form.
func (q Query) marksInRun(run string, start int) []span {
	all := slices.Collect(pieces(run))
	var marks []span
	for i, first := range all {
		for _, term := range q {
			if n := term.length(all[i:]); n > 0 {
				marks = append(marks, span{start + first.start, start + all[i+n-1].end})
			}
		}
	}
	return marks
}

// length is how many of the pieces, from the first on, make the term; 0 if they
// do not begin with it.
func (t Term) length(all []piece) int {
	rest := t.Exact
	for n, piece := range all {
		after, ok := strings.CutPrefix(rest, piece.folded)
		if !ok || piece.folded == "" {
			return 0
		}
		if after == "" {
			return n + 1
		}
		rest = after
	}
	return 0
}

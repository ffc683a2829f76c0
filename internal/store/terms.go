package store

import (
	"strings"
	"unicode"

	"github.com/kljensen/snowball/english"
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// The program makes the terms of the search index itself, so that both engines
// match the same photos. A word gives its folded form and its English stem; a
// run of Chinese, Japanese or Korean characters, where no space parts words,
// gives each character and each pair.

// indexTerms returns the terms under which a text is found.
func indexTerms(text string) []string {
	var terms []string
	for _, word := range splitWords(text) {
		if isCJK(word.first()) {
			terms = append(terms, word.characters()...)
			terms = append(terms, word.pairs()...)
			continue
		}
		terms = append(terms, string(word))
		if stem := english.Stem(string(word), true); stem != string(word) {
			terms = append(terms, stem)
		}
	}
	return terms
}

// queryTerm is something that a text must have to match a query: the term, or a
// word that begins with prefix unless that is "".
type queryTerm struct{ term, prefix string }

// queryTerms returns what a text must have, all of it, to match a query. The
// last word may be the beginning of one.
func queryTerms(query string) []queryTerm {
	var terms []queryTerm
	words := splitWords(query)
	for i, word := range words {
		switch {
		case isCJK(word.first()):
			parts := word.pairs()
			if len(parts) == 0 {
				parts = word.characters()
			}
			for _, part := range parts {
				terms = append(terms, queryTerm{term: part})
			}
		case i == len(words)-1:
			terms = append(terms, queryTerm{english.Stem(string(word), true), string(word)})
		default:
			terms = append(terms, queryTerm{term: english.Stem(string(word), true)})
		}
	}
	return terms
}

// word is a run of letters, marks and digits, folded, all CJK or none.
type word string

func (w word) first() rune {
	for _, r := range w {
		return r
	}
	return 0
}

// maxWord is how many characters of a word count, in an index and in a query.
// PostgreSQL takes no terms beyond 2,046 bytes.
const maxWord = 64

func (w word) truncate() word {
	if runes := []rune(string(w)); len(runes) > maxWord && !isCJK(w.first()) {
		return word(runes[:maxWord])
	}
	return w
}

func (w word) characters() []string { return strings.Split(string(w), "") }

func (w word) pairs() []string {
	runes := []rune(string(w))
	var pairs []string
	for i := range len(runes) - 1 {
		pairs = append(pairs, string(runes[i:i+2]))
	}
	return pairs
}

// splitWords folds a text and parts it at whatever is no letter, mark or digit,
// and where CJK meets other scripts.
func splitWords(text string) []word {
	var words []word
	var current strings.Builder
	end := func() {
		if w := word(current.String()); w != "" {
			words = append(words, w.truncate())
		}
		current.Reset()
	}
	cjk := false
	for _, r := range fold(text) {
		if !unicode.In(r, unicode.L, unicode.M, unicode.N) {
			end()
			continue
		}
		if isCJK(r) != cjk {
			end()
			cjk = !cjk
		}
		current.WriteRune(r)
	}
	end()
	return words
}

// fold returns a text without case, in compatibility form, and without the
// accents of Latin, Greek and Cyrillic. Elsewhere marks tell words apart, as か
// and が.
func fold(text string) string {
	var b strings.Builder
	plain := false // the letter that marks would follow may lose them
	for _, r := range norm.NFKD.String(cases.Fold().String(text)) {
		if !unicode.Is(unicode.Mn, r) {
			plain = unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic)
		} else if plain {
			continue
		}
		b.WriteRune(r)
	}
	return norm.NFC.String(cases.Fold().String(b.String())) // ℌ was no H before
}

func isCJK(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) || r == 'ー'
}

// Package search computes what finding photos by words takes: the terms of texts
// and of queries, the order of what is found, what it has in common, and the
// places to show. It does so for every database, so that all find the same
// photos, in the same order, with the same scores.
package search

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kljensen/snowball/english"
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Terms returns the terms under which a text is found: of letters, marks and
// digits alone. A word gives its folded form and its English stem; a run of
// Chinese, Japanese or Korean characters, where no space parts words, gives each
// character and each pair.
func Terms(text string) []string {
	var terms []string
	for token := range tokens(text) {
		if token.cjk {
			terms = append(terms, token.characters()...)
			terms = append(terms, token.pairs()...)
			continue
		}
		word := token.truncated()
		terms = append(terms, word)
		if stem := english.Stem(word, true); stem != word {
			terms = append(terms, stem)
		}
	}
	return terms
}

// Fold returns a text without case, in compatibility form, and without the
// accents of Latin, Greek and Cyrillic. Elsewhere marks tell words apart, as か
// and が.
func Fold(text string) string {
	var b strings.Builder
	for piece := range pieces(text) {
		b.WriteString(piece.folded)
	}
	return b.String()
}

// piece is the smallest part of a text that is folded by itself.
type piece struct {
	folded     string
	start, end int // in the text, in bytes
}

// pieces parts a text where what follows cannot change what was before.
func pieces(text string) iter.Seq[piece] {
	return func(yield func(piece) bool) {
		var f folder
		for start := 0; start < len(text); {
			r, size := utf8.DecodeRuneInString(text[start:])
			p := piece{start: start, end: start + size}
			switch followed := beginsSimply(text[p.end:]); {
			case followed && r < utf8.RuneSelf:
				p.folded = f.lower(text[start:p.end])
			case followed && isSimple(r):
				p.folded, f.plain = text[start:p.end], false
			default:
				p.end = start + max(1, norm.NFKD.NextBoundaryInString(text[start:], true))
				p.folded = f.fold(text[start:p.end])
			}
			if !yield(p) {
				return
			}
			start = p.end
		}
	}
}

// beginsSimply reports that a text does not begin with what would change the
// character before it, as far as that is seen at a glance.
func beginsSimply(text string) bool {
	if text == "" || text[0] < utf8.RuneSelf {
		return true
	}
	r, _ := utf8.DecodeRuneInString(text)
	return isSimple(r)
}

// isSimple tells those characters that fold to themselves from all others, of
// the scripts where most do: Han, Hiragana, Katakana and Hangul syllables.
func isSimple(r rune) bool {
	return r >= 0x4E00 && r <= 0x9FFF || r >= 0x3041 && r <= 0x3096 || r >= 0x30A1 && r <= 0x30FA || r >= 0xAC00 && r <= 0xD7A3
}

// folder folds a text piece by piece.
type folder struct{ plain bool } // the letter that marks would follow may lose them

// lower is fold for one character of ASCII.
func (f *folder) lower(piece string) string {
	lower := strings.ToLower(piece)
	f.plain = "a" <= lower && lower <= "z"
	return lower
}

func (f *folder) fold(piece string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(cases.Fold().String(piece)) {
		if !unicode.Is(unicode.Mn, r) {
			f.plain = unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic)
		} else if f.plain {
			continue
		}
		b.WriteRune(r)
	}
	return norm.NFC.String(cases.Fold().String(b.String())) // ℌ was no H before
}

// token is a run of letters, marks and digits, all CJK or none.
type token struct {
	folded     string
	cjk        bool
	start, end int // in the text that it is from, in bytes
}

// maxWord is how many characters of a word count, in an index and in a query.
// PostgreSQL takes no terms beyond 2,046 bytes.
const maxWord = 64

func (t token) truncated() string {
	if len(t.folded) <= maxWord {
		return t.folded
	}
	if runes := []rune(t.folded); len(runes) > maxWord {
		return string(runes[:maxWord])
	}
	return t.folded
}

func (t token) characters() []string { return strings.Split(t.folded, "") }

func (t token) pairs() []string {
	runes := []rune(t.folded)
	var pairs []string
	for i := range len(runes) - 1 {
		pairs = append(pairs, string(runes[i:i+2]))
	}
	return pairs
}

// tokens folds a text and parts it at whatever is no letter, mark or digit, and
// where CJK meets other scripts.
func tokens(text string) iter.Seq[token] {
	return func(yield func(token) bool) {
		var t token
		var folded []byte
		end := func() bool {
			t.folded = string(folded)
			folded = folded[:0]
			return t.folded == "" || yield(t)
		}
		for piece := range pieces(text) {
			for _, r := range piece.folded {
				part := !unicode.In(r, unicode.L, unicode.M, unicode.N)
				if (part || isCJK(r) != t.cjk) && !end() {
					return
				}
				if part {
					continue
				}
				if len(folded) == 0 {
					t.start, t.cjk = piece.start, isCJK(r)
				}
				folded = append(folded, string(r)...)
				t.end = piece.end
			}
		}
		end()
	}
}

func isCJK(r rune) bool {
	return r >= 0x1100 && (unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) || r == 'ー')
}

package search

import (
	"html"
	"strings"
	"unicode/utf8"
)

// span is a part of a text, in bytes.
type span struct{ start, end int }

// Highlight returns a text as HTML with what a query asks for in <mark>, and
// everything else escaped; "" if there is nothing of it.
func (q Query) Highlight(text string) string {
	marks := q.find(text, len(text))
	if len(marks) == 0 {
		return ""
	}
	return marked(text, span{0, len(text)}, marks)
}

// The size of what Excerpt returns, in bytes of the text.
const (
	maxFragments = 3
	around       = 60 // on either side of a mark
)

// Excerpt is Highlight for a long text: it returns the first few places only,
// with what stands around them, and an ellipsis for what is left out.
func (q Query) Excerpt(text string) string {
	marks := q.find(text, maxFragments*(2*around))
	var b strings.Builder
	end := 0
	for _, fragment := range fragments(text, marks) {
		if fragment.start > end {
			b.WriteString("…")
			if end > 0 {
				b.WriteByte(' ')
			}
		}
		b.WriteString(marked(text, fragment, marks))
		end = fragment.end
	}
	if end > 0 && end < len(text) {
		b.WriteString("…")
	}
	return b.String()
}

// find returns the parts that a query asks for, joined where they touch, until
// there is nothing for so many bytes after the last that counts.
func (q Query) find(text string, reach int) []span {
	var marks []span
	for token := range tokens(text) {
		if len(marks) >= maxFragments && token.start > marks[maxFragments-1].end+reach {
			break
		}
		for _, mark := range q.marks(text, token) {
			if n := len(marks); n > 0 && mark.start <= marks[n-1].end {
				marks[n-1].end = max(marks[n-1].end, mark.end)
			} else {
				marks = append(marks, mark)
			}
		}
	}
	return marks
}

// fragments returns what is around the first marks, joined where it meets, and
// cut between words where there are any.
func fragments(text string, marks []span) []span {
	var all []span
	for _, mark := range marks {
		next := span{wordStart(text, mark.start-around), wordEnd(text, min(mark.end, mark.start+2*around)+around)}
		n := len(all)
		switch {
		case n > 0 && mark.start < all[n-1].end:
		case n > 0 && next.start <= all[n-1].end && all[n-1].end-all[n-1].start < maxFragments*2*around:
			all[n-1].end = next.end
		case n == maxFragments:
			return all
		case n > 0:
			all = append(all, span{max(next.start, all[n-1].end), next.end})
		default:
			all = append(all, next)
		}
	}
	return all
}

// maxPartWord is how much of a word a fragment may leave out at an end, in bytes.
const maxPartWord = 20

// wordStart returns where the first whole word begins at or after a place.
func wordStart(text string, at int) int {
	if at <= 0 {
		return 0
	}
	if i := strings.IndexByte(text[at:min(len(text), at+maxPartWord)], ' '); i >= 0 {
		return at + i + 1
	}
	return boundary(text, at)
}

// wordEnd returns where the last whole word ends at or before a place.
func wordEnd(text string, at int) int {
	if at >= len(text) {
		return len(text)
	}
	from := max(0, at-maxPartWord)
	if i := strings.LastIndexByte(text[from:at], ' '); i >= 0 {
		return from + i
	}
	return boundary(text, at)
}

// boundary returns the first character that begins at or after a place.
func boundary(text string, at int) int {
	for at < len(text) && !utf8.RuneStart(text[at]) {
		at++
	}
	return at
}

// marked returns a part of a text as HTML, with the marks in it.
func marked(text string, part span, marks []span) string {
	var b strings.Builder
	at := part.start
	for _, mark := range marks {
		start, end := max(mark.start, at), min(mark.end, part.end)
		if start >= end {
			continue
		}
		b.WriteString(html.EscapeString(text[at:start]))
		b.WriteString("<mark>")
		b.WriteString(html.EscapeString(text[start:end]))
		b.WriteString("</mark>")
		at = end
	}
	b.WriteString(html.EscapeString(text[at:part.end]))
	return b.String()
}

package vitrine

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

var slugPattern = regexp.MustCompile(`^[\p{Ll}\p{Lo}\p{N}]+(-[\p{Ll}\p{Lo}\p{N}]+)*$`)

// ValidSlug reports whether s may stand in an address: lower-case letters of
// any script and digits, in groups joined by single hyphens, at most 200
// characters.
func ValidSlug(s string) bool {
	return utf8.RuneCountInString(s) <= MaxName && slugPattern.MatchString(s)
}

func checkSlug(f *Faults, o *Optional[string]) {
	if o.Present() {
		o.Value = norm.NFC.String(o.Value)
	}
	switch {
	case !o.Set:
	case o.Null:
		f.Add("slug", FaultRequired, ReasonNotNull)
	case utf8.RuneCountInString(o.Value) > MaxName:
		f.Add("slug", FaultTooLong, ReasonMaxCharacters, MaxName)
	case !ValidSlug(o.Value):
		f.Add("slug", FaultInvalidFormat, ReasonSlug, "harbour-at-dawn")
	}
}

// MakeSlug derives a slug from a title. Letters of every script are kept, Latin
// accents are dropped, all else becomes a hyphen. A title without any letter or
// digit gives fallback.
func MakeSlug(title, fallback string) string {
	var b strings.Builder
	gap := false
	for _, r := range norm.NFC.String(foldLatin(strings.ToLower(title))) {
		if !unicode.In(r, unicode.Ll, unicode.Lo, unicode.N) {
			// Apostrophes, marks and modifier letters join ("l'été" → "lete",
			// "ハーバー" → "ハバ"); all else parts.
			gap = gap || r != '\'' && r != '’' && !unicode.In(r, unicode.M, unicode.Lm)
			continue
		}
		if gap && b.Len() > 0 {
			b.WriteByte('-')
		}
		gap = false
		b.WriteRune(r)
	}
	slug := truncateSlug(b.String(), maxMadeSlug)
	if slug == "" {
		return fallback
	}
	return slug
}

// maxMadeSlug leaves room for a numeric suffix, and keeps addresses short.
const maxMadeSlug = 80

func truncateSlug(s string, limit int) string {
	if utf8.RuneCountInString(s) <= limit {
		return s
	}
	return strings.TrimRight(string([]rune(s)[:limit]), "-")
}

// foldLatin removes the accents of Latin letters only: in other scripts marks
// carry meaning (Japanese か and が).
func foldLatin(s string) string {
	var b strings.Builder
	var latin bool
	for _, r := range norm.NFD.String(s) {
		if !unicode.Is(unicode.Mn, r) {
			latin = unicode.Is(unicode.Latin, r)
		} else if latin {
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

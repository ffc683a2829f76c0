package vitrine

import (
	"net/mail"
	"net/url"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// The longest texts, in characters.
const (
	MaxName        = 200
	MaxDescription = 10_000
	MaxSEO         = 300
	MaxURL         = 2_000
	MaxIcon        = 50
)

var (
	colorPattern = regexp.MustCompile(`^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$`)
	iconPattern  = regexp.MustCompile(`^[a-z0-9-]{1,50}$`)
)

// Clean returns s in Unicode normal form C, without surrounding white space
// and without control characters but newline and tab.
func Clean(s string) string {
	s = strings.ToValidUTF8(s, "")
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, strings.ReplaceAll(s, "\r\n", "\n"))
	return norm.NFC.String(strings.TrimSpace(s))
}

// cleanLine is Clean for texts of one line: newlines and tabs become spaces.
func cleanLine(s string) string {
	return strings.Join(strings.FieldsFunc(Clean(s), func(r rune) bool { return r == '\n' || r == '\t' }), " ")
}

// checkLine validates an optional text of one line and cleans it in place. A
// required text may be neither null nor blank.
func checkLine(f *Faults, field string, o *Optional[string], maxLength int, required bool) {
	if o.Present() {
		o.Value = cleanLine(o.Value)
	}
	checkLength(f, field, *o, maxLength, required)
}

// checkText is checkLine for texts of many lines.
func checkText(f *Faults, field string, o *Optional[string], maxLength int) {
	if o.Present() {
		o.Value = Clean(o.Value)
	}
	checkLength(f, field, *o, maxLength, false)
}

func checkLength(f *Faults, field string, o Optional[string], maxLength int, required bool) {
	switch {
	case !o.Set:
	case required && o.Null:
		f.Add(field, FaultRequired, ReasonNotNull)
	case required && o.Value == "":
		f.Add(field, FaultTooShort, ReasonNotBlank)
	case utf8.RuneCountInString(o.Value) > maxLength:
		f.Add(field, FaultTooLong, ReasonMaxCharacters, maxLength)
	}
}

func checkColor(f *Faults, field string, o Optional[string]) {
	if o.Present() && !colorPattern.MatchString(o.Value) {
		f.Add(field, FaultInvalidFormat, ReasonColour, "#1f2937")
	}
}

func checkIcon(f *Faults, field string, o Optional[string]) {
	if o.Present() && o.Value != "" && !iconPattern.MatchString(o.Value) {
		f.Add(field, FaultInvalidFormat, ReasonIcon, MaxIcon)
	}
}

func checkWebURL(f *Faults, field, value string) {
	u, err := url.Parse(value)
	switch {
	case len(value) > MaxURL:
		f.Add(field, FaultTooLong, ReasonMaxCharacters, MaxURL)
	case err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https"):
		f.Add(field, FaultInvalidFormat, ReasonWebURL, "https://example.com/")
	}
}

func checkEmail(f *Faults, field, value string) {
	address, err := mail.ParseAddress(value)
	if err != nil || address.Address != value || len(value) > 254 {
		f.Add(field, FaultInvalidFormat, ReasonEmail, "ansel@example.com")
	}
}

// requireField adds a REQUIRED fault if the field was not sent.
func requireField[T any](f *Faults, field string, o Optional[T]) {
	if !o.Set {
		f.Add(field, FaultRequired, ReasonRequired)
	}
}

// notNull adds a fault if the field was sent as null but cannot be empty.
func notNull[T any](f *Faults, field string, o Optional[T]) {
	if o.Null {
		f.Add(field, FaultRequired, ReasonNotNull)
	}
}

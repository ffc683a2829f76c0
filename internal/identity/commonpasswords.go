package identity

import (
	_ "embed"
	"slices"
	"strings"
	"unicode"

	"github.com/vitrine-photos/vitrine"
)

//go:embed commonpasswords.txt
var commonList string

// commonPasswords recognises passwords that a guesser tries first.
type commonPasswords struct {
	known    map[string]bool
	nextKeys map[[2]rune]bool // pairs of neighbours on a keyboard or in a sequence
}

func newCommonPasswords() commonPasswords {
	c := commonPasswords{known: map[string]bool{}, nextKeys: map[[2]rune]bool{}}
	for line := range strings.Lines(commonList) {
		line = strings.TrimSpace(line)
		switch walk, isWalk := strings.CutPrefix(line, "walk "); {
		case line == "" || strings.HasPrefix(line, "#"):
		case isWalk:
			c.addWalk([]rune(walk))
		default:
			c.known[line] = true
		}
	}
	return c
}

func (c commonPasswords) addWalk(keys []rune) {
	for i := 1; i < len(keys); i++ {
		c.nextKeys[[2]rune{keys[i-1], keys[i]}] = true
		c.nextKeys[[2]rune{keys[i], keys[i-1]}] = true
	}
}

// check reports a new password that is not wrong in itself but easily guessed:
// one of the user's names, or a common one. An empty password is left to others.
func (c commonPasswords) check(f *vitrine.Faults, field, password string, names ...string) {
	isName := func(name string) bool { return strings.EqualFold(name, password) }
	switch {
	case password == "" || f.Has(field):
	case slices.ContainsFunc(names, isName):
		f.Add(field, vitrine.FaultInvalidValue, vitrine.ReasonNotOwnName)
	case c.has(password):
		f.Add(field, vitrine.FaultInvalidValue, vitrine.ReasonCommonPassword)
	}
}

// has reports whether a password is on the list, is a listed word that was
// dressed up, is a short one written several times, or is a walk over the keys.
func (c commonPasswords) has(password string) bool {
	plain := strings.ToLower(password)
	return c.known[plain] || c.hasDressedUp(plain) || isRepetition(plain) || c.isWalk(plain)
}

// hasDressedUp reports whether plain is a listed word with digits and signs
// around it or in the place of its letters, such as p@ssw0rd2026!, as long as
// the word is at least half of the whole.
func (c commonPasswords) hasDressedUp(plain string) bool {
	notLetter := func(r rune) bool { return !unicode.IsLetter(r) }
	tail := strings.TrimRightFunc(plain, notLetter)
	for _, core := range []string{tail, strings.TrimLeftFunc(tail, notLetter)} {
		if c.known[withoutLookalikes(core)] && 2*len(core) >= len(plain) {
			return true
		}
	}
	return false
}

func withoutLookalikes(s string) string {
	return strings.NewReplacer("0", "o", "1", "i", "3", "e", "4", "a", "5", "s", "7", "t", "@", "a", "$", "s", "!", "i").Replace(s)
}

// isRepetition reports whether plain repeats a piece that is too short to be a
// password itself.
func isRepetition(plain string) bool {
	runes := []rune(plain)
	for period := 1; period < vitrine.MinPassword && 2*period <= len(runes); period++ {
		if hasPeriod(runes, period) {
			return true
		}
	}
	return false
}

func hasPeriod(runes []rune, period int) bool {
	for i := period; i < len(runes); i++ {
		if runes[i] != runes[i-period] {
			return false
		}
	}
	return true
}

// isWalk reports whether plain falls into few runs of the same or neighbouring
// keys, such as qwerty123456: on average three characters or more to a run.
func (c commonPasswords) isWalk(plain string) bool {
	runes := []rune(plain)
	runs := 1
	for i := 1; i < len(runes); i++ {
		if runes[i] != runes[i-1] && !c.nextKeys[[2]rune{runes[i-1], runes[i]}] {
			runs++
		}
	}
	return 3*runs <= len(runes)
}

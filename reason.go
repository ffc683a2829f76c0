package vitrine

import (
	"fmt"
	"regexp"
	"strings"
)

// Reason is why something is refused: a word that programs know it by, a colon,
// and the sentence for people, in English, with places for figures in braces. A
// sentence follows the name of the field that it is of. Other languages say the
// same by the word and the figures; so a sentence whose meaning or figures
// change gets another word.
type Reason string

// Word returns the word that programs know the reason by.
func (r Reason) Word() string {
	word, _, _ := strings.Cut(string(r), ": ")
	return word
}

// Sentence returns what people read, with the places for figures in braces.
func (r Reason) Sentence() string {
	_, sentence, _ := strings.Cut(string(r), ": ")
	return sentence
}

var places = regexp.MustCompile(`\{(\w+)\}`)

// Places returns the names of the figures of the sentence, in its order.
func (r Reason) Places() (names []string) {
	for _, place := range places.FindAllStringSubmatch(r.Sentence(), -1) {
		names = append(names, place[1])
	}
	return names
}

// say puts the figures in their places, and returns them also by their names.
func (r Reason) say(figures []any) (message string, params map[string]any) {
	message = r.Sentence()
	for i, name := range r.Places() {
		if params == nil {
			params = make(map[string]any, len(figures))
		}
		params[name] = figures[i]
		message = strings.Replace(message, "{"+name+"}", written(figures[i]), 1)
	}
	return message, params
}

// written is a figure as a sentence has it: a list by its members.
func written(figure any) string {
	if list, ok := figure.([]string); ok {
		return strings.Join(list, ", ")
	}
	return fmt.Sprint(figure)
}

// Bytes is a size. It is a number for programs; people read it in MiB if it is a
// whole number of those.
type Bytes int64

// String returns the size as people read it.
func (n Bytes) String() string {
	if n >= 1<<20 && n%(1<<20) == 0 {
		return fmt.Sprintf("%d MiB", n>>20)
	}
	return fmt.Sprintf("%d bytes", int64(n))
}

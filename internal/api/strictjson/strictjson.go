// Package strictjson reads JSON that strangers send, more strictly than
// encoding/json, and says under which path what is wrong.
package strictjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/vitrine-photos/vitrine"
)

// maxDepth bounds how deep arrays and objects may nest. No body of the service
// is deeper than four.
const maxDepth = 16

// Whole is what faults name that concern the body as a whole.
const Whole = "body"

// Object is a JSON object without doubled keys, in the order it was sent.
type Object struct {
	Keys   []string
	Values map[string]any
}

// Parse reads exactly one JSON value: nil, bool, json.Number, string,
// []any or *Object. Invalid UTF-8, halves of surrogate pairs, doubled keys, NUL
// characters and deep nesting are faults.
func Parse(data []byte, f *vitrine.Faults) any {
	if !utf8.Valid(data) {
		f.Add(Whole, vitrine.FaultInvalidFormat, vitrine.ReasonUTF8)
		return nil
	}
	var whole json.RawMessage
	if err := json.Unmarshal(data, &whole); err != nil {
		f.Add(Whole, vitrine.FaultInvalidFormat, vitrine.ReasonJSON, syntaxProblem(err))
		return nil
	}
	p := parser{data: data, decoder: json.NewDecoder(bytes.NewReader(data)), faults: f}
	p.decoder.UseNumber()
	return p.value("", 0)
}

func syntaxProblem(err error) string {
	if e, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Sprintf("%v, at byte %d", e, e.Offset)
	}
	return err.Error()
}

// parser builds values from text that is known to be well formed.
type parser struct {
	data    []byte
	decoder *json.Decoder
	faults  *vitrine.Faults
	tooDeep bool
}

func (p *parser) value(path string, depth int) any {
	start := p.decoder.InputOffset()
	token, err := p.decoder.Token()
	if err != nil || p.tooDeep {
		return nil
	}
	switch token := token.(type) {
	case json.Delim:
		if depth == maxDepth {
			p.tooDeep = true
			p.faults.Add(Whole, vitrine.FaultInvalidFormat, vitrine.ReasonNestsTooDeep, maxDepth)
			return nil
		}
		if token == '[' {
			return p.array(path, depth+1)
		}
		return p.object(path, depth+1)
	case string:
		p.checkText(path, token, start)
		return token
	default:
		return token
	}
}

func (p *parser) array(path string, depth int) []any {
	items := []any{}
	for p.decoder.More() && !p.tooDeep {
		items = append(items, p.value(ElementPath(path, len(items)), depth))
	}
	_, _ = p.decoder.Token() // the closing bracket, which is there
	return items
}

func (p *parser) object(path string, depth int) *Object {
	o := &Object{Values: map[string]any{}}
	for p.decoder.More() && !p.tooDeep {
		start := p.decoder.InputOffset()
		token, _ := p.decoder.Token() // a key, since the text is well formed
		key, _ := token.(string)
		at := MemberPath(path, key)
		p.checkPairs(at, key, start)
		value := p.value(at, depth)
		if _, doubled := o.Values[key]; doubled {
			p.faults.Add(at, vitrine.FaultNotUnique, vitrine.ReasonGivenTwice)
			continue
		}
		o.Keys = append(o.Keys, key)
		o.Values[key] = value
	}
	_, _ = p.decoder.Token() // the closing brace, which is there
	return o
}

// checkText refuses NUL, which no store keeps, and what is no text.
func (p *parser) checkText(path, text string, start int64) {
	p.checkPairs(path, text, start)
	if strings.ContainsRune(text, 0) {
		p.faults.Add(OrWhole(path), vitrine.FaultInvalidFormat, vitrine.ReasonNoNUL)
	}
}

// checkPairs refuses a text in which an escape such as \ud800 names half of a
// surrogate pair without the other half (RFC 8259, 8.2). The decoder takes that for
// U+FFFD, so it looks at what was sent, from start to where the decoder is.
func (p *parser) checkPairs(path, text string, start int64) {
	if strings.ContainsRune(text, utf8.RuneError) && hasHalfPair(p.data[start:p.decoder.InputOffset()]) {
		p.faults.Add(OrWhole(path), vitrine.FaultInvalidFormat, vitrine.ReasonNoSurrogate)
	}
}

func hasHalfPair(sent []byte) bool {
	for len(sent) > 0 {
		first, length := escaped(sent)
		sent = sent[length:]
		if !utf16.IsSurrogate(first) {
			continue
		}
		second, length := escaped(sent)
		if utf16.DecodeRune(first, second) == utf8.RuneError {
			return true
		}
		sent = sent[length:]
	}
	return false
}

// escaped returns what well-formed text begins with: the UTF-16 unit that an
// escape \uXXXX names, or 0 for anything else, and how long it is.
func escaped(text []byte) (unit rune, length int) {
	switch {
	case len(text) < 2 || text[0] != '\\':
		return 0, min(1, len(text))
	case text[1] != 'u':
		return 0, 2
	}
	n, _ := strconv.ParseUint(string(text[2:6]), 16, 16) // four digits, since the text is well formed
	return rune(n), 6
}

// MemberPath is the path of a member of the object at path.
func MemberPath(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// ElementPath is the path of an element of the array at path.
func ElementPath(path string, i int) string { return fmt.Sprintf("%s[%d]", path, i) }

// OrWhole is the path, or Whole for that of the whole.
func OrWhole(path string) string {
	if path == "" {
		return Whole
	}
	return path
}

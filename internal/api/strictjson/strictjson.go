// Package strictjson reads JSON that strangers send, more strictly than
// encoding/json, and says under which path what is wrong.
package strictjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
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
// []any or *Object. Invalid UTF-8, doubled
// keys, NUL characters and deep nesting are faults.
func Parse(data []byte, f *vitrine.Faults) any {
	if !utf8.Valid(data) {
		f.Add(Whole, vitrine.FaultInvalidFormat, "must be UTF-8")
		return nil
	}
	var whole json.RawMessage
	if err := json.Unmarshal(data, &whole); err != nil {
		f.Add(Whole, vitrine.FaultInvalidFormat, "must be one JSON value: %s", syntaxProblem(err))
		return nil
	}
	p := parser{decoder: json.NewDecoder(bytes.NewReader(data)), faults: f}
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
	decoder *json.Decoder
	faults  *vitrine.Faults
	tooDeep bool
}

func (p *parser) value(path string, depth int) any {
	token, err := p.decoder.Token()
	if err != nil || p.tooDeep {
		return nil
	}
	switch token := token.(type) {
	case json.Delim:
		if depth == maxDepth {
			p.tooDeep = true
			p.faults.Add(Whole, vitrine.FaultInvalidFormat, "must not nest deeper than %d levels", maxDepth)
			return nil
		}
		if token == '[' {
			return p.array(path, depth+1)
		}
		return p.object(path, depth+1)
	case string:
		p.checkText(path, token)
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
		token, _ := p.decoder.Token() // a key, since the text is well formed
		key, _ := token.(string)
		at := MemberPath(path, key)
		value := p.value(at, depth)
		if _, doubled := o.Values[key]; doubled {
			p.faults.Add(at, vitrine.FaultNotUnique, "is given more than once")
			continue
		}
		o.Keys = append(o.Keys, key)
		o.Values[key] = value
	}
	_, _ = p.decoder.Token() // the closing brace, which is there
	return o
}

// checkText refuses NUL, which no store keeps.
func (p *parser) checkText(path, text string) {
	if strings.ContainsRune(text, 0) {
		p.faults.Add(OrWhole(path), vitrine.FaultInvalidFormat, "must not hold the character NUL")
	}
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

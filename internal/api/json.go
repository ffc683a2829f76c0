package api

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

// bodyField is what faults name that concern the body as a whole.
const bodyField = "body"

// object is a JSON object without doubled keys, in the order it was sent.
type object struct {
	keys   []string
	values map[string]any
}

// parseJSON reads exactly one JSON value: nil, bool, json.Number, string,
// []any or *object. It is stricter than encoding/json: invalid UTF-8, doubled
// keys, NUL characters and deep nesting are faults.
func parseJSON(data []byte, f *vitrine.Faults) any {
	if !utf8.Valid(data) {
		f.Add(bodyField, vitrine.FaultInvalidFormat, "must be UTF-8")
		return nil
	}
	var whole json.RawMessage
	if err := json.Unmarshal(data, &whole); err != nil {
		f.Add(bodyField, vitrine.FaultInvalidFormat, "must be one JSON value: %s", syntaxProblem(err))
		return nil
	}
	p := jsonParser{decoder: json.NewDecoder(bytes.NewReader(data)), faults: f}
	p.decoder.UseNumber()
	return p.value("", 0)
}

func syntaxProblem(err error) string {
	if e, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Sprintf("%v, at byte %d", e, e.Offset)
	}
	return err.Error()
}

// jsonParser builds values from text that is known to be well formed.
type jsonParser struct {
	decoder *json.Decoder
	faults  *vitrine.Faults
	tooDeep bool
}

func (p *jsonParser) value(path string, depth int) any {
	token, err := p.decoder.Token()
	if err != nil || p.tooDeep {
		return nil
	}
	switch token := token.(type) {
	case json.Delim:
		if depth == maxDepth {
			p.tooDeep = true
			p.faults.Add(bodyField, vitrine.FaultInvalidFormat, "must not nest deeper than %d levels", maxDepth)
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

func (p *jsonParser) array(path string, depth int) []any {
	items := []any{}
	for p.decoder.More() && !p.tooDeep {
		items = append(items, p.value(elementPath(path, len(items)), depth))
	}
	_, _ = p.decoder.Token() // the closing bracket, which is there
	return items
}

func (p *jsonParser) object(path string, depth int) *object {
	o := &object{values: map[string]any{}}
	for p.decoder.More() && !p.tooDeep {
		token, _ := p.decoder.Token() // a key, since the text is well formed
		key, _ := token.(string)
		at := memberPath(path, key)
		value := p.value(at, depth)
		if _, doubled := o.values[key]; doubled {
			p.faults.Add(at, vitrine.FaultNotUnique, "is given more than once")
			continue
		}
		o.keys = append(o.keys, key)
		o.values[key] = value
	}
	_, _ = p.decoder.Token() // the closing brace, which is there
	return o
}

// checkText refuses NUL, which no store keeps.
func (p *jsonParser) checkText(path, text string) {
	if strings.ContainsRune(text, 0) {
		p.faults.Add(orBody(path), vitrine.FaultInvalidFormat, "must not hold the character NUL")
	}
}

func memberPath(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

func elementPath(path string, i int) string { return fmt.Sprintf("%s[%d]", path, i) }

func orBody(path string) string {
	if path == "" {
		return bodyField
	}
	return path
}

package strictjson_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/api/strictjson"
)

func TestFaults(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`{"a":"\u0000"}`:                      "a INVALID_FORMAT",
		`{"a":1,"a":2}`:                       "a NOT_UNIQUE",
		"{\"a\":\"\xff\"}":                    "body INVALID_FORMAT",
		`{"a":1} x`:                           "body INVALID_FORMAT",
		`{"a":"\ud800"}`:                      "a INVALID_FORMAT",
		`{"a":"\udc00"}`:                      "a INVALID_FORMAT",
		`{"a":"\uDBFFx"}`:                     "a INVALID_FORMAT",
		`{"a":"\ud800\u0041"}`:                "a INVALID_FORMAT",
		`{"a":"\ud800\ud83d\ude00"}`:          "a INVALID_FORMAT",
		`{"a":"\ud83d\ude00\ud83d"}`:          "a INVALID_FORMAT",
		`{"a":"\ude00\ud83d"}`:                "a INVALID_FORMAT",
		`{"a":["b","\ud800"]}`:                "a[1] INVALID_FORMAT",
		`{"a":{"\ud800":1}}`:                  "a.\ufffd INVALID_FORMAT",
		`"\ud800"`:                            "body INVALID_FORMAT",
		`{"a":"\ud83d\ude00 \ufffd"}`:         "",
		"{\"a\":\"\ufffd\"}":                  "",
		`{"a" : "\\ud800 \ufffd"}`:            "",
		`{"\ud800":0, "a":"\\\"\ufffd"}`:      "\ufffd INVALID_FORMAT",
		`[{"a":"\n\u00e9"}, null, 1.5, true]`: "",
	} {
		var f vitrine.Faults
		strictjson.Parse([]byte(body), &f)
		var told []string
		for _, fault := range f {
			told = append(told, fault.Field+" "+string(fault.Code))
		}
		if got := strings.Join(told, ", "); got != want {
			t.Errorf("%s: got %q, want %q", body, got, want)
		}
	}
}

// FuzzParse: what is well-formed JSON and has no fault reads as encoding/json
// does, and nothing else is taken for JSON.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{`{"a":["\ud83d\ude00",{"b":null}]}`, `"\ud800"`, `{"a":1,"a":2}`, `[1.5e3,-0]`, "\"\xff\"", `"\\u"`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var faults vitrine.Faults
		got := strictjson.Parse(data, &faults)
		var want any
		if err := json.Unmarshal(data, &want); err != nil {
			if len(faults) == 0 {
				t.Errorf("%q was taken for JSON", data)
			}
			return
		}
		if text, isText := want.(string); isText && len(faults) == 0 {
			if diff := cmp.Diff(text, got); diff != "" {
				t.Errorf("%q (-want +got):\n%s", data, diff)
			}
		}
	})
}

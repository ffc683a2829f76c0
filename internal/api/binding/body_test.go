package binding_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/api/binding"
)

// boat is a body of each kind of field.
type boat struct {
	Name   vitrine.Optional[string]            `json:"name"`
	Length vitrine.Optional[float64]           `json:"length"`
	Crew   vitrine.Optional[int]               `json:"crew"`
	Afloat vitrine.Optional[bool]              `json:"afloat"`
	Built  vitrine.Optional[time.Time]         `json:"built"`
	Sails  vitrine.Optional[[]string]          `json:"sails" ref:"name"`
	Harbor vitrine.Optional[harbor]            `json:"harbor"`
	Notes  vitrine.Optional[map[string]string] `json:"notes"`
}

type harbor struct {
	City vitrine.Optional[string] `json:"city"`
}

func (b *boat) Validate(f *vitrine.Faults, creating bool) {
	if creating && !b.Name.Present() {
		f.Add("name", vitrine.FaultRequired, vitrine.ReasonRequired)
	}
	if b.Crew.Value < 0 {
		f.Add("crew", vitrine.FaultOutOfRange, vitrine.ReasonMin, 0)
	}
}

// Resource shows a field that nobody can set.
func (*boat) Resource() any {
	return struct {
		ID int `json:"id"`
	}{}
}

func TestJSON(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		body     string
		creating bool
		want     []string
	}{
		"nothing is required":      {`{}`, false, nil},
		"required":                 {`{"name":null}`, true, []string{"name REQUIRED"}},
		"what a read shows":        {`{"id":7,"name":"Nele","sails":[{"name":"jib","area":12}]}`, true, nil},
		"rules and types in one":   {`{"crew":-1,"length":"long","owner":1}`, false, []string{"crew OUT_OF_RANGE", "length INVALID_TYPE", "owner UNKNOWN_FIELD"}},
		"each type":                {`{"name":1,"length":true,"crew":1.5,"afloat":"yes","built":2,"sails":{},"harbor":[],"notes":{"a":1}}`, false, []string{"afloat INVALID_TYPE", "built INVALID_TYPE", "crew INVALID_TYPE", "harbor INVALID_TYPE", "length INVALID_TYPE", "name INVALID_TYPE", "notes.a INVALID_TYPE", "sails INVALID_TYPE"}},
		"elements and members":     {`{"sails":["jib",3],"harbor":{"city":4}}`, false, []string{"harbor.city INVALID_TYPE", "sails[1] INVALID_TYPE"}},
		"too large":                {`{"length":1e999,"crew":99999999999999999999}`, false, []string{"crew OUT_OF_RANGE", "length OUT_OF_RANGE"}},
		"no time":                  {`{"built":"1911"}`, false, []string{"built INVALID_FORMAT"}},
		"no object":                {`[]`, true, []string{"body INVALID_TYPE"}},
		"no JSON":                  {`{"name"`, true, []string{"body INVALID_FORMAT"}},
		"one fault for each field": {`{"name":3}`, true, []string{"name INVALID_TYPE"}},
		"doubled":                  {`{"crew":1,"crew":2}`, false, []string{"crew NOT_UNIQUE"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := faultList(binding.JSON([]byte(tt.body), new(boat), tt.creating))
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("faults (-want +got):\n%s", diff)
			}
		})
	}
}

func TestJSONTellsNullFromAbsent(t *testing.T) {
	t.Parallel()
	var got boat
	if faults := binding.JSON([]byte(`{"name":null,"length":7.5,"crew":0,"sails":[],"notes":{"a":"b","c":null}}`), &got, false); len(faults) > 0 {
		t.Fatal(faults)
	}
	want := boat{
		Name: vitrine.Null[string](), Length: vitrine.Some(7.5), Crew: vitrine.Some(0), Sails: vitrine.Some([]string{}),
		Notes: vitrine.Some(map[string]string{"a": "b"}),
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

package binding_test

import (
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/api/binding"
)

// faultList writes faults as "field CODE", which is what clients go by.
func faultList(f vitrine.Faults) []string {
	var lines []string
	for _, fault := range f {
		lines = append(lines, fault.Field+" "+string(fault.Code))
	}
	slices.Sort(lines)
	return lines
}

func TestParameterRules(t *testing.T) {
	t.Parallel()
	type input struct {
		Least int64  `query:"least" minimum:"3"`
		Truth bool   `query:"truth" default:"true"`
		Name  string `query:"name" maxLength:"3"`
		Tag   string `header:"If-Match"`
	}
	for query, want := range map[string][]string{
		"least=3&truth=false&name=äöü": nil,
		"least=&truth=&name=":          nil,
		"least=2&truth=maybe&name=äöüx": {
			"least OUT_OF_RANGE", "name TOO_LONG", "truth INVALID_TYPE",
		},
	} {
		var got input
		var faults vitrine.Faults
		r := httptest.NewRequest(http.MethodGet, "/?"+query, nil)
		r.Header["If-Match"] = []string{`"a"`, `"b"`}
		binding.ParamsOf(reflect.TypeFor[input]()).Bind(r, reflect.ValueOf(&got).Elem(), &faults)
		if diff := cmp.Diff(want, faultList(faults)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", query, diff)
		}
		if want == nil && (got.Tag != `"a", "b"` || got.Truth != !strings.Contains(query, "false")) {
			t.Errorf("%s: got %+v", query, got)
		}
	}
}

func TestParamsAreRead(t *testing.T) {
	t.Parallel()
	type input struct {
		ID    int64  `path:"id" minimum:"1"`
		Month int    `path:"month"`
		Query string `query:"q" required:"true" maxLength:"5"`
		Order string `query:"order" enum:"asc,desc" default:"desc"`
		Year  *int   `query:"year"`
	}
	params := binding.ParamsOf(reflect.TypeFor[input]())
	var described []string
	for _, p := range params {
		described = append(described, p.In+" "+p.Name)
		if p.Required != (p.In == "path" || p.Name == "q") {
			t.Errorf("%s: required is %v", p.Name, p.Required)
		}
	}
	if diff := cmp.Diff([]string{"path id", "path month", "query q", "query order", "query year"}, described); diff != "" {
		t.Errorf("parameters (-want +got):\n%s", diff)
	}
	for target, want := range map[string][]string{
		"/7/05?q=sea&year=2026":          nil,
		"/0/05?order=up":                 {"id OUT_OF_RANGE", "order INVALID_VALUE", "q REQUIRED"},
		"/x/05?q=%00&year=soon":          {"id INVALID_TYPE", "q INVALID_FORMAT", "year INVALID_TYPE"},
		"/7/05?q=seaside&order=asc":      {"q TOO_LONG"},
		"/07/05?q=sea":                   {"id INVALID_TYPE"},
		"/%2B7/05?q=sea":                 {"id INVALID_TYPE"},
		"/-0/05?q=sea":                   {"id INVALID_TYPE"},
		"/7.0/05?q=sea":                  {"id INVALID_TYPE"},
		"/99999999999999999999/05?q=sea": {"id OUT_OF_RANGE"},
	} {
		var got input
		var faults vitrine.Faults
		mux := http.NewServeMux()
		mux.HandleFunc("/{id}/{month}", func(_ http.ResponseWriter, r *http.Request) {
			params.Bind(r, reflect.ValueOf(&got).Elem(), &faults)
		})
		mux.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, target, nil))
		if diff := cmp.Diff(want, faultList(faults)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", target, diff)
		}
		if want == nil && (got.ID != 7 || got.Month != 5 || got.Query != "sea" || got.Order != "desc" || got.Year == nil || *got.Year != 2026) {
			t.Errorf("%s: got %+v", target, got)
		}
	}
}

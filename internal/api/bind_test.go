package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

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

func TestBodyFaults(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		body     string
		target   binding.Body
		creating bool
		want     []string
	}{
		"nothing required":    {`{}`, new(photoBody), false, nil},
		"required":            {`{}`, new(photoBody), true, []string{"title REQUIRED"}},
		"published needs one": {`{"title":"a","status":"published"}`, new(photoBody), true, []string{"file_id REQUIRED"}},
		"every fault at once": {`{"title":7,"status":"gone","taken_at":"yesterday","sort_order":1.5,"tags":["ok",3,""],"nonsense":1,
			"location":{"latitude":91,"longitude":"x","planet":"Mars"},"metadata":{"weather":3}}`, new(photoBody), true, []string{
			"location.latitude OUT_OF_RANGE", "location.longitude INVALID_TYPE", "location.planet UNKNOWN_FIELD",
			"metadata.weather INVALID_TYPE", "nonsense UNKNOWN_FIELD", "sort_order INVALID_TYPE", "status INVALID_VALUE",
			"tags[1] INVALID_TYPE", "tags[2] TOO_SHORT", "taken_at INVALID_FORMAT", "title INVALID_TYPE",
		}},
		"one of two coordinates": {`{"location":{"latitude":1}}`, new(photoBody), false, []string{"location.longitude REQUIRED"}},
		"null where it cannot":   {`{"title":null,"status":null,"sort_order":null}`, new(photoBody), false, []string{"sort_order REQUIRED", "status REQUIRED", "title REQUIRED"}},
		"doubled keys":           {`{"title":"a","title":"b","location":{"name":"x","name":"y"}}`, new(photoBody), true, []string{"location.name NOT_UNIQUE", "title NOT_UNIQUE"}},
		"no object":              {`[]`, new(photoBody), true, []string{"body INVALID_TYPE"}},
		"null":                   {`null`, new(photoBody), true, []string{"body INVALID_TYPE"}},
		"trailing data":          {`{} {}`, new(photoBody), true, []string{"body INVALID_FORMAT"}},
		"cut short":              {`{"title":"a`, new(photoBody), true, []string{"body INVALID_FORMAT"}},
		"comma too many":         {`{"title":"a",}`, new(photoBody), true, []string{"body INVALID_FORMAT"}},
		"not UTF-8":              {"{\"title\":\"\xff\"}", new(photoBody), true, []string{"body INVALID_FORMAT"}},
		"NUL":                    {`{"title":"a\u0000b","tags":["\u0000"]}`, new(photoBody), true, []string{"tags[0] INVALID_FORMAT", "title INVALID_FORMAT"}},
		"too deep":               {`{"title":` + strings.Repeat("[", 20) + strings.Repeat("]", 20) + `}`, new(photoBody), true, []string{"body INVALID_FORMAT"}},
		"abyss":                  {strings.Repeat("[", 20_000), new(photoBody), true, []string{"body INVALID_FORMAT"}},
		"huge numbers":           {`{"sort_order":99999999999999999999,"location":{"latitude":1e999,"longitude":0}}`, new(photoBody), false, []string{"location.latitude OUT_OF_RANGE", "sort_order OUT_OF_RANGE"}},
		"number as exponent":     {`{"sort_order":1e2}`, new(photoBody), false, []string{"sort_order INVALID_TYPE"}},
		"categories":             {`{"categories":[1,"two",{"name":"x"},{"id":0},{"id":3,"is_primary":"yes"},{"id":4,"owner":1},null]}`, new(photoBody), false, []string{"categories[1].id INVALID_TYPE", "categories[2] OUT_OF_RANGE", "categories[3] OUT_OF_RANGE", "categories[4].is_primary INVALID_TYPE", "categories[5].owner UNKNOWN_FIELD", "categories[6] INVALID_TYPE"}},
		"tags as objects":        {`{"tags":[{"id":1,"name":"a"},{"id":2}]}`, new(photoBody), false, []string{"tags[1] INVALID_TYPE"}},
		"no role for strangers":  {`{"username":"vivian","email":"v@example.com","password":"street scenes, 1954","role":"admin"}`, new(registrationBody), true, []string{"role UNKNOWN_FIELD"}},
		"credentials":            {`{"username":"","password":null}`, new(credentials), false, []string{"password REQUIRED", "username REQUIRED"}},
		"unknown group":          {`{"categories":["image","secret"],"confirm":false}`, new(resetBody), false, []string{"categories[1] INVALID_VALUE", "confirm INVALID_VALUE"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := faultList(binding.JSON([]byte(tt.body), tt.target, tt.creating))
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("faults (-want +got):\n%s", diff)
			}
		})
	}
}

func TestBodyValues(t *testing.T) {
	t.Parallel()
	var got photoBody
	faults := binding.JSON([]byte(`{
		"title":"  Harbour at dawn ","description":null,"status":"draft","sort_order":-3,
		"taken_at":"2026-05-31T05:12:40.25+02:00",
		"location":{"name":"Harbour","latitude":54.8912,"longitude":10,"city":null},
		"categories":[7,{"id":12,"is_primary":true,"name":"Boats","slug":"boats","color":"#000","description":""}],
		"tags":["Sunset",{"id":4,"name":"boats","slug":"boats","color":"#fff","confidence":1,"source":"manual"}],
		"metadata":{"weather":"clear","temperature":null}
	}`), &got, true)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	want := photoBody{
		Title: vitrine.Some("Harbour at dawn"), Description: vitrine.Null[string](), Status: vitrine.Some(vitrine.PhotoDraft),
		SortOrder: vitrine.Some(-3), TakenAt: vitrine.Some(time.Date(2026, 5, 31, 5, 12, 40, 250e6, time.FixedZone("", 7200))),
		Location: vitrine.Some(vitrine.LocationInput{
			Name: vitrine.Some("Harbour"), Latitude: vitrine.Some(54.8912), Longitude: vitrine.Some(10.0), City: vitrine.Null[string](),
		}),
		Categories: vitrine.Some([]vitrine.CategoryRef{{ID: 7}, {ID: 12, IsPrimary: true}}),
		Tags:       vitrine.Some([]string{"Sunset", "boats"}),
		Metadata:   vitrine.Some(map[string]string{"weather": "clear"}),
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(photoBody{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if _, offset := got.TakenAt.Value.Zone(); offset != 7200 {
		t.Errorf("the offset became %d", offset)
	}
}

// TestReadsCanBeSentBack: a client may send what it read and change one field.
func TestReadsCanBeSentBack(t *testing.T) {
	t.Parallel()
	width, text, at := 10, "x", noon()
	for name, tt := range map[string]struct {
		view any
		body binding.Body
	}{
		"photo": {photoDetail{
			photoSummary: photoSummary{ID: 1, Title: "a", Slug: "a", Status: "draft", Visibility: "public", TakenAt: &at, Width: &width, Placeholder: &text},
			Categories:   []photoCategory{{ID: 1, Name: "b", IsPrimary: true}}, Tags: []photoTag{{ID: 1, Name: "c", Source: "manual"}},
			Formats: detailFormats{Original: "/x"}, Metadata: vitrine.DocumentedMetadata(map[string]string{"weather": "clear"}),
		}, new(photoBody)},
		"photo of a list": {trashedPhoto{photoItem: photoItem{
			photoSummary: photoSummary{ID: 1, Title: "a", Slug: "a", Status: "draft", Visibility: "public"},
			Categories:   []categoryLabel{{ID: 1}}, Tags: []tagRef{{Name: "c"}}, Formats: listFormats{Display: "/x"},
		}}.photoItem, new(photoBody)},
		"category": {categoryView{ID: 1, Name: "a", Slug: "a", Color: "#fff", CoverPhoto: &coverView{ID: 1}}, new(categoryBody)},
		"tag":      {tagView{ID: 1, Name: "a", Slug: "a", Color: "#fff", Group: "subject"}, new(tagBody)},
		"profile":  {newProfileView(&vitrine.User{Username: "ansel", Email: "a@example.com", Role: "admin"}).data, new(profileBody)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sent, err := json.Marshal(tt.view)
			if err != nil {
				t.Fatal(err)
			}
			if faults := binding.JSON(sent, tt.body, false); len(faults) > 0 {
				t.Errorf("%s\n%v", sent, faults)
			}
		})
	}
}

type mayBeEmpty struct {
	Body reprocessBody `required:"false"`
}

func TestBodiesThatAreNotRead(t *testing.T) {
	t.Parallel()
	rt := frame(t, nil,
		route{post, "/photos", public, general, 201, "Create", on(func(*call, *photoCreation) (nothing, error) { return nothing{}, nil })},
		route{post, "/again", public, general, 200, "Reprocess", on(func(*call, *mayBeEmpty) (acknowledged, error) {
			return acknowledged{}, nil
		})},
	)
	for name, tt := range map[string]struct {
		request *http.Request
		status  int
		want    string
	}{
		"empty":            {httptest.NewRequest(http.MethodPost, "/v1/photos", nil), 400, `{"field":"body","message":"is required","code":"REQUIRED","reason":"required"}`},
		"may be empty":     {httptest.NewRequest(http.MethodPost, "/v1/again", nil), 200, ``},
		"announced size":   {httptest.NewRequest(http.MethodPost, "/v1/photos", strings.NewReader(`{"title":"`+strings.Repeat("x", maxBody)+`"}`)), 400, `"code":"TOO_LARGE"`},
		"unannounced size": {unannounced(`{"title":"` + strings.Repeat("x", maxBody) + `"}`), 400, `"code":"TOO_LARGE"`},
		"cut off":          {httptest.NewRequest(http.MethodPost, "/v1/photos", brokenBody{}), 400, `{"field":"body","message":"ended before it was complete","code":"INVALID_FORMAT","reason":"incomplete"}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := httptest.NewRecorder()
			rt.ServeHTTP(w, tt.request)
			if w.Code != tt.status || !strings.Contains(w.Body.String(), tt.want) {
				t.Errorf("got %d %s", w.Code, w.Body)
			}
		})
	}
}

// unannounced is a request without a Content-Length.
func unannounced(body string) *http.Request {
	r := httptest.NewRequest(http.MethodPost, "/v1/photos", strings.NewReader(body))
	r.ContentLength = -1
	return r
}

func TestFaultsAreCapped(t *testing.T) {
	t.Parallel()
	rt := frame(t, nil, route{post, "/photos", public, general, 201, "Create", on(func(*call, *photoCreation) (nothing, error) { return nothing{}, nil })})
	var body strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&body, `%c"unknown%d":1`, "{,"[min(i, 1)], i)
	}
	w := ask(rt, "POST", "/v1/photos", body.String()+"}")
	if got := strings.Count(w.Body.String(), "UNKNOWN_FIELD"); got != maxFaults {
		t.Errorf("%d faults are reported", got)
	}
}

func TestParameters(t *testing.T) {
	t.Parallel()
	seven := int64(7)
	for name, tt := range map[string]struct {
		query string
		want  photoQuery
		fault []string
	}{
		"defaults": {"", photoQuery{paging: paging{1, 20}, SortBy: "created_at", SortOrder: "desc"}, nil},
		"all": {
			"page=2&limit=100&status=draft&category=7&tag=sea%20side&search=two+words&sort_by=title&sort_order=asc&year=2026&month=5&processing_status=pending,failed&unknown=x",
			photoQuery{paging{2, 100}, "draft", &seven, "sea side", "two words", "title", "asc", 2026, 5, "pending,failed"},
			nil,
		},
		"every fault at once": {"page=0&limit=101&status=gone&category=x&tag=%ff&search=%00&sort_by=size&sort_order=up&year=99999999999999999999&month=13", photoQuery{}, []string{
			"category INVALID_TYPE", "limit OUT_OF_RANGE", "month OUT_OF_RANGE", "page OUT_OF_RANGE", "search INVALID_FORMAT",
			"sort_by INVALID_VALUE", "sort_order INVALID_VALUE", "status INVALID_VALUE", "tag INVALID_FORMAT", "year OUT_OF_RANGE",
		}},
		"bad escape":              {"page=%zz", photoQuery{}, []string{"query INVALID_FORMAT"}},
		"too long":                {"tag=" + strings.Repeat("ä", 201) + "&search=" + strings.Repeat("ä", 201), photoQuery{}, []string{"search TOO_LONG", "tag TOO_LONG"}},
		"empty ones are not sent": {"page=&limit=&status=&category=&tag=&search=&sort_by=&sort_order=&year=&month=", photoQuery{paging: paging{1, 20}, SortBy: "created_at", SortOrder: "desc"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got photoQuery
			var faults vitrine.Faults
			r := httptest.NewRequest(http.MethodGet, "/v1/photos?"+tt.query, nil)
			binding.ParamsOf(reflect.TypeFor[photoQuery]()).Bind(r, reflect.ValueOf(&got).Elem(), &faults)
			if diff := cmp.Diff(tt.fault, faultList(faults)); diff != "" {
				t.Errorf("faults (-want +got):\n%s", diff)
			}
			if tt.fault == nil && !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

func TestCacheKeyTellsQueriesApart(t *testing.T) {
	t.Parallel()
	zero, one := int64(0), int64(1)
	seen := map[string]photoQuery{}
	for _, q := range []photoQuery{
		{},
		{Category: &zero},
		{Category: &one},
		{Year: 1},
		{Month: 1},
		{Tag: "a"},
		{Search: "a"},
		{Tag: "a\"b"},
		{Tag: "a", Search: "b"},
		{Status: "a"},
		{Processing: "a"},
		{SortBy: "a"},
		{SortOrder: "a"},
		{paging: paging{1, 0}},
		{paging: paging{0, 1}},
		{paging: paging{11, 1}},
		{paging: paging{1, 11}},
	} {
		if other, taken := seen[q.cacheKey()]; taken {
			t.Errorf("%+v and %+v share the key %s", q, other, q.cacheKey())
		}
		seen[q.cacheKey()] = q
	}
}

// FuzzBody: whatever is sent, binding ends without a panic, and what it takes
// for right is valid JSON that binds to the same again.
func FuzzBody(f *testing.F) {
	for _, seed := range []string{
		`{"title":"a","tags":["b",{"name":"c"}],"categories":[1,{"id":2}],"location":{"latitude":1,"longitude":2}}`,
		`{"metadata":{"a":null},"taken_at":"2026-05-31T05:12:40+02:00","sort_order":1}`, `[[]]`, `{"title":"\u0000"}`, `{"a":{"a":{}},"a":1}`, ``,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var once, twice photoBody
		if faults := binding.JSON(data, &once, true); len(faults) > 0 {
			return
		}
		if !json.Valid(data) {
			t.Fatalf("%q was taken for JSON", data)
		}
		if faults := binding.JSON(data, &twice, true); len(faults) > 0 || !cmp.Equal(once, twice) {
			t.Errorf("%q bound differently the second time: %v", data, faults)
		}
		if once.Title.Value == "" {
			t.Errorf("%q made a photo without a title", data)
		}
	})
}

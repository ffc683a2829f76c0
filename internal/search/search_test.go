package search_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine/internal/search"
)

func TestTerms(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"":                       nil,
		"Running, along":         {"running", "run", "along"},
		"Café Zürich":            {"cafe", "zurich"},
		"上海夜":                    {"上", "海", "夜", "上海", "海夜"},
		"Tokyo東京2020":            {"tokyo", "東", "京", "東京", "2020"},
		"がか":                     {"が", "か", "がか"},
		"ＦＵＬＬ ﬁne":               {"full", "fine"},
		"a\u0301\u0302b":         {"ab"},
		"½":                      {"1", "2"},
		strings.Repeat("x", 100): {strings.Repeat("x", 64)},
	} {
		if diff := cmp.Diff(want, search.Terms(text)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

func TestHighlight(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ query, text, want string }{
		{"harbour", "The Harbours of old", "The <mark>Harbours</mark> of old"},
		{"harbour", "nothing", ""},
		{"harb", "harbinger", "<mark>harbinger</mark>"},
		{"har bour", "har bouring", "<mark>har</mark> <mark>bouring</mark>"},
		{"har x", "harbour x", "harbour <mark>x</mark>"},
		{"cafe", "Cafe\u0301 <b> & \"x\" 'y'", "<mark>Cafe\u0301</mark> &lt;b&gt; &amp; &#34;x&#34; &#39;y&#39;"},
		{"mark", "</mark><mark>", "&lt;/<mark>mark</mark>&gt;&lt;<mark>mark</mark>&gt;"},
		{"夜景", "上海夜景は夜", "上海<mark>夜景</mark>は夜"},
		{"上海夜景", "上海夜景", "<mark>上海夜景</mark>"},
		{"タワー", "東京ﾀﾜｰ", "東京<mark>ﾀﾜｰ</mark>"},
		{"夜", "夜の夜", "<mark>夜</mark>の<mark>夜</mark>"},
		{"שלום", "אמר שלום", "אמר <mark>שלום</mark>"},
		{"ß", "STRASSE ß", "STRASSE <mark>ß</mark>"},
	} {
		if got := search.ParseQuery(tt.query).Highlight(tt.text); got != tt.want {
			t.Errorf("%q in %q:\ngot  %s\nwant %s", tt.query, tt.text, got, tt.want)
		}
	}
}

func TestExcerpt(t *testing.T) {
	t.Parallel()
	far := strings.Repeat("some words that say nothing ", 20)
	query := search.ParseQuery("harbour")
	for text, want := range map[string]string{
		"": "", far: "", "the harbour": "the <mark>harbour</mark>",
		"a harbour " + far: "a <mark>harbour</mark> some words that say nothing some words that say nothing…",
		far + "a harbour":  "…some words that say nothing some words that say nothing a <mark>harbour</mark>",
	} {
		if got := query.Excerpt(text); got != want {
			t.Errorf("%.20q…:\ngot  %s\nwant %s", text, got, want)
		}
	}
	many := query.Excerpt(strings.Repeat("harbour "+far, 9))
	if n := strings.Count(many, "<mark>"); n != 3 || len(many) > 1000 {
		t.Errorf("%d matches in %d bytes, want the first three: %s", n, len(many), many)
	}
	for _, text := range []string{strings.Repeat("夜景", 5000), strings.Repeat("harbour ", 1000), "harbour" + strings.Repeat("é", 9000)} {
		for _, word := range []string{"夜景", "harbour", "harb"} {
			if got := search.ParseQuery(word).Excerpt(text); len(got) > 8000 {
				t.Errorf("%q in a long text gives %d bytes", word, len(got))
			}
		}
	}
}

// FuzzHighlight: without its marks and escapes, it is the text.
func FuzzHighlight(f *testing.F) {
	for _, text := range []string{"harbour", "<mark>", "上海夜景", "e\u0301", "\u0301", "ﾀﾜｰ", "\xff", "½ & ①", "각"} {
		f.Add(text, text)
		f.Add("a", text)
	}
	f.Fuzz(func(t *testing.T, query, text string) {
		q := search.ParseQuery(query)
		marked := q.Highlight(text)
		if marked != "" && plain(marked) != text {
			t.Errorf("%q in %q gives %q", query, text, marked)
		}
		for fragment := range strings.SplitSeq(q.Excerpt(strings.ReplaceAll(text, "…", "")), "…") {
			if !strings.Contains(text, strings.TrimPrefix(plain(fragment), " ")) && !strings.Contains(text, "…") {
				t.Errorf("%q in %q gives %q", query, text, fragment)
			}
		}
		if strings.Contains(strings.NewReplacer("<mark>", "", "</mark>", "").Replace(marked), "<") {
			t.Errorf("%q is not escaped", marked)
		}
		if terms := search.Terms(text); len(q) > 0 && query == text && (marked == "" || len(terms) == 0) {
			t.Errorf("%q does not find itself", text)
		}
	})
}

func plain(html string) string {
	return strings.NewReplacer("<mark>", "", "</mark>", "", "&lt;", "<", "&gt;", ">", "&#34;", `"`, "&#39;", "'", "&amp;", "&").Replace(html)
}

func TestRanking(t *testing.T) {
	t.Parallel()
	query := search.ParseQuery("old harb")
	r := search.NewRanking(query, []int64{1, 2, 3, 4})
	old, harb := query[0], query[1]
	r.Add(old, search.Title, []int64{9, 4, 3})
	r.Add(old, search.Tags, []int64{2, 1})
	r.Add(harb, search.Title, []int64{4, 2})
	r.Add(harb, search.Place, []int64{3, 1, 0})
	r.AddWhole([]int64{4, 1})
	want := []search.Scored{{ID: 4, Score: 0.5333}, {ID: 2, Score: 0.3733}, {ID: 3, Score: 0.2967}, {ID: 1, Score: 0.1667}}
	if diff := cmp.Diff(want, r.Best()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestTally(t *testing.T) {
	t.Parallel()
	cards := search.Card{Photo: 7, Day: 20260531, Tags: []int64{1, 2}, Categories: []int64{3, 4}}.String() +
		search.Card{Photo: 5, Tags: []int64{2}}.String() +
		search.Card{Photo: 4, Day: 20251231, Categories: []int64{4, 99}}.String()
	tally := search.NewTally(cards)
	if !slices.Equal(tally.Photos, []int64{7, 5, 4}) {
		t.Errorf("photos are %v", tally.Photos)
	}
	if diff := cmp.Diff(map[int64]int{1: 1, 2: 2}, tally.Tags); diff != "" {
		t.Errorf("tags (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[int]int{2026: 1, 2025: 1}, tally.Years); diff != "" {
		t.Errorf("years (-want +got):\n%s", diff)
	}
	counts := tally.Categories(map[int64]int64{1: 0, 3: 1, 4: 3})
	if diff := cmp.Diff(map[int64]int{1: 2, 3: 2, 4: 2}, counts); diff != "" {
		t.Errorf("categories (-want +got):\n%s", diff)
	}
}

// Each character that is passed on as it is would be folded to itself.
func TestFoldOfSimpleCharacters(t *testing.T) {
	t.Parallel()
	for r := rune(0x3041); r <= 0xD7A3; r++ {
		if !unicode.IsLetter(r) {
			continue
		}
		if alone, beside := search.Fold(string(r)), search.Fold(string(r)+"\u0301"); !strings.HasPrefix(beside, alone) {
			t.Errorf("%c is folded to %q, but to %q before an accent", r, alone, beside)
		}
	}
}

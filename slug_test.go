package vitrine_test

import (
	"strings"
	"testing"

	"github.com/vitrine-photos/vitrine"
	"pgregory.net/rapid"
)

func TestMakeSlug(t *testing.T) {
	t.Parallel()
	for title, want := range map[string]string{
		"Harbour at Night":      "harbour-at-night",
		"  --Harbour!!  ":       "harbour",
		"L'été à Zürich":        "lete-a-zurich",
		"外滩的夜景":                 "外滩的夜景",
		"東京タワー 2026":            "東京タワ-2026",
		"ハーバー":                  "ハバ",
		"ガラス":                   "ガラス", // marks of other scripts carry meaning
		"Ночь в Москве":         "ночь-в-москве",
		"<script>alert(1)":      "script-alert-1",
		"🌅":                     "photo",
		"":                      "photo",
		"a/b\\c":                "a-b-c",
		strings.Repeat("x", 90): strings.Repeat("x", 80),
	} {
		if got := vitrine.MakeSlug(title, "photo"); got != want {
			t.Errorf("%q: got %q, want %q", title, got, want)
		}
	}
}

func TestMadeSlugsAreValid(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		title := rapid.String().Draw(t, "title")
		if slug := vitrine.MakeSlug(title, "photo"); !vitrine.ValidSlug(slug) {
			t.Fatalf("%q gave %q", title, slug)
		}
	})
}

func TestValidSlug(t *testing.T) {
	t.Parallel()
	for slug, want := range map[string]bool{
		"a": true, "a-b": true, "2026": true, "外滩": true,
		"": false, "-a": false, "a-": false, "a--b": false, "A": false, "a b": false, "a/b": false, "a_b": false,
		strings.Repeat("x", 200): true, strings.Repeat("x", 201): false,
	} {
		if got := vitrine.ValidSlug(slug); got != want {
			t.Errorf("%q: got %t", slug, got)
		}
	}
}

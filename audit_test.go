package vitrine_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine"
)

func TestChangesOf(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("word ", 100)
	same := "it was so before"
	before := map[string]any{"title": "Harbour", "tags": []string{"sea"}, "place": (*string)(nil), "description": "short", "same": &same, "text": long}
	now := "Sønderborg"
	after := map[string]any{"title": "Harbor", "tags": []string{"sea", "夜"}, "place": &now, "description": long, "same": "it was so before", "text": long}
	got, err := json.Marshal(vitrine.ChangesOf(before, after))
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"description":{},"place":{"from":null,"to":"Sønderborg"},"tags":{"from":["sea"],"to":["sea","夜"]},"title":{"from":"Harbour","to":"Harbor"}}`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Error(diff)
	}
}

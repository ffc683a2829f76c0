package catalog_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine"
)

// told returns the data of the last event, which must be of that type.
func (b *bench) told(event vitrine.EventType, into any) {
	b.Helper()
	events, err := b.db.Events(b.Context(), b.events, 100)
	b.must(err)
	if len(events) == 0 || events[len(events)-1].Type != event {
		b.Fatalf("the last event is no %s: %+v", event, events)
	}
	last := events[len(events)-1]
	b.events = last.ID
	b.must(json.Unmarshal(last.Data, into))
}

// A photo is announced with what it says now, also of its categories and tags.
func TestPhotoEventsAreWhole(t *testing.T) { onBothEngines(t, testPhotoEventsAreWhole) }

func testPhotoEventsAreWhole(t *testing.T, b *bench) {
	photo := b.whole()
	var got vitrine.PhotoEvent
	want := func(what string, event vitrine.EventType) {
		t.Helper()
		b.told(event, &got)
		now, err := b.Photo(t.Context(), b.admin(), photo.ID)
		b.must(err)
		if diff := cmp.Diff(asJSON(b, vitrine.NewPhotoEvent(now)), asJSON(b, got)); diff != "" {
			t.Errorf("told when %s (-want +got):\n%s", what, diff)
		}
		got = vitrine.PhotoEvent{}
	}
	category := b.category("Elsewhere", 0)
	_, err := b.AssignPhotos(t.Context(), b.admin(), category.ID, []int64{photo.ID}, true)
	b.must(err)
	want("assigned", vitrine.PhotoUpdated)
	b.must(b.UnassignPhotos(t.Context(), b.admin(), category.ID, []int64{photo.ID}))
	want("unassigned", vitrine.PhotoUpdated)
	b.must(b.DeletePhoto(t.Context(), b.admin(), photo.ID, nil))
	_, err = b.RestorePhoto(t.Context(), b.admin(), photo.ID)
	b.must(err)
	want("restored", vitrine.PhotoCreated)
	b.change(photo.ID, vitrine.PhotoInput{Status: vitrine.Some(vitrine.PhotoArchived)})
	want("archived", vitrine.PhotoUpdated)
}

func asJSON(b *bench, v any) string {
	b.Helper()
	text, err := json.MarshalIndent(v, "", " ")
	b.must(err)
	return string(text)
}

// What happens to tags and categories is announced of each photo and category
// whose own data it changes.
func TestCascadesAreAnnounced(t *testing.T) { onBothEngines(t, testCascadesAreAnnounced) }

func testCascadesAreAnnounced(t *testing.T, b *bench) {
	in := b.published("P")
	in.Tags = vitrine.Some([]string{"fog", "sea"})
	tagged, other := b.create(in), b.create(b.published("Other"))
	b.change(other.ID, vitrine.PhotoInput{Tags: vitrine.Some([]string{"sea"})})
	fog, sea := tagged.Tags[0].ID, tagged.Tags[1].ID
	travel := b.category("Travel", 0)
	asia := b.category("Asia", travel.ID)
	japan := b.category("Japan", asia.ID)
	b.skipEvents()

	_, err := b.UpdateTag(t.Context(), b.admin(), fog, vitrine.TagInput{Name: vitrine.Some("haze")}, nil)
	b.must(err)
	b.wantEvents(fmt.Sprint("photo.updated ", tagged.ID))
	_, err = b.UpdateTag(t.Context(), b.admin(), fog, vitrine.TagInput{Description: vitrine.Some("Dry fog.")}, nil)
	b.must(err)
	b.wantEvents()
	_, err = b.MergeTag(t.Context(), b.admin(), fog, sea)
	b.must(err)
	b.wantEvents(fmt.Sprint("photo.updated ", tagged.ID))
	b.must(b.DeleteTag(t.Context(), b.admin(), sea, nil))
	b.wantEvents(fmt.Sprint("photo.updated ", tagged.ID), fmt.Sprint("photo.updated ", other.ID))

	_, err = b.UpdateCategory(t.Context(), b.admin(), travel.ID, vitrine.CategoryInput{Slug: vitrine.Some("journeys")}, nil)
	b.must(err)
	var told vitrine.CategoryEvent
	b.told(vitrine.CategoryUpdated, &told)
	if told.ID != japan.ID || told.Path != "journeys/asia/japan" || told.Level != 2 {
		t.Errorf("the last category is told as %+v", told)
	}
	_, err = b.UpdateCategory(t.Context(), b.admin(), asia.ID, vitrine.CategoryInput{ParentID: vitrine.Null[int64]()}, nil)
	b.must(err)
	b.wantEvents(fmt.Sprint("category.updated ", asia.ID), fmt.Sprint("category.updated ", japan.ID))
}

package storetest

import (
	"context"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
)

func testPhotoCategories(t *testing.T, open Open) {
	a := newAlbum(t, open)
	one, two := a.category("one", 0, true), a.category("two", 0, true)
	hidden := a.category("hidden", 0, false)
	below := a.category("below", hidden, true)
	p := a.insert(&vitrine.Photo{Title: "P", Status: vitrine.PhotoPublished, UploadID: a.picture()}, []int64{one, two, below})
	set := func(list ...vitrine.CategoryRef) error {
		return a.try(func(ctx context.Context, tx *store.Tx) error {
			if err := tx.SetPhotoCategories(ctx, p.ID, list); err != nil {
				return err
			}
			return tx.RefreshPhoto(ctx, p.ID)
		})
	}
	slugs := func(audience vitrine.Audience) (list []string) {
		photo, err := a.db.Photo(t.Context(), p.ID, audience)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range photo.Categories {
			list = append(list, fmt.Sprintf("%s %v", c.Slug, c.IsPrimary))
		}
		return list
	}
	if diff := cmp.Diff([]string{"one true", "two false"}, slugs(vitrine.AudiencePublic)); diff != "" {
		t.Errorf("the public sees (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"one true", "two false", "below false"}, slugs(vitrine.AudienceEditor)); diff != "" {
		t.Errorf("an editor sees (-want +got):\n%s", diff)
	}
	if err := set(vitrine.CategoryRef{ID: one}, vitrine.CategoryRef{ID: two, IsPrimary: true}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"two true", "one false"}, slugs(vitrine.AudienceEditor)); diff != "" {
		t.Errorf("after choosing another primary (-want +got):\n%s", diff)
	}
	faults, err := a.db.UnknownCategories(t.Context(), []vitrine.CategoryRef{{ID: one}, {ID: 999}, {ID: 998}})
	if err != nil || len(faults) != 2 || faults[0].Field != "categories[1]" || faults[1].Field != "categories[2]" {
		t.Errorf("faults: %+v, %v", faults, err)
	}
}

func testPhotoTags(t *testing.T, open Open) {
	a := newAlbum(t, open)
	p := a.insert(&vitrine.Photo{Title: "P", Status: vitrine.PhotoPublished, UploadID: a.picture()}, nil, "Night", "Sea")
	set := func(names ...string) error {
		return a.try(func(ctx context.Context, tx *store.Tx) error {
			if err := tx.SetPhotoTags(ctx, p.ID, names); err != nil {
				return err
			}
			return tx.RefreshPhoto(ctx, p.ID)
		})
	}
	names := func() (list []string) {
		for _, tag := range a.photo(p.ID).Tags {
			list = append(list, tag.Name)
		}
		return list
	}
	if err := set("SEA", "night"); err != nil {
		t.Errorf("existing tags, whatever the case: %v", err)
	}
	if diff := cmp.Diff([]string{"Sea", "Night"}, names()); diff != "" {
		t.Errorf("in the new order (-want +got):\n%s", diff)
	}
	unknown, err := a.db.UnknownTags(t.Context(), []string{"sea", "Fog", "NIGHT", "fog"})
	if diff := cmp.Diff([]string{"Fog", "fog"}, unknown); diff != "" || err != nil {
		t.Errorf("unknown (-want +got):\n%s%v", diff, err)
	}
	if err := set("Fog"); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"Fog"}, names()); diff != "" {
		t.Errorf("replaced (-want +got):\n%s", diff)
	}
	counts := map[string]int{}
	tags, err := a.db.Tags(t.Context(), vitrine.AudienceEditor, stored(a.clock.Now()), 10)
	for _, tag := range tags {
		counts[tag.Name] = tag.UsageCount
	}
	if diff := cmp.Diff(map[string]int{"Fog": 1, "Sea": 0, "Night": 0}, counts); diff != "" || err != nil {
		t.Errorf("usage (-want +got):\n%s%v", diff, err)
	}
	for name, tag := range map[string]*vitrine.Tag{"name_taken": {Name: "fog", Slug: "other"}, "slug_taken": {Name: "Other", Slug: "fog"}} {
		err := a.try(func(ctx context.Context, tx *store.Tx) error { return tx.InsertTag(ctx, tag, true) })
		wantCode(t, err, vitrine.CodeConflict, name)
	}
}

func testTagTrend(t *testing.T, open Open) {
	a := newAlbum(t, open)
	use := func() { a.insert(&vitrine.Photo{Title: "P", Status: vitrine.PhotoDraft}, nil, "Fog") }
	use()
	use()
	a.clock.Advance(7 * 24 * time.Hour)
	use()
	used := stored(a.clock.Now())
	a.clock.Advance(14 * 24 * time.Hour)
	tags, err := a.db.Tags(t.Context(), vitrine.AudienceEditor, stored(a.clock.Now()), 1)
	if err != nil {
		t.Fatal(err)
	}
	if got := tags[0].TrendScore; math.Abs(got-0.5) > 1e-9 { // (2/2 + 1) / 4
		t.Errorf("the trend is %v, want 0.5", got)
	}
	if !tags[0].LastUsedAt.Equal(used) {
		t.Errorf("last used at %v, want %v", tags[0].LastUsedAt, used)
	}
	public, err := a.db.Tags(t.Context(), vitrine.AudiencePublic, stored(a.clock.Now()), 1)
	if err != nil || len(public) != 0 {
		t.Errorf("the public sees a tag that only drafts carry: %v, %v", public, err)
	}
}

func testCategoryTree(t *testing.T, open Open) {
	a := newAlbum(t, open)
	people := a.category("people", 0, true)
	travel := a.category("travel", 0, true)
	hidden := a.category("hidden", travel, false)
	a.category("below", hidden, true)
	asia := a.category("asia", travel, true)
	a.category("portraits", people, true)

	paths := func(audience vitrine.Audience) (list []string) {
		categories, err := a.db.Categories(t.Context(), audience)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range categories {
			list = append(list, c.Path)
		}
		return list
	}
	want := []string{"people", "people/portraits", "travel", "travel/hidden", "travel/hidden/below", "travel/asia"}
	if diff := cmp.Diff(want, paths(vitrine.AudienceEditor)); diff != "" {
		t.Errorf("editor's tree (-want +got):\n%s", diff)
	}
	want = []string{"people", "people/portraits", "travel", "travel/asia"}
	if diff := cmp.Diff(want, paths(vitrine.AudiencePublic)); diff != "" {
		t.Errorf("public tree (-want +got):\n%s", diff)
	}
	found, err := a.db.CategoryByPath(t.Context(), "travel/asia", vitrine.AudiencePublic)
	if err != nil || found.ID != asia || found.Level != 1 || *found.ParentID != travel {
		t.Errorf("by path: %+v, %v", found, err)
	}
	_, err = a.db.Category(t.Context(), hidden, vitrine.AudiencePublic)
	wantCode(t, err, vitrine.CodeNotFound, "")

	insert := func(c vitrine.Category, slugGiven bool) error {
		return a.try(func(ctx context.Context, tx *store.Tx) error {
			category := c
			return tx.InsertCategory(ctx, &category, slugGiven)
		})
	}
	wantCode(t, insert(vitrine.Category{Name: "Asia", Slug: "asia"}, true), vitrine.CodeConflict, "slug_taken")
	if err := insert(vitrine.Category{Name: "Asia", Slug: "asia"}, false); err != nil {
		t.Errorf("a made slug gets no suffix: %v", err)
	}
	wantCode(t, insert(vitrine.Category{Name: "X", Slug: "x", ParentID: new(int64(999))}, true), vitrine.CodeUnprocessable, "")
	parent := int64(0)
	for level := range vitrine.MaxCategoryDepth {
		parent = a.category(fmt.Sprintf("level-%d", level), parent, true)
	}
	wantCode(t, insert(vitrine.Category{Name: "X", Slug: "x", ParentID: &parent}, true), vitrine.CodeUnprocessable, "")
}

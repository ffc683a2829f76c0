package catalog_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine"
)

// category creates one that must succeed, below a parent or as a root.
func (b *bench) category(name string, parent int64) *vitrine.Category {
	b.Helper()
	in := vitrine.CategoryInput{Name: vitrine.Some(name)}
	if parent != 0 {
		in.ParentID = vitrine.Some(parent)
	}
	c, err := b.CreateCategory(b.Context(), b.admin(), in)
	b.must(err)
	b.skipEvents()
	return c
}

// skipEvents passes over what was announced so far.
func (b *bench) skipEvents() {
	b.Helper()
	events, err := b.db.Events(b.Context(), b.events, 100)
	b.must(err)
	if len(events) > 0 {
		b.events = events[len(events)-1].ID
	}
}

func TestUpdateCategory(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	travel, asia := b.category("Travel", 0), b.category("Asia", 0)
	update := func(actor vitrine.Actor, in vitrine.CategoryInput, ifMatch vitrine.Versions) (*vitrine.Category, error) {
		return b.UpdateCategory(t.Context(), actor, asia.ID, in, ifMatch)
	}
	got, err := update(b.admin(), vitrine.CategoryInput{
		Name: vitrine.Some("Far East"), ParentID: vitrine.Some(travel.ID), Color: vitrine.Null[string](), IsActive: vitrine.Some(false),
	}, vitrine.Versions{asia.Version})
	b.must(err)
	if got.Name != "Far East" || got.Path != "travel/asia" || got.Color != vitrine.DefaultColor("Far East") || got.IsActive || got.Version != 2 {
		t.Errorf("changed to %+v", got)
	}
	b.wantEvents(fmt.Sprint("category.updated ", asia.ID))

	same, err := update(b.admin(), vitrine.CategoryInput{
		Name: vitrine.Some("Far East"), Slug: vitrine.Some(got.Slug), ParentID: vitrine.Some(travel.ID), IsActive: vitrine.Some(false),
	}, nil)
	b.must(err)
	if diff := cmp.Diff(got, same); diff != "" {
		t.Errorf("sent back as it was read (-want +got):\n%s", diff)
	}
	b.wantEvents()

	_, err = update(b.editor(), vitrine.CategoryInput{}, nil)
	b.wantCode("by an editor", err, vitrine.CodeForbidden)
	_, err = update(b.admin(), vitrine.CategoryInput{Name: vitrine.Null[string]()}, nil)
	b.wantCode("without a name", err, vitrine.CodeValidation)
	_, err = update(b.admin(), vitrine.CategoryInput{}, vitrine.Versions{asia.Version})
	b.wantConflict("another version", err, "stale")
	_, err = update(b.admin(), vitrine.CategoryInput{Slug: vitrine.Some("travel")}, nil)
	b.wantConflict("a slug that is taken", err, "slug_taken")
	_, err = update(b.admin(), vitrine.CategoryInput{ParentID: vitrine.Some(asia.ID)}, nil)
	b.wantCode("below itself", err, vitrine.CodeUnprocessable)
	_, err = b.UpdateCategory(t.Context(), b.admin(), 99, vitrine.CategoryInput{}, nil)
	b.wantCode("no such category", err, vitrine.CodeNotFound)
	b.wantEvents()

	root, err := update(b.admin(), vitrine.CategoryInput{ParentID: vitrine.Null[int64]()}, nil)
	b.must(err)
	if root.ParentID != nil || root.Path != "asia" {
		t.Errorf("made a root: %+v", root)
	}
}

func TestSetCover(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	travel, photo := b.category("Travel", 0), b.create(b.published("P"))
	got, err := b.SetCover(t.Context(), b.admin(), travel.ID, vitrine.Some(photo.ID), nil)
	b.must(err)
	if got.CoverPhoto == nil || got.CoverPhoto.ID != photo.ID {
		t.Errorf("the cover is %+v", got.CoverPhoto)
	}
	got, err = b.SetCover(t.Context(), b.admin(), travel.ID, vitrine.Null[int64](), nil)
	b.must(err)
	if got.CoverPhoto != nil {
		t.Errorf("the cover that was taken away is %+v", got.CoverPhoto)
	}
	_, err = b.SetCover(t.Context(), b.admin(), travel.ID, vitrine.Some(int64(99)), nil)
	b.wantCode("no such photo", err, vitrine.CodeUnprocessable)
	if failure, ok := errors.AsType[*vitrine.Error](err); !ok || failure.Faults[0].Field != "photo_id" {
		t.Errorf("the fault is %v", err)
	}
}

func TestDeleteCategory(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	travel := b.category("Travel", 0)
	asia := b.category("Asia", travel.ID)
	in := b.published("P")
	in.Categories = vitrine.Some([]vitrine.CategoryRef{{ID: asia.ID}, {ID: travel.ID}})
	photo := b.create(in)
	b.skipEvents()

	b.wantCode("by an editor", b.DeleteCategory(t.Context(), b.editor(), asia.ID, nil), vitrine.CodeForbidden)
	b.wantConflict("with children", b.DeleteCategory(t.Context(), b.admin(), travel.ID, nil), "has_children")
	b.wantConflict("another version", b.DeleteCategory(t.Context(), b.admin(), asia.ID, vitrine.Versions{7}), "stale")
	b.must(b.DeleteCategory(t.Context(), b.admin(), asia.ID, vitrine.Versions{asia.Version}))
	b.wantEvents(fmt.Sprint("category.deleted ", asia.ID), fmt.Sprint("photo.updated ", photo.ID))
	b.wantCode("again", b.DeleteCategory(t.Context(), b.admin(), asia.ID, nil), vitrine.CodeNotFound)

	left, err := b.Photo(t.Context(), vitrine.Actor{}, photo.ID)
	b.must(err)
	if len(left.Categories) != 1 || left.Categories[0].ID != travel.ID || !left.Categories[0].IsPrimary || left.Version == photo.Version {
		t.Errorf("the photo has %+v at version %d", left.Categories, left.Version)
	}
}

func TestAssignPhotos(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	travel := b.category("Travel", 0)
	asia := b.category("Asia", travel.ID)
	in := b.published("P")
	in.Categories = vitrine.Some([]vitrine.CategoryRef{{ID: travel.ID}})
	sorted, loose := b.create(in), b.create(b.published("Q"))
	b.skipEvents()
	wantCategories := func(id int64, want ...string) {
		t.Helper()
		photo, err := b.Photo(t.Context(), b.editor(), id)
		b.must(err)
		var got []string
		for _, c := range photo.Categories {
			got = append(got, fmt.Sprint(c.Slug, " ", c.IsPrimary))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("categories of %d (-want +got):\n%s", id, diff)
		}
	}
	assign := func(primary bool, ids ...int64) (int, error) {
		done, err := b.AssignPhotos(t.Context(), b.admin(), asia.ID, ids, primary)
		if err == nil && done.PhotoCount != 2 {
			t.Errorf("%d photos are in it", done.PhotoCount)
		}
		return done.Assigned, err
	}
	for i, want := range []int{2, 0} {
		n, err := assign(false, sorted.ID, loose.ID, sorted.ID)
		b.must(err)
		if n != want {
			t.Errorf("assigned %d the %d. time, want %d", n, i, want)
		}
	}
	b.wantEvents(fmt.Sprint("photo.updated ", sorted.ID), fmt.Sprint("photo.updated ", loose.ID))
	wantCategories(sorted.ID, "travel true", "asia false")
	wantCategories(loose.ID, "asia true")

	_, err := assign(true, sorted.ID)
	b.must(err)
	b.wantEvents(fmt.Sprint("photo.updated ", sorted.ID))
	wantCategories(sorted.ID, "asia true", "travel false")

	_, err = b.AssignPhotos(t.Context(), b.editor(), asia.ID, []int64{1}, false)
	b.wantCode("by an editor", err, vitrine.CodeForbidden)
	_, err = b.AssignPhotos(t.Context(), b.admin(), 99, []int64{sorted.ID}, false)
	b.wantCode("to no category", err, vitrine.CodeNotFound)
	_, err = b.AssignPhotos(t.Context(), b.admin(), travel.ID, []int64{loose.ID, 99}, false)
	b.wantCode("no such photo", err, vitrine.CodeUnprocessable)
	b.wantEvents()

	b.must(b.UnassignPhotos(t.Context(), b.admin(), asia.ID, []int64{sorted.ID, 99, sorted.ID}))
	b.must(b.UnassignPhotos(t.Context(), b.admin(), asia.ID, []int64{sorted.ID}))
	b.wantEvents(fmt.Sprint("photo.updated ", sorted.ID))
	wantCategories(sorted.ID, "travel true")
	b.wantCode("by an editor", b.UnassignPhotos(t.Context(), b.editor(), asia.ID, []int64{1}), vitrine.CodeForbidden)
	b.wantCode("of no category", b.UnassignPhotos(t.Context(), b.admin(), 99, []int64{1}), vitrine.CodeNotFound)
}

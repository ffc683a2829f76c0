package catalog_test

import (
	"fmt"
	"testing"

	"github.com/vitrine-photos/vitrine"
)

func TestCreateCategory(t *testing.T) { onBothEngines(t, testCreateCategory) }

func testCreateCategory(t *testing.T, b *bench) {
	create := func(actor vitrine.Actor, in vitrine.CategoryInput) (*vitrine.Category, error) {
		return b.CreateCategory(t.Context(), actor, in)
	}
	name := vitrine.Some("Asia")
	root, err := create(b.admin(), vitrine.CategoryInput{Name: vitrine.Some("Travel")})
	b.must(err)
	child, err := create(b.admin(), vitrine.CategoryInput{Name: name, ParentID: vitrine.Some(root.ID)})
	b.must(err)
	if child.Path != "travel/asia" || child.Level != 1 || !child.IsActive || child.Color == "" {
		t.Errorf("created %+v", child)
	}
	b.wantEvents(fmt.Sprint("category.created ", root.ID), fmt.Sprint("category.created ", child.ID))

	_, err = create(b.editor(), vitrine.CategoryInput{Name: name})
	b.wantCode("by an editor", err, vitrine.CodeForbidden)
	_, err = create(b.admin(), vitrine.CategoryInput{})
	b.wantCode("without a name", err, vitrine.CodeValidation)
	_, err = create(b.admin(), vitrine.CategoryInput{Name: name, ParentID: vitrine.Some(int64(99))})
	b.wantCode("below nothing", err, vitrine.CodeUnprocessable)
	_, err = create(b.admin(), vitrine.CategoryInput{Name: name, CoverPhotoID: vitrine.Some(int64(99))})
	b.wantCode("with no such cover", err, vitrine.CodeUnprocessable)
	_, err = create(b.admin(), vitrine.CategoryInput{Name: name, Slug: vitrine.Some("asia")})
	b.wantConflict("with a slug that is taken", err, "slug_taken")
}

func TestCategoryCover(t *testing.T) { onBothEngines(t, testCategoryCover) }

func testCategoryCover(t *testing.T, b *bench) {
	photo := b.create(b.published("Cover"))
	created, err := b.CreateCategory(t.Context(), b.admin(), vitrine.CategoryInput{
		Name: vitrine.Some("Travel"), CoverPhotoID: vitrine.Some(photo.ID),
	})
	b.must(err)
	for _, status := range []vitrine.PhotoStatus{vitrine.PhotoPublished, vitrine.PhotoDraft} {
		b.change(photo.ID, vitrine.PhotoInput{Status: vitrine.Some(status)})
		category, err := b.Category(t.Context(), vitrine.Actor{}, created.ID)
		b.must(err)
		if shown := category.CoverPhoto != nil; shown != (status == vitrine.PhotoPublished) {
			t.Errorf("the public sees the cover of a %s photo: %v", status, shown)
		}
		category, err = b.Category(t.Context(), b.editor(), created.ID)
		b.must(err)
		if public := category.CoverPhoto.Public; public != (status == vitrine.PhotoPublished) {
			t.Errorf("an editor is told that the cover of a %s photo is public: %v", status, public)
		}
	}
}

func TestCreateTag(t *testing.T) { onBothEngines(t, testCreateTag) }

func testCreateTag(t *testing.T, b *bench) {
	create := func(actor vitrine.Actor, in vitrine.TagInput) (*vitrine.Tag, error) {
		return b.CreateTag(t.Context(), actor, in)
	}
	tag, err := create(b.editor(), vitrine.TagInput{Name: vitrine.Some("Golden Hour")})
	b.must(err)
	if tag.Slug != "golden-hour" || tag.Group != vitrine.TagSubject || !tag.IsActive || tag.Color == "" || tag.ID == 0 {
		t.Errorf("created %+v", tag)
	}
	_, err = create(b.users[vitrine.RoleUser], vitrine.TagInput{Name: vitrine.Some("X")})
	b.wantCode("by a user", err, vitrine.CodeForbidden)
	_, err = create(b.editor(), vitrine.TagInput{Name: vitrine.Some("GOLDEN hour")})
	b.wantConflict("a name that is taken", err, "name_taken")
	_, err = create(b.editor(), vitrine.TagInput{Name: vitrine.Some("X"), Slug: vitrine.Some("golden-hour")})
	b.wantConflict("a slug that is taken", err, "slug_taken")

	for who, actor := range map[string]vitrine.Actor{"nobody": {}, "an editor": b.editor()} {
		tags, err := b.Tags(t.Context(), actor, 10)
		b.must(err)
		if seen := len(tags) == 1; seen != (who == "an editor") {
			t.Errorf("%s sees a tag that no visible photo carries: %v", who, seen)
		}
	}
}

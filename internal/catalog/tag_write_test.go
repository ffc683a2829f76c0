package catalog_test

import (
	"testing"

	"github.com/vitrine-photos/vitrine"
)

func TestUpdateTag(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	tag, err := b.CreateTag(t.Context(), b.editor(), vitrine.TagInput{Name: vitrine.Some("Fog"), Color: vitrine.Some("#abc")})
	b.must(err)
	other, err := b.CreateTag(t.Context(), b.editor(), vitrine.TagInput{Name: vitrine.Some("Sea")})
	b.must(err)
	update := func(actor vitrine.Actor, id int64, in vitrine.TagInput, ifMatch vitrine.Versions) (*vitrine.Tag, error) {
		return b.UpdateTag(t.Context(), actor, id, in, ifMatch)
	}
	got, err := update(b.admin(), tag.ID, vitrine.TagInput{
		Name: vitrine.Some("Haze"), Color: vitrine.Null[string](), Group: vitrine.Some(vitrine.TagStyle), IsFeatured: vitrine.Some(true),
	}, vitrine.Versions{tag.Version})
	b.must(err)
	if got.Name != "Haze" || got.Slug != "fog" || got.Color != vitrine.DefaultColor("Haze") || got.Group != vitrine.TagStyle || !got.IsFeatured {
		t.Errorf("changed to %+v", got)
	}
	same, err := update(b.admin(), tag.ID, vitrine.TagInput{Name: vitrine.Some("Haze"), Group: vitrine.Some(vitrine.TagStyle)}, nil)
	b.must(err)
	if same.Version != got.Version {
		t.Errorf("sent back as it was read, it has the version %d", same.Version)
	}
	_, err = update(b.editor(), tag.ID, vitrine.TagInput{}, nil)
	b.wantCode("by an editor", err, vitrine.CodeForbidden)
	_, err = update(b.admin(), tag.ID, vitrine.TagInput{Name: vitrine.Null[string]()}, nil)
	b.wantCode("without a name", err, vitrine.CodeValidation)
	_, err = update(b.admin(), tag.ID, vitrine.TagInput{}, vitrine.Versions{tag.Version})
	b.wantConflict("another version", err, "stale")
	_, err = update(b.admin(), tag.ID, vitrine.TagInput{Name: vitrine.Some("SEA")}, nil)
	b.wantConflict("another's name", err, "name_taken")
	_, err = update(b.admin(), 99, vitrine.TagInput{}, nil)
	b.wantCode("no such tag", err, vitrine.CodeNotFound)

	_, err = b.MergeTag(t.Context(), b.editor(), tag.ID, other.ID)
	b.wantCode("merged by an editor", err, vitrine.CodeForbidden)
	_, err = b.MergeTag(t.Context(), b.admin(), tag.ID, tag.ID)
	b.wantCode("merged into itself", err, vitrine.CodeUnprocessable)
	merged, err := b.MergeTag(t.Context(), b.admin(), tag.ID, other.ID)
	b.must(err)
	if merged.ID != other.ID {
		t.Errorf("merging answers with %+v", merged)
	}
	b.wantCode("deleted by an editor", b.DeleteTag(t.Context(), b.editor(), other.ID, nil), vitrine.CodeForbidden)
	b.wantConflict("deleted at another version", b.DeleteTag(t.Context(), b.admin(), other.ID, vitrine.Versions{other.Version}), "stale")
	b.must(b.DeleteTag(t.Context(), b.admin(), other.ID, nil))
	b.wantCode("deleted twice", b.DeleteTag(t.Context(), b.admin(), other.ID, nil), vitrine.CodeNotFound)
}

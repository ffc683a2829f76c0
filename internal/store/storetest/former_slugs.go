package storetest

import (
	"context"
	"testing"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
	"github.com/vitrine-photos/vitrine/internal/store/slugs"
)

// testFormerSlugs: what had a slug is found by it until something else gets it,
// and only by those who see it.
func testFormerSlugs(t *testing.T, open Open) {
	a := newAlbum(t, open)
	p := a.insert(&vitrine.Photo{Title: "Dawn", Status: vitrine.PhotoPublished, UploadID: a.picture()}, nil)
	a.expectNow(slugs.Photos(), "dawn", "", "")
	a.rename(p.ID, "morning", true)
	a.rename(p.ID, "noon", true)
	a.expectNow(slugs.Photos(), "dawn", "noon", "noon")
	a.expectNow(slugs.Photos(), "morning", "noon", "noon")

	a.rename(p.ID, "dawn", true) // and back
	a.expectNow(slugs.Photos(), "dawn", "", "")
	a.expectNow(slugs.Photos(), "noon", "dawn", "dawn")
	a.rename(p.ID, "unseen", false)
	a.rename(p.ID, "seen", false)
	a.expectNow(slugs.Photos(), "unseen", "", "")
	a.rename(p.ID, "dawn", true)

	if got := a.insert(&vitrine.Photo{Title: "Noon", Status: vitrine.PhotoDraft}, nil).Slug; got != "noon-2" {
		t.Errorf("a made slug is %q: what a link leads to is not taken from it unasked", got)
	}
	a.insert(&vitrine.Photo{Title: "Other", Slug: "noon", Status: vitrine.PhotoDraft}, nil)
	a.expectNow(slugs.Photos(), "noon", "", "")

	a.update(func(ctx context.Context, tx *store.Tx) error {
		photo, err := tx.Photo(ctx, p.ID, vitrine.AudienceEditor)
		if err != nil {
			return err
		}
		photo.Status = vitrine.PhotoArchived
		if err := tx.UpdatePhoto(ctx, photo); err != nil {
			return err
		}
		return tx.RefreshPhoto(ctx, p.ID)
	})
	a.expectNow(slugs.Photos(), "morning", "", "dawn")
	a.update(func(ctx context.Context, tx *store.Tx) error { return tx.TrashPhoto(ctx, p.ID) })
	a.expectNow(slugs.Photos(), "morning", "", "")
	a.update(func(ctx context.Context, tx *store.Tx) error { return tx.PurgePhoto(ctx, p.ID) })
	a.expectNow(slugs.Photos(), "morning", "", "")
}

func testFormerSlugsOfCategories(t *testing.T, open Open) {
	a := newAlbum(t, open)
	travel := a.category("travel", 0, true)
	japan := a.category("japan", travel, true)
	a.changeCategory(travel, func(c *vitrine.Category) { c.Slug = "journeys" })
	a.expectNow(slugs.Categories(), "travel", "journeys", "journeys")
	a.expectNow(slugs.Categories(), "travel/japan", "journeys/japan", "journeys/japan")
	a.changeCategory(japan, func(c *vitrine.Category) { c.Slug, c.ParentID = "nippon", nil })
	a.expectNow(slugs.Categories(), "travel/japan", "nippon", "nippon")
	a.changeCategory(japan, func(c *vitrine.Category) { c.IsActive = false })
	a.changeCategory(japan, func(c *vitrine.Category) { c.Slug = "hidden" })
	a.expectNow(slugs.Categories(), "japan", "", "hidden")
	a.expectNow(slugs.Categories(), "nippon", "", "")
	a.expectNow(slugs.Categories(), "journeys/none", "", "")
}

func testFormerSlugsOfTags(t *testing.T, open Open) {
	a := newAlbum(t, open)
	a.insert(&vitrine.Photo{Title: "Dawn", Status: vitrine.PhotoPublished, UploadID: a.picture()}, nil, "Sea", "Ocean", "Secret")
	sea, ocean, secret := a.tagNamed("Sea").ID, a.tagNamed("Ocean").ID, a.tagNamed("Secret").ID
	for name, change := range map[string]func(*vitrine.Tag){
		"Sea":    func(tag *vitrine.Tag) { tag.Slug = "the-sea" },
		"Secret": func(tag *vitrine.Tag) { tag.IsActive = false },
	} {
		if err := a.changeTag(name, change); err != nil {
			t.Fatal(err)
		}
	}
	a.expectNow(slugs.Tags(), "sea", "the-sea", "the-sea")
	f := filter(vitrine.AudiencePublic)
	for _, f.Tag = range []string{"sea", "the-sea"} {
		if _, total := a.list(f); total != 1 {
			t.Errorf("%d photos have the tag %s", total, f.Tag)
		}
	}
	a.update(func(ctx context.Context, tx *store.Tx) error { return tx.MergeTag(ctx, sea, ocean) })
	a.update(func(ctx context.Context, tx *store.Tx) error { return tx.MergeTag(ctx, secret, ocean) })
	a.expectNow(slugs.Tags(), "the-sea", "ocean", "ocean")
	a.expectNow(slugs.Tags(), "sea", "ocean", "ocean")
	a.expectNow(slugs.Tags(), "secret", "", "")
}

// rename gives a photo another slug, which the public has seen before or not.
func (a *album) rename(id int64, slug string, seen bool) {
	a.Helper()
	a.update(func(ctx context.Context, tx *store.Tx) error {
		photo, err := tx.Photo(ctx, id, vitrine.AudienceEditor)
		if err != nil {
			return err
		}
		former := photo.Slug
		photo.Slug = slug
		if err := tx.UpdatePhoto(ctx, photo); err != nil {
			return err
		}
		return tx.LeavePhotoSlug(ctx, photo, former, seen)
	})
}

func (a *album) changeCategory(id int64, change func(*vitrine.Category)) {
	a.Helper()
	a.update(func(ctx context.Context, tx *store.Tx) error {
		c, err := tx.Category(ctx, id, vitrine.AudienceEditor)
		if err != nil {
			return err
		}
		change(c)
		return tx.UpdateCategory(ctx, c)
	})
}

// expectNow compares where a former slug leads the public and editors; "" is
// nowhere.
func (a *album) expectNow(kind slugs.Kind, former, public, editors string) {
	a.Helper()
	for audience, want := range map[vitrine.Audience]string{vitrine.AudiencePublic: public, vitrine.AudienceEditor: editors} {
		got, err := a.db.AddressNow(a.Context(), kind, former, audience)
		if got != want || (want == "") != (vitrine.ErrorCode(err) == vitrine.CodeNotFound) {
			a.Errorf("%s leads audience %d to %q, %v, want %q", former, audience, got, err, want)
		}
	}
}

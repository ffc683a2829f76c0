package storetest

import (
	"context"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// addShare adds a share of photos.
func (a *album) addShare(token string, photos ...int64) *vitrine.Share {
	a.Helper()
	s := &vitrine.Share{Token: token, Title: "T", PhotoIDs: photos, PhotoCount: len(photos), AllowPicks: true}
	a.update(func(ctx context.Context, tx *store.Tx) error { return tx.InsertShare(ctx, s) })
	return s
}

// expectShare compares a share with the one that is stored.
func (a *album) expectShare(want *vitrine.Share) {
	a.Helper()
	got, err := a.db.Share(a.Context(), want.ID)
	if err != nil {
		a.Fatal(err)
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		a.Errorf("share %d (-want +got):\n%s", want.ID, diff)
	}
}

func testShares(t *testing.T, open Open) {
	a := newAlbum(t, open)
	draft := a.insert(&vitrine.Photo{Title: "D", Status: vitrine.PhotoDraft, UploadID: a.picture()}, nil)
	bare := a.insert(&vitrine.Photo{Title: "B", Status: vitrine.PhotoDraft}, nil)
	first, second := a.addShare("one", draft.ID, bare.ID), a.addShare("two", bare.ID)
	a.expectShare(first)

	a.clock.Advance(time.Hour)
	ends := stored(a.clock.Now().Add(time.Hour))
	next := *first
	next.Title, next.PasswordHash, next.ExpiresAt, next.AllowDownload, next.AllowPicks, next.PhotoIDs = "U", "hash", &ends, true, false, []int64{bare.ID, draft.ID}
	a.update(func(ctx context.Context, tx *store.Tx) error {
		changed := next // the function may run twice
		defer func() { first = &changed }()
		if err := tx.SetSharePhotos(ctx, &changed); err != nil {
			return err
		}
		return tx.UpdateShare(ctx, &changed)
	})
	if first.Version != 2 || !first.UpdatedAt.Equal(first.CreatedAt.Add(time.Hour)) {
		t.Errorf("changed: %+v", first)
	}
	a.expectShare(first)

	byToken, err := a.db.ShareByToken(t.Context(), "one")
	if err != nil || byToken.ID != first.ID || !gocmp.Equal(byToken.PhotoIDs, []int64{draft.ID}) {
		t.Errorf("the link shows %+v, %v; want photo %d, whose pictures are there", byToken, err, draft.ID)
	}
	_, err = a.db.ShareByToken(t.Context(), "nothing")
	wantCode(t, err, vitrine.CodeNotFound, "")

	page, total, err := a.db.Shares(t.Context(), vitrine.Page{Number: 2, Limit: 1})
	if err != nil || total != 2 || len(page) != 1 || page[0].ID != first.ID || page[0].PhotoCount != 2 {
		t.Errorf("page 2 of the shares: %+v of %d, %v", page, total, err)
	}
	a.update(func(ctx context.Context, tx *store.Tx) error { return tx.DeleteShare(ctx, second.ID) })
	_, err = a.db.Share(t.Context(), second.ID)
	wantCode(t, err, vitrine.CodeNotFound, "")
	a.photo(bare.ID) // stays
}

// What is in the trash leaves a share, with its picks and its pictures, and all
// come back with it; an end is one for the pictures too.
func testSharedPhotos(t *testing.T, open Open) {
	a := newAlbum(t, open)
	photo := a.insert(&vitrine.Photo{Title: "D", Status: vitrine.PhotoDraft, UploadID: a.picture()}, nil)
	other := a.insert(&vitrine.Photo{Title: "O", Status: vitrine.PhotoPublished, UploadID: a.picture()}, nil)
	share := a.addShare("one", photo.ID)
	a.pick(share, "ada", photo.ID)
	expect := func(when string, photos, picks int, shown bool) {
		t.Helper()
		got, err := a.db.Share(t.Context(), share.ID)
		if err != nil || got.PhotoCount != photos || len(got.PhotoIDs) != photos || got.PickCount != picks {
			t.Errorf("%s: the share has %+v, %v; want %d photos and %d picks", when, got, err, photos, picks)
		}
		list, total, err := a.db.SharePicks(t.Context(), share.ID, false, vitrine.Page{Number: 1, Limit: 10})
		if err != nil || len(list) != picks || total != picks {
			t.Errorf("%s: %d picks of %d, %v; want %d", when, len(list), total, err, picks)
		}
		if got, err := a.db.ShareShows(t.Context(), share.ID, photo.UploadID+"-thumb_medium"); got != shown || err != nil {
			t.Errorf("%s: its picture is shown: %t, %v", when, got, err)
		}
	}
	expect("at first", 1, 1, true)
	if shown, err := a.db.ShareShows(t.Context(), share.ID, other.UploadID+"-thumb_medium"); shown || err != nil {
		t.Errorf("a picture of another photo is shown: %t, %v", shown, err)
	}
	a.update(func(ctx context.Context, tx *store.Tx) error { return tx.TrashPhoto(ctx, photo.ID) })
	expect("in the trash", 0, 0, false)
	a.update(func(ctx context.Context, tx *store.Tx) error { return tx.RestorePhoto(ctx, photo.ID) })
	expect("restored", 1, 1, true)

	ends := stored(a.clock.Now().Add(time.Hour))
	a.update(func(ctx context.Context, tx *store.Tx) error {
		next := *share
		next.ExpiresAt = &ends
		return tx.UpdateShare(ctx, &next)
	})
	a.clock.Advance(time.Hour - time.Millisecond)
	expect("before the end", 1, 1, true)
	a.clock.Advance(2 * time.Millisecond)
	expect("after the end", 1, 1, false)

	share.PhotoIDs = []int64{other.ID}
	a.update(func(ctx context.Context, tx *store.Tx) error { return tx.SetSharePhotos(ctx, share) })
	expect("of other photos", 1, 0, false)
	kept, total, err := a.db.SharePicks(t.Context(), share.ID, true, vitrine.Page{Number: 1, Limit: 10})
	if err != nil || total != 1 || len(kept) != 1 || kept[0].PhotoID != photo.ID || kept[0].InShare {
		t.Errorf("what was picked of a photo that has left: %+v of %d, %v", kept, total, err)
	}
	a.pick(share, "ada", other.ID)
	if ids, err := a.db.PickedPhotos(t.Context(), share.ID); err != nil || !gocmp.Equal(ids, []int64{other.ID, photo.ID}) {
		t.Errorf("picked are %v, %v; want those that are there first", ids, err)
	}
}

// pick has a visitor, who is known by a key, pick photos.
func (a *album) pick(share *vitrine.Share, key string, photos ...int64) vitrine.ShareVisitor {
	a.Helper()
	visitor := vitrine.ShareVisitor{ShareID: share.ID, Name: "N"}
	a.update(func(ctx context.Context, tx *store.Tx) error {
		if err := tx.PutShareVisitor(ctx, &visitor, key); err != nil {
			return err
		}
		for _, id := range photos {
			if err := tx.Pick(ctx, visitor, id); err != nil {
				return err
			}
		}
		return nil
	})
	return visitor
}

func testSharePicks(t *testing.T, open Open) {
	a := newAlbum(t, open)
	one := a.insert(&vitrine.Photo{Title: "One", Status: vitrine.PhotoDraft, UploadID: a.picture()}, nil)
	two := a.insert(&vitrine.Photo{Title: "Two", Status: vitrine.PhotoDraft}, nil)
	share, apart := a.addShare("one", two.ID, one.ID), a.addShare("two", one.ID)
	ada := a.pick(share, "ada", one.ID, two.ID)
	at := stored(a.clock.Now())
	a.clock.Advance(time.Second)
	if again := a.pick(share, "ada", one.ID); again.ID != ada.ID {
		t.Errorf("the visitor is %d, and then %d", ada.ID, again.ID)
	}
	ben := a.pick(share, "ben", one.ID)
	a.pick(apart, "ada", one.ID)
	later := stored(a.clock.Now())

	got, total, err := a.db.SharePicks(t.Context(), share.ID, false, vitrine.Page{Number: 1, Limit: 2})
	if err != nil || total != 3 {
		t.Errorf("%d picks, %v", total, err)
	}
	rest, _, err := a.db.SharePicks(t.Context(), share.ID, false, vitrine.Page{Number: 2, Limit: 2})
	want := []*vitrine.SharePick{
		{PhotoID: two.ID, Slug: two.Slug, Title: "Two", Visitor: ada, PickedAt: at, InShare: true},
		{PhotoID: one.ID, Slug: one.Slug, Title: "One", Filename: one.File.OriginalFilename, Visitor: ada, PickedAt: at, InShare: true},
		{PhotoID: one.ID, Slug: one.Slug, Title: "One", Filename: one.File.OriginalFilename, Visitor: ben, PickedAt: later, InShare: true},
	}
	if diff := gocmp.Diff(want, append(got, rest...)); diff != "" || err != nil {
		t.Errorf("picks (-want +got):\n%s%v", diff, err)
	}

	a.update(func(ctx context.Context, tx *store.Tx) error { return tx.Unpick(ctx, ada, one.ID) })
	if ids, err := a.db.PicksOf(t.Context(), ada); err != nil || !gocmp.Equal(ids, []int64{two.ID}) {
		t.Errorf("after one was taken back: %v, %v", ids, err)
	}
	known, err := a.db.ShareVisitor(t.Context(), share.ID, "ada")
	if err != nil || known != ada {
		t.Errorf("the visitor is %+v, %v", known, err)
	}
	unknown, err := a.db.ShareVisitor(t.Context(), share.ID, "eve")
	if err != nil || unknown.ID != 0 {
		t.Errorf("an unknown visitor is %+v, %v", unknown, err)
	}
	if n, err := a.db.ShareVisitorCount(t.Context(), share.ID); n != 2 || err != nil {
		t.Errorf("%d visitors, %v", n, err)
	}
}

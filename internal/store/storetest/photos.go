package storetest

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// RunPhotos tests photos, their categories, tags, lists, views and search.
func RunPhotos(t *testing.T, open Open) {
	tests := map[string]func(*testing.T, Open){
		"a photo reads back as it was written": testRoundTrip,
		"slugs are unique":                     testSlugs,
		"former slugs lead on":                 testFormerSlugs,
		"former slugs of categories":           testFormerSlugsOfCategories,
		"former slugs of tags":                 testFormerSlugsOfTags,
		"photos are added at once":             testConcurrentPhotos,
		"a file is shown by one photo":         testFileInUse,
		"only complete photos are public":      testVisibility,
		"a stale version is refused":           testStale,
		"what is in the trash can be restored": testTrash,
		"purging removes the upload":           testPurge,
		"a photo takes what it awaits":         testAwaits,
		"neighbours":                           testNeighbours,
		"categories of a photo":                testPhotoCategories,
		"tags of a photo":                      testPhotoTags,
		"category tree":                        testCategoryTree,
		"category tree in any order":           testTreeMachine,
		"changing a category":                  testUpdateCategory,
		"tag trend":                            testTagTrend,
		"uses of a tag by hidden photos":       testHiddenUses,
		"changing a tag reaches its photos":    testChangeTag,
		"tags in any order":                    testTagMachine,
		"pages of tags":                        testTagPages,
		"suggested tags":                       testSuggestTags,
		"trending tags":                        testTrendingTags,
		"timeline events":                      testTimelineEvents,
		"shares":                               testShares,
		"shared photos":                        testSharedPhotos,
		"picks of shares":                      testSharePicks,
		"photos of timeline events":            testRelatedPhotos,
		"public places":                        testPublicPlaces,
		"search":                               testSearch,
		"the order of a search":                testSearchOrder,
		"filters of a search":                  testSearchFilters,
		"facets of a search":                   testFacets,
		"hostile searches":                     testHostileSearch,
		"views":                                testViews,
		"likes":                                testLikes,
		"likes at once":                        testLikesAtOnce,
		"lists and counters":                   testLists,
		"deep pages":                           testDeepPages,
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) { t.Parallel(); test(t, open) })
	}
}

func testRoundTrip(t *testing.T, open Open) {
	a := newAlbum(t, open)
	taken := time.Date(2026, 5, 31, 14, 30, 0, 5000, time.UTC)
	details := vitrine.PictureDetails{EXIF: vitrine.EXIF{
		Camera: new("Nikon Z 6"), Lens: new("50mm"), ISO: new(200),
		Aperture: new("f/2.8"), ShutterSpeed: new("1/250"), FocalLength: new("50mm"),
	}}
	file := a.upload()
	a.derive(file, details)
	category := a.category("travel", 0, true)
	p := &vitrine.Photo{
		Title: "Harbour", Description: "Two\nlines", Status: vitrine.PhotoPublished,
		TakenAt: &taken, TakenOffset: 9 * time.Hour, SortOrder: 3, UploadID: file, CreatedBy: a.user, EXIF: details.EXIF,
		PublishedAt: new(stored(a.clock.Now())),
		Location: vitrine.Location{
			Name: new("Yokohama"), Latitude: new(35.44), Longitude: new(139.64), Country: new("Japan"), City: new("Yokohama"),
		},
		Metadata: map[string]string{"weather": "clear"},
	}
	got := a.insert(p, []int64{category}, "Night", "Sea")

	want := *p
	want.Version, want.CreatedAt, want.UpdatedAt, want.Public = 1, stored(a.clock.Now()), stored(a.clock.Now()), true
	want.File = &vitrine.FileInfo{OriginalFilename: "a.jpg", Size: 1000, MIMEType: "image/jpeg", SHA256: got.File.SHA256, Status: vitrine.UploadCompleted}
	want.Picture = vitrine.Picture{Width: 1000, Height: 500}
	want.Renditions, want.Categories, want.Tags = got.Renditions, got.Categories, got.Tags
	if diff := cmp.Diff(&want, got); diff != "" {
		t.Errorf("photo (-want +got):\n%s", diff)
	}
	if len(got.Renditions) != len(vitrine.RenditionNames()) {
		t.Errorf("%d renditions, want %d", len(got.Renditions), len(vitrine.RenditionNames()))
	}
	if len(got.Categories) != 1 || got.Categories[0].Slug != "travel" || !got.Categories[0].IsPrimary {
		t.Errorf("categories: %+v", got.Categories)
	}
	if len(got.Tags) != 2 || got.Tags[0].Name != "Night" || got.Tags[1].Slug != "sea" || got.Tags[0].Confidence != 1 || got.Tags[0].Source != vitrine.TagManual {
		t.Errorf("tags: %+v", got.Tags)
	}
	bySlug, err := a.db.PhotoBySlug(t.Context(), got.Slug, vitrine.AudiencePublic)
	if err != nil || bySlug.ID != got.ID {
		t.Errorf("by slug: %v, %v", bySlug, err)
	}
	f := filter(vitrine.AudiencePublic)
	f.PicturesOnly = true
	want.Categories, want.Tags = nil, nil
	page, err := a.db.PhotoPage(t.Context(), f)
	if diff := cmp.Diff(vitrine.PhotoPage{Photos: []*vitrine.Photo{&want}, Total: 1}, page); diff != "" || err != nil {
		t.Errorf("without categories and tags (-want +got), %v:\n%s", err, diff)
	}
}

func testSlugs(t *testing.T, open Open) {
	a := newAlbum(t, open)
	for i, want := range []string{"dawn", "dawn-2", "dawn-3", "dawn-4", "dawn-5"} {
		if got := a.insert(&vitrine.Photo{Title: "Dawn", Status: vitrine.PhotoDraft}, nil).Slug; got != want {
			t.Errorf("photo %d has the slug %q, want %q", i, got, want)
		}
	}
	if got := a.insert(&vitrine.Photo{Title: "夜景", Status: vitrine.PhotoDraft}, nil).Slug; got != "夜景" {
		t.Errorf("a Chinese title gives the slug %q", got)
	}
	err := a.try(func(ctx context.Context, tx *store.Tx) error {
		return insertPhoto(ctx, tx, &vitrine.Photo{Title: "Other", Slug: "dawn", Status: vitrine.PhotoDraft}, nil, nil)
	})
	wantCode(t, err, vitrine.CodeConflict, "slug_taken")
}

func testConcurrentPhotos(t *testing.T, open Open) {
	a := newAlbum(t, open)
	const writers, each = 4, 5
	var group sync.WaitGroup
	for range writers {
		group.Go(func() {
			for range each {
				err := a.try(func(ctx context.Context, tx *store.Tx) error {
					return insertPhoto(ctx, tx, &vitrine.Photo{Title: "Dawn", Status: vitrine.PhotoDraft}, nil, []string{"Sun"})
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	f := filter(vitrine.AudienceEditor)
	f.Tag = "sun"
	if ids, total := a.list(f); len(ids) != writers*each || total != writers*each {
		t.Errorf("the tag has %d photos, and counts %d", len(ids), total)
	}
	if _, total := a.list(filter(vitrine.AudienceEditor)); total != writers*each {
		t.Errorf("the library counts %d", total)
	}
	page, err := a.db.PhotoPage(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	slugs := map[string]bool{}
	for _, photo := range page.Photos {
		slugs[photo.Slug] = true
	}
	if len(slugs) != writers*each {
		t.Errorf("%d different slugs", len(slugs))
	}
}

func testFileInUse(t *testing.T, open Open) {
	a := newAlbum(t, open)
	file := a.upload()
	first := a.insert(&vitrine.Photo{Title: "One", Status: vitrine.PhotoDraft, UploadID: file}, nil)
	if id, err := a.db.PhotoOfUpload(t.Context(), file); err != nil || id != first.ID {
		t.Errorf("the file belongs to photo %d, %v", id, err)
	}
	again := func(ctx context.Context, tx *store.Tx) error {
		return insertPhoto(ctx, tx, &vitrine.Photo{Title: "Two", Status: vitrine.PhotoDraft, UploadID: file}, nil, nil)
	}
	wantCode(t, a.try(again), vitrine.CodeConflict, "file_in_use")
	a.trash(first.ID)
	if err := a.try(again); err != nil {
		t.Errorf("the file of a deleted photo is not free: %v", err)
	}
	err := a.try(func(ctx context.Context, tx *store.Tx) error { return tx.RestorePhoto(ctx, first.ID) })
	wantCode(t, err, vitrine.CodeConflict, "file_in_use")
}

func (a *album) trash(id int64) {
	a.Helper()
	a.update(func(ctx context.Context, tx *store.Tx) error {
		if err := tx.TrashPhoto(ctx, id); err != nil {
			return err
		}
		return tx.RefreshPhoto(ctx, id)
	})
}

func testVisibility(t *testing.T, open Open) {
	a := newAlbum(t, open)
	isPublic := func(id int64) bool {
		_, err := a.db.Photo(t.Context(), id, vitrine.AudiencePublic)
		if err != nil {
			wantCode(t, err, vitrine.CodeNotFound, "")
		}
		_, total := a.list(filter(vitrine.AudiencePublic))
		return err == nil && total == 1
	}
	file := a.upload()
	p := a.insert(&vitrine.Photo{Title: "Dawn", Status: vitrine.PhotoPublished, UploadID: file}, nil)
	if isPublic(p.ID) || p.Public || len(p.Renditions) > 0 {
		t.Error("a photo without formats is public")
	}
	if ids := a.derive(file, vitrine.PictureDetails{}); len(ids) != 1 || ids[0] != p.ID {
		t.Errorf("formats became ready for %v, want %d", ids, p.ID)
	}
	if !isPublic(p.ID) {
		t.Error("a published photo with formats is hidden")
	}
	p = a.photo(p.ID)
	p.Status = vitrine.PhotoArchived
	a.save(p)
	if isPublic(p.ID) {
		t.Error("an archived photo is public")
	}
	if bySlug, err := a.db.PhotoBySlug(t.Context(), p.Slug, vitrine.AudiencePublic); err == nil {
		t.Errorf("an archived photo is found by its slug: %v", bySlug)
	}
}

// save writes a photo's fields.
func (a *album) save(p *vitrine.Photo) {
	a.Helper()
	a.update(func(ctx context.Context, tx *store.Tx) error {
		photo := *p
		if err := tx.UpdatePhoto(ctx, &photo); err != nil {
			return err
		}
		return tx.RefreshPhoto(ctx, p.ID)
	})
}

func testStale(t *testing.T, open Open) {
	a := newAlbum(t, open)
	p := a.insert(&vitrine.Photo{Title: "Dawn", Status: vitrine.PhotoDraft}, nil)
	p.Title = "Dusk"
	a.save(p)
	err := a.try(func(ctx context.Context, tx *store.Tx) error { stale := *p; return tx.UpdatePhoto(ctx, &stale) })
	wantCode(t, err, vitrine.CodeConflict, "stale")
	if got := a.photo(p.ID); got.Version != 2 || got.Title != "Dusk" || got.Slug != "dawn" {
		t.Errorf("photo is %q (%s), version %d", got.Title, got.Slug, got.Version)
	}
}

func testTrash(t *testing.T, open Open) {
	a := newAlbum(t, open)
	p := a.insert(&vitrine.Photo{Title: "Dawn", Status: vitrine.PhotoPublished, UploadID: a.picture()}, nil, "Sun")
	a.clock.Advance(time.Hour)
	a.trash(p.ID)
	_, err := a.db.Photo(t.Context(), p.ID, vitrine.AudienceEditor)
	wantCode(t, err, vitrine.CodeNotFound, "")
	if deleted, err := a.db.DeletedPhoto(t.Context(), p.ID); err != nil || !deleted.DeletedAt.Equal(stored(a.clock.Now())) {
		t.Errorf("in the trash: %+v, %v", deleted, err)
	}
	inTrash := filter(vitrine.AudienceEditor)
	inTrash.Deleted = true
	if ids, total := a.list(inTrash); total != 1 || len(ids) != 1 {
		t.Errorf("the trash lists %v of %d", ids, total)
	}
	other := a.insert(&vitrine.Photo{Title: "Dawn", Status: vitrine.PhotoDraft}, nil)
	if other.Slug != "dawn" {
		t.Errorf("the slug of a deleted photo is not free: %q", other.Slug)
	}
	a.update(func(ctx context.Context, tx *store.Tx) error {
		if err := tx.RestorePhoto(ctx, p.ID); err != nil {
			return err
		}
		return tx.RefreshPhoto(ctx, p.ID)
	})
	if got := a.photo(p.ID); got.Slug != "dawn-2" || !got.Public || got.DeletedAt != nil || len(got.Tags) != 1 || got.Version <= p.Version {
		t.Errorf("restored: %+v", got)
	}
	if ids, total := a.list(filter(vitrine.AudiencePublic)); total != 1 || len(ids) != 1 {
		t.Errorf("after restoring the public sees %v of %d", ids, total)
	}
}

func testPurge(t *testing.T, open Open) {
	a := newAlbum(t, open)
	file := a.picture()
	p := a.insert(&vitrine.Photo{Title: "Dawn", Status: vitrine.PhotoPublished, UploadID: file}, nil, "Sun")
	purge := func(ctx context.Context, tx *store.Tx) error { return tx.PurgePhoto(ctx, p.ID) }
	wantCode(t, a.try(purge), vitrine.CodeNotFound, "") // not in the trash
	a.trash(p.ID)
	for before, want := range map[time.Duration]int{0: 0, time.Second: 1} {
		ids, err := a.db.ExpiredTrash(t.Context(), stored(a.clock.Now()).Add(before), 10)
		if err != nil || len(ids) != want {
			t.Errorf("%d photos were deleted %v from now, want %d; %v", len(ids), before, want, err)
		}
	}
	a.update(purge)
	_, err := a.db.DeletedPhoto(t.Context(), p.ID)
	wantCode(t, err, vitrine.CodeNotFound, "")
	_, err = a.db.Upload(t.Context(), file)
	wantCode(t, err, vitrine.CodeNotFound, "")
}

func testAwaits(t *testing.T, open Open) {
	a := newAlbum(t, open)
	taken := time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)
	details := vitrine.PictureDetails{
		EXIF: vitrine.EXIF{Camera: new("Z 6")}, TakenAt: &taken, TakenOffset: time.Hour,
		Location: vitrine.Location{Latitude: new(1.5), Longitude: new(2.5)},
	}
	open1, open2 := a.upload(), a.upload()
	waiting := a.insert(&vitrine.Photo{Title: "Waits", Status: vitrine.PhotoDraft, UploadID: open1, AwaitsTakenAt: true, AwaitsLocation: true}, nil)
	said := a.insert(&vitrine.Photo{
		Title: "Said", Status: vitrine.PhotoDraft, UploadID: open2, Location: vitrine.Location{Name: new("Home")},
	}, nil)
	a.derive(open1, details)
	a.derive(open2, details)

	got := a.photo(waiting.ID)
	if got.TakenAt == nil || !got.TakenAt.Equal(taken) || got.TakenOffset != time.Hour || got.AwaitsTakenAt {
		t.Errorf("taken_at is %v + %v", got.TakenAt, got.TakenOffset)
	}
	if l := got.Location; l.Latitude == nil || *l.Latitude != 1.5 || !l.FromPicture || *got.EXIF.Camera != "Z 6" {
		t.Errorf("location is %+v, exif %+v", l, got.EXIF)
	}
	got = a.photo(said.ID)
	if got.TakenAt != nil || got.Location.Latitude != nil || got.Location.FromPicture || got.EXIF.Camera == nil {
		t.Errorf("what the client said was overwritten: %v %+v", got.TakenAt, got.Location)
	}
}

func testNeighbours(t *testing.T, open Open) {
	a := newAlbum(t, open)
	var photos []*vitrine.Photo
	for range 3 {
		photos = append(photos, a.insert(&vitrine.Photo{Title: "P", Status: vitrine.PhotoPublished, UploadID: a.picture()}, nil))
		a.insert(&vitrine.Photo{Title: "Draft", Status: vitrine.PhotoDraft}, nil)
	}
	id := func(p *vitrine.Photo) int64 {
		if p == nil {
			return 0
		}
		return p.ID
	}
	for i, want := range [][2]int64{{photos[1].ID, 0}, {photos[2].ID, photos[0].ID}, {0, photos[1].ID}} {
		newer, older, err := a.db.Neighbours(t.Context(), photos[i], vitrine.AudiencePublic)
		if err != nil || [2]int64{id(newer), id(older)} != want {
			t.Errorf("photo %d stands between %d and %d, want %v; %v", photos[i].ID, id(newer), id(older), want, err)
		}
	}
}

func testViews(t *testing.T, open Open) {
	a := newAlbum(t, open)
	p := a.insert(&vitrine.Photo{Title: "Dawn", Status: vitrine.PhotoPublished, UploadID: a.picture()}, nil)
	count := func(visits ...store.Visit) (n int) {
		a.update(func(ctx context.Context, tx *store.Tx) (err error) { n, err = tx.CountViews(ctx, visits); return err })
		return n
	}
	visit := func(photo, hour int64, visitor string) store.Visit {
		return store.Visit{PhotoID: photo, Hour: hour, Visitor: []byte(visitor)}
	}
	steps := []struct {
		visits []store.Visit
		want   int
	}{
		{[]store.Visit{visit(p.ID, 100, "ann"), visit(p.ID, 100, "bob")}, 2},
		{[]store.Visit{visit(p.ID, 100, "ann"), visit(p.ID, 101, "ann")}, 1},
		{[]store.Visit{visit(p.ID+1000, 100, "ann")}, 0}, // no such photo
		{nil, 0},
	}
	for i, step := range steps {
		if got := count(step.visits...); got != step.want {
			t.Errorf("step %d counts %d views, want %d", i, got, step.want)
		}
	}
	a.update(func(ctx context.Context, tx *store.Tx) error {
		if err := tx.ForgetVisits(ctx, 101); err != nil {
			return err
		}
		return tx.CountDownloads(ctx, map[int64]int{p.ID: 2})
	})
	if n := count(visit(p.ID, 101, "ann")); n != 0 {
		t.Error("a visit was forgotten too early")
	}
	if got := a.photo(p.ID); got.ViewCount != 3 || got.DownloadCount != 2 || got.Version != 1 {
		t.Errorf("%d views, %d downloads, version %d", got.ViewCount, got.DownloadCount, got.Version)
	}
}

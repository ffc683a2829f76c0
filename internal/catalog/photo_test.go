package catalog_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
)

func TestCreatePhotoDefaults(t *testing.T) { onBothEngines(t, testCreatePhotoDefaults) }

func testCreatePhotoDefaults(t *testing.T, b *bench) {
	photo := b.create(vitrine.PhotoInput{Title: vitrine.Some("L'été à Zürich")})
	if photo.Status != vitrine.PhotoDraft || photo.Slug != "lete-a-zurich" || photo.Visibility != vitrine.VisibilityPublic || photo.PublishedAt != nil || photo.CreatedBy != b.admin().UserID {
		t.Errorf("created %+v", photo)
	}
	b.wantEvents(fmt.Sprint("photo.created ", photo.ID))

	b.settings.Upload.AutoPublish = true
	if p := b.create(vitrine.PhotoInput{Title: vitrine.Some("No file")}); p.Status != vitrine.PhotoDraft {
		t.Errorf("a photo without a file is %s", p.Status)
	}
	taken := time.Date(2026, 5, 31, 14, 30, 0, 0, time.UTC)
	file := b.picture(b.admin(), vitrine.PictureDetails{
		EXIF: vitrine.EXIF{Camera: new("Z 6")}, TakenAt: &taken, TakenOffset: 9 * time.Hour,
		Location: vitrine.Location{Latitude: new(35.0), Longitude: new(139.0)},
	})
	photo = b.create(vitrine.PhotoInput{Title: vitrine.Some("File"), FileID: vitrine.Some(file)})
	if photo.Status != vitrine.PhotoPublished || photo.PublishedAt == nil || !photo.Public {
		t.Errorf("with auto_publish a photo with a file is %s, public %v", photo.Status, photo.Public)
	}
	if got := photo.LocalTakenAt().Format("02 Jan 15:04"); got != "31 May 23:30" {
		t.Errorf("taken at %s on the local clock", got)
	}
	if !photo.Location.FromPicture || *photo.Location.Latitude != 35 || *photo.EXIF.Camera != "Z 6" {
		t.Errorf("from the picture: %+v %+v", photo.Location, photo.EXIF)
	}
}

func TestCreatePhotoBeforeItsFileIsReady(t *testing.T) {
	onBothEngines(t, testCreatePhotoBeforeItsFileIsReady)
}

func testCreatePhotoBeforeItsFileIsReady(t *testing.T, b *bench) {
	taken := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	file := b.upload(b.admin())
	photo := b.create(vitrine.PhotoInput{
		Title: vitrine.Some("Early"), FileID: vitrine.Some(file), Status: vitrine.Some(vitrine.PhotoPublished),
	})
	if photo.Public {
		t.Error("a photo without formats is public")
	}
	// Sending back what was read must not stop the photo from taking its time.
	b.change(photo.ID, vitrine.PhotoInput{
		TakenAt: vitrine.Null[time.Time](), Location: vitrine.Some(vitrine.LocationInput{Name: vitrine.Null[string]()}),
	})
	b.derive(file, vitrine.PictureDetails{TakenAt: &taken, Location: vitrine.Location{City: new("Oslo")}})
	got, err := b.Photo(t.Context(), vitrine.Actor{}, photo.ID)
	b.must(err)
	if !got.Public || got.TakenAt == nil || !got.TakenAt.Equal(taken) || got.Location.City == nil {
		t.Errorf("once the file is ready: public %v, taken %v, %+v", got.Public, got.TakenAt, got.Location)
	}
}

func TestCreatePhotoRefused(t *testing.T) { onBothEngines(t, testCreatePhotoRefused) }

func testCreatePhotoRefused(t *testing.T, b *bench) {
	other := b.picture(b.admin(), vitrine.PictureDetails{})
	failed := b.upload(b.admin())
	b.update(func(tx *store.Tx) error { return tx.FailUpload(t.Context(), failed, vitrine.NewSteps(), "truncated") })
	used := b.create(b.published("Taken"))

	title := vitrine.Some("T")
	tests := map[string]struct {
		actor vitrine.Actor
		in    vitrine.PhotoInput
		want  vitrine.Code
	}{
		"nobody":                            {vitrine.Actor{}, vitrine.PhotoInput{Title: title}, vitrine.CodeUnauthenticated},
		"a user":                            {b.users[vitrine.RoleUser], vitrine.PhotoInput{Title: title}, vitrine.CodeForbidden},
		"no title":                          {b.admin(), vitrine.PhotoInput{}, vitrine.CodeValidation},
		"published, no file":                {b.admin(), vitrine.PhotoInput{Title: title, Status: vitrine.Some(vitrine.PhotoPublished)}, vitrine.CodeValidation},
		"unknown file":                      {b.admin(), vitrine.PhotoInput{Title: title, FileID: vitrine.Some("nope")}, vitrine.CodeUnprocessable},
		"failed file":                       {b.admin(), vitrine.PhotoInput{Title: title, FileID: vitrine.Some(failed)}, vitrine.CodeUnprocessable},
		"file in use":                       {b.admin(), vitrine.PhotoInput{Title: title, FileID: vitrine.Some(used.UploadID)}, vitrine.CodeConflict},
		"slug in use":                       {b.admin(), vitrine.PhotoInput{Title: title, Slug: vitrine.Some("taken")}, vitrine.CodeConflict},
		"unknown category":                  {b.admin(), vitrine.PhotoInput{Title: title, Categories: vitrine.Some([]vitrine.CategoryRef{{ID: 99}})}, vitrine.CodeUnprocessable},
		"an editor may take another's file": {b.editor(), vitrine.PhotoInput{Title: title, FileID: vitrine.Some(other)}, ""},
	}
	for name, test := range tests {
		_, err := b.CreatePhoto(t.Context(), test.actor, test.in)
		b.wantCode(name, err, test.want)
	}
	page, err := b.Photos(t.Context(), b.admin(), filter())
	b.must(err)
	if page.Total != 2 {
		t.Errorf("%d photos are left, want the two that were created", page.Total)
	}
}

func filter() vitrine.PhotoFilter {
	return vitrine.PhotoFilter{Page: vitrine.Page{Number: 1, Limit: 20}}
}

// whole is a photo with everything.
func (b *bench) whole() *vitrine.Photo {
	b.Helper()
	one, err := b.CreateCategory(b.Context(), b.admin(), vitrine.CategoryInput{Name: vitrine.Some("One")})
	b.must(err)
	two, err := b.CreateCategory(b.Context(), b.admin(), vitrine.CategoryInput{Name: vitrine.Some("Two")})
	b.must(err)
	taken := time.Date(2026, 5, 31, 14, 30, 0, 0, time.UTC)
	in := b.published("Whole")
	in.FileID = vitrine.Some(b.picture(b.admin(), vitrine.PictureDetails{
		TakenAt: &taken, TakenOffset: 9 * time.Hour,
		Location: vitrine.Location{Latitude: new(35.0), Longitude: new(139.0), City: new("Tokyo")},
	}))
	in.Description = vitrine.Some("About")
	in.Categories = vitrine.Some([]vitrine.CategoryRef{{ID: one.ID}, {ID: two.ID, IsPrimary: true}})
	in.Tags = vitrine.Some([]string{"Night", "Sea"})
	in.Metadata = vitrine.Some(map[string]string{"weather": "clear"})
	return b.create(in)
}

// sentBack is what a client sends that changes nothing of what it read.
func sentBack(p *vitrine.Photo) vitrine.PhotoInput {
	in := vitrine.PhotoInput{
		Title: vitrine.Some(p.Title), Description: vitrine.Some(p.Description), Slug: vitrine.Some(p.Slug),
		FileID: vitrine.Some(p.UploadID), Status: vitrine.Some(p.Status), Visibility: vitrine.Some(p.Visibility),
		TakenAt: vitrine.Some(p.TakenAt.UTC()), SortOrder: vitrine.Some(p.SortOrder), Metadata: vitrine.Some(p.Metadata),
		Location: vitrine.Some(vitrine.LocationInput{
			Name: vitrine.Null[string](), City: vitrine.Some(*p.Location.City), Country: vitrine.Null[string](),
			Latitude: vitrine.Some(*p.Location.Latitude), Longitude: vitrine.Some(*p.Location.Longitude),
		}),
	}
	var tags []string
	for _, tag := range p.Tags {
		tags = append(tags, tag.Name)
	}
	var categories []vitrine.CategoryRef
	for _, c := range p.Categories {
		categories = append(categories, vitrine.CategoryRef{ID: c.ID, IsPrimary: c.IsPrimary})
	}
	in.Tags, in.Categories = vitrine.Some(tags), vitrine.Some(categories)
	return in
}

func TestUpdatePhotoWithoutChange(t *testing.T) { onBothEngines(t, testUpdatePhotoWithoutChange) }

func testUpdatePhotoWithoutChange(t *testing.T, b *bench) {
	before := b.whole()
	events, err := b.db.Events(t.Context(), 0, 100)
	b.must(err)
	b.events = events[len(events)-1].ID
	b.clock.Advance(time.Hour)
	bare := sentBack(before)
	for i := range bare.Categories.Value {
		bare.Categories.Value[i].IsPrimary = false // as ids alone, the primary one first
	}
	for name, in := range map[string]vitrine.PhotoInput{"{}": {}, "what was read": sentBack(before), "with ids": bare} {
		if diff := cmp.Diff(before, b.change(before.ID, in)); diff != "" {
			t.Errorf("%s changes (-before +after):\n%s", name, diff)
		}
	}
	b.wantEvents()
}

func TestUpdatePhoto(t *testing.T) { onBothEngines(t, testUpdatePhoto) }

func testUpdatePhoto(t *testing.T, b *bench) {
	before := b.whole()
	one, two := before.Categories[1].ID, before.Categories[0].ID
	b.clock.Advance(time.Hour)
	steps := []struct {
		name string
		in   vitrine.PhotoInput
		want func(*vitrine.Photo) bool
	}{
		{
			"the title changes, the slug stays",
			vitrine.PhotoInput{Title: vitrine.Some("Other")},
			func(p *vitrine.Photo) bool { return p.Title == "Other" && p.Slug == "whole" },
		},
		{
			"null clears",
			vitrine.PhotoInput{Description: vitrine.Null[string](), Metadata: vitrine.Null[map[string]string]()},
			func(p *vitrine.Photo) bool { return p.Description == "" && len(p.Metadata) == 0 },
		},
		{
			"another instant takes its offset",
			vitrine.PhotoInput{TakenAt: vitrine.Some(time.Date(2025, 1, 1, 0, 0, 0, 0, time.FixedZone("", -3600)))},
			func(p *vitrine.Photo) bool { return p.LocalTakenAt().Hour() == 0 && p.TakenOffset == -time.Hour },
		},
		{
			"no instant",
			vitrine.PhotoInput{TakenAt: vitrine.Null[time.Time]()},
			func(p *vitrine.Photo) bool { return p.TakenAt == nil },
		},
		{
			"another primary category",
			vitrine.PhotoInput{Categories: vitrine.Some([]vitrine.CategoryRef{{ID: one}, {ID: two}})},
			func(p *vitrine.Photo) bool { return p.Categories[0].ID == one && p.Categories[0].IsPrimary },
		},
		{
			"other tags",
			vitrine.PhotoInput{Tags: vitrine.Some([]string{"SEA", "Fog"})},
			func(p *vitrine.Photo) bool {
				return len(p.Tags) == 2 && p.Tags[0].Name == "Sea" && p.Tags[1].Name == "Fog"
			},
		},
		{
			"archived",
			vitrine.PhotoInput{Status: vitrine.Some(vitrine.PhotoArchived)},
			func(p *vitrine.Photo) bool { return !p.Public },
		},
		{
			"published again",
			vitrine.PhotoInput{Status: vitrine.Some(vitrine.PhotoPublished)},
			func(p *vitrine.Photo) bool { return p.Public && p.PublishedAt.Equal(*before.PublishedAt) },
		},
	}
	for i, step := range steps {
		p := b.change(before.ID, step.in)
		if !step.want(p) {
			t.Errorf("%s: %+v", step.name, p)
		}
		if want := before.Version + int64(i) + 1; p.Version != want || !p.UpdatedAt.After(before.UpdatedAt) {
			t.Errorf("%s: version %d, want %d", step.name, p.Version, want)
		}
	}
}

func TestUpdatePhotoRefused(t *testing.T) { onBothEngines(t, testUpdatePhotoRefused) }

func testUpdatePhotoRefused(t *testing.T, b *bench) {
	p := b.create(vitrine.PhotoInput{Title: vitrine.Some("Draft")})
	used := b.create(b.published("Taken"))
	pending := b.upload(b.admin())
	update := func(actor vitrine.Actor, id int64, in vitrine.PhotoInput, version int64) error {
		_, err := b.UpdatePhoto(t.Context(), actor, id, in, vitrine.Versions{version})
		return err
	}
	title := vitrine.PhotoInput{Title: vitrine.Some("New")}
	publish := vitrine.PhotoInput{Status: vitrine.Some(vitrine.PhotoPublished)}
	b.wantCode("a user", update(b.users[vitrine.RoleUser], p.ID, title, p.Version), vitrine.CodeForbidden)
	b.wantCode("no such photo", update(b.admin(), 999, title, 1), vitrine.CodeNotFound)
	b.wantCode("null title", update(b.admin(), p.ID, vitrine.PhotoInput{Title: vitrine.Null[string]()}, 1), vitrine.CodeValidation)
	b.wantCode("published without a file", update(b.admin(), p.ID, publish, p.Version), vitrine.CodeUnprocessable)
	b.wantConflict("stale", update(b.admin(), p.ID, title, p.Version+1), "stale")
	b.wantConflict("slug", update(b.admin(), p.ID, vitrine.PhotoInput{Slug: vitrine.Some("taken")}, p.Version), "slug_taken")
	b.wantConflict("file", update(b.admin(), p.ID, vitrine.PhotoInput{FileID: vitrine.Some(used.UploadID)}, p.Version), "file_in_use")
	b.wantConflict("a file that is not ready", update(b.admin(), used.ID, vitrine.PhotoInput{FileID: vitrine.Some(pending)}, used.Version), "file_not_ready")
	b.wantCode("a user's tag", update(b.admin(), p.ID, vitrine.PhotoInput{Tags: vitrine.Some([]string{"New"})}, p.Version), "")
	got, err := b.Photo(t.Context(), b.admin(), p.ID)
	b.must(err)
	if got.Title != "Draft" || got.Version != p.Version+1 {
		t.Errorf("refused changes left %q, version %d", got.Title, got.Version)
	}
}

// What the picture says of the place must not become public by the way.
func TestLocationStaysPrivate(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		in   vitrine.LocationInput
		want vitrine.Location
	}{
		"the same": {
			vitrine.LocationInput{City: vitrine.Some("Tokyo"), Latitude: vitrine.Some(35.0), Longitude: vitrine.Some(139.0)},
			vitrine.Location{Latitude: new(35.0), Longitude: new(139.0), City: new("Tokyo"), FromPicture: true},
		},
		"a name alone": {
			vitrine.LocationInput{Name: vitrine.Some("Home")},
			vitrine.Location{Name: new("Home")},
		},
		"a name with the position": {
			vitrine.LocationInput{Name: vitrine.Some("Home"), Latitude: vitrine.Some(35.0), Longitude: vitrine.Some(139.0)},
			vitrine.Location{Name: new("Home"), Latitude: new(35.0), Longitude: new(139.0)},
		},
		"nothing": {vitrine.LocationInput{
			City: vitrine.Null[string](), Latitude: vitrine.Null[float64](), Longitude: vitrine.Null[float64](),
		}, vitrine.Location{}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			got := b.change(b.whole().ID, vitrine.PhotoInput{Location: vitrine.Some(test.in)})
			if diff := cmp.Diff(test.want, got.Location); diff != "" {
				t.Errorf("location (-want +got):\n%s", diff)
			}
		})
	}
}

func TestReplaceFile(t *testing.T) { onBothEngines(t, testReplaceFile) }

func testReplaceFile(t *testing.T, b *bench) {
	before := b.whole()
	next := b.picture(b.admin(), vitrine.PictureDetails{EXIF: vitrine.EXIF{Camera: new("X100")}})
	in := sentBack(before)
	in.FileID = vitrine.Some(next)
	got := b.change(before.ID, in)
	if got.UploadID != next || !got.Public || *got.EXIF.Camera != "X100" {
		t.Errorf("with another file: %s, public %v, %+v", got.UploadID, got.Public, got.EXIF)
	}
	if got.TakenAt != nil || (got.Location != vitrine.Location{}) {
		t.Errorf("the old file's time and place stay: %v, %+v", got.TakenAt, got.Location)
	}
	said := b.change(before.ID, vitrine.PhotoInput{Location: vitrine.Some(vitrine.LocationInput{Name: vitrine.Some("Home")})})
	got = b.change(said.ID, vitrine.PhotoInput{FileID: vitrine.Some(before.UploadID)})
	if got.TakenAt == nil || !got.TakenAt.Equal(*before.TakenAt) || *got.Location.Name != "Home" || got.Location.Latitude != nil {
		t.Errorf("with the first file again: %v, %+v", got.TakenAt, got.Location)
	}
	got = b.change(said.ID, vitrine.PhotoInput{FileID: vitrine.Null[string](), Status: vitrine.Some(vitrine.PhotoDraft)})
	if got.UploadID != "" || got.File != nil || len(got.Renditions) != 0 || got.EXIF != (vitrine.EXIF{}) {
		t.Errorf("without a file: %+v", got)
	}
}

func TestDeleteAndRestorePhoto(t *testing.T) { onBothEngines(t, testDeleteAndRestorePhoto) }

func testDeleteAndRestorePhoto(t *testing.T, b *bench) {
	p := b.create(b.published("Dawn"))
	b.wantEvents(fmt.Sprint("photo.created ", p.ID))
	b.wantCode("by an editor", b.DeletePhoto(t.Context(), b.editor(), p.ID, nil), vitrine.CodeForbidden)
	b.wantConflict("stale", b.DeletePhoto(t.Context(), b.admin(), p.ID, vitrine.Versions{9}), "stale")
	b.must(b.DeletePhoto(t.Context(), b.admin(), p.ID, vitrine.Versions{p.Version}))
	b.wantCode("again", b.DeletePhoto(t.Context(), b.admin(), p.ID, nil), vitrine.CodeNotFound)
	_, err := b.PhotoBySlug(t.Context(), b.admin(), "dawn")
	b.wantCode("by slug", err, vitrine.CodeNotFound)
	_, err = b.Trash(t.Context(), b.editor(), filter().Page)
	b.wantCode("an editor looks into the trash", err, vitrine.CodeForbidden)
	trash, err := b.Trash(t.Context(), b.admin(), filter().Page)
	b.must(err)
	if trash.Total != 1 || len(trash.Photos) != 1 || trash.Photos[0].ID != p.ID {
		t.Errorf("the trash holds %+v", trash)
	}
	other := b.create(vitrine.PhotoInput{Title: vitrine.Some("Dawn")})
	restored, err := b.RestorePhoto(t.Context(), b.admin(), p.ID)
	b.must(err)
	if restored.Slug != "dawn-2" || !restored.Public {
		t.Errorf("restored as %q, public %v", restored.Slug, restored.Public)
	}
	_, err = b.RestorePhoto(t.Context(), b.admin(), p.ID)
	b.wantCode("restored again", err, vitrine.CodeNotFound)
	b.wantEvents(fmt.Sprint("photo.deleted ", p.ID), fmt.Sprint("photo.created ", other.ID), fmt.Sprint("photo.created ", p.ID))

	b.wantCode("purge what is not deleted", b.PurgePhoto(t.Context(), b.admin(), p.ID), vitrine.CodeNotFound)
	b.must(b.DeletePhoto(t.Context(), b.admin(), p.ID, nil))
	b.must(b.PurgePhoto(t.Context(), b.admin(), p.ID))
	_, err = b.RestorePhoto(t.Context(), b.admin(), p.ID)
	b.wantCode("restore what is purged", err, vitrine.CodeNotFound)
}

func TestSweep(t *testing.T) { onBothEngines(t, testSweep) }

func testSweep(t *testing.T, b *bench) {
	p := b.create(vitrine.PhotoInput{Title: vitrine.Some("Dawn")})
	b.must(b.DeletePhoto(t.Context(), b.admin(), p.ID, nil))
	for _, step := range []struct {
		wait time.Duration
		want int
	}{{vitrine.TrashRetention, 1}, {time.Second, 0}} {
		b.clock.Advance(step.wait)
		b.must(b.Sweep(t.Context()))
		trash, err := b.Trash(t.Context(), b.admin(), filter().Page)
		b.must(err)
		if trash.Total != step.want {
			t.Errorf("after %v more the trash holds %d, want %d", step.wait, trash.Total, step.want)
		}
	}
}

func TestPhotosByStatus(t *testing.T) { onBothEngines(t, testPhotosByStatus) }

func testPhotosByStatus(t *testing.T, b *bench) {
	b.create(b.published("Public"))
	b.create(vitrine.PhotoInput{Title: vitrine.Some("Draft")})
	tests := []struct {
		who    string
		actor  vitrine.Actor
		status vitrine.PhotoStatus
		total  int
		want   vitrine.Code
	}{
		{"nobody", vitrine.Actor{}, "", 1, ""},
		{"nobody", vitrine.Actor{}, vitrine.PhotoPublished, 1, ""},
		{"nobody", vitrine.Actor{}, vitrine.PhotoDraft, 0, vitrine.CodeUnauthenticated},
		{"a user", b.users[vitrine.RoleUser], "", 1, ""},
		{"a user", b.users[vitrine.RoleUser], vitrine.PhotoArchived, 0, vitrine.CodeForbidden},
		{"an editor", b.editor(), "", 2, ""},
		{"an editor", b.editor(), vitrine.PhotoDraft, 1, ""},
	}
	for _, test := range tests {
		f := filter()
		f.Status = test.status
		page, err := b.Photos(t.Context(), test.actor, f)
		b.wantCode(test.who+" "+string(test.status), err, test.want)
		if page.Total != test.total {
			t.Errorf("%s sees %d photos with the status %q, want %d", test.who, page.Total, test.status, test.total)
		}
	}
	f := filter()
	f.Page.Limit = 101
	_, err := b.Photos(t.Context(), vitrine.Actor{}, f)
	b.wantCode("too large a page", err, vitrine.CodeValidation)
}

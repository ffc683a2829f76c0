package storetest

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// album is a database with a clock that stands still, and short ways to fill it.
type album struct {
	testing.TB
	db    *store.DB
	clock *Clock
	user  int64
	files int
}

func newAlbum(t testing.TB, open Open) *album {
	t.Helper()
	clock := NewClock()
	a := &album{TB: t, db: open(t, clock.Now), clock: clock}
	user := &vitrine.User{
		Username: "ansel", Email: "ansel@example.com", Role: vitrine.RoleAdmin, IsActive: true, PasswordHash: "x",
	}
	a.update(func(ctx context.Context, tx *store.Tx) error { return tx.InsertUser(ctx, user) })
	a.user = user.ID
	return a
}

// update runs fn in a transaction that must succeed.
func (a *album) update(fn func(context.Context, *store.Tx) error) {
	a.Helper()
	if err := a.try(fn); err != nil {
		a.Fatal(err)
	}
}

// try runs fn in a transaction.
func (a *album) try(fn func(context.Context, *store.Tx) error) error {
	return a.db.Update(a.Context(), func(tx *store.Tx) error { return fn(a.Context(), tx) })
}

// upload adds an upload without derived files.
func (a *album) upload() string {
	a.Helper()
	a.files++
	id, key := fmt.Sprintf("file-%d", a.files), fmt.Sprintf("originals/%d", a.files)
	a.update(func(ctx context.Context, tx *store.Tx) error {
		if err := tx.ReserveBlob(ctx, key, 1000); err != nil {
			return err
		}
		return tx.InsertUpload(ctx, &vitrine.Upload{
			ID: id, UserID: a.user, SHA256: fmt.Sprintf("%064d", a.files), OriginalFilename: "a.jpg", Size: 1000,
			MIMEType: "image/jpeg", Status: vitrine.UploadUploaded, Steps: vitrine.NewSteps(),
		}, key)
	})
	return id
}

// derive gives an upload all its derived files, and details.
func (a *album) derive(id string, details vitrine.PictureDetails) []int64 {
	a.Helper()
	var photos []int64
	a.update(func(ctx context.Context, tx *store.Tx) (err error) {
		var set []store.NewRendition
		for i, name := range vitrine.RenditionNames() {
			key := fmt.Sprintf("%s-%s", id, name)
			if err := tx.ReserveBlob(ctx, "derived/"+key, 10); err != nil {
				return err
			}
			set = append(set, store.NewRendition{BlobKey: "derived/" + key, Rendition: vitrine.Rendition{
				Name: name, Key: key, MIMEType: "image/jpeg", Width: 100 * (i + 1), Height: 50 * (i + 1), Size: 10,
			}})
		}
		if err := tx.SetUploadDetails(ctx, id, details, true); err != nil {
			return err
		}
		if err := tx.CompleteUpload(ctx, id, vitrine.Picture{Width: 1000, Height: 500}, set); err != nil {
			return err
		}
		photos, err = tx.SetFormatsReady(ctx, id)
		return err
	})
	return photos
}

// picture adds an upload with all its derived files.
func (a *album) picture() string {
	a.Helper()
	id := a.upload()
	a.derive(id, vitrine.PictureDetails{})
	return id
}

// insert adds a photo with its categories and tags.
func (a *album) insert(p *vitrine.Photo, categories []int64, tags ...string) *vitrine.Photo {
	a.Helper()
	a.update(func(ctx context.Context, tx *store.Tx) error {
		photo := *p // the function may run twice
		if err := insertPhoto(ctx, tx, &photo, categories, tags); err != nil {
			return err
		}
		*p = photo
		return nil
	})
	return a.photo(p.ID)
}

func insertPhoto(ctx context.Context, tx *store.Tx, p *vitrine.Photo, categories []int64, tags []string) error {
	p.Visibility = vitrine.VisibilityPublic
	given := p.Slug != ""
	if !given {
		p.Slug = vitrine.MakeSlug(p.Title, "photo")
	}
	if err := tx.InsertPhoto(ctx, p, given); err != nil {
		return err
	}
	if err := tx.SetPhotoCategories(ctx, p.ID, refs(categories)); err != nil {
		return err
	}
	if err := tx.SetPhotoTags(ctx, p.ID, tags); err != nil {
		return err
	}
	return tx.RefreshPhoto(ctx, p.ID)
}

func refs(ids []int64) []vitrine.CategoryRef {
	var list []vitrine.CategoryRef
	for _, id := range ids {
		list = append(list, vitrine.CategoryRef{ID: id})
	}
	return list
}

// photo reads a photo as an editor.
func (a *album) photo(id int64) *vitrine.Photo {
	a.Helper()
	photo, err := a.db.Photo(a.Context(), id, vitrine.AudienceEditor)
	if err != nil {
		a.Fatal(err)
	}
	return photo
}

// category adds a category below a parent, or a root if that is 0.
func (a *album) category(slug string, parent int64, active bool) int64 {
	a.Helper()
	c := &vitrine.Category{Name: slug, Slug: slug, Color: "#000000", IsActive: active}
	if parent != 0 {
		c.ParentID = &parent
	}
	a.update(func(ctx context.Context, tx *store.Tx) error { return tx.InsertCategory(ctx, c, true) })
	return c.ID
}

// list returns the ids on a page and the total.
func (a *album) list(f vitrine.PhotoFilter) ([]int64, int) {
	a.Helper()
	page, err := a.db.PhotoPage(a.Context(), f)
	if err != nil {
		a.Fatalf("%+v: %v", f, err)
	}
	ids := []int64{}
	for _, photo := range page.Photos {
		ids = append(ids, photo.ID)
	}
	return ids, page.Total
}

// wantCode fails unless err has the code and, for a conflict, the reason.
func wantCode(t testing.TB, err error, code vitrine.Code, conflict string) {
	t.Helper()
	if got := vitrine.ErrorCode(err); got != code {
		t.Errorf("error %v has the code %q, want %q", err, got, code)
		return
	}
	if conflict == "" {
		return
	}
	if got := conflictOf(err); got != conflict {
		t.Errorf("conflict is %v, want %q", got, conflict)
	}
}

// conflictOf returns what a conflict is called, or nil if err is none.
func conflictOf(err error) any {
	e, ok := errors.AsType[*vitrine.Error](err)
	if !ok {
		return nil
	}
	details, _ := e.Details.(map[string]any)
	return details["conflict"]
}

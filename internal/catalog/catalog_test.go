package catalog_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/catalog"
	"github.com/vitrine-photos/vitrine/internal/store"
	"github.com/vitrine-photos/vitrine/internal/store/storetest"
)

// bench is a catalog on a database of its own, with a user of each role.
type bench struct {
	*testing.T
	*catalog.Catalog
	db       *store.DB
	clock    *storetest.Clock
	settings vitrine.Settings
	users    map[vitrine.Role]vitrine.Actor
	files    int
	events   int64 // the last one that was looked at
}

// onBothEngines runs a test whose subject is what the database is asked.
func onBothEngines(t *testing.T, test func(t *testing.T, b *bench)) {
	t.Parallel()
	storetest.Engines(t, func(t *testing.T, open storetest.Open) { test(t, newBenchOn(t, open)) })
}

func newBench(t *testing.T) *bench {
	t.Helper()
	return newBenchOn(t, storetest.SQLite)
}

func newBenchOn(t *testing.T, open storetest.Open) *bench {
	t.Helper()
	b := &bench{T: t, clock: storetest.NewClock(), settings: vitrine.DefaultSettings(), users: map[vitrine.Role]vitrine.Actor{}}
	b.db = open(t, b.clock.Now)
	b.Catalog = catalog.New(catalog.Config{
		DB: b.db, Now: b.clock.Now, Log: slog.New(slog.DiscardHandler), VisitorKey: make([]byte, 32),
		Settings: func(context.Context) (vitrine.Settings, error) { return b.settings, nil },
	})
	for _, role := range vitrine.Roles() {
		user := &vitrine.User{Username: string(role), Email: string(role) + "@example.com", Role: role, IsActive: true}
		b.update(func(tx *store.Tx) error { return tx.InsertUser(t.Context(), user) })
		b.users[role] = vitrine.Actor{UserID: user.ID, Role: role}
	}
	return b
}

func (b *bench) admin() vitrine.Actor  { return b.users[vitrine.RoleAdmin] }
func (b *bench) editor() vitrine.Actor { return b.users[vitrine.RoleEditor] }

func (b *bench) update(fn func(*store.Tx) error) {
	b.Helper()
	b.must(b.db.Update(b.Context(), fn))
}

func (b *bench) must(err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}

// upload adds an upload of an actor that nobody looked into yet.
func (b *bench) upload(owner vitrine.Actor) string {
	b.Helper()
	b.files++
	id, key := fmt.Sprintf("file-%d", b.files), fmt.Sprintf("originals/%d", b.files)
	b.update(func(tx *store.Tx) error {
		if err := tx.ReserveBlob(b.Context(), key, 1000); err != nil {
			return err
		}
		return tx.InsertUpload(b.Context(), &vitrine.Upload{
			ID: id, UserID: owner.UserID, SHA256: fmt.Sprintf("%064d", b.files), OriginalFilename: "a.jpg", Size: 1000,
			MIMEType: "image/jpeg", Status: vitrine.UploadUploaded, Steps: vitrine.NewSteps(),
		}, key)
	})
	return id
}

// derive completes an upload.
func (b *bench) derive(id string, details vitrine.PictureDetails) {
	b.Helper()
	b.update(func(tx *store.Tx) error {
		var set []store.NewRendition
		for _, name := range vitrine.RenditionNames() {
			key := "derived/" + id + string(name)
			if err := tx.ReserveBlob(b.Context(), key, 1); err != nil {
				return err
			}
			set = append(set, store.NewRendition{BlobKey: key, Rendition: vitrine.Rendition{Name: name, Key: key, Width: 1, Height: 1, Size: 1}})
		}
		if err := tx.SetUploadDetails(b.Context(), id, details, true); err != nil {
			return err
		}
		if err := tx.CompleteUpload(b.Context(), id, vitrine.Picture{Width: 3, Height: 2}, set); err != nil {
			return err
		}
		_, err := tx.SetFormatsReady(b.Context(), id)
		return err
	})
}

// picture adds a complete upload of an actor.
func (b *bench) picture(owner vitrine.Actor, details vitrine.PictureDetails) string {
	b.Helper()
	id := b.upload(owner)
	b.derive(id, details)
	return id
}

// create makes a photo that must succeed.
func (b *bench) create(in vitrine.PhotoInput) *vitrine.Photo {
	b.Helper()
	photo, err := b.CreatePhoto(b.Context(), b.admin(), in)
	b.must(err)
	return photo
}

func (b *bench) change(id int64, in vitrine.PhotoInput) *vitrine.Photo {
	b.Helper()
	photo, err := b.UpdatePhoto(b.Context(), b.admin(), id, in, nil)
	b.must(err)
	return photo
}

// published is the input for a photo that the public sees.
func (b *bench) published(title string) vitrine.PhotoInput {
	b.Helper()
	return vitrine.PhotoInput{
		Title: vitrine.Some(title), Status: vitrine.Some(vitrine.PhotoPublished),
		FileID: vitrine.Some(b.picture(b.admin(), vitrine.PictureDetails{})),
	}
}

// wantEvents compares what was announced since the last look.
func (b *bench) wantEvents(want ...string) {
	b.Helper()
	events, err := b.db.Events(b.Context(), b.events, 100)
	b.must(err)
	var got []string
	for _, e := range events {
		got = append(got, fmt.Sprintf("%s %d", e.Type, e.Subject))
		b.events = e.ID
		if !json.Valid(e.Data) {
			b.Errorf("data of %s is no JSON: %s", e.Type, e.Data)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		b.Errorf("events (-want +got):\n%s", diff)
	}
}

func (b *bench) wantCode(what string, err error, want vitrine.Code) {
	b.Helper()
	if got := vitrine.ErrorCode(err); got != want {
		b.Errorf("%s: %q (%v), want %q", what, got, err, want)
	}
}

func (b *bench) wantConflict(what string, err error, want string) {
	b.Helper()
	b.wantCode(what, err, vitrine.CodeConflict)
	failure, ok := errors.AsType[*vitrine.Error](err)
	if !ok {
		return
	}
	if details, _ := failure.Details.(map[string]any); details["conflict"] != want {
		b.Errorf("%s: conflict %v, want %q", what, details["conflict"], want)
	}
}

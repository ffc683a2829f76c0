// Package library fills a data directory and its database with a large, lifelike
// library in little time: rows as the service would have written them, and a few
// real pictures that all photos share. Benchmarks and demonstrations use it.
package library

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/client"
	"github.com/vitrine-photos/vitrine/internal/app"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// How a library is made up. It spans the years before it is made, and however
// many the photos are, they were added at about as many moments: so libraries of
// any size have the same months, and are compared by their photos alone.
const (
	tagCount      = 500
	categoryCount = 200
	years         = 10
	moments       = 400
)

// Fill adds photos to the service that cfg describes, which must not be running,
// together with 500 tags and 200 categories for them. The pictures, files of
// which there should be a few, are uploaded and derived once and shared by all
// photos. Nine in ten photos are published, the others drafts or archived, one
// in ten is undated; the same cfg and count give the same library. Progress is
// told after each batch, with the number of photos so far.
func Fill(ctx context.Context, cfg app.Config, photos int, pictures []string, progress func(done int)) error {
	files, err := derive(ctx, cfg, pictures)
	if err != nil {
		return fmt.Errorf("derive the pictures: %w", err)
	}
	database := cfg.DatabaseURL
	if database == "" {
		database = filepath.Join(cfg.Data, "vitrine.db")
	}
	now := time.Now()
	f := &filler{began: now.AddDate(-years, 0, 0), ends: now, total: photos}
	f.db, err = store.Open(ctx, store.Config{URL: database, Now: f.now, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	return errors.Join(f.fill(ctx, files, progress), f.db.Close())
}

// Config is that of a service in a data directory, without rate limits.
func Config(data string) app.Config {
	return app.Config{
		Addr: "127.0.0.1:0", Data: data, Timezone: "UTC", Registration: "open", RateLimit: "off",
		AdminUsername: "admin", AdminEmail: "admin@localhost", AdminPassword: "a long enough password",
		AccessTokenTTL: 15 * time.Minute, RefreshTokenTTL: 720 * time.Hour, MaxPixels: 200_000_000,
	}
}

// filler is one filling of a library.
type filler struct {
	db          *store.DB
	began, ends time.Time
	total, done int
	files       []file
	categories  []int64 // a tree; the later ones are deeper
}

// file is an upload that photos are given copies of.
type file struct {
	upload  *vitrine.Upload
	blobKey string
	set     []store.NewRendition
}

// now is the clock of the library: it goes through its years as it fills.
func (f *filler) now() time.Time {
	return f.began.Add(f.ends.Sub(f.began) / time.Duration(f.total+1) * time.Duration(f.done))
}

func (f *filler) fill(ctx context.Context, uploads []string, progress func(int)) error {
	for _, id := range uploads {
		file, err := f.read(ctx, id)
		if err != nil {
			return err
		}
		f.files = append(f.files, file)
	}
	if err := f.addCategories(ctx); err != nil {
		return err
	}
	for f.done < f.total {
		n := min(max(1, f.total/moments), f.total-f.done)
		if err := f.addPhotos(ctx, n); err != nil {
			return err
		}
		f.done += n
		progress(f.done)
	}
	return nil
}

func (f *filler) read(ctx context.Context, upload string) (file, error) {
	u, err := f.db.Upload(ctx, upload)
	if err != nil {
		return file{}, err
	}
	key, _, _, err := f.db.UploadBlob(ctx, upload)
	if err != nil {
		return file{}, err
	}
	renditions, err := f.db.Renditions(ctx, []string{upload})
	if err != nil {
		return file{}, err
	}
	read := file{upload: u, blobKey: key}
	for _, rendition := range renditions[upload] {
		media, err := f.db.Media(ctx, rendition.Key)
		if err != nil {
			return file{}, err
		}
		read.set = append(read.set, store.NewRendition{Rendition: rendition, BlobKey: media.BlobKey})
	}
	return read, nil
}

// addCategories makes a tree of ten roots, five levels deep.
func (f *filler) addCategories(ctx context.Context) error {
	return f.db.Update(ctx, func(tx *store.Tx) error {
		f.categories = nil
		for i := range categoryCount {
			name := fmt.Sprintf("%s %d", place(i), i)
			c := &vitrine.Category{
				Name: name, Slug: vitrine.MakeSlug(name, "category"), Color: "#1f2937",
				IsActive: i%50 != 49, IsFeatured: i < 5,
			}
			if i >= 10 {
				parent := f.categories[i/3]
				c.ParentID = &parent
			}
			if err := tx.InsertCategory(ctx, c, false); err != nil {
				return err
			}
			f.categories = append(f.categories, c.ID)
		}
		return nil
	})
}

func (f *filler) addPhotos(ctx context.Context, n int) error {
	return f.db.Update(ctx, func(tx *store.Tx) error {
		var ids []int64
		var visits []store.Visit
		for number := f.done; number < f.done+n; number++ {
			photo, err := f.addPhoto(ctx, tx, number)
			if err != nil {
				return err
			}
			ids = append(ids, photo)
			for visitor := range number % 3 {
				visits = append(visits, store.Visit{
					PhotoID: photo, Hour: tx.Now.Unix() / 3600, Visitor: fmt.Append(nil, visitor),
				})
			}
		}
		if err := tx.RefreshPhotos(ctx, ids); err != nil {
			return err
		}
		_, err := tx.CountViews(ctx, visits)
		return err
	})
}

func (f *filler) addPhoto(ctx context.Context, tx *store.Tx, number int) (int64, error) {
	sketch := f.sketch(number)
	upload, err := f.addFile(ctx, tx, number)
	if err != nil {
		return 0, err
	}
	sketch.photo.UploadID = upload
	if err := tx.InsertPhoto(ctx, &sketch.photo, true); err != nil {
		return 0, err
	}
	id := sketch.photo.ID
	if err := tx.SetPhotoCategories(ctx, id, sketch.categories); err != nil {
		return 0, err
	}
	return id, tx.SetPhotoTags(ctx, id, sketch.tags)
}

// addFile gives a photo an upload of its own, with the bytes of a shared one.
func (f *filler) addFile(ctx context.Context, tx *store.Tx, number int) (id string, err error) {
	shared := f.files[number%len(f.files)]
	u := *shared.upload
	u.ID = fmt.Sprintf("seeded-%d", number)
	u.DuplicateOf = shared.upload.ID
	if err := tx.InsertUpload(ctx, &u, shared.blobKey); err != nil {
		return "", err
	}
	return u.ID, tx.CompleteUpload(ctx, u.ID, u.Picture, shared.set)
}

// derive uploads the pictures to a short run of the service, which makes the
// database and the administrator too, and returns the ids of the uploads.
func derive(ctx context.Context, cfg app.Config, pictures []string) (ids []string, err error) {
	service, err := app.New(ctx, cfg, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- service.Run(ctx) }()
	defer func() {
		stop()
		err = errors.Join(err, <-ended)
	}()
	tokens, err := app.OperatorTokens(cfg)
	if err != nil {
		return nil, err
	}
	api := client.New("http://"+service.Addr(), tokens)
	for _, picture := range pictures {
		id, err := upload(ctx, api, picture)
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, nil
}

func upload(ctx context.Context, api *client.Client, picture string) (string, error) {
	file, err := os.Open(picture)
	if err != nil {
		return "", err
	}
	defer file.Close()
	u, err := api.Upload(ctx, filepath.Base(picture), file)
	if err != nil {
		return "", err
	}
	for {
		status, err := api.UploadStatus(ctx, u.FileID)
		switch {
		case err != nil:
			return "", err
		case status.Status == "completed":
			return u.FileID, nil
		case status.Status == "failed":
			return "", fmt.Errorf("%s: %s", picture, status.Error)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

package stats_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"log/slog"
	"net/netip"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/blob"
	"github.com/vitrine-photos/vitrine/internal/catalog"
	"github.com/vitrine-photos/vitrine/internal/imaging"
	"github.com/vitrine-photos/vitrine/internal/ingest"
	"github.com/vitrine-photos/vitrine/internal/stats"
	"github.com/vitrine-photos/vitrine/internal/store"
	"github.com/vitrine-photos/vitrine/internal/store/storetest"
)

const capacity = 1e12

var admin = vitrine.Actor{UserID: 1, Role: vitrine.RoleSuperAdmin}

// library is a catalog and a storage, with what must be remembered to count
// again.
type library struct {
	testing.TB
	*storetest.Clock
	db      *store.DB
	dir     string
	catalog *catalog.Catalog
	ingest  *ingest.Ingest
	stats   *stats.Stats

	files   []string // uploads
	photos  []int64
	trashed []int64
	seen    map[string]bool
	views   map[string]int   // by day
	likes   map[string]int   // by day, as far as they stand
	liked   map[int64]string // when each photo was
}

func newLibrary(t *testing.T, open storetest.Open) *library {
	l := &library{TB: t, Clock: storetest.NewClock(), dir: t.TempDir(), seen: map[string]bool{}, views: map[string]int{}, likes: map[string]int{}, liked: map[int64]string{}}
	l.db = open(t, l.Now)
	log := slog.New(slog.DiscardHandler)
	settings := func(context.Context) (vitrine.Settings, error) { return vitrine.DefaultSettings(), nil }
	blobs, err := blob.OpenLocal(l.dir, l.Now)
	l.must(err)
	decoders, err := imaging.New(imaging.Config{Workers: 1, Log: log})
	l.must(err)
	t.Cleanup(func() { l.must(decoders.Close()) })
	l.catalog = catalog.New(catalog.Config{DB: l.db, Settings: settings, VisitorKey: make([]byte, 32), Now: l.Now, Log: log})
	l.ingest = ingest.New(ingest.Config{
		DB: l.db, Blobs: blobs, Imaging: decoders, Settings: settings, Zone: time.UTC, Now: l.Now, Log: log,
	})
	l.stats = stats.New(stats.Config{
		DB: l.db, Capacity: func() (int64, error) { return capacity, nil }, Now: l.Now,
		Health: func(context.Context) map[string]string { return map[string]string{"queue": "degraded"} },
	})
	l.must(l.db.Update(t.Context(), func(tx *store.Tx) error {
		return tx.InsertUser(t.Context(), &vitrine.User{Username: "ansel", Email: "a@example.com", Role: vitrine.RoleSuperAdmin, IsActive: true})
	}))
	return l
}

func (l *library) must(err error) {
	l.Helper()
	if err != nil {
		l.Fatal(err)
	}
}

// clear begins again; views remain.
func (l *library) clear() {
	for _, id := range l.photos {
		l.must(l.catalog.DeletePhoto(l.Context(), admin, id, nil))
	}
	for _, id := range slices.Concat(l.photos, l.trashed) {
		l.must(l.catalog.PurgePhoto(l.Context(), admin, id))
	}
	l.photos, l.trashed = nil, nil
}

// upload sends one of a few pictures, and derives files from it.
func (l *library) upload(rt *rapid.T) {
	var file bytes.Buffer
	picture := image.NewUniform(color.Gray{Y: uint8(rapid.IntRange(0, 5).Draw(rt, "picture"))})
	l.must(jpeg.Encode(&file, cropped{picture}, nil))
	u, err := l.ingest.Receive(l.Context(), admin, "a.jpg", &file)
	l.must(err)
	camera := rapid.SampledFrom([]string{"", "Nikon Z 6", "Leica M6"}).Draw(rt, "camera")
	lens := rapid.SampledFrom([]string{"", "Z 50mm"}).Draw(rt, "lens")
	l.must(l.db.Update(l.Context(), func(tx *store.Tx) error { return l.derive(tx, u.ID, camera, lens) }))
	l.files = append(l.files, u.ID)
}

// cropped is a picture of one colour.
type cropped struct{ image.Image }

// Bounds implements image.Image.
func (cropped) Bounds() image.Rectangle { return image.Rect(0, 0, 8, 8) }

// derive gives an upload the rows that a worker would.
func (l *library) derive(tx *store.Tx, id, camera, lens string) error {
	var details vitrine.PictureDetails
	if camera != "" {
		details.EXIF.Camera = &camera
	}
	if lens != "" {
		details.EXIF.Lens = &lens
	}
	if err := tx.SetUploadDetails(l.Context(), id, details, true); err != nil {
		return err
	}
	var set []store.NewRendition
	for i, name := range vitrine.RenditionNames() {
		key := fmt.Sprintf("%x", sha256.Sum256(fmt.Append(nil, id, name)))
		blobKey := "derived/" + key[:2] + "/" + key
		size, mime := int64(10+i), "image/jpeg"
		if name == vitrine.WebP {
			mime = "image/webp"
		}
		if err := tx.ReserveBlob(l.Context(), blobKey, size); err != nil {
			return err
		}
		set = append(set, store.NewRendition{BlobKey: blobKey, Rendition: vitrine.Rendition{
			Name: name, Key: key, MIMEType: mime, Width: 8, Height: 8, Size: size,
		}})
	}
	return tx.CompleteUpload(l.Context(), id, vitrine.Picture{Width: 8, Height: 8}, set)
}

func (l *library) draw(rt *rapid.T) vitrine.PhotoInput {
	in := vitrine.PhotoInput{
		Title:  vitrine.Some("Photo"),
		Status: vitrine.Some(rapid.SampledFrom([]vitrine.PhotoStatus{vitrine.PhotoDraft, vitrine.PhotoArchived}).Draw(rt, "status")),
		Tags:   vitrine.Some(rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"red", "green", "blue"}), 0, 3, rapid.ID).Draw(rt, "tags")),
	}
	if len(l.files) > 0 && rapid.Bool().Draw(rt, "has file") {
		i := rapid.IntRange(0, len(l.files)-1).Draw(rt, "file")
		in.FileID = vitrine.Some(l.files[i])
		l.files = slices.Delete(l.files, i, i+1)
		in.Status = vitrine.Some(rapid.SampledFrom(vitrine.PhotoStatuses()).Draw(rt, "status with file"))
	}
	var refs []vitrine.CategoryRef
	categories, err := l.db.Categories(l.Context(), vitrine.AudienceEditor)
	l.must(err)
	for _, c := range categories {
		if rapid.Bool().Draw(rt, "in category") {
			refs = append(refs, vitrine.CategoryRef{ID: c.ID})
		}
	}
	in.Categories = vitrine.Some(refs)
	return in
}

func (l *library) create(rt *rapid.T) {
	p, err := l.catalog.CreatePhoto(l.Context(), admin, l.draw(rt))
	l.must(err)
	l.photos = append(l.photos, p.ID)
}

func (l *library) pick(rt *rapid.T, ids []int64) int64 {
	if len(ids) == 0 {
		rt.Skip("there is none")
	}
	return rapid.SampledFrom(ids).Draw(rt, "photo")
}

func (l *library) change(rt *rapid.T) {
	id, in := l.pick(rt, l.photos), l.draw(rt)
	_, err := l.catalog.UpdatePhoto(l.Context(), admin, id, in, nil)
	l.must(err)
}

func (l *library) trash(rt *rapid.T) {
	id := l.pick(rt, l.photos)
	l.must(l.catalog.DeletePhoto(l.Context(), admin, id, nil))
	l.photos = slices.DeleteFunc(l.photos, func(p int64) bool { return p == id })
	l.trashed = append(l.trashed, id)
}

func (l *library) restore(rt *rapid.T) {
	id := l.pick(rt, l.trashed)
	if _, err := l.catalog.RestorePhoto(l.Context(), admin, id); err != nil {
		rt.Skip(err)
	}
	l.trashed = slices.DeleteFunc(l.trashed, func(p int64) bool { return p == id })
	l.photos = append(l.photos, id)
}

func (l *library) purge(rt *rapid.T) {
	id := l.pick(rt, l.trashed)
	l.must(l.catalog.PurgePhoto(l.Context(), admin, id))
	l.trashed = slices.DeleteFunc(l.trashed, func(p int64) bool { return p == id })
}

// sort adds, moves, merges or removes what photos are sorted by.
func (l *library) sort(rt *rapid.T) {
	categories, err := l.db.Categories(l.Context(), vitrine.AudienceEditor)
	l.must(err)
	tags, err := l.db.Tags(l.Context(), vitrine.AudienceEditor, l.Now(), 10)
	l.must(err)
	switch {
	case len(categories) < 3:
		in := vitrine.CategoryInput{Name: vitrine.Some(rapid.SampledFrom([]string{"Sea", "Land"}).Draw(rt, "name"))}
		if len(categories) > 0 {
			in.ParentID = vitrine.Some(categories[0].ID)
		}
		_, err := l.catalog.CreateCategory(l.Context(), admin, in)
		l.must(err)
	case rapid.Bool().Draw(rt, "of categories"):
		l.must(l.catalog.DeleteCategory(l.Context(), admin, categories[len(categories)-1].ID, nil))
	case len(tags) > 1 && rapid.Bool().Draw(rt, "merge"):
		_, err := l.catalog.MergeTag(l.Context(), admin, tags[0].ID, tags[1].ID)
		l.must(err)
	case len(tags) > 0:
		l.must(l.catalog.DeleteTag(l.Context(), admin, tags[0].ID, nil))
	}
}

func (l *library) view(rt *rapid.T) {
	id := l.pick(rt, l.photos)
	visitor := catalog.Visitor{Address: netip.AddrFrom4([4]byte{192, 0, 2, byte(rapid.IntRange(1, 3).Draw(rt, "visitor"))})}
	l.catalog.CountView(id, visitor)
	l.must(l.catalog.Flush(l.Context()))
	now := l.Now().UTC()
	if once := fmt.Sprint(id, visitor.Address, now.Unix()/3600); !l.seen[once] {
		l.seen[once] = true
		l.views[now.Format(time.DateOnly)]++
	}
}

// like likes a photo, or takes that back.
func (l *library) like(rt *rapid.T) {
	id := l.pick(rt, l.photos)
	if day, liked := l.liked[id]; liked {
		_, err := l.catalog.Unlike(l.Context(), admin, id, catalog.Visitor{})
		l.must(err)
		delete(l.liked, id)
		l.likes[day]--
		return
	}
	_, err := l.catalog.Like(l.Context(), admin, id, catalog.Visitor{})
	l.must(err)
	l.liked[id] = l.Now().UTC().Format(time.DateOnly)
	l.likes[l.liked[id]]++
}

func (l *library) wait(rt *rapid.T) {
	l.Advance(time.Duration(rapid.IntRange(1, 40*24).Draw(rt, "hours")) * time.Hour)
}

// sweep removes what nothing refers to any more. Files that were not written, as
// the derived ones here, are removed without a complaint.
func (l *library) sweep(*rapid.T) {
	l.must(l.ingest.Sweep(l.Context(), nil))
	l.files = slices.DeleteFunc(l.files, func(id string) bool {
		_, err := l.db.Upload(l.Context(), id)
		return vitrine.ErrorCode(err) == vitrine.CodeNotFound
	})
}

package media_test

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/blob"
	"github.com/vitrine-photos/vitrine/internal/media"
	"github.com/vitrine-photos/vitrine/internal/store"
	"github.com/vitrine-photos/vitrine/internal/store/storetest"
	"github.com/vitrine-photos/vitrine/internal/urlsign"
)

// bench serves the media of a real database and real files.
type bench struct {
	t        *testing.T
	db       *store.DB
	blobs    *blob.Local
	urls     media.URLs
	handler  *media.Handler
	server   *httptest.Server
	settings vitrine.Settings
	original []byte
	photo    *vitrine.Photo
	counted  atomic.Int64 // downloads

	mu  sync.Mutex
	now time.Time
}

func (b *bench) clock() time.Time {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.now
}

func (b *bench) advance(d time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.now = b.now.Add(d)
}

// onBothEngines runs a test whose subject is what the database answers.
func onBothEngines(t *testing.T, test func(t *testing.T, b *bench)) {
	t.Parallel()
	storetest.Engines(t, func(t *testing.T, open storetest.Open) { test(t, newBenchOn(t, open, "image/jpeg")) })
}

// newBench has one published photo.
func newBench(t *testing.T) *bench { return newBenchOf(t, "image/jpeg") }

// newBenchOf has one published photo, whose original is said to be of that type.
func newBenchOf(t *testing.T, mimeType string) *bench {
	return newBenchOn(t, storetest.SQLite, mimeType)
}

func newBenchOn(t *testing.T, open storetest.Open, mimeType string) *bench {
	t.Helper()
	b := &bench{t: t, now: time.Date(2026, 5, 31, 12, 0, 0, 0, time.UTC), settings: vitrine.DefaultSettings()}
	b.db = open(t, b.clock)
	var err error
	b.blobs, err = blob.OpenLocal(t.TempDir(), b.clock)
	must(t, err)
	signer := urlsign.New(bytes.Repeat([]byte{7}, 32), b.clock)
	b.urls = media.URLs{Signer: signer}
	b.handler = media.New(media.Config{
		DB: b.db, Blobs: b.blobs, Signer: signer, Log: slog.New(slog.DiscardHandler),
		Settings: func(context.Context) (vitrine.Settings, error) { return b.settings, nil },
		Actor:    actorOf, Fail: fail, CountDownload: b.count,
	})
	b.server = httptest.NewServer(b.handler)
	t.Cleanup(b.server.Close)
	b.original = privateJPEG(t)
	b.photo = b.publish(mimeType)
	return b
}

// count counts a download of the photo.
func (b *bench) count(id int64) {
	if id != b.photo.ID {
		b.t.Errorf("a download of photo %d was counted", id)
	}
	b.counted.Add(1)
}

// actorOf takes the bearer token for the name of a role.
func actorOf(r *http.Request) (vitrine.Actor, error) {
	token, sent := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	role := vitrine.Role(token)
	switch {
	case !sent:
		return vitrine.Actor{}, nil
	case !role.Valid():
		return vitrine.Actor{}, &vitrine.Error{Code: vitrine.CodeInvalidToken}
	}
	return vitrine.Actor{UserID: 1, Role: role}, nil
}

// fail answers with the code of the error, as far as the tests look at it.
func fail(w http.ResponseWriter, _ *http.Request, err error) {
	status := map[vitrine.Code]int{
		vitrine.CodeNotFound: 404, vitrine.CodeForbidden: 403, vitrine.CodeUnauthenticated: 401,
		vitrine.CodeInvalidToken: 401, vitrine.CodeValidation: 405,
	}[vitrine.ErrorCode(err)]
	if e, ok := errors.AsType[*vitrine.Error](err); ok {
		for name, value := range e.Header {
			w.Header().Set(name, value)
		}
	}
	w.WriteHeader(max(status, 400))
	_, _ = io.WriteString(w, err.Error())
}

// publish stores the original and its renditions, and makes a photo of them.
func (b *bench) publish(mimeType string) *vitrine.Photo {
	b.t.Helper()
	ctx := b.t.Context()
	user := &vitrine.User{Username: "ansel", Email: "ansel@example.com", PasswordHash: "x", Role: vitrine.RoleEditor, IsActive: true}
	upload := &vitrine.Upload{
		ID: "upload", OriginalFilename: "Große Düne.jpg", Size: int64(len(b.original)), MIMEType: mimeType,
		Status: vitrine.UploadUploaded, Steps: vitrine.NewSteps(), SHA256: strings.Repeat("0", 64),
	}
	photo := &vitrine.Photo{Title: "Dune", Slug: "dune", Status: vitrine.PhotoPublished, Visibility: vitrine.VisibilityPublic, UploadID: upload.ID}
	original := b.keep("originals", b.original)
	var set []store.NewRendition
	for i, name := range vitrine.RenditionNames() {
		r := vitrine.Rendition{Name: name, MIMEType: "image/jpeg", Width: 10 + i, Height: 10, Recipe: "test"}
		if name == vitrine.WebP {
			r.MIMEType = "image/webp"
		}
		data := []byte(strings.Repeat(string(name), 100))
		key := b.keep("derived", data)
		r.Key, r.Size = filepath.Base(key), int64(len(data))
		set = append(set, store.NewRendition{Rendition: r, BlobKey: key})
	}
	must(b.t, b.db.Update(ctx, func(tx *store.Tx) error {
		return errors.Join(
			tx.InsertUser(ctx, user), tx.InsertUpload(ctx, upload, original),
			tx.CompleteUpload(ctx, upload.ID, vitrine.Picture{Width: 10, Height: 10}, set),
			tx.InsertPhoto(ctx, photo, false), tx.RefreshPhoto(ctx, photo.ID))
	}))
	return b.read(vitrine.AudienceEditor)
}

// keep stores bytes by the rules of durability and returns their key.
func (b *bench) keep(family string, data []byte) string {
	b.t.Helper()
	ctx := b.t.Context()
	w, err := b.blobs.Create(ctx)
	must(b.t, err)
	_, err = w.Write(data)
	must(b.t, err)
	key := family + "/" + hexSum(w.Sum())[:2] + "/" + hexSum(w.Sum())
	must(b.t, b.db.Update(ctx, func(tx *store.Tx) error { return tx.ReserveBlob(ctx, key, w.Size()) }))
	must(b.t, w.Commit(ctx, key))
	return key
}

func (b *bench) read(audience vitrine.Audience) *vitrine.Photo {
	b.t.Helper()
	id := int64(1)
	if b.photo != nil {
		id = b.photo.ID
	}
	p, err := b.db.Photo(b.t.Context(), id, audience)
	must(b.t, err)
	return p
}

// set gives the photo a status.
func (b *bench) set(status vitrine.PhotoStatus) {
	b.t.Helper()
	p := b.read(vitrine.AudienceEditor)
	p.Status = status
	must(b.t, b.db.Update(b.t.Context(), func(tx *store.Tx) error {
		next := *p
		return errors.Join(tx.UpdatePhoto(b.t.Context(), &next), tx.RefreshPhoto(b.t.Context(), p.ID))
	}))
}

// answer is what came back.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// get asks for a path. The header is given as names and values in turn.
func (b *bench) get(path string, header ...string) answer {
	b.t.Helper()
	return b.do(http.MethodGet, path, header...)
}

func (b *bench) do(method, path string, header ...string) answer {
	b.t.Helper()
	r, err := http.NewRequestWithContext(b.t.Context(), method, b.server.URL+path, nil)
	must(b.t, err)
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	response, err := b.server.Client().Do(r)
	must(b.t, err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	must(b.t, err)
	return answer{response.StatusCode, response.Header, body}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// privateJPEG is a picture with a comment and an EXIF block that name a place.
func privateJPEG(t *testing.T) []byte {
	t.Helper()
	m := image.NewGray(image.Rect(0, 0, 32, 32))
	m.SetGray(3, 3, color.Gray{200})
	var plain bytes.Buffer
	must(t, jpeg.Encode(&plain, m, nil))
	var out bytes.Buffer
	out.Write(plain.Bytes()[:2])
	for _, segment := range []struct {
		marker byte
		data   string
	}{{0xe1, "http://ns.adobe.com/xap/1.0/\x00<x:xmpmeta>SECRET PLACE</x:xmpmeta>"}, {0xfe, "SECRET COMMENT"}} {
		out.Write([]byte{0xff, segment.marker, 0, byte(len(segment.data) + 2)})
		out.WriteString(segment.data)
	}
	out.Write(plain.Bytes()[2:])
	return out.Bytes()
}

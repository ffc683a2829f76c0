package api_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/api"
	"github.com/vitrine-photos/vitrine/internal/backup"
	"github.com/vitrine-photos/vitrine/internal/blob"
	"github.com/vitrine-photos/vitrine/internal/cache"
	"github.com/vitrine-photos/vitrine/internal/catalog"
	"github.com/vitrine-photos/vitrine/internal/idempotency"
	"github.com/vitrine-photos/vitrine/internal/identity"
	"github.com/vitrine-photos/vitrine/internal/imaging"
	"github.com/vitrine-photos/vitrine/internal/ingest"
	"github.com/vitrine-photos/vitrine/internal/passhash"
	"github.com/vitrine-photos/vitrine/internal/ratelimit"
	"github.com/vitrine-photos/vitrine/internal/settings"
	"github.com/vitrine-photos/vitrine/internal/share"
	"github.com/vitrine-photos/vitrine/internal/stats"
	"github.com/vitrine-photos/vitrine/internal/store"
	"github.com/vitrine-photos/vitrine/internal/store/storetest"
	"github.com/vitrine-photos/vitrine/internal/urlsign"
	"github.com/vitrine-photos/vitrine/internal/webhook"
)

// service is the API over a real store and real operations, in a directory of
// the test's own. Its clock stands still unless it is moved.
type service struct {
	testing.TB
	api      *api.API
	front    http.Handler // what is asked: the API, or what a test puts before it
	config   api.Config
	db       *store.DB
	catalog  *catalog.Catalog
	identity *identity.Identity
	shares   *share.Shares
	clock    atomic.Int64 // microseconds
	actors   map[vitrine.Role]vitrine.Actor
	tokens   map[vitrine.Role]string
	files    int
}

// password is every user's.
const password = "moon over half dome"

func newService(t testing.TB, change func(*api.Config)) *service {
	t.Helper()
	return newServiceOn(t, storetest.SQLite, change)
}

func newServiceOn(t testing.TB, open storetest.Open, change func(*api.Config)) *service {
	t.Helper()
	s := &service{TB: t, actors: map[vitrine.Role]vitrine.Actor{}, tokens: map[vitrine.Role]string{}}
	s.clock.Store(time.Date(2026, 5, 31, 12, 0, 0, 0, time.UTC).UnixMicro())
	log := slog.New(slog.DiscardHandler)
	db := open(t, s.now)
	blobs, err := blob.OpenLocal(t.TempDir(), s.now)
	s.must(err)
	decoders, err := imaging.New(imaging.Config{Log: log})
	s.must(err)
	t.Cleanup(func() { _ = decoders.Close() })

	answers := cache.NewMemory(1<<20, cache.All()...)
	known := settings.New(db, answers)
	s.db = db
	s.catalog = catalog.New(catalog.Config{DB: db, Settings: known.Get, VisitorKey: make([]byte, 32), Now: s.now, Log: log})
	s.identity = identity.New(identity.Config{
		DB: db, Key: make([]byte, identity.KeyLength), AccessTTL: 15 * time.Minute, RefreshTTL: 720 * time.Hour,
		RegistrationOpen: true, Passwords: passhash.New(passhash.Cost{MemoryKiB: 64, Passes: 1}), Now: s.now, Log: log,
	})
	db.OnCommit(func(store.Effects) {
		_, err := answers.Invalidate(context.Background(), cache.All()...)
		s.must(err)
	})
	requests, err := idempotency.New(idempotency.Config{DB: db, Secret: make([]byte, 32), Now: s.now})
	s.must(err)
	hashes := passhash.New(passhash.Cost{MemoryKiB: 64, Passes: 1})
	s.shares = share.New(share.Config{DB: db, Passwords: hashes, Key: make([]byte, 32), Now: s.now})
	hooks, err := webhook.New(webhook.Config{DB: db, Key: make([]byte, 32), Now: s.now, Log: log})
	s.must(err)
	health := func(context.Context) map[string]string {
		return map[string]string{"database": "healthy", "storage": "degraded", "cache_store": "healthy", "queue": "healthy"}
	}
	cfg := api.Config{
		Catalog: s.catalog, Identity: s.identity, Settings: known, Shares: s.shares, Webhooks: hooks, Requests: requests, Backups: backup.New(backup.Config{DB: db, Blobs: blobs, Directory: "/backups", Now: s.now, Log: log}), Cache: answers, URLs: plainURLs{}, Signer: urlsign.New(make([]byte, 32), s.now),
		Ingest: ingest.New(ingest.Config{
			DB: db, Blobs: blobs, Imaging: decoders, Settings: known.Get, Zone: time.UTC, Now: s.now, Log: log,
		}),
		Stats:   stats.New(stats.Config{DB: db, Capacity: func() (int64, error) { return 50e9, nil }, Health: health, Now: s.now}),
		Health:  health,
		Version: "1.2.3", Classes: ratelimit.DefaultClasses(), Now: s.now, Log: log,
	}
	if change != nil {
		change(&cfg)
	}
	s.config = cfg
	s.api, err = api.New(cfg)
	s.must(err)
	s.front = s.api
	s.addUsers()
	return s
}

func (s *service) must(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

func (s *service) now() time.Time { return time.UnixMicro(s.clock.Load()).UTC() }

func (s *service) wait(d time.Duration) { s.clock.Add(d.Microseconds()) }

// addUsers adds a user of every role, named as the role, and signs them in.
func (s *service) addUsers() {
	s.Helper()
	_, _, err := s.identity.EnsureSuperAdmin(s.Context(), "super_admin", "super_admin@example.com", password)
	s.must(err)
	root := vitrine.Actor{UserID: 1, Role: vitrine.RoleSuperAdmin}
	for _, role := range vitrine.Roles() {
		if role != vitrine.RoleSuperAdmin {
			_, err := s.identity.CreateUser(s.Context(), root, vitrine.UserInput{
				Username: vitrine.Some(string(role)), Email: vitrine.Some(string(role) + "@example.com"),
				Password: vitrine.Some(password), Role: vitrine.Some(role),
			})
			s.must(err)
		}
		tokens, err := s.identity.Login(s.Context(), string(role), password, identity.Client{})
		s.must(err)
		s.tokens[role] = tokens.AccessToken
		s.actors[role] = vitrine.Actor{UserID: tokens.User.ID, Role: role}
	}
}

// file adds an upload of the editor with all its derived pictures.
func (s *service) file() string {
	s.Helper()
	s.files++
	id := fmt.Sprintf("file%d", s.files)
	s.must(s.db.Update(s.Context(), func(tx *store.Tx) error {
		original := "originals/" + id
		if err := tx.ReserveBlob(s.Context(), original, 1000); err != nil {
			return err
		}
		if err := tx.InsertUpload(s.Context(), &vitrine.Upload{
			ID: id, UserID: s.actors[vitrine.RoleEditor].UserID, SHA256: fmt.Sprintf("%064d", s.files),
			OriginalFilename: id + ".jpg", Size: 1000, MIMEType: "image/jpeg", Status: vitrine.UploadUploaded, Steps: vitrine.NewSteps(),
		}, original); err != nil {
			return err
		}
		return s.derive(tx, id)
	}))
	return id
}

// derive gives an upload the details and pictures that a worker would.
func (s *service) derive(tx *store.Tx, id string) error {
	camera, lens, iso, taken := "Nikon Z 6", "Z 50mm", 200, time.Date(2026, 5, 30, 3, 12, 40, 0, time.UTC)
	latitude, longitude := 54.8912, 10.4113
	if err := tx.SetUploadDetails(s.Context(), id, vitrine.PictureDetails{
		EXIF:    vitrine.EXIF{Camera: &camera, Lens: &lens, ISO: &iso},
		TakenAt: &taken, TakenOffset: 2 * time.Hour,
		Location: vitrine.Location{Latitude: &latitude, Longitude: &longitude},
	}, true); err != nil {
		return err
	}
	var set []store.NewRendition
	for _, name := range vitrine.RenditionNames() {
		key := id + "-" + string(name)
		if err := tx.ReserveBlob(s.Context(), "derived/"+key, 10); err != nil {
			return err
		}
		set = append(set, store.NewRendition{BlobKey: "derived/" + key, Rendition: vitrine.Rendition{
			Name: name, Key: key, MIMEType: "image/jpeg", Width: 60, Height: 40, Size: 10,
		}})
	}
	picture := vitrine.Picture{Width: 6000, Height: 4000, Thumbhash: []byte{1, 2, 3}, DominantColor: "#3a4b5c"}
	return tx.CompleteUpload(s.Context(), id, picture, set)
}

// publish adds a published photo.
func (s *service) publish(title string, tags ...string) *vitrine.Photo {
	s.Helper()
	p, err := s.catalog.CreatePhoto(s.Context(), s.actors[vitrine.RoleEditor], vitrine.PhotoInput{
		Title: vitrine.Some(title), FileID: vitrine.Some(s.file()), Status: vitrine.Some(vitrine.PhotoPublished), Tags: vitrine.Some(tags),
	})
	s.must(err)
	s.wait(time.Second)
	return p
}

// ask sends a request as the user of a role, or as nobody. The answer must be as
// the document says.
func (s *service) ask(role vitrine.Role, method, target, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	r.Header.Set("X-Request-Id", "test")
	if role != "" {
		r.Header.Set("Authorization", "Bearer "+s.tokens[role])
	}
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	s.front.ServeHTTP(w, r)
	s.abide(r, w)
	return w
}

// plainURLs makes addresses that tell what they are of.
type plainURLs struct{}

func (plainURLs) Rendition(r vitrine.Rendition, public bool) string {
	if !public {
		return "/signed/" + r.Key
	}
	return "/media/" + r.Key
}

func (plainURLs) Original(p *vitrine.Photo, editor bool) string {
	if editor {
		return fmt.Sprintf("/signed/originals/%d", p.ID)
	}
	return fmt.Sprintf("/media/originals/%d", p.ID)
}

func (plainURLs) Upload(id string) string { return "/signed/uploads/" + id }

var _ http.Handler = (*api.API)(nil)

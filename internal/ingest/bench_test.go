package ingest_test

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/blob"
	"github.com/vitrine-photos/vitrine/internal/imaging"
	"github.com/vitrine-photos/vitrine/internal/ingest"
	"github.com/vitrine-photos/vitrine/internal/jobs"
	"github.com/vitrine-photos/vitrine/internal/store"
	"github.com/vitrine-photos/vitrine/internal/store/storetest"
)

func TestMain(m *testing.M) {
	imaging.RunIfWorker()
	os.Exit(m.Run())
}

// bench is an Ingest over a real database, real files and real decoders.
type bench struct {
	*ingest.Ingest
	t        testing.TB
	dir      string // of the blobs
	db       *store.DB
	blobs    *blob.Local
	clock    *clock
	settings *vitrine.Settings
	editor   vitrine.Actor
	pool     *imaging.Pool

	// Of the tests under faults:
	arm, disarm func()
	known       []string // uploads
	shown       int64    // a photo
}

// clock is a clock that the test sets. Hook, if set, runs at each reading.
type clock struct {
	mu   sync.Mutex
	now  time.Time
	hook func()
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	hook := c.hook
	c.mu.Unlock()
	if hook != nil {
		hook()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

func (c *clock) setHook(hook func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.hook = hook
}

// onBothEngines runs a test whose subject is what the database is told.
func onBothEngines(t *testing.T, test func(t *testing.T, b *bench)) {
	t.Parallel()
	storetest.Engines(t, func(t *testing.T, open storetest.Open) { test(t, newBenchOn(t, open, t.TempDir())) })
}

func newBench(t testing.TB) *bench { return newBenchIn(t, t.TempDir()) }

// newBenchIn keeps the blobs in dir.
func newBenchIn(t testing.TB, dir string) *bench { return newBenchOn(t, storetest.SQLite, dir) }

func newBenchOn(t testing.TB, open storetest.Open, dir string) *bench {
	t.Helper()
	b := &bench{t: t, dir: dir, clock: &clock{now: time.Date(2026, 5, 31, 12, 0, 0, 0, time.UTC)}}
	settings := vitrine.DefaultSettings()
	b.settings = &settings
	b.db = open(t, b.clock.Now)
	var err error
	b.blobs, err = blob.OpenLocal(dir, b.clock.Now)
	must(t, err)
	b.pool = b.decoders("")
	b.Ingest = b.over(b.blobs)
	b.editor = b.user("ansel", vitrine.RoleEditor)
	return b
}

// decoders returns a pool of its own.
func (b *bench) decoders(library string) *imaging.Pool {
	b.t.Helper()
	pool, err := imaging.New(imaging.Config{Workers: 1, Library: library})
	must(b.t, err)
	b.t.Cleanup(func() { must(b.t, pool.Close()) })
	return pool
}

// over returns an Ingest over other blobs.
func (b *bench) over(blobs blob.Store) *ingest.Ingest { return b.with(blobs, b.pool) }

func (b *bench) with(blobs blob.Store, pool *imaging.Pool) *ingest.Ingest {
	return ingest.New(ingest.Config{
		DB: b.db, Blobs: blobs, Imaging: pool, Zone: time.FixedZone("JST", 9*60*60), Now: b.clock.Now, Log: slog.New(slog.DiscardHandler),
		Settings: func(context.Context) (vitrine.Settings, error) { return *b.settings, nil },
	})
}

func (b *bench) user(name string, role vitrine.Role) vitrine.Actor {
	b.t.Helper()
	user := &vitrine.User{Username: name, Email: name + "@example.com", PasswordHash: "x", Role: role, IsActive: true}
	b.update(func(tx *store.Tx) error { return tx.InsertUser(b.t.Context(), user) })
	return vitrine.Actor{UserID: user.ID, Role: role}
}

func (b *bench) update(fn func(tx *store.Tx) error) {
	b.t.Helper()
	must(b.t, b.db.Update(b.t.Context(), fn))
}

// send receives a file that must be accepted.
func (b *bench) send(name string, data []byte) *vitrine.Upload {
	b.t.Helper()
	u, err := b.Receive(b.t.Context(), b.editor, name, bytes.NewReader(data))
	must(b.t, err)
	return u
}

// work runs the derive jobs that are due, and returns the errors of those that
// are to be tried again.
func (b *bench) work() []error {
	b.t.Helper()
	var failures []error
	for {
		job, err := b.db.ClaimJob(b.t.Context(), []vitrine.JobKind{vitrine.JobDerive}, time.Minute)
		must(b.t, err)
		if job == nil {
			return failures
		}
		if err := b.Derive(b.t.Context(), job); err != nil {
			failures = append(failures, err)
			b.giveBack(job, err)
		}
	}
}

// giveBack does with a failed job what its queue does.
func (b *bench) giveBack(job *vitrine.Job, failure error) {
	b.t.Helper()
	if job.Attempt < job.MaxAttempts {
		must(b.t, b.db.RetryJob(b.t.Context(), job, failure, b.clock.Now().Add(time.Minute)))
		return
	}
	b.update(func(tx *store.Tx) error {
		if _, err := tx.BuryJob(b.t.Context(), job, failure); err != nil {
			return err
		}
		return b.Abandon(b.t.Context(), tx, job, failure)
	})
}

// serveUntil lets the queue of the service work, hours passing, until the upload
// has that status.
func (b *bench) serveUntil(id string, status vitrine.UploadStatus) *vitrine.Upload {
	b.t.Helper()
	queue := jobs.New(jobs.Config{
		DB: b.db, Now: b.clock.Now, Log: slog.New(slog.DiscardHandler), Alone: true,
		Lease:  365 * 24 * time.Hour, // the hours must not end that of a worker, however slow it is
		Queues: map[vitrine.JobKind]jobs.Queue{vitrine.JobDerive: {Workers: 1, Handle: b.Derive, Abandon: b.Abandon}},
	})
	ctx, stop := context.WithCancel(b.t.Context())
	var running sync.WaitGroup
	running.Go(func() { _ = queue.Run(ctx) })
	defer running.Wait()
	defer stop()
	for {
		switch u := b.upload(id); u.Status {
		case status:
			return u
		case vitrine.UploadCompleted, vitrine.UploadFailed:
			b.t.Fatalf("the upload is %s (%s), want %s", u.Status, u.Error, status)
		}
		b.clock.advance(time.Hour)
		queue.Wake()
		time.Sleep(10 * time.Millisecond)
	}
}

// finish derives what waits, which must succeed, and returns the upload.
func (b *bench) finish(id string) *vitrine.Upload {
	b.t.Helper()
	for _, err := range b.work() {
		b.t.Fatal(err)
	}
	return b.upload(id)
}

func (b *bench) upload(id string) *vitrine.Upload {
	b.t.Helper()
	u, err := b.db.Upload(b.t.Context(), id)
	must(b.t, err)
	return u
}

func (b *bench) renditions(id string) map[vitrine.RenditionName]vitrine.Rendition {
	b.t.Helper()
	sets, err := b.db.Renditions(b.t.Context(), []string{id})
	must(b.t, err)
	byName := map[vitrine.RenditionName]vitrine.Rendition{}
	for _, r := range sets[id] {
		byName[r.Name] = r
	}
	return byName
}

// photo makes a published photo of an upload.
func (b *bench) photo(uploadID string) int64 {
	b.t.Helper()
	p := &vitrine.Photo{
		Title: "Kelp", Slug: "kelp", Status: vitrine.PhotoPublished, Visibility: vitrine.VisibilityPublic,
		UploadID: uploadID, CreatedBy: b.editor.UserID, AwaitsTakenAt: true, AwaitsLocation: true,
	}
	b.update(func(tx *store.Tx) error {
		if err := tx.InsertPhoto(b.t.Context(), p, false); err != nil {
			return err
		}
		return tx.RefreshPhoto(b.t.Context(), p.ID)
	})
	return p.ID
}

// files lists every file below the folder of the blobs, staged ones included.
func (b *bench) files() []string {
	b.t.Helper()
	var found []string
	must(b.t, filepath.WalkDir(b.dir, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			relative, _ := filepath.Rel(b.dir, path)
			found = append(found, relative)
		}
		return err
	}))
	slices.Sort(found)
	return found
}

// read returns the bytes of a blob.
func (b *bench) read(key string) []byte {
	b.t.Helper()
	object, err := b.blobs.Open(b.t.Context(), key)
	must(b.t, err)
	defer object.Close()
	data, err := io.ReadAll(object)
	must(b.t, err)
	return data
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// picture is a colourful picture, the same for the same arguments.
func picture(width, height int, seed uint8) image.Image {
	m := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			m.SetRGBA(x, y, color.RGBA{uint8(x*255/width) ^ seed, uint8(y * 255 / height), uint8((x*y)>>6) + seed, 255})
		}
	}
	return m
}

func jpegFile(t testing.TB, m image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	must(t, jpeg.Encode(&out, m, nil))
	return out.Bytes()
}

func pngFile(t testing.TB, m image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	must(t, png.Encode(&out, m))
	return out.Bytes()
}

func gifFile(t testing.TB, m image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	must(t, gif.Encode(&out, m, nil))
	return out.Bytes()
}

// testPhoto returns a photograph of the folder that VITRINE_TEST_PHOTOS names.
func testPhoto(t testing.TB, name string) []byte {
	t.Helper()
	dir := os.Getenv("VITRINE_TEST_PHOTOS")
	if dir == "" {
		t.Skip("VITRINE_TEST_PHOTOS names no folder of photographs")
	}
	data, err := os.ReadFile(filepath.Join(dir, name))
	must(t, err)
	return data
}

package ingest_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/blob"
	"github.com/vitrine-photos/vitrine/internal/ingest"
)

// The tests of this file fail the first step of an operation, then the second,
// and so on until it ends before the failure comes, and check after each what
// must always hold. A step is an operation on files or the beginning of a
// transaction.

var errInjected = errors.New("injected failure")

// fault is the failure of one step.
type fault struct {
	kind   faultKind
	at     int // the step that fails, from 1
	cancel context.CancelFunc

	mu    sync.Mutex
	steps int
	fired bool
}

type faultKind string

const (
	hiccup      faultKind = "a hiccup"            // one operation on files fails
	crashBefore faultKind = "a crash before"      // the process ends before the step
	crashAfter  faultKind = "a crash right after" // the process ends when the step was done, before it is known
)

// begin counts a step and returns its failure. Once the process has crashed,
// everything fails.
func (f *fault) begin() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.fired {
		if f.kind == hiccup {
			return nil
		}
		return errInjected
	}
	f.steps++
	if f.steps != f.at {
		return nil
	}
	f.fired = true
	if f.kind != hiccup {
		f.cancel()
	}
	return errInjected
}

// beginTx is begin for a transaction, which fails because its context ends.
func (f *fault) beginTx() {
	if f.kind != hiccup {
		_ = f.begin()
	}
}

// crashed reports whether the process has ended.
func (f *fault) crashed() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.fired && f.kind != hiccup
}

// do runs an operation on files under the fault.
func (f *fault) do(operation func() error) error {
	already := f.crashed()
	failure := f.begin()
	if failure == nil {
		return operation()
	}
	if f.kind == crashAfter && !already {
		_ = operation() // done, but nobody learns of it
	}
	return failure
}

// faultyBlobs is a store whose operations fail.
type faultyBlobs struct {
	blob.Store
	fault *fault
}

func (s faultyBlobs) Create(ctx context.Context) (w blob.Writer, err error) {
	err = s.fault.do(func() error {
		// The writer outlives the crash: what it has staged stays.
		w, err = s.Store.Create(context.WithoutCancel(ctx))
		return err
	})
	if err != nil {
		return nil, err
	}
	return faultyWriter{w, s.fault}, nil
}

func (s faultyBlobs) Open(ctx context.Context, key string) (o blob.Object, err error) {
	err = s.fault.do(func() error {
		o, err = s.Store.Open(ctx, key)
		return err
	})
	return o, err
}

func (s faultyBlobs) Delete(ctx context.Context, key string) error {
	return s.fault.do(func() error { return s.Store.Delete(context.WithoutCancel(ctx), key) })
}

type faultyWriter struct {
	blob.Writer
	fault *fault
}

func (w faultyWriter) Write(p []byte) (n int, err error) {
	err = w.fault.do(func() error {
		n, err = w.Writer.Write(p)
		return err
	})
	return n, err
}

func (w faultyWriter) Commit(ctx context.Context, key string) error {
	err := w.fault.do(func() error { return w.Writer.Commit(context.WithoutCancel(ctx), key) })
	if errors.Is(err, errInjected) && !w.fault.crashed() {
		_ = w.Writer.Abort() // as a writer does that could not commit
	}
	return err
}

func (w faultyWriter) Abort() error {
	if w.fault.crashed() {
		return errInjected
	}
	return w.Writer.Abort()
}

// eachFault runs an operation under every kind of fault at every step.
func eachFault(t *testing.T, run func(t *testing.T, b *bench, g *ingest.Ingest, ctx context.Context, name string, n int)) {
	for _, kind := range []faultKind{hiccup, crashBefore, crashAfter} {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			for n := 1; ; n++ {
				ctx, cancel := context.WithCancel(t.Context())
				f := &fault{kind: kind, at: n, cancel: cancel}
				g := b.over(faultyBlobs{b.blobs, f})
				b.arm = func() { b.clock.setHook(f.beginTx) }
				b.disarm = func() { b.clock.setHook(nil) }
				run(t, b, g, ctx, fmt.Sprintf("%s step %d", kind, n), n)
				cancel()
				if !f.fired {
					if n < 3 {
						t.Errorf("only %d steps were seen", n-1)
					}
					return
				}
				if t.Failed() || n > 500 {
					t.Fatalf("stopped at step %d", n)
				}
			}
		})
	}
}

// restart does what the start of a process does.
func (b *bench) restart() {
	b.t.Helper()
	must(b.t, b.db.ReviveAll(b.t.Context()))
	b.clock.advance(time.Minute)
}

// referred lists the files that the uploads refer to.
func (b *bench) referred(ids []string) []string {
	b.t.Helper()
	var files []string
	for _, id := range ids {
		key, _, _, err := b.db.UploadBlob(b.t.Context(), id)
		must(b.t, err)
		files = append(files, key)
		for _, r := range b.renditions(id) {
			files = append(files, "derived/"+r.Key[:2]+"/"+r.Key)
		}
	}
	slices.Sort(files)
	return slices.Compact(files)
}

// checkOnlyReferred lets the grace periods pass and the janitor sweep, after
// which the files are exactly those that are referred to.
func (b *bench) checkOnlyReferred(ids []string) {
	b.t.Helper()
	for range 2 {
		b.clock.advance(25 * time.Hour)
		b.sweep()
	}
	if diff := cmp.Diff(b.referred(ids), b.files()); diff != "" {
		b.t.Errorf("files (-referred to +there):\n%s", diff)
	}
}

func TestReceiveUnderFaults(t *testing.T) {
	t.Parallel()
	eachFault(t, func(t *testing.T, b *bench, g *ingest.Ingest, ctx context.Context, name string, n int) {
		data := append(jpegFile(t, picture(24, 16, 0)), byte(n), byte(n>>8))
		sum := sha256.Sum256(data)
		b.arm()
		u, err := g.Receive(ctx, b.editor, "x.jpg", bytes.NewReader(data))
		b.disarm()
		b.restart()
		id, found, lookupErr := b.db.EarlierUpload(t.Context(), b.editor.UserID, hex.EncodeToString(sum[:]))
		must(t, lookupErr)
		if err == nil && (!found || id != u.ID) {
			t.Errorf("%s: an acknowledged upload is lost", name)
		}
		if found {
			key, _, _, err := b.db.UploadBlob(t.Context(), id)
			must(t, err)
			if !bytes.Equal(b.read(key), data) {
				t.Errorf("%s: the row is there, its bytes are not", name)
			}
			b.checkDone(b.finish(id))
			b.known = append(b.known, id)
		}
		// The same bytes can be sent again, whatever happened.
		again := b.finish(b.send("x.jpg", data).ID)
		b.checkDone(again)
		b.known = append(b.known, again.ID)
		b.photo(again.ID)
		if found {
			must(t, b.Delete(t.Context(), b.editor, id))
			b.known = slices.DeleteFunc(b.known, func(k string) bool { return k == id })
		}
		b.checkOnlyReferred(b.known)
	})
}

func TestDeriveUnderFaults(t *testing.T) {
	t.Parallel()
	eachFault(t, func(t *testing.T, b *bench, g *ingest.Ingest, ctx context.Context, name string, n int) {
		u := b.send("x.jpg", append(jpegFile(t, picture(24, 16, 0)), byte(n), byte(n>>8)))
		photo := b.photo(u.ID)
		b.known = append(b.known, u.ID)
		b.deriveOnce(ctx, g)
		b.restart()
		b.checkDone(b.finish(u.ID))
		b.checkAnnounced(photo, 1)
		b.checkOnlyReferred(b.known)
	})
}

// TestReprocessUnderFaults checks besides that the photo never stops being
// whole.
func TestReprocessUnderFaults(t *testing.T) {
	t.Parallel()
	eachFault(t, func(t *testing.T, b *bench, g *ingest.Ingest, ctx context.Context, name string, n int) {
		if n == 1 {
			b.known = []string{b.finish(b.send("x.jpg", jpegFile(t, picture(24, 16, 0))).ID).ID}
			b.shown = b.photo(b.known[0])
		}
		id := b.known[0]
		b.settings.Image.QualityJPG = 40 + n%50
		_, err := b.Reprocess(t.Context(), b.editor, id, nil, false)
		must(t, err)
		b.deriveOnce(ctx, g)
		b.checkWhole(b.shown)
		b.restart()
		b.checkDone(b.finish(id))
		b.checkWhole(b.shown)
		b.checkOnlyReferred(b.known)
	})
}

func TestSweepUnderFaults(t *testing.T) {
	t.Parallel()
	eachFault(t, func(t *testing.T, b *bench, g *ingest.Ingest, ctx context.Context, name string, n int) {
		if n == 1 {
			b.known = []string{b.finish(b.send("x.jpg", jpegFile(t, picture(24, 16, 0))).ID).ID}
			b.shown = b.photo(b.known[0])
		}
		data := append(jpegFile(t, picture(24, 16, 0)), byte(n), byte(n>>8))
		for _, sent := range [][]byte{data, append(bytes.Clone(data), 1)} {
			orphan := b.finish(b.send("y.jpg", sent).ID)
			must(t, b.Delete(t.Context(), b.editor, orphan.ID))
		}
		b.clock.advance(25 * time.Hour)
		b.arm()
		_ = g.Sweep(ctx, nil)
		b.disarm()
		b.restart()
		b.checkWhole(b.shown)
		b.checkOnlyReferred(b.known)
		again := b.send("y.jpg", data) // what was half removed can be sent again
		key, _, _, err := b.db.UploadBlob(t.Context(), again.ID)
		must(t, err)
		if !bytes.Equal(b.read(key), data) {
			t.Errorf("%s: the bytes sent again are not there", name)
		}
		b.finish(again.ID)
		must(t, b.Delete(t.Context(), b.editor, again.ID))
		b.checkOnlyReferred(b.known)
	})
}

// deriveOnce runs the waiting job under the fault, and gives it back if it fails.
func (b *bench) deriveOnce(ctx context.Context, g *ingest.Ingest) {
	b.t.Helper()
	job, err := b.db.ClaimJob(b.t.Context(), []vitrine.JobKind{vitrine.JobDerive}, time.Minute)
	must(b.t, err)
	b.arm()
	err = g.Derive(ctx, job)
	b.disarm()
	if err != nil && ctx.Err() == nil {
		must(b.t, b.db.RetryJob(b.t.Context(), job, err, b.clock.Now()))
	}
}

// checkDone checks that an upload was derived whole.
func (b *bench) checkDone(u *vitrine.Upload) {
	b.t.Helper()
	set := b.renditions(u.ID)
	if u.Status != vitrine.UploadCompleted || len(set) != len(vitrine.RenditionNames()) {
		b.t.Errorf("upload %s is %s (%s) with %d renditions", u.ID, u.Status, u.Error, len(set))
	}
	for _, r := range set {
		b.checkRendition(r)
	}
}

// checkWhole checks that the public sees a photo and every file of it.
func (b *bench) checkWhole(photo int64) {
	b.t.Helper()
	p, err := b.db.Photo(b.t.Context(), photo, vitrine.AudiencePublic)
	must(b.t, err)
	if len(p.Renditions) != len(vitrine.RenditionNames()) {
		b.t.Errorf("the photo has %d renditions", len(p.Renditions))
	}
	for _, r := range p.Renditions {
		b.checkRendition(r)
	}
	key, _, _, err := b.db.UploadBlob(b.t.Context(), p.UploadID)
	must(b.t, err)
	b.read(key)
}

// Package fault_test kills the real program at random moments and looks for
// what it lost. VITRINE_FAULT_ROUNDS sets how often; `make fault` runs it.
package fault_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/blob"
	"github.com/vitrine-photos/vitrine/internal/ingest"
	"github.com/vitrine-photos/vitrine/internal/store"
	"github.com/vitrine-photos/vitrine/test/program"
)

func rounds(t *testing.T) int {
	t.Helper()
	text := os.Getenv("VITRINE_FAULT_ROUNDS")
	if text == "" {
		t.Skip("set VITRINE_FAULT_ROUNDS, or run make fault")
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Whatever was acknowledged before a kill -9 is there after it, unchanged; no
// row lacks its file; the janitor leaves no stray; every job ends.
func TestKill(t *testing.T) {
	n := rounds(t)
	h := newHarness(t, program.Tags, uint64(time.Now().UnixNano()))
	seen := map[string]bool{}
	for range n {
		h.killOnce()
		if problems := h.rowsWithoutFiles(seen); len(problems) > 0 {
			t.Fatal(strings.Join(problems, "\n"))
		}
	}
	s := h.start()
	h.expectPromises()
	h.expectJobsEnd(s)
	h.expectPhotos(s)
	s.Stop(t)
	h.expectNoStrays()
	t.Logf("%d rounds, %d uploads acknowledged, none lost", n, len(h.promised))
}

// The harness has teeth: with a program that commits the row before the file is
// in place it finds rows without files.
func TestReversedOrderIsCaught(t *testing.T) {
	n := rounds(t)
	h := newHarness(t, program.Tags+",rowbeforefile", 1)
	seen := map[string]bool{}
	for i := range max(n, 50) {
		h.killOnce()
		if problems := h.rowsWithoutFiles(seen); len(problems) > 0 {
			t.Logf("caught in round %d: %s", i+1, problems[0])
			return
		}
	}
	t.Error("rows were committed before their files, and nothing was found")
}

// killOnce serves under load for a random time, then kills everything.
func (h *harness) killOnce() {
	s := h.start()
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		h.load(ctx, s)
	}()
	time.Sleep(time.Duration(20+h.random.IntN(280)) * time.Millisecond)
	s.Kill()
	stop()
	<-ended
}

// open gives access to what a killed program left on the disk.
func (h *harness) open() (*store.DB, *blob.Local) {
	h.t.Helper()
	log := slog.New(slog.DiscardHandler)
	db, err := store.Open(context.Background(), store.Config{URL: filepath.Join(h.data, "vitrine.db"), Now: time.Now, Log: log})
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { _ = db.Close() }) // closed twice where it was closed early
	blobs, err := blob.OpenLocal(filepath.Join(h.data, "blobs"), time.Now)
	if err != nil {
		h.t.Fatal(err)
	}
	return db, blobs
}

// rowsWithoutFiles checks the rows that were not seen before: each upload's
// original and each of its renditions must be there with the right bytes.
func (h *harness) rowsWithoutFiles(seen map[string]bool) []string {
	h.t.Helper()
	ctx := context.Background()
	db, blobs := h.open()
	defer db.Close()
	var problems []string
	check := func(owner, key string) {
		if seen[key] {
			return
		}
		seen[key] = true
		if err := intact(ctx, blobs, key); err != nil {
			problems = append(problems, fmt.Sprintf("%s: %v", owner, err))
		}
	}
	for _, id := range h.allUploads(db) {
		key, _, _, err := db.UploadBlob(ctx, id)
		if err != nil {
			h.t.Fatal(err)
		}
		check("upload "+id, key)
		renditions, err := db.Renditions(ctx, []string{id})
		if err != nil {
			h.t.Fatal(err)
		}
		for _, r := range renditions[id] {
			check(fmt.Sprintf("%s of upload %s", r.Name, id), "derived/"+r.Key[:2]+"/"+r.Key)
		}
	}
	return problems
}

func (h *harness) allUploads(db *store.DB) []string {
	h.t.Helper()
	var all []string
	after := ""
	for {
		ids, err := db.UploadsForReprocess(context.Background(), after, 500)
		if err != nil {
			h.t.Fatal(err)
		}
		if len(ids) == 0 {
			return all
		}
		all = append(all, ids...)
		after = ids[len(ids)-1]
	}
}

// intact reads a blob and compares it with the hash that is its name.
func intact(ctx context.Context, blobs *blob.Local, key string) error {
	object, err := blobs.Open(ctx, key)
	if err != nil {
		return err
	}
	defer object.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, object); err != nil {
		return err
	}
	if sum := hex.EncodeToString(hash.Sum(nil)); sum != filepath.Base(key) {
		return fmt.Errorf("%s holds bytes with the hash %s", key, sum)
	}
	return nil
}

// expectPromises looks for every upload that was acknowledged.
func (h *harness) expectPromises() {
	h.t.Helper()
	db, blobs := h.open()
	defer db.Close()
	for id, promise := range h.promised {
		key, _, _, err := db.UploadBlob(context.Background(), id)
		if err != nil {
			h.t.Errorf("upload %s was acknowledged and is lost: %v", id, err)
			continue
		}
		if filepath.Base(key) != promise.sum {
			h.t.Errorf("upload %s has changed", id)
		}
		if err := intact(context.Background(), blobs, key); err != nil {
			h.t.Errorf("upload %s: %v", id, err)
		}
	}
	if len(h.promised) == 0 {
		h.t.Error("no upload was ever acknowledged, so nothing was tried")
	}
}

// expectJobsEnd waits until every upload is completed.
func (h *harness) expectJobsEnd(s *program.Server) {
	h.t.Helper()
	api := s.API(h.t)
	deadline := time.Now().Add(10 * time.Minute)
	for id := range h.promised {
		for {
			status, err := api.UploadStatus(h.t.Context(), id)
			if err != nil {
				h.t.Fatal(err)
			}
			if status.Status == "completed" {
				break
			}
			if status.Status == "failed" || time.Now().After(deadline) {
				h.t.Fatalf("upload %s is %s at %d %%: %s\n%s", id, status.Status, status.Progress, status.Error, s.Log())
			}
			time.Sleep(20 * time.Millisecond)
		}
	}
}

// expectPhotos looks at every photo that was acknowledged, and at its picture.
func (h *harness) expectPhotos(s *program.Server) {
	h.t.Helper()
	api := s.API(h.t)
	for _, promise := range h.promised {
		if promise.photoID == 0 {
			continue
		}
		photo, err := api.Photo(h.t.Context(), promise.photoID)
		if err != nil {
			h.t.Errorf("photo %d was acknowledged: %v", promise.photoID, err)
			continue
		}
		if _, err := fetch(h.t.Context(), s, photo.Formats["thumb_small"]); err != nil {
			h.t.Errorf("photo %d: %v", promise.photoID, err)
		}
	}
}

// afterGrace is when the janitor may remove what a killed program left behind.
const afterGrace = 48 * time.Hour

// expectNoStrays runs the janitor as of two days later; then every file has its
// row, every row its file, and no temporary file is left.
func (h *harness) expectNoStrays() {
	h.t.Helper()
	ctx := context.Background()
	db, blobs := h.open()
	defer db.Close()
	janitor := ingest.New(ingest.Config{
		DB: db, Blobs: blobs, Zone: time.UTC, Log: slog.New(slog.DiscardHandler),
		Now:      func() time.Time { return time.Now().Add(afterGrace) },
		Settings: func(context.Context) (vitrine.Settings, error) { return vitrine.DefaultSettings(), nil },
	})
	for range 3 { // one sweep marks, the next may remove
		if err := janitor.Sweep(ctx, nil); err != nil {
			h.t.Fatal(err)
		}
	}
	wanted := map[string]bool{}
	for _, id := range h.allUploads(db) {
		key, _, _, err := db.UploadBlob(ctx, id)
		if err != nil {
			h.t.Fatal(err)
		}
		wanted[key] = true
		renditions, err := db.Renditions(ctx, []string{id})
		if err != nil {
			h.t.Fatal(err)
		}
		for _, r := range renditions[id] {
			wanted["derived/"+r.Key[:2]+"/"+r.Key] = true
		}
	}
	root := filepath.Join(h.data, "blobs")
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		key, err := filepath.Rel(root, path)
		if !wanted[key] {
			h.t.Errorf("stray file %s", key)
		}
		delete(wanted, key)
		return err
	})
	if err != nil {
		h.t.Fatal(err)
	}
	for key := range wanted {
		h.t.Errorf("missing file %s", key)
	}
}

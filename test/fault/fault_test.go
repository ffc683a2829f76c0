// Package fault_test kills the real program at random moments and looks for
// what it lost. VITRINE_FAULT_ROUNDS sets how often; `make fault` runs it.
package fault_test

import (
	"context"
	"crypto/sha256"
	"database/sql"
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

	_ "github.com/mattn/go-sqlite3" // to look into the database past the program's own code

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

// killOnce serves under load until a random number of uploads and photos was
// acknowledged and a random moment has passed, then kills everything.
func (h *harness) killOnce() {
	s := h.start()
	ctx, stop := context.WithCancel(context.Background())
	h.acknowledged = make(chan struct{}, 16)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		h.load(ctx, s)
	}()
	for range h.random.IntN(16) {
		<-h.acknowledged
	}
	time.Sleep(time.Duration(h.random.IntN(40)) * time.Millisecond)
	s.Kill()
	stop()
	<-ended
}

// openBlobs gives access to the files that a killed program left.
func (h *harness) openBlobs(now func() time.Time) *blob.Local {
	h.t.Helper()
	blobs, err := blob.OpenLocal(filepath.Join(h.data, "blobs"), now)
	if err != nil {
		h.t.Fatal(err)
	}
	return blobs
}

// owner is a row that refers to a file.
type owner struct{ name, key string }

// owners reads every row that refers to a file, past the program's own code.
func (h *harness) owners() []owner {
	h.t.Helper()
	db, err := sql.Open("sqlite3", filepath.Join(h.data, "vitrine.db"))
	if err != nil {
		h.t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.Query(`
		SELECT 'upload ' || id, blob_key FROM uploads
		UNION ALL SELECT name || ' of upload ' || upload_id, blob_key FROM renditions`)
	if err != nil {
		h.t.Fatal(err)
	}
	defer rows.Close()
	var all []owner
	for rows.Next() {
		var o owner
		if err := rows.Scan(&o.name, &o.key); err != nil {
			h.t.Fatal(err)
		}
		all = append(all, o)
	}
	if err := rows.Err(); err != nil {
		h.t.Fatal(err)
	}
	return all
}

// rowsWithoutFiles checks the files that were not seen before: each must be
// there with the right bytes.
func (h *harness) rowsWithoutFiles(seen map[string]bool) (problems []string) {
	h.t.Helper()
	blobs := h.openBlobs(time.Now)
	for _, o := range h.owners() {
		if seen[o.key] {
			continue
		}
		seen[o.key] = true
		if err := intact(h.t.Context(), blobs, o.key); err != nil {
			problems = append(problems, fmt.Sprintf("%s: %v", o.name, err))
		}
	}
	return problems
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
	blobs := h.openBlobs(time.Now)
	kept := map[string]string{}
	for _, o := range h.owners() {
		kept[o.name] = o.key
	}
	for id, promise := range h.promised {
		key, ok := kept["upload "+id]
		switch {
		case !ok:
			h.t.Errorf("upload %s was acknowledged and is lost", id)
		case filepath.Base(key) != promise.sum:
			h.t.Errorf("upload %s has changed", id)
		default:
			if err := intact(h.t.Context(), blobs, key); err != nil {
				h.t.Errorf("upload %s: %v", id, err)
			}
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
	for id := range h.promised {
		for {
			status, err := api.UploadStatus(h.t.Context(), id)
			if err != nil {
				h.t.Fatal(err)
			}
			if status.Status == "completed" {
				break
			}
			if status.Status == "failed" || outOfTime(h.t) {
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
	later := func() time.Time { return time.Now().Add(afterGrace) }
	log := slog.New(slog.DiscardHandler)
	db, err := store.Open(h.t.Context(), store.Config{URL: filepath.Join(h.data, "vitrine.db"), Now: later, Log: log})
	if err != nil {
		h.t.Fatal(err)
	}
	defer db.Close()
	janitor := ingest.New(ingest.Config{
		DB: db, Blobs: h.openBlobs(later), Zone: time.UTC, Log: log, Now: later,
		Settings: func(context.Context) (vitrine.Settings, error) { return vitrine.DefaultSettings(), nil },
	})
	for range 2 { // one sweep marks, the next removes
		if err := janitor.Sweep(h.t.Context(), nil); err != nil {
			h.t.Fatal(err)
		}
	}
	wanted := map[string]bool{}
	for _, o := range h.owners() {
		wanted[o.key] = true
	}
	root := filepath.Join(h.data, "blobs")
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
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

package ingest_test

import (
	"context"
	"errors"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/blob"
)

// killingBlobs kills the decoder when the first rendition is staged, as many
// times as there are decoders to kill.
type killingBlobs struct {
	blob.Store
	t testing.TB

	mu     sync.Mutex
	left   int
	killed map[string]bool // process ids
}

// Create implements blob.Store.
func (s *killingBlobs) Create(ctx context.Context) (blob.Writer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, pid := range children(s.t) {
		if s.left == 0 || s.killed[pid] {
			continue
		}
		n, err := strconv.Atoi(pid)
		must(s.t, err)
		must(s.t, syscall.Kill(n, syscall.SIGKILL))
		s.killed[pid] = true
		s.left--
	}
	return s.Store.Create(ctx)
}

// children returns the ids of the processes that this one has started.
func children(t testing.TB) []string {
	t.Helper()
	tasks, err := os.ReadDir("/proc/self/task")
	must(t, err)
	var pids []string
	for _, task := range tasks {
		list, err := os.ReadFile("/proc/self/task/" + task.Name() + "/children")
		if errors.Is(err, os.ErrNotExist) || errors.Is(err, syscall.ESRCH) {
			continue // the thread has ended
		}
		must(t, err)
		pids = append(pids, strings.Fields(string(list))...)
	}
	return pids
}

// TestDeriveWhenTheDecoderIsKilled is not parallel: it would kill the decoders of
// others.
func TestDeriveWhenTheDecoderIsKilled(t *testing.T) {
	t.Run("once", func(t *testing.T) {
		b := newBench(t)
		u := b.deriveKilling(1)
		b.checkCompleted(u)
		b.checkDone(u)
	})
	t.Run("twice", func(t *testing.T) {
		b := newBench(t)
		u := b.deriveKilling(2)
		if u.Status != vitrine.UploadFailed || u.Error == "" {
			t.Errorf("upload is %s (%s), want failed with a reason", u.Status, u.Error)
		}
		if files := b.files(); len(files) != 1 {
			t.Errorf("files = %q, want the original alone", files)
		}
		b.Ingest = b.over(b.blobs)
		_, err := b.Reprocess(t.Context(), b.editor, u.ID, nil, false)
		must(t, err)
		b.checkCompleted(b.finish(u.ID))
	})
}

// deriveKilling derives a picture while that many decoders are killed.
func (b *bench) deriveKilling(times int) *vitrine.Upload {
	b.t.Helper()
	u := b.send("x.jpg", jpegFile(b.t, picture(2600, 1800, 24)))
	b.Ingest = b.over(&killingBlobs{Store: b.blobs, t: b.t, left: times, killed: map[string]bool{}})
	return b.finish(u.ID)
}

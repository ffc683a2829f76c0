package backup_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/backup"
	"github.com/vitrine-photos/vitrine/internal/blob"
	"github.com/vitrine-photos/vitrine/internal/store"
	"github.com/vitrine-photos/vitrine/internal/store/storetest"
)

var errInjected = errors.New("injected")

// fault ends the process at the at-th operation on files: from then on all fail.
type fault struct {
	mu    sync.Mutex
	at    int
	after bool // the operation is done before the process ends
	steps int
}

// do runs an operation under the fault.
func (f *fault) do(operation func() error) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.steps++
	switch {
	case f.steps < f.at:
		return operation()
	case f.steps == f.at && f.after:
		_ = operation() // done, but nobody learns of it
	}
	return errInjected
}

func (f *fault) fired() bool { return f.steps >= f.at }

// faultyBlobs is a store whose operations fail.
type faultyBlobs struct {
	blob.Store
	fault *fault
}

func (s faultyBlobs) Create(ctx context.Context) (w blob.Writer, err error) {
	err = s.fault.do(func() error {
		w, err = s.Store.Create(ctx)
		return err
	})
	return faultyWriter{w, s.fault}, err
}

func (s faultyBlobs) Open(ctx context.Context, key string) (o blob.Object, err error) {
	err = s.fault.do(func() error {
		o, err = s.Store.Open(ctx, key)
		return err
	})
	return o, err
}

type faultyWriter struct {
	blob.Writer
	fault *fault
}

func (w faultyWriter) Write(p []byte) (n int, err error) {
	err = w.fault.do(func() error {
		n, err = w.Writer.Write(p[:len(p)/2+1])
		if err == nil {
			n, err = w.Writer.Write(p[len(p)/2+1:])
			n += len(p)/2 + 1
		}
		return err
	})
	return n, err
}

func (w faultyWriter) Commit(ctx context.Context, key string) error {
	return w.fault.do(func() error { return w.Writer.Commit(ctx, key) })
}

// Abort does nothing: a process that has ended leaves what it staged.
func (faultyWriter) Abort() error { return nil }

// someSteps picks those of n steps at which a process is ended: every one at the
// beginning and at the end, where backups come to be, and some of the many alike
// between.
func someSteps(n int) (steps []int) {
	const edge, stride = 8, 19
	for step := 1; step <= n; step++ {
		if step <= edge || step > n-edge || step%stride == 0 {
			steps = append(steps, step)
		}
	}
	return steps
}

// TestBackupUnderFaults ends the process at operations on files. What was
// complete before stays so, and the next run completes the new one.
func TestBackupUnderFaults(t *testing.T) {
	t.Parallel()
	for name, after := range map[string]bool{"before": false, "right after": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := newLibrary(t, storetest.SQLite)
			l.fill(1)
			l.back()
			all := l.crashAt(math.MaxInt, after, 1)
			if all < 50 {
				t.Errorf("only %d steps were seen", all)
			}
			for i, step := range someSteps(all) {
				l.crashAt(step, after, i+2)
			}
		})
	}
}

// crashAt ends a backup at a step, checks that the complete ones are well, and
// lets the next run complete it. It returns the number of steps.
func (l *library) crashAt(step int, after bool, complete int) int {
	l.Helper()
	l.upload(fmt.Appendf(nil, "new at step %d", step))
	f := &fault{at: step, after: after}
	b := l.backups(func(s blob.Store) blob.Store { return faultyBlobs{s, f} })
	_, err := b.Begin(l.Context(), l.actor, backup.Wish{})
	l.must(err)
	l.crash(b)
	if report := l.verify(); len(report.Problems) > 0 || report.Backups < complete {
		l.Fatalf("step %d: after the crash: %+v", step, report)
	}
	if f.fired() {
		l.run(l.backups(nil))
	}
	if report := l.verify(); len(report.Problems)+len(report.Notes) > 0 || report.Backups != complete+1 {
		l.Fatalf("step %d: after the next run: %+v", step, report)
	}
	return f.steps
}

// crash runs the waiting job in a process that ends, and starts another.
func (l *library) crash(b *backup.Backups) {
	l.Helper()
	job, err := l.db.ClaimJob(l.Context(), []vitrine.JobKind{vitrine.JobBackup}, 0)
	l.must(err)
	switch err := b.Run(l.Context(), job); {
	case err == nil:
		l.update(func(tx *store.Tx) error {
			_, err := tx.FinishJob(l.Context(), job)
			return err
		})
	case !errors.Is(err, errInjected):
		l.Fatal(err)
	}
	l.must(l.db.ReviveAll(l.Context()))
}

// TestRestoreUnderFaults: whichever file cannot be read or written, no rows are
// left.
func TestRestoreUnderFaults(t *testing.T) {
	t.Parallel()
	l := newLibrary(t, storetest.SQLite)
	l.fill(1)
	l.back()
	for n := 1; ; n++ {
		p := place{dir: t.TempDir()}
		p.url = filepath.Join(p.dir, "vitrine.db")
		to := p.target(t, l.Now)
		f := &fault{at: n}
		to.Blobs = faultyBlobs{to.Blobs, f}
		_, err := backup.Restore(t.Context(), l.folder, "", to, silent)
		if !f.fired() {
			l.must(err)
			return
		}
		if err == nil || !strings.Contains(err.Error(), errInjected.Error()) {
			t.Errorf("step %d: got %v", n, err)
		}
		l.checkNoRows(t, p)
	}
}

package blobtest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"runtime"
	"testing"
	"time"

	"github.com/vitrine-photos/vitrine/internal/blob"
)

func testStream(t *testing.T, s blob.Store) {
	const piece, pieces = 64 << 10, 512
	w := begin(t, s, "")
	before := heap()
	buffer := make([]byte, piece)
	for i := range pieces {
		buffer[0] = byte(i)
		if _, err := w.Write(buffer); err != nil {
			t.Fatal(err)
		}
	}
	if held := heap() - before; held > piece*pieces/4 {
		t.Errorf("after %d bytes the writer holds %d in memory", piece*pieces, held)
	}
	sum := w.Sum()
	if err := w.Commit(t.Context(), "stream"); err != nil {
		t.Fatal(err)
	}
	o, err := s.Open(t.Context(), "stream")
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	hash := sha256.New()
	if n, err := io.Copy(hash, o); n != piece*pieces || err != nil {
		t.Fatalf("read %d bytes: %v", n, err)
	}
	if !bytes.Equal(hash.Sum(nil), sum[:]) {
		t.Error("what was read has another hash than what was written")
	}
}

// heap returns the bytes of live memory.
func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

func testContext(t *testing.T, s blob.Store) {
	ctx, cancel := context.WithCancel(t.Context())
	w, err := s.Create(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(w, "before"); err != nil {
		t.Fatal(err)
	}
	whole := begin(t, s, "whole")
	cancel()
	if _, err := io.WriteString(w, "after"); !errors.Is(err, context.Canceled) {
		t.Errorf("Write = %v, want context.Canceled", err)
	}
	if err := w.Commit(t.Context(), "half"); !errors.Is(err, context.Canceled) {
		t.Errorf("Commit of a stopped writer = %v, want context.Canceled", err)
	}
	if err := whole.Commit(ctx, "whole"); !errors.Is(err, context.Canceled) {
		t.Errorf("Commit = %v, want context.Canceled", err)
	}
	wantKeys(t, s)
	wantStaged(t, s, 0)
	for name, call := range map[string]func() error{
		"Create":       func() error { _, err := s.Create(ctx); return err },
		"Open":         func() error { _, err := s.Open(ctx, "k"); return err },
		"Stat":         func() error { _, err := s.Stat(ctx, "k"); return err },
		"Delete":       func() error { return s.Delete(ctx, "k") },
		"List":         func() error { return s.List(ctx, "", func(blob.Info) error { return nil }) },
		"SweepStaging": func() error { _, err := s.SweepStaging(ctx, time.Time{}); return err },
		"Check":        func() error { return s.Check(ctx) },
		"Capacity":     func() error { _, _, err := s.Capacity(ctx); return err },
	} {
		if err := call(); !errors.Is(err, context.Canceled) {
			t.Errorf("%s = %v, want context.Canceled", name, err)
		}
	}
}

func testSweep(t *testing.T, s blob.Store) {
	Put(t, s, "k", "committed")
	running := begin(t, s, "still at work")
	if n, err := s.SweepStaging(t.Context(), time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)); n != 0 || err != nil {
		t.Errorf("SweepStaging of the past = %d, %v", n, err)
	}
	if err := running.Commit(t.Context(), "k2"); err != nil {
		t.Fatal(err)
	}
	forgotten := begin(t, s, "its process was killed")
	wantStaged(t, s, 1)
	wantStaged(t, s, 0)
	if err := forgotten.Commit(t.Context(), "k3"); err == nil {
		t.Error("a writer that lost its bytes commits")
	}
	wantKeys(t, s, "k", "k2")
}

func testCheck(t *testing.T, s blob.Store) {
	if err := s.Check(t.Context()); err != nil {
		t.Errorf("Check = %v", err)
	}
	wantKeys(t, s)
	wantStaged(t, s, 0)
	total, free, err := s.Capacity(t.Context())
	if total < 0 || free < 0 || free > total || err != nil {
		t.Errorf("Capacity = %d, %d, %v", total, free, err)
	}
}

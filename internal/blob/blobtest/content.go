package blobtest

import (
	"io"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine/internal/blob"
)

// Put commits content under key.
func Put(t testing.TB, s blob.Store, key, content string) {
	t.Helper()
	if err := begin(t, s, content).Commit(t.Context(), key); err != nil {
		t.Fatalf("Commit(%q): %v", key, err)
	}
}

// Get returns the content of key.
func Get(t testing.TB, s blob.Store, key string) string {
	t.Helper()
	o, err := s.Open(t.Context(), key)
	if err != nil {
		t.Fatalf("Open(%q): %v", key, err)
	}
	defer o.Close()
	content, err := io.ReadAll(o)
	if err != nil {
		t.Fatalf("reading %q: %v", key, err)
	}
	return string(content)
}

// Keys returns the keys of s that begin with prefix, as they are listed.
func Keys(t testing.TB, s blob.Store, prefix string) []string {
	t.Helper()
	var keys []string
	err := s.List(t.Context(), prefix, func(i blob.Info) error {
		keys = append(keys, i.Key)
		return nil
	})
	if err != nil {
		t.Fatalf("List(%q): %v", prefix, err)
	}
	return keys
}

// begin returns a writer that holds content.
func begin(t testing.TB, s blob.Store, content string) blob.Writer {
	t.Helper()
	w, err := s.Create(t.Context())
	if err != nil {
		t.Fatalf("Create: %v", err)
	}
	t.Cleanup(func() {
		if err := w.Abort(); err != nil {
			t.Errorf("Abort at the end: %v", err)
		}
	})
	if _, err := io.WriteString(w, content); err != nil {
		t.Fatalf("Write: %v", err)
	}
	return w
}

// wantKeys fails the test unless s holds exactly these keys.
func wantKeys(t *testing.T, s blob.Store, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, Keys(t, s, "")); diff != "" {
		t.Errorf("keys (-want +got):\n%s", diff)
	}
}

// wantStaged sweeps what is unfinished, however new, and compares its number.
func wantStaged(t *testing.T, s blob.Store, want int) {
	t.Helper()
	n, err := s.SweepStaging(t.Context(), time.Date(2200, 1, 1, 0, 0, 0, 0, time.UTC))
	if n != want || err != nil {
		t.Errorf("SweepStaging = %d, %v, want %d", n, err, want)
	}
}

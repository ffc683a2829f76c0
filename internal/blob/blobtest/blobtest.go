// Package blobtest is the conformance suite of blob.Store. What it tests is
// what the service relies on, wherever the bytes are kept.
package blobtest

import (
	"crypto/sha256"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine/internal/blob"
)

// Run tests the stores that open makes. Each must be empty and keep times by
// any clock that runs between the years 2000 and 2200.
func Run(t *testing.T, open func(t *testing.T) blob.Store) {
	t.Helper()
	tests := []struct {
		name string
		test func(t *testing.T, s blob.Store)
	}{
		{"ReadsBackWhatWasCommitted", testReadBack},
		{"SeeksAnywhere", testSeek},
		{"KeepsEmptyBlobs", testEmpty},
		{"AnswersForMissingBlobs", testMissing},
		{"KeepsTheBlobOfTheSameSize", testSameKey},
		{"ReplacesTheBlobOfAnotherSize", testReplace},
		{"CommitsOneKeyConcurrently", testConcurrentCommits},
		{"ShowsNothingBeforeCommit", testInvisible},
		{"AbortsWithoutTrace", testAbort},
		{"EndsWriters", testEnded},
		{"Deletes", testDelete},
		{"ListsInOrder", testList},
		{"StopsListing", testListStops},
		{"RefusesBadKeys", testBadKeys},
		{"StopsWhenTheContextEnds", testContext},
		{"SweepsUnfinishedWriters", testSweep},
		{"CanBeWrittenTo", testCheck},
	}
	// First and alone, since it watches the memory of the whole process.
	t.Run("HoldsNoStreamInMemory", func(t *testing.T) { testStream(t, open(t)) })
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tt.test(t, open(t))
		})
	}
}

func testReadBack(t *testing.T, s blob.Store) {
	const key, content = "originals/ab/abcdef", "bytes of a picture"
	w := begin(t, s, content)
	if w.Size() != int64(len(content)) || w.Sum() != sha256.Sum256([]byte(content)) {
		t.Errorf("writer has %d bytes of hash %x", w.Size(), w.Sum())
	}
	if err := w.Commit(t.Context(), key); err != nil {
		t.Fatal(err)
	}
	if got := Get(t, s, key); got != content {
		t.Errorf("content = %q, want %q", got, content)
	}
	o, err := s.Open(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	info, err := s.Stat(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(blob.Info{Key: key, Size: o.Size(), ModTime: o.ModTime()}, info); diff != "" {
		t.Errorf("Stat differs from Open (-open +stat):\n%s", diff)
	}
	if info.Size != int64(len(content)) || info.ModTime.Year() < 2000 {
		t.Errorf("Stat = %+v", info)
	}
}

func testSeek(t *testing.T, s blob.Store) {
	Put(t, s, "k", "0123456789")
	o, err := s.Open(t.Context(), "k")
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	for _, tt := range []struct {
		offset int64
		whence int
		want   string
	}{
		{4, io.SeekStart, "456"},
		{-3, io.SeekCurrent, "456"},
		{1, io.SeekCurrent, "89"},
		{-2, io.SeekEnd, "89"},
		{0, io.SeekStart, "012"},
		{0, io.SeekEnd, ""},
	} {
		if _, err := o.Seek(tt.offset, tt.whence); err != nil {
			t.Fatalf("Seek(%d, %d): %v", tt.offset, tt.whence, err)
		}
		got, err := io.ReadAll(io.LimitReader(o, 3))
		if string(got) != tt.want || err != nil {
			t.Errorf("after Seek(%d, %d): %q, %v, want %q", tt.offset, tt.whence, got, err, tt.want)
		}
	}
}

func testEmpty(t *testing.T, s blob.Store) {
	w := begin(t, s, "")
	if w.Sum() != sha256.Sum256(nil) {
		t.Errorf("Sum = %x", w.Sum())
	}
	if err := w.Commit(t.Context(), "empty"); err != nil {
		t.Fatal(err)
	}
	if got := Get(t, s, "empty"); got != "" {
		t.Errorf("content = %q", got)
	}
}

func testMissing(t *testing.T, s blob.Store) {
	Put(t, s, "folder/blob", "x")
	for _, key := range []string{"missing", "folder", "folder/missing", "folder/blob/below", "no/such/folder"} {
		if _, err := s.Open(t.Context(), key); !errors.Is(err, blob.ErrNotExist) {
			t.Errorf("Open(%q) = %v, want ErrNotExist", key, err)
		}
		if _, err := s.Stat(t.Context(), key); !errors.Is(err, blob.ErrNotExist) {
			t.Errorf("Stat(%q) = %v, want ErrNotExist", key, err)
		}
	}
}

func testSameKey(t *testing.T, s blob.Store) {
	Put(t, s, "k", "first")
	before, err := s.Stat(t.Context(), "k")
	if err != nil {
		t.Fatal(err)
	}
	Put(t, s, "k", "other")
	after, err := s.Stat(t.Context(), "k")
	if err != nil {
		t.Fatal(err)
	}
	if got := Get(t, s, "k"); got != "first" {
		t.Errorf("content = %q, want the first blob's", got)
	}
	if after.ModTime.Before(before.ModTime) {
		t.Errorf("ModTime went from %v back to %v", before.ModTime, after.ModTime)
	}
	wantKeys(t, s, "k")
}

func testReplace(t *testing.T, s blob.Store) {
	Put(t, s, "k", "trunc")
	Put(t, s, "k", "truncated no more")
	if got := Get(t, s, "k"); got != "truncated no more" {
		t.Errorf("content = %q, want the whole blob", got)
	}
	wantKeys(t, s, "k")
}

func testConcurrentCommits(t *testing.T, s blob.Store) {
	const key, content = "renditions/cd/cdef", "the same bytes"
	var all sync.WaitGroup
	for range 8 {
		w := begin(t, s, content)
		all.Go(func() {
			if err := w.Commit(t.Context(), key); err != nil {
				t.Errorf("Commit: %v", err)
			}
		})
	}
	all.Wait()
	if got := Get(t, s, key); got != content {
		t.Errorf("content = %q", got)
	}
	wantKeys(t, s, key)
}

func testInvisible(t *testing.T, s blob.Store) {
	w := begin(t, s, "half of a blo")
	wantKeys(t, s)
	if _, err := io.WriteString(w, "b"); err != nil {
		t.Fatal(err)
	}
	if err := w.Commit(t.Context(), "k"); err != nil {
		t.Fatal(err)
	}
	wantKeys(t, s, "k")
}

func testAbort(t *testing.T, s blob.Store) {
	w := begin(t, s, "never mind")
	if err := w.Abort(); err != nil {
		t.Fatal(err)
	}
	wantKeys(t, s)
	wantStaged(t, s, 0)
}

func testEnded(t *testing.T, s blob.Store) {
	committed, aborted := begin(t, s, "x"), begin(t, s, "y")
	if err := committed.Commit(t.Context(), "k"); err != nil {
		t.Fatal(err)
	}
	if err := aborted.Abort(); err != nil {
		t.Fatal(err)
	}
	for name, w := range map[string]blob.Writer{"committed": committed, "aborted": aborted} {
		if _, err := w.Write([]byte("more")); err == nil {
			t.Errorf("%s: Write succeeds", name)
		}
		if err := w.Commit(t.Context(), "again"); err == nil {
			t.Errorf("%s: Commit succeeds", name)
		}
		if err := w.Abort(); err != nil {
			t.Errorf("%s: Abort = %v", name, err)
		}
	}
	wantKeys(t, s, "k")
}

func testDelete(t *testing.T, s blob.Store) {
	Put(t, s, "a/1", "x")
	Put(t, s, "a/2", "y")
	open, err := s.Open(t.Context(), "a/2")
	if err != nil {
		t.Fatal(err)
	}
	defer open.Close()
	for _, key := range []string{"a/1", "a/1", "a", "a/2/below", "never/there"} {
		if err := s.Delete(t.Context(), key); err != nil {
			t.Errorf("Delete(%q): %v", key, err)
		}
	}
	wantKeys(t, s, "a/2")
	if err := s.Delete(t.Context(), "a/2"); err != nil {
		t.Fatal(err)
	}
	wantKeys(t, s)
	Put(t, s, "a/2", "anew")
	if got := Get(t, s, "a/2"); got != "anew" {
		t.Errorf("content = %q, want the new blob's", got)
	}
}

func testList(t *testing.T, s blob.Store) {
	for _, key := range []string{"b/2", "a/x/1", "b-1", "b/10", "b.1", "b0", "b/1", "ab/1"} {
		Put(t, s, key, key)
	}
	for _, tt := range []struct {
		prefix string
		want   []string
	}{
		{"", []string{"a/x/1", "ab/1", "b-1", "b.1", "b/1", "b/10", "b/2", "b0"}},
		{"a", []string{"a/x/1", "ab/1"}},
		{"a/", []string{"a/x/1"}},
		{"a/x/1", []string{"a/x/1"}},
		{"b/1", []string{"b/1", "b/10"}},
		{"b/1/", nil},
		{"c", nil},
	} {
		if diff := cmp.Diff(tt.want, Keys(t, s, tt.prefix)); diff != "" {
			t.Errorf("List(%q) (-want +got):\n%s", tt.prefix, diff)
		}
	}
	err := s.List(t.Context(), "", func(listed blob.Info) error {
		stat, err := s.Stat(t.Context(), listed.Key)
		if diff := cmp.Diff(stat, listed); diff != "" {
			t.Errorf("List differs from Stat (-stat +list):\n%s", diff)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func testListStops(t *testing.T, s blob.Store) {
	Put(t, s, "1", "x")
	Put(t, s, "2", "x")
	enough := errors.New("enough")
	calls := 0
	err := s.List(t.Context(), "", func(blob.Info) error { calls++; return enough })
	if !errors.Is(err, enough) || calls != 1 {
		t.Errorf("List = %v after %d calls, want the function's error after 1", err, calls)
	}
}

func testBadKeys(t *testing.T, s blob.Store) {
	for _, key := range []string{
		"", "/", "/a", "a/", "a//b", ".", "..", "../a", "a/../b", "a/./b", ".hidden", "a/.hidden",
		"A", "ä", "a b", "a\\b", "a\x00", "a\n", "a*", "a?b", "%2e%2e", strings.Repeat("k", 201),
	} {
		if _, err := s.Open(t.Context(), key); !errors.Is(err, blob.ErrInvalidKey) {
			t.Errorf("Open(%q) = %v, want ErrInvalidKey", key, err)
		}
		if _, err := s.Stat(t.Context(), key); !errors.Is(err, blob.ErrInvalidKey) {
			t.Errorf("Stat(%q) = %v, want ErrInvalidKey", key, err)
		}
		if err := s.Delete(t.Context(), key); !errors.Is(err, blob.ErrInvalidKey) {
			t.Errorf("Delete(%q) = %v, want ErrInvalidKey", key, err)
		}
		if err := begin(t, s, "x").Commit(t.Context(), key); !errors.Is(err, blob.ErrInvalidKey) {
			t.Errorf("Commit(%q) = %v, want ErrInvalidKey", key, err)
		}
	}
	wantKeys(t, s)
	wantStaged(t, s, 0)
	Put(t, s, strings.Repeat("k", 200), "x")
	Put(t, s, "0/a-b_c.d..e", "x")
}

package storetest

import (
	"fmt"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// beginChunked adds a chunked upload of three chunks.
func (s *suite) beginChunked(id string, user *vitrine.User) *vitrine.ChunkedUpload {
	s.Helper()
	u := &vitrine.ChunkedUpload{ID: id, UserID: user.ID, Filename: "a.tif", Size: 250, ChunkSize: 100}
	s.update(func(tx *store.Tx) error { return tx.InsertChunkedUpload(s.Context(), u) })
	return u
}

// putChunk reserves the blob of a chunk and adds it.
func (s *suite) putChunk(id string, number int, key string) (put bool) {
	s.Helper()
	s.update(func(tx *store.Tx) (err error) {
		if err := tx.ReserveBlob(s.Context(), key, 1); err != nil {
			return err
		}
		put, err = tx.PutChunk(s.Context(), id, vitrine.Chunk{Number: number, Size: 1, BlobKey: key})
		return err
	})
	return put
}

func (s *suite) chunked(id string) *vitrine.ChunkedUpload {
	s.Helper()
	u, err := s.db.ChunkedUpload(s.Context(), id)
	s.must(err)
	return u
}

func (s *suite) completeChunked(id string, version int64, upload string) (done bool) {
	s.Helper()
	s.update(func(tx *store.Tx) (err error) {
		done, err = tx.CompleteChunkedUpload(s.Context(), id, version, upload)
		return err
	})
	return done
}

func testChunkedUploads(s *suite) {
	user := s.insertUser(newUser("ansel"))
	u := s.beginChunked("c", user)
	now := stored(s.Now())
	want := &vitrine.ChunkedUpload{
		ID: "c", UserID: user.ID, Version: 1, Filename: "a.tif", Size: 250, ChunkSize: 100,
		CreatedAt: now, ExpiresAt: now.Add(vitrine.ChunkedRetention),
	}
	for _, got := range []*vitrine.ChunkedUpload{u, s.chunked("c")} {
		if diff := cmp.Diff(want, got); diff != "" {
			s.Errorf("(-want +got):\n%s", diff)
		}
	}
	for i, number := range []int{2, 0, 0} {
		if !s.putChunk("c", number, fmt.Sprint("chunks/", i)) {
			s.Errorf("chunk %d was not taken", number)
		}
	}
	want.Version = 4
	want.Received = []vitrine.Chunk{{Number: 0, Size: 1, BlobKey: "chunks/2"}, {Number: 2, Size: 1, BlobKey: "chunks/0"}}
	if diff := cmp.Diff(want, s.chunked("c")); diff != "" {
		s.Errorf("with chunks (-want +got):\n%s", diff)
	}
	s.wantKeys("the chunk that was replaced", s.takeLeaving(10), "chunks/1")
	s.Advance(vitrine.ChunkedRetention - time.Minute)
	s.wantKeys("while the upload is open", s.takeLeaving(10), "chunks/1")
	if s.putChunk("missing", 0, "chunks/x") {
		s.Error("a chunk of no upload was taken")
	}
}

func testChunkedUploadCompletes(s *suite) {
	u := s.beginChunked("c", s.insertUser(newUser("ansel")))
	s.putChunk("c", 0, "chunks/0")
	if s.completeChunked("c", u.Version, "early") {
		s.Error("completed although a chunk came in between")
	}
	s.Advance(time.Hour)
	if !s.completeChunked("c", u.Version+1, "upload") || s.completeChunked("c", u.Version+1, "twice") || s.completeChunked("c", u.Version+2, "twice") {
		s.Error("not completed once")
	}
	got := s.chunked("c")
	if got.UploadID != "upload" || len(got.Received) > 0 || !got.ExpiresAt.Equal(stored(s.Now()).Add(vitrine.ChunkedRetention)) {
		s.Errorf("got %+v", got)
	}
	if s.putChunk("c", 1, "chunks/1") {
		s.Error("a late chunk was taken")
	}
	s.wantKeys("its chunks", s.takeLeaving(10), "chunks/0")
}

func testChunkedUploadsEnd(s *suite) {
	user := s.insertUser(newUser("ansel"))
	u := s.beginChunked("first", user)
	s.putChunk("first", 0, "chunks/first")
	s.Advance(time.Hour)
	s.beginChunked("second", user)
	s.putChunk("second", 0, "chunks/second")
	s.update(func(tx *store.Tx) error { return tx.DeleteUser(s.Context(), user.ID) })
	if got := s.chunked("second").UserID; got != 0 {
		s.Errorf("it still belongs to user %d", got)
	}

	s.Advance(vitrine.ChunkedRetention - time.Hour)
	if s.putChunk("first", 1, "chunks/late") || s.completeChunked("first", u.Version+1, "late") {
		s.Error("an upload that has expired still changes")
	}
	if _, err := s.db.ChunkedUpload(s.Context(), "first"); vitrine.ErrorCode(err) != vitrine.CodeNotFound {
		s.Errorf("an upload that has expired: %v", err)
	}
	expired, err := s.db.ExpiredChunkedUploads(s.Context(), s.Now(), 10)
	s.must(err)
	s.wantKeys("expired", expired, "first")
	s.update(func(tx *store.Tx) error { return tx.DeleteChunkedUpload(s.Context(), "first") })
	s.wantKeys("its chunks", s.takeLeaving(10), "chunks/first")
	err = s.db.Update(s.Context(), func(tx *store.Tx) error { return tx.DeleteChunkedUpload(s.Context(), "first") })
	if vitrine.ErrorCode(err) != vitrine.CodeNotFound {
		s.Errorf("deleting it again: %v", err)
	}
}

// testChunksInUse: a chunk that was found to be in use goes with its upload all
// the same.
func testChunksInUse(s *suite) {
	s.beginChunked("c", s.insertUser(newUser("ansel")))
	s.putChunk("c", 0, "chunks/0")
	s.Advance(2 * day)
	s.wantKeys("while the upload is there", s.takeLeaving(10))
	s.update(func(tx *store.Tx) error { return tx.DeleteChunkedUpload(s.Context(), "c") })
	s.wantKeys("afterwards", s.takeLeaving(10), "chunks/0")
}

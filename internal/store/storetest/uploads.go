package storetest

import (
	"errors"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"

	"github.com/google/go-cmp/cmp"
)

const day = 24 * time.Hour

// insertUpload adds an upload of the bytes with that hash.
func (s *suite) insertUpload(user *vitrine.User, id, sha string) *vitrine.Upload {
	s.Helper()
	upload := &vitrine.Upload{
		ID: id, UserID: user.ID, SHA256: sha, OriginalFilename: "dscf0001.jpg", Size: 1234, MIMEType: "image/jpeg",
		Status: vitrine.UploadUploaded, Steps: vitrine.NewSteps(), Progress: 25,
	}
	s.update(func(tx *store.Tx) error {
		if err := tx.ReserveBlob(s.Context(), "originals/"+sha, 1234); err != nil {
			return err
		}
		return tx.InsertUpload(s.Context(), upload, "originals/"+sha)
	})
	return upload
}

// rendition is a derived file with made-up measures.
func rendition(name vitrine.RenditionName, width int, key string) store.NewRendition {
	return store.NewRendition{BlobKey: "derived/" + key, Rendition: vitrine.Rendition{
		Name: name, Key: key, MIMEType: "image/jpeg", Width: width, Height: width / 2, Size: 99, Recipe: "q85",
	}}
}

// complete gives the upload "u" its renditions.
func (s *suite) complete(set ...store.NewRendition) {
	s.Helper()
	picture := vitrine.Picture{
		Width: 6000, Height: 3000, Thumbhash: []byte{1, 2, 3}, DominantColor: "#102030", PerceptualHash: 1<<63 + 5,
	}
	s.update(func(tx *store.Tx) error {
		for _, v := range set {
			if err := tx.ReserveBlob(s.Context(), v.BlobKey, v.Size); err != nil {
				return err
			}
		}
		return tx.CompleteUpload(s.Context(), "u", picture, set)
	})
}

func testUploads(s *suite) {
	user, other := s.insertUser(newUser("ansel")), s.insertUser(newUser("other"))
	want := s.insertUpload(user, "first", "sha1")
	s.Advance(time.Second)
	s.insertUpload(user, "second", "sha1")
	s.insertUpload(other, "third", "sha1")

	got, err := s.db.Upload(s.Context(), "first")
	s.must(err)
	if diff := cmp.Diff(want, got); diff != "" {
		s.Errorf("Upload (-want +got):\n%s", diff)
	}
	s.wantCode(second(s.db.Upload(s.Context(), "none")), vitrine.CodeNotFound)
	key, size, mimeType, err := s.db.UploadBlob(s.Context(), "second")
	if key != "originals/sha1" || size != 1234 || mimeType != "image/jpeg" || err != nil {
		s.Errorf("UploadBlob = %q, %d, %q, %v", key, size, mimeType, err)
	}
	key, _, _, err = s.db.UploadBlob(s.Context(), "none")
	if s.wantCode(err, vitrine.CodeNotFound); key != "" {
		s.Errorf("UploadBlob of nothing = %q", key)
	}
	if id, found, err := s.db.EarlierUpload(s.Context(), user.ID, "sha1"); id != "first" || !found || err != nil {
		s.Errorf("EarlierUpload = %q, %v, %v", id, found, err)
	}
	if id, found, err := s.db.EarlierUpload(s.Context(), other.ID, "sha2"); id != "" || found || err != nil {
		s.Errorf("EarlierUpload of new bytes = %q, %v, %v", id, found, err)
	}
	free, err := s.db.FreeUploads(s.Context(), other.ID, []string{"sha1", "sha2"})
	if diff := cmp.Diff(map[string]string{"sha1": "third"}, free); diff != "" || err != nil {
		s.Errorf("FreeUploads (-want +got):\n%s, %v", diff, err)
	}
	err = s.db.Update(s.Context(), func(tx *store.Tx) error {
		return tx.InsertUpload(s.Context(), &vitrine.Upload{ID: "x"}, "originals/unreserved")
	})
	if !errors.Is(err, store.ErrBlobLeaving) {
		s.Errorf("an upload of bytes that were not reserved: %v", err)
	}
}

func testUploadProgress(s *suite) {
	user := s.insertUser(newUser("ansel"))
	s.insertUpload(user, "u", "sha")
	s.Advance(time.Minute)
	steps := vitrine.NewSteps()
	steps[1].Status = vitrine.StepProcessing
	progress := func(n int) *vitrine.Upload {
		s.update(func(tx *store.Tx) error {
			return tx.UpdateUploadProgress(s.Context(), "u", vitrine.UploadProcessing, steps, n)
		})
		upload, err := s.db.Upload(s.Context(), "u")
		s.must(err)
		return upload
	}
	started := stored(s.Now())
	progress(30)
	s.Advance(time.Minute)
	got := progress(60)
	if got.StartedAt == nil || !got.StartedAt.Equal(started) || got.Progress != 60 || got.CurrentStep() != vitrine.StepEXIF {
		s.Errorf("while it is processed: %+v", got)
	}
	taken, iso := stored(s.Now()), 400
	details := vitrine.PictureDetails{
		TakenAt: &taken, TakenOffset: 9 * time.Hour, EXIF: vitrine.EXIF{ISO: &iso}, Keywords: []string{"夜景"},
	}
	s.update(func(tx *store.Tx) error { return tx.SetUploadDetails(s.Context(), "u", details, true) })
	s.update(func(tx *store.Tx) error { return tx.DelayUpload(s.Context(), "u", "no room") })
	if got, err := s.db.Upload(s.Context(), "u"); err != nil || got.Status != vitrine.UploadProcessing || got.Error != "no room" {
		s.Errorf("while it waits: %+v, %v", got, err)
	}
	if got := progress(60); got.Error != "" {
		s.Errorf("when it goes on: %+v", got)
	}
	s.update(func(tx *store.Tx) error { return tx.FailUpload(s.Context(), "u", steps, "not a picture") })
	s.update(func(tx *store.Tx) error { return tx.DelayUpload(s.Context(), "u", "no room") }) // is not its end
	got, err := s.db.Upload(s.Context(), "u")
	s.must(err)
	if diff := cmp.Diff(details, got.Details); diff != "" || !got.EXIFExtracted {
		s.Errorf("details (-want +got):\n%s", diff)
	}
	if got.Status != vitrine.UploadFailed || got.Error != "not a picture" {
		s.Errorf("failed: %+v", got)
	}
	again := progress(0)
	if again.Error != "" || !again.StartedAt.Equal(stored(s.Now())) {
		s.Errorf("when it is tried again: %+v", again)
	}
	s.wantCode(s.db.Update(s.Context(), func(tx *store.Tx) error {
		return tx.UpdateUploadProgress(s.Context(), "none", vitrine.UploadProcessing, steps, 1)
	}), vitrine.CodeNotFound)
}

func testRenditions(s *suite) {
	user := s.insertUser(newUser("ansel"))
	s.insertUpload(user, "u", "sha")
	s.insertUpload(user, "v", "sha2")
	display, thumb := rendition(vitrine.Display, 2048, "d1"), rendition(vitrine.ThumbSmall, 320, "t1")
	s.complete(display, thumb)
	got, err := s.db.Renditions(s.Context(), []string{"u", "v"})
	s.must(err)
	want := map[string][]vitrine.Rendition{"u": {thumb.Rendition, display.Rendition}}
	if diff := cmp.Diff(want, got); diff != "" {
		s.Errorf("Renditions (-want +got):\n%s", diff)
	}
	upload, err := s.db.Upload(s.Context(), "u")
	s.must(err)
	if upload.Status != vitrine.UploadCompleted || upload.Progress != 100 || upload.Picture.PerceptualHash != 1<<63+5 {
		s.Errorf("completed: %+v", upload)
	}
	next := rendition(vitrine.Display, 2048, "d2")
	s.complete(next, thumb)
	got, err = s.db.Renditions(s.Context(), []string{"u"})
	s.must(err)
	want = map[string][]vitrine.Rendition{"u": {thumb.Rendition, next.Rendition}}
	if diff := cmp.Diff(want, got); diff != "" {
		s.Errorf("Renditions after the second time (-want +got):\n%s", diff)
	}
}

func testMedia(s *suite) {
	user := s.insertUser(newUser("ansel"))
	s.insertUpload(user, "u", "sha")
	s.complete(rendition(vitrine.Display, 2048, "d1"))
	got, err := s.db.Media(s.Context(), "d1")
	want := store.Media{BlobKey: "derived/d1", MIMEType: "image/jpeg"}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		s.Errorf("Media: %v (-want +got):\n%s", err, diff)
	}
	s.wantCode(second(s.db.Media(s.Context(), "d2")), vitrine.CodeNotFound)
}

func testOrphans(s *suite) {
	user := s.insertUser(newUser("ansel"))
	s.insertUpload(user, "old", "sha")
	s.Advance(2 * day)
	s.insertUpload(user, "new", "sha")
	ids, err := s.db.OrphanUploads(s.Context(), s.Now().Add(-day), 10)
	if diff := cmp.Diff([]string{"old"}, ids); diff != "" || err != nil {
		s.Errorf("OrphanUploads: %v (-want +got):\n%s", err, diff)
	}
}

func testDeleteUpload(s *suite) {
	user := s.insertUser(newUser("ansel"))
	s.insertUpload(user, "u", "sha")
	s.complete(rendition(vitrine.Display, 2048, "d1"))
	remove := func(tx *store.Tx) error { return tx.DeleteUpload(s.Context(), "u") }
	s.update(remove)
	s.wantCode(s.db.Update(s.Context(), remove), vitrine.CodeNotFound)
	s.wantCode(second(s.db.Upload(s.Context(), "u")), vitrine.CodeNotFound)
	s.wantCode(second(s.db.Media(s.Context(), "d1")), vitrine.CodeNotFound)
}

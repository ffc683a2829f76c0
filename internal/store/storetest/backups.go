package storetest

import (
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"

	"github.com/google/go-cmp/cmp"
)

func (s *suite) beginBackup(name string) (*vitrine.Backup, error) {
	b := &vitrine.Backup{Directory: "/backups", Name: name}
	return b, s.db.Update(s.Context(), func(tx *store.Tx) error { return tx.InsertBackup(s.Context(), b) })
}

// updateBackup stores a backup, and reports whether it ran.
func (s *suite) updateBackup(b *vitrine.Backup) (running bool) {
	s.Helper()
	s.update(func(tx *store.Tx) (err error) {
		running, err = tx.UpdateBackup(s.Context(), b)
		return err
	})
	return running
}

func testBackups(s *suite) {
	first, err := s.beginBackup("first")
	s.must(err)
	if _, err := s.beginBackup("second"); vitrine.ErrorCode(err) != vitrine.CodeConflict {
		s.Errorf("a second one while the first runs: %v", err)
	}
	s.Advance(time.Minute)
	first.Files, first.Size, first.CopiedFiles, first.CopiedSize = 4, 3, 2, 1
	if !s.updateBackup(first) || first.FinishedAt != nil {
		s.Errorf("the first is not running: %+v", first)
	}
	first.Status, first.Error = vitrine.BackupFailed, "the disk is full"
	if !s.updateBackup(first) {
		s.Error("the first could not be ended")
	}
	again := *first
	again.Status = vitrine.BackupCompleted
	if s.updateBackup(&again) {
		s.Error("the first was ended twice")
	}
	second, err := s.beginBackup("second")
	s.must(err)
	for number, want := range map[int]*vitrine.Backup{1: second, 2: first} {
		got, total, err := s.db.Backups(s.Context(), vitrine.Page{Number: number, Limit: 1})
		s.must(err)
		if diff := cmp.Diff([]*vitrine.Backup{want}, got); diff != "" || total != 2 {
			s.Errorf("page %d of %d (-want +got):\n%s", number, total, diff)
		}
	}
	got, err := s.db.Backup(s.Context(), first.ID)
	if diff := cmp.Diff(first, got); diff != "" || err != nil {
		s.Errorf("%v (-want +got):\n%s", err, diff)
	}
	if _, err := s.db.Backup(s.Context(), 99); vitrine.ErrorCode(err) != vitrine.CodeNotFound {
		s.Errorf("one that is not there: %v", err)
	}
}

// testBackupHoldsBlobs: what is let go of while a backup runs stays to its end,
// however long that takes. What had been let go of before does not.
func testBackupHoldsBlobs(s *suite) {
	s.must(s.reserve("before"))
	s.Advance(time.Minute)
	b, err := s.beginBackup("long")
	s.must(err)
	s.Advance(time.Minute)
	s.must(s.reserve("meanwhile"))
	s.Advance(3 * day)
	s.wantKeys("while it runs", s.takeLeaving(10), "before")
	b.Status = vitrine.BackupCompleted
	s.updateBackup(b)
	s.wantKeys("after its end", s.takeLeaving(10), "before", "meanwhile")
}

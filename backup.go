package vitrine

import "time"

// BackupStatus is how far a backup has come.
type BackupStatus string

// The states of a backup: running, then completed or failed, and in the end
// perhaps removed, since newer ones took its place.
const (
	BackupRunning   BackupStatus = "running"
	BackupCompleted BackupStatus = "completed"
	BackupFailed    BackupStatus = "failed"
	BackupRemoved   BackupStatus = "removed"
)

// Backup is a copy of the whole library that the server makes or has made.
type Backup struct {
	ID          int64
	Status      BackupStatus
	Directory   string // on the server; it may hold several backups, which share their files
	Name        string // in the directory
	StartedAt   time.Time
	FinishedAt  *time.Time
	Files       int64 // that it consists of
	Size        int64 // their bytes
	CopiedFiles int64 // that the directory did not hold yet
	CopiedSize  int64
	Error       Failure // "" if it did not fail
	RemovedAt   *time.Time
}

// BackupEvent is what the event system.backup tells of a backup that has ended.
type BackupEvent struct {
	ID          int64        `json:"id"`
	Status      BackupStatus `json:"status"`
	Name        string       `json:"name"`
	StartedAt   time.Time    `json:"started_at"`
	FinishedAt  *time.Time   `json:"finished_at"`
	Files       int64        `json:"files"`
	Size        int64        `json:"size"`
	CopiedFiles int64        `json:"copied_files"`
	CopiedSize  int64        `json:"copied_size"`
	Error       *string      `json:"error"` // null if it succeeded
}

// NewBackupEvent tells of a backup as it is. Where on the server it lies is left
// out, for the event goes to others.
func NewBackupEvent(b *Backup) BackupEvent {
	e := BackupEvent{
		ID: b.ID, Status: b.Status, Name: b.Name, StartedAt: b.StartedAt, FinishedAt: b.FinishedAt,
		Files: b.Files, Size: b.Size, CopiedFiles: b.CopiedFiles, CopiedSize: b.CopiedSize,
	}
	if b.Error != "" {
		message := b.Error.Message()
		e.Error = &message
	}
	return e
}

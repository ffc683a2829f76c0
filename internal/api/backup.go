package api

import (
	"fmt"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/backup"
)

// backupView is a backup of the library.
type backupView struct {
	ID          int64                `json:"id" example:"12"`
	Status      vitrine.BackupStatus `json:"status" enum:"running,completed,failed,removed" doc:"removed: its files are gone, since newer backups took its place." example:"completed"`
	Name        string               `json:"name" doc:"Its name in the directory." example:"20260531-083000-k7q2m4"`
	Directory   string               `json:"directory" doc:"Where it is on the server. Backups in one directory share the files of the library." example:"/var/lib/vitrine/backups"`
	StartedAt   time.Time            `json:"started_at" example:"2026-05-31T08:30:00Z"`
	FinishedAt  *time.Time           `json:"finished_at" doc:"Null while it runs." example:"2026-05-31T08:31:12Z"`
	Files       int64                `json:"files" doc:"Files that it consists of; while it runs, those that are done." example:"5120"`
	Size        int64                `json:"size" doc:"Bytes of these files." example:"18253611008"`
	CopiedFiles int64                `json:"copied_files" doc:"Of these, the files that the directory did not hold before." example:"96"`
	CopiedSize  int64                `json:"copied_size" doc:"Bytes of the files copied." example:"402653184"`
	Error       *string              `json:"error" doc:"Why it failed; null if it did not." example:"storage is full"`
	ErrorReason *string              `json:"error_reason" reasons:"backup" doc:"The error by its name; null without one, or for one that only people understand." example:"no_room"`
	ErrorParams map[string]any       `json:"error_params,omitempty" doc:"The figures and names in the error." example:"{}"`
	RemovedAt   *time.Time           `json:"removed_at" doc:"When its files went; null while they are there." example:"2026-06-07T08:31:12Z"`
}

func newBackupView(b *vitrine.Backup) backupView {
	v := backupView{
		ID: b.ID, Status: b.Status, Name: b.Name, Directory: b.Directory, StartedAt: b.StartedAt, FinishedAt: b.FinishedAt,
		Files: b.Files, Size: b.Size, CopiedFiles: b.CopiedFiles, CopiedSize: b.CopiedSize,
		RemovedAt: b.RemovedAt,
	}
	v.Error, v.ErrorReason, v.ErrorParams = shownFailure(b.Error)
	return v
}

func showBackup(b *vitrine.Backup, err error) (item[backupView], error) {
	if err != nil {
		return item[backupView]{}, err
	}
	seen := fmt.Sprintf("%s-%d", b.Status, b.CopiedFiles)
	return item[backupView]{newBackupView(b), validator{tag: versionTag('b', b.ID, b.Files, seen)}}, nil
}

type backupOrder struct {
	Body backupBody `required:"false"`
}

// backupBody says where a backup goes, and how many stay there.
type backupBody struct {
	Directory vitrine.Optional[string] `json:"directory" maxLength:"4000" doc:"Whole path on the server. Only the command line on the server's own machine may name one; all others get the directory that the server is configured with." example:"/mnt/backups"`
	Keep      vitrine.Optional[int]    `json:"keep" minimum:"1" maximum:"1000" doc:"How many backups the directory has afterwards, this one among them. Older ones are removed once this one is complete and lacks no file of the library. Only the command line on the server's own machine may say it; without it none is removed." example:"7"`
}

func (b *backupBody) Validate(f *vitrine.Faults, _ bool) {
	const limit = 4000 // about the longest path of Linux
	if len(b.Directory.Value) > limit {
		f.Add("directory", vitrine.FaultTooLong, vitrine.ReasonMaxCharacters, limit)
	}
	if b.Keep.Present() && (b.Keep.Value < 1 || b.Keep.Value > backup.MaxKeep) {
		f.Add("keep", vitrine.FaultOutOfRange, vitrine.ReasonBetween, 1, backup.MaxKeep)
	}
}

func (a *API) beginBackup(c *call, in *backupOrder) (item[backupView], error) {
	return showBackup(a.backups.Begin(c.Context(), c.actor, backup.Wish{Directory: in.Body.Directory.Value, Keep: in.Body.Keep.Value}))
}

func (a *API) listBackups(c *call, q *paging) (paged[[]backupView], error) {
	backups, total, err := a.backups.Page(c.Context(), c.actor, q.page())
	if err != nil {
		return paged[[]backupView]{}, err
	}
	views := []backupView{}
	for _, b := range backups {
		views = append(views, newBackupView(b))
	}
	return newPaged(views, paginate(q.page(), total))
}

type backupPath struct {
	ID int64 `path:"id" doc:"The backup's id." example:"12"`
}

func (a *API) getBackup(c *call, in *backupPath) (item[backupView], error) {
	return showBackup(a.backups.Backup(c.Context(), c.actor, in.ID))
}

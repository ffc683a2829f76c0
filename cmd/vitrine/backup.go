package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"github.com/vitrine-photos/vitrine/client"
	"github.com/vitrine-photos/vitrine/internal/app"
)

type backupCommand struct {
	Dir string `arg:"" optional:"" help:"Folder for the backup, on this machine; that of --backup-dir by default. Several backups in one folder share their files."`

	Keep int `placeholder:"N" help:"Keep the newest N backups in the folder, this one among them, and remove older ones when it is complete; all by default."`
}

// Run has the service make a backup and waits for its end. When it is stopped
// the service goes on.
func (c backupCommand) Run(ctx context.Context, cfg *app.Config, con console) error {
	dir := c.Dir
	if dir != "" {
		var err error
		if dir, err = filepath.Abs(dir); err != nil {
			return err
		}
	}
	return connect(ctx, *cfg, con, func(ctx context.Context, api *client.Client) error {
		begun, err := api.BeginBackup(ctx, client.NewBackup{Directory: dir, Keep: c.Keep})
		if err != nil {
			return err
		}
		ended, err := waitForBackup(ctx, api, begun.ID, con)
		if err != nil {
			return err
		}
		if ended.Status != "completed" {
			return fmt.Errorf("the backup %s in %s failed: %s", ended.Name, ended.Directory, *ended.Error)
		}
		fmt.Fprintf(con.out, "%s in %s: %d files, %s; copied %d, %s\n", ended.Name, ended.Directory,
			ended.Files, bytesText(ended.Size), ended.CopiedFiles, bytesText(ended.CopiedSize))
		return nil
	})
}

// waitForBackup returns when a backup has ended, and tells now and then how far
// it is.
func waitForBackup(ctx context.Context, api *client.Client, id int64, con console) (*client.Backup, error) {
	ticker := time.NewTicker(pollInterval)
	defer ticker.Stop()
	for shown := time.Now(); ; {
		backup, err := api.Backup(ctx, id)
		if err != nil || backup.Status != "running" {
			return backup, err
		}
		if time.Since(shown) > lineInterval {
			shown = time.Now()
			fmt.Fprintf(con.out, "%d files, %s; copied %s\n", backup.Files, bytesText(backup.Size), bytesText(backup.CopiedSize))
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return nil, errors.New("stopped waiting; the service ends the backup, or does so at its next start")
		}
	}
}

type restoreCommand struct {
	Dir  string `arg:"" type:"existingdir" help:"Folder with backups."`
	Name string `help:"Which backup; the newest by default."`

	KeepWebhooks bool `help:"Leave webhooks on. They are switched off by default, so that a copy tells no receiver of what is done to it."`
}

// Run restores into the data directory, which must be empty.
func (c restoreCommand) Run(ctx context.Context, cfg *app.Config, con console) error {
	restored, err := app.Restore(ctx, *cfg, app.Restoring(c), showBytes(con.out, "restored"))
	if err != nil {
		return err
	}
	for _, path := range restored.Missing {
		fmt.Fprintf(con.out, "%s is not there: the library had lost it before the backup\n", path)
	}
	if restored.Quieted > 0 {
		fmt.Fprintf(con.out, "Webhooks switched off: %d. Switch them on when this library takes the place of the old one.\n", restored.Quieted)
	}
	fmt.Fprintf(con.out, "Restored %s of %s to %s: %d files, %s. Everyone has to sign in again.\n", restored.Name,
		restored.TakenAt.Local().Format(time.DateTime), cfg.Data, restored.Files, bytesText(restored.Size))
	return nil
}

type verifyCommand struct {
	Dir string `arg:"" optional:"" type:"existingdir" help:"Folder with backups; without it the library itself is read."`
}

// Run reads every file, and fails if one is not as it should be.
func (c verifyCommand) Run(ctx context.Context, cfg *app.Config, con console) error {
	verify := func(progress func(done, total int64)) (*app.Report, error) {
		return app.VerifyLibrary(ctx, *cfg, progress)
	}
	if c.Dir != "" {
		verify = func(progress func(done, total int64)) (*app.Report, error) {
			return app.VerifyBackups(ctx, c.Dir, progress)
		}
	}
	report, err := verify(showBytes(con.out, "read"))
	if err != nil {
		return err
	}
	for _, note := range report.Notes {
		fmt.Fprintln(con.out, "note:", note)
	}
	for _, problem := range report.Problems {
		fmt.Fprintln(con.out, "FAIL:", problem)
	}
	if n := len(report.Problems); n > 0 {
		return fmt.Errorf("%d problems in %d files", n, report.Files)
	}
	if c.Dir != "" && report.Backups == 0 {
		return fmt.Errorf("%s holds no complete backup", c.Dir)
	}
	fmt.Fprintf(con.out, "%d files, %s, are as they were written.\n", report.Files, bytesText(report.Size))
	return nil
}

// showBytes returns what tells now and then how much is done.
func showBytes(out io.Writer, verb string) func(done, total int64) {
	shown := time.Now()
	return func(done, total int64) {
		if time.Since(shown) > lineInterval {
			shown = time.Now()
			fmt.Fprintf(out, "%s %s of %s\n", verb, bytesText(done), bytesText(total))
		}
	}
}

// bytesText writes a number of bytes for people.
func bytesText(n int64) string {
	switch {
	case n >= 1e9:
		return fmt.Sprintf("%.1f GB", float64(n)/1e9)
	case n >= 1e6:
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	}
	return fmt.Sprintf("%.1f kB", float64(n)/1e3)
}

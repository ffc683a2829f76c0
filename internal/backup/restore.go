package backup

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/vitrine-photos/vitrine/internal/blob"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// Target is the empty place that a library is restored to.
type Target struct {
	Database   store.Config
	Blobs      blob.Store
	SecretPath string // where the secret key goes

	// KeepWebhooks leaves those on that were. Else a copy that is only looked at
	// would tell receivers of events that are none.
	KeepWebhooks bool
}

// Progress is told of bytes that were dealt with, out of how many.
type Progress func(done, total int64)

// Restored tells what was brought back.
type Restored struct {
	Name    string // of the backup
	TakenAt time.Time
	Files   int64
	Size    int64    // bytes
	Missing []string // files that the library had lost before the backup
	Quieted int      // webhooks that were on and are off
}

// Restore brings back the library of a backup in a folder, the newest one if
// name is "". Each file is compared with its digest on the way. The rows are
// committed last, so that after an error the database holds nothing; what is in
// the other places then is of no use. A database that is not empty is
// store.ErrNotEmpty.
func Restore(ctx context.Context, dir, name string, to Target, progress Progress) (_ *Restored, err error) {
	from, err := openFolder(dir, to.Database.Now)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, from.close()) }()
	if name, err = from.choose(ctx, name); err != nil {
		return nil, err
	}
	m, err := from.readManifest(ctx, name)
	if err != nil {
		return nil, err
	}
	r := &restoring{from: from, name: name, manifest: m, to: to, progress: progress}
	if err := store.Restore(ctx, to.Database, m.Schema, func(rows *store.Restoring) error { return r.restore(ctx, rows) }); err != nil {
		return nil, fmt.Errorf("restore the backup %s: %w", name, err)
	}
	return &Restored{Name: name, TakenAt: m.StartedAt, Files: m.Files, Size: m.Size, Missing: m.Missing, Quieted: r.quieted}, nil
}

// choose returns the name of the backup that is there, or of the newest.
func (f *folder) choose(ctx context.Context, name string) (string, error) {
	complete, _, err := f.names(ctx)
	switch {
	case err != nil:
		return "", err
	case len(complete) == 0:
		return "", fmt.Errorf("%s holds no complete backup", f.dir)
	case name == "":
		return complete[len(complete)-1], nil
	case !slices.Contains(complete, name):
		return "", fmt.Errorf("%s holds no backup %s; there are %v", f.dir, name, complete)
	}
	return name, nil
}

// restoring is a restoring under way.
type restoring struct {
	from     *folder
	name     string
	manifest *manifest
	to       Target
	progress Progress
	done     int64
	quieted  int
}

func (r *restoring) restore(ctx context.Context, rows *store.Restoring) error {
	if err := r.copyFiles(ctx); err != nil {
		return err
	}
	if err := r.copySecret(ctx); err != nil {
		return err
	}
	for _, t := range r.manifest.Tables {
		if err := r.fill(ctx, rows, t); err != nil {
			return err
		}
	}
	return nil
}

func (r *restoring) copyFiles(ctx context.Context) error {
	return r.from.shared(ctx, r.name, r.manifest, func(f file) error {
		if slices.Contains(r.manifest.Missing, f.Path) {
			return nil
		}
		if err := copyFile(ctx, r.from.blobs, r.to.Blobs, f); err != nil {
			return err
		}
		r.advance(f.Size)
		return nil
	})
}

func (r *restoring) advance(n int64) {
	r.done += n
	r.progress(r.done, r.manifest.Size)
}

func (r *restoring) copySecret(ctx context.Context) error {
	want, err := r.manifest.own(secretKey(r.name))
	if err != nil {
		return err
	}
	if err := check(ctx, r.from.blobs, want); err != nil {
		return err
	}
	secret, err := r.from.read(ctx, want.Path)
	if err != nil {
		return err
	}
	return writeDurably(r.to.SecretPath, secret)
}

// writeDurably makes a file that only its owner can read.
func writeDurably(path string, content []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	return errors.Join(err, f.Sync(), f.Close())
}

// rowsAtOnce is how many rows are held in memory.
const rowsAtOnce = 200

// fill puts the rows of a table in.
func (r *restoring) fill(ctx context.Context, rows *store.Restoring, t store.Table) error {
	records, err := r.manifest.own(tableKey(r.name, t.Name))
	if err != nil {
		return err
	}
	var batch [][]any
	err = r.from.readRecords(ctx, records, func(decode func(any) error) error {
		var encoded []any
		if err := decode(&encoded); err != nil {
			return err
		}
		if len(encoded) != len(t.Columns) {
			return fmt.Errorf("a row of %s has %d values for %d columns", t.Name, len(encoded), len(t.Columns))
		}
		row, err := decodeRow(encoded)
		if err != nil {
			return err
		}
		if t.Name == "webhooks" && !r.to.KeepWebhooks {
			r.quiet(t, row)
		}
		if batch = append(batch, row); len(batch) < rowsAtOnce {
			return nil
		}
		err = rows.Insert(ctx, t, batch)
		batch = batch[:0]
		return err
	})
	if err == nil {
		err = rows.Insert(ctx, t, batch)
	}
	if err == nil {
		err = rows.SetLastID(ctx, t)
	}
	r.advance(records.Size)
	return err
}

// quiet switches a webhook off, in the row that is to be put in.
func (r *restoring) quiet(webhooks store.Table, row []any) {
	i := slices.Index(webhooks.Columns, "is_active")
	if i >= 0 && row[i] == true {
		row[i] = false
		r.quieted++
	}
}

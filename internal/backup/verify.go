package backup

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/vitrine-photos/vitrine/internal/blob"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// Report is what an examination found.
type Report struct {
	Backups  int // that are complete
	Files    int64
	Size     int64    // bytes
	Problems []string // each names a file
	Notes    []string // what is worth knowing but does no harm
}

func (r *Report) problem(format string, args ...any) {
	r.Problems = append(r.Problems, fmt.Sprintf(format, args...))
}

func (r *Report) note(format string, args ...any) {
	r.Notes = append(r.Notes, fmt.Sprintf(format, args...))
}

// VerifyFolder reads every file in a folder of backups and compares it with its
// digest. What is missing, changed or added is a problem.
func VerifyFolder(ctx context.Context, dir string, now func() time.Time, progress Progress) (_ *Report, err error) {
	f, err := openFolder(dir, now)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.close()) }()
	v := &verifier{folder: f, progress: progress, seen: map[string]bool{markName: true}}
	return &v.report, v.verify(ctx)
}

// verifier examines a folder of backups.
type verifier struct {
	*folder
	report   Report
	progress Progress
	total    int64
	seen     map[string]bool // paths that a backup names
	passed   []string        // folders whose files no manifest tells of
}

func (v *verifier) verify(ctx context.Context) error {
	if err := v.measure(); err != nil {
		return err
	}
	if intact, err := v.markIntact(); err != nil || !intact {
		v.report.problem("%s is damaged", markName)
	}
	complete, interrupted, err := v.names(ctx)
	if err != nil {
		return err
	}
	for _, name := range interrupted {
		v.report.note("%s was interrupted; the next backup removes it", ownKey(name, ""))
		v.passed = append(v.passed, ownKey(name, ""))
	}
	for _, name := range complete {
		if err := v.verifyBackup(ctx, name); err != nil {
			return err
		}
	}
	v.passed = append(v.passed, ".staging/")
	return v.walk(func(path string, entry fs.DirEntry) error { return v.lookAt(ctx, path, entry) })
}

// measure adds up what there is to read.
func (v *verifier) measure() error {
	return v.walk(func(_ string, entry fs.DirEntry) error {
		info, err := entry.Info()
		if err == nil {
			v.total += info.Size()
		}
		return err
	})
}

// walk calls fn with the path of everything in the folder that is no folder.
func (v *verifier) walk(fn func(path string, entry fs.DirEntry) error) error {
	return filepath.WalkDir(v.dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		relative, err := filepath.Rel(v.dir, name)
		if err != nil {
			return err
		}
		return fn(filepath.ToSlash(relative), entry)
	})
}

// verifyBackup examines the files of one backup that no other one had, too.
func (v *verifier) verifyBackup(ctx context.Context, name string) error {
	v.seen[manifestKey(name)], v.seen[sumKey(name)] = true, true
	m, err := v.readManifest(ctx, name)
	if err != nil {
		v.report.problem("%v", err)
		v.passed = append(v.passed, ownKey(name, ""))
		return ctx.Err()
	}
	v.report.Backups++
	listed := true
	for _, f := range m.Own {
		before := len(v.report.Problems)
		if err := v.verifyFile(ctx, f); err != nil {
			return err
		}
		listed = listed && (f.Path != listKey(name) || len(v.report.Problems) == before)
	}
	if !listed {
		return nil // what is damaged may name any file
	}
	lost := map[string]bool{}
	for _, path := range m.Missing {
		lost[path] = true
		v.report.note("%s was missing in the library when %s was made", path, name)
	}
	return v.shared(ctx, name, m, func(f file) error {
		if lost[f.Path] || v.seen[f.Path] {
			return nil
		}
		return v.verifyFile(ctx, f)
	})
}

func (v *verifier) verifyFile(ctx context.Context, f file) error {
	v.seen[f.Path] = true
	if err := check(ctx, v.blobs, f); err != nil {
		if ctx.Err() != nil {
			return err
		}
		v.report.problem("%v", err)
	}
	v.report.Files++
	v.report.Size += f.Size
	v.progress(v.report.Size, v.total)
	return nil
}

// lookAt tells of what no backup names. A file of the library that is whole is
// what an interrupted backup had copied; the next one may use it.
func (v *verifier) lookAt(ctx context.Context, name string, entry fs.DirEntry) error {
	for _, folder := range v.passed {
		if strings.HasPrefix(name, folder) {
			return nil
		}
	}
	switch {
	case !entry.Type().IsRegular():
		v.report.problem("%s is no plain file", name)
	case v.seen[name]:
	default:
		info, err := entry.Info()
		if err != nil {
			return err
		}
		if check(ctx, v.blobs, file{Path: name, Size: info.Size(), SHA256: path.Base(name)}) != nil {
			v.report.problem("%s does not belong here", name)
		} else {
			v.report.note("%s is in no backup", name)
		}
	}
	return ctx.Err()
}

// check compares a stored file with what it should be. The error names the file.
func check(ctx context.Context, blobs blob.Store, want file) error {
	if err := glance(ctx, blobs, want); err != nil {
		return err
	}
	object, err := blobs.Open(ctx, want.Path)
	if err != nil {
		return fmt.Errorf("%s cannot be read: %w", want.Path, err)
	}
	defer object.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, object); err != nil {
		return fmt.Errorf("%s cannot be read: %w", want.Path, err)
	}
	if hex.EncodeToString(hash.Sum(nil)) != want.SHA256 {
		return fmt.Errorf("%s %w: it holds other bytes than were written", want.Path, errDamaged)
	}
	return ctx.Err()
}

// glance compares only the size.
func glance(ctx context.Context, blobs blob.Store, want file) error {
	info, err := blobs.Stat(ctx, want.Path)
	switch {
	case errors.Is(err, blob.ErrNotExist):
		return fmt.Errorf("%s is missing", want.Path)
	case err != nil:
		return fmt.Errorf("%s cannot be read: %w", want.Path, err)
	case info.Size != want.Size:
		return fmt.Errorf("%s %w: it has %d bytes instead of %d", want.Path, errDamaged, info.Size, want.Size)
	}
	return nil
}

// VerifyLibrary reads every file of a library and compares it with the digest in
// its row.
func VerifyLibrary(ctx context.Context, db *store.DB, blobs blob.Store, progress Progress) (*Report, error) {
	_, total, err := db.CountStoredFiles(ctx)
	if err != nil {
		return nil, err
	}
	return examine(ctx, db, func(want file) error { return check(ctx, blobs, want) },
		func(done int64) { progress(done, total) })
}

// CompareLibrary looks whether every file of a library is there and of the right
// size.
func CompareLibrary(ctx context.Context, db *store.DB, blobs blob.Store) (*Report, error) {
	return examine(ctx, db, func(want file) error { return glance(ctx, blobs, want) }, func(int64) {})
}

func examine(ctx context.Context, db *store.DB, look func(file) error, progress func(done int64)) (*Report, error) {
	report := &Report{}
	return report, db.StoredFiles(ctx, func(f store.StoredFile) error {
		if err := look(file{Path: f.Key, Size: f.Size, SHA256: f.SHA256}); err != nil {
			report.problem("%v", err)
		}
		report.Files++
		report.Size += f.Size
		progress(report.Size)
		return ctx.Err()
	})
}

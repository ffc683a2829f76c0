package backup

import (
	"context"
	"fmt"
	"hash/maphash"
	"slices"

	"github.com/vitrine-photos/vitrine/internal/blob"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// prune removes all but the newest backups of this library, keep of them with the
// one that was just made, and the files of the library that none of those that
// stay needs. Before it removes anything it reads what each of them needs: if one
// cannot be read, all stay. The manifests go first, so that what is broken off
// has left interrupted backups, which go last: they tell the next run that there
// is more to do.
func (w *writer) prune(ctx context.Context, keep int) error {
	staying, interrupted, err := w.to.names(ctx)
	if err != nil {
		return err
	}
	outdated, err := w.outdated(ctx, staying, keep)
	if err != nil || len(outdated)+len(interrupted) == 0 {
		return err
	}
	staying = slices.DeleteFunc(staying, func(name string) bool { return slices.Contains(outdated, name) })
	needed, err := w.to.needs(ctx, staying)
	if err != nil {
		return err
	}
	// First noted and then done: what is broken off in between is done the next time.
	err = w.cfg.DB.Update(ctx, func(tx *store.Tx) error { return tx.RemoveBackups(ctx, outdated) })
	if err != nil {
		return err
	}
	for _, name := range outdated {
		if err := w.to.blobs.Delete(ctx, manifestKey(name)); err != nil {
			return fmt.Errorf("remove the backup %s: %w", name, err)
		}
	}
	if err := w.to.sweep(ctx, needed); err != nil {
		return err
	}
	return w.to.tidy(ctx, w.cfg.Now())
}

// outdated returns those of the backups, the oldest first, that are too many. One
// that the database does not list is another library's, perhaps of one that was
// lost and is to be restored from it.
func (w *writer) outdated(ctx context.Context, names []string, keep int) ([]string, error) {
	listed, err := w.cfg.DB.ListedBackups(ctx, names)
	if err != nil {
		return nil, err
	}
	older := slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		return name == w.backup.Name || !slices.Contains(listed, name)
	})
	return older[:max(0, len(older)-(keep-1))], nil
}

// paths is a set of the paths of files, of which it keeps only hashes: a library
// has millions. It may hold a path that nobody added, which then is kept for
// nothing, but none that was added is missing.
type paths struct {
	seed   maphash.Seed
	hashes map[uint64]struct{}
}

func (p *paths) add(path string) { p.hashes[maphash.String(p.seed, path)] = struct{}{} }

func (p *paths) has(path string) bool {
	_, has := p.hashes[maphash.String(p.seed, path)]
	return has
}

// needs returns the files of the library that backups consist of.
func (f *folder) needs(ctx context.Context, names []string) (*paths, error) {
	needed := &paths{maphash.MakeSeed(), map[uint64]struct{}{}}
	for _, name := range names {
		m, err := f.readManifest(ctx, name)
		if err != nil {
			return nil, err
		}
		err = f.shared(ctx, name, m, func(of file) error {
			needed.add(of.Path)
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("read what the backup %s consists of: %w", name, err)
		}
	}
	return needed, nil
}

// sweep removes the files of the library that are not needed.
func (f *folder) sweep(ctx context.Context, needed *paths) error {
	for _, family := range []string{"originals/", "derived/"} {
		err := f.blobs.List(ctx, family, func(held blob.Info) error {
			if needed.has(held.Key) {
				return nil
			}
			return f.blobs.Delete(ctx, held.Key)
		})
		if err != nil {
			return fmt.Errorf("remove files that no backup needs: %w", err)
		}
	}
	return nil
}

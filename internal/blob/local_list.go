package blob

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// List walks the folders that can hold keys beginning with prefix.
func (l *Local) List(ctx context.Context, prefix string, fn func(Info) error) error {
	return l.listFolder(ctx, ".", prefix, fn)
}

// listFolder lists one folder and those below it.
func (l *Local) listFolder(ctx context.Context, dir, prefix string, fn func(Info) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	entries, err := l.readFolder(dir)
	if err != nil {
		return fmt.Errorf("listing blobs: %w", err)
	}
	for _, entry := range entries {
		if err := l.listEntry(ctx, path.Join(dir, entry.Name()), entry, prefix, fn); err != nil {
			return err
		}
	}
	return nil
}

// listEntry lists the blob, or the folder of blobs, that entry is.
func (l *Local) listEntry(ctx context.Context, key string, entry fs.DirEntry, prefix string, fn func(Info) error) error {
	if entry.IsDir() {
		folder := key + "/"
		if strings.HasPrefix(folder, prefix) || strings.HasPrefix(prefix, folder) {
			return l.listFolder(ctx, key, prefix, fn)
		}
		return nil
	}
	if !entry.Type().IsRegular() || !strings.HasPrefix(key, prefix) {
		return nil
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	info, err := entry.Info()
	if missing(err) { // deleted since the folder was read
		return nil
	}
	if err != nil {
		return fmt.Errorf("listing blob %s: %w", key, err)
	}
	return fn(Info{Key: key, Size: info.Size(), ModTime: info.ModTime()})
}

// readFolder returns what may be part of a key, in the order of the keys:
// folders sort by their name and the slash that follows it. Whatever else is
// there, such as lost+found, is not the store's.
func (l *Local) readFolder(dir string) ([]fs.DirEntry, error) {
	file, err := l.root.Open(dir)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	entries, err := file.ReadDir(-1)
	if err != nil {
		return nil, err
	}
	entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return !validSegment(e.Name()) })
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(sortName(a), sortName(b)) })
	return entries, nil
}

// sortName returns the part of the keys that entry stands for.
func sortName(entry fs.DirEntry) string {
	if entry.IsDir() {
		return entry.Name() + "/"
	}
	return entry.Name()
}

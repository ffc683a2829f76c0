package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/vitrine-photos/vitrine/client"
)

// pictureExtensions are the names under which pictures are looked for. What is
// inside decides whether they are taken.
func pictureExtensions() []string {
	return []string{".jpg", ".jpeg", ".png", ".webp", ".avif", ".heic", ".heif", ".tif", ".tiff", ".gif"}
}

// folder is what was found below a folder.
type folder struct {
	pictures []string       // in a stable order
	others   map[string]int // how many files of which extension are not called pictures
	unread   []string       // "name: why", of folders that cannot be read
}

// findPictures looks for pictures below dir. Hidden files and folders are left
// out, and so is what is no file: to open a pipe could wait for ever.
func findPictures(dir string) (folder, error) {
	found := folder{others: map[string]int{}}
	root, err := filepath.EvalSymlinks(dir) // WalkDir does not enter a link
	if err != nil {
		return found, err
	}
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch hidden := path != root && strings.HasPrefix(entry.Name(), "."); {
		case hidden && entry.IsDir():
			return fs.SkipDir
		case err != nil && path == root:
			return err
		case err != nil:
			found.unread = append(found.unread, fmt.Sprintf("%s: %v", relativeTo(root, path), err))
		case hidden || entry.IsDir():
		case slices.Contains(pictureExtensions(), strings.ToLower(filepath.Ext(path))) && mayBeFile(path, entry):
			found.pictures = append(found.pictures, filepath.Join(dir, relativeTo(root, path)))
		default:
			found.others[strings.ToLower(filepath.Ext(path))]++
		}
		return nil
	})
	return found, err
}

// mayBeFile reports whether an entry is a file, or a link to one. A link that
// leads nowhere counts too, so that it is named when it cannot be opened.
func mayBeFile(path string, entry fs.DirEntry) bool {
	if entry.Type()&fs.ModeSymlink == 0 {
		return entry.Type().IsRegular()
	}
	info, err := os.Stat(path)
	return err != nil || info.Mode().IsRegular()
}

func relativeTo(dir, path string) string {
	if short, err := filepath.Rel(dir, path); err == nil {
		return short
	}
	return path
}

// importer brings files into the service through its API.
type importer struct {
	api        *client.Client
	dir        string
	publish    bool
	categories []int64

	mu    sync.Mutex
	taken map[string]*twin // by digest, so that a copy is not imported beside its twin
}

// twin is the first file of some content that this run came to.
type twin struct {
	done    chan struct{} // closed when it is known what became of it
	outcome outcome
	err     error
}

// importsAtOnce keeps the workers busy while other files are read and sent.
const importsAtOnce = 4

// importAll imports the files, several at once, until all are done or ctx ends.
func (i *importer) importAll(ctx context.Context, files []string, progress progress) *tally {
	defer progress.end()
	tally := &tally{started: time.Now()}
	queue := make(chan string)
	var workers sync.WaitGroup
	for range importsAtOnce {
		workers.Go(func() {
			for path := range queue {
				outcome, err := i.importFile(ctx, path)
				if ctx.Err() == nil {
					tally.add(i.relative(path), outcome, err)
					progress.step(i.relative(path), outcome, err)
				}
			}
		})
	}
	for _, path := range files {
		select {
		case queue <- path:
		case <-ctx.Done():
		}
	}
	close(queue)
	workers.Wait()
	tally.took = time.Since(tally.started)
	return tally
}

func (i *importer) relative(path string) string { return relativeTo(i.dir, path) }

// importFile brings in one file, unless a photo already shows it. A copy of a
// file that could not be imported fails as that did.
func (i *importer) importFile(ctx context.Context, path string) (outcome, error) {
	digest, err := digestOf(path)
	if err != nil {
		return failed, err
	}
	first, isFirst := i.take(digest)
	if isFirst {
		first.outcome, first.err = i.importContent(ctx, path, digest)
		close(first.done)
		return first.outcome, first.err
	}
	<-first.done // another worker is at it
	if first.err != nil {
		return failed, first.err
	}
	return skipped, nil
}

// take reports whether the digest is seen for the first time, and returns what
// becomes of it.
func (i *importer) take(digest string) (first *twin, isFirst bool) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if first := i.taken[digest]; first != nil {
		return first, false
	}
	i.taken[digest] = &twin{done: make(chan struct{})}
	return i.taken[digest], true
}

func (i *importer) importContent(ctx context.Context, path, digest string) (outcome, error) {
	known, err := i.api.Known(ctx, []string{digest})
	if err != nil {
		return failed, err
	}
	if _, ok := known[digest]; ok {
		return skipped, nil
	}
	upload, err := i.upload(ctx, path)
	if err != nil {
		return failed, err
	}
	status, err := i.wait(ctx, upload.FileID)
	if err == nil {
		err = i.createPhoto(ctx, path, upload.FileID, status.Details)
	}
	if err != nil {
		return failed, errors.Join(err, i.discard(ctx, upload.FileID))
	}
	return imported, nil
}

func digestOf(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}

func (i *importer) upload(ctx context.Context, path string) (*client.Upload, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return i.api.Upload(ctx, filepath.Base(path), f)
}

// pollInterval is how often the state of an upload is asked for.
const pollInterval = 50 * time.Millisecond

// wait returns when the pictures of the upload are derived.
func (i *importer) wait(ctx context.Context, fileID string) (*client.UploadStatus, error) {
	ticker := time.NewTicker(pollInterval)
	defer ticker.Stop()
	for {
		status, err := i.api.UploadStatus(ctx, fileID)
		switch {
		case err != nil:
			return nil, err
		case status.Status == "completed":
			return status, nil
		case status.Status == "failed":
			return nil, errors.New(status.Error)
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

func (i *importer) createPhoto(ctx context.Context, path, fileID string, details *client.PictureDetails) error {
	photo := client.NewPhoto{
		Title: titleFromName(path), FileID: fileID, Status: "draft", Categories: i.categories,
	}
	if i.publish {
		photo.Status = "published"
	}
	if details != nil {
		if details.Title != "" {
			photo.Title = shorten(details.Title, maxTitle)
		}
		photo.Description = details.Caption
		photo.Tags = details.Keywords
	}
	_, err := i.api.CreatePhoto(ctx, photo)
	return err
}

// discard removes an upload that became no photo. It also works when the
// import is being stopped.
func (i *importer) discard(ctx context.Context, fileID string) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if err := i.api.DeleteUpload(ctx, fileID); err != nil && !client.IsNotFound(err) {
		return fmt.Errorf("remove its upload: %w", err)
	}
	return nil
}

// maxTitle is the API's limit, in characters.
const maxTitle = 200

// titleFromName makes a title of a file name: "DSC_0042-harbour_at night.jpg"
// becomes "DSC 0042 harbour at night".
func titleFromName(path string) string {
	name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	words := strings.FieldsFunc(name, func(r rune) bool { return r == '_' || r == '-' || r == ' ' })
	if len(words) == 0 {
		return "Untitled"
	}
	return shorten(strings.Join(words, " "), maxTitle)
}

func shorten(s string, limit int) string {
	runes := []rune(s)
	if len(runes) <= limit {
		return s
	}
	return string(runes[:limit-1]) + "…"
}

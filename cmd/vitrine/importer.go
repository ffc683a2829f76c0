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

// findPictures lists the pictures below dir in a stable order, and counts the
// other files. Hidden files and folders are left out.
func findPictures(dir string) (pictures []string, others int, err error) {
	err = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		hidden := strings.HasPrefix(entry.Name(), ".") && path != dir
		switch {
		case hidden && entry.IsDir():
			return fs.SkipDir
		case hidden || entry.IsDir():
		case slices.Contains(pictureExtensions(), strings.ToLower(filepath.Ext(path))):
			pictures = append(pictures, path)
		default:
			others++
		}
		return nil
	})
	return pictures, others, err
}

// importer brings files into the service through its API.
type importer struct {
	api        *client.Client
	dir        string
	publish    bool
	categories []int64

	mu    sync.Mutex
	taken map[string]bool // digests of this run, so that a copy is not imported beside its twin
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

func (i *importer) relative(path string) string {
	if short, err := filepath.Rel(i.dir, path); err == nil {
		return short
	}
	return path
}

// importFile brings in one file, unless a photo already shows it.
func (i *importer) importFile(ctx context.Context, path string) (outcome, error) {
	digest, err := digestOf(path)
	if err != nil {
		return failed, err
	}
	if !i.take(digest) {
		return skipped, nil
	}
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

// take reports whether the digest is seen for the first time.
func (i *importer) take(digest string) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.taken[digest] {
		return false
	}
	i.taken[digest] = true
	return true
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
const pollInterval = 150 * time.Millisecond

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

package media

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path"
	"strings"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/ingest"
)

// Download gives a visitor of a share a photo to keep: every pixel of its
// original, but without position and serial numbers; where no such copy can be
// made, the picture in display size. Who asks was looked at before.
func (h *Handler) Download(w http.ResponseWriter, r *http.Request, photo *vitrine.Photo) error {
	begun := false
	err := h.writeKeepsake(r.Context(), photo, func(name, mimeType string) (io.Writer, error) {
		begun = true
		file{mimeType: mimeType, caching: cacheNever, filename: name}.setHeader(w.Header())
		return w, nil
	})
	switch {
	case err != nil && begun:
		h.breakOff(r, "download of a photo", err)
	case err == nil && r.Method == http.MethodGet:
		h.CountDownload(photo.ID)
	}
	return err
}

// Archive gives a visitor of a share all its photos, each as Download does, in a
// ZIP file of that name. They are asked for one after the other, and nothing is
// held in memory.
func (h *Handler) Archive(w http.ResponseWriter, r *http.Request, name string, photos func(yield func(*vitrine.Photo, error) bool)) {
	file{mimeType: "application/zip", caching: cacheNever, filename: plainName(name) + ".zip"}.setHeader(w.Header())
	if r.Method == http.MethodHead {
		return
	}
	archive := zip.NewWriter(w)
	names := map[string]int{}
	for photo, err := range photos {
		if err == nil {
			err = h.addToArchive(r.Context(), archive, names, photo)
		}
		if err != nil {
			h.breakOff(r, "archive of a share", err)
		}
		h.CountDownload(photo.ID)
	}
	if err := archive.Close(); err != nil {
		h.breakOff(r, "archive of a share", err)
	}
}

// addToArchive stores a photo as it is: pictures are compressed already.
func (h *Handler) addToArchive(ctx context.Context, archive *zip.Writer, names map[string]int, photo *vitrine.Photo) error {
	return h.writeKeepsake(ctx, photo, func(name, _ string) (io.Writer, error) {
		entry := zip.FileHeader{Name: distinct(names, name), Method: zip.Store, Modified: photo.LocalTakenAt()}
		if entry.Modified.IsZero() {
			entry.Modified = photo.CreatedAt
		}
		return archive.CreateHeader(&entry)
	})
}

// breakOff ends an answer that has begun, so that it is not taken for whole. It
// does not return.
func (h *Handler) breakOff(r *http.Request, what string, err error) {
	if r.Context().Err() == nil {
		h.Log.Error(what+" broke off", "err", err)
	}
	panic(http.ErrAbortHandler)
}

// writeKeepsake writes what a visitor may keep of a photo, and begins with its
// name and type when the first bytes come.
func (h *Handler) writeKeepsake(ctx context.Context, photo *vitrine.Photo, begin func(name, mimeType string) (io.Writer, error)) error {
	if photo.File == nil {
		return vitrine.NotFound("original", photo.ID)
	}
	name := plainName(photo.File.OriginalFilename)
	err := h.writeCopy(ctx, &lateWriter{begin: func() (io.Writer, error) { return begin(name, photo.File.MIMEType) }}, photo)
	if !errors.Is(err, ingest.ErrNoPublicCopy) {
		return err
	}
	display, ok := photo.Rendition(vitrine.Display)
	if !ok {
		return err
	}
	found, err := h.DB.Media(ctx, display.Key)
	if err != nil {
		return err
	}
	picture, err := h.Blobs.Open(ctx, found.BlobKey)
	if err != nil {
		return err
	}
	defer picture.Close()
	w, err := begin(strings.TrimSuffix(name, path.Ext(name))+path.Ext(display.Path()), display.MIMEType)
	if err == nil {
		_, err = io.Copy(w, picture)
	}
	return err
}

// plainName makes a name that every system takes for that of a file, and of
// nothing else.
func plainName(name string) string {
	name = strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, r) {
			return '-'
		}
		return r
	}, vitrine.Clean(name))
	name = strings.TrimLeft(strings.Join(strings.Fields(name), " "), ". ")
	if name == "" {
		return "photo"
	}
	return name
}

// distinct returns the name, with a number if it was given before, whatever the
// case.
func distinct(given map[string]int, name string) string {
	extension := path.Ext(name)
	for unique := name; ; {
		key := strings.ToLower(unique)
		if given[key] == 0 {
			given[key] = 1
			return unique
		}
		counted := strings.ToLower(name)
		given[counted]++
		unique = fmt.Sprintf("%s (%d)%s", strings.TrimSuffix(name, extension), given[counted], extension)
	}
}

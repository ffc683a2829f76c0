package media

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/ingest"
	"github.com/vitrine-photos/vitrine/internal/urlsign"
)

// original serves the original of a photo: the untouched bytes to editors and by
// signed address, else a copy without position and serial numbers if the setting
// display.allow_original_download lets the public have it.
func (h *Handler) original(w http.ResponseWriter, r *http.Request, id string) error {
	number, err := photoID(id)
	if err != nil {
		return err
	}
	actor, editor, err := h.reader(r)
	if err != nil {
		return err
	}
	audience := vitrine.AudiencePublic
	if editor {
		audience = vitrine.AudienceEditor
	}
	photo, err := h.DB.Photo(r.Context(), number, audience)
	if err != nil {
		return err
	}
	if photo.File == nil {
		return vitrine.NotFound("original", number)
	}
	whole := true
	if editor {
		err = h.untouched(w, r, photo)
		whole = isBeginning(w.Header())
	} else {
		err = h.publicCopy(w, r, photo, actor)
	}
	if err == nil && whole && r.Method == http.MethodGet {
		h.CountDownload(number)
	}
	return err
}

// reader tells who asks and whether they may have the untouched bytes.
func (h *Handler) reader(r *http.Request) (actor vitrine.Actor, editor bool, err error) {
	if r.URL.Query().Has("sig") {
		if err := h.Signer.Verify(urlsign.Media, r.URL); err != nil {
			return actor, false, badSignature(err)
		}
		return actor, true, nil
	}
	actor, err = h.Actor(r)
	return actor, actor.Can(vitrine.PhotoUpdate), err
}

func (h *Handler) untouched(w http.ResponseWriter, r *http.Request, photo *vitrine.Photo) error {
	key, _, mimeType, err := h.DB.UploadBlob(r.Context(), photo.UploadID)
	if err != nil {
		return err
	}
	return h.serve(w, r, file{
		blobKey: key, etag: photo.File.SHA256, mimeType: mimeType,
		caching: cacheSigned, filename: photo.File.OriginalFilename,
	})
}

// publicCopy streams the copy for the public. It is made on the way, so it has
// no ranges.
func (h *Handler) publicCopy(w http.ResponseWriter, r *http.Request, photo *vitrine.Photo, actor vitrine.Actor) error {
	settings, err := h.Settings(r.Context())
	if err != nil {
		return err
	}
	if !settings.Display.AllowOriginalDownload {
		return actor.Require(vitrine.PhotoUpdate)
	}
	f := file{mimeType: photo.File.MIMEType, caching: cacheNever, filename: photo.File.OriginalFilename}
	out := &lateWriter{begin: func() (io.Writer, error) {
		f.setHeader(w.Header())
		return w, nil
	}}
	err = h.writeCopy(r.Context(), out, photo)
	switch {
	case err == nil:
		return nil
	case out.w != nil: // too late for another answer: break off, so that the copy is not taken for whole
		h.Log.Error("public copy of an original broke off", "photo", photo.ID, "err", err)
		panic(http.ErrAbortHandler)
	case errors.Is(err, ingest.ErrNoPublicCopy):
		return &vitrine.Error{
			Code:    vitrine.CodeForbidden,
			Message: "This original cannot be freed from private data, so it is not given to the public.",
			Details: vitrine.ForbiddenDetails{RequiredPermission: vitrine.PhotoUpdate, UserRole: actor.Role},
			Cause:   err,
		}
	}
	return err
}

// writeCopy writes the copy of a photo's original that others than editors may
// have. The errors are those of ingest.WritePublicCopy.
func (h *Handler) writeCopy(ctx context.Context, w io.Writer, photo *vitrine.Photo) error {
	key, _, mimeType, err := h.DB.UploadBlob(ctx, photo.UploadID)
	if err != nil {
		return err
	}
	original, err := h.Blobs.Open(ctx, key)
	if err != nil {
		return err
	}
	defer original.Close()
	return ingest.WritePublicCopy(w, original, mimeType)
}

// lateWriter begins its answer when the first bytes come, so that a failure
// before them can still be answered otherwise.
type lateWriter struct {
	begin func() (io.Writer, error)
	w     io.Writer // nil before the first bytes
}

// Write implements io.Writer.
func (l *lateWriter) Write(p []byte) (n int, err error) {
	if l.w == nil {
		if l.w, err = l.begin(); err != nil {
			return 0, err
		}
	}
	return l.w.Write(p)
}

// probeLength is how much those ask for, in bytes, who only want to know what a
// file is and whether it has ranges.
const probeLength = 64

// isBeginning reports whether a file was answered with, or its first range. What
// is unchanged has no length, and the continuation of a download that was counted
// does not begin at 0.
func isBeginning(answer http.Header) bool {
	length, err := strconv.Atoi(answer.Get("Content-Length"))
	if err != nil || strings.HasPrefix(answer.Get("Content-Type"), "multipart/") {
		return false
	}
	part := answer.Get("Content-Range")
	return part == "" || strings.HasPrefix(part, "bytes 0-") && length > probeLength
}

// Package media serves pictures at /media/ and makes their addresses.
//
// What is public is served to everyone and may be kept by caches; what is hidden
// needs a signed address, and without one does not exist. Which of the two holds
// is asked of the database at each request, so a photo that is hidden is gone
// from here at once.
package media

import (
	"context"
	"log/slog"
	"net/http"
	"strconv"
	"strings"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/blob"
	"github.com/vitrine-photos/vitrine/internal/store"
	"github.com/vitrine-photos/vitrine/internal/urlsign"
)

// Config is what a Handler works with. All fields are required.
type Config struct {
	DB       *store.DB
	Blobs    blob.Store
	Signer   *urlsign.Signer
	Settings func(context.Context) (vitrine.Settings, error)
	// Actor tells who asks, from the bearer token: nobody without one; an error
	// if it is not valid.
	Actor func(*http.Request) (vitrine.Actor, error)
	// Fail writes the answer for an error.
	Fail func(http.ResponseWriter, *http.Request, error)
	// CountDownload is told of each download of a photo's original.
	CountDownload func(photoID int64)
	Log           *slog.Logger
}

// Handler answers GET and HEAD below /media/:
//
//	/media/{key}.{ext}           a rendition, named by its content
//	/media/originals/{photo id}  the original of a photo
//	/media/uploads/{file id}     the bytes of an upload, by signed address only
type Handler struct{ Config }

// New returns a Handler that works with cfg.
func New(cfg Config) *Handler { return &Handler{cfg} }

// ServeHTTP implements http.Handler.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		h.Fail(w, r, &vitrine.Error{
			Code: vitrine.CodeValidation, Message: "Media can only be read.", Header: map[string]string{"Allow": "GET, HEAD"},
		})
		return
	}
	if err := h.answer(w, r); err != nil {
		h.Fail(w, r, err)
	}
}

func (h *Handler) answer(w http.ResponseWriter, r *http.Request) error {
	name := strings.TrimPrefix(r.URL.Path, prefix)
	if id, ok := strings.CutPrefix(name, "originals/"); ok {
		return h.original(w, r, id)
	}
	if id, ok := strings.CutPrefix(name, "uploads/"); ok {
		return h.upload(w, r, id)
	}
	return h.rendition(w, r, name)
}

// rendition serves a derived file. A hidden one needs a valid signature.
func (h *Handler) rendition(w http.ResponseWriter, r *http.Request, name string) error {
	key, _, _ := strings.Cut(name, ".")
	if !isKey(key) {
		return vitrine.NotFound("media", name)
	}
	m, err := h.DB.Media(r.Context(), key)
	if err != nil {
		return err
	}
	if r.URL.Path != (vitrine.Rendition{Key: key, MIMEType: m.MIMEType}).Path() {
		return vitrine.NotFound("media", key)
	}
	if !m.Public {
		if err := h.admit(r, key); err != nil {
			return err
		}
	}
	f := file{blobKey: m.BlobKey, etag: key, mimeType: m.MIMEType, caching: cacheSigned}
	if m.Public {
		f.caching = cachePublic
	}
	return h.serve(w, r, f)
}

// admit returns nil if the signature of an address opens a hidden file: that for
// editors, or that for the visitors of a share which still shows it.
func (h *Handler) admit(r *http.Request, key string) error {
	purpose := urlsign.Media
	id, err := strconv.ParseInt(r.URL.Query().Get("share"), 10, 64)
	if shared := err == nil; shared {
		purpose = urlsign.Share(id)
	}
	if h.Signer.Verify(purpose, r.URL) != nil {
		return vitrine.NotFound("media", key)
	}
	if purpose == urlsign.Media {
		return nil
	}
	shown, err := h.DB.ShareShows(r.Context(), id, key)
	if err == nil && !shown {
		err = vitrine.NotFound("media", key)
	}
	return err
}

// upload serves the bytes of an upload to whoever holds a signed address.
func (h *Handler) upload(w http.ResponseWriter, r *http.Request, id string) error {
	if err := h.Signer.Verify(urlsign.Upload, r.URL); err != nil {
		return badSignature(err)
	}
	u, err := h.DB.Upload(r.Context(), id)
	if err != nil {
		return err
	}
	key, _, mimeType, err := h.DB.UploadBlob(r.Context(), id)
	if err != nil {
		return err
	}
	return h.serve(w, r, file{
		blobKey: key, etag: u.SHA256, mimeType: mimeType, caching: cacheSigned, filename: u.OriginalFilename,
	})
}

func badSignature(cause error) error {
	return &vitrine.Error{
		Code:    vitrine.CodeForbidden,
		Message: "The address is not valid or has expired. Ask for a new one.",
		Details: vitrine.ForbiddenDetails{RequiredPermission: vitrine.PhotoUpdate},
		Cause:   cause,
	}
}

// isKey reports whether s is a SHA-256 in hex.
func isKey(s string) bool {
	if len(s) != 64 {
		return false
	}
	return strings.Trim(s, "0123456789abcdef") == ""
}

func photoID(s string) (int64, error) {
	id, err := strconv.ParseInt(s, 10, 64)
	if err != nil || strconv.FormatInt(id, 10) != s {
		return 0, vitrine.NotFound("photo", s)
	}
	return id, nil
}

package media

import (
	"errors"
	"mime"
	"net/http"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/blob"
)

// caching is how long an answer may be kept, and by whom.
type caching string

// Public renditions are named by their content, so browsers keep them for a
// year; shared caches only for an hour, since a photo may be hidden.
const (
	cachePublic caching = "public, max-age=31536000, s-maxage=3600, immutable"
	cacheSigned caching = "private, max-age=300"
	cacheNever  caching = "no-store"
)

// file is a blob about to be served.
type file struct {
	blobKey  string
	etag     string // what names its content
	mimeType string
	caching  caching
	filename string // offered for saving; "": shown in place
}

// setHeader says what the file is and shuts out everything it must not be.
func (f file) setHeader(h http.Header) {
	h.Set("Content-Type", f.mimeType)
	h.Set("Cache-Control", string(f.caching))
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "sandbox; default-src 'none'")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	if f.caching == cachePublic {
		h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	}
	if f.etag != "" {
		h.Set("ETag", `"`+f.etag+`"`)
	}
	if f.filename != "" {
		h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": f.filename}))
	}
}

// serve answers with the file, or a range of it, or that it is unchanged.
func (h *Handler) serve(w http.ResponseWriter, r *http.Request, f file) error {
	object, err := h.Blobs.Open(r.Context(), f.blobKey)
	if errors.Is(err, blob.ErrNotExist) { // a row without its file: an error of ours, not of the reader's
		return &vitrine.Error{Code: vitrine.CodeInternal, Message: "The file is missing.", Cause: err}
	}
	if err != nil {
		return vitrine.Unavailable("The storage does not answer.", 10*time.Second, err)
	}
	defer object.Close()
	f.setHeader(w.Header())
	http.ServeContent(w, r, "", time.Time{}, object)
	return nil
}

package media

import (
	"fmt"
	"strconv"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/urlsign"
)

// prefix is where media is served.
const prefix = "/media/"

// signedFor is how long a signed address works at least.
const signedFor = time.Hour

// URLs makes the addresses of media.
type URLs struct {
	Base   string // put before every path: "https://example.com", or "" for addresses that begin with a slash
	Signer *urlsign.Signer
	Share  *vitrine.Share // whose visitors the addresses are for; nil for none
}

// Rendition returns the address of a derived file. That of a hidden one is
// signed and works for an hour; any is that is for the visitors of a share, and
// works no longer than the share.
func (u URLs) Rendition(r vitrine.Rendition, public bool) string {
	switch {
	case u.Share != nil:
		return u.Base + u.shared(r.Path())
	case public:
		return u.Base + r.Path()
	}
	return u.Base + u.Signer.Sign(urlsign.Media, r.Path(), signedFor)
}

// shared signs a path for the visitors of the share, whose id stands beside the
// signature.
func (u URLs) shared(path string) string {
	purpose, id := urlsign.Share(u.Share.ID), strconv.FormatInt(u.Share.ID, 10)
	if u.Share.ExpiresAt == nil {
		return u.Signer.Sign(purpose, path, signedFor) + "&share=" + id
	}
	return u.Signer.SignUntil(purpose, path, signedFor, *u.Share.ExpiresAt) + "&share=" + id
}

// Original returns the address of a photo's original. For an editor it is
// signed, works for an hour and gives the untouched bytes.
func (u URLs) Original(p *vitrine.Photo, editor bool) string {
	path := fmt.Sprintf("%soriginals/%d", prefix, p.ID)
	if !editor {
		return u.Base + path
	}
	return u.Base + u.Signer.Sign(urlsign.Media, path, signedFor)
}

// Upload returns the signed address of an upload's bytes, which works for an
// hour.
func (u URLs) Upload(id string) string {
	return u.Base + u.Signer.Sign(urlsign.Upload, prefix+"uploads/"+id, signedFor)
}

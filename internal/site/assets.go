package site

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"net/http"
	"time"

	"github.com/vitrine-photos/vitrine/web"
)

//go:embed templates/*.gohtml
var templateFiles embed.FS

//go:embed assets
var assetFiles embed.FS

// assets are the style sheets, scripts and images of the pages. Their addresses
// hold a hash of their content, so browsers may keep them for good.
type assets struct {
	content map[string][]byte
	zipped  map[string][]byte
	hash    map[string]string
}

func loadAssets() (*assets, error) {
	a := &assets{content: map[string][]byte{}, zipped: map[string][]byte{}, hash: map[string]string{}}
	if err := a.load(assetFiles, "assets"); err != nil {
		return nil, err
	}
	return a, a.load(web.Site, "dist/site")
}

// load adds the files of a directory.
func (a *assets) load(files embed.FS, dir string) error {
	var zippers zippers
	entries, err := files.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		content, err := files.ReadFile(dir + "/" + entry.Name())
		if err != nil {
			return err
		}
		sum := sha256.Sum256(content)
		a.content[entry.Name()], a.zipped[entry.Name()] = content, zippers.zip(content)
		a.hash[entry.Name()] = hex.EncodeToString(sum[:6])
	}
	return nil
}

func (a *assets) url(name string) string { return "/assets/" + a.hash[name] + "/" + name }

// serve answers with an asset. A page from before an update may ask for an
// older hash: it gets today's content, but is told not to keep it.
func (a *assets) serve(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	content, ok := a.content[name]
	if !ok {
		http.NotFound(w, r)
		return
	}
	cache := "no-cache"
	if r.PathValue("hash") == a.hash[name] {
		cache = "public, max-age=31536000, immutable"
	}
	w.Header().Set("Cache-Control", cache)
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Add("Vary", "Accept-Encoding")
	if acceptsGzip(r) {
		w.Header().Set("Content-Encoding", "gzip")
		content = a.zipped[name]
	}
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(content))
}

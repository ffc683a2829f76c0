package openapi

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"time"

	swagger "github.com/swaggo/files/v2"
)

//go:embed reader
var reader embed.FS

// readerPolicy lets the reader work with what this server gives it: no inline
// script, and no other host. It does style its elements inline.
const readerPolicy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; " +
	"img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Mount serves the document at /openapi.json, and a reader for it at /docs.
func Mount(mux *http.ServeMux, document []byte) error {
	sum := sha256.Sum256(document)
	tag := `"` + hex.EncodeToString(sum[:8]) + `"`
	mux.HandleFunc("GET /openapi.json", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		w.Header().Set("ETag", tag)
		serveStatic(w, r, "application/json; charset=utf-8", bytes.NewReader(document))
	})
	for path, file := range map[string]struct {
		media, name string
		from        fs.FS
	}{
		"/docs":                      {"text/html; charset=utf-8", "reader/index.html", reader},
		"/docs/{$}":                  {"text/html; charset=utf-8", "reader/index.html", reader},
		"/docs/reader.js":            {"text/javascript; charset=utf-8", "reader/reader.js", reader},
		"/docs/swagger-ui.css":       {"text/css; charset=utf-8", "swagger-ui.css", swagger.FS},
		"/docs/swagger-ui-bundle.js": {"text/javascript; charset=utf-8", "swagger-ui-bundle.js", swagger.FS},
		"/docs/favicon-32x32.png":    {"image/png", "favicon-32x32.png", swagger.FS},
	} {
		opened, err := file.from.Open(file.name)
		if err != nil {
			return err
		}
		content, ok := opened.(io.ReaderAt) // embedded, so it needs no closing
		info, err := opened.Stat()
		if err != nil || !ok {
			return fmt.Errorf("%s is not embedded", file.name)
		}
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Security-Policy", readerPolicy)
			serveStatic(w, r, file.media, io.NewSectionReader(content, 0, info.Size()))
		})
	}
	return nil
}

// serveStatic answers with bytes that only a new program changes.
func serveStatic(w http.ResponseWriter, r *http.Request, media string, content io.ReadSeeker) {
	h := w.Header()
	h.Set("Content-Type", media)
	h.Set("Cache-Control", "no-cache")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	http.ServeContent(w, r, "", time.Time{}, content)
}

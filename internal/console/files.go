package console

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
)

const assetRoot = "/admin/assets/"

// files are what the browser loads. Their addresses hold a hash of all of them,
// since a script imports others by relative addresses: browsers may keep them for
// good, and never mix those of two builds.
type files struct {
	build  string
	byName map[string]*file
}

// file is kept as it is and compressed, from the first time that is asked for.
type file struct {
	content  []byte
	mimeType string
	gzipped  func() []byte
}

func loadFiles(from fs.FS, dir string) (*files, error) {
	f := &files{byName: map[string]*file{}}
	all := sha256.New()
	err := fs.WalkDir(from, dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(from, name)
		if err != nil {
			return err
		}
		name = strings.TrimPrefix(name, dir+"/")
		fmt.Fprintf(all, "%s\n%d\n%s", name, len(content), content)
		f.byName[name] = newFile(name, content)
		return nil
	})
	f.build = hex.EncodeToString(all.Sum(nil)[:6])
	return f, err
}

func newFile(name string, content []byte) *file {
	return &file{
		content:  content,
		mimeType: mime.TypeByExtension(path.Ext(name)),
		gzipped:  sync.OnceValue(func() []byte { return compress(content) }),
	}
}

func compress(content []byte) []byte {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err == nil {
		_, err = w.Write(content)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic(err) // the level is known, and memory takes everything
	}
	return out.Bytes()
}

// root is the address that the names of the files are relative to.
func (f *files) root() string { return assetRoot + f.build + "/" }

// serve answers with a file of this build. One of another build is not there: the
// page that asks for it is older than the program, and must load itself again.
func (f *files) serve(w http.ResponseWriter, r *http.Request) {
	found, ok := f.byName[r.PathValue("name")]
	if !ok || r.PathValue("build") != f.build {
		missing(w, r)
		return
	}
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	found.serve(w, r)
}

func missing(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	http.NotFound(w, r)
}

func (f *file) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", f.mimeType)
	h.Set("Vary", "Accept-Encoding")
	h.Set("X-Content-Type-Options", "nosniff")
	body := f.content
	if acceptsGzip(r) {
		body = f.gzipped()
		h.Set("Content-Encoding", "gzip")
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = w.Write(body) // the browser may have left
}

// acceptsGzip reports whether the client takes gzip and does not rule it out by a
// quality of zero.
func acceptsGzip(r *http.Request) bool {
	for offer := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		coding, quality, _ := strings.Cut(strings.TrimSpace(offer), ";")
		if strings.EqualFold(strings.TrimSpace(coding), "gzip") {
			weight, err := strconv.ParseFloat(strings.TrimPrefix(strings.TrimSpace(quality), "q="), 64)
			return err != nil || weight > 0
		}
	}
	return false
}

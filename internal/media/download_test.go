package media_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine"
)

// download asks for a photo as a visitor of a share.
func (b *bench) download(method string) *httptest.ResponseRecorder {
	b.t.Helper()
	w := httptest.NewRecorder()
	must(b.t, b.handler.Download(w, httptest.NewRequestWithContext(b.t.Context(), method, "/", nil), b.photo))
	return w
}

// TestDownload: a visitor may keep every pixel, and nothing private; a picture in
// display size where the original cannot be freed from that.
func TestDownload(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	w := b.download(http.MethodGet)
	if strings.Contains(w.Body.String(), "SECRET") || !strings.HasPrefix(w.Body.String(), "\xff\xd8") || b.counted.Load() != 1 {
		t.Errorf("%d bytes, counted %d: %q", w.Body.Len(), b.counted.Load(), w.Body)
	}
	want := map[string]string{
		"Content-Type": "image/jpeg", "Cache-Control": "no-store", "Content-Security-Policy": "sandbox; default-src 'none'",
		"Content-Disposition": "attachment; filename*=utf-8''Gro%C3%9Fe%20D%C3%BCne.jpg",
	}
	for name, value := range want {
		if got := w.Header().Get(name); got != value {
			t.Errorf("%s is %q, want %q", name, got, value)
		}
	}
	if b.download(http.MethodHead); b.counted.Load() != 1 {
		t.Error("a look at the header was counted")
	}
	b = newBenchOf(t, "image/heic")
	if w := b.download(http.MethodGet); w.Body.String() != strings.Repeat(string(vitrine.Display), 100) || w.Header().Get("Content-Type") != "image/jpeg" {
		t.Errorf("what cannot be stripped: %q as %s", w.Body, w.Header().Get("Content-Type"))
	}
}

// TestArchive: each photo under a name that every system takes, and of its own.
func TestArchive(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	photos := func(yield func(*vitrine.Photo, error) bool) {
		for _, name := range []string{"a.jpg", "A.JPG", "a (2).jpg", "../../etc/passwd", "..", "夜景\x00\n.jpg", `c:\x?.jpg`} {
			photo, file := *b.photo, *b.photo.File
			file.OriginalFilename = name
			photo.File = &file
			if !yield(&photo, nil) {
				return
			}
		}
	}
	w := httptest.NewRecorder()
	b.handler.Archive(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil), "Ada / 家人", photos)
	if got := w.Header().Get("Content-Disposition"); got != "attachment; filename*=utf-8''Ada%20-%20%E5%AE%B6%E4%BA%BA.zip" {
		t.Errorf("Content-Disposition is %s", got)
	}
	archive, err := zip.NewReader(bytes.NewReader(w.Body.Bytes()), int64(w.Body.Len()))
	must(t, err)
	var names []string
	for _, f := range archive.File {
		names = append(names, f.Name)
		content, err := f.Open()
		must(t, err)
		data, err := io.ReadAll(content)
		if must(t, err); !bytes.HasPrefix(data, []byte{0xff, 0xd8}) || bytes.Contains(data, []byte("SECRET")) {
			t.Errorf("%s holds %q", f.Name, data)
		}
	}
	want := []string{"a.jpg", "A (2).JPG", "a (2) (2).jpg", "-..-etc-passwd", "photo", "夜景 .jpg", "c--x-.jpg"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
}

// TestArchiveBreaksOff: an archive that cannot be finished is not taken for whole.
func TestArchiveBreaksOff(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b.handler.Archive(w, r, "x", func(yield func(*vitrine.Photo, error) bool) {
			_ = yield(b.photo, nil) && yield(nil, errors.New("the disk is gone"))
		})
	}))
	defer server.Close()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL, nil)
	must(t, err)
	res, err := server.Client().Do(r)
	if err == nil {
		defer res.Body.Close()
		_, err = io.ReadAll(res.Body)
	}
	if err == nil {
		t.Error("half an archive was answered as whole")
	}
}

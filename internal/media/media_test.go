package media_test

import (
	"bytes"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine"
)

func hexSum(sum [32]byte) string { return hex.EncodeToString(sum[:]) }

func TestPublicRendition(t *testing.T) { onBothEngines(t, testPublicRendition) }

func testPublicRendition(t *testing.T, b *bench) {
	for _, r := range b.photo.Renditions {
		got := b.get(b.urls.Rendition(r, true))
		if got.status != 200 || string(got.body) != strings.Repeat(string(r.Name), 100) {
			t.Errorf("%s: %d with %d bytes", r.Name, got.status, len(got.body))
		}
		want := map[string]string{
			"Content-Type":                 r.MIMEType,
			"Content-Length":               strconv.FormatInt(r.Size, 10),
			"Etag":                         `"` + r.Key + `"`,
			"Cache-Control":                "public, max-age=31536000, s-maxage=3600, immutable",
			"X-Content-Type-Options":       "nosniff",
			"Content-Security-Policy":      "sandbox; default-src 'none'",
			"Cross-Origin-Resource-Policy": "cross-origin",
			"Accept-Ranges":                "bytes",
			"Content-Disposition":          "",
		}
		for name, value := range want {
			if got.header.Get(name) != value {
				t.Errorf("%s: %s is %q, want %q", r.Name, name, got.header.Get(name), value)
			}
		}
	}
}

func TestRangesAndConditions(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	r := b.photo.Renditions[0]
	path, etag := b.urls.Rendition(r, true), `"`+r.Key+`"`
	whole := b.get(path).body
	for _, test := range []struct {
		name   string
		method string
		header []string
		status int
		body   []byte
	}{
		{"a range", "GET", []string{"Range", "bytes=10-19"}, 206, whole[10:20]},
		{"the end", "GET", []string{"Range", "bytes=-5"}, 206, whole[len(whole)-5:]},
		{"a range of this very file", "GET", []string{"Range", "bytes=0-3", "If-Range", etag}, 206, whole[:4]},
		{"a range of another file", "GET", []string{"Range", "bytes=0-3", "If-Range", `"other"`}, 200, whole},
		{"what is known", "GET", []string{"If-None-Match", etag}, 304, nil},
		{"what is known by a cache", "GET", []string{"If-None-Match", `"a", W/` + etag}, 304, nil},
		{"what has changed", "GET", []string{"If-None-Match", `"other"`}, 200, whole},
		{"the header", "HEAD", nil, 200, nil},
	} {
		got := b.do(test.method, path, test.header...)
		if got.status != test.status || !bytes.Equal(got.body, test.body) {
			t.Errorf("%s: %d with %q, want %d with %q", test.name, got.status, got.body, test.status, test.body)
		}
	}
	if got := b.get(path, "Range", "bytes=99999-"); got.status != 416 {
		t.Errorf("a range past the end: %d", got.status)
	}
	if got := b.do("HEAD", path); got.header.Get("Content-Length") != strconv.Itoa(len(whole)) {
		t.Errorf("HEAD: Content-Length %q", got.header.Get("Content-Length"))
	}
	if got := b.do("POST", path); got.status != 405 || got.header.Get("Allow") != "GET, HEAD" {
		t.Errorf("POST: %d, Allow %q", got.status, got.header.Get("Allow"))
	}
}

// TestVisibility follows a photo through its life.
func TestVisibility(t *testing.T) { onBothEngines(t, testVisibility) }

func testVisibility(t *testing.T, b *bench) {
	r := b.photo.Renditions[0]
	public, signed := b.urls.Rendition(r, true), b.urls.Rendition(r, false)
	for _, step := range []struct {
		status   vitrine.PhotoStatus
		unsigned int
	}{
		{vitrine.PhotoPublished, 200}, {vitrine.PhotoDraft, 404}, {vitrine.PhotoPublished, 200}, {vitrine.PhotoArchived, 404},
	} {
		b.set(step.status)
		if got := b.get(public); got.status != step.unsigned {
			t.Errorf("%s: %d, want %d", step.status, got.status, step.unsigned)
		}
		if got := b.get(public, "If-None-Match", `"`+r.Key+`"`); step.unsigned == 404 && got.status != 404 {
			t.Errorf("%s: asked whether it is unchanged: %d", step.status, got.status)
		}
		got := b.get(signed)
		if got.status != 200 {
			t.Errorf("%s: signed: %d", step.status, got.status)
		}
		if caching := got.header.Get("Cache-Control"); strings.Contains(caching, "public") != (step.unsigned == 200) {
			t.Errorf("%s: signed: Cache-Control %q", step.status, caching)
		}
	}
	b.set(vitrine.PhotoDraft)
	other := b.urls.Rendition(b.photo.Renditions[1], false)
	_, query, _ := strings.Cut(other, "?")
	for name, path := range map[string]string{
		"a signature of another file": public + "?" + query,
		"a changed signature":         signed[:len(signed)-2] + "AA",
		"a bearer's token":            public,
	} {
		if got := b.get(path, "Authorization", "Bearer editor"); got.status != 404 {
			t.Errorf("%s: %d", name, got.status)
		}
	}
	b.advance(2 * time.Hour)
	if got := b.get(signed); got.status != 404 {
		t.Errorf("an old signature: %d", got.status)
	}
}

func TestUnknownAddresses(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	r := b.photo.Renditions[0]
	for _, path := range []string{
		"/media/", "/media/x", "/media/" + r.Key, "/media/" + r.Key + ".png", "/media/" + r.Key + ".jpg.exe",
		"/media/" + strings.ToUpper(r.Key) + ".jpg", "/media/" + strings.Repeat("0", 64) + ".jpg",
		"/media/derived/" + r.Key[:2] + "/" + r.Key, "/media/" + r.Key + ".jpg/", "/media/%2e%2e/" + r.Key + ".jpg",
		"/media/originals/", "/media/originals/0", "/media/originals/01", "/media/originals/999", "/media/originals/x",
		"/media/originals/1/", "/media/originals/99999999999999999999",
	} {
		if got := b.get(path); got.status != 404 {
			t.Errorf("%s: %d", path, got.status)
		}
	}
}

func TestUploadURL(t *testing.T) { onBothEngines(t, testUploadURL) }

func testUploadURL(t *testing.T, b *bench) {
	signed := b.urls.Upload("upload")
	got := b.get(signed)
	if got.status != 200 || !bytes.Equal(got.body, b.original) || strings.Contains(got.header.Get("Cache-Control"), "public") {
		t.Errorf("signed: %d, %d bytes, %s", got.status, len(got.body), got.header.Get("Cache-Control"))
	}
	if got := b.get("/media/uploads/upload", "Authorization", "Bearer super_admin"); got.status != 403 {
		t.Errorf("without a signature: %d", got.status)
	}
	if got := b.get(signed + "x"); got.status != 403 {
		t.Errorf("with a changed signature: %d", got.status)
	}
	if got := b.get(b.urls.Upload("nothing")); got.status != 404 {
		t.Errorf("an unknown upload: %d", got.status)
	}
	b.advance(2 * time.Hour)
	if got := b.get(signed); got.status != 403 {
		t.Errorf("with an old signature: %d", got.status)
	}
}

func TestOriginal(t *testing.T) {
	t.Parallel()
	const none, editor, visitor = "", "Bearer editor", "Bearer user"
	for _, test := range []struct {
		name          string
		status        vitrine.PhotoStatus
		allowed       bool
		authorization string
		want          int
	}{
		{"nobody", vitrine.PhotoPublished, false, none, 401},
		{"a visitor", vitrine.PhotoPublished, false, visitor, 403},
		{"an invalid token", vitrine.PhotoPublished, true, "Bearer x", 401},
		{"an editor", vitrine.PhotoPublished, false, editor, 200},
		{"an editor, of a draft", vitrine.PhotoDraft, false, editor, 200},
		{"nobody, where downloads are allowed", vitrine.PhotoPublished, true, none, 200},
		{"a visitor, where downloads are allowed", vitrine.PhotoPublished, true, visitor, 200},
		{"nobody, of a draft", vitrine.PhotoDraft, true, none, 404},
		{"a visitor, of a draft", vitrine.PhotoDraft, true, visitor, 404},
		{"a visitor, of an archived one", vitrine.PhotoArchived, false, visitor, 404},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			b.set(test.status)
			b.settings.Display.AllowOriginalDownload = test.allowed
			path := b.urls.Original(b.photo, false)
			got := b.get(path, "Authorization", test.authorization)
			if got.status != test.want {
				t.Fatalf("%d, want %d", got.status, test.want)
			}
			if test.want == 200 {
				b.checkOriginal(got, test.authorization == editor)
			}
			if n := b.counted.Load(); (n == 1) != (test.want == 200) {
				t.Errorf("downloads counted: %d", n)
			}
		})
	}
}

// TestResumedDownload: one that breaks off and is resumed counts once.
func TestResumedDownload(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	path := b.urls.Original(b.photo, false)
	for _, part := range []string{"bytes=0-99", "bytes=100-199", "bytes=200-"} {
		if got := b.get(path, "Authorization", "Bearer editor", "Range", part); got.status != 206 {
			t.Fatalf("%s: %d", part, got.status)
		}
	}
	if n := b.counted.Load(); n != 1 {
		t.Errorf("counted %d times", n)
	}
}

// TestNoDownloads: what gives nothing of the file, or no more than a look at it, is
// none.
func TestNoDownloads(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	path := b.urls.Original(b.photo, true)
	etag := b.get(path).header.Get("ETag")
	for _, tt := range []struct {
		status, counted int
		header          []string
	}{
		{304, 0, []string{"If-None-Match", etag}},
		{304, 0, []string{"If-None-Match", etag, "Range", "bytes=0-"}},
		{412, 0, []string{"If-Match", `"other"`}},
		{416, 0, []string{"Range", "bytes=0-5,x"}},
		{416, 0, []string{"Range", "bytes=9999999-"}},
		{206, 0, []string{"Range", "bytes=0-0"}},
		{206, 0, []string{"Range", "bytes=0-63"}},
		{206, 0, []string{"Range", "bytes=1-"}},
		{206, 0, []string{"Range", "bytes=0-99,200-299"}},
		{206, 1, []string{"Range", "bytes=0-64"}},
		{206, 1, []string{"Range", "bytes=0-"}},
		{200, 1, []string{"Range", "bytes=0-0", "If-Range", `"other"`}},
		{200, 1, []string{"If-None-Match", `"other"`}},
	} {
		before := b.counted.Load()
		got := b.get(path, tt.header...)
		if counted := b.counted.Load() - before; got.status != tt.status || counted != int64(tt.counted) {
			t.Errorf("%v: got %d, counted %d; want %d and %d", tt.header, got.status, counted, tt.status, tt.counted)
		}
	}
}

// checkOriginal checks that editors get the very bytes, and others a picture
// without what is private.
func (b *bench) checkOriginal(got answer, editor bool) {
	b.t.Helper()
	if editor != bytes.Equal(got.body, b.original) {
		b.t.Errorf("untouched bytes: %v, want %v", !editor, editor)
	}
	if private := bytes.Contains(got.body, []byte("SECRET PLACE")); private != editor {
		b.t.Errorf("the place is in the file: %v", private)
	}
	if !bytes.HasPrefix(got.body, []byte("\xff\xd8")) || got.header.Get("Content-Type") != "image/jpeg" {
		b.t.Errorf("not a JPEG: %q", got.header.Get("Content-Type"))
	}
	want := "attachment; filename*=utf-8''Gro%C3%9Fe%20D%C3%BCne.jpg"
	if diff := cmp.Diff(want, got.header.Get("Content-Disposition")); diff != "" {
		b.t.Errorf("Content-Disposition (-want +got):\n%s", diff)
	}
	if strings.Contains(got.header.Get("Cache-Control"), "public") {
		b.t.Errorf("Cache-Control: %s", got.header.Get("Cache-Control"))
	}
}

func TestSignedOriginal(t *testing.T) { onBothEngines(t, testSignedOriginal) }

func testSignedOriginal(t *testing.T, b *bench) {
	b.set(vitrine.PhotoDraft)
	signed := b.urls.Original(b.photo, true)
	if got := b.get(signed); got.status != 200 || !bytes.Equal(got.body, b.original) {
		t.Errorf("signed: %d", got.status)
	}
	if got := b.get(signed, "Range", "bytes=5-9"); got.status != 206 || len(got.body) != 5 {
		t.Errorf("a range: %d", got.status)
	}
	if got := b.do(http.MethodHead, signed); got.status != 200 {
		t.Errorf("HEAD: %d", got.status)
	}
	if n := b.counted.Load(); n != 1 {
		t.Errorf("downloads counted: %d, want only the whole one", n)
	}
	if got := b.get(signed + "x"); got.status != 403 {
		t.Errorf("a changed signature: %d", got.status)
	}
	b.advance(2 * time.Hour)
	if got := b.get(signed); got.status != 403 {
		t.Errorf("an old signature: %d", got.status)
	}
}

func TestOriginalThatCannotBeStripped(t *testing.T) {
	t.Parallel()
	b := newBenchOf(t, "image/heic")
	b.settings.Display.AllowOriginalDownload = true
	if got := b.get(b.urls.Original(b.photo, false)); got.status != 403 || bytes.Contains(got.body, []byte("SECRET")) {
		t.Errorf("%d, want 403 without the bytes", got.status)
	}
	if n := b.counted.Load(); n != 0 {
		t.Errorf("downloads counted: %d", n)
	}
}

func TestURLs(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.urls.Base = "https://example.com"
	r := vitrine.Rendition{Key: strings.Repeat("ab", 32), MIMEType: "image/webp"}
	if got, want := b.urls.Rendition(r, true), "https://example.com/media/"+r.Key+".webp"; got != want {
		t.Errorf("Rendition = %s, want %s", got, want)
	}
	if got, want := b.urls.Original(&vitrine.Photo{ID: 7}, false), "https://example.com/media/originals/7"; got != want {
		t.Errorf("Original = %s, want %s", got, want)
	}
	if first, again := b.urls.Rendition(r, false), b.urls.Rendition(r, false); first != again {
		t.Errorf("signed addresses differ: %s, %s", first, again)
	}
}

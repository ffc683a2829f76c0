package ingest_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/imaging"
	"github.com/vitrine-photos/vitrine/internal/store"
)

func TestReceive(t *testing.T) { onBothEngines(t, testReceive) }

func testReceive(t *testing.T, b *bench) {
	data := jpegFile(t, picture(64, 48, 1))
	sum := sha256.Sum256(data)
	u := b.send(`C:\fakepath\Sea  otter.jpg`, data)

	want := &vitrine.Upload{
		ID: u.ID, UserID: b.editor.UserID, SHA256: hex.EncodeToString(sum[:]),
		OriginalFilename: "Sea otter.jpg", Size: int64(len(data)), MIMEType: "image/jpeg",
		Status: vitrine.UploadUploaded, Steps: vitrine.NewSteps(), Progress: 5,
		CreatedAt: b.clock.Now(), UpdatedAt: b.clock.Now(),
	}
	if diff := cmp.Diff(want, u); diff != "" {
		t.Errorf("Receive (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want, b.upload(u.ID)); diff != "" {
		t.Errorf("stored upload (-want +got):\n%s", diff)
	}
	if len(u.ID) < 22 {
		t.Errorf("the id %q can be guessed", u.ID)
	}
	key, size, mimeType, err := b.db.UploadBlob(t.Context(), u.ID)
	if err != nil || size != u.Size || mimeType != u.MIMEType {
		t.Errorf("UploadBlob = %q, %d, %q, %v", key, size, mimeType, err)
	}
	if !bytes.Equal(b.read(key), data) {
		t.Error("the stored bytes differ from those sent")
	}
	if diff := cmp.Diff([]string{key}, b.files()); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

func TestReceiveTellsTheTypeByContent(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	m := picture(40, 30, 2)
	for want, data := range map[string][]byte{
		"image/jpeg": jpegFile(t, m), "image/png": pngFile(t, m), "image/gif": gifFile(t, m),
	} {
		if u := b.send("notes.txt", data); u.MIMEType != want {
			t.Errorf("MIMEType = %s, want %s", u.MIMEType, want)
		}
	}
}

func TestReceiveRefuses(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.settings.Upload.MaxFileSize = 1 << 20
	b.settings.Upload.AllowedTypes = []string{"image/jpeg", "image/png"}
	jpg := jpegFile(t, picture(32, 32, 3))
	visitor := b.user("visitor", vitrine.RoleUser)
	for _, test := range []struct {
		name  string
		actor vitrine.Actor
		data  string
		code  vitrine.Code
		fault vitrine.FaultCode
	}{
		{"an empty file", b.editor, "", vitrine.CodeValidation, vitrine.FaultInvalidFormat},
		{"a text", b.editor, "Once upon a time", vitrine.CodeValidation, vitrine.FaultInvalidFormat},
		{"SVG", b.editor, `<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>`, vitrine.CodeValidation, vitrine.FaultInvalidFormat},
		{"PostScript", b.editor, "%!PS-Adobe-3.0\n", vitrine.CodeValidation, vitrine.FaultInvalidFormat},
		{"a type that is not allowed", b.editor, string(gifFile(t, picture(8, 8, 0))), vitrine.CodeValidation, vitrine.FaultInvalidFormat},
		{"a file over the limit", b.editor, string(jpg) + strings.Repeat("x", 1<<20), vitrine.CodeValidation, vitrine.FaultTooLarge},
		{"nobody", vitrine.Actor{}, string(jpg), vitrine.CodeUnauthenticated, ""},
		{"a visitor", visitor, string(jpg), vitrine.CodeForbidden, ""},
	} {
		_, err := b.Receive(t.Context(), test.actor, "x.jpg", strings.NewReader(test.data))
		e, _ := errors.AsType[*vitrine.Error](err)
		if e == nil || e.Code != test.code {
			t.Errorf("%s: error %v, want %s", test.name, err, test.code)
			continue
		}
		if test.fault != "" && (len(e.Faults) != 1 || e.Faults[0].Code != test.fault || e.Faults[0].Field != "file") {
			t.Errorf("%s: faults %v, want %s on file", test.name, e.Faults, test.fault)
		}
	}
	if files := b.files(); len(files) > 0 {
		t.Errorf("files left behind: %q", files)
	}
	if _, err := b.Receive(t.Context(), b.editor, "x.jpg", bytes.NewReader(jpg)); err != nil {
		t.Errorf("a good file after all that: %v", err)
	}
}

func TestReceiveTakesAFileOfExactlyTheLimit(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	data := append(jpegFile(t, picture(8, 8, 0)), make([]byte, 2048)...)
	b.settings.Upload.MaxFileSize = int64(len(data))
	b.send("limit.jpg", data)
	if _, err := b.Receive(t.Context(), b.editor, "x.jpg", bytes.NewReader(append(data, 0))); vitrine.ErrorCode(err) != vitrine.CodeValidation {
		t.Errorf("one byte more: %v", err)
	}
}

// TestReceiveStopsReadingAtTheLimit sends a body that never ends.
func TestReceiveStopsReadingAtTheLimit(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.settings.Upload.MaxFileSize = 64 << 10
	endless := &counter{r: io.MultiReader(bytes.NewReader(jpegFile(t, picture(8, 8, 0))), zeros{})}
	_, err := b.Receive(t.Context(), b.editor, "x.jpg", endless)
	if e, _ := errors.AsType[*vitrine.Error](err); e == nil || e.Faults[0].Code != vitrine.FaultTooLarge {
		t.Errorf("error %v, want TOO_LARGE", err)
	}
	if limit := int64(64<<10 + 64<<10); endless.n > limit {
		t.Errorf("read %d bytes of a body over the limit of %d", endless.n, b.settings.Upload.MaxFileSize)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

// TestReceiveInterrupted breaks off at every place where a client may leave: in
// the bytes that tell the type, right after them, and later.
func TestReceiveInterrupted(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	data := jpegFile(t, picture(600, 400, 4))
	for _, cause := range []error{io.ErrUnexpectedEOF, context.Canceled, errors.New("connection reset by peer")} {
		for _, at := range []int{0, 1, imaging.SniffLen - 1, imaging.SniffLen, imaging.SniffLen + 1, len(data) - 1, len(data)} {
			body := io.MultiReader(bytes.NewReader(data[:at]), iotest.ErrReader(cause))
			u, err := b.Receive(t.Context(), b.editor, "x.jpg", body)
			if err == nil || !errors.Is(err, cause) {
				t.Errorf("%v after %d bytes: upload %v, error %v", cause, at, u, err)
			}
		}
	}
	if files := b.files(); len(files) > 0 {
		t.Errorf("files left behind: %q", files)
	}
}

func TestReceiveTheSameBytesAgain(t *testing.T) { onBothEngines(t, testReceiveTheSameBytesAgain) }

func testReceiveTheSameBytesAgain(t *testing.T, b *bench) {
	data := jpegFile(t, picture(80, 60, 5))
	first := b.send("a.jpg", data)
	again := b.send("b.jpg", data)
	if again.ID == first.ID || again.DuplicateOf != first.ID || again.SHA256 != first.SHA256 {
		t.Errorf("second upload = %+v, want a duplicate of %s", again, first.ID)
	}
	if files := b.files(); len(files) != 1 {
		t.Errorf("files = %q, want one", files)
	}
	other := b.user("other", vitrine.RoleEditor)
	theirs, err := b.Receive(t.Context(), other, "c.jpg", bytes.NewReader(data))
	if err != nil || theirs.DuplicateOf != "" {
		t.Errorf("another user's upload = %+v, %v; want no duplicate", theirs, err)
	}
}

// TestReceiveWaitsForTheJanitor sends bytes whose blob is being removed.
func TestReceiveWaitsForTheJanitor(t *testing.T) { onBothEngines(t, testReceiveWaitsForTheJanitor) }

func testReceiveWaitsForTheJanitor(t *testing.T, b *bench) {
	data := jpegFile(t, picture(80, 60, 6))
	u := b.send("a.jpg", data)
	key, _, _, err := b.db.UploadBlob(t.Context(), u.ID)
	must(t, err)
	must(t, b.Delete(t.Context(), b.editor, u.ID))
	b.update(func(tx *store.Tx) error {
		_, err := tx.TakeLeavingBlobs(t.Context(), b.clock.Now().Add(1), 10)
		return err
	})
	sent := make(chan error)
	go func() {
		_, err := b.Receive(t.Context(), b.editor, "a.jpg", bytes.NewReader(data))
		sent <- err
	}()
	must(t, b.Sweep(t.Context(), nil))
	must(t, <-sent)
	if !bytes.Equal(b.read(key), data) {
		t.Error("the bytes sent while the old ones were removed are not there")
	}
}

func TestFilenames(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	long := strings.Repeat("é", 300)
	for sent, want := range map[string]string{
		"":                              "unnamed",
		"../../etc/passwd":              "passwd",
		`..\..\boot.ini`:                "boot.ini",
		"a\x00b\r\nc.jpg":               "ab c.jpg",
		"/":                             "unnamed",
		long + ".jpg":                   strings.Repeat("é", 196) + ".jpg",
		"\xff\xfe.png":                  ".png",
		"cafe\u0301.jpg":                "café.jpg",
		"a." + strings.Repeat("x", 300): "a." + strings.Repeat("x", 198),
	} {
		if u := b.send(sent, jpegFile(t, picture(8, 8, 0))); u.OriginalFilename != want {
			t.Errorf("%q is remembered as %q, want %q", sent, u.OriginalFilename, want)
		}
	}
}

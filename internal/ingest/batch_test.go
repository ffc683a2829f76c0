package ingest_test

import (
	"context"
	"errors"
	"io"
	"iter"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/blob"
	"github.com/vitrine-photos/vitrine/internal/ingest"
)

// files yields files of alternating names and contents, then the error, if any.
func files(end error, namesAndContents ...string) iter.Seq2[ingest.File, error] {
	return func(yield func(ingest.File, error) bool) {
		for i := 0; i < len(namesAndContents); i += 2 {
			if !yield(ingest.File{Name: namesAndContents[i], Body: strings.NewReader(namesAndContents[i+1])}, nil) {
				return
			}
		}
		if end != nil {
			yield(ingest.File{}, end)
		}
	}
}

// told is an outcome without what differs from run to run.
type told struct{ Name, Type, Reason string }

func tell(outcomes []ingest.Outcome) (all []told) {
	for _, o := range outcomes {
		one := told{Name: o.Filename, Reason: o.Reason}
		if o.Upload != nil {
			one.Type = o.Upload.MIMEType
		}
		all = append(all, one)
	}
	return all
}

func TestReceiveAll(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.settings.Upload.MaxFileSize = 1 << 20
	b.settings.Upload.AllowedTypes = []string{"image/jpeg", "image/png"}
	jpg, png := string(jpegFile(t, picture(32, 32, 1))), string(pngFile(t, picture(32, 32, 2)))
	outcomes, err := b.ReceiveAll(t.Context(), b.editor, files(nil,
		`C:\a.jpg`, jpg, "empty.jpg", "", "b.png", png, "c.txt", "Once upon a time", "again.jpg", jpg,
		"large.jpg", jpg+strings.Repeat("x", 1<<20),
	))
	must(t, err)
	want := []told{
		{"a.jpg", "image/jpeg", ""},
		{"empty.jpg", "", "The file is empty."},
		{"b.png", "image/png", ""},
		{"c.txt", "", "The file is not a picture of a known type; accepted are image/jpeg, image/png."},
		{"again.jpg", "image/jpeg", ""},
		{"large.jpg", "", "The file must be at most 1 MiB."},
	}
	if diff := cmp.Diff(want, tell(outcomes)); diff != "" {
		t.Errorf("outcomes (-want +got):\n%s", diff)
	}
	if outcomes[4].Upload.DuplicateOf != outcomes[0].Upload.ID {
		t.Error("the same bytes in one batch are no duplicate")
	}
	for _, i := range []int{0, 2, 4} {
		b.checkDone(b.finish(outcomes[i].Upload.ID))
	}
}

func TestReceiveAllRefuses(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.settings.Upload.MaxFilesPerBatch = 2
	jpg := string(jpegFile(t, picture(32, 32, 1)))
	cut := errors.New("connection reset by peer")
	for name, test := range map[string]struct {
		files iter.Seq2[ingest.File, error]
		want  vitrine.FaultCode // none: the error of the files
	}{
		"no file":      {files(nil), vitrine.FaultRequired},
		"one too many": {files(nil, "a", jpg, "b", "refused", "c", jpg), vitrine.FaultTooMany},
		"cut off":      {files(cut, "a", jpg), ""},
	} {
		outcomes, err := b.ReceiveAll(t.Context(), b.editor, test.files)
		if e, _ := errors.AsType[*vitrine.Error](err); test.want != "" && (e == nil || e.Faults[0].Code != test.want || e.Faults[0].Field != "files[]") {
			t.Errorf("%s: %v, error %v", name, outcomes, err)
		}
		if test.want == "" && !errors.Is(err, cut) {
			t.Errorf("%s: %v, error %v", name, outcomes, err)
		}
	}
	visitor := b.user("visitor", vitrine.RoleUser)
	if _, err := b.ReceiveAll(t.Context(), visitor, files(nil, "a", jpg)); vitrine.ErrorCode(err) != vitrine.CodeForbidden {
		t.Errorf("a visitor: %v", err)
	}
	if left := b.files(); len(left) > 0 {
		t.Errorf("files left behind: %q", left)
	}
}

// TestReceiveAllOnAFullDisk has the storage fail for one of the files, in a way
// that clients understand and in one that they do not.
func TestReceiveAllOnAFullDisk(t *testing.T) {
	t.Parallel()
	jpg := string(jpegFile(t, picture(32, 32, 1)))
	for cause, want := range map[error]string{
		blob.ErrNoSpace:                      "There is no room left to keep files.",
		errors.New("disk on fire in /srv/x"): "Something went wrong here, and was logged. Please send the file again.",
	} {
		b := newBench(t)
		g := b.over(&failing{Store: b.blobs, at: 2, err: cause})
		outcomes, err := g.ReceiveAll(t.Context(), b.editor, files(nil, "a.jpg", jpg, "b.jpg", jpg+"b", "c.jpg", jpg+"c"))
		must(t, err)
		if diff := cmp.Diff([]told{{"a.jpg", "image/jpeg", ""}, {"b.jpg", "", want}, {"c.jpg", "image/jpeg", ""}}, tell(outcomes)); diff != "" {
			t.Errorf("outcomes (-want +got):\n%s", diff)
		}
	}
}

// failing is a store that cannot begin one of its blobs.
type failing struct {
	blob.Store
	at, count int
	err       error
}

func (f *failing) Create(ctx context.Context) (blob.Writer, error) {
	if f.count++; f.count == f.at {
		return nil, f.err
	}
	return f.Store.Create(ctx)
}

// TestReceiveAllBrokenFile: reading one file fails, and the rest does not come.
func TestReceiveAllBrokenFile(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	jpg := string(jpegFile(t, picture(32, 32, 1)))
	cut := errors.New("connection reset by peer")
	_, err := b.ReceiveAll(t.Context(), b.editor, func(yield func(ingest.File, error) bool) {
		broken := io.MultiReader(strings.NewReader(jpg), iotest.ErrReader(cut))
		_ = yield(ingest.File{Name: "a.jpg", Body: strings.NewReader(jpg)}, nil) &&
			yield(ingest.File{Name: "b.jpg", Body: broken}, nil) && yield(ingest.File{}, cut)
	})
	if !errors.Is(err, cut) || len(b.files()) > 0 {
		t.Errorf("error %v, files %q", err, b.files())
	}
}

package imaging_test

import (
	"bytes"
	"context"
	"errors"
	"image"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/vitrine-photos/vitrine/internal/imaging"
)

func TestCheck(t *testing.T) {
	t.Parallel()
	library, err := newPool(t, imaging.Config{}).Check(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(library.Version, "8.") || len(library.Decodes) < 6 || len(library.Encodes) != 3 {
		t.Errorf("libvips %q reads %v and writes %v", library.Version, library.Decodes, library.Encodes)
	}
}

func TestSandboxHolds(t *testing.T) {
	t.Parallel()
	library, err := newPool(t, imaging.Config{}).Check(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if len(library.Sandbox.Attempts) < 10 {
		t.Errorf("only %d attempts to break out", len(library.Sandbox.Attempts))
	}
	if library.Sandbox.Landlock == 0 {
		t.Skip("this kernel has no Landlock, so files are not kept from workers")
	}
	for _, escape := range library.Sandbox.Escapes() {
		t.Errorf("a worker could %s: %s", escape.Name, escape.Detail)
	}
}

func TestServiceNeverMapsLibvips(t *testing.T) {
	t.Parallel()
	pool := newPool(t, imaging.Config{})
	derive(t, pool, bytesSource(encodeJPEG(t, quarters(64, 48))), jpegOutput("x", 32))
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(maps, []byte("libvips")) || bytes.Contains(maps, []byte("libglib")) {
		t.Error("libvips is mapped into the calling process")
	}
}

func TestWithoutLibvips(t *testing.T) {
	t.Parallel()
	missing := filepath.Join(t.TempDir(), "libvips.so")
	if _, err := imaging.New(imaging.Config{Library: missing}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a library that does not exist: %v", err)
	}
	if err := os.WriteFile(missing, []byte("no library"), 0o600); err != nil {
		t.Fatal(err)
	}
	pool := newPool(t, imaging.Config{Library: missing})
	_, err := pool.Check(context.Background())
	wantKind(t, err, imaging.NoLibrary)
	if err != nil && !strings.Contains(err.Error(), "libvips42") {
		t.Errorf("the message does not name the package to install: %v", err)
	}
	_, err = pool.Derive(context.Background(), bytesSource([]byte("x")), imaging.Plan{}, &collected{})
	wantKind(t, err, imaging.NoLibrary)
}

// wantKind fails unless err is an imaging.Error of the kind.
func wantKind(t *testing.T, err error, kind imaging.Kind) {
	t.Helper()
	failure, ok := errors.AsType[*imaging.Error](err)
	if !ok || failure.Kind != kind {
		t.Errorf("the error is %v, not one of kind %s", err, kind)
	}
}

func TestHostileFiles(t *testing.T) {
	t.Parallel()
	pool := newPool(t, imaging.Config{})
	for file, kind := range map[string]imaging.Kind{
		"empty.jpg":            imaging.Unsupported,
		"svg-as.jpg":           imaging.Unsupported,
		"ps-as.jpg":            imaging.Unsupported,
		"mvg-as.png":           imaging.Unsupported,
		"noise.jpg":            imaging.Undecodable,
		"base-65000.jpg":       imaging.TooManyPixels,
		"prog-65000x65000.jpg": imaging.Undecodable, // cut short, despite its name
		"bomb-1200mp.tif":      imaging.TooManyPixels,
		"bomb-16000.webp":      imaging.TooManyPixels,
		"bomb-30000.png":       imaging.TooManyPixels,
	} {
		src := fileSource(t, photo(t, "hostile/"+file))
		_, err := pool.Derive(context.Background(), src, imaging.Plan{Outputs: wholeSet()}, &collected{})
		t.Logf("%s: %v", file, err)
		wantKind(t, err, kind)
	}
	derive(t, pool, bytesSource(encodeJPEG(t, quarters(64, 48))), jpegOutput("x", 32))
}

func TestTruncatedPicturesAreRefused(t *testing.T) {
	t.Parallel()
	pool := newPool(t, imaging.Config{})
	img := quarters(600, 400)
	for name, data := range map[string][]byte{"jpeg": encodeJPEG(t, img), "png": encodePNG(t, img)} {
		_, err := pool.Derive(context.Background(), bytesSource(data[:len(data)/2]),
			imaging.Plan{Outputs: []imaging.Output{jpegOutput("x", 300)}}, &collected{})
		if err == nil {
			t.Errorf("half a %s is taken for a picture", name)
			continue
		}
		wantKind(t, err, imaging.Undecodable)
	}
}

func TestPixelLimitWeighsInterlacing(t *testing.T) {
	t.Parallel()
	pool := newPool(t, imaging.Config{MaxPixels: 10_000})
	plan := imaging.Plan{Outputs: []imaging.Output{jpegOutput("x", 50)}}
	fits := bytesSource(encodePNG(t, image.NewGray(image.Rect(0, 0, 100, 100))))
	if _, err := pool.Derive(context.Background(), fits, plan, &collected{}); err != nil {
		t.Errorf("a picture at the limit: %v", err)
	}
	over := bytesSource(encodePNG(t, image.NewGray(image.Rect(0, 0, 101, 100))))
	_, err := pool.Derive(context.Background(), over, plan, &collected{})
	wantKind(t, err, imaging.TooManyPixels)
	progressive := jpegOutput("progressive", 2000) // a derivative of that size is written progressively
	_, got := derive(t, newPool(t, imaging.Config{}), bytesSource(encodePNG(t, image.NewGray(image.Rect(0, 0, 1600, 5)))), progressive)
	_, err = pool.Derive(context.Background(), bytesSource(got.bodies["progressive"]), plan, &collected{})
	wantKind(t, err, imaging.TooManyPixels)
}

// sabotage is a sink that does something to the decoder when it gets the metadata,
// a number of times.
type sabotage struct {
	collected
	decoder imaging.Decoder
	signal  unix.Signal
	times   int
}

func (s *sabotage) Metadata(m imaging.Metadata) error {
	if s.times > 0 {
		s.times--
		if err := s.decoder.Signal(s.signal); err != nil {
			return err
		}
		if s.signal == unix.SIGSTOP {
			s.decoder.Expire() // rather than wait until its time is over
		}
	}
	return s.collected.Metadata(m)
}

// slowSource is a picture that takes a worker long enough to be caught at it.
func slowSource(t *testing.T) imaging.Source {
	return bytesSource(encodePNG(t, quarters(3000, 2000)))
}

func TestDyingWorkers(t *testing.T) {
	t.Parallel()
	src := slowSource(t)
	plan := imaging.Plan{Outputs: []imaging.Output{jpegOutput("small", 320), jpegOutput("large", 1600)}}
	for _, test := range []struct {
		name   string
		signal unix.Signal
		times  int
		want   imaging.Kind
	}{
		{"killed once", unix.SIGKILL, 1, ""},
		{"crashed once", unix.SIGSEGV, 1, ""},
		{"killed twice", unix.SIGKILL, 2, imaging.Crashed},
		{"hung once", unix.SIGSTOP, 1, ""},
		{"hung twice", unix.SIGSTOP, 2, imaging.Deadline},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			pool := newPool(t, imaging.Config{})
			sink := &sabotage{signal: test.signal, times: test.times}
			err := pool.DeriveTo(context.Background(), src, plan, func(d imaging.Decoder) imaging.Sink {
				sink.decoder = d
				return sink
			})
			if test.want != "" {
				wantKind(t, err, test.want)
			} else if err != nil || len(sink.metadata) != 2 || len(sink.renditions) < len(plan.Outputs) {
				t.Errorf("%d times metadata, %d derivatives, %v", len(sink.metadata), len(sink.renditions), err)
			}
			derive(t, pool, bytesSource(encodeJPEG(t, quarters(64, 48))), jpegOutput("x", 32))
		})
	}
}

// A picture has the time that is set, and not that of the start of its decoder.
func TestDeadline(t *testing.T) {
	t.Parallel()
	pool := newPool(t, imaging.Config{Deadline: 1})
	_, err := pool.Derive(context.Background(), bytesSource(encodeJPEG(t, quarters(64, 48))), imaging.Plan{Outputs: []imaging.Output{jpegOutput("x", 32)}}, &collected{})
	wantKind(t, err, imaging.Deadline)
}

// stubborn is a sink that fails, or ends the job's context.
type stubborn struct {
	collected
	err    error
	cancel context.CancelFunc
}

func (s *stubborn) Rendition(_ imaging.Rendition, body io.Reader) error {
	if s.cancel != nil {
		s.cancel()
		_, err := io.Copy(io.Discard, body)
		return err
	}
	return s.err
}

func TestFailuresOfTheCaller(t *testing.T) {
	t.Parallel()
	pool := newPool(t, imaging.Config{})
	src := slowSource(t)
	plan := imaging.Plan{Outputs: wholeSet()}
	broken := errors.New("broken")

	if _, err := pool.Derive(context.Background(), src, plan, &stubborn{err: broken}); !errors.Is(err, broken) {
		t.Errorf("the sink's error came back as %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if _, err := pool.Derive(ctx, src, plan, &stubborn{cancel: cancel}); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled job ended with %v", err)
	}
	cannotOpen := imaging.Source{Size: 5, Open: func() (io.ReadCloser, error) { return nil, broken }}
	if _, err := pool.Derive(context.Background(), cannotOpen, plan, &collected{}); !errors.Is(err, broken) {
		t.Errorf("the source's error came back as %v", err)
	}
	short := bytesSource([]byte("short"))
	short.Size = 100
	if _, err := pool.Derive(context.Background(), short, plan, &collected{}); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("a source that ends early gave %v", err)
	}
	for _, o := range []imaging.Output{
		{Format: imaging.PNG, MaxWidth: 1, MaxHeight: 1, Quality: 1},
		{Format: imaging.JPEG, MaxWidth: 0, MaxHeight: 1, Quality: 1},
		{Format: imaging.JPEG, MaxWidth: 1, MaxHeight: 1, Quality: 101},
	} {
		if _, err := pool.Derive(context.Background(), src, imaging.Plan{Outputs: []imaging.Output{o}}, &collected{}); err == nil {
			t.Errorf("the output %+v is accepted", o)
		}
	}
	derive(t, pool, bytesSource(encodeJPEG(t, quarters(64, 48))), jpegOutput("x", 32))
}

func TestClosedPool(t *testing.T) {
	t.Parallel()
	pool := newPool(t, imaging.Config{})
	pool.Close()
	if _, err := pool.Check(context.Background()); !errors.Is(err, imaging.ErrClosed) {
		t.Errorf("a closed pool answers %v", err)
	}
}

func TestWorkersAreReplacedAndShared(t *testing.T) {
	t.Parallel()
	pool := newPool(t, imaging.Config{Workers: 2, RecycleJobs: 3})
	data := encodeJPEG(t, quarters(64, 48))
	errs := make(chan error)
	const jobs = 12
	for range jobs {
		go func() {
			_, err := pool.Derive(context.Background(), bytesSource(data), imaging.Plan{Outputs: []imaging.Output{jpegOutput("x", 32)}}, &collected{})
			errs <- err
		}()
	}
	for range jobs {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
}

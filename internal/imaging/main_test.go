package imaging_test

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/vitrine-photos/vitrine/internal/imaging"
)

func TestMain(m *testing.M) {
	imaging.RunIfWorker()
	os.Exit(m.Run())
}

// libraryVariable names the libvips that the tests run against, so that they can
// be run against several; without it that is the system's.
const libraryVariable = "VITRINE_TEST_LIBVIPS"

// newPool starts a pool that ends with the test.
func newPool(t testing.TB, config imaging.Config) *imaging.Pool {
	t.Helper()
	if config.Workers == 0 {
		config.Workers = 1
	}
	if config.Library == "" {
		config.Library = os.Getenv(libraryVariable)
	}
	pool, err := imaging.New(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { pool.Close() })
	return pool
}

// photo returns the path of a file of the collection of photographs for tests,
// which is too large for the repository.
func photo(t testing.TB, name string) string {
	t.Helper()
	folder := os.Getenv("VITRINE_TEST_PHOTOS")
	if folder == "" {
		t.Skip("VITRINE_TEST_PHOTOS does not name the folder of test photographs")
	}
	return filepath.Join(folder, name)
}

// fileSource reads a picture from a file.
func fileSource(t testing.TB, path string) imaging.Source {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return imaging.Source{Open: func() (io.ReadCloser, error) { return os.Open(path) }, Size: info.Size()}
}

// bytesSource reads a picture from memory.
func bytesSource(data []byte) imaging.Source {
	return imaging.Source{
		Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(data)), nil },
		Size: int64(len(data)),
	}
}

// collected is a sink that keeps everything.
type collected struct {
	metadata   []imaging.Metadata
	renditions []imaging.Rendition
	bodies     map[string][]byte
}

func (c *collected) Metadata(m imaging.Metadata) error {
	c.metadata = append(c.metadata, m)
	return nil
}

func (c *collected) Rendition(r imaging.Rendition, body io.Reader) error {
	data, err := io.ReadAll(body)
	if err != nil {
		return err
	}
	if c.bodies == nil {
		c.bodies = map[string][]byte{}
	}
	c.renditions = append(c.renditions, r)
	c.bodies[r.Name] = data
	return nil
}

// derive runs a plan and fails the test if it cannot be carried out.
func derive(t testing.TB, pool *imaging.Pool, src imaging.Source, outputs ...imaging.Output) (imaging.Summary, *collected) {
	t.Helper()
	var sink collected
	summary, err := pool.Derive(context.Background(), src, imaging.Plan{Outputs: outputs}, &sink)
	if err != nil {
		t.Fatal(err)
	}
	return summary, &sink
}

// jpegOutput asks for a JPEG within a square.
func jpegOutput(name string, side int) imaging.Output {
	return imaging.Output{Name: name, Format: imaging.JPEG, MaxWidth: side, MaxHeight: side, Quality: 85}
}

// wholeSet is the set of derivatives that the service makes of each photo.
func wholeSet() []imaging.Output {
	return []imaging.Output{
		jpegOutput("thumb_small", 320),
		jpegOutput("thumb_medium", 640),
		jpegOutput("thumb_large", 1024),
		jpegOutput("display", 2048),
		{Name: "webp", Format: imaging.WebP, MaxWidth: 2048, MaxHeight: 2048, Quality: 80},
		jpegOutput("jpg", 2560),
	}
}

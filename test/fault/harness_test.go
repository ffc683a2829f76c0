package fault_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/vitrine-photos/vitrine/client"
	"github.com/vitrine-photos/vitrine/test/program"
)

// harness runs the real program on a data directory of its own, and remembers
// what it promised.
type harness struct {
	t      *testing.T
	binary string
	data   string
	random *rand.Rand

	mu           sync.Mutex
	promised     map[string]promise // by file id
	acknowledged chan struct{}      // receives for each promise of this run, unless it is full
}

func (h *harness) start() *program.Server {
	h.t.Helper()
	return program.Start(h.t, h.binary, h.data)
}

// promise is an upload that was acknowledged.
type promise struct {
	sum     string // SHA-256 of the bytes sent, hex
	photoID int64  // 0 if no photo was acknowledged for it
}

func newHarness(t *testing.T, tags string, seed uint64) *harness {
	t.Helper()
	t.Logf("seed %d", seed)
	return &harness{
		t: t, binary: program.Build(t, tags), data: filepath.Join(t.TempDir(), "data"),
		random: rand.New(rand.NewPCG(seed, 0)), promised: map[string]promise{},
	}
}

// load uploads pictures from several clients until ctx ends, and remembers each
// one that was acknowledged.
func (h *harness) load(ctx context.Context, s *program.Server) {
	var clients sync.WaitGroup
	for range 4 {
		pictures := rand.New(rand.NewPCG(h.random.Uint64(), 1))
		clients.Go(func() {
			api := s.API(h.t)
			for ctx.Err() == nil {
				h.uploadOne(ctx, api, pictures)
			}
		})
	}
	clients.Wait()
}

func (h *harness) uploadOne(ctx context.Context, api *client.Client, random *rand.Rand) {
	picture := noise(random)
	upload, err := api.Upload(ctx, "noise.jpg", bytes.NewReader(picture))
	if err != nil {
		h.expectCut(ctx, err)
		return
	}
	sum := sha256.Sum256(picture)
	kept := promise{sum: hex.EncodeToString(sum[:])}
	h.remember(upload.FileID, kept)
	if random.IntN(2) == 0 {
		return
	}
	photo, err := api.CreatePhoto(ctx, client.NewPhoto{Title: "Noise", FileID: upload.FileID, Status: "published", Tags: []string{"noise"}})
	if err != nil {
		h.expectCut(ctx, err)
		return
	}
	kept.photoID = photo.ID
	h.remember(upload.FileID, kept)
}

// expectCut fails the test if the server answered with an error of its own: only
// broken connections are expected.
func (h *harness) expectCut(ctx context.Context, err error) {
	if answer, ok := errors.AsType[*client.Error](err); ok {
		h.t.Errorf("the server answered %d: %v", answer.Status, answer)
	}
	select {
	case <-ctx.Done():
	case <-time.After(time.Millisecond):
	}
}

func (h *harness) remember(id string, p promise) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.promised[id] = p
	select {
	case h.acknowledged <- struct{}{}:
	default:
	}
}

// outOfTime reports whether the tests are about to be ended, so that one that waits
// can say for what.
func outOfTime(t *testing.T) bool {
	t.Helper()
	end, ok := t.Deadline()
	return ok && time.Until(end) < 10*time.Second
}

// noise returns a small JPEG picture that no other resembles.
func noise(random *rand.Rand) []byte {
	img := image.NewGray(image.Rect(0, 0, 96, 64))
	for i := range img.Pix {
		img.Pix[i] = byte(random.UintN(256))
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, nil); err != nil {
		panic(err) // a picture in memory can always be encoded
	}
	return b.Bytes()
}

// fetch returns the bytes at a path of the server.
func fetch(ctx context.Context, s *program.Server, path string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL+path, nil)
	if err != nil {
		return nil, err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s answers %s", path, res.Status)
	}
	return io.ReadAll(res.Body)
}

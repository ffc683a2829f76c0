package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/vitrine-photos/vitrine/client"
	"github.com/vitrine-photos/vitrine/internal/app"
	"github.com/vitrine-photos/vitrine/internal/imaging"
	"github.com/vitrine-photos/vitrine/internal/store/storetest"
)

func TestMain(m *testing.M) {
	imaging.RunIfWorker()
	os.Exit(m.Run())
}

// password is that of the user admin.
const password = "a long enough password"

// config is that of a service in a directory of the test's own, on SQLite,
// without rate limits.
func config(t testing.TB) app.Config {
	t.Helper()
	return app.Config{
		Addr: "127.0.0.1:0", Data: t.TempDir(), Timezone: "UTC", Registration: "open", RateLimit: "off",
		AdminUsername: "admin", AdminEmail: "admin@localhost", AdminPassword: password,
		AccessTokenTTL: 15 * time.Minute, RefreshTokenTTL: 720 * time.Hour, MaxPixels: 200_000_000, Workers: 1,
	}
}

// onEachEngine runs a test on SQLite, and on PostgreSQL if there is a server.
func onEachEngine(t *testing.T, test func(t *testing.T, cfg app.Config)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		test(t, config(t))
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		cfg := config(t)
		cfg.DatabaseURL = storetest.PostgresURL(t)
		test(t, cfg)
	})
}

// service is the whole of Vitrine at work. Its client may do everything.
type service struct {
	testing.TB
	*client.Client
	*app.App
	url    string
	tokens client.TokenSource
	stop   func() error // ends the service, and tells what Run returned
}

// serve starts a service. It ends with the test, in order, if not before.
func serve(t testing.TB, cfg app.Config) *service {
	t.Helper()
	return serveAt(t, cfg, time.Now)
}

// standstill returns a clock that shows the present for ever, for what an hour or
// a day that ends during a test would change.
func standstill() func() time.Time {
	now := time.Now()
	return func() time.Time { return now }
}

// serveAt starts a service with another clock.
func serveAt(t testing.TB, cfg app.Config, now func() time.Time) *service {
	t.Helper()
	s := &service{TB: t}
	var err error
	s.App, err = app.NewAt(t.Context(), cfg, slog.New(slog.DiscardHandler), now)
	s.must(err)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx) }()
	s.stop = sync.OnceValue(func() error {
		cancel()
		return <-ended
	})
	t.Cleanup(func() { s.must(s.stop()) })
	s.url = "http://" + s.Addr()
	tokens, err := app.OperatorTokens(cfg)
	s.must(err)
	s.tokens = tokens
	s.Client = client.New(s.url, tokens)
	return s
}

func (s *service) must(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

// answer is what came back.
type answer struct {
	status int
	header http.Header
	body   string
}

// ask sends a request. Headers are "Name: value".
func (s *service) ask(method, path, body string, headers ...string) answer {
	s.Helper()
	if !strings.HasPrefix(path, "http") {
		path = s.url + path
	}
	req, err := http.NewRequestWithContext(s.Context(), method, path, strings.NewReader(body))
	s.must(err)
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		req.Header.Set(name, value)
	}
	res, err := http.DefaultTransport.RoundTrip(req) // redirects are answers too
	s.must(err)
	defer res.Body.Close()
	content, err := io.ReadAll(res.Body)
	s.must(err)
	return answer{res.StatusCode, res.Header, string(content)}
}

// get reads a path as a visitor.
func (s *service) get(path string, headers ...string) answer {
	s.Helper()
	return s.ask(http.MethodGet, path, "", headers...)
}

// page reads a path that must be there.
func (s *service) page(path string) string {
	s.Helper()
	a := s.get(path)
	if a.status != http.StatusOK {
		s.Fatalf("%s answers %d: %s", path, a.status, a.body)
	}
	return a.body
}

// asOperator is the header of a request that may do everything. Its token is new:
// one lasts for minutes, which a test may take on a busy machine.
func (s *service) asOperator() string {
	s.Helper()
	token, err := s.tokens()
	s.must(err)
	return "Authorization: Bearer " + token
}

// set changes settings, given by their flat keys.
func (s *service) set(settings map[string]any) {
	s.Helper()
	body, err := json.Marshal(settings)
	s.must(err)
	if a := s.ask(http.MethodPut, "/v1/settings", string(body), s.asOperator()); a.status != http.StatusOK {
		s.Fatalf("the settings %s are answered %d: %s", body, a.status, a.body)
	}
}

// upload sends a picture and returns its file id when all is derived.
func (s *service) upload(c *client.Client, name string, picture []byte) string {
	s.Helper()
	upload, err := c.Upload(s.Context(), name, bytes.NewReader(picture))
	s.must(err)
	s.await(c, upload.FileID)
	return upload.FileID
}

// await returns when all is derived from an upload, however busy the machine is.
func (s *service) await(c *client.Client, fileID string) {
	s.Helper()
	for ; ; time.Sleep(5 * time.Millisecond) {
		status, err := c.UploadStatus(s.Context(), fileID)
		s.must(err)
		switch status.Status {
		case "completed":
			return
		case "failed":
			s.Fatalf("the upload %s is %s: %s", fileID, status.Status, status.Error)
		}
	}
}

// publish makes a published photo of a new picture.
func (s *service) publish(title string, tags ...string) *client.Photo {
	s.Helper()
	photo, err := s.CreatePhoto(s.Context(), client.NewPhoto{
		Title: title, FileID: s.upload(s.Client, "picture.jpg", jpegOf(s, title)), Status: "published", Tags: tags,
	})
	s.must(err)
	return photo
}

// change updates a photo.
func (s *service) change(id int64, fields map[string]any) {
	s.Helper()
	_, err := s.UpdatePhoto(s.Context(), id, fields)
	s.must(err)
}

// expectStatus compares the status of an error of the API.
func (s *service) expectStatus(err error, want int) {
	s.Helper()
	if e, ok := errors.AsType[*client.Error](err); !ok || e.Status != want {
		s.Errorf("got %v, want the status %d", err, want)
	}
}

package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"maps"
	"math"
	"mime/multipart"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-photos/vitrine/client"
	"github.com/vitrine-photos/vitrine/internal/app"
)

func TestUsers(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, cfg app.Config) {
		s := serve(t, cfg)
		draft, err := s.CreatePhoto(t.Context(), client.NewPhoto{Title: "A draft"})
		s.must(err)
		for _, role := range []string{"editor", "user"} {
			_, err := s.CreateUser(t.Context(), client.NewUser{
				Username: role, Email: role + "@example.com", Password: "moon over half dome", Role: role,
			})
			s.must(err)
		}
		users, pagination, err := s.Users(t.Context(), "", 1)
		s.must(err)
		if len(users) != 3 || pagination.Total != 3 || users[0].Username != "admin" || users[0].Role != "super_admin" {
			t.Errorf("the users are %+v", users)
		}

		editor, user := client.New(s.url, nil), client.New(s.url, nil)
		_, err = editor.Login(t.Context(), "EDITOR@example.com", "moon over half dome")
		s.must(err)
		_, err = user.Login(t.Context(), "user", "moon over half dome")
		s.must(err)
		_, err = editor.Photo(t.Context(), draft.ID)
		s.must(err)
		_, err = user.Photo(t.Context(), draft.ID)
		s.expectStatus(err, http.StatusNotFound)
		_, err = user.CreatePhoto(t.Context(), client.NewPhoto{Title: "Not mine to make"})
		s.expectStatus(err, http.StatusForbidden)
		_, _, err = editor.Users(t.Context(), "", 1)
		s.expectStatus(err, http.StatusForbidden)

		// A new password ends the sessions of the old one.
		s.must(s.SetPassword(t.Context(), users[1].ID, "clearing winter storm"))
		_, err = editor.Photo(t.Context(), draft.ID)
		s.expectStatus(err, http.StatusUnauthorized)
		_, err = editor.Login(t.Context(), "editor", "moon over half dome")
		s.expectStatus(err, http.StatusUnauthorized)
		_, err = client.New(s.url, nil).Login(t.Context(), "editor", "clearing winter storm")
		s.must(err)
	})
}

// Settings hold from the next request on.
func TestSettingsTakeEffectAtOnce(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, cfg app.Config) {
		s := serve(t, cfg)
		photo, err := s.CreatePhoto(t.Context(), client.NewPhoto{
			Title: "Lisbon", Status: "published", FileID: s.upload(s.Client, "l.jpg", withEXIF(jpegOf(s, "lisbon"))),
		})
		s.must(err)
		expect := func(camera, place bool, title string) {
			t.Helper()
			shown := s.publicPhoto(photo.ID)
			if (shown.EXIF.Camera != nil) != camera || (shown.Location.Latitude != nil) != place {
				t.Errorf("the public sees %+v and %+v", shown.EXIF, shown.Location)
			}
			page := s.page("/p/" + photo.Slug)
			if strings.Contains(page, "NIKON") != camera || !strings.Contains(page, title) {
				t.Errorf("want the camera %v and the title %q in\n%s", camera, title, page)
			}
			if !strings.Contains(s.page("/"), title) {
				t.Errorf("the home page lacks the title %q", title)
			}
		}
		expect(true, false, "Portfolio")
		s.set(map[string]any{"display_show_exif": false})
		expect(false, false, "Portfolio")
		s.set(map[string]any{"display_show_location": true, "site_title": "Ansel & Söhne <b>"})
		expect(false, true, "Ansel &amp; Söhne &lt;b&gt;")

		const latitude = "\x00\x00\x00\x26\x00\x00\x00\x01\x00\x00\x00\x2a" // 38 degrees, 42 minutes
		if a := s.get(photo.Formats["original"]); a.status != http.StatusOK || !strings.Contains(a.body, latitude) {
			t.Errorf("the author's signed address of the original answers %d", a.status)
		}
		original := s.publicPhoto(photo.ID).Formats["original"]
		if a := s.get(original); a.status != http.StatusUnauthorized {
			t.Errorf("the original answers the public %d", a.status)
		}
		s.set(map[string]any{"display_allow_original_download": true})
		if a := s.get(original); a.status != http.StatusOK || !strings.HasPrefix(a.body, "\xff\xd8") || strings.Contains(a.body, latitude) {
			t.Errorf("the public copy of the original answers %d", a.status)
		}
	})
}

// A visitor counts once, an editor not at all; nothing is lost at a stop.
func TestViewsAreCounted(t *testing.T) {
	t.Parallel()
	cfg, now := config(t), standstill() // a visitor counts again in the next hour
	s := serveAt(t, cfg, now)
	photo := s.publish("Seen")
	record, page := "/v1/photos/"+jsonOf(photo.ID), "/p/"+photo.Slug
	for _, agent := range []string{"One", "One", "Two"} {
		s.get(page, "User-Agent: "+agent)
		s.get(record, "User-Agent: "+agent)
	}
	s.get(record, s.asOperator())
	s.get("/", "User-Agent: Three")
	s.must(s.stop())
	s = serveAt(t, cfg, now)
	if n := s.publicPhoto(photo.ID).ViewCount; n != 2 {
		t.Errorf("counted %d views, want 2", n)
	}
}

func jsonOf(v any) string {
	encoded, err := json.Marshal(v)
	if err != nil {
		panic(err) // plain values can always be encoded
	}
	return string(encoded)
}

func TestRequestIDs(t *testing.T) {
	t.Parallel()
	s := serve(t, config(t))
	for given, kept := range map[string]bool{
		"abc-DEF_1.2": true, strings.Repeat("a", 64): true, strings.Repeat("a", 65): false, "a b": false, "<x>": false, "": false,
	} {
		a := s.get("/v1/photos/7", "X-Request-Id: "+given)
		id := a.header.Get("X-Request-Id")
		if (id == given) != kept || id == "" || !strings.Contains(a.body, `"request_id":"`+id+`"`) {
			t.Errorf("%q became %q in %s", given, id, a.body)
		}
	}
}

func TestProbes(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	cfg.MetricsAddr = "127.0.0.1:0"
	s := serve(t, cfg)
	if a := s.get("/healthz"); a.status != http.StatusOK || a.body != "ok\n" {
		t.Errorf("/healthz answers %d %q", a.status, a.body)
	}
	a := s.get("/readyz")
	var states map[string]string
	s.must(json.Unmarshal([]byte(a.body), &states))
	if a.status != http.StatusOK || !slices.Equal(slices.Sorted(maps.Keys(states)), []string{"cache_store", "database", "queue", "storage"}) {
		t.Errorf("/readyz answers %d %v", a.status, states)
	}
	for part, state := range states {
		if state != "healthy" {
			t.Errorf("the %s is %s", part, state)
		}
	}

	if a := s.get("/metrics"); a.status != http.StatusUnauthorized || strings.Contains(a.body, "vitrine_") {
		t.Errorf("/metrics answers a stranger %d", a.status)
	}
	for what, a := range map[string]answer{
		"with a token":             s.get("/metrics", s.asOperator()),
		"on a listener of its own": s.get("http://" + s.MetricsAddr() + "/metrics"),
	} {
		for _, want := range []string{"go_goroutines", `vitrine_http_request_seconds_count{route="healthz",status="200"} 1`} {
			if a.status != http.StatusOK || !strings.Contains(a.body, want) {
				t.Errorf("/metrics %s answers %d without %s", what, a.status, want)
			}
		}
	}
	if a := s.get("http://" + s.MetricsAddr() + "/v1/photos"); a.status != http.StatusNotFound {
		t.Errorf("the listener for metrics answers %d for photos", a.status)
	}
}

// Without its storage the service is degraded, but still serves.
func TestReadyWithoutStorage(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	s := serve(t, cfg)
	blobs := filepath.Join(cfg.Data, "blobs")
	s.must(os.RemoveAll(blobs))
	s.must(os.WriteFile(blobs, nil, 0o600))
	if a := s.get("/readyz"); a.status != http.StatusOK || !strings.Contains(a.body, `"storage":"degraded"`) {
		t.Errorf("/readyz answers %d %s", a.status, a.body)
	}
	if a := s.get("/healthz"); a.status != http.StatusOK {
		t.Errorf("/healthz answers %d", a.status)
	}
}

// A stop lets the request under way end, and takes no new one.
func TestStopWaitsForRequests(t *testing.T) {
	t.Parallel()
	s := serve(t, config(t))
	body, pipe := io.Pipe()
	form := multipart.NewWriter(pipe)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.url+"/v1/upload/single", body)
	s.must(err)
	req.Header.Set("Content-Type", form.FormDataContentType())
	name, value, _ := strings.Cut(s.asOperator(), ": ")
	req.Header.Set(name, value)
	req.Header.Set("Expect", "100-continue") // so that the body is asked for by the handler
	type outcome struct {
		res *http.Response
		err error
	}
	answered := make(chan outcome, 1)
	go func() {
		res, err := (&http.Transport{ExpectContinueTimeout: math.MaxInt64}).RoundTrip(req)
		answered <- outcome{res, err}
	}()
	part, err := form.CreateFormFile("file", "late.jpg") // returns when the handler reads
	s.must(err)

	ended := make(chan error, 1)
	go func() { ended <- s.stop() }()
	for refused := false; !refused; time.Sleep(time.Millisecond) {
		conn, err := net.Dial("tcp", s.Addr())
		if refused = err != nil; !refused {
			conn.Close()
		}
	}
	_, err = io.Copy(part, bytes.NewReader(jpegOf(t, "late")))
	s.must(err)
	s.must(form.Close())
	s.must(pipe.Close())
	got := <-answered
	s.must(got.err)
	defer got.res.Body.Close()
	if got.res.StatusCode != http.StatusCreated {
		t.Errorf("the request under way was answered %s", got.res.Status)
	}
	if err := <-ended; err != nil {
		t.Errorf("an orderly stop returned %v", err)
	}
}

// A panic is answered without a word of its cause, which is logged.
func TestPanic(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	a, err := app.New(t.Context(), config(t), slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close() })
	server := httptest.NewUnstartedServer(a.Measured(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/amid" {
			_, _ = io.WriteString(w, strings.Repeat("x", 100_000))
		}
		panic("the secret cause")
	})))
	server.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	server.Start()
	defer server.Close()

	res, err := http.Get(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusInternalServerError || strings.Contains(string(body), "secret") {
		t.Errorf("answered %s %q (%v)", res.Status, body, err)
	}
	amid, err := http.Get(server.URL + "/amid")
	if err == nil {
		defer amid.Body.Close()
		_, err = io.ReadAll(amid.Body)
	}
	if err == nil {
		t.Error("half an answer was taken for a whole one")
	}
	server.Close()
	if n := strings.Count(log.String(), "the secret cause"); n < 2 {
		t.Errorf("the log names the cause %d times: %s", n, &log)
	}
}

// A second service on the same data is told where the first one listens.
func TestSecondServiceIsRefused(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	s := serve(t, cfg)
	for range 2 { // being refused must not disturb the first
		_, err := app.New(t.Context(), cfg, slog.New(slog.DiscardHandler))
		inUse, ok := errors.AsType[*app.InUseError](err)
		if !ok || inUse.Address != s.Addr() || inUse.Dir != cfg.Data || !strings.Contains(err.Error(), s.Addr()) {
			t.Fatalf("got %v, want that %s serves", err, s.Addr())
		}
	}
	s.page("/")
	s.must(s.stop())
	a, err := app.New(context.Background(), cfg, slog.New(slog.DiscardHandler))
	s.must(err)
	s.must(a.Close())
}

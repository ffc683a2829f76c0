package client_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine/client"
)

// answering returns a client of a server that answers with one status and body,
// and the requests that reach it.
func answering(t *testing.T, status int, body string, header ...string) (*client.Client, *[]string) {
	t.Helper()
	var requests []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sent, err := io.ReadAll(r.Body)
		if err != nil {
			return // the client broke off
		}
		requests = append(requests, strings.TrimSpace(fmt.Sprintf("%s %s %s %s", r.Method, r.URL, r.Header.Get("Authorization"), sent)))
		for _, line := range header {
			name, value, _ := strings.Cut(line, ": ")
			w.Header().Set(name, value)
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}))
	t.Cleanup(server.Close)
	return client.New(server.URL+"/", nil), &requests
}

func TestRequests(t *testing.T) {
	t.Parallel()
	parent := int64(7)
	for want, call := range map[string]func(context.Context, *client.Client) error{
		"GET /v1/photos": func(ctx context.Context, c *client.Client) error {
			_, _, err := c.Photos(ctx, client.PhotoQuery{})
			return err
		},
		"GET /v1/photos?category=7&limit=5&month=5&page=2&search=a+%26+b&sort_by=title&sort_order=asc&status=draft&tag=%E5%A4%9C&year=2026": func(ctx context.Context, c *client.Client) error {
			_, _, err := c.Photos(ctx, client.PhotoQuery{
				Page: 2, Limit: 5, Status: "draft", Tag: "夜", Category: 7, Search: "a & b",
				SortBy: "title", SortOrder: "asc", Year: 2026, Month: 5,
			})
			return err
		},
		`POST /v1/photos  {"title":"T"}`: func(ctx context.Context, c *client.Client) error {
			_, err := c.CreatePhoto(ctx, client.NewPhoto{Title: "T"})
			return err
		},
		`PUT /v1/photos/9  {"description":null}`: func(ctx context.Context, c *client.Client) error {
			_, err := c.UpdatePhoto(ctx, 9, map[string]any{"description": nil})
			return err
		},
		"GET /v1/photos/search?category=7&date_from=2026-05-01&limit=5&q=old+harbour&tags=a%2Cb": func(ctx context.Context, c *client.Client) error {
			from := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
			_, err := c.SearchPhotos(ctx, client.SearchQuery{Query: "old harbour", Category: 7, Tags: []string{"a", "b"}, From: from, Limit: 5})
			return err
		},
		"POST /v1/photos/9/restore": func(ctx context.Context, c *client.Client) error {
			_, err := c.RestorePhoto(ctx, 9)
			return err
		},
		"POST /v1/photos/9/like":   func(ctx context.Context, c *client.Client) error { _, err := c.LikePhoto(ctx, 9); return err },
		"DELETE /v1/photos/9/like": func(ctx context.Context, c *client.Client) error { _, err := c.UnlikePhoto(ctx, 9); return err },
		"DELETE /v1/photos/9":      func(ctx context.Context, c *client.Client) error { return c.DeletePhoto(ctx, 9) },
		`POST /v1/photos/batch  {"photo_ids":[9],"action":"add_tags","data":{"tags":["fog"]}}`: func(ctx context.Context, c *client.Client) error {
			_, err := c.BatchPhotos(ctx, client.PhotoBatch{PhotoIDs: []int64{9}, Action: "add_tags", Data: map[string]any{"tags": []string{"fog"}}})
			return err
		},
		`POST /v1/categories  {"name":"Japan","parent_id":7}`: func(ctx context.Context, c *client.Client) error {
			_, err := c.CreateCategory(ctx, "Japan", &parent)
			return err
		},
		"GET /v1/upload/status/a%2F..%2Fb": func(ctx context.Context, c *client.Client) error {
			_, err := c.UploadStatus(ctx, "a/../b")
			return err
		},
		`POST /v1/upload/a/reprocess  {"force":true,"formats":["webp"]}`: func(ctx context.Context, c *client.Client) error {
			_, err := c.Reprocess(ctx, "a", []string{"webp"}, true)
			return err
		},
		"DELETE /v1/upload/a": func(ctx context.Context, c *client.Client) error { return c.DeleteUpload(ctx, "a") },
		`POST /v1/upload/chunked/init  {"filename":"a","file_size":9,"mime_type":"image/png"}`: func(ctx context.Context, c *client.Client) error {
			_, err := c.BeginChunked(ctx, client.NewChunkedUpload{Filename: "a", FileSize: 9, MIMEType: "image/png"})
			return err
		},
		"PUT /v1/upload/chunked/u/chunks/0?sig=x  bytes": func(ctx context.Context, c *client.Client) error {
			return c.PutChunk(ctx, "/v1/upload/chunked/u/chunks/0?sig=x", []byte("bytes"))
		},
		"GET /v1/upload/chunked/u": func(ctx context.Context, c *client.Client) error {
			_, err := c.ChunkedUpload(ctx, "u")
			return err
		},
		`POST /v1/upload/chunked/u/complete  {"sha256":"00"}`: func(ctx context.Context, c *client.Client) error {
			_, err := c.CompleteChunked(ctx, "u", "00")
			return err
		},
		"DELETE /v1/upload/chunked/u": func(ctx context.Context, c *client.Client) error { return c.AbortChunked(ctx, "u") },
		`POST /v1/upload/known  {"sha256":["00"]}`: func(ctx context.Context, c *client.Client) error {
			_, err := c.Known(ctx, []string{"00"})
			return err
		},
		"GET /v1/timeline": func(ctx context.Context, c *client.Client) error {
			_, err := c.Timeline(ctx, 0, 0)
			return err
		},
		"GET /v1/timeline?include_photos=true&photos_limit=5&year=2026": func(ctx context.Context, c *client.Client) error {
			_, err := c.Timeline(ctx, 2026, 5)
			return err
		},
		"GET /v1/timeline/2026/5?include_photos=true&limit=10&page=2": func(ctx context.Context, c *client.Client) error {
			_, _, err := c.TimelineMonth(ctx, 2026, 5, 2, 10)
			return err
		},
		`POST /v1/system/backups  {"directory":"/mnt","keep":7}`: func(ctx context.Context, c *client.Client) error {
			_, err := c.BeginBackup(ctx, client.NewBackup{Directory: "/mnt", Keep: 7})
			return err
		},
		"GET /v1/system/backups/4": func(ctx context.Context, c *client.Client) error {
			_, err := c.Backup(ctx, 4)
			return err
		},
		"GET /v1/system/backups?page=2": func(ctx context.Context, c *client.Client) error {
			_, _, err := c.Backups(ctx, 2)
			return err
		},
		"GET /v1/users?limit=100&page=3&search=ed": func(ctx context.Context, c *client.Client) error {
			_, _, err := c.Users(ctx, "ed", 3)
			return err
		},
		"GET /v1/system/audit": func(ctx context.Context, c *client.Client) error {
			_, _, err := c.AuditLog(ctx, client.AuditQuery{})
			return err
		},
		"GET /v1/system/audit?action=photo.update&date_from=2026-05-01&date_to=2026-05-31&limit=5&object_id=42&object_type=photo&page=2&user_id=3": func(ctx context.Context, c *client.Client) error {
			_, _, err := c.AuditLog(ctx, client.AuditQuery{
				Page: 2, Limit: 5, UserID: 3, Action: "photo.update", ObjectType: "photo", ObjectID: "42",
				DateFrom: "2026-05-01", DateTo: "2026-05-31",
			})
			return err
		},
		"POST /v1/auth/logout": func(ctx context.Context, c *client.Client) error { return c.Logout(ctx) },
		"GET /v1/auth/profile": func(ctx context.Context, c *client.Client) error {
			_, err := c.Profile(ctx)
			return err
		},
		`PUT /v1/auth/profile  {"display_name":"A"}`: func(ctx context.Context, c *client.Client) error {
			_, err := c.UpdateProfile(ctx, map[string]any{"display_name": "A"})
			return err
		},
		`PUT /v1/auth/password  {"current_password":"a","new_password":"b"}`: func(ctx context.Context, c *client.Client) error {
			return c.ChangePassword(ctx, "a", "b")
		},
		`POST /v1/auth/register  {"username":"u","email":"e","password":"p"}`: func(ctx context.Context, c *client.Client) error {
			_, err := c.Register(ctx, client.NewUser{Username: "u", Email: "e", Password: "p"})
			return err
		},
		`PUT /v1/users/4  {"role":"editor"}`: func(ctx context.Context, c *client.Client) error {
			_, err := c.UpdateUser(ctx, 4, map[string]any{"role": "editor"})
			return err
		},
		"DELETE /v1/users/4": func(ctx context.Context, c *client.Client) error { return c.DeleteUser(ctx, 4) },
		"GET /v1/users/4/sessions?limit=100&page=2": func(ctx context.Context, c *client.Client) error {
			_, _, err := c.Sessions(ctx, 4, 2)
			return err
		},
		"DELETE /v1/users/4/sessions/a%2Fb": func(ctx context.Context, c *client.Client) error { return c.EndSession(ctx, 4, "a/b") },
		"GET /v1/users/4": func(ctx context.Context, c *client.Client) error {
			_, err := c.User(ctx, 4)
			return err
		},
		`PUT /v1/categories/4/position  {"before_id":null,"parent_id":7}`: func(ctx context.Context, c *client.Client) error {
			_, err := c.MoveCategory(ctx, 4, &parent, nil)
			return err
		},
		"GET /v1/shares/4/photos?page=2&picked=true": func(ctx context.Context, c *client.Client) error {
			_, _, err := c.SharePhotos(ctx, 4, true, 2)
			return err
		},
		"GET /v1/tags/4":            func(ctx context.Context, c *client.Client) error { _, err := c.Tag(ctx, 4); return err },
		"GET /v1/timeline/events/4": func(ctx context.Context, c *client.Client) error { _, err := c.TimelineEvent(ctx, 4); return err },
		`POST /v1/webhooks/4/deliveries/redeliver  {"delivery_ids":[8,9]}`: func(ctx context.Context, c *client.Client) error {
			return c.RedeliverAll(ctx, 4, []int64{8, 9})
		},
		`PUT /v1/users/4  {"password":"p"}`: func(ctx context.Context, c *client.Client) error { return c.SetPassword(ctx, 4, "p") },
	} {
		t.Run(want, func(t *testing.T) {
			t.Parallel()
			c, requests := answering(t, http.StatusOK, `{"success": true, "data": null}`)
			if err := call(t.Context(), c); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([]string{want}, *requests); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestErrors(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		status int
		body   string
		want   string
		isAPI  bool
	}{
		"a message": {404, `{"success":false,"message":"There is no such photo.","error":{"type":"RESOURCE_NOT_FOUND","details":{"resource_id":9}},"meta":{"request_id":"r1"}}`, "There is no such photo.", true},
		"faults": {
			400, `{"success":false,"message":"M","error":{"type":"VALIDATION_ERROR","details":[
			{"field":"title","message":"is required","code":"REQUIRED"},{"field":"tags[2]","message":"is too long","code":"TOO_LONG"}]},"meta":{"request_id":"r1"}}`,
			"title is required; tags[2] is too long", true,
		},
		"a proxy's page":   {502, "<html>Bad Gateway</html>", "the server answered 502 Bad Gateway, and not as Vitrine does", false},
		"nothing":          {500, "", "the server answered 500 Internal Server Error, and not as Vitrine does", false},
		"another's JSON":   {418, `{"error":"teapot"}`, "the server answered 418 I'm a teapot, and not as Vitrine does", false},
		"empty JSON":       {200, `{}`, "the server answered 200 OK, and not as Vitrine does", false},
		"no JSON, but 200": {200, "OK", "the server answered 200 OK, and not as Vitrine does", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, _ := answering(t, test.status, test.body, "Retry-After: 7")
			_, err := c.Photo(t.Context(), 9)
			if err == nil || err.Error() != test.want {
				t.Fatalf("got %v, want %s", err, test.want)
			}
			e, ok := errors.AsType[*client.Error](err)
			if ok != test.isAPI || ok && (e.Status != test.status || e.RequestID != "r1" || e.RetryAfter != 7*time.Second) {
				t.Errorf("got %+v", e)
			}
			if client.IsNotFound(err) != (ok && test.status == http.StatusNotFound) {
				t.Errorf("%v is told to be of something missing", err)
			}
		})
	}
}

func TestLoginIsRemembered(t *testing.T) {
	t.Parallel()
	c, requests := answering(t, http.StatusOK, `{"success":true,"data":{"access_token":"t1","expires_in":900,"user":{"id":3}}}`)
	tokens, err := c.Login(t.Context(), "ansel", "zone system")
	if err != nil || tokens.AccessToken != "t1" || tokens.User.ID != 3 {
		t.Fatalf("got %+v, %v", tokens, err)
	}
	if _, err := c.Photo(t.Context(), 9); err != nil {
		t.Fatal(err)
	}
	want := []string{`POST /v1/auth/login  {"password":"zone system","username":"ansel"}`, "GET /v1/photos/9 Bearer t1"}
	if diff := cmp.Diff(want, *requests); diff != "" {
		t.Error(diff)
	}
}

func TestTokenSourceFails(t *testing.T) {
	t.Parallel()
	broken := errors.New("no token today")
	c := client.New("http://127.0.0.1:1", func() (string, error) { return "", broken })
	if _, err := c.Photo(t.Context(), 9); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

func TestUnreachable(t *testing.T) {
	t.Parallel()
	_, err := client.New("http://127.0.0.1:1", nil).Photo(t.Context(), 9)
	if err == nil || !strings.Contains(err.Error(), "reach the server") {
		t.Errorf("got %v", err)
	}
}

func TestUpload(t *testing.T) {
	t.Parallel()
	content := bytes.Repeat([]byte("picture"), 100_000)
	var name string
	var got []byte
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if file, header, err := r.FormFile("file"); err == nil {
			name = header.Filename
			got, _ = io.ReadAll(file)
		}
		_, _ = io.WriteString(w, `{"success":true,"data":{"file_id":"f1"}}`)
	}))
	defer server.Close()
	upload, err := client.New(server.URL, nil).Upload(t.Context(), "夜 \"x\".jpg", bytes.NewReader(content))
	if err != nil || upload.FileID != "f1" {
		t.Fatalf("got %+v, %v", upload, err)
	}
	if name != "夜 \"x\".jpg" || !bytes.Equal(got, content) {
		t.Errorf("%q arrived with %d bytes", name, len(got))
	}
}

func TestUploadAll(t *testing.T) {
	t.Parallel()
	var got []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := r.ParseMultipartForm(1 << 20); err == nil {
			for _, header := range r.MultipartForm.File["files[]"] {
				got = append(got, fmt.Sprint(r.URL.Path, " ", header.Filename, " ", header.Size))
			}
		}
		_, _ = io.WriteString(w, `{"success":true,"data":{"uploaded":[{"file_id":"f1"}],"failed":[{"filename":"b","error":"No."}],"summary":{"total":2}}}`)
	}))
	defer server.Close()
	batch, err := client.New(server.URL, nil).UploadAll(t.Context(), []client.File{
		{Name: "a", Body: strings.NewReader("12")}, {Name: "b", Body: strings.NewReader("345")},
	})
	if err != nil || batch.Uploaded[0].FileID != "f1" || batch.Failed[0].Error != "No." || batch.Summary.Total != 2 {
		t.Fatalf("got %+v, %v", batch, err)
	}
	if diff := cmp.Diff([]string{"/v1/upload/multiple a 2", "/v1/upload/multiple b 3"}, got); diff != "" {
		t.Error(diff)
	}
}

// A file that cannot be read to its end is not uploaded, and the reason is told.
func TestUploadOfUnreadableFile(t *testing.T) {
	t.Parallel()
	c, requests := answering(t, http.StatusCreated, `{"success":true,"data":{"file_id":"f1"}}`)
	broken := errors.New("input/output error")
	_, err := c.Upload(t.Context(), "a.jpg", io.MultiReader(strings.NewReader("half"), failing{broken}))
	if !errors.Is(err, broken) || len(*requests) != 0 {
		t.Errorf("got %v; the server took %q", err, *requests)
	}
}

type failing struct{ err error }

// Read implements io.Reader.
func (f failing) Read([]byte) (int, error) { return 0, f.err }

// A server that answers before it has read the file is heard.
func TestUploadRefusedEarly(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusForbidden)
		_, _ = io.WriteString(w, `{"success":false,"message":"No."}`)
	}))
	defer server.Close()
	_, err := client.New(server.URL, nil).Upload(t.Context(), "a.jpg", bytes.NewReader(make([]byte, 100_000)))
	if e, ok := errors.AsType[*client.Error](err); !ok || e.Status != http.StatusForbidden {
		t.Errorf("got %v", err)
	}
}

func TestIdempotencyKey(t *testing.T) {
	t.Parallel()
	var keys []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		keys = append(keys, r.Method+" "+r.Header.Get("Idempotency-Key"))
		_, _ = io.WriteString(w, `{"success": true, "data": {}}`)
	}))
	defer server.Close()
	c := client.New(server.URL, nil)
	ctx := client.WithIdempotencyKey(t.Context(), "k")
	for _, ctx := range []context.Context{ctx, ctx, t.Context()} {
		if _, err := c.CreatePhoto(ctx, client.NewPhoto{Title: "T"}); err != nil {
			t.Error(err)
		}
	}
	if _, err := c.Photo(ctx, 1); err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff([]string{"POST k", "POST k", "POST ", "GET "}, keys); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

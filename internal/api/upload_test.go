package api_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"image"
	"image/jpeg"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine"
)

// picture is a small JPEG.
func picture(t testing.TB) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, image.NewRGBA(image.Rect(0, 0, 40, 30)), nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// form is a multipart form whose parts are "field/filename" and contents.
func form(t testing.TB, parts ...string) (body, contentType string) {
	t.Helper()
	var b strings.Builder
	w := multipart.NewWriter(&b)
	for i := 0; i < len(parts); i += 2 {
		field, filename, _ := strings.Cut(parts[i], "/")
		part, err := w.CreateFormFile(field, filename)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(part, parts[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String(), w.FormDataContentType()
}

func (s *service) upload(role vitrine.Role, parts ...string) *httptest.ResponseRecorder {
	s.Helper()
	body, contentType := form(s, parts...)
	return s.ask(role, "POST", "/v1/upload/single", body, "Content-Type: "+contentType)
}

// uploaded is an upload as an answer tells of it.
type uploaded struct {
	Data  map[string]any
	Error struct {
		Type    vitrine.Code
		Details json.RawMessage
	}
}

func read(t testing.TB, w *httptest.ResponseRecorder) (answer uploaded) {
	t.Helper()
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
		t.Fatalf("%v in %s", err, w.Body)
	}
	return answer
}

func TestUpload(t *testing.T) {
	t.Parallel()
	s := newService(t, nil)
	w := s.upload(vitrine.RoleEditor, "note/", "before the file", `file/..\DSC_0042.JPG`, string(picture(t)))
	if w.Code != 201 {
		t.Fatalf("got %d %s", w.Code, w.Body)
	}
	record := read(t, w).Data
	id, _ := record["file_id"].(string)
	want := map[string]any{
		"file_id": id, "original_filename": "DSC_0042.JPG", "file_size": float64(len(picture(t))), "mime_type": "image/jpeg",
		"upload_url": "/signed/uploads/" + id, "status": "uploaded", "exif_extracted": false, "processing_status": "pending", "duplicate_of": nil,
	}
	if diff := cmp.Diff(want, record); diff != "" {
		t.Errorf("record (-want +got):\n%s", diff)
	}
	again := read(t, s.upload(vitrine.RoleEditor, "file/b.jpg", string(picture(t)))).Data
	if again["duplicate_of"] != id || again["file_id"] == id {
		t.Errorf("the same bytes again: %v", again)
	}

	status := read(t, s.ask(vitrine.RoleEditor, "GET", "/v1/upload/status/"+id, "")).Data
	delete(status, "estimated_time_remaining") // depends on the machine
	wantStatus := map[string]any{
		"file_id": id, "status": "uploaded", "progress": status["progress"], "current_step": "exif_extraction", "error": nil, "error_reason": nil, "details": nil,
		"steps": []any{
			map[string]any{"name": "uploaded", "status": "completed"},
			map[string]any{"name": "exif_extraction", "status": "pending"},
			map[string]any{"name": "generating_thumbnails", "status": "pending"},
			map[string]any{"name": "optimization", "status": "pending"},
		},
	}
	if diff := cmp.Diff(wantStatus, status); diff != "" {
		t.Errorf("status (-want +got):\n%s", diff)
	}
}

func TestUploadRefused(t *testing.T) {
	t.Parallel()
	s := newService(t, nil)
	if w := s.ask(vitrine.RoleAdmin, "PUT", "/v1/settings", `{"upload_max_file_size": 2048}`); w.Code != 200 {
		t.Fatal(w.Body)
	}
	large := string(picture(t)) + strings.Repeat("x", 4096)
	for name, tt := range map[string]struct {
		parts []string
		code  vitrine.FaultCode
	}{
		"no file":          {[]string{"other/a.jpg", "x"}, vitrine.FaultRequired},
		"empty":            {[]string{"file/a.jpg", ""}, vitrine.FaultInvalidFormat},
		"SVG":              {[]string{"file/a.jpg", `<svg xmlns="http://www.w3.org/2000/svg"/>`}, vitrine.FaultInvalidFormat},
		"too large":        {[]string{"file/a.jpg", large}, vitrine.FaultTooLarge},
		"two files":        {[]string{"file/a.jpg", string(picture(t)), "file/b.jpg", string(picture(t))}, vitrine.FaultTooMany},
		"too much besides": {[]string{"note/", strings.Repeat("x", 1<<20), "file/a.jpg", string(picture(t))}, vitrine.FaultTooLarge},
	} {
		t.Run(name, func(t *testing.T) {
			w := s.upload(vitrine.RoleEditor, tt.parts...)
			wantFault(t, w, tt.code)
		})
	}
	t.Run("not a form", func(t *testing.T) {
		wantFault(t, s.ask(vitrine.RoleEditor, "POST", "/v1/upload/single", "{}", "Content-Type: application/json"), vitrine.FaultRequired)
	})
	t.Run("announced too large", func(t *testing.T) {
		r := httptest.NewRequest(http.MethodPost, "/v1/upload/single", unreadable{t})
		r.ContentLength = 1 << 30
		r.Header.Set("Authorization", "Bearer "+s.tokens[vitrine.RoleEditor])
		w := httptest.NewRecorder()
		s.api.ServeHTTP(w, r)
		wantFault(t, w, vitrine.FaultTooLarge)
	})
	t.Run("cut off", func(t *testing.T) {
		body, contentType := form(t, "file/a.jpg", string(picture(t)))
		r := httptest.NewRequest(http.MethodPost, "/v1/upload/single", io.MultiReader(strings.NewReader(body[:len(body)/2]), cut{}))
		r.Header.Set("Content-Type", contentType)
		r.Header.Set("Authorization", "Bearer "+s.tokens[vitrine.RoleEditor])
		w := httptest.NewRecorder()
		s.api.ServeHTTP(w, r)
		wantFault(t, w, vitrine.FaultInvalidFormat)
	})
}

func wantFault(t *testing.T, w *httptest.ResponseRecorder, code vitrine.FaultCode) {
	t.Helper()
	var faults []vitrine.Fault
	answer := read(t, w)
	if err := json.Unmarshal(answer.Error.Details, &faults); err != nil {
		t.Fatal(err)
	}
	if w.Code != 400 || len(faults) != 1 || faults[0].Field != "file" || faults[0].Code != code {
		t.Errorf("got %d %s", w.Code, w.Body)
	}
}

// unreadable is a body that must not be read.
type unreadable struct{ testing.TB }

func (u unreadable) Read([]byte) (int, error) {
	u.Error("the body was read")
	return 0, io.EOF
}

// cut is the end of a connection that broke.
type cut struct{}

func (cut) Read([]byte) (int, error) { return 0, errors.New("connection reset by peer") }

func TestUploadsOfOthers(t *testing.T) {
	t.Parallel()
	s := newService(t, nil)
	id := s.file() // the editor's
	for _, tt := range []struct {
		role           vitrine.Role
		method, target string
		body           string
		status         int
	}{
		{vitrine.RoleUser, "GET", "/v1/upload/status/" + id, "", 403},
		{vitrine.RoleAdmin, "GET", "/v1/upload/status/" + id, "", 200},
		{vitrine.RoleAdmin, "GET", "/v1/upload/status/missing", "", 404},
		{vitrine.RoleEditor, "POST", "/v1/upload/" + id + "/reprocess", `{"formats":["poster"]}`, 400},
		{vitrine.RoleEditor, "POST", "/v1/upload/" + id + "/reprocess", `{"formats":["webp"],"force":true}`, 202},
		{vitrine.RoleEditor, "POST", "/v1/upload/" + id + "/reprocess", ``, 409},
		{vitrine.RoleEditor, "DELETE", "/v1/upload/" + id, "", 204},
		{vitrine.RoleEditor, "DELETE", "/v1/upload/" + id, "", 404},
	} {
		if w := s.ask(tt.role, tt.method, tt.target, tt.body); w.Code != tt.status {
			t.Errorf("%s %s as %s: got %d, want %d\n%s", tt.method, tt.target, tt.role, w.Code, tt.status, w.Body)
		}
	}
	taken := s.publish("Harbour").UploadID
	if w := s.ask(vitrine.RoleAdmin, "DELETE", "/v1/upload/"+taken, ""); w.Code != 409 {
		t.Errorf("an upload that a photo uses: got %d", w.Code)
	}
}

package api_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine"
)

func (s *service) uploadAll(parts ...string) *httptest.ResponseRecorder {
	s.Helper()
	body, contentType := form(s, parts...)
	return s.ask(vitrine.RoleEditor, "POST", "/v1/upload/multiple", body, "Content-Type: "+contentType)
}

func TestUploadFiles(t *testing.T) {
	t.Parallel()
	s := newService(t, nil)
	data := string(picture(t))
	w := s.uploadAll("files[]/a.jpg", data, "note/", "passed over", "files[]/notes.txt", "words", `files[]/C:\b.jpg`, data+"b", "files[]/e.jpg", "")
	if w.Code != 201 {
		t.Fatalf("got %d %s", w.Code, w.Body)
	}
	got := read(t, w).Data
	ids := map[string]bool{}
	for _, u := range got["uploaded"].([]any) {
		id, _ := u.(map[string]any)["file_id"].(string)
		if status := s.ask(vitrine.RoleEditor, "GET", "/v1/upload/status/"+id, ""); status.Code != 200 {
			t.Errorf("%s: status %d", id, status.Code)
		}
		ids[id] = true
		delete(u.(map[string]any), "file_id")
	}
	accepted := "image/jpeg, image/png, image/webp, image/avif, image/heic, image/tiff, image/gif"
	want := map[string]any{
		"uploaded": []any{
			map[string]any{"original_filename": "a.jpg", "file_size": float64(len(data)), "status": "uploaded"},
			map[string]any{"original_filename": "b.jpg", "file_size": float64(len(data) + 1), "status": "uploaded"},
		},
		"failed": []any{
			map[string]any{
				"filename": "notes.txt", "error": "The file is not a picture of a known type; accepted are " + accepted + ".",
				"type": "VALIDATION_ERROR", "details": []any{map[string]any{
					"field": "file", "code": "INVALID_FORMAT", "message": "is not a picture of a known type; accepted are " + accepted,
					"reason": "no_picture", "params": map[string]any{"allowed": texts(strings.Split(accepted, ", "))},
				}},
			},
			map[string]any{
				"filename": "e.jpg", "error": "The file is empty.", "type": "VALIDATION_ERROR", "details": []any{map[string]any{
					"field": "file", "code": "INVALID_FORMAT", "message": "is empty", "reason": "empty",
				}},
			},
		},
		"summary": map[string]any{"total": 4.0, "success": 2.0, "failed": 2.0},
	}
	if diff := cmp.Diff(want, got); diff != "" || len(ids) != 2 {
		t.Errorf("(-want +got):\n%s", diff)
	}
	none := s.uploadAll("files[]/notes.txt", "words")
	if summary := read(t, none).Data["summary"]; none.Code != 201 || !cmp.Equal(summary, map[string]any{"total": 1.0, "success": 0.0, "failed": 1.0}) {
		t.Errorf("only a bad file: %d %s", none.Code, none.Body)
	}
}

func TestUploadFilesRefused(t *testing.T) {
	t.Parallel()
	s := newService(t, nil)
	if w := s.ask(vitrine.RoleAdmin, "PUT", "/v1/settings", `{"upload_max_files_per_batch": 2, "upload_max_file_size": 2048}`); w.Code != 200 {
		t.Fatal(w.Body)
	}
	data := string(picture(t))
	many, contentType := form(t, "files[]/a.jpg", data, "files[]/b.jpg", data, "files[]/c.jpg", data)
	pair, pairType := form(t, "files[]/a.jpg", data, "files[]/b.jpg", data)
	for name, tt := range map[string]struct {
		body        io.Reader
		contentType string
		length      int64 // -1: not told
		code        vitrine.FaultCode
	}{
		"too many":            {strings.NewReader(many), contentType, int64(len(many)), vitrine.FaultTooMany},
		"no file":             {strings.NewReader("--x--\r\n"), "multipart/form-data; boundary=x", -1, vitrine.FaultRequired},
		"no form":             {strings.NewReader("{}"), "application/json", 2, vitrine.FaultRequired},
		"announced too large": {unreadable{t}, contentType, 1 << 20, vitrine.FaultTooLarge},
		"endless":             {io.MultiReader(strings.NewReader(pair[:len(pair)/2]), endless{}), pairType, -1, vitrine.FaultTooLarge},
		"cut off":             {io.MultiReader(strings.NewReader(pair[:len(pair)-20]), cut{}), pairType, -1, vitrine.FaultInvalidFormat},
	} {
		t.Run(name, func(t *testing.T) {
			r := httptest.NewRequest(http.MethodPost, "/v1/upload/multiple", tt.body)
			r.ContentLength = tt.length
			r.Header.Set("Content-Type", tt.contentType)
			r.Header.Set("Authorization", "Bearer "+s.tokens[vitrine.RoleEditor])
			w := httptest.NewRecorder()
			s.api.ServeHTTP(w, r)
			var faults []vitrine.Fault
			if err := json.Unmarshal(read(t, w).Error.Details, &faults); err != nil {
				t.Fatal(err)
			}
			if w.Code != 400 || len(faults) != 1 || faults[0].Field != "files[]" || faults[0].Code != tt.code {
				t.Errorf("got %d %s", w.Code, w.Body)
			}
		})
	}
}

// endless is the body of a client that does not stop.
type endless struct{}

func (endless) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// texts is a list as JSON is read.
func texts(list []string) (all []any) {
	for _, text := range list {
		all = append(all, text)
	}
	return all
}

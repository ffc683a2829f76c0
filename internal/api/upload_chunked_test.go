package api_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/api"
	"github.com/vitrine-photos/vitrine/internal/ratelimit"
)

// chunkSize is the smallest one, so that small files have several chunks.
const chunkSize = vitrine.MinChunkSize

// chunkedRecord is a chunked upload as an answer tells of it.
type chunkedRecord struct {
	UploadID      string    `json:"upload_id"`
	ChunkSize     int64     `json:"chunk_size"`
	TotalChunks   int       `json:"total_chunks"`
	Received      []int     `json:"received"`
	ReceivedBytes int64     `json:"received_bytes"`
	ExpiresAt     time.Time `json:"expires_at"`
	UploadURLs    []string  `json:"upload_urls"`
	FileID        *string   `json:"file_id"`
}

// large is a JPEG of two chunks and a bit.
func large(t testing.TB) []byte {
	t.Helper()
	data := picture(t)
	return append(data, bytes.Repeat([]byte{7}, 2*chunkSize+100-len(data))...)
}

// begin announces a file.
func (s *service) begin(size int) chunkedRecord {
	s.Helper()
	w := s.ask(vitrine.RoleEditor, "POST", "/v1/upload/chunked/init",
		fmt.Sprintf(`{"filename": "x.jpg", "file_size": %d, "mime_type": "image/jpeg", "chunk_size": %d}`, size, chunkSize))
	if w.Code != 201 {
		s.Fatalf("got %d %s", w.Code, w.Body)
	}
	return s.record(w)
}

func (s *service) record(w *httptest.ResponseRecorder) chunkedRecord {
	s.Helper()
	var answer struct{ Data chunkedRecord }
	s.must(json.Unmarshal(w.Body.Bytes(), &answer))
	return answer.Data
}

// chunk returns the bytes of one chunk.
func chunk(data []byte, number int) string {
	return string(data[number*chunkSize : min(len(data), (number+1)*chunkSize)])
}

func TestChunkedUpload(t *testing.T) {
	t.Parallel()
	s := newService(t, nil)
	data := large(t)
	begun := s.begin(len(data))
	if begun.ChunkSize != chunkSize || begun.TotalChunks != 3 || len(begun.UploadURLs) != 3 || !begun.ExpiresAt.Equal(s.now().Add(24*time.Hour)) || begun.Received == nil {
		t.Errorf("begun as %+v", begun)
	}
	address := "/v1/upload/chunked/" + begun.UploadID
	for _, number := range []int{2, 0, 2} {
		w := s.ask("", "PUT", begun.UploadURLs[number], chunk(data, number))
		sum := sha256.Sum256([]byte(chunk(data, number)))
		if w.Code != 204 || w.Body.Len() > 0 || w.Header().Get("ETag") != `"`+hex.EncodeToString(sum[:])+`"` {
			t.Fatalf("chunk %d: got %d %v %s", number, w.Code, w.Header(), w.Body)
		}
	}
	w := s.ask(vitrine.RoleEditor, "POST", address+"/complete", "")
	if want := `"details":{"conflict":"chunks_missing","missing":[1],"missing_count":1}`; w.Code != 409 || !strings.Contains(w.Body.String(), want) {
		t.Errorf("complete without a chunk: %d %s", w.Code, w.Body)
	}
	half := s.record(s.ask(vitrine.RoleEditor, "GET", address, ""))
	if diff := cmp.Diff([]int{0, 2}, half.Received); diff != "" || half.ReceivedBytes != chunkSize+100 || half.FileID != nil {
		t.Errorf("half-way: %+v", half)
	}
	if w := s.ask("", "PUT", half.UploadURLs[1], chunk(data, 1)); w.Code != 204 {
		t.Fatalf("got %d %s", w.Code, w.Body)
	}

	sum := sha256.Sum256(data)
	body := `{"sha256": "` + strings.ToUpper(hex.EncodeToString(sum[:])) + `"}`
	w = s.ask(vitrine.RoleEditor, "POST", address+"/complete", body)
	upload := read(t, w).Data
	id, _ := upload["file_id"].(string)
	want := map[string]any{
		"file_id": id, "original_filename": "x.jpg", "file_size": float64(len(data)), "mime_type": "image/jpeg",
		"upload_url": "/signed/uploads/" + id, "status": "uploaded", "exif_extracted": false, "processing_status": "pending", "duplicate_of": nil,
	}
	if diff := cmp.Diff(want, upload); w.Code != 201 || diff != "" {
		t.Fatalf("completed: %d (-want +got):\n%s", w.Code, diff)
	}
	if again := s.ask(vitrine.RoleEditor, "POST", address+"/complete", ""); again.Code != 201 || !cmp.Equal(want, read(t, again).Data) {
		t.Errorf("completed again: %d %s", again.Code, again.Body)
	}
	done := s.record(s.ask(vitrine.RoleEditor, "GET", address, ""))
	if diff := cmp.Diff([]int{0, 1, 2}, done.Received); diff != "" || done.ReceivedBytes != int64(len(data)) || done.FileID == nil || *done.FileID != id || len(done.UploadURLs) != 0 {
		t.Errorf("afterwards: %+v", done)
	}
	conflict := `"details":{"conflict":"upload_complete","file_id":"` + id + `"}`
	for what, w := range map[string]*httptest.ResponseRecorder{
		"a late chunk": s.ask("", "PUT", half.UploadURLs[1], chunk(data, 1)),
		"an abort":     s.ask(vitrine.RoleEditor, "DELETE", address, ""),
	} {
		if w.Code != 409 || !strings.Contains(w.Body.String(), conflict) {
			t.Errorf("%s: got %d %s", what, w.Code, w.Body)
		}
	}
}

func TestChunksRefused(t *testing.T) {
	t.Parallel()
	s := newService(t, nil)
	s.wait(time.Second) // addresses end at the next five minutes
	data := large(t)
	begun := s.begin(len(data))
	last, rest := begun.UploadURLs[2], chunk(data, 2)
	wrong, right := sha256.Sum256(nil), sha256.Sum256([]byte(rest))
	digest := func(sum [32]byte) string { return "sha-256=:" + base64.StdEncoding.EncodeToString(sum[:]) + ":" }
	for name, tt := range map[string]struct {
		target, body, header string
		status               int
		want                 string
	}{
		"too short":             {last, rest[1:], "", 400, `"field":"body","message":"must be 100 bytes","code":"TOO_SHORT"`},
		"too long":              {last, rest + "x", "", 400, `"field":"body","message":"must be 100 bytes","code":"TOO_LARGE"`},
		"empty":                 {begun.UploadURLs[0], "", "", 400, `TOO_SHORT`},
		"another digest":        {last, rest, "Content-Digest: " + digest(wrong), 400, `"field":"Content-Digest","message":"is not that of the bytes that arrived","code":"INVALID_VALUE"`},
		"no digest":             {last, rest, "Content-Digest: sha-256=abc", 400, `INVALID_FORMAT`},
		"a digest cut short":    {last, rest, "Content-Digest: sha-256=:YWJj:", 400, `INVALID_FORMAT`},
		"the right digest":      {last, rest, "Content-Digest: sha-512=:YWJj:, " + digest(right), 204, ``},
		"a digest of no matter": {last, rest, "Content-Digest: crc32c=:YWJj:", 204, ``},
		"no signature":          {strings.Split(last, "?")[0], rest, "", 403, `PERMISSION_DENIED`},
		"another's signature":   {strings.Replace(last, "chunks/2", "chunks/1", 1), rest, "", 403, `PERMISSION_DENIED`},
		"a bad token":           {last, rest, "Authorization: Bearer x", 401, `INVALID_TOKEN`},
	} {
		w := s.ask("", "PUT", tt.target, tt.body, tt.header)
		if w.Code != tt.status || !strings.Contains(w.Body.String(), tt.want) {
			t.Errorf("%s: got %d %s", name, w.Code, w.Body)
		}
	}
	for name, tt := range map[string]struct {
		body io.Reader
		code string
	}{
		"longer, but not told":  {strings.NewReader(rest + "x"), "TOO_LARGE"},
		"shorter, but not told": {strings.NewReader(rest[1:]), "TOO_SHORT"},
		"cut off":               {io.MultiReader(strings.NewReader(rest[1:]), cut{}), "INVALID_FORMAT"},
	} {
		r := httptest.NewRequest(http.MethodPut, last, tt.body)
		r.ContentLength = -1
		w := httptest.NewRecorder()
		s.api.ServeHTTP(w, r)
		if w.Code != 400 || !strings.Contains(w.Body.String(), tt.code) {
			t.Errorf("%s: got %d %s", name, w.Code, w.Body)
		}
	}
	s.wait(24*time.Hour + time.Second)
	if w := s.ask("", "PUT", last, rest); w.Code != 404 {
		t.Errorf("to an upload that has expired: got %d %s", w.Code, w.Body)
	}
	s.wait(10 * time.Minute)
	if w := s.ask("", "PUT", last, rest); w.Code != 403 {
		t.Errorf("to an address that has expired: got %d %s", w.Code, w.Body)
	}
}

func TestChunkedUploadRefused(t *testing.T) {
	t.Parallel()
	s := newService(t, nil)
	if w := s.ask(vitrine.RoleAdmin, "PUT", "/v1/settings", `{"upload_allowed_types": ["image/jpeg"]}`); w.Code != 200 {
		t.Fatal(w.Body)
	}
	for body, want := range map[string]string{
		``: `"field":"body","message":"is required","code":"REQUIRED","reason":"required"`,
		`{"filename": " ", "file_size": 0, "mime_type": null, "chunk_size": 65535, "x": 1}`: `[{"field":"x","message":"is not a field of this request","code":"UNKNOWN_FIELD","reason":"unknown_field"},` +
			`{"field":"filename","message":"must not be blank","code":"TOO_SHORT","reason":"not_blank"},{"field":"mime_type","message":"must not be null","code":"REQUIRED","reason":"not_null"},` +
			`{"field":"file_size","message":"must be at least 1","code":"OUT_OF_RANGE","reason":"min","params":{"min":1}},{"field":"chunk_size","message":"must be between 65536 and 67108864","code":"OUT_OF_RANGE","reason":"between","params":{"max":67108864,"min":65536}}]`,
		`{"file_size": "1"}`: `{"field":"file_size","message":"must be a whole number","code":"INVALID_TYPE","reason":"whole_number"}`,
		`{"filename": "x", "file_size": 655360001, "mime_type": "image/jpeg", "chunk_size": 65536}`:   `"field":"chunk_size","message":"must be larger for a file of that size: there are at most 10000 chunks","code":"OUT_OF_RANGE"`,
		`{"filename": "x", "file_size": 209715201, "mime_type": "image/png", "chunk_size": 67108864}`: `[{"field":"file_size","message":"must be at most 200 MiB","code":"TOO_LARGE","reason":"max_bytes","params":{"bytes":209715200}},{"field":"mime_type","message":"must be one of image/jpeg","code":"INVALID_VALUE","reason":"one_of","params":{"allowed":["image/jpeg"]}}]`,
		`{"filename": "x", "file_size": 9, "mime_type": "image/jpeg", "chunk_size": 67108865}`:        `"field":"chunk_size"`,
		`{"filename": "` + strings.Repeat("x", 201) + `", "file_size": 9, "mime_type": "image/jpeg"}`: `"field":"filename","message":"must be at most 200 characters","code":"TOO_LONG"`,
	} {
		w := s.ask(vitrine.RoleEditor, "POST", "/v1/upload/chunked/init", body)
		if w.Code != 400 || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: got %d %s", body, w.Code, w.Body)
		}
	}
	plain := s.ask(vitrine.RoleEditor, "POST", "/api/v1/upload/chunked/init", `{"filename": "x", "file_size": 9, "mime_type": "IMAGE/JPEG"}`)
	if r := s.record(plain); r.ChunkSize != 8<<20 || !strings.HasPrefix(r.UploadURLs[0], "/api/v1/upload/chunked/") {
		t.Errorf("with the defaults: %s", plain.Body)
	}
}

func TestChunkedUploadEnds(t *testing.T) {
	t.Parallel()
	s := newService(t, nil)
	text := bytes.Repeat([]byte("Once upon a time. "), 5000)
	begun := s.begin(len(text))
	address := "/v1/upload/chunked/" + begun.UploadID
	for number, target := range begun.UploadURLs {
		if w := s.ask("", "PUT", target, chunk(text, number)); w.Code != 204 {
			t.Fatalf("got %d %s", w.Code, w.Body)
		}
	}
	for _, tt := range []struct {
		role                 vitrine.Role
		method, target, body string
		status               int
		want                 string
	}{
		{vitrine.RoleEditor, "POST", address + "/complete", `{"sha256": "x"}`, 400, `"field":"sha256"`},
		{vitrine.RoleEditor, "POST", address + "/complete", "", 400, `"field":"file","message":"is not a picture`},
		{vitrine.RoleUser, "GET", address, "", 403, ``},
		{vitrine.RoleAdmin, "GET", address, "", 200, ``},
		{vitrine.RoleEditor, "GET", "/v1/upload/chunked/missing", "", 404, `{"resource_type":"upload","resource_id":"missing"}`},
		{vitrine.RoleEditor, "POST", "/v1/upload/chunked/missing/complete", "", 404, ``},
		{vitrine.RoleEditor, "DELETE", address, "", 204, ``},
		{vitrine.RoleEditor, "DELETE", address, "", 404, ``},
		{vitrine.RoleEditor, "GET", address, "", 404, ``},
		{"", "PUT", begun.UploadURLs[0], chunk(text, 0), 404, ``},
	} {
		w := s.ask(tt.role, tt.method, tt.target, tt.body)
		if w.Code != tt.status || !strings.Contains(w.Body.String(), tt.want) {
			t.Errorf("%s %s %s as %s: got %d %s", tt.method, tt.target, tt.body, tt.role, w.Code, w.Body)
		}
	}
	data := large(t)
	begun = s.begin(len(data))
	for number, target := range begun.UploadURLs {
		s.ask("", "PUT", target, chunk(data, number))
	}
	w := s.ask(vitrine.RoleEditor, "POST", "/v1/upload/chunked/"+begun.UploadID+"/complete", `{"sha256": "`+strings.Repeat("0", 64)+`"}`)
	if w.Code != 422 || !strings.Contains(w.Body.String(), `"field":"sha256"`) {
		t.Errorf("another sum: got %d %s", w.Code, w.Body)
	}
}

// TestChunksAreNotLimited: only the beginning of a chunked upload counts as one.
func TestChunksAreNotLimited(t *testing.T) {
	t.Parallel()
	s := newService(t, func(cfg *api.Config) {
		cfg.Classes.Upload.Limit, cfg.Classes.General.Limit = 1, 1
		cfg.Limiter = ratelimit.NewMemory(cfg.Now)
	})
	data := large(t)
	begun := s.begin(len(data))
	for range 3 {
		for number, target := range begun.UploadURLs {
			if w := s.ask("", "PUT", target, chunk(data, number)); w.Code != 204 {
				t.Fatalf("got %d %s", w.Code, w.Body)
			}
		}
	}
	if w := s.ask(vitrine.RoleEditor, "POST", "/v1/upload/chunked/init", `{}`); w.Code != 429 {
		t.Errorf("a second beginning: got %d", w.Code)
	}
}

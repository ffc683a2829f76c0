package client

import (
	"context"
	"encoding/json"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
)

// Upload is the record of a file that the server has accepted.
type Upload struct {
	FileID           string `json:"file_id"`
	OriginalFilename string `json:"original_filename"`
	FileSize         int64  `json:"file_size"`
	MIMEType         string `json:"mime_type"`
	UploadURL        string `json:"upload_url"`
	Status           string `json:"status"`
	EXIFExtracted    bool   `json:"exif_extracted"`
	ProcessingStatus string `json:"processing_status"`
	DuplicateOf      string `json:"duplicate_of"`
}

// UploadStatus tells how far the work on an upload has come.
type UploadStatus struct {
	FileID      string `json:"file_id"`
	Status      string `json:"status"` // uploaded, processing, completed, failed
	Progress    int    `json:"progress"`
	CurrentStep string `json:"current_step"`
	Steps       []struct {
		Name   string `json:"name"`
		Status string `json:"status"`
	} `json:"steps"`
	EstimatedTimeRemaining int             `json:"estimated_time_remaining"` // seconds
	Error                  string          `json:"error"`
	ErrorReason            string          `json:"error_reason"` // the error by its name
	ErrorParams            map[string]any  `json:"error_params"` // the figures in it
	Details                *PictureDetails `json:"details"`
}

// PictureDetails is what the file itself says of the picture.
type PictureDetails struct {
	Title    string   `json:"title"`
	Caption  string   `json:"caption"`
	Keywords []string `json:"keywords"`
}

// Upload sends one file, streaming it from r.
func (c *Client) Upload(ctx context.Context, filename string, r io.Reader) (*Upload, error) {
	var upload Upload
	if err := c.sendFiles(ctx, "/v1/upload/single", "file", []File{{Name: filename, Body: r}}, &upload); err != nil {
		return nil, err
	}
	return &upload, nil
}

// File is a file to send.
type File struct {
	Name string
	Body io.Reader
}

// Batch tells what became of the files of one request.
type Batch struct {
	Uploaded []Upload `json:"uploaded"` // without type, address and duplicates
	Failed   []struct {
		Filename string          `json:"filename"`
		Error    string          `json:"error"`
		Type     string          `json:"type"`    // of the error that the file alone would have got
		Details  json.RawMessage `json:"details"` // of that error
	} `json:"failed"`
	Summary struct {
		Total   int `json:"total"`
		Success int `json:"success"`
		Failed  int `json:"failed"`
	} `json:"summary"`
}

// UploadAll sends several files in one request, streaming them one after the
// other. That some are refused is no error.
func (c *Client) UploadAll(ctx context.Context, files []File) (*Batch, error) {
	var batch Batch
	if err := c.sendFiles(ctx, "/v1/upload/multiple", "files[]", files, &batch); err != nil {
		return nil, err
	}
	return &batch, nil
}

func (c *Client) sendFiles(ctx context.Context, path, field string, files []File, out any) error {
	body, pipe := io.Pipe()
	form := multipart.NewWriter(pipe)
	go func() { pipe.CloseWithError(writeFiles(form, field, files)) }()
	defer body.Close()
	_, err := c.send(ctx, http.MethodPost, path, form.FormDataContentType(), body, out)
	return err
}

func writeFiles(form *multipart.Writer, field string, files []File) error {
	for _, file := range files {
		part, err := form.CreateFormFile(field, file.Name)
		if err != nil {
			return err
		}
		if _, err := io.Copy(part, file.Body); err != nil {
			return err
		}
	}
	return form.Close()
}

// UploadStatus returns how far the work on an upload has come.
func (c *Client) UploadStatus(ctx context.Context, fileID string) (*UploadStatus, error) {
	var status UploadStatus
	_, err := c.call(ctx, http.MethodGet, "/v1/upload/status/"+url.PathEscape(fileID), nil, nil, &status)
	return &status, err
}

// Reprocess derives the named formats again; none means all. Without force only
// what is missing or was made with other settings.
func (c *Client) Reprocess(ctx context.Context, fileID string, formats []string, force bool) (*UploadStatus, error) {
	var status UploadStatus
	body := map[string]any{"force": force}
	if len(formats) > 0 {
		body["formats"] = formats
	}
	_, err := c.call(ctx, http.MethodPost, "/v1/upload/"+url.PathEscape(fileID)+"/reprocess", nil, body, &status)
	return &status, err
}

// DeleteUpload removes an upload that no photo uses.
func (c *Client) DeleteUpload(ctx context.Context, fileID string) error {
	_, err := c.call(ctx, http.MethodDelete, "/v1/upload/"+url.PathEscape(fileID), nil, nil, nil)
	return err
}

// Known tells which of these contents (SHA-256, hex) photos already show: the
// photo's id for each that one does.
func (c *Client) Known(ctx context.Context, sha256 []string) (map[string]int64, error) {
	var answer struct {
		Known map[string]int64 `json:"known"`
	}
	_, err := c.call(ctx, http.MethodPost, "/v1/upload/known", nil, map[string]any{"sha256": sha256}, &answer)
	return answer.Known, err
}

package client

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// ChunkedUpload tells how far a file has come that is sent in chunks.
type ChunkedUpload struct {
	UploadID      string    `json:"upload_id"`
	ChunkSize     int64     `json:"chunk_size"` // bytes of each chunk but the last
	TotalChunks   int       `json:"total_chunks"`
	Received      []int     `json:"received"` // numbers from 0
	ReceivedBytes int64     `json:"received_bytes"`
	ExpiresAt     time.Time `json:"expires_at"`
	UploadURLs    []string  `json:"upload_urls"` // of each chunk
	FileID        string    `json:"file_id"`     // "" while it is not complete
}

// NewChunkedUpload announces a file to be sent in chunks.
type NewChunkedUpload struct {
	Filename  string `json:"filename"`
	FileSize  int64  `json:"file_size"` // bytes
	MIMEType  string `json:"mime_type"`
	ChunkSize int64  `json:"chunk_size,omitempty"` // bytes; 0: the server's choice
}

// BeginChunked announces a file that will be sent by PutChunk.
func (c *Client) BeginChunked(ctx context.Context, file NewChunkedUpload) (*ChunkedUpload, error) {
	var upload ChunkedUpload
	_, err := c.call(ctx, http.MethodPost, "/v1/upload/chunked/init", nil, file, &upload)
	return &upload, err
}

// PutChunk sends the bytes of a chunk to its address, with their digest. No token
// is sent along.
func (c *Client) PutChunk(ctx context.Context, address string, chunk []byte) error {
	if strings.HasPrefix(address, "/") {
		address = c.base + address
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, address, bytes.NewReader(chunk))
	if err != nil {
		return err
	}
	sum := sha256.Sum256(chunk)
	req.Header.Set("Content-Type", "application/octet-stream")
	req.Header.Set("Content-Digest", "sha-256=:"+base64.StdEncoding.EncodeToString(sum[:])+":")
	res, err := c.http.Do(req)
	if err != nil {
		return fmt.Errorf("reach the server: %w", err)
	}
	defer res.Body.Close()
	_, err = decode(res, nil)
	return err
}

// ChunkedUpload tells which chunks have arrived, with fresh addresses.
func (c *Client) ChunkedUpload(ctx context.Context, uploadID string) (*ChunkedUpload, error) {
	var upload ChunkedUpload
	_, err := c.call(ctx, http.MethodGet, "/v1/upload/chunked/"+url.PathEscape(uploadID), nil, nil, &upload)
	return &upload, err
}

// CompleteChunked makes an upload of the chunks, all of which have arrived. With
// the SHA-256 of the whole, in hex, the server compares it; "" means any.
func (c *Client) CompleteChunked(ctx context.Context, uploadID, sum string) (*Upload, error) {
	body := map[string]string{}
	if sum != "" {
		body["sha256"] = sum
	}
	var upload Upload
	_, err := c.call(ctx, http.MethodPost, "/v1/upload/chunked/"+url.PathEscape(uploadID)+"/complete", nil, body, &upload)
	return &upload, err
}

// AbortChunked forgets a file that was not sent to its end.
func (c *Client) AbortChunked(ctx context.Context, uploadID string) error {
	_, err := c.call(ctx, http.MethodDelete, "/v1/upload/chunked/"+url.PathEscape(uploadID), nil, nil, nil)
	return err
}

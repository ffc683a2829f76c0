package client

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// Photo is a photo as a list or a detail read gives it. What only the detail
// has is empty in a list.
type Photo struct {
	ID          int64             `json:"id"`
	Title       string            `json:"title"`
	Description string            `json:"description"`
	Slug        string            `json:"slug"`
	Status      string            `json:"status"`
	Visibility  string            `json:"visibility"`
	TakenAt     *time.Time        `json:"taken_at"`
	CreatedAt   time.Time         `json:"created_at"`
	UpdatedAt   time.Time         `json:"updated_at"`
	ViewCount   int64             `json:"view_count"`
	LikeCount   int64             `json:"like_count"`
	Formats     map[string]string `json:"formats"` // URLs
	EXIF        EXIF              `json:"exif"`
	Location    Location          `json:"location"`
	Categories  []PhotoCategory   `json:"categories"`
	Tags        []PhotoTag        `json:"tags"`

	SortOrder     int               `json:"sort_order"`
	DownloadCount int64             `json:"download_count"`
	FileInfo      *FileInfo         `json:"file_info"`
	Metadata      map[string]string `json:"metadata"`

	// For those with photo.update, of photos with a file.
	ProcessingStatus string      `json:"processing_status"` // pending, processing, completed, failed
	FileID           string      `json:"file_id"`           // of UploadStatus and Reprocess; not in a list
	Renditions       []Rendition `json:"renditions"`        // not in a list
}

// Rendition is a picture that was derived from a file.
type Rendition struct {
	Name   string `json:"name"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
	Size   int64  `json:"size"` // bytes
	URL    string `json:"url"`
}

// EXIF is what the camera recorded; nil where unknown.
type EXIF struct {
	Camera       *string `json:"camera"`
	Lens         *string `json:"lens"`
	ISO          *int    `json:"iso"`
	Aperture     *string `json:"aperture"`
	ShutterSpeed *string `json:"shutter_speed"`
	FocalLength  *string `json:"focal_length"`
}

// Location is where a photo was taken; nil where unknown.
type Location struct {
	Name      *string  `json:"name"`
	Latitude  *float64 `json:"latitude"`
	Longitude *float64 `json:"longitude"`
	Country   *string  `json:"country"`
	City      *string  `json:"city"`
}

// PhotoCategory is a category as seen from a photo.
type PhotoCategory struct {
	ID        int64  `json:"id"`
	Name      string `json:"name"`
	Slug      string `json:"slug"`
	IsPrimary bool   `json:"is_primary"`
}

// PhotoTag is a tag as seen from a photo.
type PhotoTag struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
	Slug string `json:"slug"`
}

// FileInfo describes the original.
type FileInfo struct {
	OriginalFilename string `json:"original_filename"`
	FileSize         int64  `json:"file_size"`
	MIMEType         string `json:"mime_type"`
}

// NewPhoto describes a photo to create. Empty fields are not sent.
type NewPhoto struct {
	Title       string     `json:"title"`
	Description string     `json:"description,omitempty"`
	FileID      string     `json:"file_id,omitempty"`
	Status      string     `json:"status,omitempty"`
	TakenAt     *time.Time `json:"taken_at,omitempty"`
	Categories  []int64    `json:"categories,omitempty"`
	Tags        []string   `json:"tags,omitempty"`
}

// PhotoQuery selects a page of photos. Zero fields are not sent.
type PhotoQuery struct {
	Page, Limit       int
	Status, Tag       string
	Category          int64
	Search            string
	SortBy, SortOrder string
	Year, Month       int

	// ProcessingStatus leaves only photos whose file stands so: "pending",
	// "processing" or "failed", or several of them, parted by commas.
	ProcessingStatus string
}

func (q PhotoQuery) values() url.Values {
	v := url.Values{}
	text := map[string]string{
		"status": q.Status, "processing_status": q.ProcessingStatus, "tag": q.Tag, "search": q.Search,
		"sort_by": q.SortBy, "sort_order": q.SortOrder,
	}
	for name, value := range text {
		if value != "" {
			v.Set(name, value)
		}
	}
	numbers := map[string]int64{"page": int64(q.Page), "limit": int64(q.Limit), "category": q.Category, "year": int64(q.Year), "month": int64(q.Month)}
	for name, value := range numbers {
		if value != 0 {
			v.Set(name, strconv.FormatInt(value, 10))
		}
	}
	return v
}

// Photos returns a page of photos.
func (c *Client) Photos(ctx context.Context, q PhotoQuery) ([]Photo, Pagination, error) {
	var photos []Photo
	pagination, err := c.call(ctx, http.MethodGet, "/v1/photos", q.values(), nil, &photos)
	return photos, pagination, err
}

// Photo returns one photo whole.
func (c *Client) Photo(ctx context.Context, id int64) (*Photo, error) {
	return c.photo(ctx, http.MethodGet, photoPath(id), nil)
}

// CreatePhoto creates a photo.
func (c *Client) CreatePhoto(ctx context.Context, in NewPhoto) (*Photo, error) {
	return c.photo(ctx, http.MethodPost, "/v1/photos", in)
}

// UpdatePhoto changes the fields given, by their names in the API.
func (c *Client) UpdatePhoto(ctx context.Context, id int64, fields map[string]any) (*Photo, error) {
	return c.photo(ctx, http.MethodPut, photoPath(id), fields)
}

// RestorePhoto takes a photo out of the trash.
func (c *Client) RestorePhoto(ctx context.Context, id int64) (*Photo, error) {
	return c.photo(ctx, http.MethodPost, photoPath(id)+"/restore", nil)
}

// LikePhoto says that the caller likes a photo, which counts once, and returns
// how many do.
func (c *Client) LikePhoto(ctx context.Context, id int64) (likes int64, err error) {
	return c.like(ctx, http.MethodPost, id)
}

// UnlikePhoto takes that back, and returns how many are left.
func (c *Client) UnlikePhoto(ctx context.Context, id int64) (likes int64, err error) {
	return c.like(ctx, http.MethodDelete, id)
}

func (c *Client) like(ctx context.Context, method string, id int64) (int64, error) {
	var data struct {
		LikeCount int64 `json:"like_count"`
	}
	_, err := c.call(ctx, method, photoPath(id)+"/like", nil, nil, &data)
	return data.LikeCount, err
}

// DeletePhoto puts a photo into the trash.
func (c *Client) DeletePhoto(ctx context.Context, id int64) error {
	_, err := c.call(ctx, http.MethodDelete, photoPath(id), nil, nil, nil)
	return err
}

// PhotoBatch asks for an action on up to 500 photos: update_status, add_tags,
// remove_tags, add_categories, remove_categories, delete, restore, purge,
// reprocess, or create, which names no ids. Data holds what the action needs, by its name in the API: "status",
// "tags", "categories" or "photos".
type PhotoBatch struct {
	PhotoIDs []int64        `json:"photo_ids,omitempty"`
	Action   string         `json:"action"`
	Data     map[string]any `json:"data,omitempty"`
}

// BatchResult tells what came of a batch.
type BatchResult struct {
	Action    string         `json:"action"`
	Requested int            `json:"requested"`
	Succeeded []int64        `json:"succeeded"` // ids; of photos that were created, in their order
	Failed    []BatchFailure `json:"failed"`
}

// BatchFailure is a photo on which the action could not be carried out.
type BatchFailure struct {
	ID      int64  `json:"id"`    // 0 for one that was to be created
	Index   int    `json:"index"` // of that among those to create
	Type    string `json:"type"`  // "RESOURCE_NOT_FOUND"
	Message string `json:"message"`
}

// BatchPhotos carries out an action on many photos, on each by itself.
func (c *Client) BatchPhotos(ctx context.Context, batch PhotoBatch) (*BatchResult, error) {
	var result BatchResult
	if _, err := c.call(ctx, http.MethodPost, "/v1/photos/batch", nil, batch, &result); err != nil {
		return nil, err
	}
	return &result, nil
}

func (c *Client) photo(ctx context.Context, method, path string, body any) (*Photo, error) {
	var photo Photo
	if _, err := c.call(ctx, method, path, nil, body, &photo); err != nil {
		return nil, err
	}
	return &photo, nil
}

func photoPath(id int64) string { return fmt.Sprintf("/v1/photos/%d", id) }

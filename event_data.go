package vitrine

import "time"

// PhotoEvent is what the events photo.created and photo.updated tell of a photo:
// all that an editor reads of it, with the members of the API's answer. Formats
// holds the addresses that never run out, so it is empty while the photo is
// hidden.
type PhotoEvent struct {
	ID            int64                    `json:"id"`
	Title         string                   `json:"title"`
	Description   string                   `json:"description"`
	Slug          string                   `json:"slug"`
	Status        PhotoStatus              `json:"status"`
	Visibility    Visibility               `json:"visibility"`
	TakenAt       *time.Time               `json:"taken_at"`
	CreatedAt     time.Time                `json:"created_at"`
	UpdatedAt     time.Time                `json:"updated_at"`
	ViewCount     int64                    `json:"view_count"`
	LikeCount     int64                    `json:"like_count"`
	DownloadCount int64                    `json:"download_count"`
	SortOrder     int                      `json:"sort_order"`
	Width         *int                     `json:"width"`
	Height        *int                     `json:"height"`
	Placeholder   []byte                   `json:"placeholder"` // base64, null until known
	DominantColor *string                  `json:"dominant_color"`
	EXIF          EXIF                     `json:"exif"`
	Location      locationEvent            `json:"location"`
	FileInfo      fileEvent                `json:"file_info"`
	Formats       map[RenditionName]string `json:"formats"`
	Categories    []photoCategoryEvent     `json:"categories"`
	Tags          []photoTagEvent          `json:"tags"`
	Metadata      map[string]*string       `json:"metadata"`
}

type (
	locationEvent struct {
		Name      *string  `json:"name"`
		Latitude  *float64 `json:"latitude"`
		Longitude *float64 `json:"longitude"`
		Country   *string  `json:"country"`
		City      *string  `json:"city"`
	}
	fileEvent struct {
		OriginalFilename *string `json:"original_filename"`
		FileSize         *int64  `json:"file_size"`
		MIMEType         *string `json:"mime_type"`
	}
	photoCategoryEvent struct {
		ID          int64  `json:"id"`
		Name        string `json:"name"`
		Slug        string `json:"slug"`
		Description string `json:"description"`
		Color       string `json:"color"`
		IsPrimary   bool   `json:"is_primary"`
	}
	photoTagEvent struct {
		ID         int64     `json:"id"`
		Name       string    `json:"name"`
		Slug       string    `json:"slug"`
		Color      string    `json:"color"`
		Confidence float64   `json:"confidence"`
		Source     TagSource `json:"source"`
	}
)

// NewPhotoEvent tells of a photo as it is.
func NewPhotoEvent(p *Photo) PhotoEvent {
	e := PhotoEvent{
		ID: p.ID, Title: p.Title, Description: p.Description, Slug: p.Slug, Status: p.Status, Visibility: p.Visibility,
		TakenAt: p.TakenAt, CreatedAt: p.CreatedAt, UpdatedAt: p.UpdatedAt,
		ViewCount: p.ViewCount, LikeCount: p.LikeCount, DownloadCount: p.DownloadCount, SortOrder: p.SortOrder,
		EXIF: p.EXIF, Location: locationEvent{p.Location.Name, p.Location.Latitude, p.Location.Longitude, p.Location.Country, p.Location.City},
		Formats: publicFormats(p), Metadata: DocumentedMetadata(p.Metadata),
		Categories: make([]photoCategoryEvent, len(p.Categories)), Tags: make([]photoTagEvent, len(p.Tags)),
	}
	if pic := p.Picture; pic.Width > 0 {
		e.Width, e.Height, e.Placeholder = &pic.Width, &pic.Height, pic.Thumbhash
	}
	if color := p.Picture.DominantColor; color != "" {
		e.DominantColor = &color
	}
	if f := p.File; f != nil {
		e.FileInfo = fileEvent{&f.OriginalFilename, &f.Size, &f.MIMEType}
	}
	for i, c := range p.Categories {
		e.Categories[i] = photoCategoryEvent{c.ID, c.Name, c.Slug, c.Description, c.Color, c.IsPrimary}
	}
	for i, t := range p.Tags {
		e.Tags[i] = photoTagEvent(t)
	}
	return e
}

// publicFormats returns the addresses of the pictures that a detail names.
func publicFormats(p *Photo) map[RenditionName]string {
	formats := map[RenditionName]string{}
	if !p.Public {
		return formats
	}
	for _, r := range p.Renditions {
		if r.Name != Display {
			formats[r.Name] = r.Path()
		}
	}
	return formats
}

// DocumentedMetadata adds the keys that are always there, null where they are
// not set.
func DocumentedMetadata(texts map[string]string) map[string]*string {
	all := map[string]*string{"weather": nil, "temperature": nil, "processing_notes": nil}
	for key, text := range texts {
		all[key] = &text
	}
	return all
}

func (e *PhotoEvent) placeAt(site string) {
	for name, path := range e.Formats {
		e.Formats[name] = site + path
	}
}

// CategoryEvent is what the events category.created and category.updated tell of
// a category: all that an editor reads of it.
type CategoryEvent struct {
	ID               int64       `json:"id"`
	Name             string      `json:"name"`
	Slug             string      `json:"slug"`
	Description      string      `json:"description"`
	ParentID         *int64      `json:"parent_id"`
	Level            int         `json:"level"`
	Path             string      `json:"path"`
	CoverPhoto       *coverEvent `json:"cover_photo"`
	Color            string      `json:"color"`
	Icon             string      `json:"icon"`
	SortOrder        int         `json:"sort_order"`
	IsActive         bool        `json:"is_active"`
	IsFeatured       bool        `json:"is_featured"`
	PhotoCount       int         `json:"photo_count"`
	DirectPhotoCount int         `json:"direct_photo_count"`
	SEOTitle         string      `json:"seo_title"`
	SEODescription   string      `json:"seo_description"`
	CreatedAt        time.Time   `json:"created_at"`
	UpdatedAt        time.Time   `json:"updated_at"`
}

// coverEvent has no address while the photo is hidden.
type coverEvent struct {
	ID       int64   `json:"id"`
	Title    string  `json:"title"`
	ThumbURL *string `json:"thumb_url"`
}

// NewCategoryEvent tells of a category as it is.
func NewCategoryEvent(c *Category) CategoryEvent {
	e := CategoryEvent{
		ID: c.ID, Name: c.Name, Slug: c.Slug, Description: c.Description, ParentID: c.ParentID, Level: c.Level, Path: c.Path,
		Color: c.Color, Icon: c.Icon, SortOrder: c.SortOrder, IsActive: c.IsActive, IsFeatured: c.IsFeatured,
		PhotoCount: c.PhotoCount, DirectPhotoCount: c.DirectPhotoCount,
		SEOTitle: c.SEOTitle, SEODescription: c.SEODescription, CreatedAt: c.CreatedAt, UpdatedAt: c.UpdatedAt,
	}
	if cover := c.CoverPhoto; cover != nil {
		e.CoverPhoto = &coverEvent{ID: cover.ID, Title: cover.Title}
		if cover.Public {
			path := cover.Thumb.Path()
			e.CoverPhoto.ThumbURL = &path
		}
	}
	return e
}

func (e *CategoryEvent) placeAt(site string) {
	if e.CoverPhoto != nil && e.CoverPhoto.ThumbURL != nil {
		address := site + *e.CoverPhoto.ThumbURL
		e.CoverPhoto.ThumbURL = &address
	}
}

// DeletionEvent is what the events photo.deleted and category.deleted tell.
type DeletionEvent struct {
	ID int64 `json:"id"`
}

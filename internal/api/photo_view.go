package api

import (
	"context"
	"encoding/base64"
	"time"

	"github.com/vitrine-photos/vitrine"
)

// photoSummary is what every view of a photo shows.
type photoSummary struct {
	ID            int64               `json:"id" example:"42"`
	Title         string              `json:"title" example:"Harbour at dawn"`
	Description   string              `json:"description" example:"The first boats leave before the sun is up."`
	Slug          string              `json:"slug" example:"harbour-at-dawn"`
	Status        vitrine.PhotoStatus `json:"status" enum:"published,draft,archived" example:"published"`
	Visibility    vitrine.Visibility  `json:"visibility" enum:"public" example:"public"`
	TakenAt       *time.Time          `json:"taken_at" doc:"Null when unknown." example:"2026-05-31T03:12:40Z"`
	CreatedAt     time.Time           `json:"created_at" example:"2026-06-02T18:20:11.520413Z"`
	UpdatedAt     time.Time           `json:"updated_at" example:"2026-06-02T18:20:11.520413Z"`
	ViewCount     int64               `json:"view_count" example:"128"`
	LikeCount     int64               `json:"like_count" example:"9"`
	EXIF          vitrine.EXIF        `json:"exif"`
	Location      location            `json:"location"`
	Width         *int                `json:"width" doc:"Pixels of the upright original; null until known." example:"6048"`
	Height        *int                `json:"height" example:"4024"`
	Placeholder   *string             `json:"placeholder" doc:"Thumbhash of the picture, base64." example:"1QcSHQRnh493V4dIh4eXh1h4kJUI"`
	DominantColor *string             `json:"dominant_color" example:"#3a4b5c"`

	ProcessingStatus string `json:"processing_status,omitempty" enum:"pending,processing,completed,failed" doc:"How far the work on its file has come; only for those with photo.update, and with a file." example:"completed"`
}

// photoItem is a photo in a list.
type photoItem struct {
	photoSummary
	Formats    listFormats     `json:"formats" doc:"Addresses of the derived pictures; empty until all are ready."`
	Categories []categoryLabel `json:"categories"`
	Tags       []tagRef        `json:"tags"`
}

// photoDetail is a photo by itself.
type photoDetail struct {
	photoSummary
	SortOrder     int                `json:"sort_order" example:"0"`
	DownloadCount int64              `json:"download_count" example:"3"`
	FileInfo      fileInfo           `json:"file_info" doc:"The original that was uploaded; nulls without a file."`
	Formats       detailFormats      `json:"formats" doc:"Addresses of the pictures; empty until all are ready."`
	Categories    []photoCategory    `json:"categories"`
	Tags          []photoTag         `json:"tags"`
	FileID        string             `json:"file_id,omitempty" doc:"The upload that it shows; only for those with photo.update." example:"JZ4M2Q7XK5T3B6Y7Z2A4C5D6E7"`
	Renditions    []renditionView    `json:"renditions,omitempty" doc:"The derived pictures, small ones first; only for those with photo.update."`
	Metadata      map[string]*string `json:"metadata" doc:"weather, temperature and processing_notes are always there, null when not set; then whatever was sent." example:"{\"weather\":\"clear\",\"temperature\":null,\"processing_notes\":null}"`
}

// trashedPhoto is a deleted photo that can still be restored.
type trashedPhoto struct {
	photoItem
	DeletedAt *time.Time `json:"deleted_at" doc:"It goes for good 30 days later." example:"2026-06-03T07:00:00Z"`
}

// listFormats are the derived pictures that a list names.
type listFormats struct {
	ThumbSmall  string `json:"thumb_small,omitempty" example:"/media/a228760ba12d3aeee1e799fae8c2c8ba7f57634b9cf0c57bc71e68497d1a60a6.jpg"`
	ThumbMedium string `json:"thumb_medium,omitempty" example:"/media/9ac1be43430b27dfa04cde0c44397f55224066658d07582ce79d1f09213f3f75.jpg"`
	ThumbLarge  string `json:"thumb_large,omitempty" example:"/media/98168f979fb908d979de96e7042fed766fa03322728df10804a862b9b2bcf347.jpg"`
	Display     string `json:"display,omitempty" example:"/media/f400daf7eb5f29a755b584a7b7de0aeeff5dd33c9c8f25d6cc59b5bf0649b88c.jpg"`
	WebP        string `json:"webp,omitempty" example:"/media/82991a8da4b369bcb98d5e5b957edf0c530aeedb951546c2afbe60c2583b15f5.webp"`
}

// detailFormats are the pictures that a detail names.
type detailFormats struct {
	Original    string `json:"original,omitempty" doc:"The untouched file; who may not have it is answered 401 or 403 there." example:"/media/originals/42"`
	JPEG        string `json:"jpg,omitempty" example:"/media/f400daf7eb5f29a755b584a7b7de0aeeff5dd33c9c8f25d6cc59b5bf0649b88c.jpg"`
	WebP        string `json:"webp,omitempty" example:"/media/82991a8da4b369bcb98d5e5b957edf0c530aeedb951546c2afbe60c2583b15f5.webp"`
	ThumbSmall  string `json:"thumb_small,omitempty" example:"/media/a228760ba12d3aeee1e799fae8c2c8ba7f57634b9cf0c57bc71e68497d1a60a6.jpg"`
	ThumbMedium string `json:"thumb_medium,omitempty" example:"/media/9ac1be43430b27dfa04cde0c44397f55224066658d07582ce79d1f09213f3f75.jpg"`
	ThumbLarge  string `json:"thumb_large,omitempty" example:"/media/98168f979fb908d979de96e7042fed766fa03322728df10804a862b9b2bcf347.jpg"`
	AVIF        string `json:"avif,omitempty" doc:"Only when image.avif_enabled is on." example:"/media/879cc99ac2f36672d35c73595ecc1e2d61324a910021db1e74ddd2d506b54fb4.avif"`
}

// fileInfo tells of the original.
type fileInfo struct {
	OriginalFilename *string `json:"original_filename" example:"DSC_0042.jpg"`
	FileSize         *int64  `json:"file_size" doc:"Bytes." example:"8420113"`
	MIMEType         *string `json:"mime_type" example:"image/jpeg"`
}

// renditionView tells of a derived picture.
type renditionView struct {
	Name   vitrine.RenditionName `json:"name" enum:"thumb_small,thumb_medium,thumb_large,display,webp,jpg,avif" example:"thumb_small"`
	Width  int                   `json:"width" doc:"Pixels." example:"320"`
	Height int                   `json:"height" example:"213"`
	Size   int64                 `json:"size" doc:"Bytes." example:"14023"`
	URL    string                `json:"url" doc:"Its address, as in formats; also of those that formats does not name." example:"/media/a228760ba12d3aeee1e799fae8c2c8ba7f57634b9cf0c57bc71e68497d1a60a6.jpg"`
}

// location is where a photo was taken.
type location struct {
	Name      *string  `json:"name" example:"Ærøskøbing harbour"`
	Latitude  *float64 `json:"latitude" example:"54.8912"`
	Longitude *float64 `json:"longitude" example:"10.4113"`
	Country   *string  `json:"country" example:"Denmark"`
	City      *string  `json:"city" example:"Ærøskøbing"`
}

// categoryLabel is a category as a list of photos names it.
type categoryLabel struct {
	ID    int64  `json:"id" example:"7"`
	Name  string `json:"name" example:"Seascapes"`
	Slug  string `json:"slug" example:"seascapes"`
	Color string `json:"color" example:"#0369a1"`
}

// photoCategory is a category as a photo names it.
type photoCategory struct {
	ID          int64  `json:"id" example:"7"`
	Name        string `json:"name" example:"Seascapes"`
	Slug        string `json:"slug" example:"seascapes"`
	Description string `json:"description" example:"Where land ends."`
	Color       string `json:"color" example:"#0369a1"`
	IsPrimary   bool   `json:"is_primary" example:"true"`
}

// tagRef is a tag as a list of photos names it.
type tagRef struct {
	ID    int64  `json:"id" example:"3"`
	Name  string `json:"name" example:"sunset"`
	Slug  string `json:"slug" example:"sunset"`
	Color string `json:"color" example:"#b45309"`
}

// photoTag is a tag as a photo names it.
type photoTag struct {
	ID         int64             `json:"id" example:"3"`
	Name       string            `json:"name" example:"sunset"`
	Slug       string            `json:"slug" example:"sunset"`
	Color      string            `json:"color" example:"#b45309"`
	Confidence float64           `json:"confidence" example:"1"`
	Source     vitrine.TagSource `json:"source" enum:"manual,ai" example:"manual"`
}

// photoViewer makes the views of photos for one audience.
type photoViewer struct {
	urls         PictureURLs
	editor       bool // sees hidden photos, camera data and places
	showEXIF     bool
	showLocation bool
}

func (a *API) photoViewFor(c *call) (photoViewer, error) {
	return a.photoViewAs(c.Context(), c.actor.Audience())
}

func (a *API) photoViewAs(ctx context.Context, audience vitrine.Audience) (photoViewer, error) {
	s, err := a.settings.Get(ctx)
	return photoViewer{
		urls: a.urls, editor: audience == vitrine.AudienceEditor,
		showEXIF: s.Display.ShowEXIF, showLocation: s.Display.ShowLocation,
	}, err
}

// look tells apart the views of one photo: that of editors, and those that the
// public has under the display settings.
func (v photoViewer) look() string {
	switch {
	case v.editor:
		return lookOf(vitrine.AudienceEditor)
	case v.showEXIF && v.showLocation:
		return lookOf(vitrine.AudiencePublic) + "el"
	case v.showEXIF:
		return lookOf(vitrine.AudiencePublic) + "e"
	case v.showLocation:
		return lookOf(vitrine.AudiencePublic) + "l"
	}
	return lookOf(vitrine.AudiencePublic)
}

// validator says which view of which version the detail is. That of an editor
// tells how far a file has come, and has signed addresses once there are pictures.
func (v photoViewer) validator(p *vitrine.Photo) validator {
	return validator{tag: versionTag('p', p.ID, p.Version, v.look()), expires: v.editor && p.UploadID != ""}
}

func (v photoViewer) items(photos []*vitrine.Photo) []photoItem {
	items := make([]photoItem, len(photos))
	for i, p := range photos {
		items[i] = v.item(p)
	}
	return items
}

func (v photoViewer) trashed(photos []*vitrine.Photo) []trashedPhoto {
	items := make([]trashedPhoto, len(photos))
	for i, p := range photos {
		items[i] = trashedPhoto{photoItem: v.item(p), DeletedAt: p.DeletedAt}
	}
	return items
}

func (v photoViewer) item(p *vitrine.Photo) photoItem {
	item := photoItem{
		photoSummary: v.summary(p), Formats: v.listFormats(p),
		Categories: make([]categoryLabel, len(p.Categories)), Tags: make([]tagRef, len(p.Tags)),
	}
	for i, c := range p.Categories {
		item.Categories[i] = categoryLabel{c.ID, c.Name, c.Slug, c.Color}
	}
	for i, t := range p.Tags {
		item.Tags[i] = tagRef{t.ID, t.Name, t.Slug, t.Color}
	}
	return item
}

func (v photoViewer) detail(p *vitrine.Photo) photoDetail {
	detail := photoDetail{
		photoSummary: v.summary(p), SortOrder: p.SortOrder, DownloadCount: p.DownloadCount,
		Formats: v.detailFormats(p), Metadata: vitrine.DocumentedMetadata(p.Metadata),
		Categories: make([]photoCategory, len(p.Categories)), Tags: make([]photoTag, len(p.Tags)),
	}
	if f := p.File; f != nil {
		detail.FileInfo = fileInfo{&f.OriginalFilename, &f.Size, &f.MIMEType}
	}
	if v.editor {
		detail.FileID, detail.Renditions = p.UploadID, v.renditions(p)
	}
	for i, c := range p.Categories {
		detail.Categories[i] = photoCategory{c.ID, c.Name, c.Slug, c.Description, c.Color, c.IsPrimary}
	}
	for i, t := range p.Tags {
		detail.Tags[i] = photoTag(t)
	}
	return detail
}

func (v photoViewer) summary(p *vitrine.Photo) photoSummary {
	s := photoSummary{
		ID: p.ID, Title: p.Title, Description: p.Description, Slug: p.Slug,
		Status: p.Status, Visibility: p.Visibility, TakenAt: p.TakenAt,
		CreatedAt: p.CreatedAt, UpdatedAt: p.UpdatedAt, ViewCount: p.ViewCount, LikeCount: p.LikeCount,
	}
	if v.editor || v.showEXIF {
		s.EXIF = p.EXIF
	}
	if v.editor && p.File != nil {
		s.ProcessingStatus = p.File.Status.ProcessingStatus()
	}
	shown := p.Location.Public(v.editor || v.showLocation)
	s.Location = location{shown.Name, shown.Latitude, shown.Longitude, shown.Country, shown.City}
	if pic := p.Picture; pic.Width > 0 {
		s.Width, s.Height = &pic.Width, &pic.Height
	}
	if hash := p.Picture.Thumbhash; len(hash) > 0 {
		text := base64.StdEncoding.EncodeToString(hash)
		s.Placeholder = &text
	}
	if color := p.Picture.DominantColor; color != "" {
		s.DominantColor = &color
	}
	return s
}

func (v photoViewer) listFormats(p *vitrine.Photo) listFormats {
	var f listFormats
	v.fill(p, map[vitrine.RenditionName]*string{
		vitrine.ThumbSmall: &f.ThumbSmall, vitrine.ThumbMedium: &f.ThumbMedium, vitrine.ThumbLarge: &f.ThumbLarge,
		vitrine.Display: &f.Display, vitrine.WebP: &f.WebP,
	})
	return f
}

func (v photoViewer) detailFormats(p *vitrine.Photo) detailFormats {
	var f detailFormats
	if len(p.Renditions) == 0 {
		return f
	}
	f.Original = v.urls.Original(p, v.editor)
	v.fill(p, map[vitrine.RenditionName]*string{
		vitrine.ThumbSmall: &f.ThumbSmall, vitrine.ThumbMedium: &f.ThumbMedium, vitrine.ThumbLarge: &f.ThumbLarge,
		vitrine.JPEG: &f.JPEG, vitrine.WebP: &f.WebP, vitrine.AVIF: &f.AVIF,
	})
	return f
}

func (v photoViewer) renditions(p *vitrine.Photo) []renditionView {
	views := make([]renditionView, len(p.Renditions))
	for i, r := range p.Renditions {
		views[i] = renditionView{r.Name, r.Width, r.Height, r.Size, v.urls.Rendition(r, p.Public)}
	}
	return views
}

func (v photoViewer) fill(p *vitrine.Photo, formats map[vitrine.RenditionName]*string) {
	for _, r := range p.Renditions {
		if url, wanted := formats[r.Name]; wanted {
			*url = v.urls.Rendition(r, p.Public)
		}
	}
}

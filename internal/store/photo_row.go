package store

import (
	"database/sql"
	"encoding/json"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store/rows"
	"github.com/vitrine-photos/vitrine/internal/store/standing"
)

// photoFields are the columns of a photo that an insert and an update write, in
// the order of photoValues.
const photoFields = `title, title_key, description, slug, status, visibility,
	taken_at, taken_offset, taken_month, updated_at, published_at, sort_order, upload_id, formats_ready,
	camera, lens, iso, aperture, shutter_speed, focal_length,
	location_name, latitude, longitude, country, city, location_private,
	awaits_taken_at, awaits_location, metadata`

// photoColumns are the columns of photos p and uploads u that scanPhoto reads.
const photoColumns = `p.id, p.version, p.title, p.description, p.slug, p.status, p.visibility,
	p.taken_at, p.taken_offset, p.created_at, p.updated_at, p.published_at, p.deleted_at, p.created_by,
	p.view_count, p.like_count, p.download_count, p.sort_order, p.upload_id,
	p.camera, p.lens, p.iso, p.aperture, p.shutter_speed, p.focal_length,
	p.location_name, p.latitude, p.longitude, p.country, p.city, p.location_private,
	p.awaits_taken_at, p.awaits_location, p.metadata, p.is_public,
	u.original_filename, u.size, u.mime_type, u.sha256, u.status,
	u.width, u.height, u.thumbhash, u.dominant_color, u.perceptual_hash`

func photoValues(p *vitrine.Photo, formatsReady bool) ([]any, error) {
	metadata, err := json.Marshal(p.Metadata)
	if err != nil {
		return nil, err
	}
	l := p.Location
	return []any{
		p.Title, standing.TitleKey(p.Title), p.Description, p.Slug, string(p.Status), string(p.Visibility),
		optionalMicros(p.TakenAt), int64(p.TakenOffset / time.Second), standing.Month(p),
		micros(p.UpdatedAt), optionalMicros(p.PublishedAt), p.SortOrder, optionalID(p.UploadID), formatsReady,
		p.EXIF.Camera, p.EXIF.Lens, p.EXIF.ISO, p.EXIF.Aperture, p.EXIF.ShutterSpeed, p.EXIF.FocalLength,
		l.Name, l.Latitude, l.Longitude, l.Country, l.City, l.FromPicture,
		p.AwaitsTakenAt, p.AwaitsLocation, string(metadata),
	}, nil
}

func scanPhoto(r rows.Row) (*vitrine.Photo, error) {
	p := &vitrine.Photo{}
	l := &p.Location
	var takenAt, publishedAt, deletedAt *int64
	var createdAt, updatedAt, offset int64
	var createdBy sql.NullInt64
	var uploadID sql.NullString
	var metadata string
	var file uploadRow
	err := r.Scan(&p.ID, &p.Version, &p.Title, &p.Description, &p.Slug, &p.Status, &p.Visibility,
		&takenAt, &offset, &createdAt, &updatedAt, &publishedAt, &deletedAt, &createdBy,
		&p.ViewCount, &p.LikeCount, &p.DownloadCount, &p.SortOrder, &uploadID,
		&p.EXIF.Camera, &p.EXIF.Lens, &p.EXIF.ISO, &p.EXIF.Aperture, &p.EXIF.ShutterSpeed, &p.EXIF.FocalLength,
		&l.Name, &l.Latitude, &l.Longitude, &l.Country, &l.City, &l.FromPicture,
		&p.AwaitsTakenAt, &p.AwaitsLocation, &metadata, &p.Public,
		&file.name, &file.size, &file.mimeType, &file.sha256, &file.status,
		&file.width, &file.height, &file.thumbhash, &file.color, &file.hash)
	if err != nil {
		return nil, err
	}
	p.TakenAt, p.PublishedAt, p.DeletedAt = optionalTime(takenAt), optionalTime(publishedAt), optionalTime(deletedAt)
	p.TakenOffset = time.Duration(offset) * time.Second
	p.CreatedAt, p.UpdatedAt = fromMicros(createdAt), fromMicros(updatedAt)
	p.CreatedBy, p.UploadID = createdBy.Int64, uploadID.String
	if uploadID.Valid {
		p.File, p.Picture = file.info(), file.picture()
	}
	return p, json.Unmarshal([]byte(metadata), &p.Metadata)
}

// uploadRow holds what a photo shows of its upload, if it has one.
type uploadRow struct {
	name, mimeType, sha256, status, color sql.NullString
	size, width, height, hash             sql.NullInt64
	thumbhash                             []byte
}

func (u uploadRow) info() *vitrine.FileInfo {
	return &vitrine.FileInfo{
		OriginalFilename: u.name.String, Size: u.size.Int64,
		MIMEType: u.mimeType.String, SHA256: u.sha256.String,
		Status: vitrine.UploadStatus(u.status.String),
	}
}

func (u uploadRow) picture() vitrine.Picture {
	return vitrine.Picture{
		Width: int(u.width.Int64), Height: int(u.height.Int64),
		Thumbhash: u.thumbhash, DominantColor: u.color.String,
		PerceptualHash: uint64(u.hash.Int64), // the same 64 bits
	}
}

func optionalID(id string) *string {
	if id == "" {
		return nil
	}
	return &id
}

package vitrine

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// PhotoStatus is where a photo stands in its life. Any may follow any other.
type PhotoStatus string

// The photo statuses.
const (
	PhotoPublished PhotoStatus = "published"
	PhotoDraft     PhotoStatus = "draft"
	PhotoArchived  PhotoStatus = "archived"
)

// PhotoStatuses lists the statuses.
func PhotoStatuses() []PhotoStatus {
	return []PhotoStatus{PhotoPublished, PhotoDraft, PhotoArchived}
}

// Visibility is whom a published photo is meant for. There is one value.
type Visibility string

// VisibilityPublic is the only visibility.
const VisibilityPublic Visibility = "public"

// Photo is a record of the portfolio: what is said of a picture, and the
// picture's derived files once they are ready.
type Photo struct {
	ID            int64
	Version       int64 // grows with each change of what a client can set, and when renditions change
	Title         string
	Description   string
	Slug          string
	Status        PhotoStatus
	Visibility    Visibility
	TakenAt       *time.Time    // UTC
	TakenOffset   time.Duration // of the wall clock where it was taken, east of UTC
	CreatedAt     time.Time
	UpdatedAt     time.Time
	PublishedAt   *time.Time // first time
	DeletedAt     *time.Time // in the trash since
	CreatedBy     int64
	ViewCount     int64
	LikeCount     int64
	DownloadCount int64
	SortOrder     int
	UploadID      string // "" without a file
	File          *FileInfo
	Renditions    []Rendition // empty until all are ready
	EXIF          EXIF
	Location      Location
	Categories    []PhotoCategory // primary first
	Tags          []PhotoTag      // in the order given
	Metadata      map[string]string
	Picture       Picture
	Public        bool // the one visibility predicate: published, public, complete, not deleted

	// What the photo takes from its picture, once that has been looked into:
	// set while a client has not said it and the file's details are not known.
	AwaitsTakenAt  bool
	AwaitsLocation bool
}

// LocalTakenAt returns the capture time on the wall clock of the place, or the
// zero time if it is unknown.
func (p *Photo) LocalTakenAt() time.Time {
	if p.TakenAt == nil {
		return time.Time{}
	}
	return p.TakenAt.In(time.FixedZone("", int(p.TakenOffset/time.Second)))
}

// TakeDetails fills in what the photo takes from its picture: camera data, and
// what it still awaits of time and place. It does nothing before the upload has
// been looked into.
func (p *Photo) TakeDetails(u *Upload) {
	if !u.EXIFExtracted && u.Status != UploadCompleted {
		return
	}
	p.EXIF = u.Details.EXIF
	if t := u.Details.TakenAt; p.AwaitsTakenAt && t != nil && plausibleCapture(*t) {
		p.TakenAt, p.TakenOffset = t, u.Details.TakenOffset
	}
	if p.AwaitsLocation {
		p.Location = u.Details.Location
		p.Location.FromPicture = p.Location != Location{}
	}
	p.AwaitsTakenAt, p.AwaitsLocation = false, false
}

// plausibleCapture tells a time of capture from the fancies of a camera whose
// clock was never set, and from what cannot be written as a timestamp, be it on
// the clock of the place or in UTC.
func plausibleCapture(t time.Time) bool {
	local, utc := t.Year(), t.UTC().Year()
	return min(local, utc) >= 1800 && max(local, utc) <= 9999
}

// Rendition returns the derived file of that name.
func (p *Photo) Rendition(name RenditionName) (Rendition, bool) {
	i := slices.IndexFunc(p.Renditions, func(r Rendition) bool { return r.Name == name })
	if i < 0 {
		return Rendition{}, false
	}
	return p.Renditions[i], true
}

// FileInfo describes the original that was uploaded.
type FileInfo struct {
	OriginalFilename string
	Size             int64 // bytes
	MIMEType         string
	SHA256           string // hex
	Status           UploadStatus
}

// Picture is what was measured of the upright original.
type Picture struct {
	Width, Height  int    // pixels; 0 until known
	Thumbhash      []byte // placeholder, see https://evanw.github.io/thumbhash/
	DominantColor  string // #rrggbb
	PerceptualHash uint64 // equal or near for copies of one picture
}

// RenditionName names a derived file.
type RenditionName string

// The derived files of a picture.
const (
	ThumbSmall  RenditionName = "thumb_small"
	ThumbMedium RenditionName = "thumb_medium"
	ThumbLarge  RenditionName = "thumb_large"
	Display     RenditionName = "display"
	WebP        RenditionName = "webp"
	JPEG        RenditionName = "jpg"
	AVIF        RenditionName = "avif"
)

// RenditionNames lists the derived files that make a set complete, small ones
// first. AVIF is extra.
func RenditionNames() []RenditionName {
	return []RenditionName{ThumbSmall, ThumbMedium, ThumbLarge, Display, WebP, JPEG}
}

// Rendition is one derived file.
type Rendition struct {
	Name     RenditionName
	Key      string // SHA-256 of the bytes, hex
	MIMEType string
	Width    int
	Height   int
	Size     int64  // bytes
	Recipe   string // names the settings it was made with; see Recipe
}

// Path returns where the file is served.
func (r Rendition) Path() string {
	extension := strings.TrimPrefix(r.MIMEType, "image/")
	if extension == "jpeg" {
		extension = "jpg"
	}
	return "/media/" + r.Key + "." + extension
}

// EXIF is what the camera recorded. A nil field is unknown.
type EXIF struct {
	Camera       *string `json:"camera"`
	Lens         *string `json:"lens"`
	ISO          *int    `json:"iso"`
	Aperture     *string `json:"aperture"`      // f/2.8
	ShutterSpeed *string `json:"shutter_speed"` // 1/250
	FocalLength  *string `json:"focal_length"`  // 50mm
}

// Location is where a photo was taken.
type Location struct {
	Name        *string  `json:"name"`
	Latitude    *float64 `json:"latitude"`  // degrees north
	Longitude   *float64 `json:"longitude"` // degrees east
	Country     *string  `json:"country"`
	City        *string  `json:"city"`
	FromPicture bool     `json:"from_picture"` // read from the file, so not shown to the public by default
}

// Public returns the location as the public sees it.
func (l Location) Public(showPictureLocation bool) Location {
	if l.FromPicture && !showPictureLocation {
		return Location{}
	}
	return l
}

// PhotoCategory is a category as seen from a photo.
type PhotoCategory struct {
	ID          int64
	Name        string
	Slug        string
	Path        string // slugs from the root
	Description string
	Color       string
	IsPrimary   bool
}

// TagSource says who put a tag on a photo.
type TagSource string

// The tag sources.
const (
	TagManual TagSource = "manual"
	TagAI     TagSource = "ai"
)

// PhotoTag is a tag as seen from a photo.
type PhotoTag struct {
	ID         int64
	Name       string
	Slug       string
	Color      string
	Confidence float64 // 0–1; 1 for manual ones
	Source     TagSource
}

// PhotoInput holds what a client may set on a photo. On creation what is not
// sent takes its default; on an update it stays as it is.
type PhotoInput struct {
	Title       Optional[string]
	Description Optional[string]
	Slug        Optional[string]
	FileID      Optional[string]
	Status      Optional[PhotoStatus]
	Visibility  Optional[Visibility]
	TakenAt     Optional[time.Time] // keeps the offset it was sent with
	SortOrder   Optional[int]
	Location    Optional[LocationInput]
	Categories  Optional[[]CategoryRef]
	Tags        Optional[[]string]
	Metadata    Optional[map[string]string]
}

// LocationInput is a location as a client sends it.
type LocationInput struct {
	Name      Optional[string]  `json:"name"`
	Latitude  Optional[float64] `json:"latitude"`
	Longitude Optional[float64] `json:"longitude"`
	Country   Optional[string]  `json:"country"`
	City      Optional[string]  `json:"city"`
}

// CategoryRef assigns a photo to a category.
type CategoryRef struct {
	ID        int64 `json:"id"`
	IsPrimary bool  `json:"is_primary"`
}

// PrimaryFirst returns the ids of categories with the primary one in front: the
// first that says so, else the first.
func PrimaryFirst(refs []CategoryRef) []int64 {
	primary := max(0, slices.IndexFunc(refs, func(ref CategoryRef) bool { return ref.IsPrimary }))
	var ids []int64
	for i, ref := range refs {
		if i == primary {
			ids = slices.Insert(ids, 0, ref.ID)
		} else {
			ids = append(ids, ref.ID)
		}
	}
	return ids
}

// The most of each that a photo may have.
const (
	MaxPhotoCategories = 100
	MaxPhotoTags       = 200
	MaxMetadataBytes   = 16 << 10
	maxSortOrder       = math.MaxInt32
)

// ValidateNew cleans the input in place and reports everything that forbids to
// create a photo from it.
func (in *PhotoInput) ValidateNew(f *Faults) {
	requireField(f, "title", in.Title)
	if in.Status.Or("") == PhotoPublished && !in.FileID.Present() {
		f.Add("file_id", FaultRequired, ReasonRequiredToPublish)
	}
	in.Validate(f)
}

// Validate cleans the input in place and reports every field that is wrong.
func (in *PhotoInput) Validate(f *Faults) {
	checkLine(f, "title", &in.Title, MaxName, true)
	checkText(f, "description", &in.Description, MaxDescription)
	checkSlug(f, &in.Slug)
	checkOneOf(f, "status", in.Status, PhotoStatuses())
	checkOneOf(f, "visibility", in.Visibility, []Visibility{VisibilityPublic})
	notNull(f, "sort_order", in.SortOrder)
	if n := in.SortOrder.Value; n < -maxSortOrder || n > maxSortOrder {
		f.Add("sort_order", FaultOutOfRange, ReasonBetween, -maxSortOrder, maxSortOrder)
	}
	if t := in.TakenAt; t.Present() && !plausibleCapture(t.Value) {
		f.Add("taken_at", FaultOutOfRange, ReasonBetweenYears, 1800, 9999)
	}
	in.Location.Value.validate(f)
	in.validateCategories(f)
	in.validateTags(f)
	in.validateMetadata(f)
}

func (in *PhotoInput) validateCategories(f *Faults) {
	refs := in.Categories.Value
	if len(refs) > MaxPhotoCategories {
		f.Add("categories", FaultTooMany, ReasonMaxCount, MaxPhotoCategories)
		return
	}
	seen := map[int64]bool{}
	kept := refs[:0]
	for i, ref := range refs {
		if ref.ID < 1 {
			f.Add(fmt.Sprintf("categories[%d]", i), FaultOutOfRange, ReasonCategoryID)
		}
		if !seen[ref.ID] {
			kept = append(kept, ref)
		}
		seen[ref.ID] = true
	}
	in.Categories.Value = kept
}

func (in *PhotoInput) validateTags(f *Faults) {
	names := in.Tags.Value
	if len(names) > MaxPhotoTags {
		f.Add("tags", FaultTooMany, ReasonMaxCount, MaxPhotoTags)
		return
	}
	for i := range names {
		name := Some(names[i])
		checkLine(f, fmt.Sprintf("tags[%d]", i), &name, MaxName, true)
		names[i] = name.Value
	}
	in.Tags.Value = uniqueFold(names)
}

func (in *PhotoInput) validateMetadata(f *Faults) {
	size := 0
	for key, value := range in.Metadata.Value {
		value = Clean(value)
		in.Metadata.Value[key] = value
		size += len(key) + len(value)
		if key == "" || utf8.RuneCountInString(key) > MaxName || Clean(key) != key {
			f.Add("metadata", FaultInvalidFormat, ReasonBadKey)
		}
	}
	if size > MaxMetadataBytes {
		f.Add("metadata", FaultTooLarge, ReasonMaxBytesInAll, Bytes(MaxMetadataBytes))
	}
}

func (l *LocationInput) validate(f *Faults) {
	checkLine(f, "location.name", &l.Name, MaxName, false)
	checkLine(f, "location.country", &l.Country, MaxName, false)
	checkLine(f, "location.city", &l.City, MaxName, false)
	checkDegrees(f, "location.latitude", l.Latitude, 90)
	checkDegrees(f, "location.longitude", l.Longitude, 180)
	if l.Latitude.Present() != l.Longitude.Present() {
		missing := "location.longitude"
		if l.Longitude.Present() {
			missing = "location.latitude"
		}
		f.Add(missing, FaultRequired, ReasonRequiredTogether)
	}
}

func checkDegrees(f *Faults, field string, o Optional[float64], limit float64) {
	if o.Present() && (math.IsNaN(o.Value) || math.Abs(o.Value) > limit) {
		f.Add(field, FaultOutOfRange, ReasonBetween, -limit, limit)
	}
}

func checkOneOf[T ~string](f *Faults, field string, o Optional[T], allowed []T) {
	notNull(f, field, o)
	if o.Present() {
		RequireOneOf(f, field, o.Value, allowed)
	}
}

// PhotoSort is what a list of photos is sorted by.
type PhotoSort string

// The sort keys.
const (
	SortCreatedAt PhotoSort = "created_at"
	SortTakenAt   PhotoSort = "taken_at"
	SortTitle     PhotoSort = "title"
)

// PhotoFilter selects a page of photos. Zero fields do not filter.
type PhotoFilter struct {
	Audience   Audience
	Page       Page
	Status     PhotoStatus
	CategoryID int64  // with all its descendants
	Tag        string // name or slug, whatever the case
	Search     string // words, all of which must match; the last as a prefix
	Year       int
	Month      int // alone: that month of every year
	SortBy     PhotoSort
	SortOrder  SortOrder
	Deleted    bool // the trash instead

	// Processing leaves only photos whose files stand so. The public sees none by
	// it, and those that are completed cannot be asked for: they are nearly all.
	Processing []UploadStatus

	// PicturesOnly leaves out the categories and tags of the photos, which takes
	// time to read.
	PicturesOnly bool

	// HiddenPlaces lets the public find by the places that were read from
	// pictures. Editors always do.
	HiddenPlaces bool
}

// Validate reports every filter that is out of range.
func (p PhotoFilter) Validate(f *Faults) {
	p.Page.Validate(f)
	if p.Month < 0 || p.Month > 12 {
		f.Add("month", FaultOutOfRange, ReasonBetween, 1, 12)
	}
	if p.Year < 0 || p.Year > 9999 {
		f.Add("year", FaultOutOfRange, ReasonBetween, 1, 9999)
	}
	for _, status := range p.Processing {
		if !slices.Contains([]UploadStatus{UploadUploaded, UploadProcessing, UploadFailed}, status) {
			f.Add("processing_status", FaultInvalidValue, ReasonProcessing)
		}
	}
	if utf8.RuneCountInString(p.Search) > MaxName {
		f.Add("search", FaultTooLong, ReasonMaxCharacters, MaxName)
	}
}

// PhotoPage is one page of photos and how many there are in all.
type PhotoPage struct {
	Photos []*Photo
	Total  int
}

// TrashRetention is how long a deleted photo can be restored.
const TrashRetention = 30 * 24 * time.Hour

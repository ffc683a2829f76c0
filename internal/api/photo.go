package api

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine-photos/vitrine"
)

// photoQuery are the parameters of the list of photos.
type photoQuery struct {
	paging
	Status    string `query:"status" enum:"published,draft,archived" doc:"Only photos of this status. Drafts and archived ones need photo.update."`
	Category  *int64 `query:"category" doc:"Only photos in this category or below it." example:"7"`
	Tag       string `query:"tag" maxLength:"200" doc:"Only photos with this tag, by its name or slug." example:"sunset"`
	Search    string `query:"search" maxLength:"200" doc:"Only photos that match all these words in title, description, tags or place." example:"harbour mist"`
	SortBy    string `query:"sort_by" enum:"created_at,taken_at,title" default:"created_at" doc:"What to sort by."`
	SortOrder string `query:"sort_order" enum:"asc,desc" default:"desc" doc:"Direction."`
	Year      int    `query:"year" minimum:"1" maximum:"9999" doc:"Only photos taken in this year, on the wall clock of the place." example:"2026"`
	Month     int    `query:"month" minimum:"1" maximum:"12" doc:"Only photos taken in this month; without a year, of every year." example:"5"`

	Processing string `query:"processing_status" maxLength:"40" doc:"Only photos whose file stands so: pending, processing or failed, or several of them, parted by commas. Needs photo.update." example:"failed"`
}

func (q *photoQuery) filter(actor vitrine.Actor) vitrine.PhotoFilter {
	var processing []vitrine.UploadStatus
	for _, name := range strings.FieldsFunc(q.Processing, func(r rune) bool { return r == ',' }) {
		processing = append(processing, vitrine.UploadStatusOf(name))
	}
	return vitrine.PhotoFilter{
		Processing: processing, Audience: actor.Audience(), Page: q.page(), Status: vitrine.PhotoStatus(q.Status),
		CategoryID: categoryFilter(q.Category), Tag: q.Tag, Search: q.Search, Year: q.Year, Month: q.Month,
		SortBy: vitrine.PhotoSort(q.SortBy), SortOrder: vitrine.SortOrder(q.SortOrder),
	}
}

// categoryFilter is the category to filter by, or 0. Ids begin with 1, so one that
// is less is that of no category, and has no photos.
func categoryFilter(id *int64) int64 {
	switch {
	case id == nil:
		return 0
	case *id < 1:
		return -1
	}
	return *id
}

// cacheKey spells the query out, so that one page has one key however its
// address was written.
func (q *photoQuery) cacheKey() string {
	b := make([]byte, 0, 128)
	for _, n := range []int64{int64(q.Page), int64(q.Limit), categoryFilter(q.Category), int64(q.Year), int64(q.Month)} {
		b = append(strconv.AppendInt(b, n, 10), '&')
	}
	for _, text := range []string{q.Status, q.SortBy, q.SortOrder, q.Tag, q.Search, q.Processing} {
		b = strconv.AppendQuote(b, text)
	}
	return string(b)
}

// photoPath names a photo.
type photoPath struct {
	ID int64 `path:"id" doc:"The photo's id." example:"42"`
}

// photoCreation, photoChange and photoDeletion are the inputs of operations that write a photo.
type (
	photoCreation struct {
		Body photoBody
	}
	photoChange struct {
		photoPath
		conditional
		Body photoBody
	}
	photoDeletion struct {
		photoPath
		conditional
	}
)

// photoBody is vitrine.PhotoInput as JSON.
type photoBody struct {
	Title       vitrine.Optional[string]                `json:"title" required:"creation" maxLength:"200" doc:"Name of the photo. Required on creation." example:"Harbour at dawn"`
	Description vitrine.Optional[string]                `json:"description" maxLength:"10000" doc:"What there is to say about it." example:"The first boats leave before the sun is up."`
	Slug        vitrine.Optional[string]                `json:"slug" maxLength:"200" doc:"Its name in addresses; made from the title if not given." example:"harbour-at-dawn"`
	FileID      vitrine.Optional[string]                `json:"file_id" doc:"The upload that it shows. Required to create a published photo." example:"JZ4M2Q7XK5T3B6Y7Z2A4C5D6E7"`
	Status      vitrine.Optional[vitrine.PhotoStatus]   `json:"status" enum:"published,draft,archived" doc:"Where it stands. New ones are drafts unless upload.auto_publish is on." example:"published"`
	Visibility  vitrine.Optional[vitrine.Visibility]    `json:"visibility" enum:"public" doc:"Whom it is meant for once published." example:"public"`
	TakenAt     vitrine.Optional[time.Time]             `json:"taken_at" doc:"When it was taken; the offset says on which wall clock. The picture's own time by default." example:"2026-05-31T05:12:40+02:00"`
	SortOrder   vitrine.Optional[int]                   `json:"sort_order" doc:"Place in orders made by hand." example:"10"`
	Location    vitrine.Optional[vitrine.LocationInput] `json:"location" doc:"Where it was taken. The picture's own position by default."`
	Categories  vitrine.Optional[[]vitrine.CategoryRef] `json:"categories" ref:"id" maxItems:"100" doc:"Category ids, or the objects that a read gave. The first is primary unless one says is_primary." example:"[7,12]"`
	Tags        vitrine.Optional[[]string]              `json:"tags" ref:"name" maxItems:"200" doc:"Tag names, or the objects that a read gave. New names need tag.create." example:"[\"sunset\",\"harbour\"]"`
	Metadata    vitrine.Optional[map[string]string]     `json:"metadata" doc:"Anything else, as texts: weather, temperature, processing_notes and keys of your own." example:"{\"weather\":\"clear\"}"`
}

func (b *photoBody) Validate(f *vitrine.Faults, creating bool) {
	in := (*vitrine.PhotoInput)(b)
	if creating {
		in.ValidateNew(f)
		return
	}
	in.Validate(f)
}

func (*photoBody) Resource() any { return photoShown{} }

// photoShown is all that reads of a photo show, that of the trash too.
type photoShown struct {
	photoDetail
	DeletedAt *time.Time `json:"deleted_at"`
}

// mayListStatus refuses those who ask for a status that they must not see. That
// it is one at all is checked later.
func mayListStatus(c *call) error {
	if c.URL.Query().Get("processing_status") != "" {
		return c.actor.Require(vitrine.PhotoUpdate)
	}
	switch vitrine.PhotoStatus(c.URL.Query().Get("status")) {
	case vitrine.PhotoDraft, vitrine.PhotoArchived:
		return c.actor.Require(vitrine.PhotoUpdate)
	}
	return nil
}

func (a *API) listPhotos(c *call, q *photoQuery) (paged[[]photoItem], error) {
	if c.actor.Audience() == vitrine.AudiencePublic {
		return a.publicPhotos(c.Context(), q)
	}
	show, err := a.photoViewFor(c)
	if err != nil {
		return paged[[]photoItem]{}, err
	}
	return a.photoPage(c.Context(), c.actor, q, show)
}

func (a *API) photoPage(ctx context.Context, actor vitrine.Actor, q *photoQuery, show photoViewer) (paged[[]photoItem], error) {
	page, err := a.catalog.Photos(ctx, actor, q.filter(actor))
	if err != nil {
		return paged[[]photoItem]{}, err
	}
	return newPaged(show.items(page.Photos), paginate(q.page(), page.Total))
}

func (a *API) getPhoto(c *call, in *photoPath) (kept[photoDetail], error) {
	if c.actor.Audience() == vitrine.AudiencePublic {
		shown, err := a.publicPhoto(c.Context(), in.ID)
		if err == nil {
			a.catalog.CountView(in.ID, c.visitor())
		}
		return shown, err
	}
	p, err := a.catalog.Photo(c.Context(), c.actor, in.ID)
	if err != nil {
		return kept[photoDetail]{}, err
	}
	shown, err := a.showPhoto(c, p)
	if err != nil {
		return kept[photoDetail]{}, err
	}
	return keep(shown)
}

func (a *API) createPhoto(c *call, in *photoCreation) (item[photoDetail], error) {
	p, err := a.catalog.CreatePhoto(c.Context(), c.actor, vitrine.PhotoInput(in.Body))
	if err != nil {
		return item[photoDetail]{}, err
	}
	return a.showPhoto(c, p)
}

func (a *API) updatePhoto(c *call, in *photoChange) (item[photoDetail], error) {
	p, err := a.catalog.UpdatePhoto(c.Context(), c.actor, in.ID, vitrine.PhotoInput(in.Body), in.versions('p', in.ID))
	if err != nil {
		return item[photoDetail]{}, err
	}
	return a.showPhoto(c, p)
}

func (a *API) deletePhoto(c *call, in *photoDeletion) (nothing, error) {
	return nothing{}, a.catalog.DeletePhoto(c.Context(), c.actor, in.ID, in.versions('p', in.ID))
}

func (a *API) listTrash(c *call, q *paging) (paged[[]trashedPhoto], error) {
	show, err := a.photoViewFor(c)
	if err != nil {
		return paged[[]trashedPhoto]{}, err
	}
	page, err := a.catalog.Trash(c.Context(), c.actor, q.page())
	if err != nil {
		return paged[[]trashedPhoto]{}, err
	}
	return newPaged(show.trashed(page.Photos), paginate(q.page(), page.Total))
}

func (a *API) restorePhoto(c *call, in *photoPath) (item[photoDetail], error) {
	p, err := a.catalog.RestorePhoto(c.Context(), c.actor, in.ID)
	if err != nil {
		return item[photoDetail]{}, err
	}
	return a.showPhoto(c, p)
}

func (a *API) purgePhoto(c *call, in *photoPath) (nothing, error) {
	return nothing{}, a.catalog.PurgePhoto(c.Context(), c.actor, in.ID)
}

func (a *API) showPhoto(c *call, p *vitrine.Photo) (item[photoDetail], error) {
	show, err := a.photoViewFor(c)
	return item[photoDetail]{show.detail(p), show.validator(p)}, err
}

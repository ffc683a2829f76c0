package api

import (
	"fmt"
	"hash/crc32"
	"strconv"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/share"
)

// shareLinkSummary is a share as lists show it.
type shareLinkSummary struct {
	ID            int64      `json:"id" example:"5"`
	Title         string     `json:"title" example:"Wedding of Ada and Charles"`
	URL           string     `json:"url" doc:"The link, for whoever is to see the photos. It cannot be guessed." example:"https://example.com/s/mJ0V3oKcR6tUQ9xYh2sLw1bD8fZaNe4i"`
	HasPassword   bool       `json:"has_password" doc:"Whether the link asks for a password." example:"true"`
	ExpiresAt     *time.Time `json:"expires_at" doc:"From when the link leads nowhere; null for never." example:"2026-08-31T22:00:00Z"`
	AllowDownload bool       `json:"allow_download" doc:"Whether visitors may download originals, without position and serial numbers." example:"true"`
	AllowPicks    bool       `json:"allow_picks" doc:"Whether visitors may mark favourites." example:"true"`
	PhotoCount    int        `json:"photo_count" doc:"Without those in the trash." example:"120"`
	PickCount     int        `json:"pick_count" doc:"Favourites of all visitors." example:"34"`
	CreatedAt     time.Time  `json:"created_at" example:"2026-05-31T08:30:00Z"`
	UpdatedAt     time.Time  `json:"updated_at" example:"2026-05-31T08:30:00Z"`
}

// shareLinkView is a share by itself.
type shareLinkView struct {
	shareLinkSummary
	PhotoIDs []int64 `json:"photo_ids" doc:"In the order shown, without those in the trash." example:"[42,43]"`
}

// pickView is a favourite.
type pickView struct {
	PhotoID   int64     `json:"photo_id" example:"42"`
	FileName  string    `json:"file_name" doc:"Of the original as it was uploaded." example:"IMG_2041.jpg"`
	Slug      string    `json:"slug" example:"harbour-at-dawn"`
	Title     string    `json:"title" example:"Harbour at dawn"`
	VisitorID int64     `json:"visitor_id" doc:"Tells visitors apart who left the same name, or none." example:"3"`
	PickedBy  string    `json:"picked_by" doc:"The name that the visitor left, or \"Visitor\" and the id." example:"Ada"`
	PickedAt  time.Time `json:"picked_at" example:"2026-06-02T18:20:11.520413Z"`
	InShare   bool      `json:"in_share" doc:"False if the photo has left the share since." example:"true"`
}

func (a *API) newShareLinkSummary(s *vitrine.Share) shareLinkSummary {
	return shareLinkSummary{
		ID: s.ID, Title: s.Title, URL: a.baseURL + vitrine.SharePath(s.Token), HasPassword: s.HasPassword(), ExpiresAt: s.ExpiresAt,
		AllowDownload: s.AllowDownload, AllowPicks: s.AllowPicks, PhotoCount: s.PhotoCount, PickCount: s.PickCount,
		CreatedAt: s.CreatedAt, UpdatedAt: s.UpdatedAt,
	}
}

// showShare answers with a share. What visitors pick, and what becomes of its
// photos, changes how it looks, but is no new version of it.
func (a *API) showShare(s *vitrine.Share, err error) (item[shareLinkView], error) {
	if err != nil {
		return item[shareLinkView]{}, err
	}
	view := shareLinkView{a.newShareLinkSummary(s), s.PhotoIDs}
	if view.PhotoIDs == nil {
		view.PhotoIDs = []int64{}
	}
	look := fmt.Sprintf("%d-%08x", s.PickCount, crc32.ChecksumIEEE(fmt.Append(nil, s.PhotoIDs)))
	return item[shareLinkView]{view, validator{tag: versionTag('s', s.ID, s.Version, look)}}, nil
}

// sharePath names a share.
type sharePath struct {
	ID int64 `path:"id" doc:"The share's id." example:"5"`
}

// shareCreation and the others are the inputs of operations on shares.
type (
	shareCreation struct{ Body shareBody }
	shareChange   struct {
		sharePath
		conditional
		Body shareBody
	}
	shareDeletion struct {
		sharePath
		conditional
	}
	sharePhotosQuery struct {
		sharePath
		paging
		Picked bool `query:"picked" doc:"Only those that visitors marked, also if they have left the share since."`
	}
	sharePicksQuery struct {
		sharePath
		paging
		Gone bool `query:"include_gone" doc:"Also those of photos that have left the share since, at the end."`
	}
)

// shareBody is vitrine.ShareInput as JSON.
type shareBody struct {
	Title         vitrine.Optional[string]    `json:"title" required:"creation" maxLength:"200" doc:"Shown to visitors. Required on creation." example:"Wedding of Ada and Charles"`
	PhotoIDs      vitrine.Optional[[]int64]   `json:"photo_ids" required:"creation" maxItems:"1000" doc:"Ids of photos of any status, in the order shown. Required on creation, and then one at least." example:"[42,43]"`
	Password      vitrine.Optional[string]    `json:"password" maxLength:"256" doc:"Asked for before anything is shown: 6 characters at least. It is never shown again. Null takes it off." example:"copper beech"`
	ExpiresAt     vitrine.Optional[time.Time] `json:"expires_at" doc:"From when the link leads nowhere, in the future on creation; null for never." example:"2026-08-31T22:00:00Z"`
	AllowDownload vitrine.Optional[bool]      `json:"allow_download" doc:"Whether visitors may download originals; false by default." example:"true"`
	AllowPicks    vitrine.Optional[bool]      `json:"allow_picks" doc:"Whether visitors may mark favourites; false by default." example:"true"`
}

func (b *shareBody) Validate(f *vitrine.Faults, creating bool) {
	in := (*vitrine.ShareInput)(b)
	if creating {
		in.ValidateNew(f)
		return
	}
	in.Validate(f)
}

func (*shareBody) Resource() any { return shareLinkView{} }

func (a *API) listShares(c *call, q *paging) (paged[[]shareLinkSummary], error) {
	shares, total, err := a.shares.Page(c.Context(), c.actor, q.page())
	if err != nil {
		return paged[[]shareLinkSummary]{}, err
	}
	views := make([]shareLinkSummary, len(shares))
	for i, s := range shares {
		views[i] = a.newShareLinkSummary(s)
	}
	return newPaged(views, paginate(q.page(), total))
}

func (a *API) getShare(c *call, in *sharePath) (item[shareLinkView], error) {
	return a.showShare(a.shares.Share(c.Context(), c.actor, in.ID))
}

func (a *API) createShare(c *call, in *shareCreation) (item[shareLinkView], error) {
	return a.showShare(a.shares.Create(c.Context(), c.actor, vitrine.ShareInput(in.Body)))
}

func (a *API) updateShare(c *call, in *shareChange) (item[shareLinkView], error) {
	return a.showShare(a.shares.Update(c.Context(), c.actor, in.ID, vitrine.ShareInput(in.Body), in.versions('s', in.ID)))
}

func (a *API) deleteShare(c *call, in *shareDeletion) (nothing, error) {
	return nothing{}, a.shares.Delete(c.Context(), c.actor, in.ID, in.versions('s', in.ID))
}

func (a *API) listSharePhotos(c *call, q *sharePhotosQuery) (paged[[]photoItem], error) {
	photos, total, err := a.shares.PhotosOf(c.Context(), c.actor, q.ID, q.Picked, q.page())
	if err != nil {
		return paged[[]photoItem]{}, err
	}
	show, err := a.photoViewFor(c)
	if err != nil {
		return paged[[]photoItem]{}, err
	}
	return newPaged(show.items(photos), paginate(q.page(), total))
}

func (a *API) listSharePicks(c *call, q *sharePicksQuery) (paged[[]pickView], error) {
	picks, total, err := a.shares.Picks(c.Context(), c.actor, q.ID, q.Gone, q.page())
	if err != nil {
		return paged[[]pickView]{}, err
	}
	views := make([]pickView, len(picks))
	for i, p := range picks {
		views[i] = pickView{
			PhotoID: p.PhotoID, FileName: p.Filename, Slug: p.Slug, Title: p.Title,
			VisitorID: p.Visitor.ID, PickedBy: share.PickedBy(p.Visitor), PickedAt: p.PickedAt, InShare: p.InShare,
		}
	}
	return newPaged(views, paginate(q.page(), total))
}

func (a *API) downloadSharePicks(c *call, in *sharePath) (table, error) {
	content, err := a.shares.PicksCSV(c.Context(), c.actor, in.ID)
	return table{name: "picks-" + strconv.FormatInt(in.ID, 10) + ".csv", content: content}, err
}

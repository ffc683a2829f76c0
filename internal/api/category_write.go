package api

import "github.com/vitrine-photos/vitrine"

// categoryChange and the others are the inputs of operations that write a
// category, or what is in it.
type (
	categoryChange struct {
		categoryPath
		conditional
		Body categoryBody
	}
	categoryDeletion struct {
		categoryPath
		conditional
	}
	categoryMove struct {
		categoryPath
		conditional
		Body placeBody
	}
	coverChange struct {
		categoryPath
		conditional
		Body coverBody
	}
	photoAssignment struct {
		categoryPath
		Body assignmentBody
	}
	photoRemoval struct {
		categoryPath
		Body photoSelection
	}
)

// coverBody names the photo that is to stand for a category.
type coverBody struct {
	PhotoID vitrine.Optional[int64] `json:"photo_id" required:"true" doc:"The photo that stands for it; null for none." example:"42"`
}

func (b *coverBody) Validate(f *vitrine.Faults, _ bool) {
	if !b.PhotoID.Set {
		f.Add("photo_id", vitrine.FaultRequired, vitrine.ReasonRequired)
	} else if !b.PhotoID.Null && b.PhotoID.Value < 1 {
		f.Add("photo_id", vitrine.FaultOutOfRange, vitrine.ReasonPhotoID)
	}
}

// placeBody is vitrine.CategoryPlace as JSON.
type placeBody struct {
	ParentID vitrine.Optional[int64] `json:"parent_id" required:"true" doc:"Below which category; null for none, at the top." example:"2"`
	BeforeID vitrine.Optional[int64] `json:"before_id" doc:"Right before which of those that are there; null, the default, for after all of them." example:"9"`
}

func (b *placeBody) Validate(f *vitrine.Faults, _ bool) { (*vitrine.CategoryPlace)(b).Validate(f) }

// photoSelection names photos.
type photoSelection struct {
	PhotoIDs vitrine.Optional[[]int64] `json:"photo_ids" required:"true" maxItems:"500" doc:"The photos, by their ids." example:"[42,43]"`
}

func (b *photoSelection) Validate(f *vitrine.Faults, _ bool) { vitrine.CheckPhotoIDs(f, b.PhotoIDs) }

// assignmentBody names photos to put into a category.
type assignmentBody struct {
	photoSelection
	IsPrimary vitrine.Optional[bool] `json:"is_primary" doc:"True makes it the primary category of each; false, the default, leaves that as it is." example:"true"`
}

func (b *assignmentBody) Validate(f *vitrine.Faults, creating bool) {
	b.photoSelection.Validate(f, creating)
	if b.IsPrimary.Null {
		f.Add("is_primary", vitrine.FaultRequired, vitrine.ReasonNotNull)
	}
}

// assignmentView tells what came of an assignment.
type assignmentView struct {
	CategoryID int64 `json:"category_id" example:"7"`
	Assigned   int   `json:"assigned" doc:"Photos that were not in it before." example:"2"`
	PhotoCount int   `json:"photo_count" doc:"Photos in it and below it now." example:"57"`
}

func (a *API) updateCategory(c *call, in *categoryChange) (item[categoryView], error) {
	cat, err := a.catalog.UpdateCategory(c.Context(), c.actor, in.ID, vitrine.CategoryInput(in.Body), in.versions('c', in.ID))
	if err != nil {
		return item[categoryView]{}, err
	}
	return a.showCategory(c, cat), nil
}

func (a *API) moveCategory(c *call, in *categoryMove) (item[categoryView], error) {
	cat, err := a.catalog.MoveCategory(c.Context(), c.actor, in.ID, vitrine.CategoryPlace(in.Body), in.versions('c', in.ID))
	if err != nil {
		return item[categoryView]{}, err
	}
	return a.showCategory(c, cat), nil
}

func (a *API) deleteCategory(c *call, in *categoryDeletion) (nothing, error) {
	return nothing{}, a.catalog.DeleteCategory(c.Context(), c.actor, in.ID, in.versions('c', in.ID))
}

func (a *API) setCover(c *call, in *coverChange) (item[categoryView], error) {
	cat, err := a.catalog.SetCover(c.Context(), c.actor, in.ID, in.Body.PhotoID, in.versions('c', in.ID))
	if err != nil {
		return item[categoryView]{}, err
	}
	return a.showCategory(c, cat), nil
}

// categoryPhotoQuery are the parameters of the list of a category's photos.
type categoryPhotoQuery struct {
	categoryPath
	paging
	SortBy    string `query:"sort_by" enum:"created_at,taken_at,title" default:"created_at" doc:"What to sort by."`
	SortOrder string `query:"sort_order" enum:"asc,desc" default:"desc" doc:"Direction."`
}

// listCategoryPhotos is the list of photos, filtered by a category that the
// reader must be able to see.
func (a *API) listCategoryPhotos(c *call, q *categoryPhotoQuery) (paged[[]photoItem], error) {
	if _, err := a.catalog.Category(c.Context(), c.actor, q.ID); err != nil {
		return paged[[]photoItem]{}, err
	}
	return a.listPhotos(c, &photoQuery{paging: q.paging, Category: &q.ID, SortBy: q.SortBy, SortOrder: q.SortOrder})
}

func (a *API) assignPhotos(c *call, in *photoAssignment) (item[assignmentView], error) {
	done, err := a.catalog.AssignPhotos(c.Context(), c.actor, in.ID, in.Body.PhotoIDs.Value, in.Body.IsPrimary.Value)
	return one(assignmentView{CategoryID: in.ID, Assigned: done.Assigned, PhotoCount: done.PhotoCount}), err
}

func (a *API) unassignPhotos(c *call, in *photoRemoval) (nothing, error) {
	return nothing{}, a.catalog.UnassignPhotos(c.Context(), c.actor, in.ID, in.Body.PhotoIDs.Value)
}

package api

import "github.com/vitrine-photos/vitrine/internal/catalog"

// likeView tells how many like a photo.
type likeView struct {
	LikeCount int64 `json:"like_count" doc:"How many like it now." example:"9"`
}

func (c *call) visitor() catalog.Visitor {
	return catalog.Visitor{Address: c.address, UserAgent: c.UserAgent()}
}

func (a *API) likePhoto(c *call, in *photoPath) (item[likeView], error) {
	n, err := a.catalog.Like(c.Context(), c.actor, in.ID, c.visitor())
	return one(likeView{n}), err
}

func (a *API) unlikePhoto(c *call, in *photoPath) (item[likeView], error) {
	n, err := a.catalog.Unlike(c.Context(), c.actor, in.ID, c.visitor())
	return one(likeView{n}), err
}

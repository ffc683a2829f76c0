package api

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"github.com/vitrine-photos/vitrine"
)

// categoryView is a category by itself.
type categoryView struct {
	ID               int64      `json:"id" example:"7"`
	Name             string     `json:"name" example:"Seascapes"`
	Slug             string     `json:"slug" example:"seascapes"`
	Description      string     `json:"description" example:"Where land ends."`
	ParentID         *int64     `json:"parent_id" doc:"Null for a root." example:"2"`
	Level            int        `json:"level" doc:"0 for a root." example:"1"`
	Path             string     `json:"path" doc:"Slugs from the root." example:"nature/seascapes"`
	CoverPhoto       *coverView `json:"cover_photo" doc:"Null when there is none that the reader may see."`
	Color            string     `json:"color" example:"#0369a1"`
	Icon             string     `json:"icon" example:"waves"`
	SortOrder        int        `json:"sort_order" example:"0"`
	IsActive         bool       `json:"is_active" example:"true"`
	IsFeatured       bool       `json:"is_featured" example:"false"`
	PhotoCount       int        `json:"photo_count" doc:"Photos here and below, as the reader sees them." example:"57"`
	DirectPhotoCount int        `json:"direct_photo_count" example:"41"`
	SEOTitle         string     `json:"seo_title" example:"Seascape photography"`
	SEODescription   string     `json:"seo_description" example:"Photographs of coasts and open water."`
	CreatedAt        time.Time  `json:"created_at" example:"2026-01-04T11:00:00Z"`
	UpdatedAt        time.Time  `json:"updated_at" example:"2026-01-04T11:00:00Z"`
}

// coverView is the photo that stands for a category.
type coverView struct {
	ID       int64  `json:"id" example:"42"`
	Title    string `json:"title" example:"Harbour at dawn"`
	ThumbURL string `json:"thumb_url" example:"/media/9ac1be43430b27dfa04cde0c44397f55224066658d07582ce79d1f09213f3f75.jpg"`
}

// categoryNode is a category in the tree.
type categoryNode struct {
	ID         int64           `json:"id" example:"7"`
	Name       string          `json:"name" example:"Seascapes"`
	Slug       string          `json:"slug" example:"seascapes"`
	PhotoCount int             `json:"photo_count" example:"57"`
	Children   []*categoryNode `json:"children"`
}

// categoryList is the answer to the list of categories.
type categoryList struct {
	Categories []categoryView         `json:"categories"`
	Tree       []*categoryNode        `json:"tree" doc:"Empty unless include_tree is true."`
	Stats      *vitrine.CategoryStats `json:"stats" doc:"Null unless include_stats is true."`
}

func (a *API) newCategoryView(cat *vitrine.Category) categoryView {
	view := categoryView{
		ID: cat.ID, Name: cat.Name, Slug: cat.Slug, Description: cat.Description,
		ParentID: cat.ParentID, Level: cat.Level, Path: cat.Path, Color: cat.Color, Icon: cat.Icon,
		SortOrder: cat.SortOrder, IsActive: cat.IsActive, IsFeatured: cat.IsFeatured,
		PhotoCount: cat.PhotoCount, DirectPhotoCount: cat.DirectPhotoCount,
		SEOTitle: cat.SEOTitle, SEODescription: cat.SEODescription,
		CreatedAt: cat.CreatedAt, UpdatedAt: cat.UpdatedAt,
	}
	if cover := cat.CoverPhoto; cover != nil {
		view.CoverPhoto = &coverView{ID: cover.ID, Title: cover.Title, ThumbURL: a.urls.Rendition(cover.Thumb, cover.Public)}
	}
	return view
}

// categoryTree arranges categories, parents before their children, as a tree. A
// category whose parent is not among them is left out.
func categoryTree(categories []*vitrine.Category) []*categoryNode {
	roots := []*categoryNode{}
	nodes := map[int64]*categoryNode{}
	for _, cat := range categories {
		nodes[cat.ID] = &categoryNode{
			ID: cat.ID, Name: cat.Name, Slug: cat.Slug, PhotoCount: cat.PhotoCount, Children: []*categoryNode{},
		}
	}
	for _, cat := range categories {
		if cat.ParentID == nil {
			roots = append(roots, nodes[cat.ID])
		} else if parent := nodes[*cat.ParentID]; parent != nil {
			parent.Children = append(parent.Children, nodes[cat.ID])
		}
	}
	return roots
}

func categoryStats(categories []*vitrine.Category) *vitrine.CategoryStats {
	stats := &vitrine.CategoryStats{TotalCategories: len(categories)}
	for _, cat := range categories {
		stats.MaxLevel = max(stats.MaxLevel, cat.Level)
		if cat.IsFeatured {
			stats.FeaturedCount++
		}
	}
	return stats
}

// categoryQuery are the parameters of the list of categories. Without a limit
// all are answered: a tree in pieces is of no use.
type categoryQuery struct {
	Page         int  `query:"page" default:"1" minimum:"1" maximum:"1000000" doc:"Which page, from 1 on."`
	Limit        int  `query:"limit" minimum:"1" maximum:"100" doc:"Categories on a page; all of them if not given."`
	IncludeStats bool `query:"include_stats" doc:"Also count them."`
	IncludeTree  bool `query:"include_tree" doc:"Also arrange them as a tree."`
}

// categoryPath names a category.
type categoryPath struct {
	ID int64 `path:"id" doc:"The category's id." example:"7"`
}

type categoryCreation struct{ Body categoryBody }

// categoryBody is vitrine.CategoryInput as JSON.
type categoryBody struct {
	Name           vitrine.Optional[string] `json:"name" required:"creation" maxLength:"200" doc:"Required on creation." example:"Seascapes"`
	Slug           vitrine.Optional[string] `json:"slug" maxLength:"200" doc:"Its name in addresses, unique among all categories; made from the name if not given." example:"seascapes"`
	Description    vitrine.Optional[string] `json:"description" maxLength:"10000" example:"Where land ends."`
	ParentID       vitrine.Optional[int64]  `json:"parent_id" doc:"Null or left out for a root." example:"2"`
	CoverPhotoID   vitrine.Optional[int64]  `json:"cover_photo_id" doc:"The photo that stands for it." example:"42"`
	Color          vitrine.Optional[string] `json:"color" doc:"#rgb or #rrggbb; made from the name if not given." example:"#0369a1"`
	Icon           vitrine.Optional[string] `json:"icon" maxLength:"50" doc:"Name of an icon." example:"waves"`
	SortOrder      vitrine.Optional[int]    `json:"sort_order" doc:"Place among its siblings." example:"0"`
	IsActive       vitrine.Optional[bool]   `json:"is_active" doc:"False hides it, and what is below it, from the public." example:"true"`
	IsFeatured     vitrine.Optional[bool]   `json:"is_featured" example:"false"`
	SEOTitle       vitrine.Optional[string] `json:"seo_title" maxLength:"300" example:"Seascape photography"`
	SEODescription vitrine.Optional[string] `json:"seo_description" maxLength:"300" example:"Photographs of coasts and open water."`
}

func (b *categoryBody) Validate(f *vitrine.Faults, creating bool) {
	in := (*vitrine.CategoryInput)(b)
	if creating {
		in.ValidateNew(f)
		return
	}
	in.Validate(f)
}

func (*categoryBody) Resource() any { return categoryView{} }

func (a *API) listCategories(c *call, q *categoryQuery) (paged[categoryList], error) {
	if c.actor.Audience() == vitrine.AudiencePublic {
		return a.publicCategories(c.Context(), q)
	}
	return a.categoryPage(c.Context(), c.actor, q)
}

func (a *API) categoryPage(ctx context.Context, actor vitrine.Actor, q *categoryQuery) (paged[categoryList], error) {
	all, err := a.catalog.Categories(ctx, actor)
	if err != nil {
		return paged[categoryList]{}, err
	}
	data := categoryList{Categories: []categoryView{}, Tree: []*categoryNode{}}
	if q.IncludeTree {
		data.Tree = categoryTree(all)
	}
	if q.IncludeStats {
		data.Stats = categoryStats(all)
	}
	page := vitrine.Page{Number: q.Page, Limit: q.Limit}
	if page.Limit == 0 {
		page.Limit = max(1, len(all))
	}
	for _, cat := range pageOf(all, page) {
		data.Categories = append(data.Categories, a.newCategoryView(cat))
	}
	return newPaged(data, paginate(page, len(all)))
}

func (a *API) getCategory(c *call, in *categoryPath) (item[categoryView], error) {
	cat, err := a.catalog.Category(c.Context(), c.actor, in.ID)
	if err != nil {
		return item[categoryView]{}, err
	}
	return a.showCategory(c, cat), nil
}

func (a *API) createCategory(c *call, in *categoryCreation) (item[categoryView], error) {
	cat, err := a.catalog.CreateCategory(c.Context(), c.actor, vitrine.CategoryInput(in.Body))
	if err != nil {
		return item[categoryView]{}, err
	}
	return a.showCategory(c, cat), nil
}

// showCategory names in the entity tag what changes without the category: who
// looks, and the cover.
func (a *API) showCategory(c *call, cat *vitrine.Category) item[categoryView] {
	look, cover := lookOf(c.actor.Audience()), cat.CoverPhoto
	if cover != nil {
		sum := sha256.Sum256(fmt.Append(nil, cover.ID, cover.Public, cover.Thumb.Key, cover.Title))
		look += "-" + hex.EncodeToString(sum[:8])
	}
	return item[categoryView]{a.newCategoryView(cat), validator{
		tag: versionTag('c', cat.ID, cat.Version, look), expires: cover != nil && !cover.Public,
	}}
}

// pageOf cuts a page out of a whole list.
func pageOf[T any](all []T, page vitrine.Page) []T {
	from := min(page.Offset(), len(all))
	return all[from:min(from+page.Limit, len(all))]
}

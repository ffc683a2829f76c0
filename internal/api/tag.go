package api

import (
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/api/openapi"
)

// tagView is a tag by itself.
type tagView struct {
	ID          int64            `json:"id" example:"3"`
	Name        string           `json:"name" example:"sunset"`
	Slug        string           `json:"slug" example:"sunset"`
	Description string           `json:"description" example:"The last light of the day."`
	Color       string           `json:"color" example:"#b45309"`
	Icon        string           `json:"icon" example:"sun"`
	Group       vitrine.TagGroup `json:"tag_group" enum:"style,subject,technique,location" example:"subject"`
	UsageCount  int              `json:"usage_count" doc:"Photos that carry it, as the reader sees them." example:"12"`
	TrendScore  float64          `json:"trend_score" doc:"Uses, each halved every seven days." example:"3.25"`
	IsActive    bool             `json:"is_active" example:"true"`
	IsFeatured  bool             `json:"is_featured" example:"false"`
	CreatedAt   time.Time        `json:"created_at" example:"2026-01-04T11:00:00Z"`
	LastUsedAt  *time.Time       `json:"last_used_at" doc:"Null while no photo has carried it." example:"2026-05-31T08:30:00Z"`
}

// tagGroupView tells how many tags a group has.
type tagGroupView struct {
	Name  string `json:"name" example:"Subject"`
	Count int    `json:"count" example:"34"`
}

func newTagView(t *vitrine.Tag) tagView {
	return tagView{
		ID: t.ID, Name: t.Name, Slug: t.Slug, Description: t.Description, Color: t.Color, Icon: t.Icon,
		Group: t.Group, UsageCount: t.UsageCount, TrendScore: t.TrendScore,
		IsActive: t.IsActive, IsFeatured: t.IsFeatured, CreatedAt: t.CreatedAt, LastUsedAt: t.LastUsedAt,
	}
}

type tagCreation struct{ Body tagBody }

// tagBody is vitrine.TagInput as JSON.
type tagBody struct {
	Name        vitrine.Optional[string]           `json:"name" required:"creation" maxLength:"200" doc:"Unique whatever the case. Required on creation." example:"sunset"`
	Slug        vitrine.Optional[string]           `json:"slug" maxLength:"200" doc:"Its name in addresses; made from the name if not given." example:"sunset"`
	Description vitrine.Optional[string]           `json:"description" maxLength:"10000" example:"The last light of the day."`
	Color       vitrine.Optional[string]           `json:"color" doc:"#rgb or #rrggbb; made from the name if not given." example:"#b45309"`
	Icon        vitrine.Optional[string]           `json:"icon" maxLength:"50" doc:"Name of an icon." example:"sun"`
	Group       vitrine.Optional[vitrine.TagGroup] `json:"tag_group" enum:"style,subject,technique,location" doc:"What it speaks of; subject by default." example:"subject"`
	IsActive    vitrine.Optional[bool]             `json:"is_active" doc:"False hides it from the public." example:"true"`
	IsFeatured  vitrine.Optional[bool]             `json:"is_featured" example:"false"`
}

func (b *tagBody) Validate(f *vitrine.Faults, creating bool) {
	in := (*vitrine.TagInput)(b)
	if creating {
		in.ValidateNew(f)
		return
	}
	in.Validate(f)
}

func (*tagBody) Resource() any { return tagView{} }

func (a *API) createTag(c *call, in *tagCreation) (item[tagView], error) {
	t, err := a.catalog.CreateTag(c.Context(), c.actor, vitrine.TagInput(in.Body))
	if err != nil {
		return item[tagView]{}, err
	}
	return showTag(t), nil
}

// tagQuery are the parameters of the list of tags.
type tagQuery struct {
	Page      int    `query:"page" default:"1" minimum:"1" maximum:"1000000" doc:"Which page, from 1 on." example:"1"`
	Limit     int    `query:"limit" default:"50" minimum:"1" maximum:"500" doc:"Tags on a page." example:"50"`
	Group     string `query:"group" enum:"all,style,subject,technique,location" default:"all" doc:"Only tags of this group."`
	Search    string `query:"search" maxLength:"200" doc:"A part of the name, whatever its case." example:"sun"`
	SortBy    string `query:"sort_by" enum:"usage_count,name,created_at,trend_score" default:"usage_count" doc:"What to sort by."`
	SortOrder string `query:"sort_order" enum:"asc,desc" doc:"Direction; names ascend by default, all else descends."`
}

func (q *tagQuery) filter() vitrine.TagFilter {
	f := vitrine.TagFilter{
		Page: vitrine.Page{Number: q.Page, Limit: q.Limit}, Search: q.Search,
		SortBy: vitrine.TagSort(q.SortBy), SortOrder: vitrine.SortOrder(q.SortOrder),
	}
	if q.Group != "all" {
		f.Group = vitrine.TagGroup(q.Group)
	}
	if q.SortOrder == "" && f.SortBy == vitrine.TagsByName {
		f.SortOrder = vitrine.Ascending
	}
	return f
}

// tagList is a page of tags with the groups beside it.
type tagList struct{ paged[[]tagView] }

func (t tagList) schemas(s *openapi.Schemas) map[string]*huma.Schema {
	members := t.paged.schemas(s)
	members["groups"] = s.Of(reflect.TypeFor[map[vitrine.TagGroup]tagGroupView]())
	members["groups"].Description = "How many tags each group has."
	return members
}

func (a *API) listTags(c *call, q *tagQuery) (tagList, error) {
	filter := q.filter()
	page, err := a.catalog.TagPage(c.Context(), c.actor, filter)
	if err != nil {
		return tagList{}, err
	}
	groups := map[vitrine.TagGroup]tagGroupView{}
	for _, group := range vitrine.TagGroups() {
		groups[group] = tagGroupView{Name: group.Title(), Count: page.Groups[group]}
	}
	data := []tagView{}
	for _, t := range page.Tags {
		data = append(data, newTagView(t))
	}
	list, err := newPaged(data, member{"groups", groups}, paginate(filter.Page, page.Total))
	return tagList{list}, err
}

package api

import (
	"cmp"
	"reflect"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-photos/vitrine"
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

func (b *tagBody) validate(f *vitrine.Faults, creating bool) {
	in := (*vitrine.TagInput)(b)
	if creating {
		in.ValidateNew(f)
		return
	}
	in.Validate(f)
}

func (*tagBody) resource() any { return tagView{} }

func (a *API) createTag(c *call, in *tagCreation) (item[tagView], error) {
	t, err := a.catalog.CreateTag(c.Context(), c.actor, vitrine.TagInput(in.Body))
	if err != nil {
		return item[tagView]{}, err
	}
	return item[tagView]{newTagView(t), validator{tag: versionTag('t', t.ID, t.Version, "")}}, nil
}

// tagQuery are the parameters of the list of tags.
type tagQuery struct {
	Page      int    `query:"page" default:"1" minimum:"1" maximum:"1000000" doc:"Which page, from 1 on." example:"1"`
	Limit     int    `query:"limit" default:"50" minimum:"1" maximum:"500" doc:"Tags on a page." example:"50"`
	Group     string `query:"group" enum:"all,style,subject,technique,location" default:"all" doc:"Only tags of this group."`
	SortBy    string `query:"sort_by" enum:"usage_count,name,created_at,trend_score" default:"usage_count" doc:"What to sort by."`
	SortOrder string `query:"sort_order" enum:"asc,desc" doc:"Direction; names ascend by default, all else descends."`
}

// order compares two tags by what the query sorts by; equal ones by id.
func (q *tagQuery) order(a, b *vitrine.Tag) int {
	var c int
	switch q.SortBy {
	case "name":
		c = cmp.Compare(vitrine.FoldName(a.Name), vitrine.FoldName(b.Name))
	case "created_at":
		c = a.CreatedAt.Compare(b.CreatedAt)
	case "trend_score":
		c = cmp.Compare(a.TrendScore, b.TrendScore)
	default:
		c = cmp.Compare(a.UsageCount, b.UsageCount)
	}
	if q.SortOrder == "desc" || q.SortOrder == "" && q.SortBy != "name" {
		c = -c
	}
	return cmp.Or(c, cmp.Compare(a.ID, b.ID))
}

// tagList is a page of tags with the groups beside it.
type tagList struct{ paged[[]tagView] }

func (t tagList) schemas(s *schemas) map[string]*huma.Schema {
	members := t.paged.schemas(s)
	members["groups"] = s.of(reflect.TypeFor[map[vitrine.TagGroup]tagGroupView]())
	members["groups"].Description = "How many tags each group has."
	return members
}

// maxTags bounds how many tags are looked at to make a page.
const maxTags = 10_000

func (a *API) listTags(c *call, q *tagQuery) (tagList, error) {
	all, err := a.catalog.Tags(c.Context(), c.actor, maxTags)
	if err != nil {
		return tagList{}, err
	}
	groups := tagGroups(all)
	if q.Group != "all" {
		all = slices.DeleteFunc(all, func(t *vitrine.Tag) bool { return string(t.Group) != q.Group })
	}
	slices.SortFunc(all, q.order)
	page := vitrine.Page{Number: q.Page, Limit: q.Limit}
	data := []tagView{}
	for _, t := range pageOf(all, page) {
		data = append(data, newTagView(t))
	}
	list, err := newPaged(data, member{"groups", groups}, paginate(page, len(all)))
	return tagList{list}, err
}

func tagGroups(tags []*vitrine.Tag) map[vitrine.TagGroup]tagGroupView {
	groups := map[vitrine.TagGroup]tagGroupView{}
	for _, group := range vitrine.TagGroups() {
		groups[group] = tagGroupView{Name: group.Title()}
	}
	for _, t := range tags {
		view := groups[t.Group]
		view.Count++
		groups[t.Group] = view
	}
	return groups
}

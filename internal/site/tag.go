package site

import (
	"net/url"

	"github.com/vitrine-photos/vitrine"
)

// tagPage shows the photos of a tag.
type tagPage struct {
	Name, Description string
	grid
}

// tagPath is the address of a tag in the default language.
func tagPath(slug string) string { return "/t/" + url.PathEscape(slug) }

func (s *Site) tag(r *request) (*page, error) {
	slug, err := storable(r.PathValue("slug"), "tag")
	if err != nil {
		return nil, err
	}
	tag, err := s.Catalog.TagBySlug(r.Context(), vitrine.Actor{}, slug)
	if err != nil {
		return nil, movedOr(r.Context(), err, slug, s.Catalog.TagSlugNow, tagPath)
	}
	p, err := s.newPage(r, "tag")
	if err != nil {
		return nil, err
	}
	number := pageNumber(r.Request)
	found, err := s.listed(r.Context(), p, vitrine.PhotoFilter{
		Tag:  tag.Slug,
		Page: vitrine.Page{Number: number}, SortBy: vitrine.SortCreatedAt, SortOrder: vitrine.Descending,
	})
	if err != nil {
		return nil, err
	}
	p.Title = tag.Name
	p.Description = summary(tag.Description)
	p.Body = tagPage{Name: tag.Name, Description: tag.Description, grid: s.addGrid(p, tagPath(tag.Slug), number, found)}
	return p, nil
}

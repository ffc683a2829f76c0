package site

import "github.com/vitrine-photos/vitrine"

// homePage shows chosen work: the featured galleries, and the newest photos.
type homePage struct {
	Featured []galleryView // on the first page
	grid
}

// featuredGalleries is how many the home page shows at most.
const featuredGalleries = 6

func (s *Site) home(r *request) (*page, error) {
	p, err := s.newPage(r, "home")
	if err != nil {
		return nil, err
	}
	number := pageNumber(r.Request)
	found, err := s.listed(r.Context(), p, vitrine.PhotoFilter{
		Page: vitrine.Page{Number: number}, SortBy: vitrine.SortCreatedAt, SortOrder: vitrine.Descending,
	})
	if err != nil {
		return nil, err
	}
	p.Description = p.Site.Description
	var body homePage
	if number == 1 {
		featured, err := s.Catalog.FeaturedCategories(r.Context(), vitrine.Actor{}, featuredGalleries)
		if err != nil {
			return nil, err
		}
		if body.Featured, err = s.galleryViews(r.Context(), p, featured, true); err != nil {
			return nil, err
		}
	}
	body.grid = s.addGrid(p, "/", number, found)
	p.Body = body
	return p, nil
}

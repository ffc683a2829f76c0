package site

import "github.com/vitrine-photos/vitrine"

// aboutPage says whose portfolio it is.
type aboutPage struct {
	Description, Author, Email string
	Photos                     int
}

func (s *Site) about(r *request) (*page, error) {
	p, err := s.newPage(r, "about")
	if err != nil {
		return nil, err
	}
	newest, err := s.Catalog.Photos(r.Context(), vitrine.Actor{}, vitrine.PhotoFilter{
		Page: vitrine.Page{Number: 1, Limit: 1}, PicturesOnly: true, SortBy: vitrine.SortCreatedAt, SortOrder: vitrine.Descending,
	})
	if err != nil {
		return nil, err
	}
	p.Title = r.lang.say("About")
	p.Description = summary(p.Site.Description)
	p.Body = aboutPage{Description: p.Site.Description, Author: p.Site.Author, Email: p.Site.Email, Photos: newest.Total}
	return p, nil
}

package site

import (
	"fmt"

	"github.com/vitrine-photos/vitrine"
)

// strips show photos in rows of a few small pictures each.
type strips struct {
	*Site
	page   *page
	photos map[int64]*vitrine.Photo
}

// newStrips reads the photos that strips will show.
func (s *Site) newStrips(r *request, p *page, ids []int64) (*strips, error) {
	found, err := s.Catalog.PhotosByID(r.Context(), vitrine.Actor{}, ids)
	rows := &strips{Site: s, page: p, photos: map[int64]*vitrine.Photo{}}
	for _, photo := range found {
		rows.photos[photo.ID] = photo
	}
	return rows, err
}

// append adds a photo to a strip, unless it went out of sight meanwhile.
func (s *strips) append(strip []tileView, id int64) []tileView {
	photo := s.photos[id]
	if photo == nil {
		return strip
	}
	t := s.tile(photo, s.page.pictures)
	t.Sizes = fmt.Sprintf("(max-width: 40rem) 50vw, %.0frem", 12*max(ratio(photo), tileRatio(photo)))
	s.page.addStyle(tileStyle(t.Class, photo, nil))
	if s.page.Image == nil {
		s.page.Image = s.preview(photo)
	}
	s.page.pictures++
	return append(strip, t)
}

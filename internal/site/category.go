package site

import (
	"cmp"
	"context"
	"fmt"
	"html/template"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/vitrine-photos/vitrine"
)

// galleryView is a category as a picture that leads to it.
type galleryView struct {
	Path, Name     string
	Class          string
	Count          int
	Cover          string // "" if it has nothing to show
	CoverSourceSet string
	CoverSizes     string
	Width, Height  int
	Eager, First   bool // among the pictures of the page
}

// galleriesPage shows all roots of the category tree.
type galleriesPage struct{ Galleries []galleryView }

// categoryPage shows a category: what is below it, and its photos.
type categoryPage struct {
	Name, Description string
	Above             []crumb
	Below             []galleryView
	grid
}

// crumb is a category above another.
type crumb struct{ Path, Name string }

// maxGalleries bounds how many galleries a page shows.
const maxGalleries = 100

// categoryPath is the address of a category in the default language.
func categoryPath(path string) string {
	segments := strings.Split(path, "/")
	for i, segment := range segments {
		segments[i] = url.PathEscape(segment)
	}
	return "/c/" + strings.Join(segments, "/")
}

func (s *Site) galleries(r *request) (*page, error) {
	p, err := s.newPage(r, "galleries")
	if err != nil {
		return nil, err
	}
	roots, err := s.Catalog.ChildCategories(r.Context(), vitrine.Actor{}, nil, maxGalleries)
	if err != nil {
		return nil, err
	}
	p.Title = r.lang.say("Galleries")
	views, err := s.galleryViews(r.Context(), p, roots, false)
	p.Body = galleriesPage{views}
	return p, err
}

func (s *Site) category(r *request) (*page, error) {
	path, err := storable(r.PathValue("path"), "category")
	if err != nil {
		return nil, err
	}
	category, err := s.Catalog.CategoryByPath(r.Context(), vitrine.Actor{}, path)
	if err != nil {
		return nil, movedOr(r.Context(), err, path, s.Catalog.CategoryPathNow, categoryPath)
	}
	p, err := s.newPage(r, "category")
	if err != nil {
		return nil, err
	}
	number := pageNumber(r.Request)
	found, err := s.listed(r.Context(), p, vitrine.PhotoFilter{
		CategoryID: category.ID,
		Page:       vitrine.Page{Number: number}, SortBy: vitrine.SortCreatedAt, SortOrder: vitrine.Descending,
	})
	if err != nil {
		return nil, err
	}
	p.Title = cmp.Or(category.SEOTitle, category.Name)
	p.Description = cmp.Or(category.SEODescription, summary(category.Description))
	body := categoryPage{Name: category.Name, Description: category.Description}
	if body.Above, err = s.crumbs(r.Context(), category); err != nil {
		return nil, err
	}
	below, err := s.Catalog.ChildCategories(r.Context(), vitrine.Actor{}, &category.ID, maxGalleries)
	if err != nil {
		return nil, err
	}
	body.Below, err = s.galleryViews(r.Context(), p, below, false)
	body.grid = s.addGrid(p, categoryPath(category.Path), number, found)
	p.Body = body
	return p, err
}

// crumbs returns the categories above one, from the root.
func (s *Site) crumbs(ctx context.Context, category *vitrine.Category) (crumbs []crumb, err error) {
	for i, char := range category.Path {
		if char != '/' {
			continue
		}
		above, err := s.Catalog.CategoryByPath(ctx, vitrine.Actor{}, category.Path[:i])
		if err != nil {
			return nil, err
		}
		crumbs = append(crumbs, crumb{Path: categoryPath(above.Path), Name: above.Name})
	}
	return crumbs, nil
}

// coverColumns is how many covers a wide page shows in a row, unless there are
// fewer that are to fill it.
const coverColumns = 3

// coverSizes tells the browser how wide a cover is drawn, in as many columns on
// phones and on wide pages: wider than its frame where it is cropped.
func coverSizes(cover *vitrine.Photo, narrow, wide int) string {
	stretch := max(1, tileRatio(cover)/(4.0/3))
	return fmt.Sprintf("(max-width: 40rem) %.0fvw, %.0fvw", phoneWidth*stretch/float64(narrow), 100*stretch/float64(wide))
}

// galleryViews leaves out galleries that have nothing to show. One without a
// cover shows its newest photo. The covers may be to fill their rows.
func (s *Site) galleryViews(ctx context.Context, p *page, categories []*vitrine.Category, fill bool) (views []galleryView, err error) {
	covers, err := s.covers(ctx, categories)
	if err != nil {
		return nil, err
	}
	shown := slices.DeleteFunc(categories, func(c *vitrine.Category) bool { return covers[c.ID] == nil })
	for i, c := range shown {
		cover := covers[c.ID]
		view := galleryView{
			Path: categoryPath(c.Path), Name: c.Name, Count: c.PhotoCount, Class: fmt.Sprintf("g%d", i),
			Width: cover.Picture.Width, Height: cover.Picture.Height,
			Eager: p.pictures < eagerPictures, First: p.pictures == 0,
		}
		p.pictures++
		medium, _ := cover.Rendition(vitrine.ThumbMedium)
		view.Cover, view.CoverSourceSet = s.URLs.Rendition(medium, true), s.sourceSet(cover, gridRenditions())
		narrow, wide := 2, coverColumns
		if fill {
			wide = min(len(shown), coverColumns)
		}
		if fill && i == len(shown)-1 && i%2 == 0 {
			narrow = 1
		}
		view.CoverSizes = coverSizes(cover, narrow, wide)
		p.addStyle(template.CSS("." + view.Class + "{" + placeholder(cover.Picture.Thumbhash) + "}")) //nolint:gosec // colours
		views = append(views, view)
	}
	return views, nil
}

// covers returns the photos that stand for categories, by the ids of these. Those
// that were chosen are read at once.
func (s *Site) covers(ctx context.Context, categories []*vitrine.Category) (map[int64]*vitrine.Photo, error) {
	covers := map[int64]*vitrine.Photo{}
	chosen := map[int64][]int64{} // categories by photo
	for _, c := range categories {
		if c.CoverPhoto != nil {
			chosen[c.CoverPhoto.ID] = append(chosen[c.CoverPhoto.ID], c.ID)
			continue
		}
		newest, err := s.Catalog.Photos(ctx, vitrine.Actor{}, vitrine.PhotoFilter{
			CategoryID: c.ID, Page: vitrine.Page{Number: 1, Limit: 1}, PicturesOnly: true,
			SortBy: vitrine.SortCreatedAt, SortOrder: vitrine.Descending,
		})
		if err != nil {
			return nil, err
		}
		if len(newest.Photos) > 0 {
			covers[c.ID] = newest.Photos[0]
		}
	}
	photos, err := s.Catalog.PhotosByID(ctx, vitrine.Actor{}, slices.Collect(maps.Keys(chosen)))
	for _, photo := range photos {
		for _, category := range chosen[photo.ID] {
			covers[category] = photo
		}
	}
	return covers, err
}

package site

import (
	"html/template"
	"net/http"
	"net/url"
	"strconv"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/media"
)

// eagerPictures is how many are asked for before any scrolling.
const eagerPictures = 4

// grid is a page of a list of photos.
type grid struct {
	Tiles        []tileView
	Total        int
	Newer, Older string // addresses in the default language; "" for none
}

// tileView is a picture with its sources in several widths.
type tileView struct {
	Class, Path, Alt         string
	Source, SourceSet, Sizes string
	WebP, AVIF               string // of display size; "" where there is none
	Width, Height            int
	Eager, First             bool
}

// pictures makes tiles of photos, whose files are at those addresses.
type pictures struct{ at media.URLs }

// addGrid makes the grid of a list whose first page is at path, and gives the
// page the styles, the addresses and the preview that go with it.
func (s *Site) addGrid(p *page, path string, number int, found vitrine.PhotoPage) grid {
	g := grid{Tiles: s.addTiles(p, found.Photos), Total: found.Total}
	if len(found.Photos) > 0 && p.Image == nil {
		p.Image = s.preview(found.Photos[0])
	}
	if number > 1 {
		g.Newer = numbered(path, number-1)
	}
	if number*p.settings.Display.PhotosPerPage < found.Total {
		g.Older = numbered(path, number+1)
	}
	s.setAddress(p, numbered(path, number))
	return g
}

// addTiles makes the tiles of a grid, and gives the page their styles. A page may
// have several grids.
func (u pictures) addTiles(p *page, photos []*vitrine.Photo) []tileView {
	ratios := make([]float64, len(photos))
	for i, photo := range photos {
		ratios[i] = tileRatio(photo)
	}
	var tiles []tileView
	for i, spots := range spotsOf(ratios) {
		tile := u.tile(photos[i], p.pictures)
		tile.Sizes = spots.sizes(max(1, ratio(photos[i])/ratios[i]))
		tiles = append(tiles, tile)
		p.addStyle(tileStyle(tile.Class, photos[i], spots))
		p.pictures++
	}
	return tiles
}

// pageNumber reads ?page=; what is not a page number is the first page.
func pageNumber(r *http.Request) int { return pageOf(r.URL.Query()) }

func pageOf(query url.Values) int {
	n, err := strconv.Atoi(query.Get("page"))
	if err != nil || n < 1 || n > 1_000_000 {
		return 1
	}
	return n
}

// numbered is the address of a page of the list at path.
func numbered(path string, number int) string {
	if number == 1 {
		return path
	}
	return path + "?page=" + strconv.Itoa(number)
}

// gridRenditions are the sources of a tile, small ones first.
func gridRenditions() []vitrine.RenditionName {
	return []vitrine.RenditionName{vitrine.ThumbSmall, vitrine.ThumbMedium, vitrine.ThumbLarge, vitrine.Display}
}

// tile makes the i-th tile of a page.
func (u pictures) tile(photo *vitrine.Photo, i int) tileView {
	medium, _ := photo.Rendition(vitrine.ThumbMedium)
	return tileView{
		Class: "t" + strconv.Itoa(i), Path: photoPath(photo.Slug), Alt: photo.Title,
		Source: u.at.Rendition(medium, true), SourceSet: u.sourceSet(photo, gridRenditions()),
		WebP: u.address(photo, vitrine.WebP), AVIF: u.address(photo, vitrine.AVIF),
		Width: photo.Picture.Width, Height: photo.Picture.Height,
		Eager: i < eagerPictures, First: i == 0,
	}
}

// address returns that of a rendition, "" if there is none.
func (u pictures) address(photo *vitrine.Photo, name vitrine.RenditionName) string {
	r, ok := photo.Rendition(name)
	if !ok {
		return ""
	}
	return u.at.Rendition(r, true)
}

// sourceSet names each width once: a small picture is never enlarged, so several
// of its renditions have the same.
func (u pictures) sourceSet(photo *vitrine.Photo, names []vitrine.RenditionName) string {
	sources, separator := make([]byte, 0, 128*len(names)), ""
	width := 0
	for _, name := range names {
		if r, ok := photo.Rendition(name); ok && r.Width > width {
			width = r.Width
			sources = append(append(sources, separator...), u.at.Rendition(r, true)...)
			sources = append(strconv.AppendInt(append(sources, ' '), int64(width), 10), 'w')
			separator = ", "
		}
	}
	return string(sources)
}

// ratio is width by height, of a square when the picture's size is not known.
func ratio(photo *vitrine.Photo) float64 {
	if photo.Picture.Width == 0 || photo.Picture.Height == 0 {
		return 1
	}
	return float64(photo.Picture.Width) / float64(photo.Picture.Height)
}

// tileRatio bounds how narrow or wide a tile gets; beyond, the picture is cropped
// in the grid and whole on its own page.
func tileRatio(photo *vitrine.Photo) float64 { return max(0.5, min(6, ratio(photo))) }

func tileStyle(class string, photo *vitrine.Photo, p spots) template.CSS {
	ratio := strconv.FormatFloat(tileRatio(photo), 'f', 4, 64)
	return template.CSS("." + class + "{--r:" + ratio + ";" + p.css() + placeholder(photo.Picture.Thumbhash) + "}") //nolint:gosec // numbers and colours
}

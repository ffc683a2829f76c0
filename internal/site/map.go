package site

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/vitrine-photos/vitrine"
)

// mapPath is the address of the map in the default language.
const mapPath = "/map"

// The bounds of the map: it knows the newest places, and shows those where most
// photos are.
const (
	mapPlaces   = 10_000
	mapClusters = 200
)

// mapPage shows where photos were taken.
type mapPage struct {
	Photos int
	Spots  []spotView
}

// spotView is a cluster as a dot on the map, and as a line of the list.
type spotView struct {
	Path, Name string
	Count      int
	X, Y, R    int // in fifths of a degree from 180° W and 84° N, as the outline
}

// spotPage shows the photos of a cluster.
type spotPage struct {
	Name string
	grid
}

// cell is a part of the world, cellSize degrees wide and high.
type cell struct{ south, west int }

const cellSize = 5

// mapNorth and mapSouth are where the map ends; what is beyond is at its edge.
const mapNorth, mapSouth = 84, -58

func cellOf(p vitrine.Place) cell {
	lower := func(degrees float64) int { return int(math.Floor(degrees/cellSize)) * cellSize }
	return cell{lower(min(p.Latitude, 89.9)), lower(min(p.Longitude, 179.9))}
}

func (c cell) path() string { return fmt.Sprintf(mapPath+"/%d,%d", c.south, c.west) }

// cluster is the photos that were taken in a cell, the newest first.
type cluster struct {
	cell
	ids                 []int64
	latitude, longitude float64 // summed up
	city, country       string  // of the newest whose are known
}

// clustersOf returns places by their cell, those with most photos first.
func clustersOf(places []vitrine.Place) []*cluster {
	byCell := map[cell]*cluster{}
	var clusters []*cluster
	for _, p := range places {
		c := byCell[cellOf(p)]
		if c == nil {
			c = &cluster{cell: cellOf(p)}
			byCell[c.cell], clusters = c, append(clusters, c)
		}
		c.ids = append(c.ids, p.PhotoID)
		c.latitude, c.longitude = c.latitude+p.Latitude, c.longitude+p.Longitude
		if c.city == "" && c.country == "" {
			c.city, c.country = p.City, p.Country
		}
	}
	slices.SortStableFunc(clusters, func(a, b *cluster) int { return cmp.Compare(len(b.ids), len(a.ids)) })
	return clusters[:min(len(clusters), mapClusters)]
}

// name is that of a town or country, else the middle of the photos in degrees.
func (c *cluster) name() string {
	if named := strings.Trim(c.city+", "+c.country, ", "); named != "" {
		return named
	}
	latitude, longitude := c.middle()
	return degrees(latitude, "N", "S") + " " + degrees(longitude, "E", "W")
}

func degrees(value float64, positive, negative string) string {
	if value < 0 {
		positive = negative
	}
	return fmt.Sprintf("%.0f° %s", math.Abs(value), positive)
}

func (c *cluster) middle() (latitude, longitude float64) {
	n := float64(len(c.ids))
	return c.latitude / n, c.longitude / n
}

func (c *cluster) view() spotView {
	latitude, longitude := c.middle()
	return spotView{
		Path: c.path(), Name: c.name(), Count: len(c.ids),
		X: int(math.Round((longitude + 180) * 5)), Y: int(math.Round((mapNorth - max(mapSouth, min(mapNorth, latitude))) * 5)),
		R: 11 + int(4*math.Log10(float64(len(c.ids)))),
	}
}

func (s *Site) mapOfPlaces(r *request) (*page, error) {
	places, err := s.Catalog.Places(r.Context(), mapPlaces)
	if err != nil {
		return nil, err
	}
	p, err := s.newPage(r, "map")
	if err != nil {
		return nil, err
	}
	p.Sheet, p.Title = "map.css", r.lang.say("Map")
	body := mapPage{}
	for _, c := range clustersOf(places) {
		body.Photos += len(c.ids)
		body.Spots = append(body.Spots, c.view())
	}
	p.Body = body
	return p, nil
}

// spot shows the photos of a cluster.
func (s *Site) spot(r *request) (*page, error) {
	places, err := s.Catalog.Places(r.Context(), mapPlaces)
	if err != nil {
		return nil, err
	}
	clusters := clustersOf(places)
	at := slices.IndexFunc(clusters, func(c *cluster) bool { return c.path() == r.path })
	if at < 0 {
		return nil, vitrine.NotFound("page", "")
	}
	p, err := s.newPage(r, "spot")
	if err != nil {
		return nil, err
	}
	c := clusters[at]
	page := vitrine.Page{Number: pageNumber(r.Request), Limit: p.settings.Display.PhotosPerPage}
	if page.Offset() >= len(c.ids) {
		return nil, vitrine.NotFound("page", page.Number)
	}
	ids := c.ids[page.Offset():min(len(c.ids), page.Offset()+page.Limit)]
	photos, err := s.Catalog.PhotosByID(r.Context(), vitrine.Actor{}, ids)
	if err != nil {
		return nil, err
	}
	p.Title = c.name()
	p.Body = spotPage{p.Title, s.addGrid(p, c.path(), page.Number, vitrine.PhotoPage{Photos: photos, Total: len(c.ids)})}
	return p, nil
}

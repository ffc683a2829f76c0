package site_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine-photos/vitrine"
)

// at gives a photo a place.
func at(latitude, longitude float64, city string) func(*vitrine.PhotoInput) {
	return func(in *vitrine.PhotoInput) {
		in.Location = vitrine.Some(vitrine.LocationInput{
			Latitude: vitrine.Some(latitude), Longitude: vitrine.Some(longitude), City: vitrine.Some(city),
		})
	}
}

// found is a picture that says where it was taken.
func found(latitude, longitude float64) picture {
	return picture{width: 900, height: 600, details: vitrine.PictureDetails{
		Location: vitrine.Location{Latitude: &latitude, Longitude: &longitude, FromPicture: true},
	}}
}

func TestMap(t *testing.T) {
	t.Parallel()
	b := newBench(t, home)
	b.settings.Display.PhotosPerPage = 2
	b.publish("Nowhere", bare)
	b.publish("Secret", found(10, 20))
	b.hide(b.publish("Draft", bare, at(-70, 100, "Draft city")))
	if len(b.page("/").links("/map")) != 0 || len(b.page("/map").all("circle")) != 0 {
		t.Error("a map without public places is linked to, or shows some")
	}
	b.pageWith("/map/10,20", http.StatusNotFound)

	b.publish("Louvre", bare, at(48.86, 2.34, "Paris <1er>"))
	b.publish("Opera", bare, at(48.87, 2.33, ""))
	b.publish("Versailles", bare, at(48.8, 2.12, "Versailles"))
	b.publish("Ushuaia", bare, at(-54.8, -68.3, ""))
	b.publish("Corner", bare, at(90, 180, ""))
	page := b.page("/map")
	paths := []string{"/map/45,0", "/map/85,175", "/map/-55,-70"}
	if got := page.links("/map/"); !slices.Equal(got, append(slices.Clone(paths), paths...)) {
		t.Errorf("the map leads to %q", got)
	}
	if got := page.texts("a", "dir", "auto"); !slices.Contains(got, "Versailles") || !slices.Contains(got, "55° S 68° W") || !slices.Contains(got, "90° N 180° E") {
		t.Errorf("the places are called %q", got)
	}
	if dot := page.all("circle")[2]; dot.attrs["cx"] != "559" || dot.attrs["cy"] != "694" {
		t.Errorf("Ushuaia is at %v", dot.attrs)
	}
	if got := b.page("/").links("/map"); !slices.Equal(got, []string{"/map"}) {
		t.Errorf("the navigation leads to %q", got)
	}
	if got := b.page(paths[0]).texts("span", "class", "caption"); !slices.Equal(got, []string{"Versailles", "Opera"}) {
		t.Errorf("the first page of the place shows %q", got)
	}
	if got := b.page("/zh"+paths[0]+"?page=2").texts("span", "class", "caption"); !slices.Equal(got, []string{"Louvre"}) {
		t.Errorf("its second page shows %q", got)
	}
	for _, path := range []string{"/map/45,0?page=3", "/map/46,0", "/map/45,+0", "/map/45", "/map/x", "/map/10,20", "/map/-70,100", "/map/", "/map/%00"} {
		b.pageWith(path, http.StatusNotFound)
	}
	sitemap := string(b.read("/sitemap/pages.xml", "application/xml"))
	if !strings.Contains(sitemap, home+"/map</loc>") || !strings.Contains(sitemap, home+paths[0]+"</loc>") {
		t.Errorf("the sitemap is without the map: %s", sitemap)
	}

	b.settings.Display.ShowLocation = true
	if got := b.page("/map/10,20").texts("span", "class", "caption"); !slices.Equal(got, []string{"Secret"}) {
		t.Errorf("a place from a picture shows %q, now that these are public", got)
	}
}

// However many places there are, the map shows the fullest only, and leads to
// pages that are there.
func TestMapIsBounded(t *testing.T) {
	t.Parallel()
	b := newBench(t, "")
	for i := range 210 {
		b.publish("Photo", bare, at(float64(i/20*5-30), float64(i%20*10-100), ""))
	}
	b.publish("Fullest", bare, at(-30, -100, ""))
	paths := b.page("/map").links("/map/")
	if len(paths) != 2*200 || paths[0] != "/map/-30,-100" {
		t.Errorf("the map leads to %d places, first to %s", len(paths)/2, paths[0])
	}
	for _, path := range []string{paths[0], paths[199]} {
		b.page(path)
	}
}

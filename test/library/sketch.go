package library

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/vitrine-photos/vitrine"
)

// sketch is a photo before it has a file.
type sketch struct {
	photo      vitrine.Photo
	categories []vitrine.CategoryRef
	tags       []string
}

// RareWord is in the titles of one photo in twenty.
const RareWord = "lighthouse"

// sketch makes up a photo. The same number gives the same one.
func (f *filler) sketch(number int) *sketch {
	random := rand.New(rand.NewPCG(7, uint64(number)))
	pick := func(from []string) string { return from[random.IntN(len(from))] }
	words := []string{pick(light), pick(subjects), "in", pick(places)}
	if number%20 == 7 {
		words[1] = RareWord
	}
	title := strings.Join(words, " ")
	s := &sketch{photo: vitrine.Photo{
		Title: title, Slug: fmt.Sprintf("%s-%d", vitrine.MakeSlug(title, "photo"), number),
		Description: fmt.Sprintf("%s, %s, %s and %s.", title, pick(light), pick(subjects), pick(subjects)),
		Status:      statusOf(number), Visibility: vitrine.VisibilityPublic,
		EXIF: vitrine.EXIF{Camera: new(pick(cameras)), Lens: new(pick(lenses)), ISO: new(100 << random.IntN(6))},
		Location: vitrine.Location{
			Name: new(pick(places)), Latitude: new(random.Float64()*120 - 60), Longitude: new(random.Float64()*360 - 180),
		},
	}}
	if number%10 != 0 {
		s.photo.TakenAt = new(f.now().Add(-time.Duration(random.Int64N(int64(300 * 24 * time.Hour)))))
		s.photo.TakenOffset = time.Duration(random.IntN(24)-11) * time.Hour
	}
	for i := range 1 + random.IntN(3) { // from three parts of the list, so that no two are the same
		part := len(f.categories) / 3
		s.categories = append(s.categories, vitrine.CategoryRef{ID: f.categories[i*part+random.IntN(part)]})
	}
	s.tags = append(s.tags, tagName(number%tagCount)) // every tag is used
	for range 1 + random.IntN(5) {
		// Some are much more used than others.
		s.tags = append(s.tags, tagName(int(float64(tagCount)*random.Float64()*random.Float64())))
	}
	return s
}

func statusOf(number int) vitrine.PhotoStatus {
	switch number % 20 {
	case 3:
		return vitrine.PhotoDraft
	case 13:
		return vitrine.PhotoArchived
	}
	return vitrine.PhotoPublished
}

func tagName(i int) string {
	return fmt.Sprintf("%s %s", light[i%len(light)], subjects[i/len(light)%len(subjects)])
}

func place(i int) string { return places[i%len(places)] }

var (
	light = []string{
		"Early", "Late", "Blue", "Golden", "Grey", "Silent", "Windy", "Misty", "Frozen", "Warm", "Distant", "Bright",
		"Dark", "Soft", "Broken", "Low", "High", "Old", "New", "Green", "Red", "White", "Wide", "Narrow", "Still",
	}
	subjects = []string{
		"harbour", "street", "forest", "bridge", "market", "coast", "glacier", "orchard", "tower", "river",
		"station", "field", "stair", "window", "garden", "dune", "ferry", "chapel", "square", "quarry",
	}
	places = []string{
		"Bergen", "Kyoto", "上海", "Lisboa", "Tromsø", "Zürich", "Oaxaca", "Québec", "Cádiz", "Hội An", "Łódź", "Αθήνα",
	}
	cameras = []string{"Canon EOS R5", "NIKON Z 8", "SONY ILCE-7M4", "FUJIFILM X-T5", "OM-1", "LEICA M11", "Pixel 8"}
	lenses  = []string{"RF24-70mm F2.8 L", "NIKKOR Z 50mm f/1.8 S", "FE 85mm F1.8", "XF23mmF2 R WR", "12-40mm F2.8"}
)

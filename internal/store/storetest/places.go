package storetest

import (
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine"
)

func testPublicPlaces(t *testing.T, open Open) {
	a := newAlbum(t, open)
	at := func(status vitrine.PhotoStatus, latitude float64, fromPicture bool) int64 {
		longitude, city := -latitude, "C"
		return a.insert(&vitrine.Photo{Title: "P", Status: status, UploadID: a.picture(), Location: vitrine.Location{
			Latitude: &latitude, Longitude: &longitude, City: &city, FromPicture: fromPicture,
		}}, nil).ID
	}
	given, read, last := at(vitrine.PhotoPublished, 1.5, false), at(vitrine.PhotoPublished, 2.5, true), at(vitrine.PhotoPublished, 3.5, false)
	at(vitrine.PhotoDraft, 4.5, false)
	a.trash(at(vitrine.PhotoPublished, 5.5, false))
	a.insert(&vitrine.Photo{Title: "P", Status: vitrine.PhotoPublished, UploadID: a.picture()}, nil)
	for _, tt := range []struct {
		fromPictures bool
		limit        int
		want         []int64
	}{
		{false, 9, []int64{last, given}}, {true, 9, []int64{last, read, given}}, {true, 2, []int64{last, read}}, {false, 1, []int64{last}},
	} {
		places, err := a.db.PublicPlaces(t.Context(), tt.fromPictures, tt.limit)
		if err != nil {
			t.Fatal(err)
		}
		var ids []int64
		for _, p := range places {
			ids = append(ids, p.PhotoID)
		}
		if diff := gocmp.Diff(tt.want, ids); diff != "" {
			t.Errorf("%d places, those from pictures too: %v (-want +got):\n%s", tt.limit, tt.fromPictures, diff)
		}
		if want := (vitrine.Place{PhotoID: last, Latitude: 3.5, Longitude: -3.5, City: "C"}); places[0] != want {
			t.Errorf("the newest is at %+v, want %+v", places[0], want)
		}
	}
}

package vitrine_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine"
)

// codes lists the faults as "field CODE".
func codes(faults vitrine.Faults) []string {
	var list []string
	for _, f := range faults {
		list = append(list, f.Field+" "+string(f.Code))
	}
	return list
}

// lastHour is the last hour whose year has four digits, on the clocks of a zone.
func lastHour(zone *time.Location) time.Time { return time.Date(9999, 12, 31, 23, 0, 0, 0, zone) }

func TestPhotoInputFaults(t *testing.T) {
	t.Parallel()
	some := vitrine.Some[string]
	tests := map[string]struct {
		input vitrine.PhotoInput
		want  []string
	}{
		"fine": {vitrine.PhotoInput{Title: some("Dawn")}, nil},
		"title and file missing": {
			vitrine.PhotoInput{Status: vitrine.Some(vitrine.PhotoPublished)},
			[]string{"title REQUIRED", "file_id REQUIRED"},
		},
		"blank title":   {vitrine.PhotoInput{Title: some(" \t\n ")}, []string{"title TOO_SHORT"}},
		"null title":    {vitrine.PhotoInput{Title: vitrine.Null[string]()}, []string{"title REQUIRED"}},
		"longest title": {vitrine.PhotoInput{Title: some(strings.Repeat("字", 200))}, nil},
		"longer title":  {vitrine.PhotoInput{Title: some(strings.Repeat("字", 201))}, []string{"title TOO_LONG"}},
		"several at once": {
			vitrine.PhotoInput{
				Title: some(""), Slug: some("No Slug"), Status: vitrine.Some(vitrine.PhotoStatus("gone")),
				TakenAt:    vitrine.Some(time.Date(1700, 1, 1, 0, 0, 0, 0, time.UTC)),
				Categories: vitrine.Some([]vitrine.CategoryRef{{ID: 1}, {ID: -1}}),
				Tags:       vitrine.Some([]string{"sea", " "}),
				Location:   vitrine.Some(vitrine.LocationInput{Latitude: vitrine.Some(91.0)}),
			},
			[]string{
				"title TOO_SHORT", "slug INVALID_FORMAT", "status INVALID_VALUE", "taken_at OUT_OF_RANGE",
				"location.latitude OUT_OF_RANGE", "location.longitude REQUIRED",
				"categories[1] OUT_OF_RANGE", "tags[1] TOO_SHORT",
			},
		},
		"last hour of the last year": {vitrine.PhotoInput{Title: some("x"), TakenAt: vitrine.Some(lastHour(time.UTC))}, nil},
		"past the last year in UTC": {
			vitrine.PhotoInput{Title: some("x"), TakenAt: vitrine.Some(lastHour(time.FixedZone("", -14*3600)))},
			[]string{"taken_at OUT_OF_RANGE"},
		},
		"not a latitude": {
			vitrine.PhotoInput{Title: some("x"), Location: vitrine.Some(vitrine.LocationInput{
				Latitude: vitrine.Some(math.NaN()), Longitude: vitrine.Some(0.0),
			})},
			[]string{"location.latitude OUT_OF_RANGE"},
		},
		"too much metadata": {
			vitrine.PhotoInput{Title: some("x"), Metadata: vitrine.Some(map[string]string{"notes": strings.Repeat("x", 16<<10)})},
			[]string{"metadata TOO_LARGE"},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var faults vitrine.Faults
			test.input.ValidateNew(&faults)
			if diff := cmp.Diff(test.want, codes(faults)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestPhotoInputIsCleaned(t *testing.T) {
	t.Parallel()
	in := vitrine.PhotoInput{
		Title:       vitrine.Some("  Cafe\u0301\x00 \n at dawn "),
		Description: vitrine.Some("one\r\ntwo\x07"),
		Tags:        vitrine.Some([]string{"Sea", "sea", "SEA ", "sky"}),
		Categories:  vitrine.Some([]vitrine.CategoryRef{{ID: 3}, {ID: 3}, {ID: 4}}),
	}
	var faults vitrine.Faults
	in.ValidateNew(&faults)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	if want := "Café   at dawn"; in.Title.Value != want && in.Title.Value != "Café  at dawn" {
		t.Errorf("title %q, want %q", in.Title.Value, want)
	}
	if in.Description.Value != "one\ntwo" {
		t.Errorf("description %q", in.Description.Value)
	}
	if diff := cmp.Diff([]string{"Sea", "sky"}, in.Tags.Value); diff != "" {
		t.Error(diff)
	}
	if len(in.Categories.Value) != 2 {
		t.Errorf("categories %v", in.Categories.Value)
	}
}

func TestOtherInputFaults(t *testing.T) {
	t.Parallel()
	some := vitrine.Some[string]
	tests := map[string]struct {
		validate func(*vitrine.Faults)
		want     []string
	}{
		"category": {func(f *vitrine.Faults) {
			in := vitrine.CategoryInput{Color: some("red"), Icon: some("Sun!"), ParentID: vitrine.Some[int64](0), IsActive: vitrine.Null[bool]()}
			in.ValidateNew(f)
		}, []string{"name REQUIRED", "color INVALID_FORMAT", "icon INVALID_FORMAT", "is_active REQUIRED", "parent_id OUT_OF_RANGE"}},
		"tag": {func(f *vitrine.Faults) {
			in := vitrine.TagInput{Name: some("x"), Color: some("#12345"), Group: vitrine.Some(vitrine.TagGroup("mood"))}
			in.ValidateNew(f)
		}, []string{"color INVALID_FORMAT", "tag_group INVALID_VALUE"}},
		"timeline event": {func(f *vitrine.Faults) {
			in := vitrine.TimelineEventInput{Title: some("Show"), Date: some("2026-02-30")}
			in.ValidateNew(f)
		}, []string{"date INVALID_FORMAT"}},
		"changed timeline event": {func(f *vitrine.Faults) {
			in := vitrine.TimelineEventInput{
				Title: vitrine.Null[string](), Date: some("0000-12-31"), Type: vitrine.Some(vitrine.TimelineEventType("party")),
				RelatedPhotos: vitrine.Some([]int64{1, 1, -1}),
			}
			in.Validate(f)
			if want := []int64{1, -1}; !cmp.Equal(in.RelatedPhotos.Value, want) {
				f.Add("related_photos", "KEPT", "%v", in.RelatedPhotos.Value)
			}
		}, []string{"title REQUIRED", "type INVALID_VALUE", "date OUT_OF_RANGE", "related_photos[2] OUT_OF_RANGE"}},
		"timeline event with too many photos": {func(f *vitrine.Faults) {
			in := vitrine.TimelineEventInput{Date: vitrine.Null[string](), RelatedPhotos: vitrine.Some(make([]int64, vitrine.MaxBatch+1))}
			in.Validate(f)
		}, []string{"date REQUIRED", "related_photos TOO_MANY"}},
		"share": {func(f *vitrine.Faults) {
			in := vitrine.ShareInput{Title: some(" "), PhotoIDs: vitrine.Some([]int64{}), Password: some("12345"), AllowDownload: vitrine.Null[bool]()}
			in.ValidateNew(f)
		}, []string{"photo_ids TOO_SHORT", "title TOO_SHORT", "password TOO_SHORT", "allow_download REQUIRED"}},
		"changed share": {func(f *vitrine.Faults) {
			in := vitrine.ShareInput{PhotoIDs: vitrine.Some([]int64{}), Password: some(strings.Repeat("字", vitrine.MaxPassword+1)), ExpiresAt: vitrine.Null[time.Time]()}
			in.Validate(f)
		}, []string{"password TOO_LONG"}},
		"share of too many photos": {func(f *vitrine.Faults) {
			in := vitrine.ShareInput{PhotoIDs: vitrine.Some(make([]int64, vitrine.MaxSharePhotos+1)), AllowPicks: vitrine.Null[bool]()}
			in.Validate(f)
		}, []string{"photo_ids TOO_MANY", "allow_picks REQUIRED"}},
		"user": {func(f *vitrine.Faults) {
			in := vitrine.UserInput{Username: some("a b"), Email: some("Ansel <a@example.com>"), Password: some("short"), AvatarURL: some("javascript:alert(1)")}
			in.ValidateNew(f)
		}, []string{"username INVALID_FORMAT", "email INVALID_FORMAT", "password TOO_SHORT", "avatar_url INVALID_FORMAT"}},
		"password is the name": {func(f *vitrine.Faults) {
			in := vitrine.UserInput{Username: some("ansel.adams.1902"), Email: some("a@example.com"), Password: some("Ansel.Adams.1902")}
			in.ValidateNew(f)
		}, []string{"password INVALID_VALUE"}},
		"webhook": {func(f *vitrine.Faults) {
			in := vitrine.WebhookInput{URL: some("ftp://example.com"), Events: vitrine.Some([]vitrine.EventType{"photo.created", "photo.seen"})}
			in.ValidateNew(f)
		}, []string{"url INVALID_FORMAT", "events[1] INVALID_VALUE"}},
		"filter": {func(f *vitrine.Faults) {
			vitrine.PhotoFilter{Page: vitrine.Page{Number: 0, Limit: 101}, Month: 13}.Validate(f)
		}, []string{"page OUT_OF_RANGE", "limit OUT_OF_RANGE", "month OUT_OF_RANGE"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var faults vitrine.Faults
			test.validate(&faults)
			if diff := cmp.Diff(test.want, codes(faults)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

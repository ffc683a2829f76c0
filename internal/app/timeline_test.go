package app_test

import (
	"net/http"
	"testing"

	"github.com/vitrine-photos/vitrine/client"
	"github.com/vitrine-photos/vitrine/internal/app"
)

// A picture is in the month of its own wall clock as soon as it is published, for
// visitors whose answers are kept, too.
func TestTimeline(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, cfg app.Config) {
		s := serve(t, cfg)
		visitor := client.New(s.url, nil)
		expect := func(photos, events int) *client.Timeline {
			t.Helper()
			timeline, err := visitor.Timeline(t.Context(), 2026, 5)
			s.must(err)
			found := 0
			for _, year := range timeline.Years {
				for _, month := range year.Months {
					found += len(month.Events)
				}
			}
			if timeline.Stats.TotalPhotos != photos || found != events {
				t.Errorf("the timeline has %d photos and %d events, want %d and %d", timeline.Stats.TotalPhotos, found, photos, events)
			}
			return timeline
		}
		expect(0, 0)
		photo, err := s.CreatePhoto(t.Context(), client.NewPhoto{
			Title: "Lisbon", Status: "published", FileID: s.upload(s.Client, "l.jpg", withEXIF(jpegOf(s, "lisbon"))),
		})
		s.must(err)
		may := expect(1, 0).Years[0].Months[0]
		if may.MonthName != "May" || len(may.Photos) != 1 || may.Photos[0].ThumbURL == nil {
			t.Fatalf("the month is %+v", may)
		}
		if a := s.get(*may.Photos[0].ThumbURL); a.status != http.StatusOK {
			t.Errorf("its picture answers %d", a.status)
		}
		event, err := s.CreateTimelineEvent(t.Context(), map[string]any{"title": "Show", "date": "2026-05-01", "related_photos": []int64{photo.ID}})
		s.must(err)
		expect(1, 1)
		s.change(photo.ID, map[string]any{"status": "draft"})
		if related := expect(0, 1).Years[0].Months[0].Events[0].RelatedPhotos; len(related) != 0 {
			t.Errorf("the event names the hidden photos %v", related)
		}
		event, err = s.UpdateTimelineEvent(t.Context(), event.ID, map[string]any{"date": "2026-06-01"})
		s.must(err)
		month, pagination, err := visitor.TimelineMonth(t.Context(), 2026, 6, 1, 10)
		s.must(err)
		if len(month.Events) != 1 || month.Events[0].Title != event.Title || pagination.Total != 0 {
			t.Errorf("June has %+v of %+v", month, pagination)
		}
		s.must(s.DeleteTimelineEvent(t.Context(), event.ID))
		expect(0, 0)
	})
}

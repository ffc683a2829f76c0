package catalog_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/catalog"
)

// dated adds a draft that was taken in a month.
func (b *bench) dated(year int, month time.Month) *vitrine.Photo {
	b.Helper()
	taken := time.Date(year, month, 15, 12, 0, 0, 0, time.UTC)
	return b.create(vitrine.PhotoInput{Title: vitrine.Some("P"), TakenAt: vitrine.Some(taken)})
}

// happened adds a timeline event.
func (b *bench) happened(date string) *vitrine.TimelineEvent {
	b.Helper()
	e, err := b.CreateTimelineEvent(b.Context(), b.editor(), vitrine.TimelineEventInput{Title: vitrine.Some(date), Date: vitrine.Some(date)})
	b.must(err)
	return e
}

// outline writes years, months and events as indented lines.
func outline(t vitrine.Timeline) []string {
	var lines []string
	for _, y := range t.Years {
		lines = append(lines, fmt.Sprintf("%d: %d", y.Year, y.PhotoCount))
		for _, m := range y.Months {
			lines = append(lines, fmt.Sprintf("  %v: %d of %d photos", m.Month, len(m.Photos), m.Count))
			for _, e := range m.Events {
				lines = append(lines, "    "+e.Title)
			}
		}
	}
	return lines
}

func TestTimeline(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.dated(2026, time.January)
	b.dated(2026, time.January)
	b.dated(2024, time.December)
	b.dated(2024, time.February)
	b.dated(2024, time.February)
	b.create(vitrine.PhotoInput{Title: vitrine.Some("Undated")})
	for _, date := range []string{"2026-02-01", "2024-12-31", "2024-12-01", "2024-03-15", "2019-06-01"} {
		b.happened(date)
	}
	whole := []string{
		"2026: 2", "  February: 0 of 0 photos", "    2026-02-01", "  January: 1 of 2 photos",
		"2024: 3", "  December: 1 of 1 photos", "    2024-12-31", "    2024-12-01", "  March: 0 of 0 photos", "    2024-03-15",
		"  February: 1 of 2 photos",
		"2019: 0", "  June: 0 of 0 photos", "    2019-06-01",
	}
	for _, tt := range []struct {
		actor vitrine.Actor
		query catalog.TimelineQuery
		want  []string
		total int
	}{
		{b.editor(), catalog.TimelineQuery{Photos: 1}, whole, 5},
		{b.editor(), catalog.TimelineQuery{Year: 2024, Photos: 1}, whole[4:11], 5},
		{b.editor(), catalog.TimelineQuery{Year: 2019}, whole[11:], 5},
		{b.editor(), catalog.TimelineQuery{Year: 2025}, nil, 5},
		{vitrine.Actor{}, catalog.TimelineQuery{Year: 2024, Photos: 9}, []string{
			"2024: 0", "  December: 0 of 0 photos", "    2024-12-31", "    2024-12-01", "  March: 0 of 0 photos", "    2024-03-15",
		}, 0},
	} {
		timeline, err := b.Timeline(t.Context(), tt.actor, tt.query)
		b.must(err)
		if diff := cmp.Diff(tt.want, outline(timeline)); diff != "" || timeline.Stats.TotalPhotos != tt.total {
			t.Errorf("%+v as %q, of %d photos (-want +got):\n%s", tt.query, tt.actor.Role, timeline.Stats.TotalPhotos, diff)
		}
	}
	timeline, err := b.Timeline(t.Context(), b.editor(), catalog.TimelineQuery{Year: 2019})
	b.must(err)
	want := vitrine.TimelineStats{
		TotalPhotos: 5, ByYear: []vitrine.YearCount{{Year: 2026, Count: 2}, {Year: 2024, Count: 3}},
		MostActive: &vitrine.MonthCount{Year: 2026, Month: time.January, Count: 2},
	}
	if diff := cmp.Diff(want, timeline.Stats); diff != "" {
		t.Errorf("statistics (-want +got):\n%s", diff)
	}
}

func TestTimelineMonths(t *testing.T) {
	onBothEngines(t, func(t *testing.T, b *bench) {
		expect := func(actor vitrine.Actor, want ...vitrine.MonthCount) {
			t.Helper()
			months, err := b.TimelineMonths(t.Context(), actor)
			b.must(err)
			there, err := b.HasTimeline(t.Context(), actor)
			b.must(err)
			if diff := cmp.Diff(want, months); diff != "" || there != (len(want) > 0) {
				t.Errorf("there is a timeline: %v; its months as %q (-want +got):\n%s", there, actor.Role, diff)
			}
		}
		expect(b.editor())
		december, january := vitrine.MonthCount{Year: 2024, Month: time.December, Count: 1}, vitrine.MonthCount{Year: 2025, Month: time.January, Count: 1}
		b.dated(2025, time.January)
		b.dated(2024, time.December)
		expect(vitrine.Actor{})
		expect(b.editor(), january, december)
		for _, date := range []string{"2025-02-01", "2024-12-31", "2024-12-01", "2024-11-30"} {
			b.happened(date)
		}
		november, february := vitrine.MonthCount{Year: 2024, Month: time.November}, vitrine.MonthCount{Year: 2025, Month: time.February}
		expect(b.editor(), february, january, december, november)
		december.Count = 0
		expect(vitrine.Actor{}, february, december, november)
	})
}

func TestTimelineMonth(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	older, newer := b.dated(2024, time.December), b.dated(2024, time.December)
	b.dated(2025, time.January)
	b.happened("2024-12-31")
	b.happened("2025-01-01")
	for _, tt := range []struct {
		actor vitrine.Actor
		page  *vitrine.Page
		count int
		want  []int64
	}{
		{b.editor(), nil, 2, nil},
		{b.editor(), &vitrine.Page{Number: 1, Limit: 9}, 2, []int64{newer.ID, older.ID}},
		{b.editor(), &vitrine.Page{Number: 2, Limit: 1}, 2, []int64{older.ID}},
		{b.editor(), &vitrine.Page{Number: 3, Limit: 1}, 2, nil},
		{vitrine.Actor{}, &vitrine.Page{Number: 1, Limit: 9}, 0, nil},
	} {
		m, err := b.TimelineMonth(t.Context(), tt.actor, 2024, time.December, tt.page)
		b.must(err)
		var ids []int64
		for _, p := range m.Photos {
			ids = append(ids, p.ID)
		}
		if !cmp.Equal(tt.want, ids) || m.Count != tt.count || len(m.Events) != 1 || m.Events[0].Title != "2024-12-31" {
			t.Errorf("page %+v as %q: %v of %d, events %+v", tt.page, tt.actor.Role, ids, m.Count, m.Events)
		}
	}
}

func TestTimelineEvent(t *testing.T) {
	onBothEngines(t, func(t *testing.T, b *bench) {
		photo, other := b.dated(2024, time.May), b.dated(2024, time.May)
		some := vitrine.Some[string]
		event, err := b.CreateTimelineEvent(t.Context(), b.editor(), vitrine.TimelineEventInput{
			Title: some("Show"), Date: some("2024-05-01"), RelatedPhotos: vitrine.Some([]int64{other.ID, photo.ID}),
		})
		b.must(err)
		if event.Type != vitrine.Milestone || event.Version != 1 || !cmp.Equal(event.RelatedPhotos, []int64{other.ID, photo.ID}) {
			t.Errorf("created %+v", event)
		}
		update := func(actor vitrine.Actor, in vitrine.TimelineEventInput, ifMatch vitrine.Versions) (*vitrine.TimelineEvent, error) {
			return b.UpdateTimelineEvent(t.Context(), actor, event.ID, in, ifMatch)
		}
		// What is in the trash is not lost by sending back what was read.
		b.must(b.DeletePhoto(t.Context(), b.admin(), photo.ID, nil))
		same, err := update(b.editor(), vitrine.TimelineEventInput{
			Title: some("Show"), Date: some("2024-05-01"), RelatedPhotos: vitrine.Some([]int64{other.ID}),
		}, vitrine.Versions{event.Version})
		b.must(err)
		_, err = b.RestorePhoto(t.Context(), b.admin(), photo.ID)
		b.must(err)
		got, err := update(b.editor(), vitrine.TimelineEventInput{Type: vitrine.Some(vitrine.Award), Description: vitrine.Null[string]()}, nil)
		b.must(err)
		if same.Version != 1 || got.Version != 2 || got.Type != vitrine.Award || !cmp.Equal(got.RelatedPhotos, event.RelatedPhotos) {
			t.Errorf("unchanged at version %d, then %+v", same.Version, got)
		}
		got, err = update(b.editor(), vitrine.TimelineEventInput{RelatedPhotos: vitrine.Null[[]int64]()}, nil)
		b.must(err)
		if len(got.RelatedPhotos) != 0 || got.Title != "Show" {
			t.Errorf("cleared to %+v", got)
		}

		_, err = b.CreateTimelineEvent(t.Context(), b.users[vitrine.RoleUser], vitrine.TimelineEventInput{})
		b.wantCode("created by a user", err, vitrine.CodeForbidden)
		_, err = b.CreateTimelineEvent(t.Context(), b.editor(), vitrine.TimelineEventInput{Title: some("x")})
		b.wantCode("without a date", err, vitrine.CodeValidation)
		_, err = update(b.users[vitrine.RoleUser], vitrine.TimelineEventInput{}, nil)
		b.wantCode("changed by a user", err, vitrine.CodeForbidden)
		_, err = update(b.editor(), vitrine.TimelineEventInput{Date: vitrine.Null[string]()}, nil)
		b.wantCode("undated", err, vitrine.CodeValidation)
		_, err = update(b.editor(), vitrine.TimelineEventInput{}, vitrine.Versions{event.Version})
		b.wantConflict("another version", err, "stale")
		_, err = update(b.editor(), vitrine.TimelineEventInput{RelatedPhotos: vitrine.Some([]int64{99})}, nil)
		b.wantCode("with a photo that is not there", err, vitrine.CodeUnprocessable)
		b.wantCode("deleted by an editor", b.DeleteTimelineEvent(t.Context(), b.editor(), event.ID, nil), vitrine.CodeForbidden)
		b.wantConflict("deleted at another version", b.DeleteTimelineEvent(t.Context(), b.admin(), event.ID, vitrine.Versions{event.Version}), "stale")
		b.must(b.DeleteTimelineEvent(t.Context(), b.admin(), event.ID, nil))
		b.wantCode("deleted twice", b.DeleteTimelineEvent(t.Context(), b.admin(), event.ID, nil), vitrine.CodeNotFound)
	})
}

func TestTimelineMonthIsFull(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	outside := b.happened("2024-04-30")
	var last *vitrine.TimelineEvent
	for range vitrine.MaxMonthEvents {
		last = b.happened("2024-05-31")
	}
	_, err := b.CreateTimelineEvent(t.Context(), b.editor(), vitrine.TimelineEventInput{Title: vitrine.Some("x"), Date: vitrine.Some("2024-05-01")})
	b.wantCode("one more", err, vitrine.CodeUnprocessable)
	move := func(e *vitrine.TimelineEvent, date string) error {
		_, err := b.UpdateTimelineEvent(t.Context(), b.editor(), e.ID, vitrine.TimelineEventInput{Date: vitrine.Some(date)}, nil)
		return err
	}
	b.wantCode("moved into it", move(outside, "2024-05-01"), vitrine.CodeUnprocessable)
	b.must(move(last, "2024-05-01"))
	b.must(move(last, "2024-06-01"))
	b.must(move(outside, "2024-05-02"))
}

package storetest

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// checkTimeline compares each audience's timeline with what a look at all photos
// says.
func (w *world) checkTimeline(rt *rapid.T) {
	limit := rapid.IntRange(1, 4).Draw(rt, "photos of a month")
	w.checkTimelineOf(rt, vitrine.AudiencePublic, limit)
	w.checkTimelineOf(rt, vitrine.AudienceEditor, limit)
}

func (w *world) checkTimelineOf(rt *rapid.T, audience vitrine.Audience, limit int) {
	want := w.months(audience)
	counts, err := w.db.MonthCounts(w.Context(), audience)
	if err != nil {
		rt.Fatal(err)
	}
	got := []*vitrine.TimelineMonth{}
	for _, count := range counts {
		got = append(got, &vitrine.TimelineMonth{MonthCount: count})
	}
	if err := w.db.AddNewestPhotos(w.Context(), audience, got, limit); err != nil {
		rt.Fatal(err)
	}
	for i, m := range want {
		w.checkMonth(rt, audience, m, limit)
		want[i].Photos = m.Photos[:min(limit, len(m.Photos))]
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		rt.Errorf("the timeline of audience %d with %d photos a month (-want +got):\n%s", audience, limit, diff)
	}
}

// checkMonth compares the second page of a month.
func (w *world) checkMonth(rt *rapid.T, audience vitrine.Audience, m *vitrine.TimelineMonth, limit int) {
	page, err := w.db.MonthPhotos(w.Context(), audience, m.Year, m.Month, vitrine.Page{Number: 2, Limit: limit})
	if err != nil {
		rt.Fatal(err)
	}
	want := m.Photos[min(limit, len(m.Photos)):min(2*limit, len(m.Photos))]
	if len(want)+len(page) > 0 && !gocmp.Equal(want, page) {
		rt.Errorf("page 2 of %d of %d-%d has %+v, want %+v", limit, m.Year, m.Month, page, want)
	}
}

// months is the timeline of an audience by the model: the latest month first, of
// each the last taken photo first, on the wall clock.
func (w *world) months(audience vitrine.Audience) []*vitrine.TimelineMonth {
	seen := slices.DeleteFunc(w.seen(audience), func(m *model) bool { return m.TakenAt == nil })
	wallClock := func(m *model) time.Time { return m.TakenAt.Add(m.TakenOffset) }
	slices.SortFunc(seen, func(a, b *model) int {
		return cmp.Or(wallClock(b).Compare(wallClock(a)), cmp.Compare(b.ID, a.ID))
	})
	months := []*vitrine.TimelineMonth{}
	for _, m := range seen {
		at := wallClock(m)
		if n := len(months); n == 0 || months[n-1].Year != at.Year() || months[n-1].Month != at.Month() {
			months = append(months, &vitrine.TimelineMonth{MonthCount: vitrine.MonthCount{Year: at.Year(), Month: at.Month()}})
		}
		last := months[len(months)-1]
		last.Count++
		last.Photos = append(last.Photos, w.timelinePhoto(m))
	}
	return months
}

func (w *world) timelinePhoto(m *model) vitrine.TimelinePhoto {
	photo := vitrine.TimelinePhoto{ID: m.ID, Title: m.Title, TakenAt: *m.TakenAt, Public: m.public()}
	if m.complete {
		photo.Thumb = &vitrine.Rendition{
			Name: vitrine.ThumbMedium, Key: m.UploadID + "-thumb_medium", MIMEType: "image/jpeg", Width: 200, Height: 100,
		}
	}
	return photo
}

// addEvent adds a timeline event on a day.
func (a *album) addEvent(title, date string, related ...int64) *vitrine.TimelineEvent {
	a.Helper()
	at, err := time.Parse(time.DateOnly, date)
	if err != nil {
		a.Fatal(err)
	}
	e := &vitrine.TimelineEvent{Title: title, Description: "D", Date: at, Type: vitrine.Award, RelatedPhotos: related}
	a.update(func(ctx context.Context, tx *store.Tx) error { return tx.InsertTimelineEvent(ctx, e) })
	return e
}

// expectEvents compares the events of some days with those an audience should see.
func (a *album) expectEvents(audience vitrine.Audience, from, to string, want ...*vitrine.TimelineEvent) {
	a.Helper()
	first, err := time.Parse(time.DateOnly, from)
	last, err2 := time.Parse(time.DateOnly, to)
	got, err3 := a.db.TimelineEvents(a.Context(), audience, first, last)
	if err := errors.Join(err, err2, err3); err != nil {
		a.Fatal(err)
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		a.Errorf("events from %s to %s for audience %d (-want +got):\n%s", from, to, audience, diff)
	}
}

func testTimelineEvents(t *testing.T, open Open) {
	a := newAlbum(t, open)
	photo := a.insert(&vitrine.Photo{Title: "P", Status: vitrine.PhotoDraft}, nil).ID
	first, later, same := a.addEvent("first", "2024-02-29", photo), a.addEvent("later", "2024-03-31"), a.addEvent("same day", "2024-03-31", photo)
	a.expectEvents(vitrine.AudienceEditor, "2024-01-01", "2024-03-31", same, later, first)
	a.expectEvents(vitrine.AudienceEditor, "2024-02-29", "2024-02-29", first)
	a.expectEvents(vitrine.AudienceEditor, "2024-03-01", "2024-03-30")

	a.clock.Advance(time.Hour)
	first.Title, first.Date, first.Type = "moved", later.Date, vitrine.Travel
	a.update(func(ctx context.Context, tx *store.Tx) error {
		next := *first // the function may run twice
		defer func() { first.Version, first.UpdatedAt = next.Version, next.UpdatedAt }()
		return tx.UpdateTimelineEvent(ctx, &next)
	})
	if first.Version != 2 || !first.UpdatedAt.Equal(first.CreatedAt.Add(time.Hour)) {
		t.Errorf("changed: %+v", first)
	}
	a.expectEvents(vitrine.AudienceEditor, "2024-01-01", "2024-03-31", same, later, first)

	a.update(func(ctx context.Context, tx *store.Tx) error { return tx.DeleteTimelineEvent(ctx, first.ID) })
	_, err := a.db.TimelineEvent(t.Context(), first.ID, vitrine.AudienceEditor)
	wantCode(t, err, vitrine.CodeNotFound, "")
	a.expectEvents(vitrine.AudienceEditor, "2024-01-01", "2024-03-31", same, later)
}

// Photos of an event are hidden from the public as elsewhere, leave it for the
// trash, come back, and are gone when they go for good.
func testRelatedPhotos(t *testing.T, open Open) {
	a := newAlbum(t, open)
	public := a.insert(&vitrine.Photo{Title: "P", Status: vitrine.PhotoPublished, UploadID: a.picture()}, nil).ID
	draft := a.insert(&vitrine.Photo{Title: "D", Status: vitrine.PhotoDraft}, nil).ID
	event := a.addEvent("event", "2024-02-29", draft, public)
	expect := func(audience vitrine.Audience, want ...int64) {
		t.Helper()
		e := *event
		e.RelatedPhotos = want
		a.expectEvents(audience, "2024-02-29", "2024-02-29", &e)
	}
	expect(vitrine.AudienceEditor, draft, public)
	expect(vitrine.AudiencePublic, public)
	change := func(change func(context.Context, *store.Tx) error) {
		t.Helper()
		a.update(func(ctx context.Context, tx *store.Tx) error {
			if err := change(ctx, tx); err != nil {
				return err
			}
			return tx.RefreshPhoto(ctx, draft)
		})
	}
	trash := func(ctx context.Context, tx *store.Tx) error { return tx.TrashPhoto(ctx, draft) }
	change(trash)
	expect(vitrine.AudienceEditor, public)
	change(func(ctx context.Context, tx *store.Tx) error { return tx.RestorePhoto(ctx, draft) })
	expect(vitrine.AudienceEditor, draft, public)

	event.RelatedPhotos = []int64{public, draft}
	a.update(func(ctx context.Context, tx *store.Tx) error { return tx.SetRelatedPhotos(ctx, event) })
	expect(vitrine.AudienceEditor, public, draft)
	change(trash)
	a.update(func(ctx context.Context, tx *store.Tx) error { return tx.PurgePhoto(ctx, draft) })
	expect(vitrine.AudienceEditor, public)
	event.RelatedPhotos = nil
	a.update(func(ctx context.Context, tx *store.Tx) error { return tx.SetRelatedPhotos(ctx, event) })
	expect(vitrine.AudienceEditor)
}

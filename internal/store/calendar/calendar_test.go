package calendar_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store/calendar"
)

func at(text string) time.Time {
	t, err := time.Parse(time.DateTime, text)
	if err != nil {
		panic(err)
	}
	return t
}

// Each name stands for the stretch that its own time is in, and the names of the
// shorter stretches inside are within.
func TestNames(t *testing.T) {
	t.Parallel()
	moment := at("2024-02-29 23:59:30")
	for _, tt := range []struct {
		level    int
		name     int64
		from, to time.Time
	}{
		{calendar.LevelMonth, calendar.MonthOf(moment), at("2024-02-01 00:00:00"), at("2024-03-01 00:00:00")},
		{calendar.LevelDay, calendar.DayOf(moment), at("2024-02-29 00:00:00"), at("2024-03-01 00:00:00")},
		{calendar.LevelMinute, calendar.MinuteOf(moment), at("2024-02-29 23:59:00"), at("2024-03-01 00:00:00")},
	} {
		from, to := calendar.Stretch(tt.level, tt.name)
		if !from.Equal(tt.from) || !to.Equal(tt.to) {
			t.Errorf("%d is from %v to %v, want %v to %v", tt.name, from, to, tt.from, tt.to)
		}
	}
	if from, to := calendar.Within(calendar.LevelMonth, 202402); from > 20240201 || to < 20240229 {
		t.Errorf("the days of February 2024 are from %d to %d", from, to)
	}
	if from, to := calendar.Within(calendar.LevelDay, 20240229); from > 202402290000 || to < 202402292359 {
		t.Errorf("the minutes of a day are from %d to %d", from, to)
	}
}

// A photo that is published moves one count from drafts to published wherever it
// is counted, and one whose capture time is learnt moves to its month.
func TestChanges(t *testing.T) {
	t.Parallel()
	draft := calendar.Photo{Status: vitrine.PhotoDraft, Created: at("2026-05-31 12:00:00")}
	published := draft
	published.Status, published.Public = vitrine.PhotoPublished, true
	taken, month := at("2026-05-30 23:00:00"), int64(202605)
	published.Taken, published.TakenMonth = &taken, &month

	changes := calendar.Changes{}
	changes.Add(draft, -1)
	changes.Add(published, +1)
	moved, joined := calendar.Tally{Public: 1, Published: 1, Draft: -1}, calendar.Tally{Public: 1, Published: 1}
	want := []struct {
		calendar.Bucket
		calendar.Tally
	}{
		{calendar.Bucket{Axis: calendar.AxisTotal, Level: calendar.LevelWhole}, moved},
		{calendar.Bucket{Axis: calendar.AxisCreated, Level: calendar.LevelMonth, At: 202605}, moved},
		{calendar.Bucket{Axis: calendar.AxisCreated, Level: calendar.LevelDay, At: 20260531}, moved},
		{calendar.Bucket{Axis: calendar.AxisCreated, Level: calendar.LevelMinute, At: 202605311200}, moved},
		{calendar.Bucket{Axis: calendar.AxisTaken, Level: calendar.LevelWhole}, calendar.Tally{Draft: -1}},
		{calendar.Bucket{Axis: calendar.AxisTaken, Level: calendar.LevelMonth, At: 202605}, joined},
		{calendar.Bucket{Axis: calendar.AxisTaken, Level: calendar.LevelDay, At: 20260530}, joined},
		{calendar.Bucket{Axis: calendar.AxisMonth, Level: calendar.LevelMonth, At: 202605}, joined},
	}
	buckets := changes.Buckets()
	if len(buckets) != len(want) {
		t.Fatalf("%d counts move, want %d: %v", len(buckets), len(want), buckets)
	}
	for i, b := range buckets {
		if diff := cmp.Diff(want[i].Bucket, b); diff != "" || changes[b] != want[i].Tally {
			t.Errorf("%v moves by %+v, want %+v by %+v", b, changes[b], want[i].Bucket, want[i].Tally)
		}
	}
	changes.Add(published, -1)
	changes.Add(draft, +1)
	if buckets := changes.Buckets(); len(buckets) > 0 {
		t.Errorf("there and back again, %v move", buckets)
	}
}

func TestYearlyChanges(t *testing.T) {
	t.Parallel()
	changes := calendar.YearlyChanges{}
	changes.AddGear("Nikon Z 6", "Z 50mm", at("2025-12-31 23:59:59"), -1)
	changes.AddGear("Nikon Z 6", "", at("2025-01-01 00:00:00"), +1)
	changes.AddGear("", "", at("2025-01-01 00:00:00"), +1)
	want := []calendar.Yearly{{Kind: calendar.KindLens, Name: "Z 50mm", Year: 2025}}
	if diff := cmp.Diff(want, changes.Counts()); diff != "" || changes[want[0]] != -1 {
		t.Errorf("got %v (-want +got):\n%s", changes, diff)
	}
}

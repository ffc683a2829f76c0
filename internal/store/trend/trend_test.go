package trend_test

import (
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine/internal/store/trend"
)

var now = time.Date(2026, 5, 31, 12, 0, 0, 0, time.UTC)

func TestDecayed(t *testing.T) {
	t.Parallel()
	for age, want := range map[time.Duration]float64{
		-time.Hour: 3, 0: 3, trend.HalfLife: 1.5, 2 * trend.HalfLife: 0.75, 100 * 365 * 24 * time.Hour: 0,
	} {
		if got := trend.Decayed(3, age); math.Abs(got-want) > 1e-9 {
			t.Errorf("after %v there are %v left of 3, want %v", age, got, want)
		}
	}
}

// The long spans and the days before them that Since names are all the days from
// one on, each once.
func TestSince(t *testing.T) {
	t.Parallel()
	for day := trend.DayOf(now); day < trend.DayOf(now)+2*trend.Long; day++ {
		first, last, afterLong := trend.Since(day)
		for other := day - 3*trend.Long; other < day+3*trend.Long; other++ {
			times := 0
			if first <= other && other <= last {
				times++
			}
			if other/trend.Long > afterLong {
				times++
			}
			if want := map[bool]int{true: 1}[other >= day]; times != want {
				t.Fatalf("since day %d, day %d counts %d times, want %d", day, other, times, want)
			}
		}
	}
	if start := trend.StartOf(trend.DayOf(now)); !start.Equal(now.Truncate(24 * time.Hour)) {
		t.Errorf("the day of %v begins at %v", now, start)
	}
}

// A use that goes takes with it what it counts now, and one that the public no
// longer sees that from what the public sees.
func TestChanges(t *testing.T) {
	t.Parallel()
	changes := trend.NewChanges(now)
	changes.Add(1, now, true, +1)
	changes.Add(1, now.Add(-trend.HalfLife), true, -1)
	changes.Add(2, now.Add(-trend.HalfLife), true, -1)
	changes.Add(2, now.Add(-trend.HalfLife), false, +1)
	changes.Add(3, now, true, +1)
	changes.Add(3, now, true, -1)
	changes.Add(4, now, false, +1)
	changes.Add(4, now.Add(-time.Hour), false, -1)

	today := trend.DayOf(now)
	want := map[trend.Span]trend.Count{
		{Tag: 1, Days: trend.Day, Number: today - 7}:                 {All: -1, Public: -1},
		{Tag: 1, Days: trend.Day, Number: today}:                     {All: 1, Public: 1},
		{Tag: 2, Days: trend.Day, Number: today - 7}:                 {Public: -1},
		{Tag: 2, Days: trend.Long, Number: (today - 7) / trend.Long}: {Public: -1},
	}
	got := map[trend.Span]trend.Count{}
	for _, span := range changes.Spans() {
		got[span] = changes.Count(span)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("counts move (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]int64{1, 2, 4}, changes.Tags()); diff != "" {
		t.Errorf("tags move (-want +got):\n%s", diff)
	}
	if one, two := changes.Score(1), changes.Score(2); one != (trend.Score{All: 0.5, Public: 0.5}) || two != (trend.Score{Public: -0.5}) {
		t.Errorf("the scores move by %v and %v", one, two)
	}
}

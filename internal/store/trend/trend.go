// Package trend tells how much tags are used just now, and which counts of their
// uses move when photos change. A use is a photo that has a tag, from the moment
// when it got it.
package trend

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"time"
)

// HalfLife is how long a use takes to count half.
const HalfLife = 7 * 24 * time.Hour

// Decayed returns what is left of a score of this age.
func Decayed(score float64, age time.Duration) float64 {
	return score * math.Exp2(-float64(max(0, age))/float64(HalfLife))
}

// The lengths of the spans in which uses are counted, in days: those of a long
// period are the sum of many long spans and the short ones of its beginning.
const (
	Day  = 1
	Long = 32
)

// Span names a count: of the uses of a tag in a stretch of days.
type Span struct {
	Tag    int64
	Days   int
	Number int64 // so many spans of this length after 1970 began, UTC
}

func (s Span) compare(other Span) int {
	return cmp.Or(cmp.Compare(s.Tag, other.Tag), cmp.Compare(s.Days, other.Days), cmp.Compare(s.Number, other.Number))
}

// DayOf returns the number of the day that a time is in.
func DayOf(t time.Time) int64 { return t.Unix() / int64(24*60*60) }

// StartOf returns when the day of that number begins.
func StartOf(day int64) time.Time { return time.Unix(day*24*60*60, 0).UTC() }

// Since returns the spans that begin with a day and have no end: those days, both
// included, and all long spans after.
func Since(day int64) (firstDay, lastDay, afterLong int64) {
	long := day / Long
	return day, long*Long + Long - 1, long
}

// Count is how many uses there are: all, and those that the public sees.
type Count struct{ All, Public int }

// Score is how much a tag is used: by all, and as far as the public sees.
type Score struct{ All, Public float64 }

// Changes says by how much counts and scores move.
type Changes struct {
	now    time.Time
	counts map[Span]Count
	scores map[int64]Score
}

// NewChanges returns none, as of a moment.
func NewChanges(now time.Time) *Changes {
	return &Changes{now, map[Span]Count{}, map[int64]Score{}}
}

// Add counts a use n times, which may be negative.
func (c *Changes) Add(tag int64, at time.Time, public bool, n int) {
	weight := float64(n) * Decayed(1, c.now.Sub(at))
	score := c.scores[tag]
	score.All += weight
	if public {
		score.Public += weight
	}
	c.scores[tag] = score
	for _, days := range []int{Day, Long} {
		span := Span{tag, days, DayOf(at) / int64(days)}
		count := c.counts[span]
		count.All += n
		if public {
			count.Public += n
		}
		c.counts[span] = count
	}
}

// Spans returns those whose counts move, always in the same order.
func (c *Changes) Spans() []Span {
	moving := slices.DeleteFunc(slices.Collect(maps.Keys(c.counts)), func(s Span) bool { return c.counts[s] == Count{} })
	slices.SortFunc(moving, Span.compare)
	return moving
}

// Count returns by how much a span moves.
func (c *Changes) Count(s Span) Count { return c.counts[s] }

// Tags returns those of which a count or the score moves, in their order. A use
// may take the place of another of the same day.
func (c *Changes) Tags() []int64 {
	var tags []int64
	for tag, score := range c.scores {
		if score != (Score{}) {
			tags = append(tags, tag)
		}
	}
	for _, s := range c.Spans() {
		tags = append(tags, s.Tag)
	}
	slices.Sort(tags)
	return slices.Compact(tags)
}

// Score returns by how much a tag's score moves, as of the moment.
func (c *Changes) Score(tag int64) Score { return c.scores[tag] }

// Package calendar names the stretches of time by which photos are counted, and
// tells which counts move when photos change.
package calendar

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"github.com/vitrine-photos/vitrine"
)

// An axis says by which time photos are counted, a level how long the stretches
// are.
const (
	AxisTotal   = 0
	AxisCreated = 1 // by the time of creation, UTC: months, days, minutes
	AxisTaken   = 2 // by the time of capture, UTC: months, days; undated photos at LevelWhole
	AxisMonth   = 3 // by the month of capture on the local wall clock

	LevelWhole  = 0
	LevelMonth  = 1 // 202605
	LevelDay    = 2 // 20260531
	LevelMinute = 3 // 202605312359
)

// MonthOf returns the name of a time's month: 202605.
func MonthOf(t time.Time) int64 { return int64(t.Year())*100 + int64(t.Month()) }

// DayOf returns the name of a time's day: 20260531.
func DayOf(t time.Time) int64 { return MonthOf(t)*100 + int64(t.Day()) }

// MinuteOf returns the name of a time's minute: 202605312359.
func MinuteOf(t time.Time) int64 {
	return DayOf(t)*10000 + int64(t.Hour())*100 + int64(t.Minute())
}

// Stretch returns the time that a month, day or minute of that name begins, and
// the one that it ends before.
func Stretch(level int, name int64) (from, to time.Time) {
	n := int(name)
	switch level {
	case LevelMonth:
		from = time.Date(n/100, time.Month(n%100), 1, 0, 0, 0, 0, time.UTC)
		return from, from.AddDate(0, 1, 0)
	case LevelDay:
		from = time.Date(n/10000, time.Month(n/100%100), n%100, 0, 0, 0, 0, time.UTC)
		return from, from.AddDate(0, 0, 1)
	default:
		from, _ = Stretch(LevelDay, name/10000)
		from = from.Add(time.Duration(n/100%100)*time.Hour + time.Duration(n%100)*time.Minute)
		return from, from.Add(time.Minute)
	}
}

// Within returns the first and last names that stretches inside one may have at
// the next level.
func Within(level int, name int64) (from, to int64) {
	if level == LevelMonth {
		return name * 100, name*100 + 99
	}
	return name * 10000, name*10000 + 9999
}

// Bucket names a count.
type Bucket struct {
	Axis, Level int
	At          int64
}

func (b Bucket) compare(c Bucket) int {
	return cmp.Or(cmp.Compare(b.Axis, c.Axis), cmp.Compare(b.Level, c.Level), cmp.Compare(b.At, c.At))
}

// Photo is what the calendar knows of a photo.
type Photo struct {
	Status     vitrine.PhotoStatus
	Public     bool
	Created    time.Time
	Taken      *time.Time // nil if unknown
	TakenMonth *int64     // on the wall clock
}

// buckets returns where a photo is counted.
func (p Photo) buckets() []Bucket {
	all := []Bucket{
		{AxisTotal, LevelWhole, 0},
		{AxisCreated, LevelMonth, MonthOf(p.Created)},
		{AxisCreated, LevelDay, DayOf(p.Created)},
		{AxisCreated, LevelMinute, MinuteOf(p.Created)},
	}
	if p.Taken == nil || p.TakenMonth == nil {
		return append(all, Bucket{AxisTaken, LevelWhole, 0})
	}
	return append(all,
		Bucket{AxisTaken, LevelMonth, MonthOf(*p.Taken)},
		Bucket{AxisTaken, LevelDay, DayOf(*p.Taken)},
		Bucket{AxisMonth, LevelMonth, *p.TakenMonth})
}

// Tally counts photos: the public ones, and all by their status.
type Tally struct{ Public, Published, Draft, Archived int }

func (t *Tally) add(p Photo, n int) {
	if p.Public {
		t.Public += n
	}
	switch p.Status {
	case vitrine.PhotoPublished:
		t.Published += n
	case vitrine.PhotoDraft:
		t.Draft += n
	case vitrine.PhotoArchived:
		t.Archived += n
	}
}

// Changes says by how much counts move.
type Changes map[Bucket]Tally

// Add counts a photo n times, which may be negative.
func (c Changes) Add(p Photo, n int) {
	for _, b := range p.buckets() {
		t := c[b]
		t.add(p, n)
		c[b] = t
	}
}

// Buckets returns those that move. The order is always the same, so that no
// transaction waits for another in a circle.
func (c Changes) Buckets() []Bucket {
	moving := slices.DeleteFunc(slices.Collect(maps.Keys(c)), func(b Bucket) bool { return c[b] == Tally{} })
	slices.SortFunc(moving, Bucket.compare)
	return moving
}

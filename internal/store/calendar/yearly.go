package calendar

import (
	"cmp"
	"maps"
	"slices"
	"time"
)

// What photos of a year have in common.
const (
	KindTag      = 1
	KindCategory = 2 // directly in it
	KindCamera   = 3
	KindLens     = 4
)

// Yearly names a count of the photos of a year that have something in common.
type Yearly struct {
	Kind  int
	Owner int64  // tag or category
	Name  string // of a camera or lens
	Year  int    // of creation, UTC
}

func (y Yearly) compare(z Yearly) int {
	return cmp.Or(cmp.Compare(y.Kind, z.Kind), cmp.Compare(y.Owner, z.Owner), cmp.Compare(y.Name, z.Name), cmp.Compare(y.Year, z.Year))
}

// YearlyChanges says by how much yearly counts move.
type YearlyChanges map[Yearly]int

// AddGear counts a photo's camera and lens n times, which may be negative; ""
// is none.
func (c YearlyChanges) AddGear(camera, lens string, created time.Time, n int) {
	if camera != "" {
		c[Yearly{Kind: KindCamera, Name: camera, Year: created.Year()}] += n
	}
	if lens != "" {
		c[Yearly{Kind: KindLens, Name: lens, Year: created.Year()}] += n
	}
}

// Counts returns those that move, always in the same order.
func (c YearlyChanges) Counts() []Yearly {
	moving := slices.DeleteFunc(slices.Collect(maps.Keys(c)), func(y Yearly) bool { return c[y] == 0 })
	slices.SortFunc(moving, Yearly.compare)
	return moving
}

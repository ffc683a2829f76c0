package vitrine

// PopularPhoto is a photo among those that were looked at most.
type PopularPhoto struct {
	ID        int64
	Title     string
	ViewCount int64
	LikeCount int64
}

// PhotoGroup is what photos may be counted by.
type PhotoGroup string

// The groups. Times are those of a photo's creation, UTC.
const (
	ByDay      PhotoGroup = "day"
	ByMonth    PhotoGroup = "month"
	ByYear     PhotoGroup = "year"
	ByCategory PhotoGroup = "category"
	ByTag      PhotoGroup = "tag"
	ByCamera   PhotoGroup = "camera"
	ByLens     PhotoGroup = "lens"
)

// GroupCount is how many of what was counted have something in common.
type GroupCount struct {
	Key   string // what they have in common
	Count int
}

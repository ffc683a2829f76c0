package vitrine

// PopularPhoto is a photo among those that were looked at most.
type PopularPhoto struct {
	ID        int64
	Title     string
	ViewCount int64
	LikeCount int64
}

package stats

import (
	"context"

	"github.com/vitrine-photos/vitrine"
)

// Dashboard is the whole at a glance.
type Dashboard struct {
	Summary      Summary      `json:"summary"`
	Recent       Recent       `json:"recent"`
	Trends       Trends       `json:"trends"`
	Popular      Popular      `json:"popular"`
	SystemStatus SystemStatus `json:"system_status"`
}

// Summary counts what there is.
type Summary struct {
	TotalPhotos     int   `json:"total_photos" doc:"Outside of the trash, of every status." example:"1280"`
	TotalCategories int   `json:"total_categories" example:"24"`
	TotalTags       int   `json:"total_tags" example:"310"`
	TotalViews      int64 `json:"total_views" doc:"Ever, also of photos that are gone." example:"48210"`
	StorageUsed     int64 `json:"storage_used" doc:"Bytes of files and database." example:"32212254720"`
	StorageLimit    int64 `json:"storage_limit" doc:"Bytes: the configured limit, else the size of the disk." example:"107374182400"`
}

// Recent counts what happened in the period.
type Recent struct {
	NewPhotos int    `json:"new_photos" example:"42"`
	NewViews  int    `json:"new_views" example:"3120"`
	NewLikes  int    `json:"new_likes" doc:"Those that were not taken back." example:"85"`
	Period    string `json:"period" example:"30d"`
}

// Trends shows the days of the period, today included, without gaps.
type Trends struct {
	Uploads []Point `json:"uploads" doc:"Photos by the day of their creation."`
	Views   []Point `json:"views"`
}

// Popular names what there is most of.
type Popular struct {
	Categories []Share        `json:"categories" doc:"The five that most photos are directly in."`
	Tags       []TagUse       `json:"tags" doc:"The five on most photos."`
	Photos     []PopularPhoto `json:"photos" doc:"The five most viewed published ones."`
}

// TagUse is how many photos have a tag.
type TagUse struct {
	Name  string `json:"name" example:"sunset"`
	Count int    `json:"count" example:"57"`
}

// PopularPhoto is a photo that is looked at often.
type PopularPhoto struct {
	ID        int64  `json:"id" example:"42"`
	Title     string `json:"title" example:"Harbour at dawn"`
	ViewCount int64  `json:"view_count" example:"128"`
	LikeCount int64  `json:"like_count" example:"9"`
}

// SystemStatus tells how the parts of the service are.
type SystemStatus struct {
	Database   string `json:"database" enum:"healthy,degraded,unavailable" example:"healthy"`
	CacheStore string `json:"cache_store" enum:"healthy,degraded,unavailable" example:"healthy"`
	Storage    string `json:"storage" enum:"healthy,degraded,unavailable" example:"healthy"`
	Queue      string `json:"queue" enum:"healthy,degraded,unavailable" example:"healthy"`
}

// listed is how many of the most popular are named.
const listed = 5

// Dashboard returns the whole at a glance, with what happened in the last days.
func (s *Stats) Dashboard(ctx context.Context, actor vitrine.Actor, days int) (Dashboard, error) {
	if err := actor.Require(vitrine.SettingsRead); err != nil {
		return Dashboard{}, err
	}
	var d Dashboard
	for _, read := range []func() error{
		func() error { return s.readSummary(ctx, &d.Summary) },
		func() error { return s.readRecent(ctx, &d, s.last(days)) },
		func() error { return s.readPopular(ctx, &d.Popular) },
	} {
		if err := read(); err != nil {
			return Dashboard{}, err
		}
	}
	health := s.Health(ctx)
	d.SystemStatus = SystemStatus{health["database"], health["cache_store"], health["storage"], health["queue"]}
	return d, nil
}

func (s *Stats) readSummary(ctx context.Context, summary *Summary) error {
	totals, err := s.DB.Totals(ctx)
	if err != nil {
		return err
	}
	storage, err := s.storage(ctx)
	*summary = Summary{totals.Photos, totals.Categories, totals.Tags, totals.Views, storage.Used, storage.Limit}
	return err
}

func (s *Stats) readRecent(ctx context.Context, d *Dashboard, p period) error {
	photos, err := s.DB.PhotosByDay(ctx, p.from, p.to)
	if err != nil {
		return err
	}
	views, err := s.DB.ViewsByDay(ctx, p.from, p.to)
	if err != nil {
		return err
	}
	likes, err := s.DB.LikesSince(ctx, p.from)
	d.Trends = Trends{p.byDay(photos), p.byDay(views)}
	d.Recent = Recent{total(d.Trends.Uploads), total(d.Trends.Views), likes, p.String()}
	return err
}

func (s *Stats) readPopular(ctx context.Context, popular *Popular) error {
	categories, err := s.DB.PopularCategories(ctx, listed)
	if err != nil {
		return err
	}
	tags, err := s.DB.PopularTags(ctx, listed)
	if err != nil {
		return err
	}
	photos, err := s.DB.PopularPhotos(ctx, vitrine.AudienceEditor, listed)
	*popular = Popular{Categories: shares(categories), Tags: []TagUse{}, Photos: []PopularPhoto{}}
	for _, t := range tags {
		popular.Tags = append(popular.Tags, TagUse{t.Key, t.Count})
	}
	for _, p := range photos {
		popular.Photos = append(popular.Photos, PopularPhoto(p))
	}
	return err
}

package api

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"reflect"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/api/binding"
	"github.com/vitrine-photos/vitrine/internal/cache"
)

type cacheClearing struct{ Body clearingBody }

// clearingBody names parts of the cache that are to be emptied.
type clearingBody struct {
	Types   vitrine.Optional[[]string] `json:"types" enum:"photos,categories,tags,settings" doc:"The parts to empty; all if left out." example:"[\"photos\"]"`
	Confirm vitrine.Optional[bool]     `json:"confirm" required:"true" doc:"Must be true." example:"true"`
}

func (b *clearingBody) Validate(f *vitrine.Faults, _ bool) {
	requireAmong(f, "types", b.Types.Value, cache.All())
	requireConfirmation(f, b.Confirm)
}

// clearedView tells what was dropped.
type clearedView struct {
	Cleared map[cache.Category]int `json:"cleared" doc:"How many keys each part held." example:"{\"photos\":12}"`
}

func (a *API) clearCache(c *call, in *cacheClearing) (item[clearedView], error) {
	parts := cache.All()
	if in.Body.Types.Present() {
		parts = nil
		for _, name := range in.Body.Types.Value {
			parts = append(parts, cache.Category(name))
		}
	}
	cleared, err := a.cache.Invalidate(c.Context(), parts...)
	return one(clearedView{cleared}), err
}

// warmth is something that can be put into the cache before it is asked for.
type warmth string

const (
	popularPhotos warmth = "popular_photos"
	categoryTrees warmth = "category_tree"
	tagClouds     warmth = "tag_cloud"
)

func warmths() []warmth { return []warmth{popularPhotos, categoryTrees, tagClouds} }

type cacheWarming struct{ Body warmingBody }

// warmingBody names what is to be put into the cache.
type warmingBody struct {
	Types vitrine.Optional[[]string] `json:"types" enum:"popular_photos,category_tree,tag_cloud" doc:"What to put there; all if left out." example:"[\"category_tree\"]"`
}

func (b *warmingBody) Validate(f *vitrine.Faults, _ bool) {
	requireAmong(f, "types", b.Types.Value, warmths())
}

func (b *warmingBody) wanted() []warmth {
	if !b.Types.Present() {
		return warmths()
	}
	wanted := make([]warmth, len(b.Types.Value))
	for i, name := range b.Types.Value {
		wanted[i] = warmth(name)
	}
	return wanted
}

// warmedView tells what is in the cache now.
type warmedView struct {
	Warmed map[warmth]int `json:"warmed" doc:"How many keys of each are ready." example:"{\"category_tree\":3}"`
}

func (a *API) warmCache(c *call, in *cacheWarming) (item[warmedView], error) {
	view := warmedView{Warmed: map[warmth]int{}}
	for _, what := range in.Body.wanted() {
		keys, err := a.warm(c.Context(), what)
		if err != nil {
			return item[warmedView]{}, err
		}
		view.Warmed[what] = keys
	}
	return one(view), nil
}

// warm answers, for nobody to read, what the public asks for most, and returns
// how many answers that were.
func (a *API) warm(ctx context.Context, what warmth) (keys int, err error) {
	switch what {
	case popularPhotos:
		return a.warmPhotos(ctx)
	case categoryTrees:
		queries := []string{"", "include_tree=true", "include_tree=true&include_stats=true"}
		for _, query := range queries {
			if _, err := a.publicCategories(ctx, asked[categoryQuery](query)); err != nil {
				return 0, err
			}
		}
		return len(queries), nil
	default:
		_, err := a.publicCloud(ctx, asked[cloudQuery](""))
		return 1, err
	}
}

// warmedPhotos is how many of the most viewed photos are warmed.
const warmedPhotos = 20

// warmPhotos loads the most viewed photos, and the first page of the list.
func (a *API) warmPhotos(ctx context.Context) (keys int, err error) {
	if _, err := a.publicPhotos(ctx, asked[photoQuery]("")); err != nil {
		return 0, err
	}
	popular, err := a.catalog.PopularPhotos(ctx, vitrine.Actor{}, warmedPhotos)
	if err != nil {
		return 0, err
	}
	keys = 1
	for _, p := range popular {
		_, err := a.publicPhoto(ctx, p.ID)
		switch {
		case err == nil:
			keys++
		case vitrine.ErrorCode(err) != vitrine.CodeNotFound: // hidden meanwhile
			return 0, err
		}
	}
	return keys, nil
}

// asked returns the parameters of a request with that query string, which has
// no faults.
func asked[Q any](query string) *Q {
	q := new(Q)
	r := &http.Request{URL: &url.URL{RawQuery: query}}
	binding.ParamsOf(reflect.TypeFor[Q]()).Bind(r, reflect.ValueOf(q).Elem(), &vitrine.Faults{})
	return q
}

// cacheView tells how full and how useful the cache is.
type cacheView struct {
	Store      cacheStoreView                   `json:"cache_store"`
	Categories map[cache.Category]cachePartView `json:"categories" doc:"The same of each part: photos, categories, tags and settings." example:"{\"photos\":{\"keys\":12,\"hit_rate\":0.9}}"`
}

// cacheStoreView tells of the cache as a whole.
type cacheStoreView struct {
	Connected  bool    `json:"connected" example:"true"`
	UsedMemory string  `json:"used_memory" doc:"For people." example:"1.5 MB"`
	TotalKeys  int     `json:"total_keys" example:"15"`
	HitRate    float64 `json:"hit_rate" doc:"Of all reads since the start, how many were answered from the cache: 0 to 1; 0 before the first." example:"0.92"`
}

// cachePartView tells of a part of the cache.
type cachePartView struct {
	Keys    int     `json:"keys" example:"12"`
	HitRate float64 `json:"hit_rate" doc:"0 to 1." example:"0.9"`
}

func (a *API) getCacheStats(c *call, _ *none) (item[cacheView], error) {
	stats, err := a.cache.Stats(c.Context())
	if err != nil {
		return item[cacheView]{}, err
	}
	view := cacheView{
		Store:      cacheStoreView{stats.Connected, formatSize(stats.UsedBytes), stats.Keys, stats.HitRate},
		Categories: map[cache.Category]cachePartView{},
	}
	for part, s := range stats.Categories {
		view.Categories[part] = cachePartView{s.Keys, s.HitRate}
	}
	return measured(view)
}

// formatSize writes a number of bytes for people: "1.5 MB".
func formatSize(bytes int64) string {
	if bytes < 1000 {
		return fmt.Sprintf("%d B", bytes)
	}
	size, unit := float64(bytes), 0
	for size >= 999.95 && unit < len(sizeUnits) {
		size /= 1000
		unit++
	}
	return fmt.Sprintf("%.1f %cB", size, sizeUnits[unit-1])
}

// sizeUnits are the letters of the thousands.
const sizeUnits = "kMGTPE"

package api

import (
	"bytes"
	"context"
	"fmt"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/api/openapi"
	"github.com/vitrine-photos/vitrine/internal/cache"
)

// What the public is shown most is kept in the cache as it will be sent. Editors
// are not served from there: they see signed addresses, which run out.

// kept is an item that is held encoded.
type kept[T any] struct {
	encoded []byte // the members
	is      validator
}

func keep[T any](i item[T]) (kept[T], error) {
	encoded, err := i.members()
	return kept[T]{encoded, i.is}, err
}

func (k kept[T]) members() ([]byte, error) { return k.encoded, nil } //nolint:unparam // as others may fail

func (kept[T]) schemas(s *openapi.Schemas) map[string]*huma.Schema {
	return map[string]*huma.Schema{"data": s.Of(reflect.TypeFor[T]())}
}

func (k kept[T]) validator() validator { return k.is }

// publicPhoto returns a photo as the public sees it.
func (a *API) publicPhoto(ctx context.Context, id int64) (kept[photoDetail], error) {
	show, err := a.photoViewAs(ctx, vitrine.AudiencePublic)
	if err != nil {
		return kept[photoDetail]{}, err
	}
	key := fmt.Sprintf("photo %d %s", id, show.look())
	entry, err := a.cache.Load(ctx, cache.Photos, key, func(ctx context.Context) ([]byte, error) {
		p, err := a.catalog.Photo(ctx, vitrine.Actor{}, id)
		if err != nil {
			return nil, err
		}
		return appendMember([]byte(show.validator(p).tag+"\n"), "data", show.detail(p))
	})
	tag, members, _ := bytes.Cut(entry, []byte("\n"))
	return kept[photoDetail]{members, validator{tag: string(tag)}}, err
}

// publicPhotos returns a page of photos as the public sees it.
func (a *API) publicPhotos(ctx context.Context, q *photoQuery) (paged[[]photoItem], error) {
	show, err := a.photoViewAs(ctx, vitrine.AudiencePublic)
	if err != nil {
		return paged[[]photoItem]{}, err
	}
	key := "photos " + show.look() + " " + q.cacheKey()
	return keepPage(ctx, a.cache, cache.Photos, key, func(ctx context.Context) (paged[[]photoItem], error) {
		return a.photoPage(ctx, vitrine.Actor{}, q, show)
	})
}

// publicCategories returns the categories that the public sees.
func (a *API) publicCategories(ctx context.Context, q *categoryQuery) (paged[categoryList], error) {
	key := fmt.Sprintf("categories %d %d %t %t", q.Page, q.Limit, q.IncludeTree, q.IncludeStats)
	return keepPage(ctx, a.cache, cache.Categories, key, func(ctx context.Context) (paged[categoryList], error) {
		return a.categoryPage(ctx, vitrine.Actor{}, q)
	})
}

// publicCloud returns the tag cloud that the public sees.
func (a *API) publicCloud(ctx context.Context, q *cloudQuery) (ranking[cloudTag], error) {
	key := fmt.Sprintf("cloud %d %d", q.MinUsage, q.MaxTags)
	page, err := keepPage(ctx, a.cache, cache.Tags, key, func(ctx context.Context) (paged[[]cloudTag], error) {
		cloud, err := a.cloud(ctx, vitrine.Actor{}, q)
		return cloud.paged, err
	})
	return ranking[cloudTag]{page}, err
}

// keepPage returns the page that the cache has under a key, or loads it.
func keepPage[T any](ctx context.Context, c cache.Cache, of cache.Category, key string, load func(context.Context) (paged[T], error)) (paged[T], error) {
	encoded, err := c.Load(ctx, of, key, func(ctx context.Context) ([]byte, error) {
		page, err := load(ctx)
		return page.encoded, err
	})
	return paged[T]{encoded: encoded}, err
}

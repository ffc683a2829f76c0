package catalog

import (
	"context"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/search"
)

// Search returns a page of the photos that match a search and that the actor may
// see, the best first, with what they have in common. The public finds nothing by
// what it is not shown: a camera while camera data is hidden, a place that was
// read from the picture while those are.
func (c *Catalog) Search(ctx context.Context, actor vitrine.Actor, filter vitrine.SearchFilter) (vitrine.SearchResult, error) {
	var faults vitrine.Faults
	filter.Validate(&faults)
	if err := faults.Err(); err != nil {
		return vitrine.SearchResult{}, err
	}
	settings, err := c.Settings(ctx)
	if err != nil {
		return vitrine.SearchResult{}, err
	}
	filter.Audience, filter.HiddenPlaces = actor.Audience(), settings.Display.ShowLocation
	hidden := filter.Audience == vitrine.AudiencePublic && !settings.Display.ShowEXIF
	if hidden && (filter.Camera != "" || filter.Lens != "") {
		return vitrine.SearchResult{}, nil
	}
	result, err := c.DB.SearchPhotos(ctx, filter)
	query := search.ParseQuery(filter.Query)
	for i := range result.Photos {
		photo := &result.Photos[i]
		photo.MarkedTitle, photo.MarkedDescription = query.Highlight(photo.Title), query.Excerpt(photo.Description)
	}
	return result, err
}

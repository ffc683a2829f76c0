package vitrine

import (
	"time"
	"unicode/utf8"
)

// SearchFilter asks for photos by words, the best first. Zero fields do not
// filter.
type SearchFilter struct {
	Audience   Audience
	Page       Page
	Query      string   // words, all of which must match; the last as a prefix
	CategoryID int64    // with all its descendants
	Tags       []string // names or slugs, whatever the case; a photo must have all
	Location   string   // a part of the place's names, whatever the case and the accents, as are the next
	Camera     string
	Lens       string
	From, To   time.Time // days of capture on the wall clock of the place, both included

	// HiddenPlaces lets the public find by the places that were read from
	// pictures. Editors always do.
	HiddenPlaces bool
}

// MaxSearchTags is the most tags that a search may ask for.
const MaxSearchTags = 20

// Validate cleans the filter in place and reports everything that is wrong.
func (s *SearchFilter) Validate(f *Faults) {
	s.Page.Validate(f)
	s.Query = Clean(s.Query)
	switch {
	case s.Query == "":
		f.Add("q", FaultRequired, ReasonRequired)
	case utf8.RuneCountInString(s.Query) > MaxName:
		f.Add("q", FaultTooLong, ReasonMaxCharacters, MaxName)
	}
	if len(s.Tags) > MaxSearchTags {
		f.Add("tags", FaultTooMany, ReasonMaxCount, MaxSearchTags)
	}
	for field, text := range map[string]*string{"location": &s.Location, "camera": &s.Camera, "lens": &s.Lens} {
		if *text = cleanLine(*text); utf8.RuneCountInString(*text) > MaxName {
			f.Add(field, FaultTooLong, ReasonMaxCharacters, MaxName)
		}
	}
	if !s.From.IsZero() && !s.To.IsZero() && s.To.Before(s.From) {
		f.Add("date_to", FaultOutOfRange, ReasonNotBefore, "date_from")
	}
}

// SearchResult is one page of what a search found.
type SearchResult struct {
	Photos []FoundPhoto
	Total  int
	Facets Facets
}

// FoundPhoto is a photo with why it was found.
type FoundPhoto struct {
	*Photo
	Score float64 // above 0 and up to 1

	// What matched, as HTML with <mark> around it; "" if nothing did.
	MarkedTitle       string
	MarkedDescription string
}

// Facets count all that a search found by what it has in common. Each list is
// bounded, and has the most frequent first; years have the latest first.
type Facets struct {
	Categories  []CategoryFacet
	Tags        []TagFacet
	Years       []YearFacet
	Approximate bool // estimated from the newest
}

// CategoryFacet counts photos in a category or below it.
type CategoryFacet struct {
	ID    int64
	Name  string
	Path  string // as in Category
	Count int
}

// TagFacet counts photos with a tag.
type TagFacet struct {
	ID    int64
	Name  string
	Count int
}

// YearFacet counts photos by the year of capture on the wall clock of the place.
type YearFacet struct{ Year, Count int }
